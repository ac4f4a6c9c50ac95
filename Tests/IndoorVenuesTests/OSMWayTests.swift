import Foundation
import IndoorModel
import IndoorVenues
import Testing

/// Rooms of OpenStreetMap that are no areas.
struct OSMWayTests {
  private func read(_ text: String) throws -> (venue: Venue, findings: [VenueFinding]) {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-a.osm")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var sources = VenueImport()
    try sources.read(path)
    return try sources.finish()
  }

  /// The corners of a square in OpenStreetMap's order of latitude and longitude.
  private let nodes = """
    <node id='1' lat='50' lon='10'/><node id='2' lat='50' lon='10.0001'/>
    <node id='3' lat='50.0001' lon='10.0001'/><node id='4' lat='50.0001' lon='10'/>
    """

  private func way(_ id: Int, _ nodes: [Int]) -> String {
    "<way id='\(id)'>\(nodes.map { "<nd ref='\($0)'/>" }.joined())\(room)</way>"
  }

  private let room = "<tag k='indoor' v='room'/><tag k='level' v='0'/>"

  /// As the key's page has it (<https://wiki.openstreetmap.org/wiki/Key:indoor>): `no` is outdoors,
  /// and a building's `yes` says that its inside is drawn.
  @Test func `what is outdoors, and a building whose inside is drawn, are no rooms`() throws {
    let ring = [1, 2, 3, 4, 1]
    let terrace = way(2, ring).replacing("v='room'", with: "v='no'")
    let building = way(3, ring).replacing(
      "v='room'/>", with: "v='yes'/><tag k='building' v='yes'/>")
    let venue = try read(
      "<osm version='0.6'>\n\(nodes)\n\(way(1, ring))\(terrace)\(building)</osm>"
    ).venue
    #expect(venue.units.map(\.id) == ["way/1"])
    #expect(venue.buildings.count == 1)
  }

  @Test(arguments: [
    ([1], "way/1 has one node alone, and was left out"), ([], "way/1 has no node, and was left"),
    ([1, 2, 200, 1], "way/1 names nodes that the file doesn't have, and was left out; download"),
    ([200], "way/1 names nodes that the file doesn't have"),
    ([1, 2, 3], "indoor=room that is no area; draw it as a closed way"),
  ])
  func `a room that is no area is told by what its way lacks`(refs: [Int], words: String) throws {
    let error = #expect(throws: VenueError.self) {
      try read("<osm version='0.6'>\n\(nodes)\n\(way(1, refs))</osm>")
    }
    #expect(error?.message.contains("a.osm:4: ") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    // Beside a whole room it is a finding.
    let (venue, findings) = try read(
      "<osm version='0.6'>\n\(nodes)\n\(way(1, refs))\(way(2, [1, 2, 3, 4, 1]))</osm>"
    )
    #expect(venue.units.map(\.id) == ["way/2"])
    #expect(findings.filter { $0.message.contains("a.osm:4: ") }.count == 1, "\(findings)")
    #expect(findings.contains { $0.message.contains(words) })
  }

  /// A closed way is an area (<https://wiki.openstreetmap.org/wiki/Way#Closed_way>), also where
  /// GeoJSON has it as a line; a closed wall is none, and `area=no` says that it is a line.
  @Test func `a closed line of GeoJSON is the area that its way is`() throws {
    let ring = "[[10,50],[10.0001,50],[10.0001,50.0001],[10,50.0001],[10,50]]"
    func read(_ tags: String, _ line: String) throws -> [Venue] {
      let other = (#""@id":"way/9","indoor":"room","level":"0""#, square(10.001, 50, 0.0001))
      return try [
        #"{"type":"LineString","coordinates":\#(line)}"#,
        #"{"type":"Polygon","coordinates":[\#(line)]}"#,
        #"{"type":"MultiLineString","coordinates":[\#(line)]}"#,
      ].map { geometry in
        try assembled(collection((#""@id":"way/1","level":"0",\#(tags)"#, geometry), other)).venue
      }
    }
    for tags in [#""indoor":"room""#, #""indoor":"wall","area":"yes""#, #""indoor":"level""#] {
      let venues = try read(tags, ring)
      for other in venues.dropFirst() {
        #expect(venues[0].units == other.units && venues[0].levels == other.levels)
      }
    }
    #expect(try read(#""indoor":"room""#, ring)[0].units.map(\.id) == ["way/1", "way/9"])
    for place in [0, 2] {
      #expect(try read(#""indoor":"wall""#, ring)[place].units.map(\.id) == ["way/9"])
      #expect(try read(#""indoor":"room","area":"no""#, ring)[place].units.map(\.id) == ["way/9"])
    }
  }

  @Test func `a room that is a point is told to be no area`() throws {
    let error = #expect(throws: VenueError.self) {
      try read("<osm version='0.6'><node id='1' lat='50' lon='10'>\(room)</node></osm>")
    }
    #expect(error?.message.contains("no area; draw it as a closed way") == true)
  }
}
