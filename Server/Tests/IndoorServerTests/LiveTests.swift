import Foundation
import IndoorAuthoring
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Synchronization
import Testing

/// Devices that send what they measure, and those who look on.
@Suite struct LiveTests {
  private let scratch: Scratch
  private let server: ServerProcess
  private static let session = "0123456789abcdef0123456789abcdef"

  init() throws {
    scratch = try Scratch()
    let venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
    server = try ServerProcess("--session-seconds", "600", venues: venues, in: scratch)
  }

  private static func observations(_ recording: String) throws -> [Observation] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
    return try ObservationLines(bytes: Array(bytes), name: recording).observations
  }

  /// Cuts observations where so many seconds of their stamps are over.
  private static func cut(_ observations: [Observation], seconds: Double) -> [[Observation]] {
    guard let first = observations.first?.time else { return [] }
    return Dictionary(grouping: observations) { Int($0.time.seconds(since: first) / seconds) }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  private static func lines(_ observations: [Observation]) -> String {
    var encoder = RecordingEncoder()
    let bytes = observations.flatMap { encoder.encode($0) } + encoder.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func send(
    _ observations: [Observation], _ session: String = Self.session, to client: HTTPClient? = nil
  ) throws -> HTTPClient.Reply {
    try (client ?? server.client).post(
      "/v1/venues/m/sessions/\(session)/observations", Self.lines(observations),
      type: "application/x-ndjson")
  }

  /// Sends a scan that heard nothing, long ago.
  private func sendNothing() throws -> HTTPClient.Reply {
    try server.client.post(
      "/v1/venues/m/sessions/\(Self.session)/observations", "{\"t\":1,\"wifi\":[]}\n",
      type: "application/x-ndjson")
  }

  @Test(arguments: [0.2, 1, 5])
  func `a walk that is sent in pieces streams the rows of the whole`(_ seconds: Double) throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    try expectRows(
      Museum.rows(of: visit), of: Self.observations(visit), cut: seconds, from: server.client)
  }

  @Test(arguments: [0.2, 1, 5])
  func `a walk whose messages all come twice streams the rows of the whole`(_ seconds: Double)
    throws
  {
    let visit = try #require(try Museum.recordings("visit-").first)
    try expectRows(
      Museum.rows(of: visit), of: Self.observations(visit), cut: seconds, from: server.client,
      isTwice: true)
  }

  @Test func `what stands twice in a message counts once`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let observations = Self.cut(try Self.observations(visit), seconds: 20)[0]
    let once = try send(observations)
    let lines = Self.lines(observations).split(separator: "\n")
    let twice = try server.client.post(
      "/v1/venues/m/sessions/\(Self.session)2/observations",
      lines.map { "\($0)\n\($0)\n" }.joined(), type: "application/x-ndjson")
    let newest = [once, twice].map { EventReader.Event(id: nil, name: "", data: $0.text).columns }
    #expect(newest[0] == newest[1] && !newest[0].isEmpty)
    #expect(twice.headers["lines-skipped"] == "\(observations.count)")
    #expect(twice.headers["observations-taken"] == "\(observations.count)")
  }

  @Test(
    .enabled(if: Mall.isThere, "INDOORKIT_DATA names no folder of public recordings"),
    arguments: [0.2, 1, 5])
  func `a walk through a mall that is sent in pieces streams the rows of the whole`(
    _ seconds: Double
  ) throws {
    let mall = try Mall.shared.get()
    let server = try ServerProcess(venues: mall.venues, in: scratch)
    try expectRows(
      mall.rows, of: Self.observations(mall.recording), cut: seconds, from: server.client)
  }

  private func expectRows(
    _ rows: [String], of observations: [Observation], cut seconds: Double,
    from client: HTTPClient, isTwice: Bool = false
  ) throws {
    let rows = rows.map {
      Array($0.split(separator: ",", omittingEmptySubsequences: false).map(String.init).dropFirst())
    }
    let reader = try EventReader(client, "/v1/venues/m/live")
    #expect(reader.status == 200)
    var got: [[String]] = []
    for piece in Self.cut(observations, seconds: seconds) {
      let answer = try send(piece, to: client)
      #expect(answer.status == 200 && answer.headers["observations-dropped"] == "0", "\(answer)")
      if isTwice {
        let again = try send(piece, to: client)
        #expect(again.text == answer.text && again.headers["observations-taken"] == "0")
        #expect(again.headers["observations-dropped"] == "\(piece.count)")
      }
      guard answer.text != "null\n" else { continue }
      let newest = EventReader.Event(id: nil, name: "", data: answer.text).columns
      // All that this message gave comes before the next one is sent.
      while got.last != newest, let event = reader.next() { got.append(event.columns) }
    }
    #expect(got.count == rows.count && rows.count > 20)
    for (mine, theirs) in zip(got, rows) { #expect(mine == theirs) }
  }

  @Test func `who comes later first gets the newest of each device, and no history`() throws {
    let visits = try Museum.recordings("visit-").prefix(2)
    var names: [String] = []
    for (number, visit) in visits.enumerated() {
      let first = Self.cut(try Self.observations(visit), seconds: 20)[0]
      let answer = try send(first, "\(Self.session)\(number)")
      names.append(
        try #require(EventReader.Event(id: nil, name: "", data: answer.text).member("session")))
    }
    let reader = try EventReader(server.client, "/v1/venues/m/live")
    let events = [try #require(reader.next()), try #require(reader.next())]
    #expect(events.map { $0.member("session") } == names)
    #expect(events.allSatisfy { $0.name == "position" })
    // Ids are of the server's clock and count up; the session's own id isn't told.
    let id = try #require(events[0].id)
    let milliseconds = try #require(Double(id.split(separator: "-")[0]))
    #expect(abs(milliseconds / 1000 - Date().timeIntervalSince1970) < 300)
    #expect(!events[0].data.contains(Self.session))
    let later = try EventReader(
      server.client, "/v1/venues/m/live", headers: ["Last-Event-ID": id])
    #expect(later.next()?.id == events[1].id)
  }

  @Test func `who comes later gets every device, however many there are`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let scan = try #require(
      try Self.observations(visit).first { if case .scan = $0 { true } else { false } })
    for number in 0..<300 {
      let answer = try send([scan], "\(Self.session)\(number)")
      #expect(answer.text.contains("time_ms"), "\(answer)")
    }
    let reader = try EventReader(server.client, "/v1/venues/m/live")
    let events = (0..<300).map { _ in reader.next() }
    #expect(Set(events.map { $0?.member("session") }).count == 300)
    #expect(events.allSatisfy { $0?.name == "position" })
  }

  @Test func `what was sent before is counted and dropped`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let pieces = Self.cut(try Self.observations(visit), seconds: 20)
    let first = try send(pieces[0])
    let again = try send(pieces[0])
    let taken = try #require(again.headers["observations-taken"].flatMap { Int($0) })
    let dropped = try #require(again.headers["observations-dropped"].flatMap { Int($0) })
    #expect(taken == 0 && dropped == pieces[0].count)
    #expect(first.text.contains("\"time_ms\""))
  }

  @Test func `a session that ends is told, and forgotten`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let reader = try EventReader(server.client, "/v1/venues/m/live")
    let answer = try send(Self.cut(try Self.observations(visit), seconds: 20)[0])
    let name = EventReader.Event(id: nil, name: "", data: answer.text).member("session")
    let path = "/v1/venues/m/sessions/\(Self.session)"
    #expect(try server.client.send("DELETE", path).status == 204)
    var end: EventReader.Event?
    while let event = reader.next() {
      if event.name == "end" {
        end = event
        break
      }
    }
    #expect(end?.member("session") == name)
    #expect(try server.client.send("DELETE", path).code == "no-session")
  }

  @Test func `an id that could be guessed is none, and lines that can't be read are counted`()
    throws
  {
    #expect(try send([], "short").code == "bad-parameter")
    let answer = try server.client.post(
      "/v1/venues/m/sessions/\(Self.session)/observations", "{\"t\":1,\"wifi\":[]}\nnonsense\n{}\n",
      type: "application/x-ndjson")
    #expect(answer.status == 200 && answer.text == "null\n")
    #expect(answer.headers["observations-taken"] == "1")
    #expect(answer.headers["lines-skipped"] == "2")
  }

  @Test func `a session begins anew where the venue's file has become another's`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let pieces = Self.cut(try Self.observations(visit), seconds: 20)
    #expect(try send(pieces[0]).text != "null\n")
    let file = scratch.path("venues/m.gpkg")
    // A walk that is renamed is no other venue.
    _ = try server.client.send(
      "PATCH", "/v1/venues/m/walks/\(try Self.walk(server.client))",
      headers: ["Content-Type": "application/json"], body: Array("{\"name\":\"x\"}".utf8))
    #expect(try send(pieces[0]).headers["observations-taken"] == "0")
    try FileManager.default.removeItem(atPath: file)
    _ = try ImportVenue(venue: file, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
    let start = Date()
    while try send(pieces[0]).code != "no-radio-map" {
      try #require(Date().timeIntervalSince(start) < 30)
      usleep(50_000)
    }
    _ = try ImportSurvey(venue: file, sources: Museum.recordings("survey-ground")).run()
    _ = try BuildRadioMap(venue: file).run()
    while try sendNothing().status != 200 {
      try #require(Date().timeIntervalSince(start) < 60)
      usleep(50_000)
    }
    // What was taken before counts for the new one.
    let again = try send(pieces[0])
    #expect(again.headers["observations-taken"] == "\(pieces[0].count)", "\(again)")
  }

  private static func walk(_ client: HTTPClient) throws -> String {
    let walks = try client.get("/v1/venues/m/walks").json()["walks"] as? [[String: Any]]
    return try #require(walks?.first?["hash"] as? String)
  }

  @Test func `hours that are sent at once hold nobody up`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let scan = try #require(
      try Self.observations(visit).compactMap { observation -> Scan? in
        if case .scan(let scan) = observation, !scan.readings.isEmpty { scan } else { nil }
      }.first)
    // Three at once, each of four hours with a scan every 15 seconds.
    let lines = Self.lines(
      (0..<960).map { number in
        .scan(
          Scan(
            time: Timestamp(microseconds: scan.time.microseconds + Int64(number) * 15_000_000),
            readings: Array(scan.readings.prefix(3))))
      })
    let port = server.port
    let statuses = Mutex<[Int]>([])
    let threads = (0..<3).map { number in
      Thread {
        let answer = try? HTTPClient(port: port).post(
          "/v1/venues/m/sessions/\(Self.session)\(number)/observations", lines,
          type: "application/x-ndjson")
        statuses.withLock { $0.append(answer?.status ?? 0) }
      }
    }
    for thread in threads { thread.start() }
    var slowest = 0.0
    while statuses.withLock({ $0.count }) < 3 {
      let start = Date()
      #expect(try server.client.get("/health").status == 200)
      #expect(try sendNothing().status == 200)
      slowest = max(slowest, Date().timeIntervalSince(start))
      usleep(20_000)
    }
    #expect(statuses.withLock { $0 } == [200, 200, 200])
    #expect(slowest < 1, "\(slowest)")
  }

  @Test func `a silent session ends`() throws {
    let venues = try scratch.folder("others")
    try Museum.copy(to: "\(venues)/m.gpkg")
    let server = try ServerProcess("--session-seconds", "1", venues: venues, in: scratch)
    let path = "/v1/venues/m/sessions/\(Self.session)"
    let sent = try server.client.post(
      "\(path)/observations", "{\"t\":1,\"wifi\":[]}\n", type: "application/x-ndjson")
    #expect(sent.status == 200)
    _ = try server.client.wait("/metrics") { $0.text.contains("\nindoor_sessions 0.0\n") }
    #expect(try server.client.send("DELETE", path).status == 404)
  }
}
