import Foundation
import Testing

/// A PostgreSQL of the tests' own, in a folder of its own, reached by a socket there and by nothing
/// else. It ends with the tests, however they end.
final class PostgresServer: Sendable {
  static let shared = Result { try PostgresServer() }

  /// Whether PostgreSQL is installed.
  static var isThere: Bool { programs != nil }

  /// Where `initdb` and `postgres` are: Debian keeps them off `PATH`.
  private static let programs: String? = {
    let debian = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders =
      debian.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
      + ["/opt/homebrew/opt/postgresql@15/bin", "/usr/local/opt/postgresql@15/bin"]
      + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// The folder of the socket; short, as a socket's path takes 107 bytes.
  let folder: String
  private let programs: String
  private let process: Process
  private let leash: Pipe

  private init() throws {
    programs = try #require(Self.programs)
    folder = "/tmp/indoor-pg-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    // PostgreSQL runs as anybody but root.
    let isRoot = NSUserName() == "root"
    if isRoot { #expect(try ShellRun.run(["chown", "postgres", folder]).status == 0) }
    process = Process()
    leash = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Its end of the pipe closes with the tests: then the database goes, and its folder.
    let script = """
      trap '' INT
      "$1/initdb" -D "$2/data" -U indoor --auth=trust --encoding=UTF8 --locale=C --no-sync >"$2/log" 2>&1 || exit 1
      echo "local all locked scram-sha-256" | cat - "$2/data/pg_hba.conf" >"$2/hba" && mv "$2/hba" "$2/data/pg_hba.conf"
      "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=60 -c max_locks_per_transaction=512 \
        -c max_wal_size=256MB >>"$2/log" 2>&1 </dev/null &
      cat >/dev/null
      kill -QUIT $!
      wait $!
      rm -rf "$2"
      """
    process.arguments =
      (isRoot ? ["runuser", "-u", "postgres", "--"] : []) + [
        "sh", "-c", script, "sh", programs, folder,
      ]
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = leash
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 60)
    while try query("SELECT 1", in: "postgres") != "1" {
      guard Date() < deadline, process.isRunning else {
        let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
        throw Failure(what: "PostgreSQL doesn't start: \(log.suffix(500))")
      }
      usleep(100_000)
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var what: String
    var description: String { what }
  }

  /// Makes a database, and returns its address.
  func database(_ name: String = "d\(UUID().uuidString.prefix(8).lowercased())") throws -> Database
  {
    #expect(try query("CREATE DATABASE \(name)", in: "postgres") == "CREATE DATABASE")
    return Database(server: self, name: name)
  }

  /// What a statement answers, as psql prints it.
  func query(_ sql: String, in database: String) throws -> String {
    try ShellRun.run([
      "\(programs)/psql", "-X", "-A", "-t", "-h", folder, "-U", "indoor", "-d", database, "-c", sql,
    ]).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Begins a transaction that stays open until its pipe is closed.
  func hold(_ sql: String, in database: String) throws -> (process: Process, pipe: Pipe) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "\(programs)/psql")
    process.arguments = ["-X", "-q", "-h", folder, "-U", "indoor", "-d", database]
    process.standardInput = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try pipe.fileHandleForWriting.write(contentsOf: Data("BEGIN; \(sql);\n".utf8))
    return (process, pipe)
  }
}

/// A database of a test's own.
struct Database {
  let server: PostgresServer
  let name: String

  /// The address that `--store` takes.
  var address: String { address(user: "indoor") }

  func address(user: String, folder: String? = nil) -> String {
    "postgresql://\(user)@/\(name)?host=\(folder ?? server.folder)"
  }

  /// What a statement answers.
  func query(_ sql: String) throws -> String { try server.query(sql, in: name) }
}
