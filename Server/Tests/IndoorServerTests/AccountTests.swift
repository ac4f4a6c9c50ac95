import Foundation
import Testing

/// Browsers that bring a token by themselves.
@Suite struct AccountTests {
  private let scratch: Scratch
  private let venues: String
  private let tokens: String

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    tokens = scratch.path("tokens.json")
    try Museum.copy(to: "\(venues)/m.gpkg")
  }

  private func add(_ name: String, _ scopes: String) throws -> String {
    try ServerProcess.run(
      ["token", "add", name, "--scope", scopes, "--venue", "m", "--token-file", tokens],
      in: scratch
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func `a token says what it allows`() throws {
    let open = try ServerProcess(venues: venues, in: scratch)
    let all = try open.client.get("/v1/me").json()
    #expect(all["name"] is NSNull && (all["scopes"] as? [String])?.count == 6)
    let token = try add("desk", "read,survey")
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    #expect(try server.client.get("/v1/me").status == 401)
    let me = try server.client.get("/v1/me", headers: ["Authorization": "Bearer \(token)"]).json()
    #expect(me["name"] as? String == "desk" && me["venues"] as? [String] == ["m"])
    #expect(me["scopes"] as? [String] == ["read", "survey"])
  }

  @Test func `a cookie that no script reads stands for a token, until it is taken back`() throws {
    let token = try add("desk", "read")
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    let client = server.client
    let wrong = try client.post("/v1/login", "{\"token\":\"indoor_no\"}")
    #expect(wrong.status == 401 && wrong.headers["set-cookie"] == nil)
    let answer = try client.post("/v1/login", "{\"token\":\"\(token)\"}")
    #expect(answer.status == 204, "\(answer)")
    let field = try #require(answer.headers["set-cookie"])
    #expect(field.contains("; HttpOnly") && field.contains("; SameSite=Strict"))
    #expect(field.contains("; Path=/") && !field.contains("Secure"))
    let cookie = ["Cookie": "other=1; " + (field.split(separator: ";").first ?? "")]
    #expect(try client.get("/v1/venues", headers: cookie).status == 200)
    #expect(try client.get("/v1/venues", headers: ["Cookie": "other=1"]).status == 401)
    // What a page of another site sends with it changes nothing, whatever the browser does.
    let foreign = cookie.merging(["Origin": "https://evil.example"]) { $1 }
    #expect(try client.post("/v1/logout", "", headers: foreign).status == 403)
    let out = try client.send("POST", "/v1/logout", headers: cookie)
    #expect(out.status == 204)
    #expect(out.headers["set-cookie"]?.contains("indoor-token=; Max-Age=0") == true)
  }

  @Test func `behind a proxy there is no way without a token, and cookies are for https`() throws {
    let refused = try ServerProcess.run(
      ["--venues", venues, "--port", "0", "--behind-proxy"], in: scratch)
    #expect(refused.status == 64 && refused.errors.contains("token add"), "\(refused)")
    let token = try add("desk", "read")
    let server = try ServerProcess(
      "--behind-proxy", "--token-file", tokens, venues: venues, in: scratch)
    let host = ["Host": "maps.example.org"]
    #expect(try server.client.get("/v1/venues", headers: host).status == 401)
    let answer = try server.client.post(
      "/v1/login", "{\"token\":\"\(token)\"}",
      headers: ["Host": "maps.example.org", "Origin": "https://maps.example.org"])
    #expect(answer.headers["set-cookie"]?.contains("; Secure") == true, "\(answer)")
  }
}
