import IndoorModel

/// Upper bounds of what the rows of blocks hear, for a bundle of neighbouring blocks as a whole and
/// for each block of it: of a large map most bundles are passed over without looking at a block.
struct BlockBundles: Sendable {
  /// A number for each block of a bundle.
  typealias Lanes = SIMD16<Float>

  /// How many bundles there are.
  let count: Int
  /// Where each bundle's transmitters begin, and after the last where they end. Shape: bundles + 1.
  private(set) var starts: ContiguousArray<UInt32> = [0]
  /// The transmitters that each bundle's rows hear, ascending. Shape: bounds.
  private(set) var transmitters: ContiguousArray<UInt32> = []
  /// The most that a row of each block has of the transmitter, 0 to 1; 0 where no row hears it.
  /// Shape: bounds.
  private(set) var bounds: ContiguousArray<Lanes> = []

  /// Where each transmitter's bundles begin, and after the last where they end. Shape: transmitters
  /// + 1.
  private(set) var mostStarts: ContiguousArray<UInt32>
  /// Which bundles hear each transmitter. Shape: bounds.
  private(set) var mostBundles: ContiguousArray<UInt32> = []
  /// The most that a row of the bundle has of it, in 65535ths, rounded up. Shape: bounds.
  private(set) var most: ContiguousArray<UInt16> = []

  /// Bundles blocks.
  ///
  /// - Parameters:
  ///   - most: the most that a row of each block has of each of its transmitters, 0 to 1, in the
  ///     order of the blocks' transmitters.
  ///   - transmitters: how many the map has.
  init(_ blocks: RowBlocks, most: ContiguousArray<Float>, transmitters count: Int) {
    self.count = (blocks.count + Lanes.scalarCount - 1) / Lanes.scalarCount
    mostStarts = ContiguousArray(repeating: 0, count: count + 1)
    /// Where each transmitter's bound is while its bundle is filled.
    var numbers = ContiguousArray<Int>(repeating: 0, count: count)
    for bundle in 0..<self.count {
      let first = bundle * Lanes.scalarCount
      let last = min(first + Lanes.scalarCount, blocks.count)
      list(blocks.transmitters[Int(blocks.starts[first])..<Int(blocks.starts[last])], &numbers)
      for block in first..<last {
        for bound in Int(blocks.starts[block])..<Int(blocks.starts[block + 1]) {
          let number = numbers[Int(blocks.transmitters[bound])]
          bounds[number][block - first] = BlockBound.noneTooSmall(most[bound])
        }
      }
    }
    turn()
  }

  /// Bytes that they take.
  var byteCount: Int {
    starts.count * 4 + transmitters.count * 4 + bounds.count * MemoryLayout<Lanes>.stride
      + mostStarts.count * 4 + mostBundles.count * 4 + most.count * 2
  }

  /// Lists what a bundle's blocks hear.
  private mutating func list(
    _ heard: ArraySlice<UInt32>, _ numbers: inout ContiguousArray<Int>
  ) {
    let start = transmitters.count
    for transmitter in heard {
      let number = numbers[Int(transmitter)]
      guard
        number < start || number >= transmitters.count
          || transmitters[number] != transmitter
      else { continue }
      numbers[Int(transmitter)] = transmitters.count
      transmitters.append(transmitter)
    }
    transmitters[start...].sort()
    for number in start..<transmitters.count { numbers[Int(transmitters[number])] = number }
    bounds += repeatElement(Lanes(repeating: 0), count: transmitters.count - start)
    starts.append(UInt32(truncatingIfNeeded: transmitters.count))
  }

  /// Sorts what bundles have at most by transmitter, and by bundle for each.
  private mutating func turn() {
    for transmitter in transmitters { mostStarts[Int(transmitter) + 1] += 1 }
    for index in 1..<mostStarts.count { mostStarts[index] += mostStarts[index - 1] }
    mostBundles = ContiguousArray(repeating: 0, count: bounds.count)
    most = ContiguousArray(repeating: 0, count: bounds.count)
    var next = mostStarts
    for bundle in 0..<count {
      for bound in Int(starts[bundle])..<Int(starts[bundle + 1]) {
        let transmitter = Int(transmitters[bound])
        let slot = Int(next[transmitter])
        next[transmitter] += 1
        mostBundles[slot] = UInt32(truncatingIfNeeded: bundle)
        most[slot] = BlockBound.roundedUp(bounds[bound].max())
      }
    }
  }
}
