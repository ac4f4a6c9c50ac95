public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// An inverted index over a radio map: for each transmitter, the rows that hear it and how strongly.
///
/// Strengths are "powed" as in Torres-Sospedra et al. (2015), "Comprehensive analysis of distance and similarity measures
/// for Wi-Fi fingerprinting indoor positioning systems", eq. 5, doi:10.1016/j.eswa.2015.08.013:
/// ((rssi - min) / -min)^e with min one below the weakest reading of the map. What is not heard is 0 and takes no space,
/// so that a query costs what its transmitters' postings cost, whatever the map's size.
public struct RadioIndex: Sendable {
  /// Where each row was taken, in local metres. Shape: rows.
  public let places: ContiguousArray<LocalPoint>
  /// Which of `levels` each row is on. Shape: rows.
  public let levelIndices: ContiguousArray<UInt16>
  /// The levels that rows refer to, ascending.
  public let levels: [LevelKey]

  let identities: [Transmitter: UInt32]
  let postingStarts: ContiguousArray<UInt32>
  let postingRows: ContiguousArray<UInt32>
  /// 255 times the powed strength.
  let postingValues: ContiguousArray<UInt8>
  /// The strongest that anybody heard each transmitter, powed. Shape: transmitters.
  let strongest: ContiguousArray<Float>
  /// One over the Euclidean norm of each row's powed strengths, 0 for an empty row.
  let inverseRowNorms: ContiguousArray<Float>
  /// Powed strength of each dBm from -128 to 127.
  let powed: ContiguousArray<Float>
  /// The dBm of each posting's value. Shape: 256.
  private let decibels: ContiguousArray<Float>

  /// Indexes a map.
  ///
  /// - Parameter exponent: what the normalised strength is raised to; the paper's is Euler's number. Between the malls' survey
  ///   walks that is better by 1%, but in a building with few transmitters it is worse by a quarter.
  public init(map: RadioMap, exponent: Double = 2) {
    places = ContiguousArray(map.places)
    levelIndices = ContiguousArray(map.levelIndices)
    levels = map.levels
    let weakest = Double(map.rssi.min() ?? -100) - 1
    powed = Self.powedStrengths(weakest: weakest, exponent: exponent)
    decibels = ContiguousArray(
      (0...255).map { Float(weakest * (1 - pow(Double($0) / 255, 1 / exponent))) })

    var identities: [Transmitter: UInt32] = [:]
    identities.reserveCapacity(map.transmitters.count)
    var starts = ContiguousArray<UInt32>(repeating: 0, count: map.transmitters.count + 1)
    for transmitter in map.transmitterIndices { starts[Int(transmitter) + 1] += 1 }
    for (index, transmitter) in map.transmitters.enumerated() where starts[index + 1] > 0 {
      identities[transmitter] = UInt32(index)
    }
    self.identities = identities
    for index in 1..<max(1, starts.count) { starts[index] += starts[index - 1] }
    var rows = ContiguousArray<UInt32>(repeating: 0, count: map.rssi.count)
    var values = ContiguousArray<UInt8>(repeating: 0, count: map.rssi.count)
    var strongest = ContiguousArray<Float>(repeating: 0, count: map.transmitters.count)
    var norms = ContiguousArray<Float>(repeating: 0, count: map.rowCount)
    var next = starts
    for row in 0..<map.rowCount {
      var squares: Float = 0
      for entry in map.entries(of: row) {
        let transmitter = Int(map.transmitterIndices[entry])
        let strength = powed[Int(map.rssi[entry]) + 128]
        let slot = Int(next[transmitter])
        next[transmitter] += 1
        rows[slot] = UInt32(row)
        values[slot] = UInt8(max(1, (strength * 255).rounded()))
        let stored = Float(values[slot]) / 255
        squares += stored * stored
        strongest[transmitter] = max(strongest[transmitter], stored)
      }
      norms[row] = squares > 0 ? 1 / squares.squareRoot() : 0
    }
    postingStarts = starts
    postingRows = rows
    postingValues = values
    inverseRowNorms = norms
    self.strongest = strongest
  }

  /// How many reference points there are.
  public var rowCount: Int { places.count }

  /// Where a transmitter's postings are, or `nil` where no row hears it.
  func postings(of transmitter: Transmitter) -> Range<Int>? {
    guard let number = identities[transmitter] else { return nil }
    return Int(postingStarts[Int(number)])..<Int(postingStarts[Int(number) + 1])
  }

  /// How strongly a row hears a transmitter, in dBm as exactly as postings have it; `nil` where it doesn't.
  func strength(of row: Int, in postings: Range<Int>) -> Float? {
    var (low, high) = (postings.lowerBound, postings.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if postingRows[middle] < UInt32(row) { low = middle + 1 } else { high = middle }
    }
    guard low < postings.upperBound, postingRows[low] == UInt32(row) else { return nil }
    return decibels[Int(postingValues[low])]
  }

  private static func powedStrengths(
    weakest: Double, exponent: Double
  ) -> ContiguousArray<Float> {
    ContiguousArray(
      (-128...127).map { dBm in
        let normalised = min(1, max(0, (Double(dBm) - weakest) / max(1, -weakest)))
        return Float(pow(normalised, exponent))
      })
  }
}
