import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Multipolygons whose tags stand on their outer ways, as editors put them until 2016.
struct OSMOuterWayTests {
  private let sample = OSMSample.self
  private var inner: String { sample.way(2, [5, 6, 7, 8, 5]) }

  private func holes(_ text: String) throws -> (holes: [String: Int], findings: [VenueFinding]) {
    let (venue, findings) = try sample.elements(sample.nodes + text)
    let holes = venue.units.map { ($0.id, $0.geometry.reduce(0) { $0 + $1.holes.count }) }
    return (Dictionary(uniqueKeysWithValues: holes), findings)
  }

  @Test(arguments: ["", "<tag k='created_by' v='JOSM'/><tag k='name' v='Ring'/>"])
  func `the outer way has the relation's holes`(tags: String) throws {
    let ring =
      sample.way(1, [1, 2, 3, 4, 1], sample.room) + inner
      + sample.multipolygon(5, [(1, "outer"), (2, "inner")], tags)
    #expect(try holes(ring) == (["way/1": 1], []))
    // What stands in the hole is a room of its own.
    let both = ring.replacing(inner, with: sample.way(2, [5, 6, 7, 8, 5], sample.room))
    #expect(try holes(both) == (["way/1": 1, "way/2": 0], []))
  }

  @Test func `of two outer ways that which is around it has the hole, the inner ring of two ways`()
    throws
  {
    let far =
      [(50.001, 10), (50.001, 10.0003), (50.0013, 10.0003), (50.0013, 10)].enumerated().map {
        "<node id='\(20 + $0)' lat='\($1.0)' lon='\($1.1)'/>\n"
      }.joined()
    let (holes, findings) = try holes(
      far + sample.way(3, [20, 21, 22, 23, 20], sample.room)
        + sample.way(1, [1, 2, 3, 4, 1], sample.room)
        + sample.way(2, [5, 6, 7]) + sample.way(4, [5, 8, 7])
        + sample.multipolygon(5, [(3, ""), (1, "outer"), (2, "inner"), (4, "inner")], ""))
    #expect(holes == ["way/1": 1, "way/3": 0])
    #expect(findings.isEmpty)
  }

  /// Such a ring beside itself would cross itself.
  @Test func `a hole that is named several times is one, and the way itself is none`() throws {
    func relation(_ id: Int, _ members: [(Int, String)]) -> String {
      sample.multipolygon(id, members, "")
    }
    let (holes, findings) = try holes(
      sample.way(1, [1, 2, 3, 4, 1], sample.room) + inner + sample.way(3, [2, 3, 4, 1, 2])
        + relation(5, [(1, "outer"), (1, "outer"), (2, "inner"), (2, "inner")])
        + relation(6, [(1, "outer"), (2, "inner")]) + relation(7, [(1, "outer"), (3, "inner")]))
    #expect(holes == ["way/1": 1])
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `a relation around no area is left alone`() throws {
    let (_, findings) = try holes(
      sample.way(1, [1, 2, 3], "<tag k='indoor' v='wall'/><tag k='level' v='0'/>")
        + sample.way(4, [1, 2, 3, 4, 1], sample.room) + inner
        + sample.multipolygon(5, [(1, "outer"), (2, "inner")], ""))
    #expect(findings.map(\.rule) == [.otherFeature])
  }

  @Test func `a building's courtyard is a hole of it`() throws {
    let building = "<tag k='building' v='yes'/><tag k='name' v='Ring'/>"
    let (venue, _) = try sample.elements(
      sample.nodes + sample.way(1, [1, 2, 3, 4, 1], building) + inner
        + sample.way(3, [1, 5, 8, 4, 1], sample.room)
        + sample.multipolygon(5, [(1, "outer"), (2, "inner")], ""))
    #expect(venue.buildings.map(\.name) == ["Ring"])
    #expect(venue.levels.map { $0.outline.map(\.holes.count) } == [[1]])
  }

  @Test func `a hole whose way isn't in the file is told of the relation`() throws {
    let (holes, findings) = try holes(
      sample.way(1, [1, 2, 3, 4, 1], sample.room)
        + sample.multipolygon(5, [(1, "outer"), (2, "inner")], ""))
    #expect(holes == ["way/1": 0])
    #expect(findings.map(\.rule) == [.ringNotClosed])
    #expect(
      findings.first?.message.contains(
        "a.osm:11: relation/5 names way 2, which the file doesn't have") == true)
  }

  @Test func `a relation that is something itself takes no way for its own`() throws {
    let garden = "<tag k='leisure' v='garden'/>"
    #expect(
      try holes(
        sample.way(1, [1, 2, 3, 4, 1], sample.room) + inner
          + sample.multipolygon(5, [(1, "outer"), (2, "inner")], garden)) == (["way/1": 0], []))
  }
}
