public import IndoorGeometry
public import IndoorModel

/// A radio map turned by transmitter: for each, the rows that hear it and how strongly.
///
/// Strengths stay in dBm, a byte each; what `matching` makes of them is looked up. What a row doesn't hear takes no
/// space, so that a query costs what its transmitters' postings cost, whatever the map's size.
public struct NeighbourIndex: Sendable {
  /// Where each row was taken, in local metres. Shape: rows.
  public let places: ContiguousArray<LocalPoint>
  /// Which of `levels` each row is on. Shape: rows.
  public let levelIndices: ContiguousArray<UInt16>
  /// The levels that rows refer to, ascending.
  public let levels: [LevelKey]
  /// How scans are compared with rows.
  public let matching: Matching

  let identities: [Transmitter: UInt32]
  let postingStarts: ContiguousArray<UInt32>
  let postingRows: ContiguousArray<UInt32>
  let postingStrengths: ContiguousArray<Int8>
  /// Sum of each row's strengths. Shape: rows.
  let rowSums: ContiguousArray<Float>
  /// Sum of the squares of each row's strengths. Shape: rows.
  let rowSquares: ContiguousArray<Float>
  /// What each dBm from -128 to 127 becomes.
  let values: ContiguousArray<Float>

  /// Indexes a map, with another matching than its own where one is given.
  public init(map: RadioMap, matching: Matching? = nil) {
    places = ContiguousArray(map.places)
    levelIndices = ContiguousArray(map.levelIndices)
    levels = map.levels
    let matching = matching ?? map.matching
    self.matching = matching
    var identities: [Transmitter: UInt32] = [:]
    identities.reserveCapacity(map.transmitters.count)
    for (index, transmitter) in map.transmitters.enumerated() {
      identities[transmitter] = UInt32(truncatingIfNeeded: index)
    }
    self.identities = identities
    values = Self.values(
      of: matching.representation, weakest: Double(map.rssi.min() ?? -100) - 1)

    var starts = ContiguousArray<UInt32>(repeating: 0, count: map.transmitters.count + 1)
    for transmitter in map.transmitterIndices { starts[Int(transmitter) + 1] += 1 }
    for index in 1..<max(1, starts.count) { starts[index] += starts[index - 1] }
    var rows = ContiguousArray<UInt32>(repeating: 0, count: map.rssi.count)
    var strengths = ContiguousArray<Int8>(repeating: 0, count: map.rssi.count)
    var sums = ContiguousArray<Float>(repeating: 0, count: map.rowCount)
    var squares = ContiguousArray<Float>(repeating: 0, count: map.rowCount)
    var next = starts
    for row in 0..<map.rowCount {
      for entry in map.entries(of: row) {
        let transmitter = Int(map.transmitterIndices[entry])
        let slot = Int(next[transmitter])
        next[transmitter] += 1
        rows[slot] = UInt32(truncatingIfNeeded: row)
        strengths[slot] = map.rssi[entry]
        let value = values[Int(map.rssi[entry]) + 128]
        sums[row] += value
        squares[row] += value * value
      }
    }
    postingStarts = starts
    postingRows = rows
    postingStrengths = strengths
    rowSums = sums
    rowSquares = squares
  }

  /// How many reference points there are.
  public var rowCount: Int { places.count }

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
