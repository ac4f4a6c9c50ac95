import HTTPTypes
import Hummingbird
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorPositioning
import ServiceLifecycle
import Synchronization

/// `POST /v1/geolocate` as Firefox (`geo.provider.network.url`) and geoclue speak it.
struct GeolocateRoutes {
  let services: Services

  /// Fewest access points that a position is made of, so that nobody can ask where one is.
  private static let fewest = 2
  /// Radius that holds 95% of the errors, by the one that holds 68%: at 640 waypoints of the malls'
  /// test walks, whose scans were placed one by one, 95% of the errors were within 2.7 radii.
  private static let ninetyFive = 2.7
  /// Metres that stand for a radius that isn't known.
  private static let unknownRadius = 50.0
  /// Requests without Wi-Fi that wait at once.
  private static let mostWaiting = 100

  private let waiting = Waiting()

  init(services: Services) { self.services = services }

  var routes: [Route] {
    [
      Route(
        method: .post, path: "/v1/geolocate", scope: .locate,
        body: .json(maximum: services.limits.requestBytes),
        document: RouteDocument(
          summary: "Where a browser is that hears these access points, in any of the venues.",
          query: [
            .init(name: "key", schema: Schema.text, description: "A token of scope locate.")
          ],
          body: """
            {"type":"object","properties":{"considerIp":{"type":"boolean"},\
            "wifiAccessPoints":{"type":"array","items":{"type":"object","properties":{"macAddress":{"type":"string"},\
            "signalStrength":{"type":"number"},"age":{"type":"number"}}}},\
            "bluetoothBeacons":{"type":"array","items":{"type":"object"}}}}
            """,
          answers: [
            .init(
              description: "The place; `accuracy` holds 95% of the errors, in metres.",
              schema: """
                {"type":"object","required":["location","accuracy"],"properties":{"location":{"type":"object",\
                "required":["lat","lng"],"properties":{"lat":{"type":"number"},"lng":{"type":"number"}}},\
                "accuracy":{"type":"number"},"floor":{"type":"integer"},"venue":{"type":"string"}}}
                """),
            .init(
              status: 404, description: "Nothing of it is known.", schema: "{\"type\":\"object\"}"),
            .init(
              status: 400, description: "It can't be read.", schema: "{\"type\":\"object\"}"),
          ])
      ) { call in
        let scan: Scan
        do { scan = try GeolocateReader.scan(call.body) } catch is JSONError {
          return Self.failure(.badRequest, "parseError", "Parse Error")
        }
        if scan.readings.isEmpty { await waiting.wait(most: Self.mostWaiting) }
        guard let (venue, position) = await locate(scan, for: call.caller) else {
          return Self.failure(.notFound, "notFound", "Not found")
        }
        services.metrics.add(1, .positions)
        return .json(Self.found(position, in: venue))
      }
    ]
  }

  /// The position in the venue whose map knows most of what is heard; of two that know as much, in
  /// the one that is surer.
  private func locate(_ scan: Scan, for caller: Caller) async -> (String, Position)? {
    let wifi = scan.readings.count { if case .wifi = $0.transmitter { true } else { false } }
    guard wifi >= Self.fewest else { return nil }
    services.metrics.add(1, .scans)
    var best: (venue: String, known: Int, position: Position)?
    let venues = await services.store.venues(
      hearing: scan.readings.map(\.transmitter), of: caller.token?.venues)
    for venue in venues where caller.sees(venue.id) {
      guard let ground = try? await venue.positioning() else { continue }
      let known = scan.readings.count { ground.transmitters.contains($0.transmitter) }
      guard known >= Self.fewest, known >= best?.known ?? 0,
        let position = ground.map.position(of: scan)
      else { continue }
      let isSurer =
        position.horizontalAccuracy ?? .infinity < best?.position.horizontalAccuracy ?? .infinity
      if known > best?.known ?? 0 || isSurer { best = (venue.id, known, position) }
    }
    return best.map { ($0.venue, $0.position) }
  }

  private static func found(_ position: Position, in venue: String) -> JSONOutput {
    let radius = (position.horizontalAccuracy ?? unknownRadius) * ninetyFive
    return .object([
      (
        "location",
        .object([
          ("lat", .number(position.coordinate.latitude)),
          ("lng", .number(position.coordinate.longitude)),
        ])
      ),
      ("accuracy", .number((radius * 10).rounded() / 10)),
      ("floor", .integer(Int64(position.level.ordinal))), ("venue", .string(venue)),
    ])
  }

  /// An error as these clients know it.
  private static func failure(
    _ status: HTTPResponse.Status, _ reason: String, _ message: String
  ) -> Response {
    let entry = JSONOutput.object([
      ("domain", .string("geolocation")), ("reason", .string(reason)),
      ("message", .string(message)),
    ])
    return .json(
      .object([
        (
          "error",
          .object([
            ("errors", .array([entry])), ("code", .integer(Int64(status.code))),
            ("message", .string(message)),
          ])
        )
      ]), status: status)
  }
}

/// Requests that nothing can be said to yet. Firefox asks without Wi-Fi first and with it
/// milliseconds later; "not found" to the first one, said at once, ends both.
private final class Waiting: Sendable {
  private let count = Mutex(0)

  private static let time = Duration.seconds(2)

  /// Waits for two seconds, or not at all where too many do.
  func wait(most: Int) async {
    let isTaken = count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
    guard isTaken else { return }
    defer { count.withLock { $0 -= 1 } }
    try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.time) }
  }
}
