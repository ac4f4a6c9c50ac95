import CPQ
import IndoorLibc

/// One connection to the database, for one thread at a time: every call waits for its answer, so
/// none belongs on a thread that answers others.
final class Connection {
  let address: StoreAddress
  private let connection: OpaquePointer

  /// Seconds until a database that doesn't answer counts as lost.
  private static let patience = "10"

  /// What the server is told: beside where tables are, that a client whose machine died is let go
  /// of, with what it holds, after 25 s.
  private static let settings =
    "-c search_path=indoor,public -c client_min_messages=warning -c tcp_keepalives_idle=10 "
    + "-c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"

  /// Connects.
  ///
  /// Other machines are reached by TLS with their certificate checked (`verify-full`) unless the
  /// address or `PGSSLMODE` says otherwise.
  ///
  /// - Throws: `.notReached`.
  init(_ address: StoreAddress) throws(TeamStoreError) {
    self.address = address
    // What stands before the address is what it is without one.
    var options = [
      ("connect_timeout", Self.patience), ("tcp_user_timeout", "\(Self.patience)000"),
      ("keepalives_idle", Self.patience), ("fallback_application_name", "indoor-server"),
    ]
    if !address.isLocal, getenv("PGSSLMODE") == nil { options.append(("sslmode", "verify-full")) }
    options += [
      ("dbname", address.description), ("client_encoding", "UTF8"),
      ("options", Self.settings),
    ]
    let opened = Self.withTexts(options.map { $0.0 }) { names in
      Self.withTexts(options.map { $0.1 }) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let opened else { throw .notReached("\(address)", "no memory") }
    guard PQstatus(opened) == CONNECTION_OK else {
      let reason = Self.line(PQerrorMessage(opened))
      PQfinish(opened)
      throw .notReached("\(address)", reason)
    }
    connection = opened
  }

  deinit { PQfinish(connection) }

  /// Whether it can still be used.
  var isOpen: Bool { PQstatus(connection) == CONNECTION_OK }

  /// What others told on the channels that this connection listens to, after a wait of so many
  /// milliseconds at most; `nil` where the connection broke.
  func notifications(patience: Int32) -> [(channel: String, text: String)]? {
    var request = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, patience)
    guard PQconsumeInput(connection) == 1 else { return nil }
    var notes: [(channel: String, text: String)] = []
    while let note = PQnotifies(connection) {
      notes.append(
        (String(cString: note.pointee.relname), String(cString: note.pointee.extra)))
      PQfreemem(note)
    }
    return notes
  }

  /// Runs one statement with its values beside it.
  ///
  /// - Throws: what the database says, as one sentence.
  @discardableResult
  func run(_ sql: String, _ parameters: Parameter...) throws(TeamStoreError) -> Rows {
    // All values stand in one block, texts with a zero behind them.
    let written = parameters.map(\.written)
    let lengths = written.map { Int32(clamping: $0?.count ?? 0) }
    var block: [UInt8] = []
    block.reserveCapacity(written.reduce(0) { $0 + ($1?.count ?? 0) + 1 })
    var starts: [Int?] = []
    for bytes in written {
      starts.append(bytes.map { _ in block.count })
      guard let bytes else { continue }
      block += bytes
      block.append(0)
    }
    let formats = parameters.map { if case .bytes = $0 { Int32(1) } else { Int32(0) } }
    let result = block.withUnsafeBytes { block in
      let values = starts.map { start in
        start.flatMap { block.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return PQexecParams(
        connection, sql, Int32(parameters.count), nil, values, lengths, formats, 1)
    }
    return try rows(result)
  }

  /// Runs statements that take no values.
  func script(_ sql: String) throws(TeamStoreError) { _ = try rows(PQexec(connection, sql)) }

  /// Does something whole or not at all.
  ///
  /// - Throws: what `body` throws, and what the database says.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try script("BEGIN")
    do {
      let value = try body()
      try script("COMMIT")
      return value
    } catch {
      if isOpen { try? script("ROLLBACK") }
      throw error
    }
  }

  /// Copies rows into a table.
  ///
  /// - Parameter target: a table and its columns: `page (venue, hash, bytes)`.
  func copy(_ target: String, _ body: (CopyRows) throws -> Void) throws {
    let begun = PQexec(connection, "COPY \(target) FROM STDIN (FORMAT binary)")
    guard PQresultStatus(begun) == PGRES_COPY_IN else {
      _ = try rows(begun)
      return
    }
    PQclear(begun)
    let copy = CopyRows { [connection] bytes in
      bytes.withUnsafeBytes {
        PQputCopyData(
          connection, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count)) == 1
      }
    }
    do { try body(copy) } catch {
      PQputCopyEnd(connection, "broken off")
      while let result = PQgetResult(connection) { PQclear(result) }
      throw error
    }
    copy.finish()
    PQputCopyEnd(connection, nil)
    let ended = PQgetResult(connection)
    while let result = PQgetResult(connection) { PQclear(result) }
    _ = try rows(ended)
  }

  private func rows(_ result: OpaquePointer?) throws(TeamStoreError) -> Rows {
    guard let result else { throw .connectionLost("\(address)") }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      defer { PQclear(result) }
      throw fault(result)
    }
    return Rows(result, store: "\(address)")
  }

  private func fault(_ result: OpaquePointer) -> TeamStoreError {
    func field(_ letter: Character) -> String? {
      letter.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }
        .map { String(cString: $0) }
    }
    // https://www.postgresql.org/docs/15/protocol-error-fields.html: C is SQLSTATE, M the message.
    guard isOpen, let state = field("C") else { return .connectionLost("\(address)") }
    return TeamStoreError(
      state: state, message: Self.line(PQresultErrorField(result, Int32(UInt8(ascii: "M")))),
      store: "\(address)")
  }

  /// The first line of what libpq says.
  private static func line(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) }?.split(whereSeparator: \.isNewline).first.map(String.init)
      ?? "for no reason that is said"
  }

  /// Texts as C takes a list of them, with a null behind.
  private static func withTexts<Value>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Value
  ) -> Value {
    var block: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(block.count)
      block += text.utf8CString
    }
    return block.withUnsafeBufferPointer { block in
      body(starts.map { start in block.baseAddress.map { $0 + start } } + [nil])
    }
  }
}

extension TeamStoreError {
  /// The sentence for what the database says by a SQLSTATE (PostgreSQL 15, appendix A).
  init(state: String, message: String, store: String) {
    switch (state.prefix(2), state) {
    case (_, "53100"):
      self.init(
        .storeFull,
        "\(store): the database's disk is full; nothing is stored half; make room and do it again")
    case ("57", _), ("08", _), (_, "25006"):
      self = .connectionLost(store)
    case ("22", _):
      self.init(
        .unstorable, "\(store): the database can't hold that (\(message)); mend what is sent")
    case (_, "42501"):
      self.init(
        .notAllowed,
        "\(store): this user may not do it (\(message)); grant it, or name another user")
    case (_, "3F000"), (_, "42P01"): self = .noStore(store)
    default:
      self.init(
        .refused, "\(store): the database refused it (\(message), \(state)); nothing is stored half"
      )
    }
  }
}
