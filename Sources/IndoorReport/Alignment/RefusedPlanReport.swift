public import IndoorModel

/// The page of a plan that wasn't placed, because its lines lie on the walls in several ways.
public struct RefusedPlanReport: Sendable {
  /// The plan's file.
  public var fileName: String
  /// Why it wasn't placed, and what would settle it.
  public var sentence: String
  /// The ways it lies, the likeliest first.
  public var candidates: [AlignedPlan]
  /// The venue on whose walls it lies.
  public var venue: Venue

  /// Makes a report.
  public init(fileName: String, sentence: String, candidates: [AlignedPlan], venue: Venue) {
    self.fileName = fileName
    self.sentence = sentence
    self.candidates = candidates
    self.venue = venue
  }

  /// The page.
  public var page: ReportPage {
    ReportPage(
      title: "\(fileName) was not placed",
      subtitle: "Its lines lie on the walls in \(candidates.count) ways.", notice: sentence,
      figures: [],
      sections: candidates.enumerated().map { number, candidate in
        var section = AlignmentReport.mapSection(candidate, venue: venue)
        let turned = ShortNumber.fixed(candidate.rotationDegrees, decimals: 1)
        section.title =
          "Candidate \(number + 1): turned by \(turned)°"
          + (candidate.isMirrored ? ", in a mirror" : "")
        let lift = ShortNumber.fixed(candidate.walls?.lift ?? 0, decimals: 2)
        section.lead = "Lift \(lift), page's x axis \(turned)° from east, counter-clockwise."
        return section
      },
      footer: "<p>Lift is the share of the plan's lines on walls, less what chance gives.</p>")
  }
}
