import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// A source of rooms of which some can't be read, imported over what it was before: those aren't
/// gone, and another one that it doesn't have is.
struct UnreadFeatureTests {
  private func imported(
    _ features: [(properties: String, geometry: String)], into existing: Venue?,
    level: VenueImport.Level? = nil
  ) throws -> (venue: Venue, vanished: VanishedFeatures) {
    var sources = VenueImport(into: existing, level: level)
    try sources.add(try collection(features))
    let venue = try sources.finish().venue
    return (venue, VanishedFeatures(before: existing, after: venue, unread: sources.unread))
  }

  private static let level = (
    #""feature_type":"level","id":"l","ordinal":0"#, square(10, 50, 0.01)
  )

  private static func room(_ id: String, _ east: Double, on level: String = "\"l\"")
    -> (String, String)
  {
    (#""feature_type":"unit","id":"\#(id)","level_id":\#(level)"#, square(10 + east, 50))
  }

  @Test(arguments: [
    ("\"{l}\"", "write its level_id without braces, as the level's id"),
    ("\"Ground\"", "that is what a level is called; write the level's id"),
    ("\"m\"", "correct its level_id or add the level"),
  ])
  func `a room on a level that isn't there is told what its level is called`(
    level: String, remedy: String
  ) throws {
    let result = try assembled(
      collection(
        (#""feature_type":"level","id":"l","ordinal":0,"label":"Ground""#, square(10, 50, 0.01)),
        Self.room("a", 0, on: level)))
    let finding = try #require(result.findings.first { $0.rule == .danglingLevel })
    #expect(finding.message.hasSuffix("was left out; \(remedy)"))
  }

  private static let before = [
    level, room("a", 0), room("b", 0.002), room("c", 0.004),
    (
      #""feature_type":"opening","id":"d","level_id":"l""#,
      #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
    ),
    (
      #""feature_type":"opening","id":"e","level_id":"l""#,
      #"{"type":"LineString","coordinates":[[10.002,50],[10.0021,50]]}"#
    ),
  ]

  @Test(arguments: [
    (#""feature_type":"unit","id":"b","level_id":"l""#, "null"),
    (
      #""feature_type":"unit","id":"b","level_id":"l""#,
      #"{"type":"Polygon","coordinates":[[[10.002,50],[10.003,50],[10.002,50]]]}"#
    ),
    (#""feature_type":"unit","id":"b","level_id":"L""#, square(10.002, 50)),
    (#""feature_type":"unit","id":"b""#, square(10.002, 50)),
    (#""id":"b","level_id":"l""#, square(10.002, 50)),
    (#""feature_type":"unti","id":"b","level_id":"l""#, square(10.002, 50)),
  ])
  func `a room that is there and can't be read isn't gone`(
    properties: String, geometry: String
  ) throws {
    let (first, _) = try imported(Self.before, into: nil)
    #expect(first.units.map(\.id) == ["a", "b", "c"])
    let (again, vanished) = try imported(
      [Self.before[0], Self.before[1], (properties, geometry), Self.before[4]], into: first)
    #expect(again.units.map(\.id) == ["a"])
    #expect(vanished.units == ["c"] && vanished.openings == ["e"])
    #expect(vanished.unread == ["b"])
  }

  @Test func `an ordinal that isn't that of the level named is told, and the level counts`() throws
  {
    let (venue, findings) = try assembled(
      collection(
        Self.level,
        (#""feature_type":"unit","id":"a","level_id":"l","ordinal":2"#, square(10, 50)),
        (#""feature_type":"unit","id":"b","level_id":"l","ordinal":0"#, square(10.002, 50))))
    #expect(venue.units.map(\.level.ordinal) == [0, 0])
    #expect(
      findings.filter { $0.rule == .otherLevel }.map(\.message) == [
        "venue.geojson:3: unit \"a\" has the ordinal 2 and is on level \"l\" of ordinal 0, which counts; "
          + "correct one of them"
      ])
  }

  @Test func `a building that isn't that of the level named is told, and the level counts`() throws
  {
    let (venue, findings) = try assembled(
      collection(
        (#""feature_type":"level","id":"a0","ordinal":0,"building_id":"A""#, square(10, 50)),
        (#""feature_type":"level","id":"b0","ordinal":0,"building_id":"B""#, square(10.01, 50)),
        (#""feature_type":"unit","id":"a","level_id":"b0","building_id":"A""#, square(10, 50)),
        (#""feature_type":"unit","id":"b","level_id":"b0","building_id":"B""#, square(10.01, 50)),
        (#""feature_type":"unit","id":"c","level_id":"b0""#, square(10.011, 50))))
    #expect(venue.units.map(\.level.building) == ["B", "B", "B"])
    #expect(
      findings.filter { $0.rule == .otherLevel }.map(\.message) == [
        "venue.geojson:4: unit \"a\" has the building_id \"A\" and is on level \"b0\" of the building \"B\","
          + " which counts; correct one of them"
      ])
  }

  @Test func `a room of either building of a level that two have is on it`() throws {
    let findings = try assembled(
      collection(
        (#""feature_type":"level","id":"l","ordinal":0,"building_ids":["A","B"]"#, square(10, 50)),
        (#""feature_type":"level","id":"b1","ordinal":1,"building_id":"B""#, square(10, 50)),
        (#""feature_type":"unit","id":"a","level_id":"l","building_id":"B""#, square(10, 50)))
    ).findings
    #expect(findings.map(\.rule) == [.severalBuildings], "\(findings)")
  }

  @Test(arguments: [(3, true), (2, true), (1, false)])
  func `rooms that lose names and categories are told, where they are many`(
    lost: Int, isTold: Bool
  ) throws {
    func drawing(_ nameless: Int) throws -> GeoJSONFeatureCollection {
      let rooms = (0..<4).map { room in
        let named = room < nameless ? "" : #","name":"R\#(room)","category":"room""#
        return (
          #""feature_type":"unit","id":"r\#(room)","level_id":"l"\#(named)"#,
          square(10 + 0.0002 * Double(room), 50, 0.0002)
        )
      }
      return try collection([Self.level] + rooms)
    }
    let first = try assembled(try drawing(0)).venue
    let second = try assembled(try drawing(lost), into: first).venue
    let finding = LostNames.finding(from: first, to: second, name: "v.gpkg")
    #expect((finding?.rule == .namesLost) == isTold)
    let sentence =
      "v.gpkg: of the units and openings that the sources have by the same ids \(lost) lose their name and"
      + " \(lost) lose their category, as \"r0\", of which they say none; import a file that does"
    #expect(finding.map { $0.message == sentence } ?? !isTold)
    #expect(LostNames.finding(from: first, to: first, name: "v") == nil)
  }

  /// Apple's names beside OpenStreetMap's and those that people write.
  @Test(arguments: [
    ("lift", #"write "elevator""#), ("Staircase", #"write "stairs""#),
    ("Conference Room", #"write "conferenceroom""#), ("toilets", #"write "restroom""#),
    ("aviary", "correct it"), ("pedestrian", "correct it"),
  ])
  func `a category that IMDF doesn't know is told with its word for it`(
    category: String, remedy: String
  ) throws {
    let (venue, _) = try assembled(
      collection(
        Self.level,
        (
          #""feature_type":"unit","id":"a","level_id":"l","category":"\#(category)""#,
          square(10, 50)
        )))
    let found = VenueCheck(venue, name: "v.gpkg").findings.filter { $0.rule == .unknownCategory }
    #expect(
      found.map(\.message) == [
        "v.gpkg: unit \"a\" has the category \"\(category)\", which IMDF doesn't know; \(remedy)"
      ])
  }

  @Test func `a door without a line isn't gone, and a room that became a fixture is`() throws {
    let (first, _) = try imported(Self.before, into: nil)
    let (_, vanished) = try imported(
      [
        Self.before[0], Self.before[1], Self.before[2],
        (#""feature_type":"fixture","id":"c","level_id":"l""#, square(10.004, 50)),
        Self.before[4], (#""feature_type":"opening","id":"e","level_id":"l""#, "null"),
      ], into: first)
    #expect(vanished.units == ["c"] && vanished.openings.isEmpty)
    #expect(vanished.unread == ["e"])
  }

  @Test func `of rooms without ids that can't be read nobody knows which they are`() throws {
    let rooms = [0, 0.002, 0.004].map { (#""feature_type":"unit""#, square(10 + $0, 50)) }
    let level = VenueImport.Level(ordinal: 0)
    let (first, _) = try imported(rooms, into: nil, level: level)
    let whole = try imported([rooms[0]], into: first, level: level).vanished
    #expect(whole.units == first.units.dropFirst().map(\.id) && whole.unread.isEmpty)
    let broken = try imported(
      [rooms[0], (#""feature_type":"unit""#, "null")], into: first, level: level
    ).vanished
    #expect(broken.units.isEmpty && broken.unread == first.units.dropFirst().map(\.id))
    // A tree, a door without a line and a room of another level are none of them.
    let elsewhere = try imported(
      [
        rooms[0], (#""feature_type":"tree""#, #"{"type":"Point","coordinates":[10,50]}"#),
        (#""feature_type":"opening""#, "null"),
        (#""feature_type":"unit","ordinal":3"#, "null"),
      ], into: first, level: level
    ).vanished
    #expect(elsewhere.units == first.units.dropFirst().map(\.id) && elsewhere.unread.isEmpty)
  }

  @Test func `nor is a room of OpenStreetMap whose level can't be read or whose ring is open`()
    throws
  {
    func room(_ number: Int, level: String = "0;1") -> (String, String) {
      (
        #""@id":"way/\#(number)","indoor":"room","level":"\#(level)""#,
        square(10 + 0.002 * Double(number), 50)
      )
    }
    let (first, _) = try imported((1...4).map { room($0) }, into: nil)
    #expect(first.units.count == 8)
    let open = (
      room(3).0, #"{"type":"LineString","coordinates":[[10.006,50],[10.007,50],[10.007,50.001]]}"#
    )
    let (again, vanished) = try imported(
      [room(1), room(2, level: "ground"), open], into: first)
    #expect(again.units.map(\.id) == ["way/1@0", "way/1@1"])
    #expect(Set(vanished.units) == ["way/4@0", "way/4@1"])
    #expect(Set(vanished.unread) == ["way/2@0", "way/2@1", "way/3@0", "way/3@1"])
  }
}
