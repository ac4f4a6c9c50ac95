import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Doors of OpenStreetMap: how wide, and in which walls.
struct OSMDoorTests {
  private let sample = OSMSample.self

  private func metres(_ width: String) throws -> (length: Double?, findings: [VenueFinding]) {
    let tags =
      "<tag k='door' v='yes'/><tag k='level' v='0'/><tag k='width' v='\(width)'/>"
      .replacing("'\(width)'", with: "\"\(width.replacing("\"", with: "&quot;"))\"")
    let (venue, findings) = try sample.elements(
      sample.nodes.replacing(sample.node(2), with: sample.node(2, tags: tags))
        + sample.way(1, [1, 2, 3, 4, 1], sample.room))
    let line = venue.openings.first?.line.map { venue.frame.local(from: $0) } ?? []
    return (line.count == 2 ? line[0].distance(to: line[1]) : nil, findings)
  }

  /// The wiki's page "Map features/Units": a foot has 0.3048 m, an inch 0.0254 m.
  @Test(arguments: [
    ("1.2", 1.2), ("1.2 m", 1.2), ("1.2m", 1.2), ("120 cm", 1.2), ("1200 mm", 1.2),
    ("0.0012 km", 1.2), ("4'", 1.2192), ("4 ft", 1.2192), ("4'6\"", 1.3716), ("4' 6\"", 1.3716),
    ("48\"", 1.2192), ("48 in", 1.2192), (".8", 0.8),
  ])
  func `a door is as wide as its width says in the units of the wiki`(
    width: String, expected: Double
  ) throws {
    let (length, findings) = try metres(width)
    // The local frame's metres differ by the building's size alone.
    #expect(abs((length ?? 0) - expected) < 1e-5)
    #expect(findings.isEmpty)
  }

  @Test(arguments: [
    "1,2", "wide", "1.2 yd", "4'x\"", "'6\"", "0", "-1", "nan", "0x1", "900", "1;2", "4'6'",
  ])
  func `a width that is no length of a door is told`(width: String) throws {
    let (length, findings) = try metres(width)
    #expect(abs((length ?? 0) - 0.9) < 1e-5)
    #expect(findings.map(\.rule) == [.unreadProperty])
    let why = ["0", "-1", "900"].contains(width) ? "in metres is no door's" : "can't be read"
    #expect(findings.first?.message.contains("has width=\(width), which \(why), and is") == true)
  }

  /// As JOSM's validator finds them, "duplicated way nodes".
  @Test(arguments: [[1, 2, 2, 3, 4, 1], [2, 2, 3, 4, 1, 2], [2, 3, 4, 1, 2, 2]])
  func `a door that its room's way names twice running stands in it`(way: [Int]) throws {
    let door = "<tag k='door' v='yes'/><tag k='level' v='0'/>"
    let (venue, findings) = try sample.elements(
      sample.nodes.replacing(sample.node(2), with: sample.node(2, tags: door))
        + sample.way(1, way, sample.room))
    #expect(venue.openings.map(\.id) == ["node/2"], "\(findings)")
  }

  @Test func `a door on two levels lies along the building's wall on both`() throws {
    let tags = "<tag k='door' v='yes'/><tag k='level' v='0;1'/>"
    let (venue, _) = try sample.elements(
      sample.nodes.replacing(sample.node(2), with: sample.node(2, tags: tags))
        + sample.way(1, [5, 6, 7, 8, 5], sample.room)
        + sample.way(2, [1, 2, 3, 4, 1], "<tag k='building' v='yes'/>"))
    #expect(venue.openings.map(\.id) == ["node/2@0", "node/2@1"])
    #expect(Set(venue.openings.map(\.line)).count == 1)
  }

  @Test func `a door on a level without its wall is told so`() throws {
    let tags = "<tag k='door' v='yes'/><tag k='level' v='5'/>"
    let (venue, findings) = try sample.elements(
      sample.nodes.replacing(sample.node(2), with: sample.node(2, tags: tags))
        + sample.way(1, [1, 2, 3, 4, 1], sample.room))
    #expect(venue.openings.isEmpty && findings.map(\.rule) == [.noLine])
    #expect(
      findings.first?.message.contains("is on no wall of level 5 in its file and was left out")
        == true)
  }

  /// 26,000 corners on 200 levels are 5,174,000 beside the first's, and a room's are few.
  @Test(arguments: [true, false])
  func `copies of rooms and outlines with millions of corners are refused`(isRoom: Bool) throws {
    let nodes = (0..<26_000).map { step in
      let (side, along) = (step / 13_000, Double(step % 13_000) * 3e-8)
      let latitude = side == 0 ? 50 : 50.0003
      return
        "<node id='\(100 + step)' lat='\(latitude)' lon='\(10 + (side == 0 ? along : 4e-4 - along))'/>\n"
    }.joined()
    let levels = "<tag k='indoor' v='room'/><tag k='level' v='0-199'/>"
    let error = #expect(throws: VenueError.self) {
      try sample.elements(
        nodes + sample.nodes
          + sample.way(
            1, Array(100..<26_100) + [100], isRoom ? levels : "<tag k='building' v='yes'/>")
          + sample.way(2, [5, 6, 7, 8, 5], levels))
    }
    #expect(error?.message.contains("5000000 more corners on them, by here") == true)
  }

  /// `door=no` is an entrance without a door leaf (<https://wiki.openstreetmap.org/wiki/Key:door>),
  /// and says nothing of the inside.
  @Test(arguments: ["", "<tag k='level' v='0'/>"])
  func `an entrance without a door is no part of the inside`(level: String) throws {
    let tags = "<tag k='door' v='no'/><tag k='entrance' v='yes'/>\(level)"
    let (venue, findings) = try sample.elements(
      sample.nodes.replacing(sample.node(2), with: sample.node(2, tags: tags))
        + sample.way(1, [1, 2, 3, 4, 1], sample.room))
    #expect(venue.units.count == 1 && venue.openings.isEmpty)
    #expect(findings.isEmpty, "\(findings)")
  }

  /// As QGIS and GDAL save a layer in which one feature has several parts.
  @Test func `a door that is the only one of several points lies where the point does`() throws {
    let openings = try [
      #""Point","coordinates":[10.001,50]"#, #""MultiPoint","coordinates":[[10.001,50]]"#,
    ]
    .map { geometry in
      try assembled(
        collection(
          (#""@id":"way/1","indoor":"room","level":"0""#, square(10, 50)),
          (#""@id":"node/5","door":"hinged","level":"0""#, #"{"type":\#(geometry)}"#))
      ).venue.openings
    }
    #expect(openings[0].map(\.id) == ["node/5"] && openings[0] == openings[1])
  }
}
