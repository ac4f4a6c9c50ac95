import IndoorFiles
import IndoorModel
import IndoorReport
import IndoorStorage
import IndoorSurveying

/// Says what was surveyed, how good positions will be there, and where to walk next.
public struct MeasureCoverage: Sendable {
  /// The venue file.
  public var venue: String
  /// A folder for the page, the pictures and the GeoJSON; made where it is missing.
  public var output: String?
  /// Where the page alone goes.
  public var report: String?

  /// Makes one for a venue file.
  public init(venue: String, output: String? = nil, report: String? = nil) {
    self.venue = venue
    self.output = output
    self.report = report
  }

  /// Locates each walk by the map of all others, and learns from that.
  ///
  /// - Throws: `AuthoringError` where there is no venue or no walk, `StorageError`, `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> CoverageResult {
    guard let output else { return try measure(into: nil, progress) }
    let folder = try OutputFolder(output)
    return try folder.fill {
      try folder.check(Self.names, beside: [report], sparing: [venue])
      try check(Self.names, in: folder)
      return try measure(into: folder, progress)
    }
  }

  /// What the folder always gets.
  private static let names = [
    "coverage.html", "cells.geojson", "next-walks.geojson", "next-walks.gpx", "next-walks.html",
  ]

  private func check(_ names: [String], in folder: OutputFolder) throws {
    try OutputPlaces.check(
      unnamed: names.map(folder.path), besideOne: folder.path(Self.names[0]), with: ReportPage.mark)
  }

  private func measure(
    into folder: OutputFolder?, _ progress: @escaping ProgressHandler
  ) throws -> CoverageResult {
    try OutputPlaces.check([report], sparing: [venue], progress)
    let file = try VenueFile.open(venue, readOnly: true)
    let (survey, known) = try StoredSurvey.read(file, keepingReadings: false, progress)
    var map = try SurveyedMap.build(of: file, progress).built.map
    if let stored = try file.radioMapMatching() { map.matching = stored }
    let result = CoverageResult(
      coverage: SurveyCoverage(survey, map: map), survey: survey, venue: known, path: venue)
    guard report != nil || output != nil else { return result }
    let drawn = result.report
    let files =
      [
        OutputFolder.File("coverage.html") { drawn.page.html },
        OutputFolder.File(name: "cells.geojson") { try result.writeCells($0) },
        OutputFolder.File("next-walks.geojson") { result.nextWalks },
        OutputFolder.File("next-walks.gpx") { result.gpx },
        OutputFolder.File("next-walks.html") { drawn.sheet.html },
      ] + result.pictures(of: drawn)
    try folder?.check(files.map(\.name), beside: [report], sparing: [venue])
    if let folder { try check(files.map(\.name), in: folder) }
    if let report { try drawn.page.write(to: report) }
    try folder?.write(files, sparing: [venue], progress)
    return result
  }
}
