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
                ("anchors", .integer(Int64(plan.placement.anchors.count))),
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

/// Takes a level's plan out of a venue file; the level stays.
public struct RemovePlan: Sendable {
  /// The venue file.
  public var venue: String
  /// The level's building by id or name, where several have a plan on that level.
  public var building: String?
  /// The level's ordinal.
  public var level: Int

  /// Makes one for a level's plan.
  public init(venue: String, building: String? = nil, level: Int) {
    self.venue = venue
    self.building = building
    self.level = level
  }

  /// Takes the plan out.
  ///
  /// - Returns: a sentence of what was taken out.
  /// - Throws: `AuthoringError` where there is no such plan, or several buildings have one,
  ///   `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> String {
    let file = try VenueFile.open(venue)
    guard let known = try file.levels() else { throw AuthoringError.noVenue(venue) }
    let named = try building.map { try BuildingName.id($0, in: known, of: venue) }
    let names = try file.planNames()
    let found = names.keys.filter { $0.ordinal == level && (named ?? $0.building) == $0.building }
    guard found.count < 2 else { throw AuthoringError.severalBuildings(venue, found.sorted()) }
    guard let key = found.first, try file.removePlan(of: key) else {
      throw AuthoringError.noPlan(venue, on: level, known: Array(names.keys))
    }
    return "\(venue): took \(names[key] ?? "") out of \(key.fullTitle(in: known))"
  }
}
