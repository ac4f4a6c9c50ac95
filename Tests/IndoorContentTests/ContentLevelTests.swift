import IndoorGeometry
import Foundation
import IndoorContent
import IndoorModel
import Testing

/// Labels of levels that two buildings have at different ordinals.
struct ContentLevelTests {
  private static let venue = Venue(
    id: "v", name: "V", origin: .init(latitude: 50, longitude: 8),
    buildings: [Building(id: "b1", name: "North"), Building(id: "b2", name: "South")],
    levels: [
      Level(id: "l1", key: LevelKey(building: "b1", ordinal: 0), label: "EG"),
      Level(id: "l2", key: LevelKey(building: "b2", ordinal: 1), label: "EG"),
    ])

  private static func read(
    _ table: String, in venue: Venue = ContentLevelTests.venue
  ) throws -> GuideContent {
    let folder = try TemporaryFolder()
    return try ReadContent.read(
      [try folder.write(table, as: "items.csv")],
      options: ContentOptions(levels: ContentLevels(venue)))
  }

  @Test func `a label means the level of the building that is said`() throws {
    let content = try Self.read("key,level,building\na,EG,North\nb,eg,b2\nc,EG,SOUTH\n")
    #expect(content.items.map(\.place.ordinal) == [0, 1, 1] && content.findings == [])
  }

  @Test func `what several levels are called comes before the number that it is`() throws {
    var venue = Self.venue
    venue.levels = [("b1", 1, "01"), ("b1", 3, "1"), ("b2", 2, "01")].map {
      Level(id: "\($0)\($1)", key: LevelKey(building: $0, ordinal: $1), label: $2)
    }
    let content = try Self.read(
      "key,level,building\na,01,South\nb,01,North\nc,1,North\n", in: venue)
    #expect(content.items.map(\.place.ordinal) == [2, 1, 3] && content.findings == [])
    let error = #expect(throws: ContentError.self) {
      try Self.read("key,level\na,01\n", in: venue)
    }
    #expect(error?.message.contains("the level 01 has several ordinals") == true)
  }

  @Test func `an ordinal does, whatever stands beside it`() throws {
    let content = try Self.read("key,level,ordinal\na,EG,1\nb,Erdgeschoss,0\n")
    #expect(content.items.map(\.place.ordinal) == [1, 0] && content.findings == [])
  }

  @Test func `a label of several ordinals is told to be that`() {
    let error = #expect(throws: ContentError.self) { try Self.read("key,level\na,EG\n") }
    #expect(error?.code == .unknownLevel)
    #expect(
      error?.message.hasSuffix(
        "items.csv:2: the level EG has several ordinals in the venue; write the ordinal, or the "
          + "building that has one of them") == true)
  }

  @Test func `a label of another building than that which is said is told`() throws {
    var venue = Self.venue
    venue.levels = [("b1", 0, "EG"), ("b1", 1, "Attic"), ("b1", 2, "Roof"), ("b2", 1, "Top")].map {
      Level(id: "\($0)\($1)", key: LevelKey(building: $0, ordinal: $1), label: $2)
    }
    let content = try Self.read(
      "key,level,building\na,Attic,South\nb,Attic,North\nc,Attic,\nd,Top,b2\n", in: venue)
    #expect(content.items.map(\.place.ordinal) == [1, 1, 1, 1])
    #expect(content.findings.map(\.rule) == [.wrongFloor])
    #expect(content.findings.map(\.owner) == [GuideOwner(.item, "a")])
    // Where the building has no such level, that is told of what is stored.
    let roof = try Self.read("key,title,level,building\na,A,Roof,South\n", in: venue)
    #expect(ContentCheck.findings(of: roof, venue: venue).map(\.rule) == [.wrongFloor])
  }

  @Test func `what is shown in a gallery is in its building`() throws {
    var venue = Self.venue
    venue.levels[1].label = "OG"
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"""
      {"galleries": [{"nid": 1, "title": "Room", "floor": "OG"}],
       "objects": [{"nid": 2, "title": "Vase", "gallery_location": "Room"}],
       "exhibitions": [{"nid": 3, "title": "Show", "gallery_id": "1"}],
       "events": [{"nid": 4, "title": "Talk", "gallery_id": "1"}]}
      """#, as: "a.json")
    var options = ContentOptions(levels: ContentLevels(venue))
    options.format = .aic
    let items = try ReadContent.read([path], options: options).items
    #expect(items.map(\.place.building) == ["b2", "b2", "b2"])
    #expect(items.map(\.place.ordinal) == [1, 1, 1])
  }
}
