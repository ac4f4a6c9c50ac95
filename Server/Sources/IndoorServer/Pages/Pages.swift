import HTTPTypes
import Hummingbird
import IndoorJSON

/// The workbench: pages for people. They hold nothing of any venue and need no token; what they
/// show they ask of the other routes.
struct Pages: Sendable {
  private let files: [String: WebFolder.File]
  private let hasMapLibre: Bool
  private let policy: String

  /// Pages that belong to a venue: `/v/museum/live`.
  private static let ofVenue: Set = ["align", "survey", "live"]

  /// What pages may load and do: nothing from anywhere but here, and from the base map's server
  /// where there is one.
  static func policy(_ baseMap: BaseMap?) -> String {
    let more = baseMap.map { " \($0.origin)" } ?? ""
    return "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'\(more); "
      + "img-src 'self' data: blob:\(more); worker-src 'self' blob:; frame-ancestors 'none'; "
      + "base-uri 'none'; form-action 'none'"
  }

  init(_ folder: WebFolder, baseMap: BaseMap?) {
    hasMapLibre = folder.hasMapLibre
    policy = Self.policy(baseMap)
    var files = folder.files
    let settings = JSONOutput.object([
      ("baseMap", baseMap.map { .string($0.tiles) } ?? .null), ("mapLibre", .bool(hasMapLibre)),
    ])
    files["settings.json"] = .init(
      Array((settings.text() + "\n").utf8), type: "application/json")
    self.files = files
  }

  /// What to do where the map's program is missing.
  static let mapLibreMissing =
    "MapLibre GL JS is missing, so that pages have no map: \"make setup-web\" fetches it; then start the server again"

  /// What is said when the server starts; `nil` where there is nothing to say.
  var remark: String? { hasMapLibre ? nil : Self.mapLibreMissing }

  /// The route of a page or of a file of one; `nil` for everything else.
  func route(of request: Request) -> Route? {
    guard [.get, .head].contains(request.method) else { return nil }
    let path = request.uri.path
    if path == "/" {
      // Who reads text, as curl does, gets the list of venues.
      guard request.headers[.accept]?.contains("text/html") == true else { return nil }
      return route("/", page: "home")
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if parts.count == 3, parts.first == "v", let page = parts.last.map(String.init) {
      guard Self.ofVenue.contains(page) else { return nil }
      return route("/v/{venue}/\(page)", page: page)
    }
    guard path.hasPrefix("/web/") else { return nil }
    let name = String(path.dropFirst("/web/".count))
    if let file = files[name] { return route("/web/{file}", file) }
    guard name.hasPrefix("maplibre/"), !hasMapLibre else { return nil }
    return made("/web/{file}") { _ in
      throw Refusal(.notFound, .noRoute, Self.mapLibreMissing)
    }
  }

  private func route(_ path: String, page: String) -> Route? {
    files["\(page)/index.html"].map { route(path, $0) }
  }

  private func route(_ path: String, _ file: WebFolder.File) -> Route {
    let policy = policy
    return made(path) { call in
      var headers: HTTPFields = [
        .eTag: file.tag, .cacheControl: "no-cache", .contentSecurityPolicy: policy,
      ]
      if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
      if path == "/" { headers[.vary] = "Accept" }
      if let known = call.request.headers[.ifNoneMatch], FileAnswer.lists(known, file.tag) {
        return Response(status: .notModified, headers: headers)
      }
      return .bytes(file.bytes, type: file.type, headers: headers)
    }
  }

  /// Pages aren't in the description of the interface, which is for programs.
  private func made(
    _ path: String, _ handle: @escaping @Sendable (Call) async throws -> Response
  ) -> Route {
    Route(
      method: .get, path: path, scope: nil, document: RouteDocument(summary: "", answers: []),
      handle: handle)
  }
}
