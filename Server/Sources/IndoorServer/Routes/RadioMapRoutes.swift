import IndoorSurveying
import Hummingbird
import IndoorAuthoring
import IndoorJSON
import IndoorModel
import IndoorStorage

/// Radio maps: built, tried, compared, rolled back.
struct RadioMapRoutes {
  let services: Services

  var routes: [Route] { [build, evaluate, versions, diff, rollBack] }

  private var build: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/radiomap", scope: .survey, changesState: true,
      document: RouteDocument(
        summary: "Builds the radio map of all walks, as its newest version.",
        answers: [
          .init(status: 202, description: "The job that does it.", schema: JobRoutes.schema)
        ])
    ) { call in
      let venue = try await services.store.surveyed(call.parameter("venue"))
      let services = services
      let job = try services.jobs.start("radiomap", of: venue.id, scope: .survey) { job in
        try await services.writers.inTurn(venue.id) {
          let built = try await venue.naming {
            try await Blocking.work {
              try job.begin()
              return try BuildRadioMap(venue: venue.path).run(progress: job.progress).json
            }
          }
          try await services.store.keep(venue.id, by: call.caller.name)
          return JSONOutput(try JSONDocument(bytes: Array(built.utf8), name: "radiomap").root)
        }
      }
      return JobRoutes.accepted(job)
    }
  }

  private var evaluate: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/radiomap/evaluate", scope: .survey,
      body: .json(maximum: 4096), changesState: true,
      document: RouteDocument(
        summary:
          "Tries the radio map on the survey's own scans, each without what belongs with it.",
        body: """
          {"type":"object","properties":{"leaveOut":{"enum":["walks","devices","days","areas","scans"]},\
          "unheard":{"type":"number","minimum":0,"maximum":1},"seed":{"type":"integer","minimum":0}}}
          """,
        bodyIsOptional: true,
        answers: [
          .init(
            status: 202,
            description: "The job; its result is as `indoor radiomap evaluate --json` prints it.",
            schema: JobRoutes.schema)
        ])
    ) { call in
      let venue = try await services.store.surveyed(call.parameter("venue"))
      let evaluation = try Self.evaluation(of: venue, call.body)
      let job = try services.jobs.start("evaluate", of: venue.id, scope: .survey) { job in
        let json = try await venue.naming {
          try await Blocking.work {
            try job.begin()
            return try evaluation.run(progress: job.progress).json
          }
        }
        return JSONOutput(try JSONDocument(bytes: Array(json.utf8), name: "evaluation").root)
      }
      return JobRoutes.accepted(job)
    }
  }

  private static func evaluation(
    of venue: ServedVenue, _ body: [UInt8]
  ) throws -> EvaluateRadioMap {
    var evaluation = EvaluateRadioMap(venue: venue.path)
    guard !body.isEmpty else { return evaluation }
    let root = try BodyNode(body)
    if let word = try root.text("leaveOut") {
      guard let kind = EvaluateRadioMap.LeaveOut(rawValue: word) else {
        throw Refusal.parameter(
          "leaveOut: there is no \"\(word)\"; "
            + EvaluateRadioMap.LeaveOut.allCases.map(\.rawValue).joined(separator: ", "))
      }
      evaluation.scans = .leavingOut(kind)
    }
    evaluation.unheard = try root.number("unheard", in: 0...1) ?? 0
    if let seed = try root.integer("seed", in: 0...Int(Int32.max)) {
      evaluation.seed = UInt64(seed)
    }
    return evaluation
  }

  private var versions: Route {
    Route(
      method: .get, path: "/v1/venues/{venue}/radiomap/versions", scope: .read,
      document: RouteDocument(
        summary: "The versions of the radio map, the oldest first.",
        answers: [
          .init(
            description: "Versions.",
            schema: """
              {"type":"object","required":["versions"],"properties":{"versions":{"type":"array",\
              "items":{"type":"object","required":["version","created"]}}}}
              """)
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let versions = try await venue.naming {
        try await Blocking.run {
          try VenueFile.open(venue.path, readOnly: true).radioMapVersions()
        }
      }
      return .json(
        .object([
          (
            "versions",
            .array(
              versions.map {
                .object([
                  ("version", .integer(Int64($0.number))), ("created", .string($0.created)),
                  ("rows", .integer(Int64($0.rowCount))),
                  ("transmitters", .integer(Int64($0.transmitterCount))),
                ])
              })
          )
        ]))
    }
  }

  private var diff: Route {
    let version = "{\"type\":\"integer\",\"minimum\":1}"
    return Route(
      method: .get, path: "/v1/venues/{venue}/radiomap/diff", scope: .read,
      document: RouteDocument(
        summary: "What changed from one version to another.",
        query: [
          .init(name: "from", schema: version, description: "The version to compare from."),
          .init(name: "to", schema: version, description: "The version to compare to."),
        ],
        answers: [.init(description: "As `indoor radiomap diff --json` prints it.")])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let from = try call.query.integer("from", in: 1...Int(Int32.max), default: 0)
      let to = try call.query.integer("to", in: 1...Int(Int32.max), default: 0)
      guard from > 0, to > 0 else { throw Refusal.parameter("from and to: name two versions") }
      return .json(
        try await venue.naming {
          try await Blocking.run {
            try CompareRadioMaps(venue: venue.path, from: from, to: to).run().json
          }
        } + "\n")
    }
  }

  private var rollBack: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/radiomap/rollback", scope: .survey,
      body: .json(maximum: 4096), changesState: true,
      document: RouteDocument(
        summary: "Makes an earlier version the newest again.",
        body: """
          {"type":"object","required":["version"],"properties":{"version":{"type":"integer","minimum":1}}}
          """,
        answers: [
          .init(
            description: "The number under which it comes back.",
            schema: "{\"type\":\"object\",\"required\":[\"version\"]}")
        ])
    ) { call in
      let venue = try await services.store.venue(call.parameter("venue"))
      let root = try JSONDocument(bytes: call.body, name: "body").root
      guard let version = root["version"]?.integer.flatMap({ Int(exactly: $0) }) else {
        throw Refusal.parameter("version: is no number of a version")
      }
      return try await services.writers.inTurn(venue.id) {
        let made = try await venue.naming {
          try await Blocking.run { try RollBackRadioMap(venue: venue.path, version: version).run() }
        }
        try await services.store.keep(venue.id, by: call.caller.name)
        return .json(.object([("version", .integer(Int64(made)))]))
      }
    }
  }
}
