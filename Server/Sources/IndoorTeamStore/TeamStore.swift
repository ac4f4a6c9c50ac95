import IndoorFiles

/// Venues that a team shares, in a PostgreSQL database.
///
/// It is for one thread at a time: every call waits for the database.
public final class TeamStore {
  let connection: Connection
  /// The store's own id, which goes with its data to whatever address.
  let id: String

  /// Opens a store.
  ///
  /// - Throws: `.notReached`, `.noStore`, `.olderStore`, `.newerStore`.
  public init(_ address: StoreAddress) throws(TeamStoreError) {
    connection = try Connection(address)
    let rows = try connection.run("SELECT version, id::text FROM indoor.store")
    let row = rows.count == 1 ? 0 : nil
    try Migrations(connection).check(
      try rows.required(row.flatMap { rows.int($0, 0) }, "the store's version"))
    id = try rows.required(row.flatMap { rows.text($0, 1) }, "the store's id")
  }

  /// Makes a store in a database that is there, or brings one up to date.
  ///
  /// - Parameter making: whether a database without a store gets one.
  /// - Returns: the version before, 0 for none, and now.
  /// - Throws: `.noStore`, `.newerStore`, `.notAllowed`; what was begun is undone.
  public static func migrate(
    _ address: StoreAddress, making: Bool
  ) throws -> (before: Int, now: Int) {
    let migrations = Migrations(try Connection(address))
    if !making, try migrations.version() == 0 { throw TeamStoreError.noStore("\(address)") }
    return try migrations.run()
  }

  func checked(_ venue: String) throws(TeamStoreError) -> String {
    guard StoredVenue.isID(venue) else { throw .badVenue(venue) }
    return venue
  }
}
