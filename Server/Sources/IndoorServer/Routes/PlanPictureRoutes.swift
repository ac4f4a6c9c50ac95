import IndoorModel
import HTTPTypes
import Hummingbird
import IndoorAlignment
import IndoorAuthoring
import IndoorFiles
import NIOCore

/// Plans as pictures and as other programs' files.
struct PlanPictureRoutes {
  let services: Services
  private let tiles = PlanTileCache()

  init(services: Services) { self.services = services }

  var routes: [Route] { [tile, export] }

  private var tile: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/plans/{plan}/page/{z}/{x}/{y}.png", scope: .read,
      document: RouteDocument(
        summary:
          "A piece of a plan's page, 512 pixels a side, counted from its top left corner; at "
          + "zoom 0 the longer side fills one, and each zoom doubles it.",
        query: [
          .init(
            name: "page", schema: "{\"type\":\"integer\",\"minimum\":1}",
            description: "The page; without it the one that was chosen.")
        ],
        answers: [
          .init(description: "A picture.", type: "image/png", schema: Schema.text),
          .init(status: 304, description: "It is what the client has.", type: nil),
        ])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      let (zoom, column, row) = (
        try Self.number(call, "z"), try Self.number(call, "x"), try Self.number(call, "y")
      )
      let wanted = try call.query.integer("page", in: 1...100_000, default: 0)
      let services = services
      let (sha256, file) = try await venue.naming {
        try await Blocking.run {
          let plan = try KnownPlan.find(id, of: venue, services.plans)
          let page = wanted > 0 ? wanted : plan.page
          // What lies in the venue's file alone is read, and shown as what was read.
          let bytes = plan.entry == nil ? try plan.bytes(of: venue, services.plans) : nil
          let sha256 =
            bytes.map { SHA256.hexadecimal(SHA256.digest(of: $0)) } ?? plan.sha256
          return (
            sha256,
            try services.pages.page(page, sha256: sha256, name: plan.name) {
              try bytes ?? plan.bytes(of: venue, services.plans)
            }
          )
        }
      }
      let key = PlanTileCache.Key(
        sha256: sha256, page: file.page.number, zoom: zoom, column: column, row: row)
      let tag = "\"\(sha256)-\(key.page)-\(zoom)-\(column)-\(row)\""
      let headers: HTTPFields = [.eTag: tag, .cacheControl: "private, max-age=86400"]
      if call.request.headers[.ifNoneMatch] == tag {
        return Response(status: .notModified, headers: headers)
      }
      let png = try await tiles.tile(key) {
        try PageTiles.png(of: file, zoom: zoom, column: column, row: row)
      }
      return .bytes(png, type: "image/png", headers: headers)
    }
  }

  private static func number(_ call: Call, _ name: String) throws(Refusal) -> Int {
    let text = try call.parameter(name)
    guard let number = Int(text), (0...99).contains(number) else {
      throw .parameter("\(name): \"\(text)\" is no whole number from 0 to 99")
    }
    return number
  }

  private var export: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/plans/{plan}/export", scope: .read,
      document: RouteDocument(
        summary: "A placed plan as a file of another program; several files come as one zip.",
        query: [
          .init(
            name: "as",
            schema:
              "{\"enum\":[\(ExportPlan.Format.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]}",
            description: "The format.")
        ],
        answers: [
          .init(
            description: "The file.", type: "application/octet-stream", schema: Schema.text)
        ])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      let name = call.query["as"] ?? ""
      guard let format = ExportPlan.Format(rawValue: name) else {
        throw Refusal.parameter(
          "as: there is no \"\(name)\"; "
            + ExportPlan.Format.allCases.map(\.rawValue).joined(separator: ", "))
      }
      let file = try await venue.naming {
        try await Blocking.run {
          try ExportPlan.file(
            venue: venue.path,
            level: KnownPlan.find(id, of: venue, services.plans).placedLevel, format: format,
            name: id)
        }
      }
      return .bytes(
        file.bytes, type: "application/octet-stream",
        headers: [.contentDisposition: "attachment; filename=\"\(file.name)\""])
    }
  }
}
