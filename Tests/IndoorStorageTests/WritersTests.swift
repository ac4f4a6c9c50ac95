import Foundation
import GRDB
import IndoorFiles
import IndoorModel
import IndoorStorage
import Testing

struct WritersTests {
  @Test func `writers of the same file take turns, and none loses or doubles a walk`() async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    var samples = Samples(seed: 9)
    try VenueFile.create(path).save(samples.venue())
    let walks = (0..<40).map { samples.walk("\($0)") }
    // Each writer has its own connection and its own idea of which transmitters are in the file.
    let new = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let file = try VenueFile.open(path)
          var new = 0
          for (index, walk) in walks.enumerated() where index % 4 == writer {
            new += try file.append([walk])
          }
          // Some of them come from others too.
          for walk in walks[(writer * 5)..<(writer * 5 + 20)] { new += try file.append([walk]) }
          return new
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(new == walks.count)
    var stored: [SurveyWalk] = []
    try VenueFile.open(path, readOnly: true).forEachWalk { stored.append($0) }
    #expect(stored.count == walks.count)
    #expect(Set(stored) == Set(walks))
  }

  /// <https://www.sqlite.org/howtocorrupt.html>, 2.2: a process loses its locks on a file when it
  /// closes any descriptor of it.
  @Test(arguments: Looking.allCases)
  func `looking at a file leaves what this process has locked to it`(_ looking: Looking) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    var samples = Samples(seed: 11)
    try VenueFile.create(path).save(samples.venue())
    let writer = try DatabaseQueue(path: path)
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect(try Ran("sqlite3", [path, "BEGIN IMMEDIATE"]).output.contains("locked"))
      try looking.look(at: path)
      let other = try Ran("sqlite3", [path, "BEGIN IMMEDIATE"])
      #expect(other.status != 0 && other.output.contains("database is locked"))
      try db.execute(sql: "ROLLBACK")
    }
    #expect(try Ran("sqlite3", [path, "BEGIN IMMEDIATE"]).status == 0)
  }

  /// What looks at a venue file.
  enum Looking: CaseIterable {
    case opening, openingForWriting, telling, output, outputBeside

    func look(at path: String) throws {
      switch self {
      case .opening: _ = try VenueFile.open(path, readOnly: true)
      case .openingForWriting: _ = try? VenueFile.open(path)
      case .telling: #expect(VenueFile.isDatabase(path))
      case .output:
        #expect(throws: FileError.self) { try OutputPlace(path) }
      case .outputBeside:
        #expect(throws: FileError.self) { try OutputPlace(path + "-journal") }
      }
    }
  }

  @Test func `the same calls make the same bytes when the time is given`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a.gpkg", "b.gpkg"] {
      // A process of its own, as the environment is everybody's.
      await #expect(processExitsWith: .success) { [path = folder.file(name) as String] in
        setenv("SOURCE_DATE_EPOCH", "1700000000", 1)
        var samples = Samples(seed: 4)
        let file = try VenueFile.create(path)
        try file.save(samples.venue())
        try file.save(samples.plan(level: LevelKey(ordinal: 0)))
        try file.append((0..<5).map { samples.walk("\($0)") })
        let map = samples.radioMap(walks: 4, rowsEach: 50)
        try file.save(try #require(map))
        #expect(try file.radioMapVersions().first?.created == "2023-11-14T22:13:20.000Z")
      }
    }
    let a = try Data(contentsOf: URL(filePath: folder.file("a.gpkg")))
    let b = try Data(contentsOf: URL(filePath: folder.file("b.gpkg")))
    #expect(a.count > 100_000)
    #expect(a == b)
  }
}
