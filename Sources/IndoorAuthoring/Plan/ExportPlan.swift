import Foundation
public import IndoorAlignment
import IndoorArchive
import IndoorFiles
import IndoorGeometry
public import IndoorModel
import IndoorReport
import IndoorStorage

/// Writes a level's placed plan in a format that other programs read.
public struct ExportPlan: Sendable {
  /// What can be written.
  public typealias Format = PlanExport.Format

  /// The venue file.
  public var venue: String
  /// The level's building by id or name, where the venue has several.
  public var building: String?
  /// The level's ordinal: 0 is the ground floor.
  public var level: Int
  /// What to write.
  public var format: Format
  /// Where to write it; what belongs beside it gets the same name.
  public var output: String
  /// The resolution of the picture of a PDF on which QGIS counts the pixels of `points`; `nil`
  /// where GDAL, which makes it, isn't told any.
  public var pointsResolution: Double?

  /// Ground metres a pixel of the picture; without it that of the preview.
  public var metresPerPixel: Double?
  /// Whether the picture is cut to the level's outline.
  public var isCropped = false
  /// Whether the picture's white is clear.
  public var hasClearPaper = false

  /// Makes an export.
  public init(venue: String, building: String? = nil, level: Int, format: Format, output: String) {
    self.venue = venue
    self.building = building
    self.level = level
    self.format = format
    self.output = output
  }

  /// The formats' names.
  package static var formats: [String] { Format.allCases.map(\.rawValue) }
  /// Whether a format has the plan's picture; control points for its own file have none.
  package static func hasPicture(_ format: Format) -> Bool { format != .points }

  /// Whether a format is for programs that take any size: what browsers and phones show has the
  /// venue file's picture.
  private static func isOfAnySize(_ format: Format) -> Bool {
    [.worldfile, .geotiff, .gcp].contains(format)
  }

  /// Writes the files.
  ///
  /// - Returns: their paths.
  /// - Throws: `AuthoringError` where there is no such plan, `AlignmentError`, `StorageError`,
  ///   `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> [String] {
    let paths = try PlanExport.paths(of: format, at: output)
    try OutputPlace.checkNeighbours(paths)
    try OutputPlaces.check(paths, sparing: [venue], progress)
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.venue() else { throw AuthoringError.noVenue(venue) }
    let keys = try file.placements().map(\.level)
    let named = try building.map { try BuildingName.id($0, in: known, of: venue) }
    let found = keys.filter { $0.ordinal == level && (named ?? $0.building) == $0.building }
    guard found.count < 2 else { throw AuthoringError.severalBuildings(venue, found, in: known) }
    guard let key = found.first, var plan = try file.plan(for: key) else {
      throw AuthoringError.noPlan(venue, on: level, of: named, plans: keys, in: known)
    }
    try spareOriginal(of: plan, at: paths)
    try OutputPlaces.check(beside: paths, format)
    tellIdle(plan, progress)
    plan = try Self.whole(
      plan, for: format, isMadeOver: isCropped || hasClearPaper, progress)
    plan = try madeOver(plan, in: known)
    var export = try PlanExport(plan, frame: known.frame, title: key.exportTitle(in: known))
    export.dotsPerInch = pointsResolution
    export.isMadeOver = isCropped || hasClearPaper
    return try Self.write(export, as: format, to: output, progress)
  }

  /// The plan with all pixels that it has, where a format is for them.
  static func whole(
    _ plan: Plan, for format: Format, isMadeOver: Bool = false, _ progress: ProgressHandler
  ) throws -> Plan {
    guard isOfAnySize(format) else { return plan }
    let (whole, coarser) = try PlanPicture.whole(plan, isMadeOver: isMadeOver)
    if let coarser { progress(.warning(AuthoringWarning(.coarserPicture, coarser))) }
    return whole
  }

  /// Writes an export's files, and says where they show less than the plan has.
  static func write(
    _ export: PlanExport, as format: Format, to output: String, _ progress: ProgressHandler
  ) throws -> [String] {
    if let coarser = try export.coarserTiles(as: format) {
      progress(.warning(AuthoringWarning(.coarserTiles, coarser)))
    }
    return try export.write(as: format, to: output)
  }
}

extension ExportPlan {
  /// Writes the files into one: the file itself where it is the only one, else a zip of them.
  ///
  /// - Parameters:
  ///   - venue: the venue file.
  ///   - level: the plan's level.
  ///   - format: what to write.
  ///   - name: what the files are called, without an ending.
  /// - Returns: the file's name and bytes.
  /// - Throws: what `run` throws.
  public static func file(
    venue: String, level: LevelKey, format: Format, name: String
  ) throws -> (name: String, bytes: [UInt8]) {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let paths = try ExportPlan(
      venue: venue, building: level.building.isEmpty ? nil : level.building, level: level.ordinal,
      format: format,
      output: "\(folder.path)/\(name).\(format.ending)"
    ).run()
    let files = try paths.map { path in
      (PathParts(path).name, [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }
    if let only = files.first, files.count == 1 { return only }
    return ("\(name).zip", try ZipWriter.bytes(of: files))
  }

  /// Refuses to write a picture over the very drawing that the plan was made of, as plan.png beside
  /// plan.kml.
  private func spareOriginal(of plan: Plan, at paths: [String]) throws(AuthoringError) {
    guard plan.preview != plan.original || isCropped || hasClearPaper else { return }
    for path in paths {
      guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
        size == plan.original.count, size > 0,
        let there = try? Data(contentsOf: URL(fileURLWithPath: path)),
        there.elementsEqual(plan.original)
      else { continue }
      throw .overwritesDrawing(path)
    }
  }

  /// Says which settings are of no effect on an image.
  private func tellIdle(_ plan: Plan, _ progress: ProgressHandler) {
    func tell(_ given: String, _ why: String) {
      progress(.warning(.noEffect, "\(plan.fileName): \(given), but \(why); leave it out"))
    }
    if pointsResolution != nil, PlanFile.isDrawing(plan.fileName, plan.mediaType) {
      tell("the resolution of control points was given", "those of a DXF are in its own units")
    }
    guard plan.placement.page.isImage else { return }
    if metresPerPixel != nil {
      tell("the metres a pixel were given", "an image is exported with the pixels that it has")
    }
    if pointsResolution != nil {
      tell("the resolution of control points was given", "those of an image count its own pixels")
    }
  }

  /// The plan with its picture as it is asked for.
  private func madeOver(_ plan: Plan, in known: Venue) throws -> Plan {
    var made = plan
    if let metresPerPixel {
      // What is cropped may have fewer.
      if !isCropped {
        try PlanExport.checkTiles(
          of: made, frame: known.frame, as: format, metresPerPixel: metresPerPixel)
      }
      made = try PlanPicture.drawn(made, metresPerPixel: metresPerPixel)
    }
    if hasClearPaper { made = try PlanPicture.withClearPaper(made) }
    if isCropped {
      let outline = known.level(plan.placement.level)?.outline ?? []
      guard !outline.isEmpty else {
        throw AuthoringError(
          .noLevel,
          "\(venue): level \(level) has no outline to crop the plan to; import one, or don't crop")
      }
      made = try PlanPicture.cropped(
        made, to: outline.map { $0.map { known.frame.local(from: $0) } })
    }
    return made
  }
}

extension OutputPlaces {
  /// Checks that beside a plan's export nothing is lost but what an earlier one wrote.
  static func check(beside paths: [String], _ format: PlanExport.Format) throws {
    guard let mark = PlanExport.mark(of: format, in: paths) else { return }
    try check(unnamed: Array(paths.dropFirst()), besideOne: mark.path, with: mark.text)
  }
}

extension LevelKey {
  /// What an exported plan is called: its venue and its level.
  func exportTitle(in venue: Venue) -> String {
    venue.name.isEmpty ? fullTitle(in: venue) : "\(venue.name), \(fullTitle(in: venue))"
  }
}

extension AuthoringError {
  /// - Parameters:
  ///   - building: the id of the building that is named, or what was named as one.
  ///   - plans: the levels of the venue's plans.
  static func noPlan(
    _ path: String, on level: Int, of building: String?, plans: [LevelKey], in venue: Venue
  ) -> AuthoringError {
    guard !plans.isEmpty else {
      return AuthoringError(.noPlan, "\(path): has no placed plan; place one")
    }
    let here = plans.filter { $0.building == building ?? $0.building }
    let shown = building.map { " of building \(BuildingName.shown($0, in: venue))" } ?? ""
    guard !here.isEmpty else {
      let others = BuildingName.shown(Set(plans.map(\.building)), in: venue)
      return AuthoringError(
        .noPlan, "\(path): has no plan\(shown), only of \(others); name one of them or place one")
    }
    let levels = Set(here.map(\.ordinal)).sorted().map { "\($0)" }.joined(separator: ", ")
    return AuthoringError(
      .noPlan,
      "\(path): has no plan on level \(level)\(shown), only on \(levels); name one of them or place one"
    )
  }
}
