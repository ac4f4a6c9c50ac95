import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// What a radio map takes of walks, kept in the file.
struct WalkRowsTests {
  /// A file with five walks.
  private static func file(in folder: TemporaryFolder, seed: UInt64 = 5) throws -> VenueFile {
    let file = try VenueFile.create(folder.file())
    var samples = Samples(seed: seed)
    try file.save(samples.venue())
    try file.append((0..<5).map { samples.walk("\($0)") })
    return file
  }

  /// Rows that tell what walk they are of, and of what recipe.
  static func rows(of walk: SurveyWalk, _ number: Int8 = 1) throws -> WalkRows {
    let heard = Set(walk.fingerprints.flatMap { $0.scan.readings.map(\.transmitter) })
    let transmitters = heard.sorted { "\($0)" < "\($1)" }
    let count = walk.fingerprints.count
    let rows = RadioMap(
      levels: Set(walk.fingerprints.map(\.level)).sorted(), transmitters: transmitters,
      places: walk.fingerprints.map(\.place),
      levelIndices: Array(repeating: 0, count: count), walks: Array(repeating: 0, count: count),
      rowStarts: (0...count).map { UInt32($0 * transmitters.count) },
      transmitterIndices: walk.fingerprints.flatMap { _ in 0..<UInt32(transmitters.count) },
      rssi: Array(repeating: number, count: count * transmitters.count))
    let map = try #require(rows)
    let made = WalkRows(
      hash: walk.hash, times: walk.fingerprints.map(\.scan.time.microseconds), map: map)
    return try #require(made)
  }

  /// The rows as they are handed over, and how many of them had to be made for it.
  private static func all(
    _ file: VenueFile, _ recipe: String = "a"
  ) throws -> (rows: [WalkRows], made: Int) {
    var all: [WalkRows] = []
    var made = 0
    try file.forEachWalkRows(
      recipe: recipe,
      making: {
        made += 1
        return try rows(of: $0)
      }, { _, rows in all.append(rows) })
    return (all, made)
  }

  private static func expected(_ file: VenueFile) throws -> [WalkRows] {
    var expected: [WalkRows] = []
    try file.forEachWalk { expected.append(try rows(of: $0)) }
    return expected
  }

  private static func kept(_ folder: TemporaryFolder) throws -> Int {
    try DatabaseQueue(path: folder.file()).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM walk_rows") ?? 0
    }
  }

  @Test func `rows come back as they were made, and are made once`() throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    #expect(try Self.all(file).made == 5, "nothing is kept yet, and nothing is by reading")
    #expect(try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) } == 5)
    #expect(try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) } == 0)
    let again = try VenueFile.open(folder.file(), readOnly: true)
    let (rows, made) = try Self.all(again)
    #expect(made == 0)
    #expect(rows == (try Self.expected(file)))
  }

  @Test func `rows that can't be kept are told as damage of the file`() throws {
    struct Own: Error {}
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    #expect(throws: Own.self) { try file.keepWalkRows(recipe: "a") { _ in throw Own() } }
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "ALTER TABLE walk_rows RENAME COLUMN hash TO other")
    }
    let error = #expect(throws: StorageError.self) {
      try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) }
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("its table walk_rows has no column hash") == true)
  }

  @Test func `a walk more is made alone, and another recipe makes all anew in their place`() throws
  {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) }
    var samples = Samples(seed: 77)
    try file.append([samples.walk("more")])
    var names: [String] = []
    try file.keepWalkRows(recipe: "a") {
      names.append($0.recording)
      return try Self.rows(of: $0)
    }
    #expect(names == ["more"])
    #expect(try file.keepWalkRows(recipe: "b") { try Self.rows(of: $0, 2) } == 6)
    #expect(try Self.kept(folder) == 6)
    #expect(try Self.all(file, "b").rows.allSatisfy { $0.map.rssi.allSatisfy { $0 == 2 } })
  }

  @Test(arguments: [
    "UPDATE fingerprints SET x_m = x_m + 1 WHERE id = (SELECT id FROM fingerprints WHERE walk_id = 3)",
    "DELETE FROM fingerprints WHERE id = (SELECT max(id) FROM fingerprints WHERE walk_id = 3)",
    """
    INSERT INTO fingerprints (walk_id, time_us, building, ordinal, x_m, y_m, reading_count, readings)
      SELECT walk_id, time_us, building, ordinal, x_m, y_m, reading_count, readings
        FROM fingerprints WHERE walk_id = 3 LIMIT 1
    """,
    "UPDATE walks SET hash = 'another' WHERE id = 3",
    "UPDATE fingerprints SET walk_id = 4 WHERE walk_id = 3", "DELETE FROM walks WHERE id = 3",
  ]) func `rows don't outlive a change of their walk by whatever program`(change: String) throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) }
    // Other programs don't ask for foreign keys.
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: folder.file(), configuration: configuration).write {
      try $0.execute(sql: change)
    }
    #expect(try Self.kept(folder) < 5)
    try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) }
    #expect(try Self.all(file).rows == (try Self.expected(file)))
  }

  @Test func `a walk inherits nothing of one that another program removed by half`() throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let last = try DatabaseQueue(path: folder.file(), configuration: configuration).write { db in
      let last = try Int.fetchOne(db, sql: "SELECT max(id) FROM walks")
      try db.execute(sql: "DELETE FROM walks WHERE id = (SELECT max(id) FROM walks)")
      return try #require(last)
    }
    var samples = Samples(seed: 91)
    let walk = samples.walk("new")
    #expect(try file.append([walk]) == 1)
    try DatabaseQueue(path: folder.file()).read { db in
      #expect(
        try Int.fetchOne(db, sql: "SELECT max(id) FROM walks") == last, "the number is used again")
      for (table, count) in [
        ("fingerprints", walk.fingerprints.count), ("survey_points", walk.path.count),
      ] {
        let found = try Int.fetchOne(
          db, sql: "SELECT count(*) FROM \(table) WHERE walk_id = ?", arguments: [last])
        #expect(found == count, "\(table)")
      }
    }
  }

  @Test func `what cannot be made ends it, and what was made before stays`() throws {
    struct Refusal: Error {}
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    #expect(throws: Refusal.self) {
      try file.keepWalkRows(recipe: "a") { walk in
        if walk.recording == "3" { throw Refusal() }
        return try Self.rows(of: walk)
      }
    }
    #expect(try Self.kept(folder) == 3)
    #expect(try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) } == 2)
  }

  @Test func `rows with a flipped bit are made anew, and kept where the file may be written`()
    throws
  {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    try file.keepWalkRows(recipe: "a") { try Self.rows(of: $0) }
    try DatabaseQueue(path: folder.file()).write { db in
      let rows = try #require(
        try Data.fetchOne(db, sql: "SELECT rows FROM walk_rows WHERE id = 2"))
      var changed = rows
      changed[changed.count - 1] ^= 1
      try db.execute(sql: "UPDATE walk_rows SET rows = ? WHERE id = 2", arguments: [changed])
    }
    let reader = try VenueFile.open(folder.file(), readOnly: true)
    for _ in 0..<2 {
      let (rows, made) = try Self.all(reader)
      #expect(made == 1)
      #expect(rows == (try Self.expected(file)))
    }
    let damaged = try file.forEachWalkRows(
      recipe: "a", mending: true, making: { try Self.rows(of: $0) }, { _, _ in })
    #expect(damaged == 1)
    #expect(try Self.all(reader).made == 0)
  }

  @Test func `a damaged choice of matching is none`() throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    var samples = Samples(seed: 8)
    let map = samples.radioMap(walks: 3, rowsEach: 10)
    let basis = try #require(map)
    let candidate = MatchingChoice.Candidate(
      matching: .literature, evaalError: 5.5, standardError: 0.25)
    let choice = MatchingChoice(chosen: candidate, standard: candidate, rows: 321)
    try file.keep(choice, for: basis, format: 1)
    let kept = try DatabaseQueue(path: folder.file()).read { db in
      try Data.fetchOne(db, sql: "SELECT choice FROM matching_choices")
    }
    let whole = try #require(kept)
    for at in whole.indices {
      var changed = whole
      changed[at] ^= 0x10
      try DatabaseQueue(path: folder.file()).write {
        try $0.execute(sql: "UPDATE matching_choices SET choice = ?", arguments: [changed])
      }
      #expect(try file.matchingChoice(for: basis, format: 1) == nil, "byte \(at)")
    }
    // The encoding before had no checksum.
    let older = Data([2]) + whole.dropFirst(9)
    try DatabaseQueue(path: folder.file()).write {
      try $0.execute(sql: "UPDATE matching_choices SET choice = ?", arguments: [older])
    }
    #expect(try file.matchingChoice(for: basis, format: 1) == choice)
  }

  @Test func `a choice is kept for its map and no other, and only the last one`() throws {
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    var samples = Samples(seed: 8)
    let map = samples.radioMap(walks: 3, rowsEach: 10)
    let basis = try #require(map)
    let choice = MatchingChoice(
      chosen: MatchingChoice.Candidate(
        matching: Matching(
          representation: .exponential(scale: 24), distance: .cosine, neighbours: 7,
          sharpness: 60, radiusPerSpread: 1.5),
        evaalError: 4.25, standardError: 0.5),
      standard: MatchingChoice.Candidate(
        matching: .literature, evaalError: 5.5, standardError: 0.25),
      rows: 321)
    #expect(try file.matchingChoice(for: basis, format: 1) == nil)
    try file.keep(choice, for: basis, format: 1)
    #expect(try file.matchingChoice(for: basis, format: 1) == choice)
    #expect(try file.matchingChoice(for: basis, format: 2) == nil)
    var others = [basis, basis, basis, basis]
    others[0].rssi[5] ^= 1
    others[1].places[3].x += 1e-9
    others[2].walks[9] += 1
    others[3].levels.swapAt(0, 1)
    for other in others { #expect(try file.matchingChoice(for: other, format: 1) == nil) }
    try file.keep(choice, for: others[0], format: 1)
    #expect(try file.matchingChoice(for: basis, format: 1) == nil)
  }
}
