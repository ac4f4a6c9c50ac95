import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// Two extracts of one building of which one has a mezzanine: a room is on the floor that its tag
/// says, whatever other file came before, after or with it.
struct OSMLevelCountTests {
  /// A file of a building with a room on each level, called by the file and the level.
  private func extract(_ name: String, _ levels: [String], building: String = "way/1") throws
    -> GeoJSONFeatureCollection
  {
    let places = ["a": 0.0, "b": 0.0002, "c": 0.0004]
    return try collection(
      [
        (#""@id":"\#(building)","building":"yes""#, square(10, 50))
      ]
        + levels.map { level in
          (
            #""@id":"\#(name)\#(level)","indoor":"room","level":"\#(level)","name":"\#(name)\#(level)""#,
            square(10.0001 + (places[name] ?? 0), 50.0001, 0.0001)
          )
        })
  }

  private func imported(
    _ files: [GeoJSONFeatureCollection], into existing: Venue? = nil
  ) throws -> (venue: Venue, findings: [VenueFinding]) {
    var sources = VenueImport(into: existing)
    for file in files { try sources.add(file) }
    return try sources.finish()
  }

  /// What label each room's level has, and the labels from the lowest level up.
  private func floors(_ venue: Venue) throws -> (rooms: [String: String], labels: [String]) {
    var rooms: [String: String] = [:]
    for unit in venue.units {
      let levels = venue.levels.filter { $0.key == unit.level }
      #expect(levels.count == 1, "\(unit.id)")
      rooms[try #require(unit.name)] = levels.first?.label
    }
    return (rooms, venue.levels.sorted { $0.key < $1.key }.map(\.label))
  }

  private let rooms = ["a0": "0", "a0.5": "0.5", "a1": "1", "b0": "0", "b1": "1"]

  @Test(arguments: [["a", "b"], ["b", "a"]])
  func `rooms are on the floor that their tags say in either order of files`(
    order: [String]
  ) throws {
    let files = [
      "a": try extract("a", ["0", "0.5", "1"]), "b": try extract("b", ["0", "1"]),
    ]
    let (venue, findings) = try imported(order.compactMap { files[$0] })
    let (rooms, labels) = try floors(venue)
    #expect(rooms == self.rooms)
    #expect(labels == ["0", "0.5", "1"])
    #expect(Set(findings.map(\.rule)) == [.fractionalLevel, .sameOrdinal])
  }

  @Test func `a file without the mezzanine that the venue has goes onto the venue's levels`() throws
  {
    let first = try imported([extract("a", ["0", "0.5", "1"])]).venue
    let (venue, _) = try imported([extract("b", ["0", "1"])], into: first)
    #expect(venue.levels.map(\.key.ordinal).sorted() == [0, 2])
    #expect(try floors(venue).rooms == ["b0": "0", "b1": "1"])
  }

  @Test func `a mezzanine between the venue's levels moves those above it`() throws {
    let first = try imported([extract("b", ["0", "1"])]).venue
    let (venue, _) = try imported([extract("a", ["0", "0.5"])], into: first)
    let ordinals = Dictionary(uniqueKeysWithValues: venue.levels.map { ($0.id, $0.key.ordinal) })
    #expect(ordinals == ["~level0": 0, "~level0.5": 1, "~level1": 2])
    #expect(venue.levels.first { $0.id == "~level1" }?.outline == first.levels[1].outline)
    // The room of level 1 is none of those that a new reading of that level lacks.
    #expect(VanishedFeatures(before: first, after: venue).units == ["b0"])
  }

  @Test func `a level above a mezzanine is none of the venue that has another number`() throws {
    let first = try imported([extract("a", ["0", "0.5"])]).venue
    let (venue, _) = try imported([extract("b", ["0", "1"])], into: first)
    let ordinals = Dictionary(uniqueKeysWithValues: venue.levels.map { ($0.id, $0.key.ordinal) })
    #expect(ordinals == ["~level0": 0, "~level1": 2])
  }

  @Test func `another building's levels stay its own`() throws {
    let first = try imported([extract("a", ["0", "0.5", "1"])]).venue
    let other = try extract("c", ["0", "1"], building: "way/2")
    let (venue, _) = try imported([other], into: first)
    #expect(Set(venue.levels.map(\.key.building)) == ["way/2"])
    #expect(venue.levels.map(\.key.ordinal).sorted() == [0, 1])
    #expect(Set(venue.levels.map(\.id)).isDisjoint(with: first.levels.map(\.id)))
    // And again, beside both.
    let both = Venue(
      id: first.id, name: first.name, origin: first.origin,
      buildings: first.buildings + venue.buildings, levels: first.levels + venue.levels)
    #expect(try imported([other], into: both).venue.levels == venue.levels)
  }

  /// A venue that has each file's levels and rooms in turn, as a venue file keeps them.
  private func stored(
    _ files: [GeoJSONFeatureCollection]
  ) throws -> (venue: Venue, findings: [VenueFinding]) {
    var stored: Venue?
    var last: [VenueFinding] = []
    for file in files {
      let (venue, findings) = try imported([file], into: stored)
      last = findings
      guard var before = stored else {
        stored = venue
        continue
      }
      let keys = Dictionary(uniqueKeysWithValues: venue.levels.map { ($0.id, $0.key) })
      let moved = Dictionary(uniqueKeysWithValues: before.levels.map { ($0.key, keys[$0.id]) })
      before.levels.removeAll { keys[$0.id] != nil }
      before.units.removeAll { unit in venue.units.contains { $0.id == unit.id } }
      for index in before.units.indices {
        if let key = moved[before.units[index].level] ?? nil { before.units[index].level = key }
      }
      before.buildings += venue.buildings.filter { !before.buildings.contains($0) }
      (before.levels, before.units) = (before.levels + venue.levels, before.units + venue.units)
      stored = before
    }
    return (try #require(stored), last)
  }

  @Test func `a mezzanine is counted among its building's levels where another one has its id`()
    throws
  {
    let (venue, _) = try stored([
      extract("a", ["0", "1"]), extract("c", ["0.5"], building: "way/2"), extract("b", ["0.5"]),
    ])
    let levels = venue.levels.filter { $0.key.building == "way/1" }.sorted { $0.key < $1.key }
    #expect(levels.map(\.key.ordinal) == [0, 1, 2])
    #expect(levels.map(\.label) == ["0", "0.5", "1"])
    #expect(levels.map(\.id) == ["~level0", "way/1/~level0.5", "~level1"])
    #expect(try floors(venue).rooms == ["a0": "0", "a1": "1", "b0.5": "0.5", "c0.5": "0.5"])
  }

  @Test func `a building's levels keep their ids where another one has the id of a new one`() throws
  {
    let files = try [
      extract("a", ["0", "1"]), extract("c", ["2"], building: "way/2"),
      extract("a", ["0", "0.5", "1", "2"]), extract("b", ["0.5"]),
    ]
    let (venue, findings) = try stored(files)
    let levels = venue.levels.filter { $0.key.building == "way/1" }.sorted { $0.key < $1.key }
    #expect(levels.map(\.id) == ["~level0", "~level0.5", "~level1", "way/1/~level2"])
    #expect(levels.map(\.label) == ["0", "0.5", "1", "2"])
    #expect(levels.map(\.key.ordinal) == [0, 1, 2, 3])
    // The last file moves nothing any more.
    #expect(!findings.contains { $0.message.contains("from ordinal") })
  }

  @Test func `each level that moves is told, in one finding`() throws {
    let files = try [extract("b", ["0", "1", "2", "3"]), extract("a", ["0.5", "3"])]
    let told = try stored(files).findings.filter { $0.message.contains("from ordinal") }
    #expect(told.map(\.rule) == [.fractionalLevel])
    for move in [
      #""~level1" from ordinal 1 to 2"#, #""~level2" from ordinal 2 to 3"#,
      #""~level3" from ordinal 3 to 4"#,
    ] {
      #expect(told.first?.message.contains(move) == true, "\(told)")
    }
    #expect(told.first?.message.contains("~level0") == false)
  }

  @Test func `a level without an id beside mezzanines is no level of OpenStreetMap`() throws {
    func rooms(_ levels: [String]) throws -> GeoJSONFeatureCollection {
      try collection(
        levels.map {
          (#""@id":"r\#($0)","indoor":"room","level":"\#($0)","name":"r\#($0)""#, square(10, 50))
        })
    }
    let given = try collection([
      (#""feature_type":"level","ordinal":3,"label":"2. OG""#, square(10, 50))
    ])
    let before = try stored([rooms(["0", "0.5", "1"]), given]).venue
    let level = try #require(before.levels.first { $0.label == "2. OG" })
    let (venue, findings) = try imported([rooms(["2"])], into: before)
    // It stays, and is the level after 0, 0.5 and 1, as OpenStreetMap's level 2 is.
    #expect(venue.levels.map(\.key) == [level.key] && venue.levels.map(\.id) == [level.id])
    #expect(venue.units.map(\.level) == [level.key])
    #expect(findings.contains { $0.message.contains("one with the venue's level \"\(level.id)\"") })
  }

  @Test func `where a mezzanine is one with a level from elsewhere, a finding says so`() throws {
    let first = try assembled(
      collection([
        (#""feature_type":"level","id":"eg","ordinal":0,"label":"EG""#, square(10, 50)),
        (#""feature_type":"level","id":"og","ordinal":1,"label":"OG""#, square(10, 50)),
      ])
    ).venue
    let text = try collection([
      (#""indoor":"room","level":"0""#, square(10, 50)),
      (#""indoor":"room","level":"0.5""#, square(10, 50)),
    ])
    let (_, findings) = try imported([text], into: first)
    let message = try #require(findings.first { $0.rule == .fractionalLevel }?.message)
    #expect(message.contains("\"og\""))
  }
}
