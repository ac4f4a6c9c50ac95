import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

@Suite struct NearestRowsTests {
  private let level = LevelKey(ordinal: 0)
  /// Rows over the transmitters 1, 2 and 3: min is -91, so that -90 is 1/91 of the range and -50 is
  /// 41/91.
  private let strengths: [[Int8?]] = [
    [-50, -60, nil], [-70, nil, -90], [nil, -60, -50], [-50, -60, nil],
  ]

  private func map(_ matching: Matching) throws -> RadioMap {
    var starts: [UInt32] = [0]
    var transmitters: [UInt32] = []
    var rssi: [Int8] = []
    for row in strengths {
      for (index, value) in row.enumerated() {
        guard let value else { continue }
        transmitters.append(UInt32(index))
        rssi.append(value)
      }
      starts.append(UInt32(rssi.count))
    }
    return try #require(
      RadioMap(
        levels: [level], transmitters: [.wifi(1), .wifi(2), .wifi(3)],
        places: strengths.indices.map { LocalPoint(x: Double($0) * 10, y: 0) },
        levelIndices: [0, 0, 0, 0], walks: [0, 0, 1, 2], rowStarts: starts,
        transmitterIndices: transmitters, rssi: rssi, matching: matching))
  }

  /// The measures as their papers write them, over dense vectors.
  private func distance(_ a: [Double], _ b: [Double], _ distance: Matching.Distance) -> Double {
    let pairs = zip(a, b)
    switch distance {
    case .euclid: return pairs.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    case .manhattan: return pairs.reduce(0) { $0 + abs($1.0 - $1.1) }
    case .sørensen:
      return pairs.reduce(0) { $0 + abs($1.0 - $1.1) } / pairs.reduce(0) { $0 + $1.0 + $1.1 }
    case .cosine:
      let product = pairs.reduce(0) { $0 + $1.0 * $1.1 }
      let norms = [a, b].map { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }
      return 1 - product / (norms[0] * norms[1])
    }
  }

  @Test(arguments: Matching.Distance.allCases)
  func `distances are those of the dense vectors, nearest first, equal ones by row`(
    measure: Matching.Distance
  ) throws {
    let map = try map(
      Matching(representation: .powed(exponent: 1), distance: measure, neighbours: 4))
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    let scan: [Int8?] = [-55, -65, nil]
    let readings = scan.enumerated().compactMap { index, value in
      value.map { Reading(transmitter: .wifi(UInt64(index + 1)), rssi: $0) }
    }
    #expect(matcher.match(readings) == 2)
    func vector(_ row: [Int8?]) -> [Double] { row.map { $0.map { (Double($0) + 91) / 91 } ?? 0 } }
    let expected = strengths.indices.map { row in
      (row: row, distance: distance(vector(scan), vector(strengths[row]), measure))
    }.sorted { ($0.distance, $0.row) < ($1.distance, $1.row) }
    #expect(matcher.neighbours.map(\.row) == expected.map(\.row))
    for (found, known) in zip(matcher.neighbours, expected) {
      #expect(abs(found.distance - known.distance) < 1e-5)
    }
  }

  @Test func `rows of a group that is left out are no neighbours`() throws {
    let map = try map(.literature)
    var matcher = NearestRows(index: NearestRowsIndex(map: map), groups: map.walks)
    let readings = [Reading(transmitter: .wifi(1), rssi: -50)]
    _ = matcher.match(readings, leavingOut: 0)
    #expect(matcher.neighbours.map(\.row) == [3])
    _ = matcher.match(readings)
    #expect(Set(matcher.neighbours.map(\.row)) == [0, 1, 3])
  }

  @Test func `a scan of strangers has no neighbours`() throws {
    var matcher = NearestRows(index: NearestRowsIndex(map: try map(.literature)))
    #expect(matcher.match([Reading(transmitter: .wifi(9), rssi: -50)]) == 0)
    #expect(matcher.neighbours.isEmpty)
    #expect(NeighbourEstimate(matcher.neighbours, of: matcher.index) == nil)
  }

  @Test func `neighbours weigh by one over their distance`() throws {
    let index = NearestRowsIndex(map: try map(.literature))
    let estimate = try #require(
      NeighbourEstimate(
        [
          Neighbour(row: 0, distance: 0.1),
          Neighbour(row: 3, distance: 0.2),
        ], of: index))
    // Weights 10 and 5 at 0 m and 30 m: 10 m; spread √(2/3 · 10² + 1/3 · 20²) = √200.
    #expect(abs(estimate.place.x - 10) < 1e-9)
    #expect(abs(estimate.spread - 200.0.squareRoot()) < 1e-9)
    #expect(estimate.levelShare == 1)
  }

  @Test
  func `with a sharpness neighbours weigh by the exponential of what they lack to the nearest`()
    throws
  {
    var matching = Matching.literature
    matching.sharpness = 60
    let index = NearestRowsIndex(map: try map(matching))
    let estimate = try #require(
      NeighbourEstimate(
        [
          Neighbour(row: 0, distance: 0.1),
          Neighbour(row: 3, distance: 0.1 + 0.6931471805599453 / 60),
        ], of: index))
    // Weights 1 and exp(-ln 2) at 0 m and 30 m: 10 m.
    #expect(abs(estimate.place.x - 10) < 1e-9)
  }

  @Test func `a scan is called outside beyond what is usual, and its radius grows with unlikeness`()
    throws
  {
    var matching = Matching(
      representation: .powed(exponent: 1), distance: .sørensen, neighbours: 2, radiusPerSpread: 1.5)
    let scan = [
      Reading(transmitter: .wifi(1), rssi: -50), Reading(transmitter: .wifi(2), rssi: -60),
    ]
    func estimate() throws -> NeighbourEstimate {
      let index = NearestRowsIndex(map: try map(matching))
      var matcher = NearestRows(index: index)
      // One of a stranger weighs nothing: the scan is as the first row, and as the last, 30 m on.
      _ = matcher.match(scan.map { Reading(transmitter: $0.transmitter, rssi: $0.rssi - 5) })
      return try #require(NeighbourEstimate(matcher.neighbours, of: index))
    }
    let unknown = try estimate()
    // 41 and 31 of 91 are 36 and 26 here: 10 of 134 are missing.
    #expect(abs(unknown.nearest - 10.0 / 134) < 1e-6)
    #expect(unknown.isOutside == nil)
    // Both are 15 m from their middle.
    #expect(abs(unknown.radius - 22.5) < 1e-6)
    matching.usualDistance = 0.1
    let inside = try estimate()
    #expect(inside.isOutside == false)
    matching.usualDistance = 0.05
    let outside = try estimate()
    #expect(outside.isOutside == true)
    // exp(1.75 · (0.1 - 0.05)) apart, and nothing else.
    #expect(abs(outside.radius / inside.radius - 1.091442) < 1e-5)
    #expect(outside.place == inside.place)
  }
}
