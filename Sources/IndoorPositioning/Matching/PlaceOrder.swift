import IndoorGeometry
import IndoorModel

/// Rows in an order in which neighbours in space stand together: by level, then along Morton's
/// curve (Morton 1966, "A computer oriented geodetic data base"), equal ones by row.
enum PlaceOrder {
  static func rows(of map: RadioMap) -> ContiguousArray<UInt32> {
    guard let box = BoundingBox(map.places) else { return [] }
    // One scale for both axes, so that the curve's squares are squares on the ground.
    let scale = 65535 / max(box.width, box.height, 1)
    var keys = ContiguousArray<(key: UInt64, row: UInt32)>()
    keys.reserveCapacity(map.rowCount)
    for (row, place) in map.places.enumerated() {
      let x = UInt32((place.x - box.minimum.x) * scale)
      let y = UInt32((place.y - box.minimum.y) * scale)
      let key = UInt64(map.levelIndices[row]) << 32 | spread(x) | spread(y) << 1
      keys.append((key, UInt32(truncatingIfNeeded: row)))
    }
    keys.sort { ($0.key, $0.row) < ($1.key, $1.row) }
    return ContiguousArray(keys.map(\.row))
  }

  /// The 16 low bits, each followed by a 0.
  private static func spread(_ value: UInt32) -> UInt64 {
    var bits = UInt64(value & 0xFFFF)
    bits = (bits | bits << 8) & 0x00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333
    return (bits | bits << 1) & 0x5555_5555
  }
}
