import HTTPTypes
import Hummingbird

/// One thing that can be asked of the server: where, by whom, with what body, and what then
/// happens.
struct Route: Sendable {
  let method: HTTPRequest.Method
  /// Segments, of which those in braces stand for any one: `/v1/venues/{venue}`.
  let path: String
  /// What the token has to allow; `nil` where none is needed.
  let scope: Scope?
  /// Whether it takes a token where there are some, but any will do.
  var takesAnyToken = false
  var body = BodyRule.none
  /// Whether it changes anything: what pages of other sites may not do.
  var changesState = false
  let document: RouteDocument
  let handle: @Sendable (Call) async throws -> Response
}

/// What a route is given.
struct Call: Sendable {
  let request: Request
  let parameters: [String: String]
  let query: Query
  let caller: Caller
  let body: [UInt8]

  /// A part of the path by its name in the route.
  func parameter(_ name: String) throws(Refusal) -> String {
    guard let value = parameters[name] else {
      throw Refusal(.internalServerError, .failed, "the route has no {\(name)}")
    }
    return value
  }
}

/// Finds the route of a request.
struct RouteTable: Sendable {
  let routes: [Route]
  private let segments: [[Segment]]

  private enum Segment: Sendable {
    case fixed(String)
    /// Anything that ends so, by a name: `{y}.png`.
    case any(String, ending: String)
  }

  init(_ routes: [Route]) {
    self.routes = routes
    segments = routes.map { route in
      Self.split(route.path).map { text in
        guard text.hasPrefix("{"), let end = text.firstIndex(of: "}") else {
          return .fixed(String(text))
        }
        return .any(
          String(text[..<end].dropFirst()), ending: String(text[text.index(after: end)...]))
      }
    }
  }

  private static func split(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
  }

  /// The route of a method and a path, and what stands for its braces. HEAD is answered as GET is.
  ///
  /// - Throws: 404, and 405 with the methods that there are.
  func find(
    _ method: HTTPRequest.Method, _ path: String
  ) throws(Refusal) -> (Route, [String: String]) {
    let parts = Self.split(path)
    let wanted = method == .head ? .get : method
    var others: [String] = []
    for (route, segments) in zip(routes, segments) {
      guard let found = Self.match(parts, segments) else { continue }
      if route.method == wanted { return (route, found) }
      others.append(route.method.rawValue)
    }
    guard !others.isEmpty else {
      throw Refusal(.notFound, .noRoute, "there is nothing here; /openapi.json says what there is")
    }
    if others.contains("GET") { others.append("HEAD") }
    var refusal = Refusal(
      .methodNotAllowed, .noMethod, "this takes \(others.joined(separator: ", ")) alone")
    refusal.headers[.allow] = others.joined(separator: ", ")
    throw refusal
  }

  private static func match(_ parts: [Substring], _ segments: [Segment]) -> [String: String]? {
    guard parts.count == segments.count else { return nil }
    var found: [String: String] = [:]
    for (part, segment) in zip(parts, segments) {
      switch segment {
      case .fixed(let text): if part != text { return nil }
      case .any(let name, let ending):
        guard let text = PercentText.decoded(part), text.hasSuffix(ending),
          text.utf8.count > ending.utf8.count
        else { return nil }
        found[name] = String(text.dropLast(ending.count))
      }
    }
    return found
  }
}
