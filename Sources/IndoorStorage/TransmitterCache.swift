import GRDB
import IndoorGeometry
import IndoorModel
import Synchronization

/// The `transmitters` table both ways, kept between calls while nobody else writes to the file.
///
/// Blobs name a transmitter by its number in that table, which never changes.
final class TransmitterCache: Sendable {
  struct Table: Sendable {
    fileprivate(set) var numbers: [Transmitter: Int64] = [:]
    /// Ascending, and but for rows that somebody took out without a gap.
    private var ordered: [Int64] = []
    private var transmitters: [Transmitter] = []
    fileprivate var dataVersion: Int64?

    /// The transmitter of a number, found where it stands if no number before it is missing; `nil`
    /// where none has it.
    subscript(_ number: Int64) -> Transmitter? {
      let (offset, overflow) = number.subtractingReportingOverflow(ordered.first ?? 0)
      if !overflow, let guess = Int(exactly: offset), ordered.indices.contains(guess),
        ordered[guess] == number
      {
        return transmitters[guess]
      }
      let low = ordered.partitioningIndex { $0 >= number }
      return low < ordered.count && ordered[low] == number ? transmitters[low] : nil
    }

    fileprivate mutating func add(_ transmitter: Transmitter, _ number: Int64) throws(Damage) {
      if let last = ordered.last, last >= number {
        throw Damage("the transmitters' numbers are used up")
      }
      if numbers[transmitter] == nil { numbers[transmitter] = number }
      ordered.append(number)
      transmitters.append(transmitter)
    }
  }

  private let state = Mutex(Table())

  /// The table as it is in the file now.
  func table(_ db: Database) throws -> Table {
    // SQLite counts this up when another connection has changed the file.
    let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
    let kept = state.withLock { $0 }
    if kept.dataVersion != nil, kept.dataVersion == version { return kept }
    var table = Table()
    table.dataVersion = version
    let cursor = try Row.fetchCursor(
      db, sql: "SELECT id, kind, address FROM transmitters ORDER BY id")
    while let row = try cursor.next() {
      let fields = Fields(row, of: Layer.transmitters.table)
      let address = StoredTransmitter(kind: try fields.text(1), address: try fields.text(2))
      try table.add(try address.transmitter(), try fields.integer(0))
    }
    state.withLock { [table] in $0 = table }
    return table
  }

  /// The table with all of `wanted` in it, entered in the file where they are new, in the order
  /// given.
  func table(
    with wanted: some Sequence<Transmitter>, in db: Database, time: String
  ) throws -> Table {
    var table = try table(db)
    let before = table.numbers.count
    let statement = try db.cachedStatement(
      sql: "INSERT INTO transmitters (kind, address) VALUES (?, ?)")
    for transmitter in wanted where table.numbers[transmitter] == nil {
      let stored = try StoredTransmitter(transmitter)
      try statement.execute(arguments: [stored.kind, stored.address])
      try table.add(transmitter, db.lastInsertedRowID)
    }
    if table.numbers.count > before {
      try GeoPackageTables.touch(.transmitters, at: time, in: db)
      state.withLock { [table] in $0 = table }
    }
    return table
  }

  /// Forgets what was read: after a transaction that failed, the file no longer has what was
  /// entered in it.
  func clear() { state.withLock { $0 = Table() } }
}
