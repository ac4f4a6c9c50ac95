import Foundation
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// What browsers ask.
@Suite struct GeolocateTests {
  private let scratch: Scratch
  private let server: ServerProcess

  init() throws {
    scratch = try Scratch()
    let venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
    server = try ServerProcess(venues: venues, in: scratch)
  }

  /// The Wi-Fi of a visit's first scan that has some.
  private static func readings() throws -> [(address: String, rssi: Int8)] {
    let visit = try #require(try Museum.recordings("visit-").first)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: visit))
    for observation in try ObservationLines(bytes: Array(bytes), name: visit).observations {
      guard case .scan(let scan) = observation else { continue }
      let found = scan.readings.compactMap { reading -> (String, Int8)? in
        guard case .wifi = reading.transmitter else { return nil }
        return (String("\(reading.transmitter)".dropFirst("wifi:".count)), reading.rssi)
      }
      if found.count > 3 { return found }
    }
    return []
  }

  private static func body(_ spelled: (String) -> String) throws -> String {
    let list = try readings().map {
      "{\"macAddress\":\"\(spelled($0.address))\",\"signalStrength\":\($0.rssi)}"
    }
    return "{\"considerIp\":true,\"wifiAccessPoints\":[\(list.joined(separator: ","))]}"
  }

  @Test func `addresses may be spelled in any way, and the answer is the same`() throws {
    let plain = try server.client.post("/v1/geolocate", Self.body { $0 })
    #expect(plain.status == 200, "\(plain)")
    let answer = try plain.json()
    let location = try #require(answer["location"] as? [String: Double])
    #expect(answer["venue"] as? String == "m" && answer["floor"] is Int)
    for spelled in [
      { $0.replacing(":", with: "-") }, { $0.replacing(":", with: "") }, { $0.uppercased() },
    ] as [(String) -> String] {
      #expect(try server.client.post("/v1/geolocate", Self.body(spelled)).body == plain.body)
    }
    // The same place as the house's own route; the radius holds 95% and not 68%.
    let own = try Self.readings().map {
      "{\"transmitter\":\"wifi:\($0.address)\",\"rssi\":\($0.rssi)}"
    }
    let located = try server.client.post(
      "/v1/venues/m/locate", "{\"readings\":[\(own.joined(separator: ","))]}")
    let event = EventReader.Event(id: nil, name: "", data: located.text)
    let latitude = try #require(event.member("latitude").flatMap { Double($0) })
    let radius = try #require(event.member("horizontal_accuracy_m").flatMap { Double($0) })
    #expect(abs((location["lat"] ?? 0) - latitude) < 1e-7)
    let accuracy = try #require(answer["accuracy"] as? Double)
    #expect(accuracy > 1.5 * radius && accuracy < 4 * radius)
  }

  @Test func `one access point is too few, and strange ones are not found`() throws {
    let one = try #require(try Self.readings().first)
    let alone =
      "{\"wifiAccessPoints\":[{\"macAddress\":\"\(one.address)\",\"signalStrength\":\(one.rssi)}]}"
    let strange =
      "{\"wifiAccessPoints\":[{\"macAddress\":\"02:00:00:00:00:01\"},{\"macAddress\":\"02:00:00:00:00:02\"}]}"
    for body in [alone, strange] {
      let answer = try server.client.post("/v1/geolocate", body)
      #expect(answer.status == 404)
      let error = try #require(try answer.json()["error"] as? [String: Any])
      #expect(error["code"] as? Int == 404 && error["message"] as? String == "Not found")
      let first = (error["errors"] as? [[String: Any]])?.first
      #expect(first?["reason"] as? String == "notFound")
      #expect(first?["domain"] as? String == "geolocation")
    }
    #expect(try server.client.post("/v1/geolocate", "{").status == 400)
  }

  @Test func `a request without Wi-Fi is answered late, so that the next one comes first`() throws {
    let start = Date()
    let socket = try Socket(port: server.port)
    try socket.write(
      Array(
        "POST /v1/geolocate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
          .utf8))
    #expect(try server.client.post("/v1/geolocate", Self.body { $0 }).status == 200)
    #expect(try HTTPClient.reply(try socket.readAll()).status == 404)
    #expect(Date().timeIntervalSince(start) > 1.9)
  }
}
