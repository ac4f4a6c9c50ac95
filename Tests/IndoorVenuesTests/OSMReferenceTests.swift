import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Elements of OpenStreetMap that name others by no number, or say a thing twice.
struct OSMReferenceTests {
  private let sample = OSMSample.self

  @Test(arguments: ["7a", "99999999999999999999", "", "1.0"])
  func `a way's node or a relation's way of no whole number is refused, as a bad id is`(
    reference: String
  ) throws {
    let room = sample.way(1, [1, 2, 3, 4, 1], sample.room)
    for text in [
      room.replacing("ref='3'", with: "ref='\(reference)'"),
      room
        + sample.multipolygon(5, [(1, "outer")]).replacing("ref='1'", with: "ref='\(reference)'"),
    ] {
      let error = #expect(throws: VenueError.self) { try sample.elements(sample.nodes + text) }
      let message = error?.message ?? ""
      #expect(
        message.contains("a.osm:1") && message.contains("\"\(reference)\", which is no whole"))
    }
  }

  @Test func `Overpass' nodes of no whole number are refused`() throws {
    let nodes = sample.corners.enumerated().map {
      #"{"type":"node","id":\#($0 + 1),"lat":\#($1.latitude),"lon":\#($1.longitude)}"#
    }.joined(separator: ",")
    func text(_ names: String, _ more: String = "") -> String {
      #"{"elements":[\#(nodes),{"type":"way","id":9,"nodes":[\#(names)]\#(more),"tags":{"indoor":"room","level":0}}]}"#
    }
    // A tag that is a number is read, as in GeoJSON.
    #expect(try sample.read(text("1,2,3,4,1"), "a.json").venue.units.count == 1)
    for (text, words) in [
      (text(#"1,2,"3",4,1"#), "way/9 names a node by \"3\""), (text("1,2,null,4,1"), "by no whole"),
      (text("1,2,3,4,1", #","geometry":[{"lat":50,"lon":10}]"#), "5 nodes and 1 places"),
    ] {
      let error = #expect(throws: VenueError.self) { try sample.read(text, "a.json") }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
  }

  @Test func `a node that moves and a tag that changes within a file are told`() throws {
    let room = sample.way(1, [1, 2, 3, 4, 1], sample.room)
    let (venue, findings) = try sample.elements(
      "<node id='1' lat='50.0002' lon='10'/>\n" + sample.nodes + sample.nodes + room)
    #expect(
      venue.units.first?.geometry.first?.exterior.contains { $0.latitude == 50.0002 } == false)
    #expect(findings.map(\.rule) == [.duplicateID])
    #expect(findings.first?.message.contains("a.osm:3: node/1 comes twice, in different") == true)

    let (tagged, twice) = try sample.elements(
      sample.nodes + room.replacing("</way>", with: "<tag k='level' v='2'/></way>")
        + sample.way(2, [5, 6, 7, 8, 5], sample.room + sample.room))
    #expect(tagged.units.map(\.level.ordinal) == [2, 0])
    #expect(twice.map(\.rule) == [.keyTwice])
    #expect(twice.first?.message.contains("a.osm:10: way/1 has the tag level twice") == true)
  }
}
