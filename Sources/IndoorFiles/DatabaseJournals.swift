internal import IndoorLibc

/// Where SQLite keeps what is being written into a database.
package enum DatabaseJournals {
  /// What the names of the files end in.
  package static let endings = ["-journal", "-wal", "-shm"]

  /// Their paths: beside the file that the database's links lead to.
  package static func paths(of database: String) -> [String] {
    guard let resolved = realpath(database, nil) else { return endings.map { database + $0 } }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return endings.map { path + $0 }
  }

  /// The file that a database in use has beside it; `nil` where there is none.
  package static func inUse(_ database: String) -> String? {
    paths(of: database).first { !$0.hasSuffix("-shm") && access($0, F_OK) == 0 }
  }

  /// Whether a log of changes lies beside a database.
  package static func hasLog(_ database: String) -> Bool {
    paths(of: database).contains { $0.hasSuffix("-wal") && access($0, F_OK) == 0 }
  }
}
