import IndoorAlignment
import IndoorGeometry
import IndoorJSON
import IndoorLibc
public import IndoorModel
import IndoorReport

extension PlacePlan {
  /// A refusal as JSON: what went wrong, and the placements between which it is open.
  ///
  /// - Parameter message: the error's sentence, in other words where the caller has them.
  public static func json(of error: any IndoorError, message: String? = nil) -> String {
    let candidates = (error as? AlignmentError)?.candidates ?? []
    return JSONOutput.object([
      (
        "refused",
        .object([
          ("code", .string("\(error.code)")), ("message", .string(message ?? error.message)),
        ])
      ),
      ("candidates", .array(candidates.map(\.json))),
    ]).text(pretty: true)
  }

  /// Lays a plan on walls, and writes the report's page where that is refused with candidates.
  func reporting(
    _ source: PlanFile, _ venue: Venue, _ body: () throws(AlignmentError) -> PlanAlignment
  ) throws -> PlanAlignment {
    do throws(AlignmentError) { return try body() } catch {
      if let report, !error.candidates.isEmpty {
        let preview = try PlanPreview.png(of: source).png ?? []
        let page = RefusedPlanReport(
          fileName: source.name, sentence: error.message,
          candidates: error.candidates.map { Self.shown($0, source, preview, venue) }, venue: venue
        ).page
        try page.write(to: report)
      }
      throw error
    }
  }

  private static func shown(
    _ candidate: PlanCandidate, _ source: PlanFile, _ preview: [UInt8], _ venue: Venue
  ) -> AlignedPlan {
    let map = candidate.pageToLocal
    let plan = Plan(
      PlanPlacement(level: candidate.level, page: source.page, pageToLocal: map, anchors: []),
      of: source, preview: preview)
    var aligned = AlignedPlan(
      plan: plan, title: candidate.level.fullTitle(in: venue), model: PlanModel.similarity.rawValue,
      metresPerUnit: abs(map.determinant).squareRoot(),
      rotationDegrees: Angle.degrees(atan2(map.b, map.a)), anchors: [], rmse: nil, predicted: [])
    aligned.isMirrored = candidate.isMirrored
    aligned.walls = AlignedPlan.WallFit(
      lift: candidate.lift, margin: candidate.margin, distance: .nan)
    return aligned
  }
}

extension Plan {
  /// A placed plan as a venue file keeps it.
  init(_ placement: PlanPlacement, of source: PlanFile, preview: [UInt8]) {
    self.init(
      placement: placement, fileName: source.name, mediaType: source.format.mediaType,
      original: source.bytes, preview: preview)
  }
}

extension AuthoringError {
  static func noOrdinal(_ level: Int) -> AuthoringError {
    AuthoringError(
      .noLevel,
      "level \(level): ordinals lie between -1000 and 1000; count the levels from the ground floor, 0"
    )
  }

  static func levelNotSaid(_ path: String) -> AuthoringError {
    AuthoringError(
      .noLevel, "\(path): a plan is stored on a level, and none is named; name the level")
  }

  static func noLevel(
    _ path: String, _ ordinal: Int?, _ building: String?, known: [LevelKey]
  ) -> AuthoringError {
    guard !known.isEmpty else {
      return AuthoringError(.noLevels, "\(path): the venue has no levels; import some")
    }
    let names = known.sorted().map {
      $0.building.isEmpty ? "\($0.ordinal)" : "\($0.ordinal) (building \($0.building))"
    }
    return AuthoringError(
      .noLevel,
      "\(path): has no level\(ordinal.map { " \($0)" } ?? "")\(building.map { " in building \"\($0)\"" } ?? ""), only \(names.joined(separator: ", ")); name one of them"
    )
  }
}
