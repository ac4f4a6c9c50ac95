import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

/// Searches after those before them took too much.
struct ApproximateSearchTests {
  private static let matching = Matching(
    representation: .powed(exponent: 2), distance: .sørensen, neighbours: 1)

  @Test func `of rows that are all unlike, a search looks at a few`() throws {
    var random = SplitMix64(seed: 5)
    func row(_ number: Int) -> TableRow {
      TableRow(
        scan: (0..<20).map { ($0, Int8.random(in: -90 ... -30, using: &random)) },
        place: LocalPoint(x: Double(number % 100), y: Double(number / 100)))
    }
    let rows = (0..<20_000).map(row)
    let map = try TableRow.map(of: rows, transmitters: 20, matching: Self.matching)
    let scan = row(0).readings
    var exact = NearestRows(index: NearestRowsIndex(map: map))
    #expect(exact.match(scan) == 20 && exact.searches.approximate == 0)
    var short = NearestRows(index: exact.index)
    short.mostWork = 1
    // The first finds what is nearest, and uses it up.
    #expect(short.match(scan) == 20 && short.searches.approximate == 0)
    #expect(short.neighbours == exact.neighbours)
    let before = short.work
    #expect(short.match(scan) == 20 && short.searches.approximate == 1)
    #expect(!short.neighbours.isEmpty)
    // 20,000 rows are 1,250 blocks, of which 16 times 4 are looked at.
    #expect(5 * (short.work - before) < before, "\(before), \(short.work)")
  }

  /// Each transmitter is heard by 20 rows in a corridor, and best in their middle.
  @Test func `in a building it finds the nearest row all the same`() throws {
    let rows = (0..<5000).map { number in
      TableRow(
        scan: (0..<10).map { near in
          let transmitter = number / 2 + near
          return (transmitter, Int8(-40 - 5 * abs(2 * transmitter - number - 10)))
        }, place: LocalPoint(x: Double(number), y: 0))
    }
    let map = try TableRow.map(of: rows, transmitters: 2600, matching: Self.matching)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    matcher.mostWork = 0
    for number in stride(from: 0, to: 5000, by: 37) {
      #expect(matcher.match(rows[number].readings) > 0)
      #expect(
        matcher.neighbours.first.map { rows[$0.row].scan.map(\.rssi) }
          == rows[number].scan.map(\.rssi))
      #expect(matcher.neighbours.first.map(\.row) == number)
    }
  }
}
