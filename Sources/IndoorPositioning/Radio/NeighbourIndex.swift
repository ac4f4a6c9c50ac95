public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A radio map's rows in blocks of neighbouring places, and for each block and transmitter an upper bound of what its
/// rows hear, so that most of a map is passed over without looking at a row.
///
/// What a block's rows don't hear takes no space; what some of them hear is a lane for each of them.
public struct NeighbourIndex: Sendable {
  /// Where each row was taken, in local metres. Shape: rows.
  public let places: ContiguousArray<LocalPoint>
  /// Which of `levels` each row is on. Shape: rows.
  public let levelIndices: ContiguousArray<UInt16>
  /// The levels that rows refer to, ascending.
  public let levels: [LevelKey]
  /// How scans are compared with rows.
  public let matching: Matching

  /// A number for each row of a block. With fewer the bounds are tighter, but there are more of them to add up.
  typealias Lanes = SIMD16<Float>

  let identities: [Transmitter: UInt32]
  /// What each dBm from -128 to 127 becomes, 0 to 1.
  let values: ContiguousArray<Float>

  /// The row in each slot: rows in the order of their places, a block has as many as there are lanes. Shape: rows.
  let slotRows: ContiguousArray<UInt32>
  /// What the distance needs of the rows as a whole.
  let sizes: RowSizes

  /// Where each block's transmitters begin, and after the last where they end. Shape: blocks + 1.
  let blockStarts: ContiguousArray<UInt32>
  /// The transmitters that each block's rows hear, ascending. Shape: bounds.
  let blockTransmitters: ContiguousArray<UInt32>
  /// The value of each of them in each slot, 0 where it isn't heard. Shape: bounds.
  let blockValues: ContiguousArray<Lanes>

  /// Where each transmitter's bounds begin, and after the last where they end. Shape: transmitters + 1.
  let boundStarts: ContiguousArray<UInt32>
  /// Which block each bound is of. Shape: bounds.
  let boundBlocks: ContiguousArray<UInt32>
  /// The most that a row of the block has of the transmitter, in 65535ths, rounded up. Shape: bounds.
  let bounds: ContiguousArray<UInt16>

  /// Indexes a map, with another matching than its own where one is given.
  public init(map: RadioMap, matching: Matching? = nil) {
    let matching = matching ?? map.matching
    self.matching = matching
    places = ContiguousArray(map.places)
    levelIndices = ContiguousArray(map.levelIndices)
    levels = map.levels
    var identities: [Transmitter: UInt32] = [:]
    identities.reserveCapacity(map.transmitters.count)
    for (index, transmitter) in map.transmitters.enumerated() {
      identities[transmitter] = UInt32(truncatingIfNeeded: index)
    }
    self.identities = identities
    let values = Self.values(
      of: matching.representation, weakest: Double(map.rssi.min() ?? -100) - 1)
    self.values = values

    slotRows = PlaceOrder.rows(of: map)
    let columns = BlockColumns(
      slots: slotRows, of: map, values: values, distance: matching.distance)
    sizes = columns.sizes
    blockStarts = columns.blockStarts
    blockTransmitters = columns.blockTransmitters
    blockValues = columns.blockValues
    boundStarts = columns.boundStarts
    boundBlocks = columns.boundBlocks
    bounds = columns.bounds
  }

  /// How many reference points there are.
  public var rowCount: Int { places.count }

  var transmitterCount: Int { boundStarts.count - 1 }

  var blockCount: Int { sizes.ofBlocks.count }

  /// Bytes that the index takes, all but the names of its transmitters.
  public var byteCount: Int {
    func bytes<Element>(_ column: ContiguousArray<Element>) -> Int {
      column.count * MemoryLayout<Element>.stride
    }
    return bytes(places) + bytes(levelIndices) + bytes(slotRows) + bytes(sizes.ofRows)
      + bytes(sizes.ofBlocks) + bytes(blockStarts) + bytes(blockTransmitters) + bytes(blockValues)
      + bytes(boundStarts) + bytes(boundBlocks) + bytes(bounds)
      + identities.capacity * MemoryLayout<(Transmitter, UInt32)>.stride
  }

  private static func values(
    of representation: Matching.Representation, weakest: Double
  ) -> ContiguousArray<Float> {
    ContiguousArray(
      (-128...127).map { dBm in
        let above = max(0, Double(dBm) - weakest)
        let range = max(1, -weakest)
        switch representation {
        case .powed(let exponent): return Float(pow(min(1, above / range), exponent))
        case .exponential(let scale):
          return above > 0 ? Float(exp((min(above, range) - range) / scale)) : 0
        }
      })
  }
}
