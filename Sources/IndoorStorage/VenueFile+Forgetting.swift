import GRDB
public import IndoorModel

extension VenueFile {
  /// The transmitters that the newest version of the radio map does without, and the next ones
  /// will, in the order in which they were first heard.
  public func forgottenTransmitters() throws(StorageError) -> [Transmitter] {
    try read { db in
      guard let version = try Self.newestVersion(db) else { return [] }
      return try forgotten(in: version, db)
    }
  }

  /// Takes transmitters out of those that the newest version of the radio map does without: the
  /// next build hears them again.
  ///
  /// - Returns: how many of them had been forgotten.
  @discardableResult
  public func remember(_ some: [Transmitter]) throws(StorageError) -> Int {
    try write { db, time in
      guard let version = try Self.newestVersion(db) else { return 0 }
      let table = try transmitters.table(db)
      var count = 0
      for number in Set(some.compactMap { table.numbers[$0] }) {
        try db.execute(
          sql: "DELETE FROM forgotten_transmitters WHERE version = ? AND transmitter_id = ?",
          arguments: [version, number])
        count += db.changesCount
      }
      try GeoPackageTables.touch(.forgottenTransmitters, at: time, in: db)
      return count
    }
  }

  /// The transmitters that the file has ever heard.
  public func heardTransmitters() throws(StorageError) -> Set<Transmitter> {
    try read { db in Set(try transmitters.table(db).numbers.keys) }
  }

  func forgotten(in version: Int, _ db: Database) throws -> [Transmitter] {
    let table = try transmitters.table(db)
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT transmitter_id FROM forgotten_transmitters WHERE version = ? ORDER BY transmitter_id
        """, arguments: [version])
    return try rows.map {
      let number = try Fields($0, of: Layer.forgottenTransmitters.table).integer(0)
      guard let transmitter = table[number] else {
        throw Damage(
          "forgotten_transmitters: names transmitter \(number), which isn't in the file")
      }
      return transmitter
    }
  }

  /// Notes what a version does without.
  func keep(
    forgotten some: [Transmitter], of version: Int, in db: Database, time: String
  ) throws {
    guard !some.isEmpty else { return }
    let table = try transmitters.table(with: some, in: db, time: time)
    for number in Set(some.compactMap { table.numbers[$0] }).sorted() {
      try db.execute(
        sql: "INSERT INTO forgotten_transmitters (version, transmitter_id) VALUES (?, ?)",
        arguments: [version, number])
    }
    try GeoPackageTables.touch(.forgottenTransmitters, at: time, in: db)
  }
}
