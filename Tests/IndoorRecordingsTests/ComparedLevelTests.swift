import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Buildings of recordings that a map is compared with, and of tables that write them as 1.0.
@Suite struct ComparedLevelTests {
  /// A venue that nobody has drawn, of a ground floor in each building.
  private func venue(_ buildings: String...) -> Venue {
    Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 48, longitude: 11),
      buildings: buildings.map { Building(id: $0) },
      levels: buildings.map {
        Level(id: "level-\($0)", key: LevelKey(building: $0, ordinal: 0), label: "0")
      })
  }

  private func levels(
    _ buildings: [String], _ names: LevelNames, level: String = "0"
  ) throws -> [LevelKey?] {
    let rows = buildings.map { "1,1,\(level),\($0),-50\n" }.joined()
    return try read("x,y,level,building,A\n" + rows, "t.csv", levels: names).map(\.recording.level)
  }

  @Test func `a number that a table writes as 1.0 is the building 1`() throws {
    let one = LevelKey(building: "1", ordinal: 0)
    for names in [LevelNames(), LevelNames(venue("1", "2")), .compared(with: venue("1", "2"))] {
      #expect(try levels(["1.0", "1", "1.00"], names) == [one, one, one])
    }
    // What isn't such a number stays as it is, and so does what the venue calls a building.
    let others = ["1.5", "A.0", "1.0.0", ".0", "1."]
    #expect(try levels(others, LevelNames()).map(\.?.building) == others)
    #expect(try levels(["1.0", "1"], LevelNames(venue("1.0"))).map(\.?.building) == ["1.0", "1"])
  }

  @Test(arguments: ["0", "F1"])
  func `another building than the map's is told, even where nobody has drawn the venue`(
    level: String
  ) throws {
    let two = venue("1", "2")
    let error = #expect(throws: RecordingError.self) {
      try levels(["1", "Building 1"], .compared(with: two), level: level)
    }
    #expect(
      error?.message.contains("t.csv:3: building \"Building 1\" is none of the venue's (1, 2)")
        == true)
    #expect(
      try levels(["1", "Building 1"], .compared(with: two, isLenient: true)).map(\.?.building)
        == ["1", nil])
    // A survey brings buildings that the venue doesn't have yet.
    #expect(try levels(["3"], LevelNames(two)).map(\.?.building) == ["3"])
  }

  @Test func `a row without its building is told where the map has several`() throws {
    let error = #expect(throws: RecordingError.self) {
      try levels([""], .compared(with: venue("1", "2")))
    }
    #expect(error?.message.contains("names no building where the venue has several") == true)
    #expect(try levels([""], .compared(with: venue("1"))).map(\.?.building) == ["1"])
  }
}
