import Foundation
import Hummingbird
import IndoorModel
import IndoorPositioning

/// Positions of single scans.
struct LocateRoutes {
  let services: Services

  var routes: [Route] {
    [
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
        let venue = try services.store.venue(call.parameter("venue"))
        let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
        let scans = try ScanReader.scans(call.body, now: now)
        let ground = try await venue.positioning()
        let features = scans.map { ground.map.position(of: $0).map { ground.text(of: $0) } }
        services.metrics.add(scans.count, .scans)
        services.metrics.add(features.count { $0 != nil }, .positions)
        return .json("[" + features.map { $0 ?? "null" }.joined(separator: ",\n") + "]\n")
      }
    ]
  }
}
