import IndoorGeometry
import IndoorModel

/// Rows in an order in which neighbours in space stand together: by level, then along Morton's curve (Morton 1966, "A
/// computer oriented geodetic data base"), equal ones by row.
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

/// The columns of an index that follow from its rows' order.
struct BlockColumns {
  typealias Lanes = NeighbourIndex.Lanes

  private(set) var sizes = RowSizes()
  private(set) var blockStarts: ContiguousArray<UInt32> = [0]
  private(set) var blockTransmitters: ContiguousArray<UInt32> = []
  private(set) var blockValues: ContiguousArray<Lanes> = []
  private(set) var boundStarts: ContiguousArray<UInt32> = [0]
  private(set) var boundBlocks: ContiguousArray<UInt32> = []
  private(set) var bounds: ContiguousArray<UInt16> = []

  init(
    slots: ContiguousArray<UInt32>, of map: RadioMap, values: ContiguousArray<Float>,
    distance: Matching.Distance
  ) {
    listTransmitters(slots, of: map)
    let most = fill(slots, of: map, values: values, distance: distance)
    turn(most, transmitters: map.transmitters.count)
  }

  /// Lists what each block's rows hear.
  private mutating func listTransmitters(_ slots: ContiguousArray<UInt32>, of map: RadioMap) {
    /// The last block, by its first slot, that each transmitter was found in.
    var lastBlocks = ContiguousArray<Int>(repeating: -1, count: map.transmitters.count)
    var heard: ContiguousArray<UInt32> = []
    for start in stride(from: 0, to: slots.count, by: Lanes.scalarCount) {
      heard.removeAll(keepingCapacity: true)
      for row in slots[start...].prefix(Lanes.scalarCount) {
        for transmitter in map.transmitterIndices[map.entries(of: Int(row))]
        where lastBlocks[Int(transmitter)] != start {
          lastBlocks[Int(transmitter)] = start
          heard.append(transmitter)
        }
      }
      heard.sort()
      blockTransmitters += heard
      blockStarts.append(UInt32(truncatingIfNeeded: blockTransmitters.count))
    }
  }

  /// Fills in the values and the sizes; the most of each bound, as `blockTransmitters`.
  private mutating func fill(
    _ slots: ContiguousArray<UInt32>, of map: RadioMap, values: ContiguousArray<Float>,
    distance: Matching.Distance
  ) -> ContiguousArray<Float> {
    let count = blockTransmitters.count
    var most = ContiguousArray<Float>(repeating: .leastNormalMagnitude, count: count)
    blockValues = ContiguousArray(repeating: Lanes(repeating: 0), count: count)
    /// Where each transmitter's bound is while its block is filled.
    var numbers = ContiguousArray<Int>(repeating: 0, count: map.transmitters.count)
    for start in stride(from: 0, to: slots.count, by: Lanes.scalarCount) {
      let block = sizes.ofBlocks.count
      for bound in Int(blockStarts[block])..<Int(blockStarts[block + 1]) {
        numbers[Int(blockTransmitters[bound])] = bound
      }
      var rowSizes = Lanes(repeating: 0)
      for (lane, row) in slots[start...].prefix(Lanes.scalarCount).enumerated() {
        let entries = map.entries(of: Int(row))
        let sum = entries.reduce(Float(0)) { $0 + distance.term(values[Int(map.rssi[$1]) + 128]) }
        let size = distance.size(ofSum: sum)
        rowSizes[lane] = size
        // The cosine looks at directions: its bounds are those of rows of length 1.
        let scale = distance == .cosine && size > 0 ? 1 / size : 1
        // To write one lane by its number, the whole of them would be copied there and back.
        blockValues.withUnsafeMutableBytes { bytes in
          let lanes = bytes.bindMemory(to: Float.self)
          for entry in entries {
            let bound = numbers[Int(map.transmitterIndices[entry])]
            let value = values[Int(map.rssi[entry]) + 128]
            most[bound] = max(most[bound], scale * value)
            lanes[bound * Lanes.scalarCount + lane] = value
          }
        }
      }
      let rows = min(Lanes.scalarCount, slots.count - start)
      sizes.append(rowSizes, of: rowSizes, rows: rows, distance)
    }
    return most
  }

  /// Sorts the bounds by transmitter, and by block for each.
  private mutating func turn(_ most: ContiguousArray<Float>, transmitters: Int) {
    boundStarts = ContiguousArray(repeating: 0, count: transmitters + 1)
    for transmitter in blockTransmitters { boundStarts[Int(transmitter) + 1] += 1 }
    for index in 1..<boundStarts.count { boundStarts[index] += boundStarts[index - 1] }
    boundBlocks = ContiguousArray(repeating: 0, count: most.count)
    bounds = ContiguousArray(repeating: 0, count: most.count)
    var next = boundStarts
    for block in sizes.ofBlocks.indices {
      for bound in Int(blockStarts[block])..<Int(blockStarts[block + 1]) {
        let transmitter = Int(blockTransmitters[bound])
        let slot = Int(next[transmitter])
        next[transmitter] += 1
        boundBlocks[slot] = UInt32(truncatingIfNeeded: block)
        bounds[slot] = BlockBound.roundedUp(most[bound])
      }
    }
  }
}

extension NeighbourIndex {
  /// The columns that a search reads, lent for its time.
  struct Columns {
    let rowSizes, blockValues: UnsafeBufferPointer<Lanes>
    let blockSizes: UnsafeBufferPointer<Float>
    let slotRows, blockStarts, blockTransmitters: UnsafeBufferPointer<UInt32>
    let boundStarts, boundBlocks: UnsafeBufferPointer<UInt32>
    let bounds: UnsafeBufferPointer<UInt16>
  }

  @inline(__always)
  func withColumns(_ sizes: RowSizes, _ body: (Columns) -> Void) {
    sizes.ofRows.withUnsafeBufferPointer { rowSizes in
      blockValues.withUnsafeBufferPointer { blockValues in
        sizes.ofBlocks.withUnsafeBufferPointer { blockSizes in
          slotRows.withUnsafeBufferPointer { slotRows in
            blockStarts.withUnsafeBufferPointer { blockStarts in
              blockTransmitters.withUnsafeBufferPointer { blockTransmitters in
                boundStarts.withUnsafeBufferPointer { boundStarts in
                  boundBlocks.withUnsafeBufferPointer { boundBlocks in
                    bounds.withUnsafeBufferPointer { bounds in
                      body(
                        Columns(
                          rowSizes: rowSizes, blockValues: blockValues, blockSizes: blockSizes,
                          slotRows: slotRows, blockStarts: blockStarts,
                          blockTransmitters: blockTransmitters, boundStarts: boundStarts,
                          boundBlocks: boundBlocks, bounds: bounds))
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

extension Matching.Distance {
  /// Whether it comes of Σ a·b, and otherwise of Σ min(a, b).
  var isOfProducts: Bool { self == .euclid || self == .cosine }

  /// What a value adds to the sum that the distance needs of a scan or row as a whole.
  func term(_ value: Float) -> Float { isOfProducts ? value * value : value }

  /// What it needs of the whole: the sum, or for the cosine the length.
  func size(ofSum sum: Float) -> Float { self == .cosine ? sum.squareRoot() : sum }
}
