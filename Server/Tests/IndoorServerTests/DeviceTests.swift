import Foundation
import IndoorFiles
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import Testing

/// Phones that say which they are, and listeners who are slow.
@Suite struct DeviceTests {
  private let scratch: Scratch
  private let venues: String
  private let state: String
  private static let session = "0123456789abcdef0123456789abcde"

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    state = scratch.path("state")
    try Museum.copy(to: "\(venues)/m.gpkg")
  }

  /// The beginning of a visit: what phones read differently shows there.
  private static func start() throws -> String {
    let lines = try visit().split(separator: "\n")
    let stamps = lines.compactMap { line in
      Int(line.dropFirst("{\"t\":".count).prefix { $0.isNumber })
    }
    let first = try #require(stamps.min())
    return zip(lines, stamps).filter { $0.1 < first + 15_000 }.map { String($0.0) }
      .joined(separator: "\n") + "\n"
  }

  /// A visit's lines without the header.
  private static func visit() throws -> String {
    let path = try #require(try Museum.recordings("visit-").first)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
  }

  /// Sends a visit, or what else; the latitude of its last position.
  private func walk(
    _ server: ServerProcess, _ number: Int, device: String?, _ lines: String? = nil
  ) throws -> String {
    let session = "/v1/venues/m/sessions/\(Self.session)\(number)"
    let query = device.map { "?device=\($0)" } ?? ""
    let answer = try server.client.post(
      "\(session)/observations\(query)", lines ?? Self.visit(), type: "application/x-ndjson")
    #expect(answer.status == 200, "\(answer)")
    #expect(try server.client.send("DELETE", session).status == 204)
    let event = EventReader.Event(id: nil, name: "", data: answer.text)
    return try #require(event.member("latitude"))
  }

  private func kept() throws -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(state)/devices")) ?? []
  }

  @Test func `what was learned of a phone is taken up by its next session`() throws {
    let server = try ServerProcess("--state", state, venues: venues, in: scratch)
    let start = try Self.start()
    let fresh = try walk(server, 1, device: nil, start)
    #expect(try kept().isEmpty)
    _ = try walk(server, 2, device: "phone.7")
    let name = "\(SHA256.hexadecimal(SHA256.digest(of: Array("phone.7".utf8)))).json"
    #expect(try kept() == [name])
    let learned = try JSONDecoder().decode(
      Learned.self, from: Data(contentsOf: URL(fileURLWithPath: "\(state)/devices/\(name)")))
    #expect(learned != Learned.nothing)
    // What the library says of a phone of which that is known.
    var parameters = Positioner.Parameters()
    parameters.learned = learned
    var positioner = Positioner(
      map: try VenueFile.open("\(venues)/m.gpkg", readOnly: true).positioningMap(),
      parameters: parameters)
    let lines = try ObservationLines(bytes: Array(start.utf8), name: "visit")
    let expected = try #require(positioner.positions(of: lines.observations).last)
    let again = try walk(server, 3, device: "phone.7", start)
    let latitude = try #require(Double(again))
    #expect(abs(latitude - expected.coordinate.latitude) < 1e-8)
    // Walking again goes on from there, and doesn't begin anew, which would come to the same.
    _ = try walk(server, 5, device: "phone.7")
    let later = try JSONDecoder().decode(
      Learned.self, from: Data(contentsOf: URL(fileURLWithPath: "\(state)/devices/\(name)")))
    #expect(later != learned)
    #expect(try server.client.send("DELETE", "/v1/devices/phone.7").status == 204)
    #expect(try kept().isEmpty)
    #expect(try server.client.send("DELETE", "/v1/devices/phone.7").code == "no-device")
    #expect(try walk(server, 4, device: "phone.7", start) == fresh)
  }

  @Test func `a phone that hasn't come for 90 days is forgotten`() throws {
    let server = try ServerProcess("--state", state, venues: venues, in: scratch)
    let start = try Self.start()
    let fresh = try walk(server, 1, device: nil, start)
    _ = try walk(server, 2, device: "a")
    let path = "\(state)/devices/\(try #require(try kept().first))"
    let old = Date(timeIntervalSinceNow: -91 * 86_400)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    #expect(try walk(server, 3, device: "a", start) == fresh)
    server.stop()
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    let later = try ServerProcess("--state", state, venues: venues, in: scratch)
    let began = Date()
    while try !kept().isEmpty, Date().timeIntervalSince(began) < 30 { usleep(50_000) }
    #expect(try kept().isEmpty)
    #expect(later.isRunning)
  }

  @Test func `an id that is none is refused`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    for device in ["", "a%20b", String(repeating: "x", count: 65), "..%2fx"] {
      let answer = try server.client.post(
        "/v1/venues/m/sessions/\(Self.session)0/observations?device=\(device)",
        "{\"t\":1,\"wifi\":[]}\n", type: "application/x-ndjson")
      #expect(answer.code == "bad-parameter", "\(device)")
    }
  }

  @Test func `a listener who doesn't read loses the oldest and is told how many`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let heard = try #require(
      try Self.visit().split(separator: "\n").first { $0.contains("\"wifi\":[[") })
    let start = try #require(heard.firstRange(of: "\"wifi\"")).lowerBound
    let readings =
      heard[start...].split(separator: "]").prefix(5).joined(separator: "]") + "]]}"
    let slow = try EventReader(server.client, "/v1/venues/m/live")
    let path = "/v1/venues/m/sessions/\(Self.session)0/observations"
    var sent = 0
    // More than the system holds for a connection, and then the server for a listener.
    while sent < 30_000 {
      let lines = (0..<3000).map {
        "{\"t\":\(1_780_000_000_000 + (sent + $0) * 1000),\(readings)\n"
      }
      let answer = try server.client.post(path, lines.joined(), type: "application/x-ndjson")
      try #require(answer.status == 200 && answer.text != "null\n", "\(answer)")
      sent += 3000
    }
    let last = "\(1_780_000_000_000 + (sent - 1) * 1000)"
    var (got, lost) = (0, 0)
    while let event = slow.next() {
      if event.name == "lost" { lost += try #require(Int(event.member("lost") ?? "")) }
      if event.name == "position" { got += 1 }
      if event.member("time_ms") == last { break }
    }
    #expect(lost > 0 && got > 256)
    // Those who read lose nothing, and nobody waits for those who don't.
    #expect(got + lost == sent)
    let metrics = try server.client.get("/metrics").text
    #expect(metrics.contains("\nindoor_events_lost_total \(lost)\n"))
  }
}
