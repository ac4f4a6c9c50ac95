import Hummingbird
import IndoorAuthoring
import IndoorJSON
import IndoorModel

/// What people and watchers of the server ask it.
struct OperationRoutes {
  let services: Services

  var routes: [Route] {
    [
      Route(
        method: .get, path: "/", scope: .read,
        document: RouteDocument(
          summary: "What is served, for people.",
          answers: [.init(description: "Text.", type: "text/plain", schema: Schema.text)])
      ) { call in .text(await home(call.caller)) },
      Route(
        method: .get, path: "/health", scope: nil,
        document: RouteDocument(
          summary: "Whether the server answers.",
          answers: [
            .init(
              description: "It does.",
              schema:
                "{\"type\":\"object\",\"required\":[\"status\"],\"properties\":{\"status\":{\"const\":\"ok\"}}}"
            )
          ])
      ) { _ in .json(.object([("status", .string("ok"))])) },
      Route(
        method: .get, path: "/metrics", scope: .read,
        document: RouteDocument(
          summary: "Counts and times, as Prometheus reads them.",
          answers: [
            .init(description: "Text format 0.0.4.", type: "text/plain", schema: Schema.text)
          ])
      ) { _ in
        .text(
          services.metrics.text(await gauges()), type: "text/plain; version=0.0.4; charset=utf-8")
      },
    ]
  }

  /// The route of the description of all others.
  static func description(of text: String) -> Route {
    Route(
      method: .get, path: "/openapi.json", scope: nil,
      document: RouteDocument(
        summary: "This description.", answers: [.init(description: "OpenAPI.")])
    ) { _ in .json(text) }
  }

  /// The venues and their streams.
  private func home(_ caller: Caller) async -> String {
    var lines = ["IndoorKit's server. /openapi.json describes it.", "", "venues:"]
    let venues = await services.store.list().filter { caller.sees($0.id) }
    for venue in venues {
      let name = (try? await venue.name()) ?? "can't be read"
      let listeners = services.sessions.streams(of: venue.id).listenerCount
      lines.append(
        "  \(venue.id)  \(name)  /v1/venues/\(venue.id)  live: /v1/venues/\(venue.id)/live (\(listeners) listening)"
      )
    }
    if venues.isEmpty { lines.append("  none yet: put venue files into the folder") }
    lines += ["", "\(services.sessions.count(where: caller.sees)) devices send where they are."]
    return lines.joined(separator: "\n") + "\n"
  }

  private func gauges() async -> [Gauge] {
    let venues = await services.store.list()
    let jobs = services.jobs.list(venue: nil)
    let states: [Job.State] = [.waiting, .running]
    return [
      Gauge("indoor_venues", "Venues served.", Double(venues.count)),
      Gauge(
        "indoor_venue_bytes", "Bytes of all venue files.",
        venues.reduce(0) { $0 + Double($1.bytes) }),
      Gauge(
        "indoor_sessions", "Devices that send what they measure.", Double(services.sessions.count)),
      Gauge("indoor_body_bytes", "Bytes of bodies that are held.", Double(services.room.held)),
      Gauge("indoor_streams", "Streams that are open.", Double(services.sessions.listenerCount)),
      Gauge(
        "indoor_jobs", "Jobs that wait or run.",
        states.map { state in
          ("{state=\"\(state.rawValue)\"}", Double(jobs.count { $0.state == state }))
        }),
      Gauge(
        "indoor_jobs_ended_total", "Jobs that ended.", type: "counter",
        services.jobs.endings.map { ending, count in
          ("{kind=\"\(ending.kind)\",state=\"\(ending.state.rawValue)\"}", Double(count))
        }.sorted { $0.0 < $1.0 }),
    ] + Gauge.process
  }
}
