import IndoorAlignment
import IndoorJSON
import IndoorModel
import IndoorReport
import IndoorStorage

/// Lists a venue file's placed plans.
public struct ListPlans: Sendable {
  /// The venue file.
  public var venue: String

  /// Makes one for a file.
  public init(venue: String) { self.venue = venue }

  /// The plans of a file.
  public struct Result: Sendable {
    /// The plans with their files' names, by building and from the lowest level up.
    public let plans: [(name: String, plan: StoredPlan)]

    /// An object a plan.
    public var json: String {
      JSONOutput.object([
        (
          "plans",
          .array(
            plans.map { name, plan in
              .object([
                ("building", .string(plan.placement.level.building)),
                ("ordinal", .integer(Int64(plan.placement.level.ordinal))),
                ("file", .string(name)), ("page", .integer(Int64(plan.placement.page.number))),
                ("model", .string(plan.model.rawValue)),
                ("anchors", .integer(Int64(plan.used.count))),
                ("leftOut", .integer(Int64(plan.leftOut))),
                ("rmseMetres", plan.rmseMetres.map(JSONOutput.number) ?? .null),
                ("warnings", .array(plan.warnings.map(JSONOutput.string))),
                ("label", .string(plan.label)),
              ])
            })
        )
      ]).text(pretty: true)
    }

    /// A line a plan.
    package var text: String {
      if plans.isEmpty { return "no plan is placed" }
      return plans.map { name, plan in
        let level = plan.placement.level
        let building = level.building.isEmpty ? "" : "building \(level.building), "
        return "\(building)level \(plan.label) (ordinal \(level.ordinal)): \(name), \(plan.text)"
      }.joined(separator: "\n")
    }
  }

  /// Looks into the file.
  ///
  /// - Throws: `AuthoringError` where there is no venue, `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.levels() else { throw AuthoringError.noVenue(venue) }
    let warnings = try file.overview().planWarnings
    let names = try file.planNames()
    return Result(
      plans: try file.placements().map {
        (
          names[$0.level] ?? "",
          StoredPlan($0, in: known, warnings: warnings[$0.level] ?? [])
        )
      })
  }
}
