import Hummingbird
import IndoorAuthoring
import IndoorJSON
import IndoorModel
import IndoorStorage

/// Radio maps: built, compared, rolled back; and the jobs that build them.
struct RadioMapRoutes {
  let services: Services

  var routes: [Route] { [build, versions, diff, rollBack, jobs, job] }

  private static let jobSchema = """
    {"type":"object","required":["id","venue","kind","state"],"properties":{"id":{"type":"string"},\
    "state":{"enum":["waiting","running","done","failed"]}}}
    """

  private var build: Route {
    Route(
      method: .post, path: "/v1/venues/{venue}/radiomap", scope: .survey, changesState: true,
      document: RouteDocument(
        summary: "Builds the radio map of all walks, as its newest version.",
        answers: [.init(status: 202, description: "The job that does it.", schema: Self.jobSchema)])
    ) { call in
      let venue = try services.store.venue(call.parameter("venue"))
      let services = services
      let job = try services.jobs.start("radiomap", of: venue.id) { progress in
        try await services.writers.inTurn(venue.id) {
          progress(.working(.readingWalks, done: 0, total: 0))
          let built = try await venue.naming {
            try await Blocking.run {
              try BuildRadioMap(venue: venue.path).run(progress: progress).json
            }
          }
          services.store.refresh()
          return JSONOutput(try JSONDocument(bytes: Array(built.utf8), name: "radiomap").root)
        }
      }
      return .json(job.json, status: .accepted, headers: [.location: "/v1/jobs/\(job.id)"])
    }
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
      let venue = try services.store.venue(call.parameter("venue"))
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
      let venue = try services.store.venue(call.parameter("venue"))
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
      let venue = try services.store.venue(call.parameter("venue"))
      let root = try JSONDocument(bytes: call.body, name: "body").root
      guard let version = root["version"]?.integer.flatMap({ Int(exactly: $0) }) else {
        throw Refusal.parameter("version: is no number of a version")
      }
      return try await services.writers.inTurn(venue.id) {
        let made = try await venue.naming {
          try await Blocking.run { try RollBackRadioMap(venue: venue.path, version: version).run() }
        }
        services.store.refresh()
        return .json(.object([("version", .integer(Int64(made)))]))
      }
    }
  }

  private var jobs: Route {
    Route(
      method: .get, path: "/v1/jobs", scope: .read,
      document: RouteDocument(
        summary: "The jobs that were asked for, the newest last.",
        query: [.init(name: "venue", schema: Schema.text, description: "Of one venue alone.")],
        answers: [
          .init(
            description: "Jobs.",
            schema: """
              {"type":"object","required":["jobs"],"properties":{"jobs":{"type":"array","items":\(Self.jobSchema)}}}
              """)
        ])
    ) { call in
      let jobs = services.jobs.list(venue: call.query["venue"])
        .filter { call.caller.sees($0.venue) }
      return .json(.object([("jobs", .array(jobs.map(\.json)))]))
    }
  }

  private var job: Route {
    Route(
      method: .get, path: "/v1/jobs/{job}", scope: .read,
      document: RouteDocument(
        summary: "How far a job is, and what came of it.",
        answers: [.init(description: "The job.", schema: Self.jobSchema)])
    ) { call in
      let id = try call.parameter("job")
      guard let job = services.jobs.find(id), call.caller.sees(job.venue) else {
        throw Refusal(.notFound, .noJob, "there is no job \"\(id)\"")
      }
      return .json(job.json)
    }
  }
}
