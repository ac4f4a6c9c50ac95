import IndoorGeometry
import HTTPTypes
import Hummingbird
import IndoorAlignment
import IndoorAuthoring
import IndoorJSON
import IndoorModel
import IndoorStorage

/// Plans on the ground: tried, placed, laid on walls, tied to each other.
struct PlacementRoutes {
  let services: Services

  var routes: [Route] { [fit, place, auto, alignLevels] }

  private static let schema = """
    {"type":"object","required":["page","model","pageToLocal","anchors","warnings"],"properties":{\
    "page":{"type":"object"},"model":{"type":"string"},"pageToLocal":{"type":"array","items":{"type":"number"}},\
    "anchors":{"type":"array"},"warnings":{"type":"array"}}}
    """

  private static func body(_ more: String, required: String = "") -> String {
    """
    {"type":"object","required":[\(required)],"properties":{"anchors":\(AnchorReader.schema),\
    "page":{"type":"integer","minimum":1,"maximum":100000},"convention":{"enum":["metric","mapkit"]},\
    "robust":{"type":"boolean"},"declaredScale":{"type":"number","exclusiveMinimum":0,"maximum":1000000},\
    "building":{"type":"string"},\(more)}}
    """
  }

  // MARK: Anchors

  private var fit: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/plans/{plan}/fit", scope: .align,
      body: .json(maximum: 1 << 20),
      document: RouteDocument(
        summary:
          "Where a plan would lie by these anchors, and how wrong that may be; nothing is stored.",
        body: Self.body("\"level\":{\"type\":\"integer\"}", required: "\"anchors\""),
        answers: [
          .init(description: "As `indoor align --json` prints it.", schema: Self.schema)
        ])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      let body = try BodyNode(call.body)
      return try await venue.naming {
        try await Blocking.run {
          let plan = try KnownPlan.find(id, of: venue, services.plans)
          var placing = try placing(plan, of: venue, body)
          if try VenueFile.open(venue.path, readOnly: true).hasVenue() {
            placing.venue = venue.path
          }
          return .json(try placing.run().json + "\n")
        }
      }
    }
  }

  private var place: Route {
    Route(
      method: .put, path: "/v1/venues/{venue}/plans/{plan}/placement", scope: .align,
      body: .json(maximum: 1 << 20), changesState: true,
      document: RouteDocument(
        summary: "Places a plan on a level by these anchors, or those that were set on it.",
        query: [PlanRoutes.ifMatch],
        body: Self.body(
          "\"level\":{\"type\":\"integer\"},\"label\":{\"type\":\"string\"},\"force\":{\"type\":\"boolean\"}",
          required: "\"level\""),
        answers: [
          .init(description: "As `indoor align --json` prints it.", schema: Self.schema)
        ])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      let body = try BodyNode(call.body)
      return try await services.writers.inTurn(venue.id) {
        let (json, tag) = try await venue.naming {
          try await Blocking.run {
            let plan = try KnownPlan.find(id, of: venue, services.plans)
            try plan.check(call.request)
            var placing = try placing(plan, of: venue, body)
            guard placing.level != nil else {
              throw Refusal.parameter("level: is missing; name the level's ordinal")
            }
            (placing.store, placing.storesAnyway) = (venue.path, try body.flag("force"))
            placing.label = try body.text("label")
            let placed = try placing.run()
            try keep(placed, of: plan, in: venue)
            return (placed.json, try KnownPlan.find(id, of: venue, services.plans).tag)
          }
        }
        try await services.store.keep(venue.id, by: call.caller.name)
        return .json(json + "\n", headers: [.eTag: tag])
      }
    }
  }

  /// What the use case is told of a plan by a body.
  private func placing(
    _ plan: KnownPlan, of venue: ServedVenue, _ body: BodyNode
  ) throws -> PlacePlan {
    let page = try body.integer("page", in: 1...100_000) ?? plan.page
    var placing = PlacePlan(plan: plan.name)
    if let entry = plan.entry {
      placing.source = try services.pages.page(page, sha256: entry.sha256, name: plan.name) {
        try plan.bytes(of: venue, services.plans)
      }
    } else {
      placing.source = try services.pages.page(
        page, of: plan.bytes(of: venue, services.plans), name: plan.name)
    }
    placing.points = try AnchorReader.anchors(body) ?? plan.anchors
    placing.convention = try AnchorReader.convention(body)
    placing.isRobust = try body.flag("robust")
    placing.declaredScale = try body.number("declaredScale", in: 1e-6...1e6)
    placing.level = try body.integer("level", in: -1000...1000)
    placing.building = try body.text("building")
    return placing
  }

  /// Notes on the shelf where a plan lies.
  private func keep(_ placed: PlacePlan.Result, of plan: KnownPlan, in venue: ServedVenue) throws {
    let level = placed.plan.placement.level
    // A level has one plan: what lay there lies there no more.
    for var other in services.plans.entries(of: venue.id)
    where other.level == level && other.id != plan.id {
      other.level = nil
      try services.plans.save(other, of: venue.id)
    }
    guard var entry = plan.entry else { return }
    entry.level = level
    entry.page = placed.plan.placement.page.number
    if !placed.plan.placement.anchors.isEmpty { entry.anchors = placed.plan.placement.anchors }
    try services.plans.save(entry, of: venue.id)
  }

  // MARK: Walls

  private var auto: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/plans/{plan}/auto", scope: .align,
      body: .json(maximum: 1 << 20), changesState: true,
      document: RouteDocument(
        summary:
          "Lays a plan's own lines on the venue's walls; with anchors, from where those put it.",
        body: Self.body(
          "\"level\":{\"type\":\"integer\"},\"notMirrored\":{\"type\":\"boolean\"},"
            + "\"upDegrees\":{\"type\":\"number\"},\"store\":{\"type\":\"boolean\"}"),
        bodyIsOptional: true,
        answers: [
          .init(
            status: 202,
            description:
              "The job; its result is the placement, or why it is open, with candidates.",
            schema: JobRoutes.schema)
        ])
    ) { call in
      let id = try call.parameter("plan")
      let venue = try await services.store.venue(call.parameter("venue"))
      let body = try BodyNode(call.body)
      let services = services
      var placing = try await venue.naming {
        try await Blocking.run {
          try self.placing(
            try KnownPlan.find(id, of: venue, services.plans), of: venue, body)
        }
      }
      placing.points = try AnchorReader.anchors(body) ?? []
      (placing.isAutomatic, placing.isRefined) = (placing.points.isEmpty, !placing.points.isEmpty)
      placing.isNotMirrored = try body.flag("notMirrored")
      placing.upDegrees = try body.number("upDegrees", in: -360...360)
      placing.venue = venue.path
      if try body.flag("store") { placing.store = venue.path }
      guard placing.isAutomatic || placing.level != nil else {
        throw Refusal.parameter("level: is missing; with anchors, name the level's ordinal")
      }
      let job = try services.jobs.start("auto", of: venue.id, scope: .align) { [placing] job in
        try await services.writers.inTurn(venue.id) {
          let json = try await venue.naming {
            try await Blocking.work {
              try job.begin()
              return try self.lay(placing, id, in: venue, job.progress)
            }
          }
          try await services.store.keep(venue.id, by: call.caller.name)
          return JSONOutput(try JSONDocument(bytes: Array(json.utf8), name: "placement").root)
        }
      }
      return JobRoutes.accepted(job)
    }
  }

  /// Where the plan lies, or the places between which that is open.
  private func lay(
    _ placing: PlacePlan, _ id: String, in venue: ServedVenue, _ progress: @escaping ProgressHandler
  ) throws -> String {
    do {
      // One that was taken away before its turn came lies nowhere.
      let plan = try KnownPlan.find(id, of: venue, services.plans)
      let placed = try placing.run(progress: progress)
      if placing.store != nil { try keep(placed, of: plan, in: venue) }
      return placed.json
    } catch let error as AlignmentError where !error.candidates.isEmpty {
      return PlacePlan.json(of: error)
    }
  }

  private var alignLevels: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/plans/align-levels", scope: .align,
      body: .json(maximum: 64 << 10), changesState: true,
      document: RouteDocument(
        summary:
          "Places a building's plans together, so that lifts and stairs stand above each other.",
        body: """
          {"type":"object","properties":{"building":{"type":"string"},"ties":{"type":"array","items":{"type":"string"}},\
          "givenOnly":{"type":"boolean"},"robust":{"type":"boolean"},"dryRun":{"type":"boolean"}}}
          """, bodyIsOptional: true,
        answers: [
          .init(
            description: "As `indoor plan align-levels --json` prints it.",
            schema: "{\"type\":\"object\"}")
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let body = try BodyNode(call.body)
      var tying = TieLevels(venue: venue.path)
      tying.building = try body.text("building")
      let ties = body.member("ties")
      guard ties.map({ $0.kind == .array }) ?? true else {
        throw Refusal.parameter("ties: is no list; send a list of texts")
      }
      for node in ties.map({ Array($0.elements.prefix(1000)) }) ?? [] {
        guard let text = node.string else { throw Refusal.parameter("ties: has what is no text") }
        try tying.add(tie: text)
      }
      tying.looksForConnectors = !(try body.flag("givenOnly"))
      tying.isRobust = try body.flag("robust")
      tying.stores = !(try body.flag("dryRun"))
      return try await services.writers.inTurn(venue.id) { [tying] in
        let json = try await venue.naming { try await Blocking.work { try tying.run().json } }
        try await services.store.keep(venue.id, by: call.caller.name)
        return .json(json + "\n")
      }
    }
  }
}
