import Foundation
import IndoorAuthoring
import IndoorFiles
import IndoorModel
import IndoorStorage
import Testing

/// Venue files that are kept up to date with a server's.
@Suite(.enabled(if: ShellRun.has("curl"), "curl is missing"))
struct UpdateTests {
  private let scratch: Scratch
  private let venues: String
  private let served: String
  private let mine: String

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    served = "\(venues)/m.gpkg"
    mine = scratch.path("mine.gpkg")
    try Museum.copy(to: served)
  }

  private func url(_ server: ServerProcess) -> String {
    "http://127.0.0.1:\(server.port)/v1/venues/m/file"
  }

  private func hash(_ path: String) throws -> String {
    SHA256.hexadecimal(SHA256.digest(of: Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
  }

  /// Changes the file that is served, and waits until the server has noticed.
  private func change(_ server: ServerProcess) throws {
    let before = try server.client.get("/v1/venues/m").json()["version"] as? String
    let walk = try #require(try ListWalks(venue: served).run().walks.first)
    _ = try ChangeWalks(venue: served, walks: [walk.hash], change: .rename(UUID().uuidString)).run()
    _ = try server.client.wait("/v1/venues/m") { try $0.json()["version"] as? String != before }
  }

  @Test func `a file is fetched, kept, and brought up to date by the pages that differ`() throws {
    let server = try ServerProcess("--state", scratch.path("s"), venues: venues, in: scratch)
    let update = UpdateVenue(venue: mine, url: url(server))
    let first = try update.run()
    let size = try Data(contentsOf: URL(fileURLWithPath: mine)).count
    #expect(first.fetched == .file && first.bytes == size)
    #expect(try update.run().fetched == .nothing)
    try change(server)
    let second = try update.run()
    #expect(second.fetched == .pages && second.bytes < size / 4, "\(second) of \(size)")
    // To the byte what the server gives who fetches all of it.
    let whole = try server.client.get("/v1/venues/m/file")
    #expect(Data(whole.body) == (try Data(contentsOf: URL(fileURLWithPath: mine))))
    #expect(try hash(mine) == second.version)
  }

  @Test func `versions are known after a restart, where there is a folder for it`() throws {
    let state = scratch.path("s")
    var server = try ServerProcess("--state", state, venues: venues, in: scratch)
    _ = try UpdateVenue(venue: mine, url: url(server)).run()
    server.stop()
    server = try ServerProcess("--state", state, venues: venues, in: scratch)
    #expect(try UpdateVenue(venue: mine, url: url(server)).run().fetched == .nothing)
    try change(server)
    #expect(try UpdateVenue(venue: mine, url: url(server)).run().fetched == .pages)
    try change(server)
    let other = try ServerProcess(venues: venues, in: scratch)
    #expect(try UpdateVenue(venue: mine, url: url(other)).run().fetched == .file)
  }

  @Test func `a file that grew or shrank comes out as the server has it`() throws {
    let server = try ServerProcess("--state", scratch.path("s"), venues: venues, in: scratch)
    _ = try UpdateVenue(venue: mine, url: url(server)).run()
    let before = try server.client.get("/v1/venues/m").json()["version"] as? String
    _ = try BuildRadioMap(venue: served).run()
    try Museum.writeOtherWalk(to: scratch.path("walk.jsonl"))
    _ = try ImportSurvey(venue: served, sources: [scratch.path("walk.jsonl")]).run()
    _ = try server.client.wait("/v1/venues/m") { try $0.json()["version"] as? String != before }
    let result = try UpdateVenue(venue: mine, url: url(server)).run()
    let tag = try server.client.send("HEAD", "/v1/venues/m/file").headers["etag"]
    #expect("\"\(try hash(mine))\"" == tag && result.fetched != .nothing)
  }

  @Test func `what can't be fetched leaves the file as it was`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    _ = try UpdateVenue(venue: mine, url: url(server)).run()
    let before = try hash(mine)
    func code(_ url: String) throws -> String? {
      do {
        _ = try UpdateVenue(venue: mine, url: url).run()
        return nil
      } catch let error as AuthoringError { return error.code.rawValue }
    }
    #expect(try code("http://127.0.0.1:\(server.port)/v1/venues/none/file") == "not-fetched")
    #expect(try code("http://127.0.0.1:\(server.port)/health") == "not-fetched")
    #expect(try code("http://127.0.0.1:1/file") == "not-fetched")
    #expect(try code("file://\(served)") == "not-fetched")
    #expect(try hash(mine) == before)
    try Data([1]).write(to: URL(fileURLWithPath: "\(mine)-wal"))
    #expect(try code(url(server)) == "in-use")
    try FileManager.default.removeItem(atPath: "\(mine)-wal")
    server.stop()
    #expect(try code(url(server)) == "not-fetched")
    #expect(try hash(mine) == before)
  }

  /// A server whose answer has the right hash, and is a page of a network's login.
  @Test func `what is no venue file takes the place of none`() throws {
    try Museum.copy(to: mine)
    let before = try hash(mine)
    let script = """
      import hashlib, http.server
      page = b"<!doctype html><title>Log in</title>"
      class Answer(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              self.send_response(200)
              self.send_header("ETag", '"' + hashlib.sha256(page).hexdigest() + '"')
              self.end_headers()
              self.wfile.write(page)
      server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
      print(server.server_port, flush=True)
      server.timeout = 60
      server.handle_request()
      """
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.terminate() }
    let port = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let url = "http://127.0.0.1:\(port.trimmingCharacters(in: .whitespacesAndNewlines))/file"
    let error = #expect(throws: AuthoringError.self) {
      try UpdateVenue(venue: mine, url: url).run()
    }
    #expect(error?.code == .notFetched)
    #expect(
      error?.message.contains("(what came is no venue file that can be read)") == true,
      "\(String(describing: error))")
    #expect(try hash(mine) == before)
  }

  @Test func `walks that only the file here has are not lost`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    _ = try UpdateVenue(venue: mine, url: url(server)).run()
    try Museum.writeOtherWalk(to: scratch.path("walk.jsonl"))
    _ = try ImportSurvey(venue: mine, sources: [scratch.path("walk.jsonl")]).run()
    let before = try hash(mine)
    #expect(throws: AuthoringError.self) { try UpdateVenue(venue: mine, url: url(server)).run() }
    #expect(try hash(mine) == before)
  }

  /// A file of a newer version of the program, one mistyped ordinal, and one that is damaged where
  /// the walks are: all have walks.
  @Test(arguments: [
    "UPDATE venue_file SET format = 99", "UPDATE levels SET ordinal = 5000 WHERE ordinal = 1",
    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET rootpage = 1 WHERE name = 'walks'",
  ])
  func `a file that this program can't read isn't taken for one without walks`(change: String)
    throws
  {
    let server = try ServerProcess(venues: venues, in: scratch)
    _ = try UpdateVenue(venue: mine, url: url(server)).run()
    try Museum.writeOtherWalk(to: scratch.path("walk.jsonl"))
    _ = try ImportSurvey(venue: mine, sources: [scratch.path("walk.jsonl")]).run()
    let script =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])"
    #expect(try ShellRun.run(["python3", "-c", script, mine, change]).status == 0)
    let before = try hash(mine)
    let error = #expect(throws: AuthoringError.self) {
      try UpdateVenue(venue: mine, url: url(server)).run()
    }
    #expect(error?.code == .walksLost, "\(error?.message ?? "")")
    #expect(try hash(mine) == before)
  }

  @Test func `a token is sent and shown to nobody`() throws {
    let tokens = scratch.path("tokens.json")
    let token = try ServerProcess.run(
      ["token", "add", "a", "--scope", "read", "--token-file", tokens], in: scratch
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    #expect(throws: AuthoringError.self) { try UpdateVenue(venue: mine, url: url(server)).run() }
    #expect(!FileManager.default.fileExists(atPath: mine))
    let result = try UpdateVenue(venue: mine, url: url(server), token: token).run()
    #expect(result.fetched == .file)
  }

  @Test func `patches that lie are refused`() throws {
    // Nothing but the hash says what comes out: a patch of another file is none of this one.
    let server = try ServerProcess("--state", scratch.path("s"), venues: venues, in: scratch)
    let old = try server.client.get("/v1/venues/m").json()["version"] as? String
    try change(server)
    let patch = try server.client.get("/v1/venues/m/file?since=\(old ?? "")")
    #expect(patch.headers["content-type"] == VenuePatch.mediaType)
    #expect(patch.body.count > VenuePatch.headSize)
    #expect((patch.body.count - VenuePatch.headSize) % (4 + VenuePatch.pageSize) == 0)
    #expect(try server.client.get("/v1/venues/m/file?since=12").code == "bad-parameter")
  }
}
