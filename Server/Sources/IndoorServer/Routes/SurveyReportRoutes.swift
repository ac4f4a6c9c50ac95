import Hummingbird
import IndoorAuthoring

/// What is said of a survey: its problems, its coverage, and where to walk next.
struct SurveyReportRoutes {
  let services: Services

  var routes: [Route] {
    [
      report(
        "problems", "What is wrong with the survey.", "application/json", "application/geo+json",
        ["json", "geojson"], Self.problems),
      report(
        "coverage", "What is surveyed, cell by cell.", "application/geo+json", "application/json",
        ["geojson", "json"], Self.coverage),
      report(
        "next-walk", "Where to walk next, the best first.", "application/geo+json",
        "application/gpx+xml", ["geojson", "gpx"], Self.nextWalks),
      report(
        "paths", "The walks as lines.", "application/geo+json", "application/json", ["geojson"],
        Self.paths),
    ]
  }

  private func report(
    _ name: String, _ summary: String, _ type: String, _ other: String,
    _ forms: [String],
    _ make: @escaping @Sendable (ServedVenue, _ form: String?) async throws -> Response
  ) -> Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/\(name)", scope: .read,
      document: RouteDocument(
        summary: summary,
        query: [
          .init(
            name: "as",
            schema: "{\"enum\":[\(forms.map { "\"\($0)\"" }.joined(separator: ","))]}",
            description: "The form; the first where nothing is said.")
        ],
        answers: [.init(description: "As the command writes it.", type: type, others: [other])])
    ) { call in
      let form = call.query["as"]
      guard form.map(forms.contains) ?? true else {
        throw Refusal.parameter(
          "as: there is no \"\(form ?? "")\"; \(forms.joined(separator: ", "))")
      }
      return try await make(services.store.surveyed(call.parameter("venue")), form)
    }
  }

  private static func problems(_ venue: ServedVenue, _ form: String?) async throws -> Response {
    let report = try await venue.problems()
    return form == "geojson" ? .geoJSON(report.geoJSON) : .json(report.json + "\n")
  }

  private static func coverage(_ venue: ServedVenue, _ form: String?) async throws -> Response {
    let coverage = try await venue.coverage()
    return form == "json" ? .json(coverage.json + "\n") : .geoJSON(coverage.cells)
  }

  private static func nextWalks(_ venue: ServedVenue, _ form: String?) async throws -> Response {
    let coverage = try await venue.coverage()
    return form == "gpx"
      ? .text(coverage.gpx, type: "application/gpx+xml") : .geoJSON(coverage.nextWalks)
  }

  private static func paths(_ venue: ServedVenue, _ form: String?) async throws -> Response {
    .geoJSON(try await venue.walkPaths())
  }
}
