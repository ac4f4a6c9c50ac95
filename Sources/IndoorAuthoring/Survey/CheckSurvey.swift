import IndoorFiles
import IndoorStorage
import IndoorSurveying

/// Says what is wrong with a venue's survey, by rules with stable codes.
public struct CheckSurvey: Sendable {
  /// The venue file.
  public var venue: String
  /// Where the findings that have a place go as GeoJSON.
  public var output: String?

  /// Makes a check.
  public init(venue: String, output: String? = nil) {
    self.venue = venue
    self.output = output
  }

  /// Checks the survey.
  ///
  /// - Throws: `AuthoringError` where there is no venue or no walk, `SurveyError`, `StorageError`,
  ///   `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> SurveyCheckReport {
    try OutputPlaces.check([output], sparing: [venue], progress)
    let (survey, known) = try StoredSurvey.read(
      VenueFile.open(venue, readOnly: true), keepingReadings: true, progress)
    let report = SurveyCheckReport(check: try SurveyCheck(survey), venue: known, path: venue)
    if let output { try OutputFile.write(report.geoJSON, to: output) }
    return report
  }
}
