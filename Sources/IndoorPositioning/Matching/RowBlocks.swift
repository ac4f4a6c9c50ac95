import IndoorModel

/// What rows hear, a block of neighbouring rows at a time.
struct RowBlocks: Sendable {
  /// A number for each row of a block. With fewer the bounds are tighter, but there are more of
  /// them to add up.
  typealias Lanes = SIMD16<Float>

  /// What the distance needs of the rows as a whole.
  private(set) var sizes = RowSizes()
  /// Where each block's transmitters begin, and after the last where they end. Shape: blocks + 1.
  private(set) var starts: ContiguousArray<UInt32> = [0]
  /// The transmitters that each block's rows hear, ascending. Shape: bounds.
  private(set) var transmitters: ContiguousArray<UInt32> = []
  /// The value of each of them in each slot, 0 where it isn't heard. Shape: bounds.
  private(set) var values: ContiguousArray<Lanes> = []

  /// Fills the blocks with a map's rows.
  ///
  /// - Parameters:
  ///   - slots: the rows in the order of their blocks.
  ///   - strengths: what each dBm from -128 to 127 becomes.
  ///   - most: takes the most that a row of the block has of each transmitter, as `transmitters`.
  init(
    slots: ContiguousArray<UInt32>, of map: RadioMap, values strengths: ContiguousArray<Float>,
    distance: Matching.Distance, most: inout ContiguousArray<Float>
  ) {
    listTransmitters(slots, of: map)
    most = fill(slots, of: map, values: strengths, distance: distance)
  }

  /// How many blocks there are.
  var count: Int { sizes.ofRows.count }

  /// Bytes that they take.
  var byteCount: Int {
    sizes.ofRows.count * MemoryLayout<Lanes>.stride + sizes.ofBlocks.count
      * MemoryLayout<BlockBundles.Lanes>.stride + starts.count * 4
      + transmitters.count * 4 + values.count * MemoryLayout<Lanes>.stride
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
      transmitters += heard
      starts.append(UInt32(truncatingIfNeeded: transmitters.count))
    }
  }

  /// Fills in the values and the sizes; the most of each bound, as `transmitters`.
  private mutating func fill(
    _ slots: ContiguousArray<UInt32>, of map: RadioMap, values strengths: ContiguousArray<Float>,
    distance: Matching.Distance
  ) -> ContiguousArray<Float> {
    let count = transmitters.count
    var most = ContiguousArray<Float>(repeating: .leastNormalMagnitude, count: count)
    values = ContiguousArray(repeating: Lanes(repeating: 0), count: count)
    /// Where each transmitter's bound is while its block is filled.
    var numbers = ContiguousArray<Int>(repeating: 0, count: map.transmitters.count)
    for start in stride(from: 0, to: slots.count, by: Lanes.scalarCount) {
      let block = self.count
      for bound in Int(starts[block])..<Int(starts[block + 1]) {
        numbers[Int(transmitters[bound])] = bound
      }
      var rowSizes = Lanes(repeating: 0)
      for (lane, row) in slots[start...].prefix(Lanes.scalarCount).enumerated() {
        let entries = map.entries(of: Int(row))
        let sum = entries.reduce(Float(0)) {
          $0 + distance.term(strengths[Int(map.rssi[$1]) + 128])
        }
        let size = distance.size(ofSum: sum)
        rowSizes[lane] = size
        // The cosine looks at directions: its bounds are those of rows of length 1.
        let scale = distance == .cosine && size > 0 ? 1 / size : 1
        // To write one lane by its number, the whole of them would be copied there and back.
        values.withUnsafeMutableBytes { bytes in
          let lanes = bytes.bindMemory(to: Float.self)
          for entry in entries {
            let bound = numbers[Int(map.transmitterIndices[entry])]
            let value = strengths[Int(map.rssi[entry]) + 128]
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
}

extension Matching.Distance {
  /// Whether it comes of Σ a·b, and otherwise of Σ min(a, b).
  var isOfProducts: Bool { self == .euclid || self == .cosine }

  /// What a value adds to the sum that the distance needs of a scan or row as a whole.
  func term(_ value: Float) -> Float { isOfProducts ? value * value : value }

  /// What it needs of the whole: the sum, or for the cosine the length.
  func size(ofSum sum: Float) -> Float { self == .cosine ? sum.squareRoot() : sum }
}
