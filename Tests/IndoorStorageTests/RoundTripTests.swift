import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

struct RoundTripTests {
  private static let seeds: [UInt64] = [1, 2, 3, 4, 5]

  @Test(arguments: seeds)
  func `a venue comes back as it was saved`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: seed)
    let venue = samples.venue()
    try VenueFile.create(folder.file()).save(venue)
    #expect(try VenueFile.open(folder.file(), readOnly: true).venue() == venue)
  }

  @Test func `a new file has nothing in it`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    #expect(try file.venue() == nil)
    #expect(try file.placements().isEmpty)
    #expect(try file.plan(for: LevelKey(ordinal: 0)) == nil)
    #expect(try file.walks().isEmpty)
    #expect(try file.radioMap() == nil)
  }

  @Test func `a venue without anything in it comes back`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let venue = Venue(id: "", name: "", origin: Samples.origin)
    try file.save(venue)
    #expect(try file.venue() == venue)
  }

  @Test func `saving again replaces by id, keeps the others and never moves the origin`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: 7)
    let first = samples.venue(units: 3)
    try file.save(first)
    var second = first
    second.name = "renamed"
    second.origin = Coordinate(latitude: 1, longitude: 1)
    second.units = [first.units[1]]
    second.units[0].name = "changed"
    second.levels[0].key.ordinal = -9
    try file.save(second)
    let stored = try #require(try file.venue())
    #expect(stored.origin == first.origin)
    #expect(stored.name == "renamed")
    #expect(stored.units == [first.units[0], second.units[0], first.units[2]])
    #expect(Set(stored.levels) == Set(second.levels))
  }

  @Test(arguments: seeds)
  func `plans come back with their bytes, one a level`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: seed)
    try file.save(samples.venue())
    let level = LevelKey(building: "B'", ordinal: -1)
    let old = samples.plan(level: level)
    let other = samples.plan(level: LevelKey(building: "B'", ordinal: 3))
    let new = samples.plan(level: level)
    for plan in [old, other, new] { try file.save(plan) }
    #expect(try file.placements() == [new.placement, other.placement])
    #expect(try file.plan(for: level) == new)
    #expect(try file.plan(for: other.placement.level) == other)
    #expect(try file.plan(for: LevelKey(ordinal: 3)) == nil)

    var moved = new
    moved.placement.pageToLocal.tx += 12
    moved.placement.tying = samples.tying()
    try file.move([moved.placement])
    #expect(try file.plan(for: level) == moved)
    var missing = moved.placement
    missing.level.ordinal = 9
    let refused = #expect(throws: StorageError.self) {
      try file.move([new.placement, missing])
    }
    #expect(refused?.code == .unstorable)
    #expect(try file.plan(for: level) == moved)
  }

  @Test(arguments: seeds)
  func `walks come back in order, once each`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: seed)
    try file.save(samples.venue())
    let walks = (0..<6).map { samples.walk("walk \($0)") }
    #expect(try file.append(Array(walks[..<3])) == 3)
    #expect(try file.append([walks[1], walks[3], walks[3]]) == 1)
    #expect(try file.append(Array(walks[4...])) == 2)
    #expect(try file.append(walks) == 0)
    #expect(try file.walkCount() == 6)
    #expect(try file.hasWalk("hash of walk 5"))
    #expect(try !file.hasWalk("hash of walk 6"))

    let again = try VenueFile.open(folder.file(), readOnly: true)
    var stored: [SurveyWalk] = []
    try again.forEachWalk { stored.append($0) }
    #expect(stored == walks)
    #expect(
      try again.walks()
        == walks.map { walk in
          var walk = walk
          walk.fingerprints = []
          return walk
        })
  }

  @Test func `what is done for each walk may use the file`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: 3)
    try file.save(samples.venue())
    try file.append([samples.walk("a"), samples.walk("b")])
    var known: [Bool] = []
    try file.forEachWalk { known.append(try file.hasWalk($0.hash)) }
    #expect(known == [true, true])
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 500), (700, 1), (40, 30)])
  func `a radio map comes back, whatever its walks' lengths`(walks: Int, rowsEach: Int) throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 11)
    let made = samples.radioMap(walks: walks, rowsEach: rowsEach)
    let map = try #require(made)
    let file = try VenueFile.create(folder.file())
    #expect(try file.save(map) == 1)
    #expect(try file.save(map) == 1)
    #expect(try VenueFile.open(folder.file(), readOnly: true).radioMap() == map)
  }

  @Test func `walks and plans need a venue first`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: 1)
    let walk = samples.walk("w")
    let plan = samples.plan(level: LevelKey(ordinal: 0))
    let appended = #expect(throws: StorageError.self) { try file.append([walk]) }
    #expect(appended?.code == .noVenue)
    let saved = #expect(throws: StorageError.self) { try file.save(plan) }
    #expect(saved?.code == .noVenue)
  }
}
