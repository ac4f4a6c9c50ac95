import Foundation
import GRDB
import IndoorGeometry
public import IndoorModel

extension VenueFile {
  /// How many versions of the radio map a file keeps: older ones leave it when a newer one comes.
  public static let keptRadioMaps = 20

  /// Stores a radio map as the newest version; `keptRadioMaps` stay with it, and share with it what
  /// is the same.
  ///
  /// A map that equals the newest version makes no new one.
  ///
  /// - Parameters:
  ///   - map: the map.
  ///   - forgotten: what the map and those after it do without; `nil` for what the newest version
  ///     does without.
  /// - Returns: the version's number, counted from 1.
  /// - Throws: `.unstorable` for a map that names a transmitter twice or whose rows are not in
  ///   ascending order of transmitter.
  @discardableResult
  public func save(
    _ map: RadioMap, forgetting forgotten: [Transmitter]? = nil
  ) throws(StorageError) -> Int {
    try write { db, time in
      guard Set(map.transmitters).count == map.transmitters.count else {
        throw Unstorable("the radio map names a transmitter twice")
      }
      try Storable.finite(map.places.lazy.flatMap { [$0.x, $0.y] }, "the radio map")
      // By its row there each can be forgotten, whatever walk it came with.
      _ = try transmitters.table(with: map.transmitters, in: db, time: time)
      let numbers = TransmitterList.keys(of: map.transmitters)
      var contents = RadioMapContents(
        levels: map.levels, transmitters: .listed(map.transmitters), blocks: [],
        matching: map.matching)
      var store = try BlockStore(db)
      for rows in RadioMapBlock.ranges(of: map) {
        let block = try RadioMapBlock.encode(rows, of: map, numbers: numbers)
        contents.blocks.append(
          RadioMapContents.Block(
            reference: .key(try store.key(of: block)), firstWalk: map.walks[rows.lowerBound]))
      }
      let newest = try Self.newestVersion(db)
      let before = try newest.map { try self.forgotten(in: $0, db) } ?? []
      let forgotten = forgotten ?? before
      if let newest, try isVersion(newest, contents, in: db), Set(before) == Set(forgotten) {
        return newest
      }
      try GeoPackageTables.touch(.radioMapBlocks, at: time, in: db)
      let version = try Self.add(
        contents, rows: map.rowCount, after: newest ?? 0, in: db, time: time)
      try keep(forgotten: forgotten, of: version, in: db, time: time)
      return version
    }
  }

  /// The newest version of the radio map, or `nil` where none was saved.
  public func radioMap() throws(StorageError) -> RadioMap? {
    try read { db in
      guard let version = try Self.newestVersion(db) else { return nil }
      return try load(version, in: db)
    }
  }

  /// How scans are compared with the newest version of the radio map, without reading its rows;
  /// `nil` where none was saved.
  public func radioMapMatching() throws(StorageError) -> Matching? {
    try read { db in
      guard let version = try Self.newestVersion(db) else { return nil }
      return try contents(ofVersion: version, in: db).matching
    }
  }

  /// The radio map as it was in one of its versions, counted from 1.
  ///
  /// - Throws: `.noSuchVersion`.
  public func radioMap(version: Int) throws(StorageError) -> RadioMap {
    try read { db in try load(version, in: db) }
  }

  /// The radio map's versions, oldest first.
  public func radioMapVersions() throws(StorageError) -> [RadioMapVersion] {
    try read { db in
      try Self.rows(db, .radioMaps, "id, created, row_count, transmitter_count") { f in
        RadioMapVersion(
          number: try f.int(0), created: try f.text(1), rowCount: try f.int(2),
          transmitterCount: try f.int(3))
      }
    }
  }

  /// Makes an older version of the radio map the newest again, with what was forgotten by then. The
  /// versions between stay, so that this too can be undone.
  ///
  /// - Returns: the number of the new version, or of the newest one where that equals the older one
  ///   already.
  /// - Throws: `.noSuchVersion`.
  @discardableResult
  public func rollBackRadioMap(to version: Int) throws(StorageError) -> Int {
    try write { db, time in
      let contents = try contents(ofVersion: version, in: db)
      let newest = try Self.newestVersion(db) ?? 0
      let forgotten = try forgotten(in: version, db)
      if try isVersion(newest, contents, in: db),
        try Set(self.forgotten(in: newest, db)) == Set(forgotten)
      {
        return newest
      }
      let rows = try Row.fetchCursor(
        db, sql: "SELECT row_count FROM radio_maps WHERE id = ?", arguments: [version])
      let count = try Fields.first(rows, of: .radioMaps) { try $0.int(0) } ?? 0
      let new = try Self.add(contents, rows: count, after: newest, in: db, time: time)
      try keep(forgotten: forgotten, of: new, in: db, time: time)
      return new
    }
  }

  private func load(_ version: Int, in db: Database) throws -> RadioMap {
    do { return try whole(version, in: db) } catch let damage as Damage {
      throw Damage(damage.what, remedy: Self.remedy)
    }
  }

  /// The survey has all that a radio map is made of.
  private static let remedy = "build the radio map again, or restore the file from a copy"

  private func whole(_ version: Int, in db: Database) throws -> RadioMap {
    let contents = try contents(ofVersion: version, in: db)
    let (heard, numbers) = try heard(by: contents, in: db)
    var indices = [Int64: UInt32](minimumCapacity: numbers.count)
    for (index, number) in numbers.enumerated() {
      indices[number] = UInt32(truncatingIfNeeded: index)
    }
    var columns = RadioMapColumns(
      levels: contents.levels, transmitters: heard, indices: indices, matching: contents.matching)
    // A block twice would make a small file a large map.
    guard Set(contents.blocks.map(\.reference)).count == contents.blocks.count else {
      throw Damage("the radio map has a block twice")
    }
    let store = try BlockStore(db)
    for block in contents.blocks {
      try store.bytes(of: block.reference).withUnsafeBytes { bytes in
        try RadioMapBlock.decode(bytes, firstWalk: block.firstWalk, into: &columns)
      }
    }
    guard let map = columns.map else { throw Damage("the radio map contradicts itself") }
    return map
  }

  /// A map's transmitters, and what its blocks call them.
  private func heard(
    by contents: RadioMapContents, in db: Database
  ) throws -> (transmitters: [Transmitter], numbers: [Int64]) {
    switch contents.transmitters {
    case .listed(let transmitters):
      return (TransmitterList.known(transmitters), TransmitterList.keys(of: transmitters))
    case .numbered(let numbers):
      let table = try transmitters.table(db)
      let heard = try numbers.map {
        guard let transmitter = table[$0] else {
          throw Damage("the radio map names transmitter \($0), which isn't in the file")
        }
        return transmitter
      }
      return (heard, numbers)
    }
  }

  /// Whether a version has these contents; a damaged one has others.
  private func isVersion(
    _ version: Int, _ contents: RadioMapContents, in db: Database
  ) throws -> Bool {
    do { return try self.contents(ofVersion: version, in: db) == contents } catch is Damage {
      return false
    }
  }

  static func newestVersion(_ db: Database) throws -> Int? {
    let newest = try version(db, sql: "SELECT id FROM radio_maps ORDER BY id DESC LIMIT 1")
    if let newest, newest < 1 {
      throw Damage("the radio map's newest version is \(newest), and they count from 1")
    }
    return newest
  }

  private static func version(_ db: Database, sql: String) throws -> Int? {
    try Fields.first(Row.fetchCursor(db, sql: sql), of: .radioMaps) { try $0.int(0) }
  }

  private func contents(ofVersion version: Int, in db: Database) throws -> RadioMapContents {
    let row = try Row.fetchOne(
      db, sql: "SELECT contents FROM radio_maps WHERE id = ?", arguments: [version])
    guard let row else {
      let oldest = try Self.version(db, sql: "SELECT id FROM radio_maps ORDER BY id LIMIT 1")
      throw StorageError.noSuchVersion(
        path, version, oldest: oldest, newest: try Self.newestVersion(db))
    }
    do {
      return try Fields(row, of: Layer.radioMaps.table).blob(0).withUnsafeBytes {
        try RadioMapContents(decoding: $0)
      }
    } catch let damage as Damage {
      throw Damage(damage.what, remedy: Self.remedy)
    }
  }

  private static func add(
    _ contents: RadioMapContents, rows: Int, after newest: Int, in db: Database, time: String
  ) throws -> Int {
    let (version, overflow) = newest.addingReportingOverflow(1)
    if overflow { throw Damage("the radio map's versions can't be counted on") }
    try db.execute(
      sql: """
        INSERT INTO radio_maps (id, created, row_count, transmitter_count, contents)
          VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        version, time, rows, contents.transmitters.count, Data(contents.encoded()),
      ])
    try GeoPackageTables.touch(.radioMaps, at: time, in: db)
    try prune(after: version, in: db)
    return version
  }

  /// Takes out versions that are too old, and the blocks that only they had.
  private static func prune(after version: Int, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM radio_maps WHERE id <= ?", arguments: [version - keptRadioMaps])
    guard db.changesCount > 0 else { return }
    var used: Set<RadioMapContents.Reference> = []
    let versions = try Row.fetchCursor(db, sql: "SELECT contents FROM radio_maps")
    while let row = try versions.next() {
      do {
        let contents = try Fields(row, of: Layer.radioMaps.table).blob(0).withUnsafeBytes {
          try RadioMapContents(decoding: $0)
        }
        used.formUnion(contents.blocks.map(\.reference))
      } catch is Damage {
        // Which blocks it has nobody knows, so none goes while it is there.
        return
      }
    }
    for row in try Row.fetchAll(db, sql: "SELECT id, hash FROM radio_map_blocks") {
      let fields = Fields(row, of: Layer.radioMapBlocks.table)
      let number = try fields.integer(0)
      guard !used.contains(.number(number)), !used.contains(.key(try fields.integer(1))) else {
        continue
      }
      try db.execute(sql: "DELETE FROM radio_map_blocks WHERE id = ?", arguments: [number])
    }
  }
}
