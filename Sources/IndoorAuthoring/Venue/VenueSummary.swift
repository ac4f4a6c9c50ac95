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

  /// What levels are called that the venue says nothing of.
  private let known: Venue?

  /// Counts what a venue holds.
  ///
  /// - Parameters:
  ///   - venue: the venue.
  ///   - known: the file's own venue, where this is a part that was brought into it.
  public init(_ venue: Venue, of known: Venue? = nil) {
    self.venue = venue
    self.known = known
    units = Dictionary(grouping: venue.units, by: \.level).mapValues(\.count)
    openings = Dictionary(grouping: venue.openings, by: \.level).mapValues(\.count)
  }

  private var keys: [LevelKey] {
    Set(venue.levels.map(\.key)).union(units.keys).union(openings.keys).sorted()
  }

  private func level(_ key: LevelKey) -> Level? { venue.level(key) ?? known?.level(key) }

  /// A line of totals and a line a level.
  package var text: String {
    let keys = keys
    let levels = keys.map { key in
      let level = level(key)
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
    return ([total] + levels).joined(separator: "\n")
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
              ("id", level(key).map { .string($0.id) } ?? .null),
              ("building", .string(key.building)), ("ordinal", .integer(Int64(key.ordinal))),
              ("label", level(key).map { .string($0.label) } ?? .null),
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
