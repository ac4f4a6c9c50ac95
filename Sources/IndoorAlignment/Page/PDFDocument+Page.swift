internal import CQPDF
internal import IndoorGeometry
internal import IndoorModel

extension PDFDocument {
  /// US Letter, in points: what viewers take where a page has no MediaBox.
  private static let defaultBox = BoundingBox(
    minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 612, y: 792))
  /// Coordinates of a box beyond which it is no page: 350 km at 72 units an inch.
  private static let maximumCoordinate = 1e9
  /// Units of 1/72 inch that a user-space unit may have; Acrobat takes 75,000.
  private static let maximumUnit = 1e6

  /// Box, rotation and unit of the page, its number in the file as given, and what of them could
  /// not be taken as written.
  func planPage(
    number: Int, box kind: PageBox
  ) throws(AlignmentError) -> (page: PlanPage, warnings: [AlignmentWarning]) {
    var warnings: [AlignmentWarning] = []
    func replaced(_ box: String, _ why: String, by other: String) {
      warnings.append(.pageBoxReplaced(name, page: number, box: box, why: why, by: other))
    }
    var media = Self.defaultBox
    switch box("/MediaBox") {
    case .rectangle(let found): media = found
    case .missing: replaced("MediaBox", "is missing", by: "US Letter, 612 × 792 units,")
    case .broken: replaced("MediaBox", Self.noRectangle, by: "US Letter, 612 × 792 units,")
    }
    var box = media
    /// What lies beyond the MediaBox is cut off (ISO 32000-1, 14.11.2.1); where nothing is left,
    /// viewers show the MediaBox.
    func take(_ key: String, instead: String) {
      switch self.box("/\(key)") {
      case .missing: return
      case .broken: replaced(key, Self.noRectangle, by: instead)
      case .rectangle(let found):
        if let cut = found.cut(by: media) {
          box = cut
        } else {
          box = media
          replaced(key, "has no area within the MediaBox", by: "the MediaBox")
        }
      }
    }
    if kind != .media { take("CropBox", instead: "the MediaBox") }
    // Without a TrimBox it is the CropBox.
    if kind == .trim { take("TrimBox", instead: "the CropBox") }
    guard box.width > 0, box.height > 0 else { throw .emptyPage(name, page: number) }

    var rotate = 0
    if let written = written("/Rotate") {
      if let turn = written.number.flatMap(Self.quarterTurns) {
        rotate = turn
      } else {
        warnings.append(.rotateIgnored(name, page: number, written: written.text))
      }
    }
    var userUnit = 1.0
    if let written = written("/UserUnit") {
      if let unit = written.number, unit > 0, unit <= Self.maximumUnit {
        userUnit = unit
      } else {
        warnings.append(.userUnitIgnored(name, page: number, written: written.text))
      }
    }
    return (
      PlanPage(number: number, box: box, rotate: rotate, userUnit: userUnit, isImage: false),
      warnings
    )
  }

  /// What a page says of one of its boxes.
  private enum Box {
    case missing
    case broken
    case rectangle(BoundingBox<PagePoint>)
  }

  private static let noRectangle = "is no rectangle of four numbers below 10⁹"

  private func box(_ key: String) -> Box {
    guard qpdf_oh_has_key(handle, page, key) != 0 else { return .missing }
    return rectangle(qpdf_oh_get_key(handle, page, key)).map { .rectangle($0) } ?? .broken
  }

  func rectangle(_ object: qpdf_oh) -> BoundingBox<PagePoint>? {
    guard qpdf_oh_is_array(handle, object) != 0, qpdf_oh_get_array_n_items(handle, object) == 4
    else { return nil }
    var values: [Double] = []
    for i in 0..<Int32(4) {
      guard let value = number(qpdf_oh_get_array_item(handle, object, i)),
        abs(value) < Self.maximumCoordinate
      else { return nil }
      values.append(value)
    }
    // Any two opposite corners make a rectangle (ISO 32000-1, 7.9.5).
    return BoundingBox([
      PagePoint(x: values[0], y: values[1]), PagePoint(x: values[2], y: values[3]),
    ])
  }

  /// An entry that should be a number, where there is one, and what to call it.
  private func written(_ key: String) -> (number: Double?, text: String)? {
    guard qpdf_oh_has_key(handle, page, key) != 0 else { return nil }
    guard let value = number(qpdf_oh_get_key(handle, page, key)) else {
      return (nil, "that is no number")
    }
    let whole = Int(exactly: value).map { "\($0)" }
    return (value, "of \(whole ?? "\(value)")")
  }

  /// A rotation in 0, 90, 180, 270; `nil` where it is no multiple of 90, which is against the
  /// standard.
  private static func quarterTurns(_ value: Double) -> Int? {
    let turn = value.truncatingRemainder(dividingBy: 360)
    let positive = turn < 0 ? turn + 360 : turn
    return [0, 90, 180, 270].first { Double($0) == positive }
  }

  func number(_ object: qpdf_oh) -> Double? {
    guard qpdf_oh_is_number(handle, object) != 0 else { return nil }
    let value = qpdf_oh_get_numeric_value(handle, object)
    if chainTargets.contains(value), qpdf_oh_is_indirect(handle, object) != 0 { return nil }
    return value.isFinite ? value : nil
  }
}

extension BoundingBox<PagePoint> {
  /// What of it lies in another; `nil` where that has no area.
  fileprivate func cut(by other: BoundingBox<PagePoint>) -> BoundingBox<PagePoint>? {
    let (low, high) = (
      PagePoint(x: max(other.minimum.x, minimum.x), y: max(other.minimum.y, minimum.y)),
      PagePoint(x: min(other.maximum.x, maximum.x), y: min(other.maximum.y, maximum.y))
    )
    return low.x < high.x && low.y < high.y ? BoundingBox(minimum: low, maximum: high) : nil
  }
}

extension AlignmentWarning {
  static func pageBoxReplaced(
    _ name: String, page: Int, box: String, why: String, by other: String
  ) -> AlignmentWarning {
    AlignmentWarning(
      .pageBoxReplaced,
      "\(name): the \(box) of page \(page) \(why), and \(other) was taken for it: export the plan again, or check that it shows what you expect"
    )
  }

  static func rotateIgnored(_ name: String, page: Int, written: String) -> AlignmentWarning {
    AlignmentWarning(
      .rotateIgnored,
      "\(name): page \(page) has a /Rotate \(written), which was ignored as only multiples of 90 turn a page: viewers may show it turned"
    )
  }

  static func userUnitIgnored(_ name: String, page: Int, written: String) -> AlignmentWarning {
    AlignmentWarning(
      .userUnitIgnored,
      "\(name): page \(page) has a UserUnit \(written), which is no size of a unit and was ignored: check a scale that the plan declares"
    )
  }
}
