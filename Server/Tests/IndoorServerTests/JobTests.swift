import Foundation
import IndoorAuthoring
import IndoorStorage
import IndoorSurveying
import Testing

/// Long work, and lists in pages.
@Suite struct JobTests {
  private let scratch: Scratch
  private let file: String
  private let server: ServerProcess

  init() throws {
    scratch = try Scratch()
    let venues = try scratch.folder("venues")
    file = "\(venues)/m.gpkg"
    try Museum.copy(to: file)
    server = try ServerProcess(venues: venues, in: scratch)
  }

  private func ended(_ answer: HTTPClient.Reply) throws -> [String: Any] {
    #expect(answer.status == 202, "\(answer)")
    let path = try #require(answer.headers["location"])
    _ = try server.client.wait(path) {
      ["done", "failed"].contains(try $0.json()["state"] as? String)
    }
    return try server.client.get(path).json()
  }

  @Test func `a radio map is tried as the command tries it`() throws {
    let job = try ended(
      server.client.post("/v1/venues/m/radiomap/evaluate", "{\"leaveOut\":\"devices\",\"seed\":3}"))
    #expect(job["state"] as? String == "done" && job["kind"] as? String == "evaluate", "\(job)")
    var evaluation = EvaluateRadioMap(venue: file)
    (evaluation.scans, evaluation.seed) = (.leavingOut(.devices), 3)
    let expected = try JSONSerialization.jsonObject(with: Data(try evaluation.run().json.utf8))
    func text(_ value: Any?) throws -> String {
      let data = try JSONSerialization.data(
        withJSONObject: value ?? NSNull(), options: [.sortedKeys, .fragmentsAllowed])
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try text(job["result"]) == text(expected))
    let wrong = try server.client.post(
      "/v1/venues/m/radiomap/evaluate", "{\"leaveOut\":\"everything\"}")
    #expect(wrong.code == "bad-parameter")
  }

  @Test func `jobs come in pages, and one that ended is forgotten`() throws {
    for _ in 0..<3 { _ = try ended(server.client.send("POST", "/v1/venues/m/radiomap")) }
    var ids: [String] = []
    var next: String? = "/v1/jobs?limit=2&venue=m"
    while let path = next {
      let page = try server.client.get(path).json()
      let jobs = try #require(page["jobs"] as? [[String: Any]])
      #expect(jobs.count <= 2)
      ids += jobs.compactMap { $0["id"] as? String }
      next = page["next"] as? String
    }
    #expect(Set(ids).count == 3)
    #expect(try server.client.send("DELETE", "/v1/jobs/\(ids[0])").status == 204)
    #expect(try server.client.get("/v1/jobs/\(ids[0])").code == "no-job")
    #expect(try server.client.send("DELETE", "/v1/jobs/\(ids[0])").status == 404)
    let metrics = try server.client.get("/metrics").text
    #expect(metrics.contains("\nindoor_jobs_ended_total{kind=\"radiomap\",state=\"done\"} 3"))
  }

  @Test func `a job that waits is taken back and never done`() throws {
    // One after the other: while the first runs, the others wait.
    let answers = try (0..<4).map { _ in try server.client.send("POST", "/v1/venues/m/radiomap") }
    let path = try #require(answers[3].headers["location"])
    let status = try server.client.send("DELETE", path).status
    // The machine may have been quick enough to be at it already.
    try #require([204, 409].contains(status))
    for answer in answers.prefix(3) { _ = try ended(answer) }
    if status == 204 {
      let metrics = try server.client.get("/metrics").text
      #expect(metrics.contains("\nindoor_jobs_ended_total{kind=\"radiomap\",state=\"done\"} 3.0\n"))
    }
  }

  @Test func `of jobs that are asked for at once two run, and the others wait`() throws {
    for _ in 0..<4 {
      let answer = try server.client.post(
        "/v1/venues/m/radiomap/evaluate", "{\"leaveOut\":\"walks\"}")
      #expect(answer.status == 202, "\(answer)")
    }
    var states: [String] = []
    // One that is done may be written down as running while the next one begins.
    var crowded: Date?
    let deadline = Date(timeIntervalSinceNow: 60)
    while states != Array(repeating: "done", count: 4), Date() < deadline {
      let jobs = try server.client.get("/v1/jobs").json()["jobs"] as? [[String: Any]]
      states = (jobs ?? []).compactMap { $0["state"] as? String }
      let now = Date()
      crowded = states.count { $0 == "running" } <= 2 ? nil : crowded ?? now
      #expect(now.timeIntervalSince(crowded ?? now) < 2, "\(states)")
    }
    #expect(states == Array(repeating: "done", count: 4))
  }

  @Test func `walks come in pages that together are all, and since one are those behind it`() throws
  {
    let all = try ListWalks(venue: file).run().walks.map(\.hash)
    var found: [String] = []
    var next: String? = "/v1/venues/m/walks?limit=4"
    while let path = next {
      let page = try server.client.get(path).json()
      found += (page["walks"] as? [[String: Any]] ?? []).compactMap { $0["hash"] as? String }
      next = page["next"] as? String
    }
    #expect(found == all && all.count > 4)
    // A walk that was taken back since is still a place to go on from.
    #expect(try server.client.send("DELETE", "/v1/venues/m/walks/\(all[2])").status == 200)
    let later = try server.client.get("/v1/venues/m/walks?since=\(all[2])").json()
    let hashes = (later["walks"] as? [[String: Any]] ?? []).compactMap { $0["hash"] as? String }
    #expect(hashes == Array(all.dropFirst(3)))
    let none = String(repeating: "0", count: 64)
    #expect(try server.client.get("/v1/venues/m/walks?since=\(none)").code == "no-walk")
  }
}
