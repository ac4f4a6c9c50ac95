import IndoorGeometry
public import IndoorModel
public import IndoorPositioning

/// What each phone of a survey reads more or less than the others, where they came to the same
/// places.
///
/// Of two phones' rows in one cell a pair of entries counts where the two are strong on the
/// average, so that chance favours neither; the median of a cell's pairs is its difference, and the
/// median of the cells' the two phones'. Offsets are what fits all differences best by least
/// squares, with a prior of 0 ± 4 dB, after Haeberlen et al. (2004), doi:10.1145/1023720.1023728,
/// and their mean over the survey's rows is 0.
///
/// Where more than 32 phones came to one cell, as where each session of a crowd calls
/// itself a phone, each of them is compared there with as many alone: those of the most rows.
public struct SurveyPhones: Hashable, Sendable {
  /// One of them.
  public struct Phone: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// What it reads more than the survey as a whole; `nil` where it shares no place with another.
    public var offset: RadioOffset?
  }

  /// The phones by name.
  public let phones: [Phone]

  /// Average strength of a pair, in dBm, from which on it counts.
  private static let strong = -75.0
  /// Pairs that a cell must have, and rows of a phone in a cell that are looked at.
  private static let minimumPairs = 5
  private static let mostRows = 4
  /// Phones of a cell that each other one is compared with. By 32 cells of one pair each a phone's
  /// offset is known to 1 dB, so that more would tell hardly more, and take the square of the time.
  private static let mostPeers = 32
  /// Standard deviation of a cell's difference, and of all that two phones' cells have in common,
  /// in decibels.
  private static let noise = 6.0
  private static let common = 1.0

  /// Compares the phones; `nil` where there are no two.
  ///
  /// - Parameters:
  ///   - map: the radio map.
  ///   - walks: the walks that the map was built of, in its order.
  public init?(of map: RadioMap, walks: [WalkLabel]) {
    let names = Set(walks.compactMap(\.device)).sorted()
    guard names.count > 1 else { return nil }
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    var rowCounts = [Double](repeating: 0, count: names.count)
    var cells: [GroundCell: [Int: [Int]]] = [:]
    for row in 0..<map.rowCount where walks.indices.contains(Int(map.walks[row])) {
      guard let phone = walks[Int(map.walks[row])].device.flatMap({ numbers[$0] }) else { continue }
      rowCounts[phone] += 1
      let cell = GroundCell(level: map.levels[Int(map.levelIndices[row])], place: map.places[row])
      if cells[cell]?[phone]?.count ?? 0 < Self.mostRows {
        cells[cell, default: [:]][phone, default: []].append(row)
      }
    }
    var differences: [Difference] = []
    for phones in cells.values where phones.count > 1 {
      let sorted = phones.sorted { $0.key < $1.key }
      let peers = Self.peers(in: sorted.map(\.key), rowCounts)
      let peerPlaces = sorted.indices.filter { peers.contains(sorted[$0].key) }
      for (at, a) in sorted.enumerated() {
        let others = peers.contains(a.key) ? Array(sorted.indices) : peerPlaces
        for b in others.lazy.filter({ $0 > at }).map({ sorted[$0] }) {
          guard let median = Self.difference(a.value, b.value, map) else { continue }
          differences.append(Difference(a: a.key, b: b.key, decibels: median))
        }
      }
    }
    phones = Self.phones(names, differences, rowCounts)
  }

  /// What a phone has more than another in a cell, in decibels.
  private struct Difference {
    var a: Int
    var b: Int
    var decibels: Double
  }

  /// Which of a cell's phones the others are compared with: those of the most rows.
  private static func peers(in cell: [Int], _ rows: [Double]) -> Set<Int> {
    guard cell.count > mostPeers else { return Set(cell) }
    return Set(cell.sorted { (rows[$1], $0) < (rows[$0], $1) }.prefix(mostPeers))
  }

  /// What the first rows have more than the others, in decibels.
  private static func difference(_ a: [Int], _ b: [Int], _ map: RadioMap) -> Double? {
    var pairs: [Double] = []
    for first in a {
      for second in b {
        var other = map.entries(of: second)
        for entry in map.entries(of: first) {
          let transmitter = map.transmitterIndices[entry]
          while let at = other.first, map.transmitterIndices[at] < transmitter {
            other.removeFirst()
          }
          guard let at = other.first, map.transmitterIndices[at] == transmitter else { continue }
          let (here, there) = (Double(map.rssi[entry]), Double(map.rssi[at]))
          if (here + there) / 2 >= strong { pairs.append(here - there) }
        }
      }
    }
    return pairs.count >= minimumPairs ? ErrorStatistics(pairs).median : nil
  }

  /// A phone's differences from others, each with its weight in the fit.
  private typealias Ties = [(other: Int, difference: Double, weight: Double)]

  /// The offsets that fit the differences best.
  private static func phones(
    _ names: [String], _ differences: [Difference], _ rows: [Double]
  ) -> [Phone] {
    var ties = [Ties](repeating: [], count: names.count)
    let differences = differences.sorted { ($0.a, $0.b) < ($1.a, $1.b) }
    var next = 0
    while next < differences.count {
      let (a, b) = (differences[next].a, differences[next].b)
      let medians = differences[next...].prefix { $0.a == a && $0.b == b }.map(\.decibels)
      next += medians.count
      guard let median = ErrorStatistics(medians).median else { continue }
      let weight = 1 / (noise * noise / Double(medians.count) + common * common)
      ties[a].append((b, median, weight))
      ties[b].append((a, -median, weight))
    }
    let prior = 1 / (RadioOffset.unknown.accuracy * RadioOffset.unknown.accuracy)
    let known = ties.map { some in prior + some.reduce(0) { $0 + $1.weight } }
    let offsets = solved(ties, known)
    let mean = zip(offsets, rows).reduce(0) { $0 + $1.0 * $1.1 } / max(1, rows.reduce(0, +))
    return names.indices.map { phone in
      guard !ties[phone].isEmpty else { return Phone(name: names[phone], offset: nil) }
      return Phone(
        name: names[phone],
        offset: RadioOffset(
          decibels: offsets[phone] - mean, accuracy: (1 / known[phone]).squareRoot()))
    }
  }

  /// Solves the least squares' equations by conjugate gradients (Hestenes and Stiefel 1952,
  /// doi:10.6028/jres.049.044), each divided by its diagonal; the prior keeps them well away from
  /// singular.
  ///
  /// - Parameter known: the equations' diagonal: each phone's weights and its prior's.
  private static func solved(_ ties: [Ties], _ known: [Double]) -> [Double] {
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    var offsets = [Double](repeating: 0, count: ties.count)
    var rest = ties.map { some in some.reduce(0) { $0 + $1.weight * $1.difference } }
    var direction = zip(rest, known).map { $0 / $1 }
    var size = dot(rest, direction)
    let enough = size * 1e-24
    for _ in 0..<500 where size > enough {
      let step = ties.indices.map { phone in
        ties[phone].reduce(known[phone] * direction[phone]) {
          $0 - $1.weight * direction[$1.other]
        }
      }
      let length = size / dot(direction, step)
      for phone in ties.indices {
        offsets[phone] += length * direction[phone]
        rest[phone] -= length * step[phone]
      }
      let next = zip(rest, known).map { $0 / $1 }
      let before = size
      size = dot(rest, next)
      direction = zip(next, direction).map { $0 + size / before * $1 }
    }
    return offsets
  }
}
