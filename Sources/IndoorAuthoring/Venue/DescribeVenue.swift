import IndoorAlignment
import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorReport
public import IndoorStorage

/// Says what a venue file holds.
public struct DescribeVenue: Sendable {
  /// The venue file.
  public var venue: String

  /// Makes one for a file.
  public init(venue: String) { self.venue = venue }

  /// What is in the file.
  public struct Result: Sendable {
    /// The venue with its buildings and levels, without units and openings.
    public let venue: Venue
    /// What there is, counted.
    public let overview: VenueOverview
    /// The placed plans, by level.
    public let plans: [LevelKey: StoredPlan]

    /// Those of the file, and those that levels alone name, as where one was mistyped.
    private var buildings: [Building] {
      let known = Set(venue.buildings.map(\.id))
      let others = Set(venue.levels.map(\.key.building)).subtracting(known)
      return venue.buildings + others.sorted().map { Building(id: $0) }
    }

    private var levelsByBuilding: [String: [Level]] {
      Dictionary(grouping: venue.levels, by: \.key.building)
    }

    /// Levels that units or openings are on and the file hasn't, as where ordinals were changed in
    /// one of its tables.
    private var missingLevels: [LevelKey] {
      Set(overview.units.keys).union(overview.openings.keys)
        .subtracting(venue.levels.map(\.key)).sorted()
    }

    private func content(of key: LevelKey) -> String {
      "\(Counted.text(overview.units[key] ?? 0, "unit")), "
        + Counted.text(overview.openings[key] ?? 0, "opening")
    }

    /// All of it as JSON.
    public var json: String {
      let levels = levelsByBuilding
      return JSONOutput.object([
        ("venue", .string(venue.name)),
        (
          "origin",
          .object([
            ("latitude", .number(venue.origin.latitude)),
            ("longitude", .number(venue.origin.longitude)),
          ])
        ),
        (
          "buildings",
          .array(
            buildings.map { building in
              .object([
                ("id", .string(building.id)),
                ("name", building.name.map(JSONOutput.string) ?? .null),
                ("levels", .array((levels[building.id] ?? []).map(json(of:)))),
              ])
            })
        ),
        ("walks", .integer(Int64(overview.walks))),
        ("removed", .integer(Int64(overview.removed))),
        ("fingerprints", .integer(Int64(overview.fingerprints))),
        (
          "radioMap",
          overview.radioMap.map {
            .object([
              ("version", .integer(Int64($0.version))),
              ("transmitters", .integer(Int64($0.transmitters))),
              ("forgotten", .integer(Int64($0.forgotten))),
            ])
          } ?? .null
        ),
      ]).text(pretty: true)
    }

    private func json(of level: Level) -> JSONOutput {
      .object([
        ("ordinal", .integer(Int64(level.key.ordinal))), ("label", .string(level.label)),
        ("units", .integer(Int64(overview.units[level.key] ?? 0))),
        ("openings", .integer(Int64(overview.openings[level.key] ?? 0))),
        ("plan", plans[level.key]?.json ?? .null),
      ])
    }

    /// All of it for people.
    package var text: String {
      let origin = [venue.origin.latitude, venue.origin.longitude].map {
        ShortNumber.fixed($0, decimals: 7)
      }
      var lines = ["\(venue.name): origin \(origin.joined(separator: ", "))"]
      let levels = levelsByBuilding
      for building in buildings {
        if !building.id.isEmpty {
          lines.append("building \(building.id)" + (building.name.map { " (\($0))" } ?? ""))
        }
        for level in levels[building.id] ?? [] {
          let plan = plans[level.key].map { "; plan: \($0.text)" } ?? ""
          lines.append(
            "  level \(level.label) (ordinal \(level.key.ordinal)): "
              + "\(content(of: level.key))\(plan)")
        }
      }
      lines += missingLevels.map { key in
        let building = key.building.isEmpty ? "" : " of building \(key.building)"
        return "no level has ordinal \(key.ordinal)\(building): \(content(of: key))"
      }
      let removed = overview.removed > 0 ? " (and \(overview.removed) removed)" : ""
      lines.append(
        "\(Counted.text(overview.walks, "walk"))\(removed), \(Counted.text(overview.fingerprints, "fingerprint"))"
          + (overview.radioMap.map {
            "; radio map version \($0.version) of \(Counted.text($0.transmitters, "transmitter"))"
          } ?? "; no radio map"))
      return lines.joined(separator: "\n")
    }
  }

  /// Looks into the file.
  ///
  /// - Throws: `AuthoringError` where there is no venue, `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.levels() else { throw AuthoringError.noVenue(venue) }
    let overview = try file.overview()
    let plans = try file.placements().map { placement in
      (
        placement.level,
        StoredPlan(
          placement, in: known, warnings: overview.planWarnings[placement.level] ?? [])
      )
    }
    return Result(
      venue: known, overview: overview,
      plans: Dictionary(plans, uniquingKeysWith: { first, _ in first }))
  }
}
