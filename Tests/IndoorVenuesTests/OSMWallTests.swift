import IndoorModel
import IndoorVenues
import Testing

/// Which areas of OpenStreetMap's indoor tagging are units: walls are lines unless they say
/// `area=yes` (wiki, "Simple Indoor Tagging").
struct OSMWallTests {
  private let sample = OSMSample.self
  private let hall = OSMSample.way(1, [1, 2, 3, 4, 1], OSMSample.room)

  private func inner(_ tags: [String: String]) throws -> (
    category: String?, findings: [VenueFinding]
  ) {
    let text = tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }
    let (venue, findings) = try sample.elements(
      sample.nodes + hall + sample.way(2, [5, 6, 7, 8, 5], text.joined()))
    #expect(venue.units.first?.id == "way/1")
    return (venue.units.dropFirst().first?.category, findings)
  }

  @Test func `a closed wall is no room, and its doors are in it`() throws {
    let (category, findings) = try inner(["indoor": "wall", "level": "0", "name": "W"])
    #expect(category == nil)
    #expect(findings.map(\.rule) == [.otherFeature])
    #expect(findings.first?.message.contains("a.osm:11: a venue doesn't keep indoor=wall") == true)
    let wall = "<tag k='indoor' v='wall'/><tag k='level' v='0'/>"
    let door = sample.node(5, tags: "<tag k='door' v='yes'/><tag k='level' v='0'/>")
    let nodes = ([1, 2, 3, 4, 6, 7, 8].map { sample.node($0) } + [door]).joined()
    let venue = try sample.elements(nodes + hall + sample.way(2, [5, 6, 7, 8, 5], wall)).venue
    #expect(venue.openings.count == 1 && venue.units.count == 1)
  }

  @Test(arguments: [
    (["indoor": "wall", "area": "yes"], "structure"), (["indoor": "column"], "column"),
    (["indoor": "room"], "room"), (["indoor": "yes"], "room"), (["indoor": "area"], "walkway"),
    (["indoor": "corridor"], "walkway"), (["indoor": "staircase", "room": "stairs"], "stairs"),
    (["indoor": "parapet"], nil),
  ])
  func `areas are what they say`(tags: [String: String], category: String?) throws {
    let found = try inner(tags.merging(["level": "0"]) { $1 })
    #expect(found.category == category)
    #expect(found.findings.map(\.rule) == (category == nil ? [.otherFeature] : []))
  }

  @Test(arguments: [[(3, "outer"), (4, "inner")], [(3, "outer")]])
  func `a wall that is a multipolygon is an area`(members: [(Int, String)]) throws {
    let (venue, findings) = try sample.elements(
      sample.nodes + sample.way(3, [1, 2, 3, 4, 1]) + sample.way(4, [5, 6, 7, 8, 5])
        + sample.multipolygon(5, members).replacing("'room'", with: "'wall'"))
    #expect(venue.units.map(\.category) == ["structure"] && findings.isEmpty)
  }

  @Test func `what most areas lack is why nothing is left`() throws {
    // Ways without their nodes, and one way without a level.
    let text =
      sample.nodes + sample.way(1, [1, 2, 3, 4, 1], "<tag k='indoor' v='room'/>")
      + (2...4).map { sample.way($0, [21, 22, 23, 21], sample.room) }.joined()
    let error = #expect(throws: VenueError.self) { try sample.elements(text) }
    let message = error?.message ?? ""
    #expect(message.contains("way/2 names nodes that the file doesn't have"), "\(message)")
    #expect(message.hasSuffix("and 2 more such findings"), "\(message)")
  }
}
