import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// What osmtogeojson, and so Overpass Turbo, says of a geometry that isn't the element's own, and
/// histories.
struct OSMLackTests {
  private let sample = OSMSample.self

  /// A room of the sample's square, which osmtogeojson says more of.
  private func room(_ id: String, _ more: String, isNested: Bool = false) -> String {
    let ring = "[[10,50],[10.0003,50],[10.0003,50.0003],[10,50.0003],[10,50]]"
    let tags = #""indoor":"room","level":"0""#
    let properties = isNested ? #""tags":{\#(tags)}"# : tags
    return #"{"type":"Feature","id":"\#(id)","properties":{\#(properties),\#(more)},"#
      + #""geometry":{"type":"Polygon","coordinates":[\#(ring)]}}"#
  }

  private func read(_ features: [String]) throws -> (venue: Venue, findings: [VenueFinding]) {
    try sample.read(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"#,
      "a.geojson")
  }

  @Test(arguments: [
    (#""@geometry":"bounds""#, false, "by the box around it"),
    (#""@geometry":"center""#, false, "by its middle"),
    (#""geometry":"bounds","meta":{}"#, true, "by the box around it"),
    (#""@tainted":true"#, false, "lacks nodes"), (#""@tainted":1"#, false, "lacks nodes"),
    (#""tainted":true"#, true, "lacks nodes"),
  ])
  func `a way whose geometry isn't its own is left out and told`(
    more: String, isNested: Bool, words: String
  ) throws {
    let (venue, findings) = try read([
      room("way/1", #""name":"A""#), room("way/2", more, isNested: isNested),
    ])
    #expect(venue.units.map(\.id) == ["way/1"])
    #expect(findings.map(\.rule) == [.ringNotClosed])
    #expect(findings.first?.message.contains("/a.geojson:2: way/2 ") == true, "\(findings)")
    #expect(findings.first?.message.contains(words) == true, "\(findings)")
  }

  /// As of OpenStreetMap's own elements, what of a relation closes is kept.
  @Test func `a relation that lacks ways keeps what it has and is told`() throws {
    let (venue, findings) = try read([room("relation/3", #""@tainted":true"#)])
    #expect(venue.units.map(\.id) == ["relation/3"])
    #expect(findings.map(\.rule) == [.ringNotClosed])
  }

  @Test(arguments: [
    #""@tainted":false"#, #""geometry":"bounds""#, #""tainted":true"#, #""@geometry":"x""#,
  ])
  func `other tags of these names are none`(more: String) throws {
    let (venue, findings) = try read([room("way/1", more)])
    #expect(venue.units.count == 1 && findings.isEmpty, "\(findings)")
  }

  @Test func `of a history the last version of an element counts`() throws {
    let first = sample.way(1, [1, 2, 3, 4, 1], sample.room)
    let second = sample.way(1, [5, 6, 7, 8, 5], sample.room)
    let third = sample.way(2, [1, 2, 3, 4, 1], sample.room)
    let gone = "<way id='2' version='2' visible='false'/>\n"
    let (venue, findings) = try sample.elements(sample.nodes + first + second + third + gone)
    #expect(venue.units.map(\.id) == ["way/1"])
    #expect(
      venue.units.first?.geometry.first?.exterior.contains { $0.latitude == 50 } == false)
    #expect(findings.map(\.rule) == [.duplicateID])
    #expect(findings.first?.message.contains("a.osm:11: way/1 comes again") == true)
  }

  /// Overpass' "out body; >; out skel" has a way of a relation's once more, without its tags.
  @Test func `what comes again the same or without its tags is as it was`() throws {
    let room = sample.way(1, [1, 2, 3, 4, 1], sample.room)
    let (venue, findings) = try sample.elements(
      sample.nodes + room + room + sample.way(1, [1, 2, 3, 4, 1]))
    #expect(venue.units.map(\.id) == ["way/1"])
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `what changed between two moments is called that`() throws {
    let room = sample.way(1, [1, 2, 3, 4, 1], sample.room)
    let error = #expect(throws: VenueError.self) {
      try sample.elements("<action type='modify'><old>\(room)</old><new>\(room)</new></action>")
    }
    #expect(error?.message.contains("a.osm:2: is what changed between two moments") == true)
  }

  /// By their versions, where they have such, in whatever order.
  @Test func `an older version displaces none, and neither brings back what is deleted`() throws {
    func way(_ id: Int, _ version: Int, _ name: String) -> String {
      sample.way(id, [1, 2, 3, 4, 1], sample.room + "<tag k='name' v='\(name)'/>")
        .replacing("<way id='\(id)'", with: "<way id='\(id)' version='\(version)'")
    }
    let (venue, findings) = try sample.elements(
      sample.nodes + way(1, 2, "new") + way(1, 1, "old")
        + "<way id='2' version='3' visible='false'/>\n" + way(2, 2, "gone"))
    #expect(venue.units.map(\.name) == ["new"])
    #expect(findings.isEmpty, "\(findings)")
  }

  /// As by Overpass' "out geom; … out tags;", of ways and of relations.
  @Test func `what comes again without its nodes or members keeps them`() throws {
    let way = sample.way(1, [1, 2, 3, 4, 1], sample.room)
    let relation = sample.multipolygon(5, [(2, "outer")])
    let (venue, findings) = try sample.elements(
      sample.nodes + way + sample.way(2, [5, 6, 7, 8, 5]) + relation
        + sample.way(1, [], sample.room + "<tag k='name' v='A'/>") + sample.multipolygon(5, []))
    #expect(venue.units.map(\.id).sorted() == ["relation/5", "way/1"])
    #expect(venue.units.allSatisfy { !$0.geometry.isEmpty })
    #expect(findings.map(\.rule) == [.duplicateID], "\(findings)")
  }

  @Test func `what is changed and then deleted, or isn't read, is no finding`() throws {
    let tree = "<tag k='natural' v='tree'/>"
    let (venue, findings) = try sample.elements(
      sample.nodes + sample.way(1, [1, 2, 3, 4, 1], sample.room)
        + sample.way(1, [5, 6, 7, 8, 5], sample.room) + "<way id='1' visible='false'/>\n"
        + sample.way(3, [1, 2, 3, 4, 1], sample.room) + sample.node(4, tags: tree)
        + sample.node(4, tags: tree.replacing("tree", with: "bush")))
    #expect(venue.units.map(\.id) == ["way/3"])
    #expect(findings.isEmpty, "\(findings)")
  }

  /// osmtogeojson gives a multipolygon that says nothing itself its outer way's id, and calls it
  /// tainted where it lacks an inner way.
  @Test func `an outer way that lacks a hole is kept, as is a building's outline`() throws {
    let holed = room("way/1", #""@tainted":true"#).replacing(
      "[10,50]]]",
      with: "[10,50]],[[10.0001,50.0001],[10.0002,50.0001],[10.0001,50.0002],"
        + "[10.0001,50.0001]]]")
    let building = room("way/2", #""@tainted":true"#).replacing(
      #""indoor":"room","level":"0""#, with: #""building":"yes""#)
    let (venue, findings) = try read([holed, building])
    #expect(venue.units.map(\.id) == ["way/1"])
    #expect(venue.buildings.map(\.id) == ["way/2"])
    #expect(findings.map(\.rule) == [.ringNotClosed, .ringNotClosed])
  }

  @Test func `a middle beside the whole element is nothing`() throws {
    let middle = room("way/1", #""@geometry":"center""#)
    for features in [
      [middle, room("way/1", #""name":"A""#)], [room("way/1", #""name":"A""#), middle],
    ] {
      let (venue, findings) = try read(features)
      #expect(venue.units.map(\.name) == ["A"] && findings.isEmpty, "\(findings)")
    }
  }
}
