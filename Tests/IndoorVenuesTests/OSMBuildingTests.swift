import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// Rooms are in the building that OpenStreetMap draws around them, whatever neighbours a file has.
struct OSMBuildingTests {
  private typealias Feature = (properties: String, geometry: String)

  private func building(_ id: String, at longitude: Double, side: Double = 0.001) -> Feature {
    (#""@id":"\#(id)","building":"yes","name":"House \#(id)""#, square(longitude, 50, side))
  }

  private func room(_ id: String, at longitude: Double, level: String = "0") -> Feature {
    (
      #""@id":"\#(id)","indoor":"room","level":"\#(level)""#,
      square(longitude + 0.0001, 50.0001, 0.0002)
    )
  }

  private func imported(
    _ files: [Feature]..., into existing: Venue? = nil, building: String? = nil
  ) throws -> (venue: Venue, findings: [VenueFinding]) {
    var sources = VenueImport(into: existing, building: building)
    for file in files { try sources.add(collection(file)) }
    return try sources.finish()
  }

  @Test func `a neighbour without rooms doesn't take the building away`() throws {
    let (venue, findings) = try imported(
      [building("way/1", at: 10.002), building("way/2", at: 10), room("way/9", at: 10)])
    #expect(findings.isEmpty)
    #expect(venue.buildings == [Building(id: "way/2", name: "House way/2")])
    let level = try #require(venue.levels.first)
    #expect(level.key.building == "way/2")
    // Its outline is that of the building, 0.001 degrees wide.
    #expect(level.outline.first?.exterior.map(\.longitude).min() == 10)
  }

  /// A kiosk drawn in a hall holds a room that the hall holds, too.
  @Test func `a building in another one is no building of its own`() throws {
    let (venue, findings) = try imported([
      building("way/3", at: 10.0001, side: 0.0006), building("way/2", at: 10),
      room("way/8", at: 10.0002), room("way/9", at: 10.0006),
    ])
    #expect(findings.isEmpty)
    #expect(venue.buildings.map(\.id) == ["way/2"])
    #expect(venue.units.count == 2)
  }

  /// The only building of a file is no hall's outline because nobody drew the hall.
  @Test func `a kiosk or a neighbour is no outline of a hall that nobody drew`() throws {
    let kiosk: Feature = (
      #""@id":"way/3","building":"yes","indoor":"room","level":"0""#, square(10.002, 50, 0.0001)
    )
    let rooms = [
      room("way/8", at: 10), room("way/9", at: 10.0006), room("way/10", at: 10, level: "1"),
    ]
    for lone in [[kiosk], [building("way/4", at: 10.01)]] {
      let (venue, _) = try imported(lone + rooms)
      #expect(!venue.buildings.contains { $0.id.hasPrefix("way/") })
      #expect(venue.levels.map(\.outline.isEmpty) == [true, true])
    }
    // Where most rooms are in it, it is theirs, whatever stands in front of the door.
    let (venue, _) = try imported([building("way/2", at: 10)] + rooms + [kiosk])
    #expect(venue.buildings.map(\.id) == ["way/2"])
    #expect(venue.levels.allSatisfy { !$0.outline.isEmpty })
  }

  /// Doors and walls are in no room.
  @Test(arguments: ["door", "wall"])
  func `a room that is a building is its own outline, whatever else is drawn`(kind: String) throws {
    let pavilion: Feature = (
      #""@id":"way/5","building":"yes","indoor":"room","level":"0","name":"Pavilion""#,
      square(10, 50, 0.0002)
    )
    let line: Feature = (
      #""@id":"way/6","indoor":"\#(kind)","level":"0""#,
      #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
    )
    let (venue, _) = try imported([building("way/4", at: 10.01), pavilion, line])
    #expect(venue.buildings.map(\.name) == ["Pavilion"])
    #expect(venue.levels.map(\.outline.isEmpty) == [false])
  }

  @Test func `rooms in several buildings are taken for one, and told`() throws {
    let file = [
      building("way/1", at: 10), building("way/2", at: 10.002), building("way/3", at: 10.004),
      room("way/8", at: 10), room("way/9", at: 10.002), room("way/10", at: 10.002),
    ]
    let (venue, findings) = try imported(file)
    #expect(findings.map(\.rule) == [.severalBuildings])
    #expect(
      findings.first?.message.contains("2 buildings, way/2 \"House way/2\", way/1 \"House way/1\"")
        == true)
    #expect(Set(venue.levels.map(\.key)) == [LevelKey(ordinal: 0)])
    #expect(try imported(file, building: "campus").findings.isEmpty)
  }

  @Test func `buildings in files of their own stay apart, whatever their levels' numbers`() throws {
    let files = (
      [building("way/1", at: 10), room("way/8", at: 10), room("way/7", at: 10, level: "1")],
      [
        building("way/2", at: 10.002), room("way/9", at: 10.002),
        room("way/10", at: 10.002, level: "0.5"), room("way/11", at: 10.002, level: "1"),
      ]
    )
    let (venue, _) = try imported(files.0, files.1)
    let keys = Dictionary(uniqueKeysWithValues: venue.units.map { ($0.id, $0.level) })
    #expect(
      keys == [
        "way/8": LevelKey(building: "way/1", ordinal: 0),
        "way/7": LevelKey(building: "way/1", ordinal: 1),
        "way/9": LevelKey(building: "way/2", ordinal: 0),
        "way/10": LevelKey(building: "way/2", ordinal: 1),
        "way/11": LevelKey(building: "way/2", ordinal: 2),
      ])
    #expect(Set(venue.levels.map(\.id)).count == 5)
    // The other file first, and once more into the venue.
    let (again, _) = try imported(files.1, files.0, into: venue)
    #expect(Set(again.levels.map(\.id)) == Set(venue.levels.map(\.id)))
    #expect(
      Dictionary(uniqueKeysWithValues: again.units.map { ($0.id, $0.level) }) == keys)
  }

  @Test func `a level that the venue has keeps its label`() throws {
    let first = try imported([building("way/2", at: 10), room("way/9", at: 10)]).venue
    var named = first
    named.levels[0].id = "ground"
    named.levels[0].label = "G"
    let (venue, _) = try imported(
      [building("way/2", at: 10), room("way/8", at: 10)], into: named)
    #expect(venue.levels.map(\.label) == ["G"])
  }
}
