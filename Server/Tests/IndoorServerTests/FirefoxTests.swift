import Foundation
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// A browser that nobody here wrote, and what a page in it is told.
@Suite struct FirefoxTests {
  private static let script = "\(repository)/Server/Tests/Browser/firefox.py"

  /// Whether Firefox and what makes it hear Wi-Fi are at hand.
  private static var isThere: Bool {
    (ShellRun.has("firefox-esr") || ShellRun.has("firefox"))
      && (try? ShellRun.run(["/usr/bin/python3", "-c", "import dbusmock, dbus"]).status) == 0
  }

  @Test(
    .enabled(
      if: isThere,
      "Firefox or python-dbusmock is missing: apt-get install firefox-esr python3-dbusmock"))
  func `a page in Firefox learns where it is by the Wi-Fi that Firefox hears`() throws {
    let scratch = try Scratch()
    let venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
    let server = try ServerProcess(venues: venues, in: scratch)
    let visit = try #require(try Museum.recordings("visit-").first)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: visit))
    var heard: [(address: String, rssi: Int8)] = []
    for observation in try ObservationLines(bytes: Array(bytes), name: visit).observations {
      guard heard.count < 4, case .scan(let scan) = observation else { continue }
      heard = scan.readings.compactMap { reading -> (String, Int8)? in
        guard case .wifi = reading.transmitter else { return nil }
        return (String("\(reading.transmitter)".dropFirst("wifi:".count)), reading.rssi)
      }
    }
    try #require(heard.count >= 4)
    let points = heard.map { "{\"macAddress\":\"\($0.address)\",\"signalStrength\":\($0.rssi)}" }
    let expected = try server.client.post(
      "/v1/geolocate", "{\"wifiAccessPoints\":[\(points.joined(separator: ","))]}"
    ).json()
    let place = try #require(expected["location"] as? [String: Double])
    let run = try ShellRun.run(
      ["/usr/bin/python3", Self.script, "http://127.0.0.1:\(server.port)/v1/geolocate"]
        + heard.map { "\($0.address)=\($0.rssi)" })
    #expect(run.status == 0, "\(run)")
    let told = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run)")
    #expect(abs((told["latitude"] as? Double ?? 0) - (place["lat"] ?? 1)) < 1e-6, "\(told)")
    #expect(abs((told["longitude"] as? Double ?? 0) - (place["lng"] ?? 1)) < 1e-6, "\(told)")
    #expect(told["accuracy"] as? Double == expected["accuracy"] as? Double)
  }
}
