import Foundation
import IndoorFiles
import Testing

/// A store with the sample museum in it as venue `m`, and servers on it.
struct TeamWorld {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try PostgresServer.shared.get().database()
    let file = scratch.path("m.gpkg")
    try Museum.copy(to: file)
    for command in [["init"], ["push", file]] {
      let run = try team(command)
      #expect(run.status == 0, "\(run)")
    }
  }

  /// Runs `indoor-server team`.
  func team(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run(["team"] + arguments + ["--store", database.address], in: scratch)
  }

  /// Starts a server with a folder of copies of its own.
  func start(_ name: String, store: String? = nil) throws -> ServerProcess {
    try ServerProcess(
      "--store", store ?? database.address,
      venues: scratch.folder("\(name)-\(UUID().uuidString.prefix(4))"), in: scratch)
  }

  /// Waits until a statement answers what it should; whether it came to that within a minute.
  func wait(_ sql: String, _ answer: String) throws -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    while try database.query(sql) != answer {
      if Date() > deadline { return false }
      usleep(50_000)
    }
    return true
  }

  /// A walk other than all others.
  static func walk(_ number: Int) throws -> [UInt8] {
    let path = try Museum.recordings("survey-lift")[0]
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return Array(text.replacing("\"t\":1780", with: "\"t\":\(1800 + number)").utf8)
  }

  /// Where a walk is sent.
  static func path(of walk: [UInt8]) -> String {
    "/v1/venues/m/walks/\(SHA256.hexadecimal(SHA256.digest(of: walk)))"
  }

  static func put(_ walk: [UInt8], to client: HTTPClient) throws -> HTTPClient.Reply {
    try client.send("PUT", path(of: walk), body: walk)
  }

  /// Sends a walk, which has to be taken, and returns its hash.
  static func send(_ number: Int, to client: HTTPClient) throws -> String {
    let sent = try put(walk(number), to: client)
    #expect(sent.status == 201, "\(sent)")
    return try #require(try hashes(sent).first)
  }

  static func hashes(_ reply: HTTPClient.Reply) throws -> [String] {
    try #require(reply.json()["walks"] as? [Any], "\(reply)").compactMap {
      $0 as? String ?? ($0 as? [String: Any])?["hash"] as? String
    }
  }
}
