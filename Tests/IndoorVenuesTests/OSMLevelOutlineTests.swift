import Foundation
import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Levels of OpenStreetMap whose `indoor=level` is no area: by "Simple Indoor Tagging" it is an
/// optional outline, and a room's level is what its own tag `level` says.
struct OSMLevelOutlineTests {
  private func read(_ level: String) throws -> (venue: Venue, findings: [VenueFinding]) {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).osm")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = """
      <osm version='0.6'>
      <node id='1' lat='50' lon='8'/><node id='2' lat='50' lon='8.0002'/>
      <node id='3' lat='50.0001' lon='8.0002'/><node id='4' lat='50.0001' lon='8'/>
      <node id='5' lat='50' lon='8.0001'/><node id='6' lat='50.0001' lon='8.0001'/>
      \(way(10, [1, 5, 6, 4, 1], "<tag k='indoor' v='room'/><tag k='level' v='0'/>"))
      \(way(11, [5, 2, 3, 6, 5], "<tag k='indoor' v='room'/><tag k='level' v='1'/>"))
      \(way(12, [1, 2, 3, 4, 1], "<tag k='building' v='yes'/>"))
      \(level)
      </osm>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var sources = VenueImport()
    try sources.read(path)
    return try sources.finish()
  }

  private func way(_ id: Int, _ nodes: [Int], _ tags: String) -> String {
    "<way id='\(id)'>\(nodes.map { "<nd ref='\($0)'/>" }.joined())\(tags)</way>"
  }

  private static let tags = "<tag k='indoor' v='level'/><tag k='level' v='0'/>"

  @Test(arguments: [
    ("<node id='9' lat='50.00005' lon='8.00005'>\(tags)</node>", VenueRule.otherFeature),
    ("<way id='13'><nd ref='1'/><nd ref='2'/><nd ref='3'/>\(tags)</way>", .otherFeature),
    ("<way id='13'><nd ref='1'/><nd ref='2'/><nd ref='99'/>\(tags)</way>", .ringNotClosed),
    (
      """
      <way id='13'><nd ref='1'/><nd ref='2'/><nd ref='3'/></way><relation id='20'>
      <member type='way' ref='13' role='outer'/><member type='way' ref='99' role='outer'/>
      <tag k='type' v='multipolygon'/>\(tags)</relation>
      """, .ringNotClosed
    ),
  ])
  func `a level that is no area takes no room with it`(level: String, rule: VenueRule) throws {
    let whole = try read("").venue
    #expect(whole.units.map(\.id) == ["way/10", "way/11"])
    let (venue, findings) = try read(level)
    #expect(venue.units == whole.units)
    #expect(venue.levels == whole.levels)
    #expect(Set(findings.map(\.rule)) == [rule], "\(findings)")
  }

  @Test func `a level that is an area gives its outline`() throws {
    let (venue, findings) = try read(way(13, [1, 5, 6, 4, 1], Self.tags))
    #expect(findings.isEmpty, "\(findings)")
    let areas = venue.levels.sorted { $0.key < $1.key }.map { level in
      level.outline.reduce(0) { $0 + venue.frame.local(from: $1).area }
    }
    // It is the western half of the building.
    #expect(areas.count == 2 && abs(2 * areas[0] - areas[1]) < 0.01 * areas[1], "\(areas)")
  }
}
