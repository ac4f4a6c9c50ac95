import HTTPTypes
import Hummingbird
import IndoorJSON

/// Long work that was asked for.
struct JobRoutes {
  let services: Services

  var routes: [Route] { [list, show, remove] }

  /// A job as JSON (JSON Schema).
  static let schema = """
    {"type":"object","required":["id","venue","kind","state"],"properties":{"id":{"type":"string"},\
    "state":{"enum":["waiting","running","done","failed"]}}}
    """

  /// The answer to who asked for a job.
  static func accepted(_ job: Job) -> Response {
    .json(job.json, status: .accepted, headers: [.location: "/v1/jobs/\(job.id)"])
  }

  private var list: Route {
    Route(
      method: .get, path: "/v1/jobs", scope: .read,
      document: RouteDocument(
        summary: "The jobs that were asked for, the newest last, a page at a time.",
        query: [
          .init(name: "venue", schema: Schema.text, description: "Of one venue alone."),
          .init(name: "limit", schema: Schema.limit, description: "How many at most."),
          .init(
            name: "after", schema: Schema.text,
            description: "The job behind which the page begins."),
        ],
        answers: [
          .init(
            description: "Jobs; `next` is the path of the next page.",
            schema: """
              {"type":"object","required":["jobs","next"],"properties":{"jobs":{"type":"array","items":\(Self.schema)},\
              "next":{"type":["string","null"]}}}
              """)
        ])
    ) { call in
      let limit = try call.query.integer("limit", in: 1...1000, default: 100)
      var rest = services.jobs.list(venue: call.query["venue"])[...]
        .filter { call.caller.sees($0.venue) }[...]
      if let after = call.query["after"] {
        guard let index = rest.firstIndex(where: { $0.id == after }) else {
          throw Refusal.noJob(after)
        }
        rest = rest[(index + 1)...]
      }
      let page = rest.prefix(limit)
      let venue = call.query["venue"].map { "&venue=\(PercentText.encoded($0))" } ?? ""
      let next =
        rest.count > limit
        ? page.last.map { "/v1/jobs?limit=\(limit)&after=\($0.id)\(venue)" } : nil
      return .json(
        .object([
          ("jobs", .array(page.map(\.json))), ("next", next.map { .string($0) } ?? .null),
        ]))
    }
  }

  private var show: Route {
    Route(
      method: .get, path: "/v1/jobs/{job}", scope: .read,
      document: RouteDocument(
        summary: "How far a job is, and what came of it.",
        answers: [.init(description: "The job.", schema: Self.schema)])
    ) { call in .json(try job(call).json) }
  }

  private var remove: Route {
    Route(
      method: .delete, path: "/v1/jobs/{job}", scope: .read, changesState: true,
      document: RouteDocument(
        summary: "Takes a job back that waits, or forgets one that ended.",
        answers: [.init(status: 204, description: "It is gone.", type: nil)])
    ) { call in
      let job = try job(call)
      guard call.caller.may(job.scope) else { throw Refusal.notAllowed(job.scope) }
      try services.jobs.remove(job.id)
      return Response(status: .noContent)
    }
  }

  private func job(_ call: Call) throws(Refusal) -> Job {
    let id = try call.parameter("job")
    guard let job = services.jobs.find(id), call.caller.sees(job.venue) else { throw .noJob(id) }
    return job
  }
}
