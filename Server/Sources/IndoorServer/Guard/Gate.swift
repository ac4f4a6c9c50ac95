import HTTPTypes
import Hummingbird
import NIOCore

/// Lets requests in: by the host that they name, the page that sent them, the token that they bring
/// and how many there are.
struct Gate: Sendable {
  let exposure: Exposure
  let tokens: TokenBook
  let limiter: RateLimiter

  /// Refuses requests to this machine alone that name another host: a page on a name that was made
  /// to lead here (DNS rebinding).
  func checkHost(of request: Request) throws(Refusal) {
    guard case .loopback = exposure else { return }
    let name = Self.host(request.head.authority ?? "")
    let isOwn =
      ["127.0.0.1", "localhost", "[::1]"].contains(name)
      || (try? SocketAddress(ipAddress: name, port: 0))?.isLoopback == true
    guard isOwn else {
      throw Refusal(
        .misdirectedRequest, .foreignHost,
        "this server is 127.0.0.1 or localhost, and no \"\(name)\"")
    }
  }

  /// A host without its port.
  private static func host(_ authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("[") { return String(text.prefix { $0 != "]" }) + "]" }
    return String(text.prefix { $0 != ":" })
  }

  /// Who asks, where that is allowed.
  ///
  /// - Parameters:
  ///   - venue: the venue of the path.
  ///   - key: the token in the query, which counts where clients can't send it otherwise.
  /// - Throws: 403 for a page of another site or a scope that is missing, 401 without a token, 429.
  func admit(
    _ request: Request, to route: Route, venue: String?, key: String?, from address: SocketAddress?
  ) throws(Refusal) -> Caller {
    if route.changesState { try checkOrigin(of: request) }
    let caller = try caller(
      of: request, key: route.takesKey ? key : nil,
      needsToken: route.scope != nil || route.takesAnyToken, address)
    if let wait = limiter.take(caller.key) {
      throw Refusal(.tooManyRequests, .tooManyRequests, "too many requests; wait a little")
        .retried(after: Self.seconds(wait))
    }
    if let scope = route.scope, !caller.may(scope) { throw .notAllowed(scope) }
    // Whose business a venue isn't needn't know that it is there.
    if let venue, !caller.sees(venue) { throw .noVenue(venue) }
    return caller
  }

  private func caller(
    of request: Request, key: String?, needsToken: Bool, _ address: SocketAddress?
  ) throws(Refusal) -> Caller {
    let place = place(of: request, address)
    guard tokens.isNeeded, needsToken else { return Caller(key: place, token: nil) }
    let sent = Self.bearer(request.headers[.authorization]) ?? key
    guard let text = sent ?? TokenCookie.token(of: request) else {
      // Guesses are counted too.
      try count(place)
      throw .noToken("this takes a token; send it as Authorization: Bearer TOKEN")
    }
    guard let token = tokens.token(text) else {
      try count(place)
      throw .noToken("the token is none that counts here; ask for a new one")
    }
    return Caller(key: "token \(token.name)", token: token)
  }

  private func count(_ place: String) throws(Refusal) {
    guard let wait = limiter.take(place) else { return }
    throw Refusal(.tooManyRequests, .tooManyRequests, "too many requests; wait a little")
      .retried(after: Self.seconds(wait))
  }

  /// Whole seconds to wait: a day at most, however few requests are allowed.
  private static func seconds(_ wait: Double) -> Int { Int(min(wait, 86_400).rounded(.up)) }

  /// The address that a request comes from; behind a proxy the one that it tells of.
  private func place(of request: Request, _ address: SocketAddress?) -> String {
    if case .proxied = exposure, let name = HTTPField.Name("X-Forwarded-For"),
      let last = request.headers[name]?.split(separator: ",").last
    {
      return String(last).trimmingSpace
    }
    return address?.ipAddress ?? ""
  }

  private static func bearer(_ header: String?) -> String? {
    guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
    return String(header.dropFirst(7)).trimmingSpace
  }

  /// A browser says which page a request comes from; programs say nothing.
  private func checkOrigin(of request: Request) throws(Refusal) {
    let foreign = Refusal(
      .forbidden, .foreignOrigin, "a page of another site sent this; open the server's own")
    if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name],
      !["same-origin", "none"].contains(site)
    {
      throw foreign
    }
    if let origin = request.headers[.origin] {
      guard let slashes = origin.firstRange(of: "://"),
        origin[slashes.upperBound...].lowercased() == request.head.authority?.lowercased()
      else { throw foreign }
    }
  }
}

extension Route {
  /// Whether the token may stand in the query: clients of other people's routes can't send it
  /// otherwise.
  var takesKey: Bool { path == "/v1/geolocate" }
}

extension Refusal {
  static func noToken(_ message: String) -> Refusal {
    var refusal = Refusal(.unauthorized, .noToken, message)
    refusal.headers[.wwwAuthenticate] = "Bearer"
    return refusal
  }

  static func notAllowed(_ scope: Scope) -> Refusal {
    Refusal(
      .forbidden, .notAllowed,
      "the token doesn't allow this; it takes the scope \(scope.rawValue)")
  }

  static func noVenue(_ id: String) -> Refusal {
    Refusal(
      .notFound, .noVenue, "there is no venue \"\(id)\"; /v1/venues lists those that there are")
  }
}
