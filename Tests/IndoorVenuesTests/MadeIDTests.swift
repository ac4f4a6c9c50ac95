import Foundation
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// Ids of features that have none, when their file comes again.
struct MadeIDTests {
  private static let level = VenueImport.Level(ordinal: 0)

  /// Rooms by their names, each in a place of its own, wherever it stands in the file.
  private func imported(_ names: String..., into existing: Venue?) throws -> Venue {
    var sources = VenueImport(into: existing, level: Self.level)
    try sources.add(
      try collection(
        names.map { name in
          let east = Double(name.unicodeScalars.first.map { $0.value - 65 } ?? 0)
          return (
            #""feature_type":"unit","name":"\#(name)""#, square(10 + 0.002 * east, 50, 0.001)
          )
        }))
    return try sources.finish().venue
  }

  private func ids(_ venue: Venue) -> [String: String] {
    Dictionary(venue.units.map { ($0.name ?? "", $0.id) }) { first, _ in first }
  }

  @Test func `a room less in the middle leaves the others their ids, and is the one that vanished`()
    throws
  {
    let first = try imported("A", "B", "C", "D", "E", into: nil)
    let before = ids(first)
    // Today's ids: the place in the file.
    #expect(
      first.units.map { $0.id.split(separator: "/").last } == [
        "unit0", "unit1", "unit2", "unit3", "unit4",
      ])
    let second = try imported("A", "B", "D", "E", into: first)
    #expect(ids(second) == before.filter { $0.key != "C" })
    #expect(VanishedFeatures(before: first, after: second).units == [before["C"]])
  }

  @Test func `a room more in the middle gets an id that none had`() throws {
    let first = try imported("A", "B", "C", into: nil)
    let second = try imported("A", "X", "B", into: first)
    let (before, after) = (ids(first), ids(second))
    #expect(after["A"] == before["A"] && after["B"] == before["B"])
    #expect(after["X"]?.hasSuffix("/unit3") == true, "\(after)")
    #expect(VanishedFeatures(before: first, after: second).units == [before["C"]])
    #expect(ids(try imported("X", "B", "A", into: second)) == after)
  }

  @Test func `a room that is drawn anew where it stood in the file keeps its id`() throws {
    let first = try imported("A", "B", "C", into: nil)
    let second = try imported("A", "Y", "C", into: first)
    #expect(second.units.map(\.id) == first.units.map(\.id))
  }

  @Test func `vertices within a billionth of a degree are the same, and openings go as rooms do`()
    throws
  {
    func doors(_ east: Double...) -> [(properties: String, geometry: String)] {
      east.map { east in
        (
          #""feature_type":"opening""#,
          #"{"type":"LineString","coordinates":[[\#(east),50],[\#(east),50.0001]]}"#
        )
      }
    }
    let room = (#""feature_type":"unit","id":"r""#, square(10, 50, 0.01))
    let first = try assembled(
      try collection([room] + doors(10.001, 10.002, 10.003)), level: Self.level
    ).venue
    let second = try assembled(
      try collection([room] + doors(10.001, 10.003 + 4e-10)), into: first, level: Self.level
    ).venue
    #expect(second.openings.map(\.id) == [first.openings[0].id, first.openings[2].id])
    // Nor are those that lie a few centimetres off other ones.
    let near = try assembled(
      try collection([room] + doors(10.001, 10.003 + 1e-6)), into: first, level: Self.level
    ).venue
    #expect(near.openings.map(\.id) == [first.openings[0].id, first.openings[2].id])
    let other = try assembled(
      try collection([room] + doors(10.001, 10.003 + 1e-5)), into: first, level: Self.level
    ).venue
    #expect(other.openings.map(\.id) == [first.openings[0].id, first.openings[1].id])
  }

  @Test func `rooms of another part take ids that none has, and those of before stay`() throws {
    let west = try imported("A", "B", "C", into: nil)
    let east = try imported("H", "I", "J", "K", into: west)
    #expect(Set(east.units.map(\.id)).isDisjoint(with: west.units.map(\.id)), "\(east.units)")
    #expect(VanishedFeatures(before: west, after: east).units == west.units.map(\.id))
    // Either comes again with the ids that it has.
    var both = west
    both.units += east.units
    #expect(ids(try imported("A", "B", "C", into: both)) == ids(west))
    #expect(ids(try imported("H", "I", "J", "K", into: both)) == ids(east))
    // One that is added goes where the file has it, and replaces none.
    let more = try imported("H", "L", "I", "J", "K", into: both)
    #expect(ids(more).filter { $0.key != "L" } == ids(east))
    #expect(!both.units.contains { $0.id == ids(more)["L"] })
  }

  /// Six rooms in a row, 21.5 m wide, with doors in their southern walls.
  private func row(
    _ names: [String?], from east: Double, north: Double = 0, into existing: Venue? = nil
  ) throws -> (venue: Venue, findings: [VenueFinding]) {
    let rooms = names.enumerated().map { number, name in
      (
        #""feature_type":"unit""# + (name.map { #","name":"\#($0)""# } ?? ""),
        square(10 + 3e-4 * (east + Double(number)), 50 + north, 3e-4)
      )
    }
    let doors = names.indices.map { number in
      let west = 10 + 3e-4 * (east + Double(number) + 0.4)
      return (
        #""feature_type":"opening""#,
        #"{"type":"LineString","coordinates":[[\#(west),\#(50 + north)],[\#(west + 1e-5),\#(50 + north)]]}"#
      )
    }
    return try assembled(collection(rooms + doors), into: existing, level: Self.level)
  }

  /// Of named rooms also where each lies where its neighbour lay, and off all of them.
  @Test(arguments: [true, false], [0.2, 0.9, 1, 1.1, 3.5, 6.5, 40])
  func `a drawing that moved keeps its ids`(isNamed: Bool, east: Double) throws {
    let names = (0..<6).map { isNamed ? "\($0)" : nil }
    let first = try row(names, from: 0).venue
    let (moved, told) = try row(names, from: east, into: first)
    guard isNamed || east != 1 else { return }
    #expect(moved.units.map(\.id) == first.units.map(\.id))
    #expect(moved.openings.map(\.id) == first.openings.map(\.id))
    if east > 6 { #expect(told.map(\.rule) == [.venueMoved], "\(told)") }
  }

  /// As where a drawing is georeferenced anew.
  @Test(arguments: [(1.05, 0.0), (0.97, 3), (1, 90), (1.02, 45)] as [(Double, Double)])
  func `a drawing that was turned or scaled keeps its ids`(scale: Double, degrees: Double) throws {
    func drawn(_ scale: Double, _ degrees: Double, into existing: Venue? = nil) throws -> Venue {
      let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      func place(_ x: Double, _ y: Double) -> String {
        let (x, y) = (scale * (cosine * x - sine * y), scale * (sine * x + cosine * y))
        return "[\(10 + x / 71_700),\(50 + y / 111_200)]"
      }
      let rooms = (0..<12).map { number -> (properties: String, geometry: String) in
        let (x, y) = (8 * Double(number % 6), 9 * Double(number / 6))
        let ring = [(0.0, 0.0), (8, 0), (8, 6), (0, 6), (0, 0)].map { place(x + $0.0, y + $0.1) }
        return (
          #""feature_type":"unit""#,
          #"{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}"#
        )
      }
      let doors = (0..<12).map { number -> (properties: String, geometry: String) in
        let (x, y) = (8 * Double(number % 6) + 3, 9 * Double(number / 6))
        return (
          #""feature_type":"opening""#,
          #"{"type":"LineString","coordinates":[\#(place(x, y)),\#(place(x + 1, y))]}"#
        )
      }
      return try assembled(collection(rooms + doors), into: existing, level: Self.level).venue
    }
    let first = try drawn(1, 0)
    let again = try drawn(scale, degrees, into: first)
    #expect(again.units.map(\.id) == first.units.map(\.id))
    #expect(again.openings.map(\.id) == first.openings.map(\.id))
  }

  @Test func `a name that stays where it was doesn't move the rooms behind one that goes`() throws {
    let names: [String?] = ["Lobby"] + [String?](repeating: nil, count: 7)
    let first = try row(names, from: 0).venue
    var collected = first.units
    collected.remove(at: 1)
    func rooms(_ numbers: [Int]) throws -> [String] {
      let units = numbers.map { number in
        (
          #""feature_type":"unit""# + (number == 0 ? #","name":"Lobby""# : ""),
          square(10 + 3e-4 * Double(number), 50, 3e-4)
        )
      }
      return try assembled(collection(units), into: first, level: Self.level).venue.units.map(\.id)
    }
    #expect(try rooms([0, 2, 3, 4, 5, 6, 7]) == collected.map(\.id))
    #expect(try rooms([0, 1, 2, 3, 4, 5, 6, 7, 8]).dropLast() == first.units.map(\.id)[...])
  }

  @Test func `a drawing that moved and has a room more or less keeps the others' ids`() throws {
    let first = try row([String?](repeating: nil, count: 8), from: 0).venue
    for count in [7, 9] {
      let again = try row([String?](repeating: nil, count: count), from: 0.4, into: first).venue
      #expect(again.units.prefix(7).map(\.id) == first.units.prefix(7).map(\.id))
      #expect(again.openings.prefix(7).map(\.id) == first.openings.prefix(7).map(\.id))
    }
  }

  @Test func `rooms across a corridor and their doors are another part`() throws {
    let south = try row(["A", "B", "C"], from: 0).venue
    for north in [3.2e-4, 6e-4] {
      let other = try row(["K", "L", "M"], from: 0, north: north, into: south).venue
      #expect(Set(other.units.map(\.id)).isDisjoint(with: south.units.map(\.id)))
      #expect(Set(other.openings.map(\.id)).isDisjoint(with: south.openings.map(\.id)))
    }
  }

  @Test func `rooms without ids that replace others elsewhere are told`() throws {
    // Side by side, so that neighbours share a wall and no ground.
    func imported(_ names: String, into existing: Venue? = nil) throws -> (
      venue: Venue, findings: [VenueFinding]
    ) {
      let rooms = names.unicodeScalars.map { name in
        (
          #""feature_type":"unit","name":"\#(name)""#,
          square(10 + 3e-4 * Double(name.value - 65), 50, 3e-4)
        )
      }
      return try assembled(collection(rooms), into: existing, level: Self.level)
    }
    let first = try imported("AC").venue
    // Most of it where it was: a room that left its place is told.
    let moved = try imported("ACFD", into: try imported("ACFH").venue).findings
    #expect(moved.map(\.rule) == [.venueMoved], "\(moved)")
    #expect(moved.first?.message.contains("1 unit without an id took the place of one") == true)
    #expect(moved.first?.message.contains("as \"H\", ") == true, "\(moved)")
    // Of a file that comes again all lie where they lay, but what is new.
    for names in ["CA", "BAC", "AC"] {
      #expect(try imported(names, into: first).findings.isEmpty)
    }
  }

  /// Rooms with ids of their own, and doors without, 40 m to the east.
  @Test func `doors that moved with all rooms aren't told as others`() throws {
    func drawing(_ east: Double) throws -> GeoJSONFeatureCollection {
      let rooms = (0..<6).map { room in
        (
          #""feature_type":"unit","id":"r\#(room)""#,
          square(10 + east + 0.0004 * Double(room), 50, 0.0004)
        )
      }
      let doors = (1..<6).map { door in
        let longitude = 10 + east + 0.0004 * Double(door)
        return (
          #""feature_type":"opening""#,
          #"{"type":"LineString","coordinates":[[\#(longitude),50.0001],[\#(longitude),50.00012]]}"#
        )
      }
      return try collection(rooms + doors)
    }
    let first = try assembled(try drawing(0), level: Self.level).venue
    let second = try assembled(try drawing(0.00025), into: first, level: Self.level)
    #expect(second.venue.openings.map(\.id) == first.openings.map(\.id))
    #expect(!second.findings.contains { $0.rule == .venueMoved }, "\(second.findings)")
  }

  @Test func `rooms over each other keep their ids when all move by centimetres`() throws {
    func pile(_ east: Double) throws -> GeoJSONFeatureCollection {
      try collection(
        (0..<300).map { room in
          (
            #""feature_type":"unit","name":"\#(room)""#,
            square(10 + east + 1e-6 * Double(room % 3), 50, 0.001)
          )
        })
    }
    let first = try assembled(try pile(0), level: Self.level).venue
    let second = try assembled(try pile(5e-7), into: first, level: Self.level).venue
    #expect(ids(second) == ids(first) && ids(first).count == 300)
  }

  /// Each of thousands on one place meets all others, a hundred million times and more.
  @Test func `a heap of rooms keeps its numbers when it moves by metres`() throws {
    func heap(_ east: Double) throws -> GeoJSONFeatureCollection {
      try collection(
        (0..<12_000).map { _ in (#""feature_type":"unit""#, square(10 + east, 50, 0.001)) })
    }
    let first = try assembled(try heap(0), level: Self.level).venue
    let second = try assembled(try heap(5e-5), into: first, level: Self.level).venue
    #expect(second.units.map(\.id) == first.units.map(\.id) && first.units.count == 12_000)
  }
}
