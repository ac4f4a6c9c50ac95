internal import CQPDF
internal import IndoorGeometry
internal import IndoorModel

extension PDFDocument {
  /// US Letter, in points: what viewers take where a page has no MediaBox.
  private static let defaultBox = BoundingBox(
    minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 612, y: 792))

  /// How far up the page tree an inherited attribute is sought; a loop ends here.
  private static let maximumDepth = 64

  /// Box, rotation and unit of a page, counted from 1.
  func page(_ number: Int, box kind: PageBox) throws(AlignmentError) -> PlanPage {
    let page = try object(ofPage: number)
    let media = inherited("/MediaBox", of: page, as: rectangle) ?? Self.defaultBox
    var box = media
    if kind != .media, let crop = inherited("/CropBox", of: page, as: rectangle) {
      box = cut(crop, by: media)
    }
    // The TrimBox isn't inherited, and without one it is the CropBox.
    if kind == .trim, qpdf_oh_has_key(handle, page, "/TrimBox") != 0,
      let trim = rectangle(qpdf_oh_get_key(handle, page, "/TrimBox"))
    {
      box = cut(trim, by: media)
    }
    guard box.width > 0, box.height > 0 else { throw .emptyPage(name, page: number) }
    return PlanPage(
      number: number, box: box,
      rotate: inherited("/Rotate", of: page, as: quarterTurns) ?? 0,
      userUnit: userUnit(of: page), isImage: false)
  }

  /// ISO 32000-1, 14.11.2.1: what lies beyond the MediaBox is cut off. Where nothing is left, viewers show the MediaBox.
  private func cut(
    _ box: BoundingBox<PagePoint>, by media: BoundingBox<PagePoint>
  ) -> BoundingBox<PagePoint> {
    let (low, high) = (
      PagePoint(x: max(media.minimum.x, box.minimum.x), y: max(media.minimum.y, box.minimum.y)),
      PagePoint(x: min(media.maximum.x, box.maximum.x), y: min(media.maximum.y, box.maximum.y))
    )
    return low.x < high.x && low.y < high.y ? BoundingBox(minimum: low, maximum: high) : media
  }

  func inherited<Value>(
    _ key: String, of page: qpdf_oh, as read: (qpdf_oh) -> Value?
  ) -> Value? {
    var node = page
    for _ in 0..<Self.maximumDepth {
      guard qpdf_oh_is_dictionary(handle, node) != 0 else { return nil }
      if qpdf_oh_has_key(handle, node, key) != 0,
        let value = read(qpdf_oh_get_key(handle, node, key))
      {
        return value
      }
      guard qpdf_oh_has_key(handle, node, "/Parent") != 0 else { return nil }
      node = qpdf_oh_get_key(handle, node, "/Parent")
    }
    return nil
  }

  func rectangle(_ object: qpdf_oh) -> BoundingBox<PagePoint>? {
    guard qpdf_oh_is_array(handle, object) != 0, qpdf_oh_get_array_n_items(handle, object) == 4
    else { return nil }
    var values: [Double] = []
    for i in 0..<Int32(4) {
      guard let value = number(qpdf_oh_get_array_item(handle, object, i)), abs(value) < 1e9 else {
        return nil
      }
      values.append(value)
    }
    // Any two opposite corners make a rectangle (ISO 32000-1, 7.9.5).
    return BoundingBox([
      PagePoint(x: values[0], y: values[1]), PagePoint(x: values[2], y: values[3]),
    ])
  }

  /// `/Rotate` in 0, 90, 180, 270; what is no multiple of 90 is against the standard and counts as absent.
  private func quarterTurns(_ object: qpdf_oh) -> Int? {
    guard let value = number(object) else { return nil }
    let turn = value.truncatingRemainder(dividingBy: 360)
    let positive = turn < 0 ? turn + 360 : turn
    return [0, 90, 180, 270].first { Double($0) == positive }
  }

  private func userUnit(of page: qpdf_oh) -> Double {
    guard qpdf_oh_has_key(handle, page, "/UserUnit") != 0,
      let unit = number(qpdf_oh_get_key(handle, page, "/UserUnit")), unit > 0
    else { return 1 }
    return unit
  }

  func number(_ object: qpdf_oh) -> Double? {
    guard qpdf_oh_is_number(handle, object) != 0 else { return nil }
    let value = qpdf_oh_get_numeric_value(handle, object)
    return value.isFinite ? value : nil
  }
}
