package import IndoorGeometry
import IndoorModel

/// Rows of each level by strips from west to east, so that those near a place are found without a
/// look at all.
package struct RowStrips: Sendable {
  /// Metres from west to east that a strip has at least.
  private static let least = 5.0

  private let west: Double
  private let width: Double
  /// How many strips a level has.
  private let count: Int
  private let levels: Int
  /// Where each strip's rows begin, level by level. Shape: levels · strips + 1.
  private let starts: ContiguousArray<UInt32>
  private let rows: ContiguousArray<UInt32>

  package init(_ map: MapRows) {
    let (places, levelIndices, box) = (map.places, map.levelIndices, map.box)
    let levels = map.levels.count
    // No more strips than rows, however far these lie apart.
    let most = max(1, places.count / max(1, levels))
    let count = Int(max(1, min(Double(most), box.width / Self.least)))
    let (west, width) = (box.minimum.x, max(Self.least, box.width / Double(count)))
    (self.count, self.west, self.width, self.levels) = (count, west, width, levels)
    var next = ContiguousArray<UInt32>(repeating: 0, count: levels * count + 1)
    let strips = places.indices.map {
      Int(levelIndices[$0]) * count
        + Self.strip(at: places[$0].x, west: west, width: width, count: count)
    }
    for strip in strips { next[strip + 1] += 1 }
    for strip in 1..<max(1, next.count) { next[strip] += next[strip - 1] }
    starts = next
    var rows = ContiguousArray<UInt32>(repeating: 0, count: places.count)
    for (row, strip) in strips.enumerated() {
      rows[Int(next[strip])] = UInt32(truncatingIfNeeded: row)
      next[strip] += 1
    }
    self.rows = rows
  }

  /// Calls the body with the rows of a level's strips around a place, among them all that are
  /// nearer to it than `reach` metres.
  @inline(__always)
  package func forEach(
    around place: LocalPoint, within reach: Double, level: Int, _ body: (Int) -> Void
  ) {
    guard level >= 0, level < levels else { return }
    func strip(at x: Double) -> Int {
      level * count + Self.strip(at: x, west: west, width: width, count: count)
    }
    // A centimetre for what rounding takes.
    let first = Int(starts[strip(at: place.x - reach - 0.01)])
    let end = Int(starts[strip(at: place.x + reach + 0.01) + 1])
    for at in first..<end { body(Int(rows[at])) }
  }

  private static func strip(at x: Double, west: Double, width: Double, count: Int) -> Int {
    Int(max(0, min(Double(count - 1), (x - west) / width)))
  }
}
