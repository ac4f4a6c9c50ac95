import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Doors of OpenStreetMap: how wide, and in which walls.
struct OSMDoorTests {
  private let sample = OSMSample.self

  @Test func `a door on two levels lies along the building's wall on both`() throws {
    let tags = "<tag k='door' v='yes'/><tag k='level' v='0;1'/>"
    let (venue, _) = try sample.elements(
      sample.nodes.replacing(sample.node(2), with: sample.node(2, tags: tags))
        + sample.way(1, [5, 6, 7, 8, 5], sample.room)
        + sample.way(2, [1, 2, 3, 4, 1], "<tag k='building' v='yes'/>"))
    #expect(venue.openings.map(\.id) == ["node/2@0", "node/2@1"])
    #expect(Set(venue.openings.map(\.line)).count == 1)
  }

  /// 26,000 corners on 200 levels are 5,174,000 beside the first's, and a room's are few.
  @Test(arguments: [true, false])
  func `copies of rooms and outlines with millions of corners are refused`(isRoom: Bool) throws {
    let nodes = (0..<26_000).map { step in
      let (side, along) = (step / 13_000, Double(step % 13_000) * 1e-8)
      let latitude = side == 0 ? 50 : 50.0001
      return
        "<node id='\(100 + step)' lat='\(latitude)' lon='\(10 + (side == 0 ? along : 2e-4 - along))'/>\n"
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
}
