import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorVenues

/// What a venue holds, counted a level, for people and for machines.
public struct VenueSummary: Sendable {
  /// The venue.
  public let venue: Venue
  private let units: [LevelKey: Int]
  private let openings: [LevelKey: Int]
  /// How many levels an archive has them as, which may have several of one ordinal.
  var writtenLevels: Int?

  private let levels: [LevelKey: Level]

  /// Counts what a venue holds.
  ///
  /// - Parameters:
  ///   - venue: the venue.
  ///   - known: the file's own venue, where this is a part that was brought into it: it says what
  ///     levels are called.
  public init(_ venue: Venue, of known: Venue? = nil) {
    self.venue = venue
    levels = Dictionary(
      (venue.levels + (known?.levels ?? [])).map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first })
    units = Dictionary(grouping: venue.units, by: \.level).mapValues(\.count)
    openings = Dictionary(grouping: venue.openings, by: \.level).mapValues(\.count)
  }

  private var keys: [LevelKey] {
    Set(venue.levels.map(\.key)).union(units.keys).union(openings.keys).sorted()
  }

  /// A line of totals and a line a level.
  package var text: String {
    let keys = keys
    let lines = keys.map { key in
      let level = levels[key]
      let building = key.building.isEmpty ? "" : "building \(key.building), "
      let name = level.flatMap(\.name).map { " \($0)" } ?? ""
      let outline = level?.outline.isEmpty == false ? "" : ", no outline"
      return
        "  \(building)level \(level?.label ?? String(key.ordinal)) (ordinal \(key.ordinal))\(name): "
        + "\(Counted.text(units[key] ?? 0, "unit")), \(Counted.text(openings[key] ?? 0, "opening"))\(outline)"
    }
    let written = writtenLevels.map { $0 == keys.count ? "" : " (\($0) in the archive)" } ?? ""
    let total =
      "\(venue.name): \(Counted.text(keys.count, "level"))\(written), \(Counted.text(venue.units.count, "unit")), "
      + Counted.text(venue.openings.count, "opening")
    return ([total] + lines).joined(separator: "\n")
  }

  /// The same as JSON, with the findings.
  func json(_ findings: GroupedFindings) -> JSONOutput {
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
              ("id", levels[key].map { .string($0.id) } ?? .null),
              ("building", .string(key.building)), ("ordinal", .integer(Int64(key.ordinal))),
              ("label", levels[key].map { .string($0.label) } ?? .null),
              ("units", .integer(Int64(units[key] ?? 0))),
              ("openings", .integer(Int64(openings[key] ?? 0))),
            ])
          })
      ),
      ("units", .integer(Int64(venue.units.count))),
      ("openings", .integer(Int64(venue.openings.count))),
      ("warnings", findings.json),
    ])
  }
}
