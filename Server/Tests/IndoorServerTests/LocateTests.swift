import Foundation
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Positions of single scans.
@Suite struct LocateTests {
  private let scratch: Scratch
  private let server: ServerProcess

  init() throws {
    scratch = try Scratch()
    let venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
    server = try ServerProcess(venues: venues, in: scratch)
  }

  /// The scans of a visit as the route takes them.
  private func scans(_ recording: String) throws -> [String] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
    return try ObservationLines(bytes: Array(bytes), name: recording).observations.compactMap {
      guard case .scan(let scan) = $0 else { return nil }
      let readings = scan.readings.map {
        "{\"transmitter\":\"\($0.transmitter)\",\"rssi\":\($0.rssi),\"age_ms\":\($0.age)}"
      }
      return
        "{\"time_ms\":\(scan.time.milliseconds),\"readings\":[\(readings.joined(separator: ","))]}"
    }
  }

  @Test func `a first scan is placed where the command places it alone`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let row = try #require(try Museum.rows(of: visit, scanAlone: true).first)
    let columns = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let first = try #require(
      try scans(visit).first { $0.contains("\"time_ms\":\(columns[1]),") })
    let answer = try server.client.post("/v1/venues/m/locate", first)
    #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
    let event = EventReader.Event(id: nil, name: "", data: answer.text)
    // A recording also has a compass.
    #expect(Array(event.columns.prefix(6)) == Array(columns[1...6]))
  }

  @Test func `a list of scans gives a list, with null where nothing is known`() throws {
    let visit = try #require(try Museum.recordings("visit-").first)
    let known = try #require(try scans(visit).first)
    let strange = "{\"readings\":[{\"transmitter\":\"wifi:02:00:00:00:00:01\",\"rssi\":-40}]}"
    let answer = try server.client.post("/v1/venues/m/locate", "[\(strange),\(known)]")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(answer.body)) as? [Any])
    #expect(list.count == 2 && list[0] is NSNull && list[1] is [String: Any])
  }

  @Test(arguments: [
    ("{", 400, "cut"), ("nonsense", 400, "syntax"), ("7", 422, "bad-parameter"),
    ("{\"readings\":7}", 422, "bad-parameter"),
    ("{\"readings\":[{\"transmitter\":\"wifi:zz\",\"rssi\":-4}]}", 422, "bad-parameter"),
    (
      "{\"readings\":[{\"transmitter\":\"wifi:02:00:00:00:00:01\",\"rssi\":4}]}", 422,
      "bad-parameter"
    ),
    (
      "{\"readings\":[{\"transmitter\":\"wifi:02:00:00:00:00:01\",\"rssi\":-4,\"age_ms\":-1}]}",
      422, "bad-parameter"
    ),
    ("{\"time_ms\":1e300,\"readings\":[]}", 422, "bad-parameter"),
    (String(repeating: "[", count: 100) + String(repeating: "]", count: 100), 400, "too-deep"),
  ])
  func `what is no scan is refused with a sentence`(
    _ body: String, _ status: Int, _ code: String
  ) throws {
    let answer = try server.client.post("/v1/venues/m/locate", body)
    #expect(answer.status == status && answer.code == code, "\(answer)")
    #expect(answer.headers["content-type"] == "application/problem+json")
    #expect(((try answer.json()["detail"] as? String) ?? "").count > 10)
  }

  @Test func `a scan may have a thousand readings and no more`() throws {
    func scan(_ count: Int) -> String {
      let readings = (0..<count).map { "{\"transmitter\":\"column:\($0)\",\"rssi\":-5}" }
      return "{\"readings\":[\(readings.joined(separator: ","))]}"
    }
    #expect(try server.client.post("/v1/venues/m/locate", scan(1000)).status == 200)
    #expect(try server.client.post("/v1/venues/m/locate", scan(1001)).status == 413)
  }

  /// Five minutes between two pressures are 300 positions, whether lines or steps part them.
  @Test func `observations of days are refused before positions take all memory`() throws {
    func lines(_ count: Int) -> String {
      (0..<count).map { "{\"t\":\(1_784_545_200_000 + $0 * 300_000),\"hpa\":[1000]}\n" }.joined()
    }
    let packed =
      "{\"t\":1784545200000,\"dt\":300000,\"hpa\":["
      + [String](repeating: "1000", count: 700).joined(separator: ",") + "]}\n"
    // Scans go through the whole map, however near to each other they are.
    let scans = (0..<86_401).map { "{\"t\":\(1_784_545_200_000 + $0 * 1000),\"wifi\":[]}\n" }
      .joined()
    for (body, status) in [
      (lines(700), 413), (packed, 413), (scans, 413), (lines(600), 200),
    ] {
      let answer = try server.client.post("/v1/venues/m/positions", body)
      #expect(answer.status == status, "\(answer.status)")
      #expect(status == 200 || answer.code == "too-large")
    }
  }
}

extension EventReader.Event {
  /// The columns of positions.csv, from the time on.
  var columns: [String] {
    [
      "time_ms", "latitude", "longitude", "level", "building", "horizontal_accuracy_m",
      "heading_deg", "heading_accuracy_deg", "source", "label",
    ].map { member($0) ?? "missing" }
  }
}
