import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues

/// What a venue holds, counted a level, for people and for machines.
struct VenueSummary {
  private let venue: Venue
  private let units: [LevelKey: Int]
  private let openings: [LevelKey: Int]

  init(_ venue: Venue) {
    self.venue = venue
    units = Dictionary(grouping: venue.units, by: \.level).mapValues(\.count)
    openings = Dictionary(grouping: venue.openings, by: \.level).mapValues(\.count)
  }

  private var keys: [LevelKey] {
    Set(venue.levels.map(\.key)).union(units.keys).union(openings.keys).sorted()
  }

  /// A line of totals and a line a level.
  var text: String {
    let levels = keys.map { key in
      let level = venue.level(key)
      let building = key.building.isEmpty ? "" : "building \(key.building), "
      let name = level.flatMap(\.name).map { " \($0)" } ?? ""
      let outline = level?.outline.isEmpty == false ? "" : ", no outline"
      return "  \(building)level \(key.ordinal) (\(level?.label ?? String(key.ordinal)))\(name): "
        + "\(Counted.text(units[key] ?? 0, "unit")), \(Counted.text(openings[key] ?? 0, "opening"))\(outline)"
    }
    let total =
      "\(venue.name): \(Counted.text(venue.levels.count, "level")), \(Counted.text(venue.units.count, "unit")), "
      + Counted.text(venue.openings.count, "opening")
    return ([total] + levels).joined(separator: "\n")
  }

  /// The same as JSON, with the findings.
  func json(_ findings: [VenueFinding]) -> JSONOutput {
    .object([
      ("id", .string(venue.id)), ("name", .string(venue.name)),
      (
        "origin",
        .object([
          ("latitude", .number(venue.origin.latitude)),
          ("longitude", .number(venue.origin.longitude)),
        ])
      ),
      (
        "levels",
        .array(
          keys.map { key in
            .object([
              ("id", venue.level(key).map { .string($0.id) } ?? .null),
              ("building", .string(key.building)), ("ordinal", .integer(Int64(key.ordinal))),
              ("label", venue.level(key).map { .string($0.label) } ?? .null),
              ("units", .integer(Int64(units[key] ?? 0))),
              ("openings", .integer(Int64(openings[key] ?? 0))),
            ])
          })
      ),
      ("units", .integer(Int64(venue.units.count))),
      ("openings", .integer(Int64(venue.openings.count))),
      ("warnings", VenueFindingsOutput.json(findings)),
    ])
  }
}

/// Findings of an import, each rule once.
enum VenueFindingsOutput {
  /// To standard error: the first finding of each rule, and how many more there are.
  static func warn(_ findings: [VenueFinding]) {
    for (rule, messages) in grouped(findings) {
      let more = messages.count > 1 ? " (and \(messages.count - 1) more like it)" : ""
      Console.warning("\(messages[0])\(more) [\(rule.rawValue)]")
    }
  }

  /// An object a rule: `code`, `message` of the first, `count`.
  static func json(_ findings: [VenueFinding]) -> JSONOutput {
    .array(
      grouped(findings).map { rule, messages in
        .object([
          ("code", .string(rule.rawValue)), ("message", .string(messages[0])),
          ("count", .integer(Int64(messages.count))),
        ])
      })
  }

  private static func grouped(_ findings: [VenueFinding]) -> [(VenueRule, [String])] {
    let groups = Dictionary(grouping: findings, by: \.rule)
    return VenueRule.allCases.compactMap { rule in
      groups[rule].map { (rule, $0.map(\.message)) }
    }
  }
}
