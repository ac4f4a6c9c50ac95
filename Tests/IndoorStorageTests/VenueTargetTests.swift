import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// What another program does to a file between what was read of it and what is to be stored.
struct VenueTargetTests {
  private let folder: TemporaryFolder
  private let path: String
  private var samples = Samples(seed: 12)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func level(_ id: String, _ ordinal: Int) -> Level {
    Level(id: id, key: LevelKey(ordinal: ordinal), label: "\(ordinal)")
  }

  private func venue(_ levels: Level..., at longitude: Double = 11.5) -> Venue {
    Venue(
      id: "v", name: "V", origin: Coordinate(latitude: 48, longitude: longitude),
      buildings: [Building(id: "")], levels: levels)
  }

  private func isChanged(_ body: () throws -> Void) -> Bool {
    #expect(throws: StorageError.self, performing: body)?.code == .changed
  }

  @Test func `a venue that was read where there was none isn't stored over another's`() throws {
    let late = try VenueFile.create(path)
    let first = venue(level("a", 0))
    try VenueFile.open(path).save(first)
    #expect(isChanged { try late.save(venue(level("b", 1), at: 11.6), on: VenueBasis(nil)) })
    #expect(try late.venue() == first)
  }

  @Test func `a level is made once, by whatever names`() throws {
    let (one, other) = (try VenueFile.create(path), try VenueFile.open(path))
    let known = venue(level("a", 0))
    try one.save(known)
    try one.save(venue(level("a", 0), level("b", 1)), on: VenueBasis(known))
    #expect(isChanged { try other.save(venue(level("c", 1)), on: VenueBasis(known)) })
    // Another level is no contradiction.
    try other.save(venue(level("a", 0), level("c", 2)), on: VenueBasis(known))
    #expect(try one.venue()?.levels.map(\.id) == ["a", "b", "c"])

    let twice = venue(level("d", 3), level("e", 3))
    let error = #expect(throws: StorageError.self) { try one.save(twice) }
    #expect(error?.code == .unstorable)
    #expect(error?.message.contains("two levels of ordinal 3") == true)
    #expect(try one.venue()?.levels.count == 3)
  }

  @Test func `what is placed on a level that became another is refused`() throws {
    let file = try VenueFile.create(path)
    let known = venue(level("a", 0), level("b", 1))
    try file.save(known)
    var samples = samples
    let (walk, plan) = (samples.walk("w"), samples.plan(level: LevelKey(ordinal: 1)))
    try VenueFile.open(path).save(venue(level("a", 0), level("b", 2)))
    let basis = VenueBasis(known)
    #expect(isChanged { _ = try file.append([walk], on: basis) })
    #expect(isChanged { _ = try file.merge([walk], removals: [:], changes: [], on: basis) })
    #expect(isChanged { try file.save(plan, on: basis) })
    #expect(try file.walkCount() == 0)
    #expect(try file.placements().isEmpty)
  }

  @Test func `a level that walks have come to isn't moved away from them`() throws {
    let file = try VenueFile.create(path)
    let known = venue(level("a", 0))
    try file.save(known)
    var samples = samples
    try file.save(samples.plan(level: LevelKey(ordinal: 0)))
    let moved = venue(level("a", 1))
    #expect(
      isChanged {
        try file.save(moved, on: VenueBasis(known, unused: [LevelKey(ordinal: 0)]))
      })
    try file.save(moved, on: VenueBasis(known, unused: [LevelKey(ordinal: 5)]))
  }

  @Test func `a plan that was replaced isn't moved by what the old one said`() throws {
    let file = try VenueFile.create(path)
    try file.save(venue(level("a", 0)))
    var samples = samples
    try file.save(samples.plan(level: LevelKey(ordinal: 0)))
    let before = try file.placements()
    try VenueFile.open(path).save(samples.plan(level: LevelKey(ordinal: 0)))
    let now = try file.placements()
    #expect(isChanged { try file.move(before, from: before) })
    #expect(try file.placements() == now)
    try file.move(now, from: now)
  }

  @Test func `a guide's collection isn't stored over one that came meanwhile`() throws {
    let (one, other) = (try VenueFile.create(path), try VenueFile.open(path))
    var content = GuideContent(GuideCollection(key: "works", format: "csv", hash: "1"))
    try one.save(content, insteadOf: .some(nil))
    let first = try one.guide("works")?.collection
    content.collection.hash = "2"
    #expect(isChanged { try other.save(content, insteadOf: .some(nil)) })
    #expect(try one.guide("works")?.collection == first)
    try other.save(content, insteadOf: .some(first))
    #expect(isChanged { try one.save(content, insteadOf: .some(first)) })
  }

  @Test(arguments: [false, true]) func `a file that was made for nothing goes again`(
    wasEmpty: Bool
  ) throws {
    if wasEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
    struct Nothing: Error {}
    #expect(throws: Nothing.self) {
      try VenueTarget(path).store { file in
        try file.save(venue(level("a", 0)), on: VenueBasis(nil))
        throw Nothing()
      }
    }
    let bytes = try? Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes == (wasEmpty ? Data() : nil))
  }

  @Test func `another program's file stays, whoever made it first`() throws {
    struct Nothing: Error {}
    let other = venue(level("a", 0))
    #expect(throws: Nothing.self) {
      try VenueTarget(path).store { _ in
        try VenueFile.open(path).save(other)
        throw Nothing()
      }
    }
    #expect(try VenueFile.open(path).venue() == other)
  }

  @Test func `what is stored into a file that another program took away is stored anew`() throws {
    var tries = 0
    try VenueTarget.storing(into: path) { target in
      try target.store { file in
        if tries == 0 { try FileManager.default.removeItem(atPath: path) }
        tries += 1
        try file.save(venue(level("a", 0)), on: VenueBasis(target.venue))
      }
    }
    #expect(tries == 2)
    #expect(try VenueFile.open(path).venue()?.levels.count == 1)
  }

  @Test func `a path that is too long for SQLite is called that`() throws {
    let folder = try TemporaryFolder()
    let deep = folder.path + String(repeating: "/" + String(repeating: "a", count: 200), count: 3)
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    try VenueFile.create(folder.file()).save(venue(level("a", 0)))
    try FileManager.default.moveItem(atPath: folder.file(), toPath: "\(deep)/venue.gpkg")
    #expect(VenueFile.isDatabase("\(deep)/venue.gpkg"))
    for name in ["venue.gpkg", "new.gpkg"] {
      let error = #expect(throws: StorageError.self) {
        try VenueFile.openOrCreate("\(deep)/\(name)")
      }
      #expect(
        error?.message.contains("the whole path has \(deep.utf8.count + 1 + name.count) bytes")
          == true)
    }
  }

  @Test func `a file that lost its venue is damaged, and not one that another program changed`()
    throws
  {
    try VenueFile.create(path).save(venue(level("a", 0)))
    try DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM venue") }
    let before = try Data(contentsOf: URL(filePath: path))
    for read in [
      { _ = try VenueFile.open(path, readOnly: true).venue() },
      { _ = try VenueFile.open(path).hasVenue() },
      { try VenueFile.open(path).save(venue(level("b", 1)), on: VenueBasis(nil)) },
    ] as [() throws -> Void] {
      #expect(#expect(throws: StorageError.self, performing: read)?.code == .damaged)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }
}
