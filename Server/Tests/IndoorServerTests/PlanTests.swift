import Foundation
import IndoorAlignment
import IndoorAuthoring
import IndoorGeometry
import IndoorModel
import Testing

/// Plans that are sent, tried, placed and handed on.
@Suite struct PlanTests {
  private let scratch: Scratch
  private let file: String
  private let server: ServerProcess
  private static let plans = "\(repository)/FloorPlans/museum"

  init() throws {
    scratch = try Scratch()
    let venues = try scratch.folder("venues")
    file = "\(venues)/m.gpkg"
    _ = try ImportVenue(venue: file, sources: ["\(Self.plans)/venue.geojson"]).run()
    server = try ServerProcess(venues: venues, in: scratch)
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(plans)/\(name)")))
  }

  /// Sends the plan of a level and its anchors.
  private func send(_ level: String, as id: String) throws {
    let sent = try server.client.send(
      "PUT", "/v1/venues/m/plans/\(id)?name=level-\(level).pdf",
      body: Self.bytes("level-\(level).pdf"))
    #expect(sent.status == 201, "\(sent)")
    let tag = try #require(sent.headers["etag"])
    let anchors = try server.client.send(
      "PUT", "/v1/venues/m/plans/\(id)/anchors", headers: ["If-Match": tag],
      body: Self.bytes("level-\(level).anchors.geojson"))
    #expect(anchors.status == 200, "\(anchors)")
  }

  private func place(
    _ id: String, _ body: String, tag: String = "*"
  ) throws -> HTTPClient.Reply {
    try server.client.send(
      "PUT", "/v1/venues/m/plans/\(id)/placement",
      headers: ["If-Match": tag, "Content-Type": "application/json"], body: Array(body.utf8))
  }

  /// What the command prints of the same plan.
  private func expected(_ level: String, _ ordinal: Int) throws -> [String: Any] {
    var placing = PlacePlan(plan: "\(Self.plans)/level-\(level).pdf")
    placing.anchorFile = "\(Self.plans)/level-\(level).anchors.geojson"
    (placing.venue, placing.level) = (file, ordinal)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(try placing.run().json.utf8)) as? [String: Any])
  }

  private func numbers(_ json: [String: Any]) -> [Double]? { json["pageToLocal"] as? [Double] }

  @Test func `a plan that is sent is listed, and its pages are told`() throws {
    try send("G", as: "ground")
    let list = try server.client.get("/v1/venues/m/plans").json()["plans"] as? [[String: Any]]
    #expect(list?.map { $0["id"] as? String } == ["ground"])
    #expect(list?.first?["file"] as? String == "level-G.pdf" && list?.first?["level"] is NSNull)
    #expect(list?.first?["pageToLocal"] is NSNull)
    let pages = try server.client.get("/v1/venues/m/plans/ground/pages").json()
    #expect(pages["count"] as? Int == 1 && pages["next"] is NSNull)
    let page = try PlanFile(path: "\(Self.plans)/level-G.pdf").page
    let told = try #require((pages["pages"] as? [[String: Any]])?.first)
    #expect(told["width"] as? Double == page.box.width && told["rotate"] as? Int == page.rotate)
    #expect(try server.client.get("/v1/venues/m/plans/none/pages").code == "no-plan")
    let nonsense = try server.client.send("PUT", "/v1/venues/m/plans/x", body: Array("x".utf8))
    #expect(nonsense.status == 422, "\(nonsense)")
    let wrong = try server.client.send(
      "PUT", "/v1/venues/m/plans/X_Y", body: Self.bytes("level-G.pdf"))
    #expect(wrong.code == "bad-parameter")
  }

  @Test func `a fit is what the command prints, and stores nothing`() throws {
    try send("G", as: "ground")
    let anchors = try AnchorFile.read("\(Self.plans)/level-G.anchors.geojson").map {
      """
      {"page":[\($0.page.x),\($0.page.y)],"latitude":\($0.coordinate.latitude),"longitude":\($0.coordinate.longitude),\
      "sigmaMetres":\($0.sigmaMetres ?? 0),"sigmaPage":\($0.sigmaPage ?? 0)}
      """
    }
    let path = "/v1/venues/m/plans/ground/fit"
    let fit = try server.client.post(path, "{\"anchors\":[\(anchors.joined(separator: ","))]}")
    #expect(fit.status == 200, "\(fit)")
    #expect(try numbers(fit.json()) == numbers(try expected("G", 0)))
    #expect(try ListPlans(venue: file).run().plans.isEmpty)
    let one = try server.client.post(path, "{\"anchors\":[\(anchors[0])]}")
    #expect(one.status == 422 && one.code == "too-few-anchors", "\(one)")
    for body in [
      "{\"anchors\":[{}]}", "{\"anchors\":7}", "[]",
      "{\"anchors\":[{\"page\":[1,2],\"latitude\":99,\"longitude\":0}]}",
    ] {
      #expect(try server.client.post(path, body).code == "bad-parameter", "\(body)")
    }
    let good = "{\"page\":[1,2],\"latitude\":48,\"longitude\":11}"
    for page in ["[1,\"a\",2]", "[1,2,null]", "[1]", "[1,2,3]"] {
      let odd = good.replacing("[1,2]", with: page)
      let answer = try server.client.post(path, "{\"anchors\":[\(good),\(odd)]}")
      #expect(answer.status == 422 && answer.code == "bad-parameter", "\(page)")
      #expect(
        try answer.json()["detail"] as? String
          == "anchors[1].page: is no point [x, y] of the page", "\(page)")
    }
  }

  @Test func `a plan is placed by who saw its newest state alone`() throws {
    try send("G", as: "ground")
    let seen = try #require(
      try server.client.get("/v1/venues/m/plans/ground/anchors").headers["etag"])
    let blind = try server.client.send(
      "PUT", "/v1/venues/m/plans/ground/placement", headers: ["Content-Type": "application/json"],
      body: Array("{\"level\":0}".utf8))
    #expect(blind.status == 428 && blind.code == "other-version", "\(blind)")
    let placed = try place("ground", "{\"level\":0}", tag: seen)
    #expect(placed.status == 200, "\(placed)")
    #expect(try numbers(placed.json()) == numbers(try expected("G", 0)))
    let again = try place("ground", "{\"level\":0}", tag: seen)
    #expect(again.status == 412, "\(again)")
    #expect(try place("ground", "{}").code == "bad-parameter")
    let stored = try ListPlans(venue: file).run().plans
    #expect(stored.map(\.name) == ["level-G.pdf"])
    #expect(stored.first?.plan.placement.level.ordinal == 0)
    let list = try server.client.get("/v1/venues/m/plans").json()["plans"] as? [[String: Any]]
    #expect(list?.count == 1 && list?.first?["level"] as? Int == 0)
    #expect(try numbers(list?.first ?? [:]) == numbers(placed.json()))
    #expect(try server.client.send("DELETE", "/v1/venues/m/plans/ground").status == 204)
    #expect(try ListPlans(venue: file).run().plans.isEmpty)
    #expect(try server.client.get("/v1/venues/m/plans/ground/pages").status == 404)
  }

  @Test func `a plan that the command placed is there by its level`() throws {
    var placing = PlacePlan(plan: "\(Self.plans)/level-G.pdf")
    placing.anchorFile = "\(Self.plans)/level-G.anchors.geojson"
    (placing.store, placing.level) = (file, 0)
    _ = try placing.run()
    let anchors = try server.client.wait("/v1/venues/m/plans/level-0/anchors") { $0.status == 200 }
    #expect(anchors < 30)
    let told = try server.client.get("/v1/venues/m/plans/level-0/anchors")
    #expect(
      told.text
        == AnchorFile.text(of: try AnchorFile.read("\(Self.plans)/level-G.anchors.geojson")))
    let points = try server.client.get("/v1/venues/m/plans/level-0/anchors?as=points")
    #expect(points.status == 200 && points.text.hasPrefix("#CRS"), "\(points)")
    let set = try server.client.send(
      "PUT", "/v1/venues/m/plans/level-0/anchors", headers: ["If-Match": "*"],
      body: Self.bytes("level-G.anchors.geojson"))
    #expect(set.status == 409 && set.code == "not-sent", "\(set)")
    #expect(try place("level-0", "{\"level\":0}").status == 200)
    let kml = try server.client.get("/v1/venues/m/plans/level-0/export?as=kml")
    #expect(kml.status == 200 && kml.body.starts(with: Array("PK".utf8)), "\(kml.status)")
    let lone = try server.client.get("/v1/venues/m/plans/level-0/export?as=points")
    #expect(lone.text.hasPrefix("#CRS"))
    #expect(try server.client.get("/v1/venues/m/plans/level-0/export?as=dwg").status == 422)
  }

  @Test func `pieces of a page are pictures of 512 pixels, and together the page`() throws {
    try send("G", as: "ground")
    let path = "/v1/venues/m/plans/ground/page"
    let first = try server.client.get("\(path)/0/0/0.png")
    #expect(first.status == 200 && first.headers["content-type"] == "image/png", "\(first.status)")
    func size(_ png: [UInt8]) -> [UInt8] { Array(png[16..<24]) }
    #expect(size(first.body) == [0, 0, 2, 0, 0, 0, 2, 0])
    let page = try PlanFile(path: "\(Self.plans)/level-G.pdf").page
    let whole = PageTiles.size(of: page, zoom: 1)
    for (x, y, isThere) in [
      (0, 0, true), ((whole.width - 1) / 512, (whole.height - 1) / 512, true),
      ((whole.width - 1) / 512 + 1, 0, false), (0, 99, false),
    ] {
      let tile = try server.client.get("\(path)/1/\(x)/\(y).png")
      #expect(tile.status == (isThere ? 200 : 422), "\(x) \(y): \(tile.status)")
      if isThere { #expect(size(tile.body) == [0, 0, 2, 0, 0, 0, 2, 0]) }
    }
    let tag = try #require(first.headers["etag"])
    #expect(
      try server.client.get("\(path)/0/0/0.png", headers: ["If-None-Match": tag]).status == 304)
    #expect(try server.client.get("\(path)/9/0/0.png").status == 422)
    #expect(try server.client.get("\(path)/0/0/0.jpg").status == 404)
  }

  @Test func `a plan lays itself on the walls in a job, or says between what it is open`() throws {
    try send("G", as: "ground")
    let answer = try server.client.post("/v1/venues/m/plans/ground/auto", "{\"store\":true}")
    #expect(answer.status == 202, "\(answer)")
    let path = try #require(answer.headers["location"])
    _ = try server.client.wait(path) {
      ["done", "failed"].contains(try $0.json()["state"] as? String)
    }
    let job = try server.client.get(path).json()
    let result = try #require(job["result"] as? [String: Any], "\(job)")
    // The anchors say where it lies; the walls say the same to a fraction of a metre.
    let found = try #require(numbers(result))
    let known = try #require(numbers(try expected("G", 0)))
    for (a, b) in zip(found, known).suffix(2) { #expect(abs(a - b) < 1) }
    #expect(try ListPlans(venue: file).run().plans.count == 1)
  }

  @Test func `levels are placed together`() throws {
    for (level, ordinal) in [("G", 0), ("1", 1)] {
      try send(level, as: "plan-\(ordinal)")
      #expect(try place("plan-\(ordinal)", "{\"level\":\(ordinal)}").status == 200)
    }
    let dry = try server.client.post("/v1/venues/m/plans/align-levels", "{\"dryRun\":true}")
    #expect(dry.status == 200, "\(dry)")
    var tying = TieLevels(venue: file)
    tying.stores = false
    #expect(dry.text == (try tying.run().json) + "\n")
    let tied = try server.client.post("/v1/venues/m/plans/align-levels", "{}")
    #expect(tied.status == 200 && tied.text == dry.text)
    let wrong = try server.client.post("/v1/venues/m/plans/align-levels", "{\"ties\":[\"x\"]}")
    #expect(wrong.status == 422)
  }
}
