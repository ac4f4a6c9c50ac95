import Foundation
import Hummingbird
import IndoorModel
import IndoorPositioning
import IndoorRecordings

/// Positions of single scans, and of whole recordings.
struct LocateRoutes {
  let services: Services

  var routes: [Route] { [locate, positions] }

  private var locate: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/locate", scope: .locate,
      body: .json(maximum: services.limits.requestBytes),
      document: RouteDocument(
        summary: "Where devices are that report these scans, each for itself.",
        body: "{\"oneOf\":[\(Schema.scan),{\"type\":\"array\",\"items\":\(Schema.scan)}]}",
        answers: [
          .init(
            description: "A position for each scan, or null where nothing of it is known.",
            schema:
              "{\"type\":\"array\",\"items\":{\"oneOf\":[{\"type\":\"null\"},\(Schema.position)]}}"
          )
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
      let scans = try ScanReader.scans(call.body, now: now)
      let ground = try await venue.positioning()
      let features = scans.map { ground.map.position(of: $0).map { ground.text(of: $0) } }
      services.metrics.add(scans.count, .scans)
      services.metrics.add(features.count { $0 != nil }, .positions)
      return .json("[" + features.map { $0 ?? "null" }.joined(separator: ",\n") + "]\n")
    }
  }

  private var positions: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/positions", scope: .locate,
      body: .lines(maximum: services.limits.uploadBytes),
      document: RouteDocument(
        summary: "Where a device was, by the lines of a whole recording without its header.",
        body: Schema.text,
        answers: [
          .init(
            description:
              "Its positions, in order of time; no session is opened, and nothing is kept.",
            type: "application/geo+json",
            schema: """
              {"type":"object","required":["type","features"],"properties":{"type":{"const":"FeatureCollection"},\
              "features":{"type":"array","items":\(Schema.position)}}}
              """)
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let lines = try await Blocking.run { try ObservationLines(bytes: call.body, name: "body") }
      try LiveRoutes.check(lines.observations)
      let ground = try await venue.positioning()
      let features = try await Blocking.work {
        var positioner = Positioner(map: ground.map)
        return positioner.positions(of: lines.observations).map { ground.text(of: $0) }
      }
      services.metrics.add(features.count, .positions)
      return .geoJSON(
        "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
      )
    }
  }
}
