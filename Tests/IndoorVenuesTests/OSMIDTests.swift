import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Ids of OpenStreetMap's elements that have none, or none that lasts.
struct OSMIDTests {
  private let sample = OSMSample.self

  private func room(_ name: String, _ level: Int, _ longitude: Double) -> (String, String) {
    (#""indoor":"room","level":"\#(level)","name":"\#(name)""#, square(longitude, 50, 0.0001))
  }

  @Test func `rooms without ids stay beside those of another floor's file`() throws {
    let ground = try assembled(collection(room("A", 0, 10), room("B", 0, 10.0001))).venue
    let first = try assembled(
      collection(room("C", 1, 10), room("D", 1, 10.0001)), into: ground)
    #expect(first.findings.isEmpty)
    #expect(Set((ground.units + first.venue.units).map(\.id)).count == 4)
  }

  @Test func `a room without an id has the same one wherever it stands in a file`() throws {
    let a = room("A", 0, 10), b = room("B", 0, 10.0001)
    let before = try assembled(collection(a, b)).venue
    let after = try assembled(collection(b, ("\"a\":1", "null"), a), into: before).venue
    #expect(Set(after.units) == Set(before.units))
    // The same ring, begun at another vertex and run the other way.
    let turned = """
      {"type":"Polygon","coordinates":[[[10.0001,50.0001],[10.0001,50],[10,50],[10,50.0001],\
      [10.0001,50.0001]]]}
      """
    let again = try assembled(collection((a.0, turned)), into: before).venue
    #expect(again.units.map(\.id) == before.units.filter { $0.name == "A" }.map(\.id))
  }

  @Test func `negative ids, which begin anew in each of JOSM's files, are none`() throws {
    func floor(_ level: Int) -> String {
      sample.nodes + sample.way(-1, [1, 2, 3, 4, 1], "<tag k='building' v='yes'/>")
        + sample.way(-2, [5, 6, 7, 8, 5], sample.room.replacing("'0'", with: "'\(level)'"))
    }
    let ground = try sample.elements(floor(0)).venue
    let first = try sample.elements(floor(1), into: ground).venue
    #expect(ground.units.map(\.level.ordinal) == [0] && first.units.map(\.level.ordinal) == [1])
    #expect(ground.units.map(\.id) != first.units.map(\.id))
    // The building is the same one, as it lies in the same place.
    #expect(ground.buildings == first.buildings && ground.buildings.count == 1)
    #expect(try sample.elements(floor(0), into: ground).venue.units == ground.units)
  }

  @Test(arguments: [
    (#""@id":"way/7","id":"way/-7","#, "way/7"), (#""id":"way/7","#, "way/7"),
    (#""id":"room/-7","#, "room/-7"), (#""id":"-a","#, "-a"), (#""@id":"way/-7","#, nil),
    (#""id":"-7","#, nil),
  ])
  func `an id that lasts is kept`(ids: String, kept: String?) throws {
    let (properties, geometry) = room("A", 0, 10)
    let id = try #require(assembled(collection((ids + properties, geometry))).venue.units.first?.id)
    #expect(kept == nil ? !id.contains("7") || !id.hasPrefix("way") : id == kept)
  }

  @Test func `ids that begin anew in the next floor's file are told`() throws {
    func floor(_ ids: [Int], _ level: Int, into before: Venue?) throws -> (
      venue: Venue, findings: [VenueFinding]
    ) {
      let rooms = ids.map { ("\"id\":\($0)", square(10 + Double($0) * 0.0001, 50, 0.0001)) }
      return try assembled(
        collection(rooms + [("\"id\":99", square(10, 50))]), into: before,
        level: VenueImport.Level(ordinal: level))
    }
    let ground = try floor([1, 2], 0, into: nil).venue
    #expect(try floor([1, 2], 0, into: ground).findings.isEmpty)
    #expect(try floor([3, 4], 1, into: ground).findings.isEmpty)
    let all = try floor([1, 2], 1, into: ground).findings
    #expect(all.map(\.rule) == [.unitMoved] && all.allSatisfy { $0.severity == .warning })
    let message = all.first?.message ?? ""
    #expect(message.hasPrefix("venue.geojson:2: unit \"1\" was on level \"~level0\" and is on"))
    #expect(message.contains("as is 1 other") && message.contains("left on level \"~level0\""))
    let one = try floor([1], 1, into: ground).findings.first?.message ?? ""
    #expect(one.contains("\"~level1\" now;"), "\(one)")
  }

  @Test func `a level that gets another ordinal takes its units along without a word`() throws {
    func venue(_ ordinal: Int, into before: Venue?) throws -> [VenueFinding] {
      try assembled(
        collection(
          (#""feature_type":"level","id":"L","ordinal":\#(ordinal)"#, square(10, 50)),
          (#""feature_type":"unit","id":"u","level_id":"L""#, square(10, 50))), into: before
      ).findings
    }
    let before = try assembled(
      collection(
        (#""feature_type":"level","id":"L","ordinal":0"#, square(10, 50)),
        (#""feature_type":"unit","id":"u","level_id":"L""#, square(10, 50)))
    ).venue
    #expect(try venue(1, into: before).isEmpty)
  }

  /// A venue's first floor may well be called `level-1` by whoever drew it.
  @Test func `a level's id that was made is no source's own`() throws {
    let basement = try assembled(
      collection(("\"name\":\"Boiler\"", square(10, 50, 0.0001)), ("\"a\":1", square(10, 50))),
      level: VenueImport.Level(ordinal: -1)
    ).venue
    let official = try collection(
      (#""feature_type":"level","id":"level-1","ordinal":1"#, square(10, 50)),
      (#""feature_type":"unit","id":"u","level_id":"level-1""#, square(10, 50)))
    let upper = try assembled(official, into: basement)
    #expect(upper.findings.isEmpty, "\(upper.findings)")
    #expect(upper.venue.units.map(\.level.ordinal) == [1])
    #expect(Set(basement.levels.map(\.id)).isDisjoint(with: upper.venue.levels.map(\.id)))
    let drawn = try assembled(collection(room("Boiler", -1, 10)), into: upper.venue)
    #expect(drawn.findings.isEmpty && drawn.venue.levels.map(\.key.ordinal) == [-1])
    #expect(drawn.venue.levels.allSatisfy { $0.id != "level-1" })
  }
}
