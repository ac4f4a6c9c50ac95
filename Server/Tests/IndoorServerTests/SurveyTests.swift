import Foundation
import IndoorAuthoring
import IndoorFiles
import IndoorStorage
import Testing

/// Walks that are sent, and radio maps that are built of them.
@Suite struct SurveyTests {
  private let scratch: Scratch
  private let file: String
  private let server: ServerProcess

  init() throws {
    scratch = try Scratch()
    let venues = try scratch.folder("venues")
    file = "\(venues)/m.gpkg"
    _ = try ImportVenue(venue: file, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
    server = try ServerProcess("--state", scratch.path("state"), venues: venues, in: scratch)
  }

  /// Sends a recording.
  private func put(
    _ bytes: [UInt8], as upload: String? = nil, query: String = ""
  ) throws -> HTTPClient.Reply {
    let hash = upload ?? SHA256.hexadecimal(SHA256.digest(of: bytes))
    return try server.client.send("PUT", "/v1/venues/m/walks/\(hash)\(query)", body: bytes)
  }

  private func walk(_ number: Int) throws -> [UInt8] {
    Array(
      try Data(contentsOf: URL(fileURLWithPath: try Museum.recordings("survey-")[number])))
  }

  /// Waits for a job to end.
  private func job(_ answer: HTTPClient.Reply) throws -> [String: Any] {
    #expect(answer.status == 202, "\(answer)")
    let path = try #require(answer.headers["location"])
    _ = try server.client.wait(path) {
      ["done", "failed"].contains(try $0.json()["state"] as? String)
    }
    return try server.client.get(path).json()
  }

  @Test func `a walk that is sent twice is one walk, and is what the command imports`() throws {
    let bytes = try walk(0)
    let first = try put(bytes)
    #expect(first.status == 201, "\(first)")
    let again = try put(bytes)
    #expect(again.status == 200 && again.body == first.body, "\(again)")
    let other = scratch.path("other.gpkg")
    _ = try ImportVenue(venue: other, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
    _ = try ImportSurvey(venue: other, sources: [Museum.recordings("survey-")[0]]).run()
    let expected = try ListWalks(venue: other).run().walks
    #expect(try ListWalks(venue: file).run().walks.map(\.hash) == expected.map(\.hash))
    let said = try first.json()
    #expect(said["walks"] as? [String] == expected.map(\.hash))
    #expect(said["fingerprints"] as? Int == expected[0].placed)
    let upload = SHA256.hexadecimal(SHA256.digest(of: bytes))
    let found = try server.client.get("/v1/venues/m/walks?upload=\(upload)").json()
    #expect((found["walks"] as? [[String: Any]])?.first?["hash"] as? String == expected[0].hash)
    let raw = scratch.path("state/uploads/m/\(upload).raw")
    #expect(try Data(contentsOf: URL(fileURLWithPath: raw)) == Data(bytes))
  }

  @Test func `lines that were left out are told as the command tells them, without paths`() throws {
    let bytes = try walk(0) + Array("{\"t\":1,\"wifi\":7}\n".utf8)
    let said = try put(bytes, query: "?name=w.jsonl").json()
    #expect(said["skipped"] as? [String: Int] == ["malformed": 1], "\(said)")
    let line = bytes.count { $0 == 0x0A }
    #expect(
      said["firstSkipped"] as? [String: [String]] == ["malformed": ["upload:\(line)"]], "\(said)")
  }

  @Test func `what isn't what its path says, or no walk, is refused and stores nothing`() throws {
    let bytes = try walk(0)
    let wrong = try put(bytes, as: String(repeating: "0", count: 64))
    #expect(wrong.status == 422 && wrong.code == "bad-parameter", "\(wrong)")
    let nonsense = try put(Array("nonsense\n".utf8))
    #expect(nonsense.status == 422, "\(nonsense)")
    let detail = try #require(try nonsense.json()["detail"] as? String)
    #expect(detail.contains("upload") && !detail.contains(scratch.folder), "\(detail)")
    #expect(try put(bytes, query: "?format=none").status == 422)
    #expect(try put(bytes, query: "?name=..%2fx").status == 422)
    #expect(try ListWalks(venue: file).run().walks.isEmpty)
  }

  @Test func `walks are taken back, restored and renamed`() throws {
    let hash = try #require(
      (try put(try walk(0)).json()["walks"] as? [String])?.first)
    let path = "/v1/venues/m/walks/\(hash)"
    #expect(try server.client.send("DELETE", path).status == 200)
    #expect(try ListWalks(venue: file).run().walks.isEmpty)
    #expect(try server.client.send("POST", "\(path)/restore").status == 200)
    let renamed = try server.client.send(
      "PATCH", path, headers: ["Content-Type": "application/json"],
      body: Array("{\"name\":\"again\"}".utf8))
    #expect(renamed.status == 200, "\(renamed)")
    #expect(try ListWalks(venue: file).run().walks.map(\.recording) == ["again"])
    let shown = try #require(try server.client.get(path).json()["walks"] as? [[String: Any]])
    #expect((shown[0]["journal"] as? [Any])?.count == 3)
    #expect(try server.client.get("/v1/venues/m/walks/ffffffff").code == "no-walk")
  }

  @Test func `a radio map is built, compared and rolled back, and positions follow`() throws {
    let scan = "{\"readings\":[{\"transmitter\":\"wifi:02:00:00:00:00:01\",\"rssi\":-40}]}"
    #expect(try server.client.post("/v1/venues/m/locate", scan).code == "no-radio-map")
    #expect(try put(try walk(0)).status == 201)
    let first = try job(server.client.send("POST", "/v1/venues/m/radiomap"))
    #expect(first["state"] as? String == "done", "\(first)")
    #expect(try server.client.post("/v1/venues/m/locate", scan).text == "[null]\n")
    #expect(try put(try walk(3)).status == 201)
    let second = try job(server.client.send("POST", "/v1/venues/m/radiomap"))
    let result = try #require(second["result"] as? [String: Any])
    #expect(result["version"] as? Int == 2 && result["walks"] as? Int == 2)
    let diff = try server.client.get("/v1/venues/m/radiomap/diff?from=1&to=2")
    #expect(diff.text == (try CompareRadioMaps(venue: file, from: 1, to: 2).run().json) + "\n")
    let back = try server.client.post("/v1/venues/m/radiomap/rollback", "{\"version\":1}")
    #expect(try back.json()["version"] as? Int == 3, "\(back)")
    let versions = try server.client.get("/v1/venues/m/radiomap/versions").json()
    #expect((versions["versions"] as? [Any])?.count == 3)
    let none = try server.client.post("/v1/venues/m/radiomap/rollback", "{\"version\":99}")
    #expect(none.status == 404 && none.code == "no-such-version")
    let jobs = try server.client.get("/v1/jobs?venue=m").json()
    #expect((jobs["jobs"] as? [Any])?.count == 2)
  }

  @Test func `a job that fails says why`() throws {
    let failed = try job(server.client.send("POST", "/v1/venues/m/radiomap"))
    #expect(failed["state"] as? String == "failed")
    let problem = try #require(failed["problem"] as? [String: Any])
    #expect(problem["code"] as? String == "no-walks", "\(problem)")
    #expect(problem["detail"] as? String == "m: holds no walks yet; import some")
  }

  @Test func `problems, coverage and the next walk are what the command writes`() throws {
    for number in 0..<3 { #expect(try put(try walk(number)).status == 201) }
    let problems = try server.client.get("/v1/venues/m/problems")
    #expect(problems.text == (try CheckSurvey(venue: file).run().json) + "\n")
    let coverage = try MeasureCoverage(venue: file).run()
    #expect(try server.client.get("/v1/venues/m/coverage").text == coverage.cells)
    #expect(try server.client.get("/v1/venues/m/next-walk").text == coverage.nextWalks)
    #expect(try server.client.get("/v1/venues/m/next-walk?as=gpx").text == coverage.gpx)
    for report in ["problems", "coverage", "next-walk", "paths"] {
      let answer = try server.client.get("/v1/venues/m/\(report)?as=kml")
      #expect(answer.code == "bad-parameter", "\(report) \(answer)")
    }
  }

  @Test func `uploads, builds of the command and downloads at once lose nothing`() throws {
    let recordings = try Museum.recordings("survey-")
    let file = file
    let builder = Thread {
      for _ in 0..<3 { _ = try? BuildRadioMap(venue: file).run() }
    }
    builder.start()
    for number in recordings.indices {
      let answer = try put(try walk(number))
      // A writer that waited for too long says so; then it is sent again.
      if answer.status == 503 { #expect(try put(try walk(number)).status == 201) }
    }
    while !builder.isFinished { usleep(20_000) }
    #expect(try ListWalks(venue: file).run().walks.count == recordings.count)
    let whole = try server.client.get("/v1/venues/m/file")
    #expect(
      whole.headers["etag"] == "\"\(SHA256.hexadecimal(SHA256.digest(of: whole.body)))\"")
  }

  @Test func `what was acknowledged is there after the server was killed`() throws {
    let recordings = try Museum.recordings("survey-")
    var acknowledged: [String] = []
    for number in 0..<6 {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: recordings[number])))
      let hash = SHA256.hexadecimal(SHA256.digest(of: bytes))
      let own = try ServerProcess(
        venues: scratch.path("venues"), in: scratch)
      let socket = try Socket(port: own.port)
      try socket.write(
        Array(
          "PUT /v1/venues/m/walks/\(hash) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
            .utf8) + bytes)
      usleep(UInt32(number) * 150_000)
      own.kill()
      let answered = try socket.readAll()
      if answered.isEmpty { continue }
      let answer = try HTTPClient.reply(answered)
      #expect(answer.status == 201, "\(answer)")
      acknowledged += try #require(try answer.json()["walks"] as? [String])
    }
    let stored = try ListWalks(venue: file).run().walks
    #expect(Set(acknowledged).isSubset(of: stored.map(\.hash)))
    // Nothing is half: each walk has all of its scans that were placed.
    for number in 0..<6 { #expect(try put(try walk(number)).status <= 201) }
    #expect(try ListWalks(venue: file).run().walks.count == 6)
  }
}
