import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

struct JournalTests {
  private func file(_ folder: TemporaryFolder, walks: [String] = ["a", "b", "c"]) throws
    -> VenueFile
  {
    var samples = Samples(seed: 3)
    let file = try VenueFile.create(folder.file())
    try file.save(samples.venue())
    try file.append(walks.map { samples.walk($0) })
    return file
  }

  private func names(_ file: VenueFile) throws -> [String] {
    var names: [String] = []
    try file.forEachWalk { names.append($0.recording) }
    var rows: [String] = []
    try file.keepWalkRows(recipe: "a") { try WalkRowsTests.rows(of: $0) }
    try file.forEachWalkRows(recipe: "a", making: { try WalkRowsTests.rows(of: $0) }) { walk, _ in
      rows.append(walk.recording)
    }
    #expect(rows == names)
    #expect(try file.walks().map(\.recording) == names)
    #expect(try file.walkCount() == names.count)
    return names
  }

  @Test func `a walk that is replaced keeps its place, its name and its journal`() throws {
    let folder = try TemporaryFolder()
    let file = try file(folder)
    var samples = Samples(seed: 9)
    _ = try names(file)
    try file.renameWalk("hash of b", to: "B", by: "cleo")
    try file.removeWalks(["hash of c"], by: "ana")
    var merged = samples.walk("m")
    _ = try file.merge([merged], removals: [:], changes: [])
    let changes = try file.walkChanges()
    let (b, c) = (samples.walk("b"), samples.walk("c"))
    merged.fingerprints.removeFirst()
    #expect(try file.replace([b, c, merged, samples.walk("d")]) == 3)
    #expect(try names(file) == ["a", "B", "d", "m"])
    #expect(try file.walkChanges() == changes)
    #expect(try file.removal(ofWalk: "hash of c")?.by == "ana")
    var walks: [SurveyWalk] = []
    try file.forEachStoredWalk { walks.append($0) }
    var renamed = b
    renamed.recording = "B"
    #expect(walks[1].path == renamed.path)
    #expect(walks[1].fingerprints.map(\.scan) == renamed.fingerprints.map(\.scan))
    #expect(walks[2].fingerprints.map(\.place) == c.fingerprints.map(\.place))
    let left = try file.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM walks WHERE fingerprint_count <>
            (SELECT count(*) FROM fingerprints WHERE walk_id = walks.id)
          """)
    }
    #expect(left == 0)
    var bad = samples.walk("a")
    bad.fingerprints[0].place.x = .nan
    let before = try file.storedWalks()
    #expect(throws: StorageError.self) { try file.replace([samples.walk("d"), bad]) }
    #expect(try file.storedWalks() == before)
  }

  @Test func `a removed walk counts nowhere and is all there`() throws {
    let folder = try TemporaryFolder()
    let file = try file(folder)
    func rows() throws -> [Int] {
      try file.read { db in
        try ["walks", "survey_points", "fingerprints"].map {
          try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0
        }
      }
    }
    let before = try rows()
    #expect(try file.removeWalks(["hash of b", "hash of z"], by: "ana") == 1)
    #expect(try names(file) == ["a", "c"])
    #expect(try rows() == before)
    #expect(try file.hasWalk("hash of b"))
    #expect(try file.removal(ofWalk: "hash of b")?.by == "ana")
    #expect(try file.storedWalks().map { $0.removal?.by } == [nil, "ana", nil])
    #expect(try file.removedWalkCount() == 1)
    // Once is enough.
    #expect(try file.removeWalks(["hash of b"], by: "bob") == 0)
    #expect(try file.restoreWalks(["hash of b"], by: "bob") == 1)
    #expect(try names(file) == ["a", "b", "c"])
    try file.renameWalk("hash of b", to: "B", by: "cleo")
    #expect(try names(file) == ["a", "B", "c"])
    let changes = try file.walkChanges()
    #expect(changes.map(\.kind) == [.removed, .restored, .renamed])
    #expect(changes.map(\.by) == ["ana", "bob", "cleo"])
    #expect(changes.last?.names == WalkChange.Names(old: "b", new: "B"))
  }

  @Test func `a file of the format before opens with all its walks`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 3)
    let venue = samples.venue()
    let walks = ["a", "b"].map { samples.walk($0) }
    let old = try VenueFile.openOrCreate(
      folder.file(), migrations: Migration.all.dropLast())
    try old.save(venue)
    try old.append(walks)
    let file = try VenueFile.open(folder.file())
    var stored: [SurveyWalk] = []
    try file.forEachWalk { stored.append($0) }
    #expect(stored.map(\.hash) == walks.map(\.hash))
    #expect(stored.map(\.fingerprints.count) == walks.map(\.fingerprints.count))
    #expect(try file.walkChanges().isEmpty && file.forgottenTransmitters().isEmpty)
  }

  @Test func `what is forgotten stays so with its version and those after it`() throws {
    let folder = try TemporaryFolder()
    let file = try file(folder)
    var samples = Samples(seed: 9)
    let made = samples.radioMap(walks: 3, rowsEach: 20)
    let map = try #require(made)
    let some = Array(map.transmitters.prefix(2))
    #expect(try file.save(map) == 1)
    #expect(try file.save(map, forgetting: [some[0]]) == 2)
    #expect(try file.forgottenTransmitters() == [some[0]])
    // Stored again, as a build does.
    #expect(try file.save(map) == 2)
    #expect(try file.save(map, forgetting: some) == 3)
    #expect(try Set(file.forgottenTransmitters()) == Set(some))
    #expect(try file.rollBackRadioMap(to: 2) == 4)
    #expect(try file.forgottenTransmitters() == [some[0]])
    #expect(try file.rollBackRadioMap(to: 1) == 5)
    #expect(try file.forgottenTransmitters().isEmpty)
    #expect(try file.rollBackRadioMap(to: 3) == 6)
    #expect(try file.remember([some[1]]) == 1)
    #expect(try file.forgottenTransmitters() == [some[0]])
  }

  @Test func `merged walks stand behind the file's own by time, in whatever order they come`()
    throws
  {
    var samples = Samples(seed: 5)
    let walks = ["a", "b", "c", "d"].map { samples.walk($0) }
    let venue = samples.venue()
    func order(_ merges: [[SurveyWalk]]) throws -> [String] {
      let folder = try TemporaryFolder()
      let file = try VenueFile.create(folder.file())
      try file.save(venue)
      try file.append([walks[0]])
      for merge in merges { _ = try file.merge(merge, removals: [:], changes: []) }
      return try file.walks().map(\.recording)
    }
    let times = walks.dropFirst().sorted {
      ($0.fingerprints.first?.scan.time.microseconds ?? .min)
        < ($1.fingerprints.first?.scan.time.microseconds ?? .min)
    }
    let expected = ["a"] + times.map(\.recording)
    #expect(try order([[walks[1], walks[2]], [walks[3], walks[0]]]) == expected)
    #expect(try order([[walks[3]], [walks[2], walks[1]]]) == expected)
  }

  @Test func `a merge hides what the other file hides, and takes its journal once`() throws {
    let folder = try TemporaryFolder()
    let file = try file(folder)
    let removal = StoredWalk.Removal(time: "2026-01-02T03:04:05.000Z", by: "ana")
    let change = WalkChange(
      hash: "hash of b", kind: .removed, time: removal.time, by: removal.by)
    for _ in 0..<2 {
      _ = try file.merge([], removals: ["hash of b": removal], changes: [change])
    }
    #expect(try file.walks().map(\.recording) == ["a", "c"])
    #expect(try file.walkChanges() == [change])
  }

  @Test func `files that are merged with each other call a walk the same`() throws {
    let folder = try TemporaryFolder()
    var samples = Samples(seed: 3)
    let venue = samples.venue()
    let walk = samples.walk("b")
    var renamings: [WalkChange] = []
    for (time, by, new) in [("03", "ana", "B"), ("04", "bob", "Z"), ("04", "cleo", "Y")] {
      renamings.append(
        WalkChange(
          hash: walk.hash, kind: .renamed, time: "2026-01-02T03:04:\(time).000Z", by: by,
          names: WalkChange.Names(old: "b", new: new)))
    }
    let all = renamings
    // In whichever order they come: the last, and of one moment's the last in the alphabet.
    for (index, order) in [[0, 1, 2], [2, 1, 0], [1, 0, 2]].enumerated() {
      let file = try VenueFile.create(folder.file("\(index).gpkg"))
      try file.save(venue)
      try file.append([walk])
      for place in order { _ = try file.merge([], removals: [:], changes: [all[place]]) }
      #expect(try names(file) == ["Z"])
      #expect(try file.walkChanges().count == 3)
    }
  }
}
