public import IndoorModel

/// What changed from one radio map to another.
public struct RadioMapDifference: Sendable {
  /// Transmitters that only the second one hears, in its order.
  public let new: [Transmitter]
  /// Transmitters that only the first one hears, in its order.
  public let gone: [Transmitter]
  /// Reference points of the first and of the second.
  public let rows: (from: Int, to: Int)
  /// Readings of the first and of the second.
  public let readings: (from: Int, to: Int)
  /// The matchings, where they differ.
  public let matching: (from: Matching, to: Matching)?
  /// Reference points on each level that either has: of the first and of the second.
  public let levels: [Level]

  /// A level's reference points.
  public struct Level: Hashable, Sendable {
    /// The level.
    public var key: LevelKey
    /// Reference points of the first map.
    public var from: Int
    /// Reference points of the second map.
    public var to: Int
  }

  /// Compares two maps.
  public init(from first: RadioMap, to second: RadioMap) {
    let known = Set(first.transmitters)
    let kept = Set(second.transmitters)
    new = second.transmitters.filter { !known.contains($0) }
    gone = first.transmitters.filter { !kept.contains($0) }
    rows = (first.rowCount, second.rowCount)
    readings = (first.rssi.count, second.rssi.count)
    matching = first.matching == second.matching ? nil : (first.matching, second.matching)
    let (before, after) = (Self.counts(first), Self.counts(second))
    levels = Set(before.keys).union(after.keys).sorted().map {
      Level(key: $0, from: before[$0] ?? 0, to: after[$0] ?? 0)
    }
  }

  private static func counts(_ map: RadioMap) -> [LevelKey: Int] {
    var counts: [LevelKey: Int] = [:]
    for level in map.levelIndices { counts[map.levels[Int(level)], default: 0] += 1 }
    return counts
  }
}
