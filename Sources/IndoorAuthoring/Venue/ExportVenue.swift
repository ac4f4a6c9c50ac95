import Foundation
import IndoorAlignment
import IndoorArchive
import IndoorFiles
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorVenues

/// Writes a venue's levels, units and openings as a file for other programs.
public struct ExportVenue: Sendable {
  /// What can be written.
  public enum Format: String, CaseIterable, Codable, Sendable {
    /// One FeatureCollection, a feature a line, which an import reads back as the same venue.
    case geojson
    /// An archive of IMDF 1.0.0: a zip where the output ends with `.zip`, else a folder, in which
    /// there may be an earlier archive of the same venue, but no file of IMDF's that this one
    /// hasn't, and no other file that is called as one of its.
    case imdf
    /// A drawing a level into a folder, north up, one unit a metre.
    case svg
    /// GeoJSON of where people can walk on each level, a feature for each part that hangs together.
    case walkable
    /// A MapLibre style of all levels with their placed plans, the plans' pictures beside it, and a
    /// page with a switch for the level.
    case maplibre
  }

  /// What IMDF asks for and a venue file doesn't know.
  public struct Address: Hashable, Sendable {
    /// The venue's category, such as `museum` or `shoppingcenter`.
    public var category = "businesscampus"
    /// Street and number.
    public var address = "unknown"
    /// Town.
    public var locality = "unknown"
    /// Country as two letters (ISO 3166-1).
    public var country = "ZZ"
    /// Language of the names, as a tag such as `en` or `fr-CA`; `nil` for that of the archive that
    /// the venue came from, or English.
    public var language: String?
    /// When the archive was made, in seconds since 1970; without it the environment's
    /// `SOURCE_DATE_EPOCH`, or now.
    public var created: Double?

    /// Makes one that says nothing.
    public init() {}

    /// Whether IMDF has the category.
    package var isCategoryKnown: Bool { IMDFCategories.venue.contains(category) }
    /// Whether the country is a code of two capital letters.
    package var isCountryCode: Bool { CountryCodes.isOne(country) }
    /// The code that is meant where the country is none, or one for an example.
    package var meantCountry: String { CountryCodes.meant(country) ?? "DE" }

    /// What of the address isn't given, in words.
    fileprivate var missing: [String] {
      let usual = Address()
      return [
        address == usual.address ? "the street" : nil,
        locality == usual.locality ? "the town" : nil,
        country == usual.country ? "the country" : nil,
      ].compactMap(\.self)
    }
  }

  /// The venue file.
  public var venue: String
  /// What to write.
  public var format: Format
  /// Where to write it.
  public var output: String
  /// What an IMDF archive has besides.
  public var address = Address()

  /// Makes an export.
  public init(venue: String, format: Format, output: String) {
    self.venue = venue
    self.format = format
    self.output = output
  }

  /// Writes the venue. What of it an IMDF archive can't say is told as warnings, with the codes of
  /// rules for venues.
  ///
  /// - Returns: what was written.
  /// - Throws: `AuthoringError` where there is no venue, `VenueError`, `StorageError`, `FileError`,
  ///   and `AlignmentError` for a plan that has no place in a style and a style named as its page.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> VenueSummary {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let content = try file.venue() else { throw AuthoringError.noVenue(venue) }
    var summary = VenueSummary(content)
    if isFile { try OutputPlaces.check([output], sparing: [venue], progress) }
    switch format {
    case .geojson:
      try OutputFile.write(GeoJSONVenueWriter.text(of: content), to: output)
      report(Shapeless.findings(in: content, " and is left out by an import"), progress)
      tellRenumberedCorners(of: content, progress)
    case .imdf:
      summary.writtenLevels = try writeArchive(
        of: content, kept: try file.sourceFeatures(), progress)
      tellRenumberedCorners(of: content, progress)
    case .walkable:
      try OutputFile.write(GroundAreaWriter.text(of: content, name: venue), to: output)
    case .svg:
      let folder = try OutputFolder(output)
      let files = SVGVenueWriter.files(of: content)
      try folder.fill {
        for path in files.map({ folder.path($0.name) }) {
          try OutputPlaces.check(unnamed: [path], besideOne: path, with: SVGVenueWriter.mark)
        }
        try folder.write(files, sparing: [venue], progress)
      }
      tellEarlierDrawings(than: files.map(\.name), in: folder, progress)
    case .maplibre: try writeStyle(of: content, in: file, progress)
    }
    report(VenueCheck.findings(withoutLevel: try file.featuresWithoutLevel(), of: venue), progress)
    report(VenueCheck.findings(missingIn: content, of: venue), progress)
    return summary
  }

  /// Whether the output is one file, and no folder.
  private var isFile: Bool {
    switch format {
    case .geojson, .walkable, .maplibre: true
    case .imdf: PathParts(output).ending.lowercased() == "zip"
    case .svg: false
    }
  }

  private func report(_ findings: [VenueFinding], _ progress: ProgressHandler) {
    for (code, message) in GroupedFindings(findings).warnings {
      progress(.warning(AuthoringWarning.Code(rawValue: code), "\(message) [\(code)]"))
    }
  }

  /// Says how many units' corners, which anchors name by their numbers, an import of what was
  /// written numbers otherwise.
  private func tellRenumberedCorners(of content: Venue, _ progress: ProgressHandler) {
    let count = content.units.count { unit in
      unit.geometry.first.map { GeoJSONGeometry.isTurned($0.exterior) } ?? false
    }
    guard count > 0 else { return }
    progress(
      .note(
        .cornersRenumbered,
        "\(output): \(Counted.text(count, "unit")) went round clockwise, and \(count == 1 ? "goes" : "go") "
          + "counter-clockwise there, as GeoJSON and IMDF want it, so the corners (unit:ID#N) have other "
          + "numbers after an import of it; name them anew there"))
  }

  /// Says that the folder holds drawings that an earlier export wrote and this one didn't, as of
  /// levels that are gone, or of another venue.
  private func tellEarlierDrawings(
    than names: [String], in folder: OutputFolder, _ progress: ProgressHandler
  ) {
    // Where the disk takes A and a for one, the name may be in other letters.
    let own = Set(names.map { $0.lowercased() })
    let others = RecordingFiles.names(in: output).filter { name in
      SVGVenueWriter.isName(name) && !own.contains(name.lowercased())
        && RecordingFiles.opening(of: folder.path(name))?.firstRange(of: SVGVenueWriter.mark.utf8)
          != nil
    }
    guard let first = others.first else { return }
    let shown = others.prefix(3).dropFirst().map { ", \($0)" }.joined()
    let more = others.count > 3 ? " and \(others.count - 3) more" : ""
    let isOne = others.count == 1
    progress(
      .warning(
        .earlierDrawings,
        "\(folder.path(first))\(shown)\(more): \(isOne ? "is" : "are") by an earlier export, and of no level of this "
          + "venue; remove what is of levels that are gone, or name another folder"
      ))
  }

  private func writeStyle(
    of content: Venue, in file: VenueFile, _ progress: @escaping ProgressHandler
  ) throws {
    let parts = PathParts(output)
    guard parts.ending.lowercased() != "html" else {
      throw AlignmentError.besideOutput(output, instead: "\(parts.stem).json")
    }
    var plans: [LevelKey: (picture: String, corners: [Coordinate])] = [:]
    var pictures: [(path: String, bytes: [UInt8])] = []
    for (number, placement) in try file.placements().enumerated() {
      guard let plan = try file.plan(for: placement.level), !plan.preview.isEmpty else { continue }
      let export = try PlanExport(plan, frame: content.frame, title: plan.fileName)
      let path = parts.beside(ending: "plan-\(number).png")
      plans[placement.level] = (FileNames.url(PathParts(path).name), export.corners)
      pictures.append((path, plan.preview))
    }
    let page = parts.beside(ending: "html")
    let paths = [output, page] + pictures.map(\.path)
    try OutputPlace.checkNeighbours(paths)
    try OutputPlaces.check(paths, sparing: [venue], progress)
    try OutputPlaces.check(
      unnamed: Array(paths.dropFirst()), besideOne: output, with: "\"\(MapLibreVenue.levels)\"")
    let map = MapLibreVenue(content, plans: plans)
    let style = map.style
    try OutputFile.write(
      pictures + [
        (page, [UInt8](map.page(style).utf8)),
        (output, [UInt8]((style.text(pretty: true) + "\n").utf8)),
      ])
  }

  /// - Returns: how many levels the archive has.
  private func writeArchive(
    of content: Venue, kept: [SourceFeature], _ progress: @escaping ProgressHandler
  ) throws -> Int {
    let seconds =
      address.created
      ?? ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Double(decimal: $0) }
    let writer = IMDFWriter(
      content,
      details: IMDFWriter.Details(
        category: address.category, address: address.address, locality: address.locality,
        country: address.country, language: address.language,
        created: (seconds.map { Date(timeIntervalSince1970: $0) } ?? Date()).formatted(.iso8601)),
      kept: kept)
    if writer.isAddressWritten, !address.missing.isEmpty {
      let isUsual = writer.isCategoryWritten && address.category == Address().category
      let missing = address.missing + (isUsual ? ["the category"] : [])
      progress(
        .warning(
          .noAddress,
          "\(output): IMDF asks for an address; give \(Counted.list(missing))"))
    }
    report(writer.findings, progress)
    if isFile {
      try ZipWriter.write(writer.files(), to: output)
    } else {
      try writeFolder(writer.files(), of: writer.venueIDs, progress)
    }
    return writer.levelCount
  }

  /// An archive's folder is read as a whole: what lies there of another archive and isn't written
  /// over would be taken for this venue's. Whose it is nobody knows, so nothing is deleted, and
  /// nothing but an archive of the same venue is replaced.
  private func writeFolder(
    _ files: [(name: String, text: String)], of ids: [String], _ progress: @escaping ProgressHandler
  ) throws {
    let folder = try OutputFolder(output)
    try folder.fill {
      if let others = Self.venueIDs(in: folder) {
        guard ids.contains(where: { others.contains($0.comparedID) }) else {
          throw AuthoringError.otherVenue(folder.path(IMDFWriter.venueName))
        }
      } else {
        try OutputPlaces.check(unnamed: files.map { folder.path($0.name) })
      }
    }
    let left = IMDFWriter.fileNames.subtracting(files.map(\.name)).filter(folder.holds).sorted()
    if let first = left.first { throw AuthoringError.otherArchive(folder.path(first)) }
    try folder.write(files, sparing: [venue], progress)
  }

  /// The ids of the venues whose archive a folder holds; `nil` where it holds none.
  private static func venueIDs(in folder: OutputFolder) -> [String]? {
    let names = [IMDFWriter.manifestName, IMDFWriter.venueName]
    guard names.allSatisfy({ RecordingFiles.opening(of: folder.path($0))?.isEmpty == false }),
      let root = try? JSONDocument(path: folder.path(IMDFWriter.venueName)).root
    else { return nil }
    return root["features"]?.elements.compactMap { $0["id"]?.string?.comparedID }
  }
}

extension AuthoringError {
  static func otherVenue(_ path: String) -> AuthoringError {
    AuthoringError(
      .otherArchive,
      "\(path): is of another venue's archive, which would be replaced; name another folder, or take it out"
    )
  }

  static func otherArchive(_ path: String) -> AuthoringError {
    AuthoringError(
      .otherArchive,
      "\(path): this archive has no such file, and what lies there would be read with it; take it out, or name another folder"
    )
  }
}
