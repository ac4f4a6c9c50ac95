import Foundation
import Testing

/// The workbench's pages as files: what a browser sees of them stands in `scripts/check-pages`.
@Suite struct PageTests {
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    + "img-src 'self' data: blob:; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; "
    + "form-action 'none'"

  private func start(_ arguments: [String] = [], _ scratch: Scratch) throws -> ServerProcess {
    let venues = try scratch.folder("venues-\(UUID().uuidString)")
    switch arguments.count {
    case 0: return try ServerProcess(venues: venues, in: scratch)
    case 2: return try ServerProcess(arguments[0], arguments[1], venues: venues, in: scratch)
    default:
      return try ServerProcess(
        arguments[0], arguments[1], arguments[2], arguments[3], venues: venues, in: scratch)
    }
  }

  /// A folder of pages as it stands in the sources, without MapLibre.
  private func pages(_ scratch: Scratch) throws -> String {
    let folder = scratch.path("web")
    try FileManager.default.copyItem(atPath: "\(repository)/web", toPath: folder)
    for name in ["maplibre-gl.js", "maplibre-gl.css"] {
      try? FileManager.default.removeItem(atPath: "\(folder)/maplibre/\(name)")
    }
    return folder
  }

  @Test func `browsers get a page where programs get text`() throws {
    let scratch = try Scratch()
    let server = try start([], scratch)
    let page = try server.client.get(
      "/", headers: ["Accept": "text/html,application/xhtml+xml;q=0.9"])
    #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("/web/home/main.js"))
    for accept in ["*/*", "text/plain"] {
      let text = try server.client.get("/", headers: ["Accept": accept])
      #expect(text.status == 200 && text.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(text.text.hasPrefix("IndoorKit's server"))
    }
  }

  @Test(arguments: ["align", "survey", "live"])
  func `a venue's pages are there, under the strict policy`(page: String) throws {
    let scratch = try Scratch()
    let server = try start([], scratch)
    let reply = try server.client.get("/v/anything/\(page)")
    #expect(reply.status == 200)
    #expect(reply.headers["content-security-policy"] == Self.policy)
    #expect(reply.headers["x-content-type-options"] == "nosniff")
    #expect(!reply.text.contains("<style") && !reply.text.contains("style=\""))
  }

  @Test func `a base map adds its one origin to the policy`() throws {
    let scratch = try Scratch()
    let server = try start(
      ["--base-map", "https://tiles.example.org:8443/{z}/{x}/{y}.png"], scratch)
    let origin = " https://tiles.example.org:8443;"
    let expected = Self.policy.replacing("connect-src 'self';", with: "connect-src 'self'\(origin)")
      .replacing("data: blob:;", with: "data: blob:\(origin)")
    #expect(try server.client.get("/v/m/live").headers["content-security-policy"] == expected)
    #expect(
      try server.client.get("/web/settings.json").json()["baseMap"] as? String
        == "https://tiles.example.org:8443/{z}/{x}/{y}.png")
  }

  @Test(arguments: [
    "https://tiles.example.org/{z}/{x}.png", "ftp://tiles.example.org/{z}/{x}/{y}",
    "https://a b/{z}/{x}/{y}", "https://x;script-src *;/{z}/{x}/{y}", "https:///{z}/{x}/{y}",
  ])
  func `a base map that is none is refused as usage`(address: String) throws {
    let scratch = try Scratch()
    let run = try ServerProcess.run(
      ["--venues", scratch.folder, "--port", "0", "--base-map", address], in: scratch)
    #expect(run.status == 64 && run.errors.contains("--base-map"), "\(run)")
  }

  @Test func `a file is told by its content and answered anew only where that changed`() throws {
    let scratch = try Scratch()
    let server = try start([], scratch)
    let first = try server.client.get("/web/common/dom.js")
    #expect(first.headers["content-type"] == "text/javascript; charset=utf-8")
    let tag = try #require(first.headers["etag"])
    #expect(tag.hasPrefix("\"") && first.headers["cache-control"] == "no-cache")
    for known in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
      let again = try server.client.get("/web/common/dom.js", headers: ["If-None-Match": known])
      #expect(again.status == 304 && again.body.isEmpty, "\(known)")
    }
    #expect(try server.client.get("/web/common/map.js").headers["etag"] != tag)
  }

  @Test(arguments: [
    "/web/../Makefile", "/web/%2e%2e/Makefile", "/web/common/../../Makefile", "/web//etc/passwd",
    "/web/maplibre/.gitignore", "/web/", "/web/common", "/web/common/dom.js%00", "/v/m/other",
    "/v/m/live/more",
  ])
  func `nothing but the pages' own files is there`(path: String) throws {
    let scratch = try Scratch()
    let server = try start([], scratch)
    #expect(try server.client.get(path).status == 404)
  }

  @Test func `links and hidden files of the folder aren't served`() throws {
    let scratch = try Scratch()
    let folder = try pages(scratch)
    try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(folder)/common/.hidden.js"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/common/link.js", withDestinationPath: "\(repository)/Makefile")
    let server = try start(["--web", folder], scratch)
    #expect(try server.client.get("/web/common/dom.js").status == 200)
    for name in [".hidden.js", "link.js"] {
      #expect(try server.client.get("/web/common/\(name)").status == 404, "\(name)")
    }
  }

  @Test func `without MapLibre the server says which command fetches it`() throws {
    let scratch = try Scratch()
    let server = try start(["--web", try pages(scratch)], scratch)
    #expect(try server.said().contains("make setup-web"))
    #expect(try server.client.get("/web/settings.json").json()["mapLibre"] as? Bool == false)
    let missing = try server.client.get("/web/maplibre/maplibre-gl.js")
    #expect(missing.status == 404 && missing.text.contains("make setup-web"))
  }

  @Test func `a folder without pages is refused`() throws {
    let scratch = try Scratch()
    let run = try ServerProcess.run(
      ["--venues", scratch.folder, "--port", "0", "--web", scratch.folder], in: scratch)
    #expect(run.status == 65 && run.errors.contains("has no pages"), "\(run)")
  }

  @Test func `pages need no token, and what they show does`() throws {
    let scratch = try Scratch()
    let tokens = scratch.path("tokens")
    let made = try ServerProcess.run(
      ["token", "add", "reader", "--scope", "read", "--token-file", tokens], in: scratch)
    #expect(made.status == 0, "\(made)")
    let server = try start(["--token-file", tokens], scratch)
    for path in ["/v/m/live", "/web/common/dom.js"] {
      #expect(try server.client.get(path).status == 200, "\(path)")
    }
    #expect(try server.client.get("/", headers: ["Accept": "text/html"]).status == 200)
    #expect(try server.client.get("/", headers: ["Accept": "text/plain"]).status == 401)
    #expect(try server.client.get("/v1/venues").status == 401)
  }

  @Test func `a whole recording is placed as locate places it`() throws {
    let scratch = try Scratch()
    let venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
    let server = try ServerProcess(venues: venues, in: scratch)
    let visit = try #require(try Museum.recordings("visit-").first)
    let lines = try String(contentsOfFile: visit, encoding: .utf8).split(separator: "\n")
      .dropFirst()
    let reply = try server.client.post(
      "/v1/venues/m/positions", lines.joined(separator: "\n"), type: "application/x-ndjson")
    let features = try #require(try reply.json()["features"] as? [[String: Any]], "\(reply)")
    let times = features.compactMap { ($0["properties"] as? [String: Any])?["time_ms"] as? Int }
    let rows = try Museum.rows(of: visit).map { $0.split(separator: ",")[1] }
    #expect(times.map(String.init) == rows.map(String.init))
  }

  @Test func `walks are lines, each on its level, and those taken back are none`() throws {
    let scratch = try Scratch()
    let venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
    let server = try ServerProcess(venues: venues, in: scratch)
    func paths() throws -> [[String: Any]] {
      let features =
        try server.client.get("/v1/venues/m/paths").json()["features"] as? [[String: Any]]
      return try #require(features).compactMap { $0["properties"] as? [String: Any] }
    }
    let before = try paths()
    #expect(Set(before.compactMap { $0["walk"] as? String }).count == 17)
    #expect(Set(before.compactMap { $0["level"] as? Int }) == [-1, 0, 1])
    let walk = try #require(before.first?["walk"] as? String)
    #expect(try server.client.send("DELETE", "/v1/venues/m/walks/\(walk)").status == 200)
    #expect(try paths().allSatisfy { $0["walk"] as? String != walk })
  }
}
