import HTTPTypes
import Hummingbird
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import NIOCore
import ServiceLifecycle
import Synchronization

/// Observations in, positions out.
struct LiveRoutes {
  let services: Services

  var routes: [Route] { [observations, end, live] }

  private var observations: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/sessions/{session}/observations", scope: .locate,
      body: .lines(maximum: services.limits.observationBytes), changesState: true,
      document: RouteDocument(
        summary: "What a device measured, as lines of a recording without its header.",
        query: [
          .init(
            name: "device", schema: "{\"type\":\"string\",\"pattern\":\"^[A-Za-z0-9._~-]{1,64}$\"}",
            description: "What the device calls itself, said with a session's first message: what "
              + "was learned of it is taken up, and kept as its SHA-256 for 90 days.")
        ],
        body: Schema.text,
        answers: [
          .init(
            description: "The newest position, or null as long as nothing is known. The header "
              + "Observations-Dropped says how many observations were stamped before it or had been "
              + "sent before, so that a message may be sent again.",
            schema: "{\"oneOf\":[{\"type\":\"null\"},\(Schema.position)]}")
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let id = try Self.sessionID(call)
      let lines = try ObservationLines(bytes: call.body, name: "body")
      let asked = try Self.check(lines.observations)
      let device = try call.query["device"].map { try DeviceRoutes.checked($0) }
      let session = try await session(id, of: venue, device)
      let outcome = try await session.take(
        lines.observations, in: venue, isLong: asked > Self.mostShort)
      services.sessions.tell(outcome, of: id, session, in: venue.id)
      services.metrics.add(outcome.taken, .observations)
      services.metrics.add(outcome.dropped, .dropped)
      services.metrics.add(outcome.features.count, .positions)
      return .json(
        (outcome.newest ?? "null") + "\n",
        headers: Self.counts([
          ("Observations-Taken", outcome.taken), ("Observations-Dropped", outcome.dropped),
          ("Lines-Skipped", lines.skipped.counts.values.reduce(0, +)),
        ]))
    }
  }

  private func session(
    _ id: String, of venue: ServedVenue, _ device: String?
  ) async throws -> LiveSession {
    if let known = services.sessions.find(id, in: venue.id) { return known }
    let ground = try await venue.positioning()
    var keeping: LiveSession.Keeping?
    if let device {
      let devices = services.devices
      let learned = try await Blocking.run { devices.learned(of: device) }
      keeping = .init(device: device, devices: devices, learned: learned)
    }
    return try services.sessions.open(id, in: venue.id) { [keeping] in
      LiveSession(name: $0, on: ground, stamp: venue.stamp, keeping: keeping)
    }
  }

  private var end: Route {
    Route(
      method: .delete, path: "/v1/venues/{venue}/sessions/{session}", scope: .locate,
      changesState: true,
      document: RouteDocument(
        summary: "Ends a device's session, and forgets its position.",
        answers: [.init(status: 204, description: "It is forgotten.", type: nil)])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      try await services.sessions.end(Self.sessionID(call), in: venue.id)
      return Response(status: .noContent)
    }
  }

  private var live: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/live", scope: .live,
      document: RouteDocument(
        summary: "Everyone's positions as they come (server-sent events).",
        query: [
          .init(
            name: "Last-Event-ID", place: "header", schema: Schema.text,
            description: "The last event that the client has.")
        ],
        answers: [
          .init(description: "Events.", type: "text/event-stream", schema: Schema.text)
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let last = HTTPField.Name("Last-Event-ID").flatMap { call.request.headers[$0] }
      return try stream(of: venue.id, after: last.flatMap { EventID($0) }, call)
    }
  }

  /// A stream that ends with its client, with the token that it was opened with, and where the
  /// server stops.
  private func stream(of venue: String, after last: EventID?, _ call: Call) throws -> Response {
    let (open, metrics, request) = (services.streams, services.metrics, call.request)
    if request.method == .head { return Response(status: .ok, headers: Self.streamHeaders) }
    let streams = services.sessions.streams(of: venue)
    let listener = streams.listen(after: last)
    let number: Int
    do { number = try open.open(call.caller, in: venue) { listener.finish() } } catch {
      streams.leave(listener)
      throw error
    }
    let stream = OpenStream {
      streams.leave(listener)
      open.close(number)
    }
    return Response(
      status: .ok, headers: Self.streamHeaders,
      body: ResponseBody { writer in
        defer { stream.close() }
        // The client's going is noticed at once, and not by the next write alone.
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
          for event in listener.newest { try await writer.write(event) }
          for await event in listener.events.cancelOnGracefulShutdown() {
            let lost = listener.takeLost()
            if lost > 0 {
              metrics.add(lost, .lost)
              try await writer.write(
                ByteBuffer(string: "event: lost\ndata: {\"lost\":\(lost)}\n\n"))
            }
            try await writer.write(event)
          }
        }
        try await writer.finish(nil)
      })
  }

  private static let streamHeaders: HTTPFields = [
    .contentType: "text/event-stream", .cacheControl: "no-store",
  ]

  private static func counts(_ counts: [(String, Int)]) -> HTTPFields {
    var headers: HTTPFields = [:]
    for (name, count) in counts {
      if let name = HTTPField.Name(name) { headers[name] = String(count) }
    }
    return headers
  }

  /// - Throws: 422 for an id that could be guessed.
  private static func sessionID(_ call: Call) throws(Refusal) -> String {
    let id = try call.parameter("session")
    let isFit =
      (22...128).contains(id.utf8.count)
      && id.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "-._~".unicodeScalars.contains($0)
      }
    guard isFit else {
      throw .parameter(
        "session: is no id of 22 to 128 letters, digits, - . _ and ~; make one of 16 random bytes or more"
      )
    }
    return id
  }

  /// The most positions that may be asked for at once: two days of them, one a second.
  static let mostPositions = 200_000

  /// The most positions of a message that is answered at once: five minutes of them.
  private static let mostShort = 300.0

  /// The most scans that may be asked for at once, each of which goes through the whole radio map:
  /// a day of one a second.
  static let mostScans = 86_400

  /// How many positions observations ask for, about.
  ///
  /// - Throws: 413 for too many scans, for one of too many readings, and for observations of so
  ///   long a time that their positions would be too many.
  @discardableResult
  static func check(_ observations: [Observation]) throws(Refusal) -> Double {
    var asked = 0.0
    var last: Timestamp?
    for observation in observations {
      // Positions stop after five minutes without any observation.
      let silence = last.map { observation.time.seconds(since: $0) } ?? 0
      asked += min(max(silence, 0), 300)
      last = observation.time
      switch observation {
      case .scan, .fix: asked += 1
      case .acceleration, .angularRate, .magneticField, .pressure: break
      }
    }
    guard asked <= Double(mostPositions) else {
      throw Refusal(
        .contentTooLarge, .tooLarge,
        "these observations ask for over \(mostPositions) positions, one a second and one a scan; send a "
          + "day of them at once at most, and mind that t and dt are in milliseconds")
    }
    let scans = observations.count { if case .scan = $0 { true } else { false } }
    guard scans <= mostScans else {
      throw Refusal(
        .contentTooLarge, .tooLarge,
        "these observations have over \(mostScans) scans, a day of one a second; send fewer of them "
          + "at once")
    }
    for case .scan(let scan) in observations where scan.readings.count > ScanReader.mostReadings {
      throw Refusal(
        .contentTooLarge, .tooLarge,
        "a scan has over \(ScanReader.mostReadings) readings; send the strongest")
    }
    return asked
  }
}

/// What is done when a stream ends, also one that was never begun because its client had gone.
private final class OpenStream: Sendable {
  private let end: Mutex<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

  deinit { close() }

  func close() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
