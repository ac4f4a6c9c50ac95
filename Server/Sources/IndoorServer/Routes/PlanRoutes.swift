import HTTPTypes
import Hummingbird
import IndoorAlignment
import IndoorAuthoring
import IndoorFiles
import IndoorJSON
import IndoorModel

/// Plans: sent, listed, taken away, and the anchors that are set on them.
struct PlanRoutes {
  let services: Services

  var routes: [Route] { [list, put, pages, remove, putAnchors, anchors] }

  /// A plan as JSON (JSON Schema).
  private static let schema = """
    {"type":"object","required":["id","file","page","anchors","level","pageToLocal","sent","version"],"properties":{\
    "id":{"type":"string"},"file":{"type":"string"},"page":{"type":"integer"},"anchors":{"type":"integer"},\
    "level":{"type":["integer","null"]},"building":{"type":["string","null"]},\
    "pageToLocal":{"type":["array","null"],"items":{"type":"number"}},"sent":{"type":"boolean"},\
    "version":{"type":"string"}}}
    """
  /// What the client saw of a plan that it changes.
  static let ifMatch = RouteDocument.Parameter(
    name: "If-Match", place: "header", schema: Schema.text,
    description: "The ETag of the plan as the client saw it, or *.")

  private var list: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/plans", scope: .read,
      document: RouteDocument(
        summary: "The plans: those that were sent, and those that lie in the venue's file.",
        answers: [
          .init(
            description: "Plans in the order of their ids.",
            schema: """
              {"type":"object","required":["plans"],"properties":{"plans":{"type":"array","items":\(Self.schema)}}}
              """)
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let plans = try await venue.naming {
        try await Blocking.run { try KnownPlan.all(of: venue, services.plans) }
      }
      return .json(.object([("plans", .array(plans.map(\.json)))]))
    }
  }

  private var put: Route {
    Route(
      method: .put, path: "/v1/venues/{venue}/plans/{plan}", scope: .align,
      body: .file(maximum: services.limits.planBytes), changesState: true,
      document: RouteDocument(
        summary: "Sends a plan: a PDF, PNG, JPEG, SVG, DXF or GeoTIFF. It is placed later.",
        query: [.init(name: "name", schema: Schema.text, description: "The file's name.")],
        answers: [
          .init(status: 201, description: "It is there.", schema: Self.schema),
          .init(description: "It took the place of another.", schema: Self.schema),
        ])
    ) { call in
      let (id, venue) = (
        try call.parameter("plan"), try await services.store.venue(call.parameter("venue"))
      )
      guard VenueFolder.isID(id) else {
        throw Refusal.parameter(
          "plan: \"\(id)\" is no id of 1 to 64 small letters, digits and hyphens; choose another")
      }
      try SurveyUpload.checkName(call.query["name"])
      let name = call.query["name"] ?? id
      return try await services.writers.inTurn(venue.id) {
        let (plan, isNew) = try await venue.naming {
          try await Blocking.run {
            // What is no plan is refused now, and not when somebody wants to place it.
            _ = try services.pages.page(1, of: call.body, name: name)
            let before = services.plans.entry(id, of: venue.id)
            let hash = SHA256.hexadecimal(SHA256.digest(of: call.body))
            var entry = before ?? PlanShelf.Entry(id: id, name: name, sha256: hash)
            (entry.name, entry.sha256) = (name, hash)
            if before == nil { entry = try adopted(entry, in: venue) ?? entry }
            if let before, before.sha256 != hash {
              // What lies on the level is the file that was sent before, or this one once more.
              entry.level = try KnownPlan.all(of: venue, services.plans).first {
                $0.entry == nil && $0.name == name && $0.sha256 == hash
              }?.level
              let page = try? services.pages.page(entry.page, of: call.body, name: name)
              if page == nil { entry.page = 1 }
            }
            try services.plans.put(entry, call.body, of: venue.id)
            return (try KnownPlan.find(id, of: venue, services.plans), before == nil)
          }
        }
        return .json(
          plan.json, status: isNew ? .created : .ok, headers: [.eTag: plan.tag])
      }
    }
  }

  /// What is sent, with what was set on the plan of its id that lies in the venue's file; `nil`
  /// where there is none, or it is of another file.
  private func adopted(
    _ sent: PlanShelf.Entry, in venue: ServedVenue
  ) throws -> PlanShelf.Entry? {
    let known = try KnownPlan.all(of: venue, services.plans).first {
      $0.id == sent.id && $0.sha256 == sent.sha256
    }
    return known.map {
      PlanShelf.Entry(
        id: sent.id, name: $0.name, sha256: $0.sha256, page: $0.page, anchors: $0.anchors,
        level: $0.level)
    }
  }

  private var pages: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/plans/{plan}/pages", scope: .read,
      document: RouteDocument(
        summary: "A plan's pages: their numbers, labels and sizes.",
        query: [
          .init(
            name: "limit", schema: "{\"type\":\"integer\",\"minimum\":1,\"maximum\":50}",
            description: "How many at most."),
          .init(
            name: "after", schema: "{\"type\":\"integer\",\"minimum\":0}",
            description: "The page behind which they begin."),
        ],
        answers: [
          .init(
            description: "Pages; `next` is the path of the next ones.",
            schema: """
              {"type":"object","required":["count","pages","next"],"properties":{"count":{"type":"integer"},\
              "pages":{"type":"array","items":{"type":"object","required":["number"]}},"next":{"type":["string","null"]}}}
              """)
        ])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      let limit = try call.query.integer("limit", in: 1...50, default: 20)
      let after = try call.query.integer("after", in: 0...1_000_000, default: 0)
      let (plan, found) = try await venue.naming {
        try await Blocking.run {
          let plan = try KnownPlan.find(id, of: venue, services.plans)
          var listing = ListPlanPages(
            bytes: try plan.bytes(of: venue, services.plans), name: plan.name)
          (listing.first, listing.limit) = (after + 1, limit)
          return (plan, try listing.run())
        }
      }
      let next = found.next.map {
        "/v1/venues/\(venue.id)/plans/\(id)/pages?limit=\(limit)&after=\($0 - 1)"
      }
      return .json(
        .object([
          ("count", .integer(Int64(found.count))), ("pages", found.pages),
          ("next", next.map { .string($0) } ?? .null),
        ]), headers: [.eTag: plan.tag])
    }
  }

  private var remove: Route {
    Route(
      method: .delete, path: "/v1/venues/{venue}/plans/{plan}", scope: .align, changesState: true,
      document: RouteDocument(
        summary: "Takes a plan away, out of the venue's file too; its level stays.",
        query: [Self.ifMatch],
        answers: [.init(status: 204, description: "It is gone.", type: nil)])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      return try await services.writers.inTurn(venue.id) {
        try await venue.naming {
          try await Blocking.run {
            let plan = try KnownPlan.find(id, of: venue, services.plans)
            if call.request.headers[.ifMatch] != nil { try plan.check(call.request) }
            if let level = plan.level {
              _ = try RemovePlan(
                venue: venue.path, building: level.building.isEmpty ? nil : level.building,
                level: level.ordinal
              ).run()
            }
            services.plans.remove(id, of: venue.id)
          }
        }
        try await services.store.keep(venue.id, by: call.caller.name)
        return Response(status: .noContent)
      }
    }
  }

  // MARK: Anchors

  private var putAnchors: Route {
    Route(
      method: .put, path: "/v1/venues/{venue}/plans/{plan}/anchors", scope: .align,
      body: .file(maximum: 1 << 20), changesState: true,
      document: RouteDocument(
        summary: "Keeps the anchors that were set on a plan: GeoJSON, or QGIS's `.points`.",
        query: [Self.ifMatch],
        answers: [.init(description: "The plan as it is now.", schema: Self.schema)])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      return try await services.writers.inTurn(venue.id) {
        let plan = try await venue.naming {
          try await Blocking.run {
            let plan = try KnownPlan.find(id, of: venue, services.plans)
            try plan.check(call.request)
            guard var entry = plan.entry else { throw plan.notSent }
            let source = try services.pages.page(entry.page, sha256: entry.sha256, name: entry.name)
            { try services.plans.bytes(of: entry, venue.id) }
            let isPoints =
              call.body.starts(with: Array("#CRS".utf8))
              || call.body.starts(with: Array("mapX".utf8))
            let file = try UploadedFile(
              call.body, name: isPoints ? "anchors.points" : "anchors.geojson")
            entry.anchors = try file.naming(venue.path, venue.id) {
              try AnchorFile.read(file.path, on: source).anchors
            }
            try services.plans.save(entry, of: venue.id)
            return try KnownPlan.find(id, of: venue, services.plans)
          }
        }
        return .json(plan.json, headers: [.eTag: plan.tag])
      }
    }
  }

  private var anchors: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/plans/{plan}/anchors", scope: .read,
      document: RouteDocument(
        summary: "The anchors that were set on a plan.",
        query: [
          .init(
            name: "as", schema: "{\"enum\":[\"geojson\",\"points\"]}",
            description: "GeoJSON, or QGIS's control points of a plan that is placed.")
        ],
        answers: [
          .init(
            description: "Anchors.", type: "application/geo+json", others: ["text/csv"],
            schema: "{\"type\":\"object\",\"required\":[\"type\",\"features\"]}")
        ])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      let form = call.query["as"] ?? "geojson"
      guard ["geojson", "points"].contains(form) else {
        throw Refusal.parameter("as: there is no \"\(form)\"; geojson, points")
      }
      return try await venue.naming {
        try await Blocking.run {
          let plan = try KnownPlan.find(id, of: venue, services.plans)
          guard form == "points" else {
            return .geoJSON(AnchorFile.text(of: plan.anchors), headers: [.eTag: plan.tag])
          }
          let file = try ExportPlan.file(
            venue: venue.path, level: try plan.placedLevel, format: .points, name: id)
          return .text(
            String(decoding: file.bytes, as: UTF8.self), type: "text/csv; charset=utf-8",
            headers: [.eTag: plan.tag])
        }
      }
    }
  }
}

extension KnownPlan {
  /// - Throws: 428 where a client doesn't say what it saw, 412 where that was another state.
  func check(_ request: Request) throws(Refusal) {
    guard let seen = request.headers[.ifMatch] else {
      throw Refusal(
        .preconditionRequired, .otherVersion,
        "say which state of the plan this changes, as If-Match: \(tag), or *")
    }
    let tags = seen.split(separator: ",").map { String($0).trimmingSpace }
    guard tags.contains("*") || tags.contains(tag) else {
      throw Refusal(
        .preconditionFailed, .otherVersion,
        "the plan was changed meanwhile; look at it again, its ETag is \(tag) now")
    }
  }

  /// The level that it lies on.
  ///
  /// - Throws: 404 where it isn't placed.
  var placedLevel: LevelKey {
    get throws(Refusal) {
      guard let level else {
        throw Refusal(.notFound, .noPlan, "the plan \"\(id)\" isn't placed yet; place it first")
      }
      return level
    }
  }

  /// Why nothing can be set on a plan that was never sent.
  var notSent: Refusal {
    Refusal(
      .conflict, .notSent,
      "the plan \"\(id)\" lies in the venue's file and was never sent here; place it anew with its "
        + "anchors, or send it")
  }
}
