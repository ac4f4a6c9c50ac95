public import IndoorModel

/// What a venue has and a newer import of its levels doesn't: of each level the units, where the
/// import has units of it, and the openings, where it has openings of it. A file of doors alone
/// makes no unit vanish, one of another level nothing. Nor does what stands in the sources and
/// couldn't be read.
public struct VanishedFeatures: Hashable, Sendable {
  /// The ids of the units, in the venue's order.
  public let units: [String]
  /// The ids of the openings, in the venue's order.
  public let openings: [String]
  /// The ids of units and openings that the import doesn't have because they couldn't be read.
  package let unread: [String]

  /// Compares what a venue had before an import with the import.
  public init(before: Venue?, after: Venue) {
    self.init(before: before, after: after, unread: UnreadFeatures())
  }

  /// The same, of sources of which something couldn't be read.
  package init(before: Venue?, after: Venue, unread: UnreadFeatures) {
    // A level may have got another ordinal, and another one the ordinal that it had.
    let keys = Dictionary(after.levels.map { ($0.id, $0.key) }) { first, _ in first }
    let now = Dictionary((before?.levels ?? []).map { ($0.key, keys[$0.id] ?? $0.key) }) {
      first, _ in first
    }
    let ids = Dictionary((before?.levels ?? []).map { ($0.key, $0.id) }) { first, _ in first }
    func isUnread(_ unit: Unit) -> Bool {
      unread.hasUnit(unit.id, on: now[unit.level] ?? unit.level, of: ids[unit.level])
    }
    func isUnread(_ opening: Opening) -> Bool {
      unread.hasOpening(opening.id, on: now[opening.level] ?? opening.level, of: ids[opening.level])
    }
    let units = Self.vanished(before?.units ?? [], after.units, now, id: \.id, level: \.level)
    let openings = Self.vanished(
      before?.openings ?? [], after.openings, now, id: \.id, level: \.level)
    self.units = units.filter { !isUnread($0) }.map(\.id)
    self.openings = openings.filter { !isUnread($0) }.map(\.id)
    self.unread = units.filter(isUnread).map(\.id) + openings.filter(isUnread).map(\.id)
  }

  /// Whether nothing vanished.
  public var isEmpty: Bool { units.isEmpty && openings.isEmpty }

  private static func vanished<Feature>(
    _ before: [Feature], _ after: [Feature], _ now: [LevelKey: LevelKey],
    id: KeyPath<Feature, String>, level: KeyPath<Feature, LevelKey>
  ) -> [Feature] {
    let (ids, levels) = (Set(after.map { $0[keyPath: id] }), Set(after.map { $0[keyPath: level] }))
    return before.filter {
      let key = $0[keyPath: level]
      return levels.contains(now[key] ?? key) && !ids.contains($0[keyPath: id])
    }
  }
}
