import IndoorAlignment
import IndoorAuthoring
import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Reads what a plan is placed by.
enum AnchorReader {
  /// Anchors beyond this number are a mistake: a fit gains nothing from them.
  private static let most = 1000

  /// `[{"page": [x, y], "latitude", "longitude", "name"?, "sigmaMetres"?, "sigmaPage"?}]`; `nil`
  /// where the member is missing.
  ///
  /// - Throws: 422 for what is no anchor.
  static func anchors(_ body: BodyNode) throws(Refusal) -> [Anchor]? {
    guard let list = body.member("anchors") else { return nil }
    guard list.kind == .array else { throw .parameter("anchors: is no list") }
    var anchors: [Anchor] = []
    for (index, node) in list.elements.enumerated() {
      guard index < most else { throw .parameter("anchors: are over \(most); send fewer") }
      anchors.append(try anchor(node, "anchors[\(index)]"))
    }
    return anchors
  }

  private static func anchor(_ node: JSONNode, _ place: String) throws(Refusal) -> Anchor {
    let page = node["page"].map { $0.elements.prefix(3).map { $0.number ?? .nan } } ?? []
    guard page.count == 2, page.allSatisfy({ abs($0) < 1e9 }) else {
      throw .parameter("\(place).page: is no point [x, y] of the page")
    }
    guard let latitude = node["latitude"]?.number, let longitude = node["longitude"]?.number,
      abs(latitude) <= 89, abs(longitude) <= 180
    else {
      throw .parameter(
        "\(place): has no latitude and longitude within ±89 and ±180; are they swapped?")
    }
    return Anchor(
      page: PagePoint(x: page[0], y: page[1]),
      coordinate: Coordinate(latitude: latitude, longitude: longitude),
      name: node["name"]?.string.map { String($0.prefix(200)) },
      sigmaMetres: try sigma("sigmaMetres", node, place),
      sigmaPage: try sigma("sigmaPage", node, place))
  }

  private static func sigma(
    _ name: String, _ node: JSONNode, _ place: String
  ) throws(Refusal) -> Double? {
    guard let value = node[name], value.kind != .null else { return nil }
    guard let sigma = value.number, sigma >= 0, sigma < 1e6 else {
      throw .parameter("\(place).\(name): is no number of at least 0")
    }
    return sigma
  }

  /// How a page is placed by its anchors.
  ///
  /// - Throws: 422 for a word that is none.
  static func convention(_ body: BodyNode) throws(Refusal) -> PlacePlan.Convention {
    guard let word = try body.text("convention") else { return .metric }
    guard let convention = PlacePlan.Convention(rawValue: word) else {
      throw .parameter("convention: there is no \"\(word)\"; metric, mapkit")
    }
    return convention
  }

  /// The schema of a list of anchors.
  static let schema = """
    {"type":"array","maxItems":1000,"items":{"type":"object","required":["page","latitude","longitude"],"properties":{\
    "page":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2},"latitude":{"type":"number"},\
    "longitude":{"type":"number"},"name":{"type":"string"},"sigmaMetres":{"type":["number","null"]},\
    "sigmaPage":{"type":["number","null"]}}}}
    """
}
