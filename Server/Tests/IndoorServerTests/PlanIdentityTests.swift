import Foundation
import IndoorAuthoring
import Testing

/// Which plan is which: of those that were sent, and those that lie in the venue's file.
@Suite struct PlanIdentityTests {
  private let scratch: Scratch
  private let file: String
  private let server: ServerProcess
  private static let plans = "\(repository)/FloorPlans/museum"

  init() throws {
    scratch = try Scratch()
    file = "\(try scratch.folder("venues"))/m.gpkg"
    _ = try ImportVenue(venue: file, sources: ["\(Self.plans)/venue.geojson"]).run()
    server = try ServerProcess(
      "--state", scratch.path("state"), venues: scratch.path("venues"), in: scratch)
  }

  private func put(_ path: String, _ name: String) throws -> HTTPClient.Reply {
    try server.client.send(
      "PUT", "/v1/venues/m/plans/\(path)", headers: ["If-Match": "*"],
      body: Array(try Data(contentsOf: URL(fileURLWithPath: "\(Self.plans)/\(name)"))))
  }

  /// Levels of the plans by their ids.
  private func levels() throws -> [String: Int?] {
    let list = try server.client.get("/v1/venues/m/plans").json()["plans"] as? [[String: Any]]
    return Dictionary(
      (list ?? []).compactMap { plan in
        (plan["id"] as? String).map { ($0, plan["level"] as? Int) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Places a level's plan as the command does.
  private func place(_ level: String, on ordinal: Int) throws {
    var placing = PlacePlan(plan: "\(Self.plans)/level-\(level).pdf")
    placing.anchorFile = "\(Self.plans)/level-\(level).anchors.geojson"
    (placing.store, placing.level) = (file, ordinal)
    _ = try placing.run()
  }

  @Test func `of two plans with one name the one that was placed last has the level`() throws {
    for id in ["a", "b"] {
      #expect(try put("\(id)?name=plan.pdf", "level-G.pdf").status == 201)
      #expect(try put("\(id)/anchors", "level-G.anchors.geojson").status == 200)
      let placed = try server.client.send(
        "PUT", "/v1/venues/m/plans/\(id)/placement",
        headers: ["If-Match": "*", "Content-Type": "application/json"],
        body: Array("{\"level\":0}".utf8))
      #expect(placed.status == 200, "\(placed)")
    }
    #expect(try levels() == ["a": nil, "b": 0])
    #expect(try server.client.send("DELETE", "/v1/venues/m/plans/a").status == 204)
    #expect(try levels() == ["b": 0])
  }

  /// The venue's file keeps the plan that was placed; a revision of it lies nowhere yet.
  @Test func `another file that is sent under a plan's id and name isn't the one that was placed`()
    throws
  {
    #expect(try put("ground?name=plan.pdf", "level-G.pdf").status == 201)
    #expect(try put("ground/anchors", "level-G.anchors.geojson").status == 200)
    let placed = try server.client.send(
      "PUT", "/v1/venues/m/plans/ground/placement",
      headers: ["If-Match": "*", "Content-Type": "application/json"],
      body: Array("{\"level\":0}".utf8))
    #expect(placed.status == 200, "\(placed)")
    #expect(try put("ground?name=plan.pdf", "level-G.pdf").status == 200)
    #expect(try levels() == ["ground": 0])
    let revised = try put("ground?name=plan.pdf", "level-1.pdf")
    #expect(revised.status == 200, "\(revised)")
    #expect(try levels() == ["ground": nil, "level-0": 0])
    let plan = try revised.json()
    #expect(plan["pageToLocal"] is NSNull && plan["anchors"] as? Int ?? 0 > 1)
    #expect(try put("ground?name=plan.pdf", "level-G.pdf").status == 200)
    #expect(try levels() == ["ground": 0])
  }

  @Test func `a plan that is sent under the id of one in the file is that plan`() throws {
    try place("G", on: 0)
    _ = try server.client.wait("/v1/venues/m/plans/level-0/anchors") { $0.status == 200 }
    let before = try server.client.get("/v1/venues/m/plans/level-0/anchors").text
    #expect(try put("level-0?name=other.pdf", "level-G.pdf").status == 201)
    #expect(try levels() == ["level-0": 0])
    #expect(try server.client.get("/v1/venues/m/plans/level-0/anchors").text == before)
    #expect(try put("level-0/anchors", "level-G.anchors.geojson").status == 200)
  }

  /// "Level 0.pdf" is sent as level-0 by the page, whatever lies in the file.
  @Test func `another plan that is sent under the id of one in the file takes nothing of it`()
    throws
  {
    try place("G", on: 0)
    _ = try server.client.wait("/v1/venues/m/plans/level-0/anchors") { $0.status == 200 }
    #expect(try put("level-0?name=Level%200.pdf", "level-1.pdf").status == 201)
    #expect(try levels() == ["level-0": nil, "level-0-2": 0])
    #expect(try server.client.get("/v1/venues/m/plans/level-0/pages?after=0").status == 200)
    #expect(try server.client.send("DELETE", "/v1/venues/m/plans/level-0").status == 204)
    #expect(try levels() == ["level-0": 0])
  }

  @Test func `the tag of a plan in the file is another once its file is`() throws {
    try place("G", on: 0)
    let path = "/v1/venues/m/plans/level-0/anchors"
    _ = try server.client.wait(path) { $0.status == 200 }
    let tag = try server.client.get(path).headers["etag"]
    // The same name, page and place: the file alone is another.
    let folder = try scratch.folder("other")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.plans)/level-G.pdf"))
    bytes.append(contentsOf: Array("\n% changed\n".utf8))
    try bytes.write(to: URL(fileURLWithPath: "\(folder)/level-G.pdf"))
    var placing = PlacePlan(plan: "\(folder)/level-G.pdf")
    placing.anchorFile = "\(Self.plans)/level-G.anchors.geojson"
    (placing.store, placing.level) = (file, 0)
    _ = try placing.run()
    #expect(try server.client.wait(path) { $0.headers["etag"] != tag } < 30)
  }

  @Test func `ties that are no list are refused`() throws {
    let answer = try server.client.post("/v1/venues/m/plans/align-levels", "{\"ties\":\"lift\"}")
    #expect(answer.status == 422 && answer.code == "bad-parameter", "\(answer)")
  }
}
