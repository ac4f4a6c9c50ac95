import Foundation
import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Multipolygons of OpenStreetMap that lack something.
struct OSMMultipolygonTests {
  private let sample = OSMSample.self
  private var square: String { sample.way(2, [1, 2, 3, 4, 1]) }

  @Test func `a multipolygon's way that lacks a node is left out, and not drawn past it`() throws {
    let (venue, findings) = try sample.elements(
      sample.nodes + square + sample.way(1, [5, 6, 99, 7, 5])
        + sample.multipolygon(10, [(2, "outer")]) + sample.multipolygon(11, [(1, "outer")]))
    #expect(venue.units.map(\.id) == ["relation/10"])
    #expect(findings.map(\.rule) == [.ringNotClosed])
    #expect(
      findings.first?.message.contains(
        "relation/11 names way 1, of which the file lacks nodes, and was left out; ") == true)
  }

  @Test
  func `a relation's way that stands beside it, with its nodes, and one that doesn't close a ring`()
    throws
  {
    let places = sample.corners.prefix(4).map { #"{"lat":\#($0.latitude),"lon":\#($0.longitude)}"# }
    func list(_ indices: [Int]) -> String { indices.map { places[$0] }.joined(separator: ",") }
    func member(_ id: Int, _ indices: [Int]) -> String {
      #"{"type":"way","ref":\#(id),"role":"outer","geometry":[\#(list(indices))]}"#
    }
    let relation =
      #"{"type":"relation","id":1,"members":[\#(member(2, [0, 1, 2])),\#(member(3, [2, 3, 0]))],"#
      + #""tags":{"type":"multipolygon","indoor":"room","level":"0"}}"#
    let way =
      #"{"type":"way","id":3,"nodes":[13,14,11],"geometry":[\#(list([2, 3, 0]))],"tags":{"indoor":"wall"}}"#
    for elements in [[relation, way], [way, relation]] {
      let (venue, findings) = try sample.read(
        #"{"elements":[\#(elements.joined(separator: ","))]}"#, "a.json")
      #expect(venue.units.map(\.id) == ["relation/1"])
      #expect(!findings.map(\.rule).contains(.ringNotClosed), "\(findings)")
    }
  }

  @Test func `what lies beyond the box that Overpass was asked for isn't bridged`() throws {
    let places = sample.corners.prefix(4).map { #"{"lat":\#($0.latitude),"lon":\#($0.longitude)}"# }
    func relation(_ id: Int, _ geometry: [String]) -> String {
      #"""
      {"type":"relation","id":\#(id),"members":[{"type":"way","ref":\#(id),"role":"outer",
      "geometry":[\#(geometry.joined(separator: ","))]}],
      "tags":{"type":"multipolygon","indoor":"room","level":"0"}}
      """#
    }
    let whole = places + places.prefix(1)
    var cut = whole
    cut[2] = "null"
    let (venue, findings) = try sample.read(
      #"{"elements":[\#(relation(1, whole)),\#(relation(2, cut))]}"#, "a.json")
    #expect(venue.units.map(\.id) == ["relation/1"])
    #expect(findings.map(\.rule) == [.ringNotClosed])
  }

  @Test func `an inner ring that lies in no outer one is told`() throws {
    let (venue, findings) = try sample.elements(
      sample.nodes + square + sample.way(1, [5, 6, 7, 8, 5])
        + sample.multipolygon(10, [(1, "outer"), (2, "inner")]))
    #expect(venue.units.map { $0.geometry.map(\.holes.count) } == [[0]])
    #expect(findings.map(\.rule) == [.invalidPolygon])
    #expect(
      findings.first?.message.contains("a.osm:12: relation/10 has 1 inner ring in no") == true)
  }

  /// As the wiki's page "Relation:multipolygon" has it: roles are a hint, the rings say it.
  @Test(arguments: [[1, 2], [2, 1]])
  func `rings of a relation without roles are sorted by what lies in what`(order: [Int]) throws {
    let (venue, findings) = try sample.elements(
      sample.nodes + square + sample.way(1, [5, 6, 7, 8, 5])
        + sample.multipolygon(10, order.map { ($0, "") }))
    #expect(venue.units.map { $0.geometry.map(\.holes.count) } == [[1]])
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `rings without roles that overlap or are alike stay side by side`() throws {
    let (apart, _) = try sample.elements(
      sample.nodes + square + sample.multipolygon(10, [(2, ""), (2, "")]))
    #expect(apart.units.map { $0.geometry.map(\.holes.count) } == [[0]])
    let many = (0..<1001).map { _ in (2, "") }
    let (_, findings) = try sample.elements(
      sample.nodes + square + sample.multipolygon(10, many))
    #expect(findings.contains { $0.message.contains("1001 rings without roles") }, "\(findings)")
  }

  @Test func `inner rings that are too many to find their outer ones are told`() throws {
    let circle = (0..<10_000).map { step in
      let angle = 2 * Double.pi * Double(step) / 10_000
      return
        "<node id='\(100 + step)' lat='\(50 + 0.001 * sin(angle))' lon='\(10 + 0.001 * cos(angle))'/>\n"
    }.joined()
    let (venue, findings) = try sample.elements(
      sample.nodes + circle + sample.way(1, Array(100..<10_100) + [100])
        + sample.way(2, [5, 6, 7, 8, 5])
        + sample.multipolygon(10, [(1, "outer")] + (0..<10_001).map { _ in (2, "inner") }))
    #expect(venue.units.map { $0.geometry.map(\.holes.count) } == [[0]])
    #expect(findings.map(\.rule) == [.invalidPolygon])
    #expect(findings.first?.message.contains("more inner rings than are looked through") == true)
  }

  @Test func `relations that name a way over and over are refused`() throws {
    let circle = (0..<2000).map { step in
      let angle = 2 * Double.pi * Double(step) / 2000
      return
        "<node id='\(100 + step)' lat='\(50 + 0.001 * sin(angle))' lon='\(10 + 0.001 * cos(angle))'/>\n"
    }.joined()
    let rings = (1...2600).map { sample.multipolygon($0, [(1, "outer")]) }.joined()
    let error = #expect(throws: VenueError.self) {
      try sample.elements(circle + sample.way(1, Array(100..<2100) + [100]) + rings)
    }
    #expect(error?.message.contains("name the same ways so often") == true)
  }
}
