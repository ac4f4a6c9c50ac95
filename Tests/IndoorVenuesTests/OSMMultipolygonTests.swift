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

  private static func corner(_ id: Int, _ east: Double, _ north: Double) -> String {
    "<node id='\(id)' lat='\(50 + north * 0.0003)' lon='\(10 + east * 0.0003)'/>\n"
  }

  /// OGC 06-103r4, 6.1.11.1: rings of a polygon may touch at a point.
  @Test(arguments: [
    ("", [0.5, 0, 0.7, 0.5, 0.3, 0.5]), ("", [1, 0.5, 0.5, 0.7, 0.5, 0.3]),
    ("", [0.5, 1, 0.3, 0.5, 0.7, 0.5]), ("", [0, 0.5, 0.5, 0.3, 0.5, 0.7]),
    ("inner", [0.5, 0, 0.7, 0.5, 0.3, 0.5]), ("inner", [1, 0.5, 0.5, 0.7, 0.5, 0.3]),
    ("inner", [0.5, 1, 0.3, 0.5, 0.7, 0.5]), ("inner", [0, 0.5, 0.5, 0.3, 0.5, 0.7]),
  ])
  func `a hole may touch the ring around it from within`(role: String, at: [Double]) throws {
    let triangle = (0..<3).map { Self.corner(100 + $0, at[2 * $0], at[2 * $0 + 1]) }.joined()
    let (venue, findings) = try sample.elements(
      sample.nodes + triangle + square + sample.way(1, [100, 101, 102, 100])
        + sample.multipolygon(10, [(2, role.isEmpty ? "" : "outer"), (1, role)]))
    #expect(venue.units.map { $0.geometry.map(\.holes.count) } == [[1]])
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `a ring without role that reaches out of another is no hole of it`() throws {
    let shape = [(0.0, 0.0), (1, 0), (1, 1), (0.6, 1), (0.6, 0.4), (0.4, 0.4), (0.4, 1), (0, 1)]
    let nodes = shape.enumerated().map { Self.corner(100 + $0, $1.0, $1.1) }.joined()
    let bridge = [(0.2, 0.8), (0.8, 0.8), (0.5, 0.2)].enumerated()
      .map { Self.corner(200 + $0, $1.0, $1.1) }.joined()
    let (_, findings) = try sample.elements(
      nodes + bridge + sample.way(1, Array(100...107) + [100])
        + sample.way(2, [200, 201, 202, 200]) + sample.multipolygon(10, [(1, ""), (2, "")]))
    #expect(findings.map(\.rule) == [.invalidPolygon])
  }

  /// Courtyards of castles, and what an import of cadastral areas makes.
  @Test(arguments: [[2500, 2100], [2000, 1000, 900, 800]])
  func `large rings without roles are sorted too`(counts: [Int]) throws {
    var nodes = ""
    var ways = ""
    for (at, count) in counts.enumerated() {
      let radius = 0.001 / Double(1 << at)
      for step in 0..<count {
        let angle = 2 * Double.pi * Double(step) / Double(count)
        nodes +=
          "<node id='\(10_000 * (at + 1) + step)' lat='\(50 + radius * sin(angle))' lon='\(10 + radius * cos(angle))'/>\n"
      }
      let first = 10_000 * (at + 1)
      ways += sample.way(at + 1, Array(first..<first + count) + [first])
    }
    let (venue, findings) = try sample.elements(
      nodes + ways + sample.multipolygon(10, counts.indices.map { ($0 + 1, "") }))
    let holes = venue.units.flatMap { $0.geometry.map(\.holes.count) }
    #expect(holes.reduce(0, +) == counts.count / 2)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `rings without roles that overlap or are alike stay side by side`() throws {
    let (apart, _) = try sample.elements(
      sample.nodes + square + sample.multipolygon(10, [(2, ""), (2, "")]))
    #expect(apart.units.map { $0.geometry.map(\.holes.count) } == [[0]])
    let many = (0..<2001).map { _ in (2, "") }
    let (_, findings) = try sample.elements(
      sample.nodes + square + sample.multipolygon(10, many))
    #expect(findings.contains { $0.message.contains("2001 rings without roles") }, "\(findings)")
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
