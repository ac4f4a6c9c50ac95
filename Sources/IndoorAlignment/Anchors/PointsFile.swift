internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

/// Control points of QGIS's georeferencer, `.points` (qgis/QGIS,
/// src/app/georeferencer/qgsgcplist.cpp).
///
/// A line of the target's reference system, one of names that is passed over, then lines of x and y
/// in that system, x and y of the source and whether the point counts. Older files lack the first
/// line, and files of other programs the names. The source are pixels with y
/// negative downwards from the top left corner; of a PDF those of GDAL's picture of the turned
/// page.
enum PointsFile {
  static let ending = "points"
  private static let header = "mapX,mapY,sourceX,sourceY,enable,dX,dY,residual"
  private static let mark = "#CRS:"
  /// Sides of a picture beyond which points can't be its pixels.
  private static let beyond = 3.0

  /// Whether bytes begin as such a file does.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: withoutMark(bytes).prefix(80), as: UTF8.self)
    return start.hasPrefix(mark) || start.hasPrefix("mapX,") || start.hasPrefix("mapX\t")
  }

  /// The points that count, as anchors on a plan's page, and what their reader should know.
  ///
  /// - Parameters:
  ///   - dotsPerInch: the resolution of GDAL's picture of a PDF; `nil` where it wasn't told any.
  ///   - system: what x and y are in where the file doesn't say.
  static func read(
    _ bytes: [UInt8], name: String, on plan: PlanFile, dotsPerInch: Double?,
    system: ReferenceSystem?
  ) throws(AlignmentError) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    let lines = String(decoding: withoutMark(bytes), as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var first = 0
    var target = system
    if let line = lines.first, line.hasPrefix(mark) {
      first = 1
      do throws(AlignmentError) {
        target = try .described(by: line.dropFirst(mark.count), or: system)
      } catch { throw AlignmentError(error.code, "\(name):1: \(error.message)") }
    }
    guard let target else { throw .noPointsSystem(name, isDescribed: first > 0) }
    while first < lines.count, fields(lines[first]).allSatisfy(\.isEmpty) { first += 1 }
    var columns = fields(header[...]).count
    if lines.count > first, fields(lines[first]).allSatisfy({ Double(decimal: $0) == nil }) {
      let named = fields(lines[first])
      guard isInOrder(named) else { throw .otherColumns(name, first + 1, named) }
      columns = max(5, named.count)
      first += 1
    }
    var points: [(line: Int, place: Coordinate, x: Double, y: Double)] = []
    var digits: [WrittenDigits] = []
    var switchedOff = 0
    for (index, line) in lines.enumerated().dropFirst(first) {
      let fields = fields(line)
      // Spreadsheets write rows of nothing for cells that were only formatted.
      guard !fields.allSatisfy(\.isEmpty) else { continue }
      guard fields.count <= columns || fields[columns...].allSatisfy(\.isEmpty) else {
        throw .tooManyColumns(name, index + 1, fields.count, most: columns)
      }
      let numbers = fields.prefix(4).compactMap { Double(decimal: $0) }
      guard numbers.count == 4, let isOn = isOn(fields.count > 4 ? fields[4] : "") else {
        throw .badPointsLine(name, index + 1)
      }
      guard isOn else {
        switchedOff += 1
        continue
      }
      guard points.count < AnchorFile.maximumAnchors else { throw .tooManyAnchors(name) }
      do throws(AlignmentError) {
        points.append(
          (index + 1, try target.coordinate(x: numbers[0], y: numbers[1]), numbers[2], numbers[3]))
      } catch { throw AlignmentError(error.code, "\(name):\(index + 1): \(error.message)") }
      digits += fields.prefix(2).map { WrittenDigits(of: $0) }
    }
    guard !points.isEmpty || switchedOff > 0 else { throw .noPoints(name) }
    guard points.count > 1 || switchedOff == 0 else {
      throw .switchedOff(name, switchedOff, of: points.count + switchedOff)
    }
    var read = try anchors(of: points, name: name, on: plan, dotsPerInch: dotsPerInch)
    read.warnings += target.inexactness(of: read.anchors)
    if let written = WrittenDigits.finest(digits)?.applied(
      to: read.anchors, from: name, in: target)
    {
      (read.anchors, read.warnings) = (written.anchors, read.warnings + written.warnings)
    }
    return read
  }

  /// The parts of a line, without blanks around them.
  private static func fields(_ line: Substring) -> [String] {
    line.split(separator: line.contains("\t") ? "\t" : ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Whether a header's columns, where it names them as QGIS does, are where QGIS has them, each
  /// once: they are read by their order.
  private static func isInOrder(_ named: [String]) -> Bool {
    let known = [["mapx"], ["mapy"], ["sourcex", "pixelx"], ["sourcey", "pixely"], ["enable"]]
    return named.enumerated().allSatisfy { index, name in
      let place = known.firstIndex { $0.contains(name.lowercased()) }
      return place == nil || place == index
    }
  }

  /// Whether a point counts; `nil` for what says neither.
  private static func isOn(_ field: String) -> Bool? {
    switch field.lowercased() {
    case "", "true": true
    case "false": false
    default: Double(decimal: field).map { $0 != 0 }
    }
  }

  /// UTF-8's mark before a text, which some editors set.
  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  private static func anchors(
    of points: [(line: Int, place: Coordinate, x: Double, y: Double)], name: String,
    on plan: PlanFile, dotsPerInch: Double?
  ) throws(AlignmentError) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    let picture = RasterFrame(plan, dotsPerInch: dotsPerInch)
    guard !plan.isDrawing else {
      return (
        points.map {
          Anchor(
            page: picture.page(x: $0.x, y: -$0.y), coordinate: $0.place, name: "line \($0.line)")
        }, []
      )
    }
    // What was rounded at the upper edge has no sign.
    let hair = 1e-6
    if let mixed = points.first(where: { $0.y > hair }),
      let other = points.first(where: { $0.y < -hair })
    {
      throw .mixedRows(name, mixed.line, other.line)
    }
    let isPositive = points.contains { $0.y > hair }
    let largest = max(
      points.map { abs($0.x) / picture.width }.max() ?? 0,
      points.map { abs($0.y) / picture.height }.max() ?? 0)
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let span = max(
      (xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
    // Degrees of a georeferenced picture lie within a pixel of each other, its metres far beyond
    // it. One point that stands there twice is another matter.
    guard largest <= beyond, span == 0 || span > 1.5 else {
      throw .georeferencedPoints(name, width: picture.width, height: picture.height)
    }
    let anchors = points.map { point in
      Anchor(
        page: picture.page(x: point.x, y: isPositive ? point.y : -point.y),
        coordinate: point.place, name: "line \(point.line)")
    }
    return (anchors, isPositive ? [.positiveRows(name)] : [])
  }

  /// The file of a placed plan's anchors, those that were left out switched off. Where they alone
  /// don't place the plan as it lies, as after its walls have, the page's corners stand before
  /// them, and all anchors are switched off.
  static func text(
    of placement: PlanPlacement, frame: LocalFrame, on plan: PlanFile, dotsPerInch: Double?
  ) throws(AlignmentError) -> String {
    let picture = RasterFrame(plan, dotsPerInch: dotsPerInch)
    var points: [(anchor: Anchor, isOn: Bool)] = []
    if let fit = placement.fit(making: placement.pageToLocal, in: frame) {
      points = fit.anchors.map { ($0.anchor, !$0.isLeftOut) }
    } else {
      points = placement.page.corners.map {
        (Anchor(page: $0, coordinate: frame.coordinate(from: placement.local(from: $0))), true)
      }
      points += placement.anchors.map { ($0, false) }
    }
    // QGIS fits a plane to the numbers: across the antimeridian they run on.
    let middle = frame.coordinate(from: placement.local(from: placement.page.box.centre)).longitude
    var lines = ["\(mark) " + (try ReferenceSystem.wgs84Text()), header]
    for (anchor, isOn) in points {
      let source = picture.pixel(anchor.page)
      let fitted =
        placement.page(from: frame.local(from: anchor.coordinate)).map(picture.pixel) ?? source
      let (dx, dy) = (fitted.x - source.x, source.y - fitted.y)
      let place = anchor.coordinate.unbroken(near: middle)
      let pixel = [source.x, -source.y].map { abs($0) < 1e-9 ? 0 : $0 }
      let numbers = ([place.longitude, place.latitude] + pixel).map { "\($0)" }
      let misses = [dx, dy, (dx * dx + dy * dy).squareRoot()].map { "\($0)" }
      lines.append((numbers + [isOn ? "1" : "0"] + misses).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension AlignmentError {
  static func noPointsSystem(_ name: String, isDescribed: Bool = true) -> AlignmentError {
    guard !isDescribed || Projection.hasDatabase else { return noSystems(name) }
    return AlignmentError(
      .badReferenceSystem,
      "\(name): doesn't say by an EPSG code, or by a system that PROJ can convert to WGS 84, what its map coordinates are in; name their reference system"
    )
  }

  static func badPointsLine(_ name: String, _ line: Int) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\(name):\(line): this is no control point; give mapX, mapY, sourceX and sourceY as numbers with decimal points, and 1 or 0 for enable, with commas between them"
    )
  }

  static func tooManyColumns(
    _ name: String, _ line: Int, _ count: Int, most: Int
  ) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\(name):\(line): has \(count) columns where control points have \(most); if its numbers have decimal commas, write points instead"
    )
  }

  static func otherColumns(_ name: String, _ line: Int, _ named: [String]) -> AlignmentError {
    let some = named.prefix(8).map { String($0.prefix(20)) }.joined(separator: ",")
    return AlignmentError(
      .badAnchor,
      "\(name):\(line): names the columns \(some), where control points have mapX,mapY,sourceX,sourceY,enable in this order, each once; put them so"
    )
  }

  static func noPoints(_ name: String) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\(name): holds no control points; set two or more in QGIS's georeferencer and save them")
  }

  static func switchedOff(_ name: String, _ off: Int, of count: Int) -> AlignmentError {
    AlignmentError(
      .tooFewAnchors,
      "\(name): \(off) of its \(count) control points are switched off; set enable to 1 for two or more"
    )
  }

  static func mixedRows(_ name: String, _ line: Int, _ other: Int) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\(name):\(line): sourceY is positive here and negative in line \(other); give all rows as QGIS does, negative downwards"
    )
  }

  static func georeferencedPoints(
    _ name: String, width: Double, height: Double
  ) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\(name): its source points are no pixels of a plan of \(Int(width)) × \(Int(height)), as of a raster that was georeferenced already; pick points on the plain plan"
    )
  }
}

extension AlignmentWarning {
  static func positiveRows(_ name: String) -> AlignmentWarning {
    AlignmentWarning(
      .positiveRows,
      "\(name): sourceY is positive throughout, and was taken as rows from the top: check that the plan isn't upside down"
    )
  }
}
