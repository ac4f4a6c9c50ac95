internal import IndoorFiles
internal import IndoorJSON
import IndoorLibc
public import IndoorModel

extension AnchorFile {
  /// Reads the anchors of a plan from any file that has some: GeoJSON, QGIS's `.points`, an image's
  /// world file, or `appData.json#map_floor1`.
  ///
  /// - Parameters:
  ///   - path: the file, and behind a `#` the floor of an `appData.json`.
  ///   - plan: what the anchors are picked on.
  ///   - system: what the coordinates of `.points` and world files are in, where the file doesn't
  ///     say it by an EPSG code; without it the text counts that a file or a `.prj` has.
  ///   - dotsPerInch: the resolution of GDAL's picture of a PDF, on which QGIS counts pixels; `nil`
  ///     where it wasn't told any.
  ///   - waiting: told the path, once, of a pipe that nothing has come through for a second.
  /// - Returns: the anchors, what their reader should know, and whether their page points are
  ///   counted from a corner that the file's format sets.
  /// - Throws: a sentence with file and line where it is no such file or an anchor is wrong.
  public static func read(
    _ path: String, on plan: PlanFile, system: ReferenceSystem? = nil,
    dotsPerInch: Double? = nil, waiting: (_ path: String) -> Void = { _ in }
  ) throws(AlignmentError) -> (
    anchors: [Anchor], warnings: [AlignmentWarning], countsByItself: Bool
  ) {
    if let (file, floor) = floor(in: path) {
      let read = try AppDataAnchors.read(try bytes(of: file), floor: floor, name: file)
      return (read.anchors, read.warnings, true)
    }
    let bytes = try bytes(of: path, waiting: waiting)
    if let encoding = ForeignEncoding(bytes.prefix(64)) {
      throw AlignmentError(.badAnchor, "\(path): \(encoding.sentence)")
    }
    if let kind = ForeignKind(bytes.prefix(ForeignKind.openingCount)) {
      throw AlignmentError(
        .badAnchor, "\(path): \(kind.sentence), and no file of anchors; \(kind.remedy)")
    }
    if PointsFile.begins(bytes) || PathParts(path).ending.lowercased() == PointsFile.ending {
      let read = try PointsFile.read(
        bytes, name: path, on: plan, dotsPerInch: dotsPerInch, system: system)
      return (read.anchors, read.warnings, true)
    }
    if WorldFile.isNamed(path) {
      let read = try WorldFile.read(bytes, name: path, on: plan, system: system)
      return (read.anchors, read.warnings, true)
    }
    let read = try written(bytes: bytes, name: path)
    return (read.anchors, read.warnings, false)
  }

  /// A plan's corners where its own file says that they lie, or the control points in it; none
  /// where it has neither.
  ///
  /// - Parameters:
  ///   - plan: the plan's file.
  ///   - system: what the file's numbers are in, where it doesn't say it by an EPSG code; without
  ///     it the text counts that defines a system in the file.
  /// - Throws: a sentence where neither says it.
  public static func corners(
    of plan: PlanFile, system: ReferenceSystem? = nil
  ) throws(AlignmentError) -> [Anchor] {
    try ownAnchors(of: plan, system: system).anchors
  }

  /// The same, and what their reader should know.
  package static func ownAnchors(
    of plan: PlanFile, system: ReferenceSystem?
  ) throws(AlignmentError) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    guard let text = plan.ownPlacement?.wellKnownText ?? plan.ownPoints?.wellKnownText else {
      return ([], [])
    }
    guard let system = try ReferenceSystem.described(by: text, or: system) else {
      throw .noPointsSystem(plan.name)
    }
    guard let own = plan.ownPlacement else {
      let anchors = try points(of: plan, system)
      let digits = (plan.ownPoints?.points ?? []).flatMap { [$0.x, $0.y] }
      let written = WrittenDigits.finest(digits.map { WrittenDigits(of: $0) })?.applied(
        to: anchors, from: plan.name, in: system)
      return (
        written?.anchors ?? anchors, system.inexactness(of: anchors) + (written?.warnings ?? [])
      )
    }
    let anchors = try WorldFile.corners(of: plan.page, own.map, system, name: plan.name)
    let isMirrored = plan.page.isMirrored(by: own.map)
    return (anchors, (isMirrored ? [.mirroring(plan)] : []) + system.inexactness(of: anchors))
  }

  /// Metres, and share of the plan's diagonal, by which anchors may lay it elsewhere than its own
  /// file does: who gives some may know that it lies badly.
  private static let (mostMetres, mostShare) = (5.0, 0.05)

  /// That anchors lay a plan far from where its own file says that it lies, as a GeoTIFF's tags do;
  /// `nil` where they don't, or where the file doesn't say it.
  package static func difference(
    of alignment: PlanAlignment, from plan: PlanFile
  ) -> AlignmentWarning? {
    guard plan.ownPlacement != nil, let own = try? ownAnchors(of: plan, system: nil).anchors,
      let metres = own.map({ Geodesic.distance($0.coordinate, alignment.coordinate(of: $0.page)) })
        .max()
    else { return nil }
    let diagonal = min(
      AnchorChecks.longestBaseline(own.map(\.coordinate), Geodesic.distance),
      AnchorChecks.diagonal(alignment.page) * alignment.metresPerUnit)
    guard metres > max(mostMetres, mostShare * diagonal) else { return nil }
    return .ownPlaceDiffers(plan.name, metres: metres)
  }

  private static func points(
    of plan: PlanFile, _ system: ReferenceSystem
  ) throws(AlignmentError) -> [Anchor] {
    try (plan.ownPoints?.points ?? []).map { point throws(AlignmentError) in
      do throws(AlignmentError) {
        return Anchor(
          page: point.page, coordinate: try system.coordinate(x: point.x, y: point.y),
          name: point.name.isEmpty ? nil : "control point \(point.name)")
      } catch { throw AlignmentError(error.code, "\(plan.name): \(error.message)") }
    }
  }

  /// Whether a file's name says that its page points are counted from a corner that its format
  /// sets; what is in it may say so, too.
  public static func countsByItself(_ path: String) -> Bool {
    floor(in: path) != nil || WorldFile.isNamed(path)
      || PathParts(path).ending.lowercased() == PointsFile.ending
  }

  /// Whether a file that counts its page points by itself counts them as pixels of a picture of the
  /// page, as QGIS's `.points` do.
  package static func countsPixels(_ path: String) -> Bool {
    floor(in: path) == nil && !WorldFile.isNamed(path)
  }

  /// The file that a name of anchors is of: without the floor behind a `#`.
  public static func path(of name: String) -> String { floor(in: name)?.file ?? name }

  /// Dots an inch of the pictures that GDAL makes of most PDFs.
  static let usualDotsPerInch = 150.0

  /// `appData.json` and `map_floor1` of `appData.json#map_floor1`, whatever the file is called
  /// where there is one.
  private static func floor(in path: String) -> (file: String, floor: String)? {
    guard let mark = path.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    let file = String(path[..<mark])
    var status = stat()
    let isFile = stat(file, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    guard access(path, F_OK) != 0, file.lowercased().hasSuffix(".json") || isFile else {
      return nil
    }
    return (file, String(path[path.utf8.index(after: mark)...]))
  }
}

extension AlignmentWarning {
  fileprivate static func mirroring(_ plan: PlanFile) -> AlignmentWarning {
    AlignmentWarning(
      .positiveRows,
      "\(plan.name): its tags mirror the plan, as where an image has its lowest row first: check that it isn't seen in a mirror"
    )
  }

  fileprivate static func ownPlaceDiffers(_ name: String, metres: Double) -> AlignmentWarning {
    AlignmentWarning(
      .ownPlaceDiffers,
      "\(name): the anchors lay it up to \(number(metres)) m from where its own tags do, and count: check them, or leave them out if the tags are right"
    )
  }
}
