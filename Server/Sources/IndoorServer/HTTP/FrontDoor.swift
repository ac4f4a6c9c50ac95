import HTTPTypes
import Hummingbird
import IndoorModel
import Logging
import NIOCore

/// What is known of a request beside itself: the connection that it came by.
struct RequestSource: RequestContext {
  var coreContext: CoreRequestContextStorage
  let address: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = source.channel.remoteAddress
  }
}

/// The one way of every request: its route is found, the guard lets it in, its body is read, the
/// route answers. What fails on the way becomes a problem.
struct FrontDoor: HTTPResponder {
  let table: RouteTable
  /// `nil` where there are none.
  let pages: Pages?
  let gate: Gate
  let room: BodyRoom
  let metrics: ServerMetrics
  let logger: Logger

  func respond(to request: Request, context: RequestSource) async throws -> Response {
    let start = ContinuousClock.now
    var path = "unknown"
    var known: (route: Route, venue: String?, token: String?)?
    var response: Response
    do {
      try gate.checkHost(of: request)
      let (route, parameters) =
        try pages?.route(of: request).map { ($0, [:]) }
        ?? table.find(request.method, request.uri.path)
      path = route.path
      let query = Query(request.uri.query)
      let caller = try gate.admit(
        request, to: route, venue: parameters["venue"], key: query["key"], from: context.address)
      known = (route, parameters["venue"], caller.token?.name)
      let part = BodyRoom.Part(of: room)
      defer { withExtendedLifetime(part) {} }
      let body = try await route.body.read(request, into: part)
      response = try await route.handle(
        Call(
          request: request, parameters: parameters, query: query, caller: caller, body: body))
    } catch let problem as NamedProblem {
      response = problem.problem.response
    } catch let error as any IndoorError {
      response = Problem(error).response
    } catch is CancellationError {
      response = Problem(Refusal(.serviceUnavailable, .failed, "the server is stopping")).response
    } catch {
      logger.error("a request failed", metadata: ["route": "\(path)", "error": "\(error)"])
      response = Problem(Refusal(.internalServerError, .failed, "the server failed")).response
    }
    response.headers[.xContentTypeOptions] = "nosniff"
    if [.noContent, .notModified].contains(response.status) {
      response.headers[.contentLength] = nil
    }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    let seconds = (ContinuousClock.now - start).seconds
    metrics.count(path, request.method, response.status, seconds: seconds)
    if let known { log(request, known, response.status, seconds) }
    return request.method == .head ? response.headOnly : response
  }
}

extension FrontDoor {
  /// Notes a request: what it asked of which venue by which token, and what came of it. Addresses,
  /// ids of sessions and devices, keys and bodies are nowhere in it.
  private func log(
    _ request: Request, _ known: (route: Route, venue: String?, token: String?),
    _ status: HTTPResponse.Status, _ seconds: Double
  ) {
    // What authors do is rare and worth knowing; what devices ask is counted.
    let isChange =
      known.route.changesState && [.survey, .align, .admin].contains(known.route.scope)
    let level: Logger.Level = status.code >= 500 ? .warning : isChange ? .info : .debug
    guard logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = [
      "method": "\(request.method.rawValue)", "route": "\(known.route.path)",
      "status": "\(status.code)", "milliseconds": "\(Int((seconds * 1000).rounded()))",
    ]
    if let venue = known.venue, VenueFolder.isID(venue) { metadata["venue"] = "\(venue)" }
    if let token = known.token { metadata["token"] = "\(token)" }
    logger.log(level: level, "request", metadata: metadata)
  }
}

/// A problem that names files as their users do.
struct NamedProblem: Error {
  let problem: Problem
}

extension Duration {
  /// In seconds.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
