internal import IndoorFiles
internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// A world file: six numbers that place an image's pixels in a coordinate reference system.
package enum WorldFile {
  /// Whether a file is called like one: by the first and the last letter of its image's ending and
  /// a w, as in `pgw`, by the whole ending and a w, or `wld` (GDAL's `GDALReadWorldFile`).
  package static func isNamed(_ path: String) -> Bool {
    ["pgw", "jgw", "tfw", "pngw", "jpgw", "jpegw", "tifw", "tiffw", "wld"].contains {
      path.lowercased().hasSuffix(".\($0)")
    }
  }

  /// The image's four corners as anchors, and whether rows run upwards, which is a warning: few
  /// images have their lowest row first, and it is easy to leave a minus out.
  static func read(
    _ bytes: [UInt8], name: String, on plan: PlanFile, system: ReferenceSystem?
  ) throws(AlignmentError) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let numbers = try numbers(String(text.trimmingPrefix("\u{FEFF}")), name: name)
    guard plan.page.isImage else {
      throw AlignmentError(
        .badAnchor,
        "\(name): a world file places an image's pixels, and the plan is none; give anchors")
    }
    guard let system = system == nil ? try beside(name) : system else {
      throw .noPointsSystem(name)
    }
    // It speaks of the middle of the top left pixel.
    let map = AffineTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3],
      tx: numbers[4] - (numbers[0] + numbers[2]) / 2, ty: numbers[5] - (numbers[1] + numbers[3]) / 2
    )
    let isMirrored =
      (numbers[0] * numbers[3] > numbers[1] * numbers[2]) != plan.page.isShownMirrored
    let anchors = try corners(of: plan.page, map, system, name: name)
    let coarse = try coarse(text, numbers, anchors, on: plan.page, map, system, name: name)
    return (
      coarse?.anchors ?? anchors,
      (isMirrored ? [.mirroring(name)] : []) + system.inexactness(of: anchors)
        + [coarse?.warning].compactMap(\.self)
    )
  }

  /// Significant digits of a pixel's size that are too few where it is a size by chance: in
  /// degrees, or turned. 0.1 m and 0.05 m are sizes that people choose.
  private static let fewDigits = 2

  /// Corners no better than half of the last digit of the pixels' size puts them, and that it is
  /// coarse, where that is over a metre.
  private static func coarse(
    _ text: String, _ numbers: [Double], _ anchors: [Anchor], on page: PlanPage,
    _ map: AffineTransform, _ system: ReferenceSystem, name: String
  ) throws(AlignmentError) -> (anchors: [Anchor], warning: AlignmentWarning)? {
    let words = text.split(whereSeparator: \.isWhitespace).prefix(4)
    guard system.isGeographic || numbers.prefix(4).allSatisfy({ $0 != 0 }), words.count == 4,
      !words.contains(where: { $0.lowercased().contains("e") })
    else { return nil }
    let decimals = words.map { $0.split(separator: ".").dropFirst().first?.count ?? 0 }.max() ?? 0
    let size = zip(words, numbers).filter { $1 != 0 }.map { word, _ in
      word.filter(\.isNumber).drop { $0 == "0" }.count
    }
    guard let most = size.max(), most <= fewDigits else { return nil }
    var half = 0.5
    for _ in 0..<min(decimals, 20) { half /= 10 }
    var moved = map
    (moved.a, moved.d) = (map.a + half, map.d + half)
    let others = try corners(of: page, moved, system, name: name)
    let metres = zip(anchors, others).map { Geodesic.distance($0.coordinate, $1.coordinate) }.max()
    guard let metres, metres.isFinite, metres > 1 else { return nil }
    let raised = anchors.map { anchor in
      var raised = anchor
      raised.sigmaMetres = min(metres, 999_999)
      return raised
    }
    return (
      raised,
      AlignmentWarning(
        .coarsePlaces,
        "\(name): its pixels' size is written to \(decimals) decimals, half of the last of which puts the far"
          + " corner \(Int(metres.rounded())) m elsewhere, and the predicted errors were raised by that;"
          + " write the size with all of its digits")
    )
  }

  /// The system of the `.prj` beside a world file, as this program, QGIS and Esri's write it; `nil`
  /// where there is none.
  private static func beside(_ name: String) throws(AlignmentError) -> ReferenceSystem? {
    let parts = PathParts(name)
    for ending in ["prj", "PRJ"] {
      let path = parts.beside(ending: ending)
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let bytes = try BoundedFile.read(
        path, limit: 65_536, remedy: "give the reference system's text alone")
      let text = String(decoding: bytes, as: UTF8.self).drop(while: \.isWhitespace)
      do throws(AlignmentError) { return try .described(by: text, or: nil) } catch {
        throw AlignmentError(error.code, "\(path): \(error.message)")
      }
    }
    return nil
  }

  private static func numbers(_ text: String, name: String) throws(AlignmentError) -> [Double] {
    var numbers: [Double] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      for word in line.split(whereSeparator: \.isWhitespace) {
        if let number = Double(decimal: word), number.isFinite {
          numbers.append(number)
          continue
        }
        let isDecimalComma = Double(decimal: word.replacing(",", with: "."))?.isFinite == true
        throw AlignmentError(
          .badAnchor,
          "\(name):\(index + 1): "
            + (isDecimalComma
              ? "has a comma in its number, write it with a point"
              : "is no number, and a world file has six, a line each; correct it"))
      }
    }
    guard numbers.count == 6 else {
      throw AlignmentError(
        .badAnchor,
        "\(name): a world file has six numbers, a line each, and this has \(numbers.count); correct it"
      )
    }
    return numbers
  }

  /// A page's corners where a map puts them.
  static func corners(
    of page: PlanPage, _ map: AffineTransform, _ system: ReferenceSystem, name: String
  ) throws(AlignmentError) -> [Anchor] {
    var anchors: [Anchor] = []
    for corner in page.corners {
      let place: LocalPoint = map.apply(corner)
      do throws(AlignmentError) {
        anchors.append(
          Anchor(page: corner, coordinate: try system.coordinate(x: place.x, y: place.y)))
      } catch { throw AlignmentError(error.code, "\(name): \(error.message)") }
    }
    return anchors
  }
}

extension AlignmentWarning {
  fileprivate static func mirroring(_ name: String) -> AlignmentWarning {
    AlignmentWarning(
      .positiveRows,
      "\(name): it mirrors the plan, as where an image has its lowest row first: check the sign of its fourth line, which is negative otherwise"
    )
  }
}
