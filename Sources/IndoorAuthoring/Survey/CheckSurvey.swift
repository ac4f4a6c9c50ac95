import IndoorFiles
import IndoorReport
import IndoorStorage
import IndoorSurveying

/// Says what is wrong with a venue's survey, by rules with stable codes.
public struct CheckSurvey: Sendable {
  /// The venue file.
  public var venue: String
  /// Where the findings that have a place go as GeoJSON.
  public var output: String?
  /// Where a page goes with the findings on maps, and what to do.
  public var report: String?

  /// Makes a check.
  public init(venue: String, output: String? = nil, report: String? = nil) {
    self.venue = venue
    self.output = output
    self.report = report
  }

  /// Checks the survey.
  ///
  /// - Throws: `AuthoringError` where there is no venue or no walk, `SurveyError`, `StorageError`,
  ///   `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> SurveyCheckReport {
    try OutputPlaces.check([output, report], sparing: [venue], progress)
    let (survey, known) = try StoredSurvey.read(
      VenueFile.open(venue, readOnly: true), keepingReadings: true, progress)
    let page = self.report
    let report = SurveyCheckReport(
      check: try SurveyCheck(survey), venue: known, path: venue,
      paths: page == nil ? [:] : survey.pathsByLevel)
    if let output { try OutputFile.write(report.geoJSON, to: output) }
    if let page { try report.page.write(to: page) }
    return report
  }
}
