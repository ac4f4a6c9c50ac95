import IndoorJSON
import IndoorVenues
import Testing

/// Levels that come back under other ids, in buildings of other ids.
struct DoubledLevelTests {
  /// Ground floors side by side in rows of a hundred, with gaps as wide as they are.
  private func campus(_ prefix: String, _ count: Int) throws -> GeoJSONFeatureCollection {
    try collection(
      (0..<count).map { number in
        (
          #""feature_type":"level","id":"\#(prefix)L\#(number)","ordinal":0,"building_id":"\#(prefix)\#(number)""#,
          square(8 + 0.0002 * Double(number % 100), 50 + 0.0002 * Double(number / 100), 0.0001)
        )
      })
  }

  @Test func `a campus that comes back under other ids is compared house by house`() throws {
    let count = 10_000
    let before = try assembled(campus("a", count)).venue
    let start = ContinuousClock.now
    let found = try assembled(campus("b", count), into: before).findings
      .filter { $0.rule == .levelDoubled }
    // Seconds; where each is compared with each, ten minutes.
    #expect(ContinuousClock.now - start < .seconds(300))
    #expect(found.count == count)
    for (number, finding) in found.enumerated() {
      #expect(
        finding.message.hasPrefix(
          "level \"bL\(number)\" of building \"b\(number)\" lies where the venue has level"
            + " \"aL\(number)\" of building \"a\(number)\""))
    }
  }

  /// West and east of the antimeridian and across it; beside ±180° the numbers jump, not the
  /// ground.
  @Test(arguments: [
    ([179.9990, 179.9998], [179.9992, 179.9998], true),
    ([179.9990, -179.9990], [179.9992, -179.9990], true),
    ([179.9990, -179.9990], [179.9990, 179.9999], true),
    ([179.9990, -179.9990], [-179.9999, -179.9990], true),
    ([-179.9999, -179.9990], [179.9990, -179.9990], true),
    ([179.9990, 179.9999], [179.9990, -179.9990], true),
    ([179.9990, 179.9999], [-179.9999, -179.9990], false),
    ([179.9990, -179.9995], [-179.9994, -179.9980], false),
  ])
  func `levels across the antimeridian are compared`(
    before: [Double], after: [Double], isDoubled: Bool
  ) throws {
    func level(_ id: String, _ longitudes: [Double]) throws -> GeoJSONFeatureCollection {
      let (west, east) = (longitudes[0], longitudes[1])
      return try collection(
        (
          #""feature_type":"level","id":"\#(id)","ordinal":0,"building_id":"of \#(id)""#,
          """
          {"type":"Polygon","coordinates":[[[\(west),-16],[\(east),-16],[\(east),-15.999],\
          [\(west),-15.999],[\(west),-16]]]}
          """
        ))
    }
    let venue = try assembled(level("a", before)).venue
    let found = try assembled(level("b", after), into: venue).findings
    #expect(found.contains { $0.rule == .levelDoubled } == isDoubled, "\(found)")
  }

  @Test func `a level on another ordinal, or half beside, is none that was there`() throws {
    let place = #""feature_type":"level","building_id":"a""#
    let venue = try assembled(
      collection(
        (place + #","id":"0","ordinal":0"#, square(10, 50)),
        (place + #","id":"empty","ordinal":1"#, "null"))
    ).venue
    func found(_ ordinal: Int, _ geometry: String) throws -> Int {
      let other = #""feature_type":"level","building_id":"b","id":"n","ordinal":\#(ordinal)"#
      return try assembled(collection((other, geometry)), into: venue).findings
        .count { $0.rule == .levelDoubled }
    }
    #expect(try found(0, square(10.0004, 50)) == 1)
    #expect(try found(0, square(10.0006, 50)) == 0)
    #expect(try found(1, square(10, 50)) == 0)
    #expect(try found(0, "null") == 0)
  }
}
