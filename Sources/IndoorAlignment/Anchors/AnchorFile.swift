internal import IndoorGeometry
internal import IndoorJSON
public import IndoorModel

/// A GeoJSON FeatureCollection of Points (or MultiPoints of one), each with `page: [x, y]` in its
/// properties and, if it helps, `name`, `sigmaMetres` and `sigmaPage`. Where a member `crs` names a
/// system by an EPSG code, as in GeoJSON of 2008, the Points are converted from it.
public enum AnchorFile {
  /// Anchors beyond this number are a mistake: a fit gains nothing from them.
  static let maximumAnchors = 10_000
  /// Units or pixels from the page's origin beyond which no page goes.
  private static let maximumPage = 1e9
  /// Bytes of a name beyond which it is a mistake, and lines that show it have no end.
  private static let maximumName = 1000

  /// Reads the anchors in the file's order.
  ///
  /// - Throws: a sentence with file and line where it is no such file or an anchor is wrong.
  public static func read(_ path: String) throws(AlignmentError) -> [Anchor] {
    try read(bytes: try bytes(of: path), name: path)
  }

  static func bytes(
    of path: String, waiting: (_ path: String) -> Void = { _ in }
  ) throws(AlignmentError) -> [UInt8] {
    try BoundedFile.read(
      path, limit: 16 << 20, remedy: "give the anchors alone, one Point each", waiting: waiting)
  }

  /// Reads the anchors of bytes; `name` begins the messages.
  public static func read(bytes: [UInt8], name: String) throws(AlignmentError) -> [Anchor] {
    try features(bytes: bytes, name: name).anchors
  }

  /// The same with sigmas no smaller than their places are written, and what their reader should
  /// know.
  static func written(
    bytes: [UInt8], name: String
  ) throws(AlignmentError) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    let read = try features(bytes: bytes, name: name)
    let written = WrittenDigits.finest(read.digits)?.applied(
      to: read.anchors, from: name, in: read.system)
    return (written?.anchors ?? read.anchors, read.warnings + (written?.warnings ?? []))
  }

  private static func features(
    bytes: [UInt8], name: String
  ) throws(AlignmentError) -> (
    anchors: [Anchor], warnings: [AlignmentWarning], digits: [WrittenDigits],
    system: ReferenceSystem?
  ) {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes: bytes, name: name)
    } catch {
      throw AlignmentError(.badAnchor, error.message)
    }
    guard document.root["type"]?.string == "FeatureCollection",
      let features = document.root["features"], features.kind == .array
    else { throw .notAnchors(name) }
    var anchors: [Anchor] = []
    var warnings: [AlignmentWarning] = []
    var digits: [WrittenDigits] = []
    for (index, feature) in features.elements.enumerated() {
      guard anchors.count < maximumAnchors else { throw .tooManyAnchors(name) }
      do {
        let system = system(of: feature, in: document.root["crs"])
        let anchor = try anchor(of: feature, in: system)
        anchors.append(anchor)
        digits += try Self.digits(of: feature)
        // Systems are few, and each says it once.
        if warnings.isEmpty, case .epsg = system {
          warnings = try ReferenceSystem.named(system.name).inexactness(of: [anchor])
        }
      } catch {
        let line = document.line(ofElement: index, in: "features").map { ":\($0)" } ?? ""
        throw AlignmentError(error.code, "\(name)\(line): feature \(index + 1): \(error.message)")
      }
    }
    let first = features.elements.first { _ in true }
    let said = first.map { Self.system(of: $0, in: document.root["crs"]) }
    return (anchors, warnings, digits, try said.flatMap(named))
  }

  /// The reference system of numbers that aren't degrees of WGS 84.
  private static func named(
    _ system: GeoJSONReferenceSystem
  ) throws(AlignmentError) -> ReferenceSystem? {
    if case .epsg = system { try ReferenceSystem.named(system.name) } else { nil }
  }

  /// To which digit a feature's two numbers are written.
  private static func digits(of feature: JSONNode) throws(AlignmentError) -> [WrittenDigits] {
    guard let geometry = feature["geometry"], let place = try position(of: geometry) else {
      return []
    }
    return place.elements.prefix(2).compactMap { $0.digits ?? $0.string }.map {
      WrittenDigits(of: $0)
    }
  }

  /// What a feature's numbers are in: its own member `crs`, or its file's.
  private static func system(
    of feature: JSONNode, in member: JSONNode?
  ) -> GeoJSONReferenceSystem {
    let members = [feature["geometry"]?["crs"], feature["crs"], member]
    return GeoJSONReferenceSystem(members.compactMap { $0 }.first { !$0.isNull })
  }

  private static func anchor(
    of feature: JSONNode, in system: GeoJSONReferenceSystem
  ) throws(AlignmentError) -> Anchor {
    guard feature["type"]?.string == "Feature", let geometry = feature["geometry"],
      let place = pair(try position(of: geometry))
    else { throw .badAnchorFeature("is no Feature with a Point") }
    for object in [feature, feature["properties"], geometry] {
      if let name = object?.repeatedName { throw .badAnchorFeature("has \"\(name)\" twice") }
    }
    guard let properties = feature["properties"], let written = properties["page"], !written.isNull
    else { throw .badAnchorFeature("has no \"page\": [x, y] in its properties") }
    guard let page = Self.page(written) else {
      throw .badAnchorFeature("has a \"page\" that isn't [x, y], the two numbers of a page point")
    }
    guard max(abs(page.0), abs(page.1)) < maximumPage else {
      throw .badAnchorFeature("has a page point that lies beyond any page")
    }
    let coordinate = try coordinate(place, in: system)
    guard coordinate.isValid, abs(coordinate.latitude) <= AnchorChecks.maximumLatitude else {
      throw .notLongitudeFirst(place.0, place.1)
    }
    let name = properties["name"]?.string
    guard name.map({ $0.utf8.count <= maximumName }) ?? true else {
      throw .badAnchorFeature("has a name of over \(maximumName) bytes")
    }
    return Anchor(
      page: PagePoint(x: page.0, y: page.1), coordinate: coordinate, name: name,
      sigmaMetres: try sigma("sigmaMetres", in: properties),
      sigmaPage: try sigma("sigmaPage", in: properties))
  }

  private static func coordinate(
    _ place: (Double, Double), in system: GeoJSONReferenceSystem
  ) throws(AlignmentError) -> Coordinate {
    switch system {
    case .wgs84: Coordinate(latitude: place.1, longitude: place.0)
    case .epsg: try ReferenceSystem.named(system.name).coordinate(x: place.0, y: place.1)
    case .other: throw .unknownMember(system.name)
    }
  }

  /// The position of a Point, or of a MultiPoint of one, as QGIS' layers may have them.
  private static func position(of geometry: JSONNode) throws(AlignmentError) -> JSONNode? {
    let position = geometry["coordinates"]
    switch geometry["type"]?.string {
    case "Point": return position
    case "MultiPoint":
      let points = position?.elements.prefix(2).map(\.self) ?? []
      guard points.count < 2 else {
        throw .badAnchorFeature("has several points where an anchor has one")
      }
      return points.first
    default: return nil
    }
  }

  /// Two numbers or more; an altitude behind them is of no use here.
  private static func pair(_ node: JSONNode?) -> (Double, Double)? {
    guard let node, node.kind == .array else { return nil }
    let numbers = node.elements.prefix(4).map(number)
    guard numbers.count >= 2, let x = numbers[0], let y = numbers[1] else { return nil }
    return (x, y)
  }

  /// A page point, also as the text `[x, y]` or `x, y` that tables of attributes keep of a list.
  private static func page(_ node: JSONNode) -> (Double, Double)? {
    guard let text = node.string else {
      return Array(node.elements.prefix(3)).count == 2 ? pair(node) : nil
    }
    var body = text[...].trimmed
    if body.hasPrefix("["), body.hasSuffix("]") { body = body.dropFirst().dropLast() }
    let numbers = body.split(separator: ",", omittingEmptySubsequences: false).map(number)
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
    return (x, y)
  }

  /// A number, also as a text.
  private static func number(_ node: JSONNode) -> Double? {
    node.number ?? node.string.flatMap { number($0[...]) }
  }

  private static func number(_ text: Substring) -> Double? {
    Double(decimal: text.trimmed)
  }

  private static func sigma(
    _ key: String, in properties: JSONNode
  ) throws(AlignmentError) -> Double? {
    guard let node = properties[key], !node.isNull else { return nil }
    guard let value = number(node), value >= 0, value < 1e6 else {
      throw .badAnchorFeature("has a \(key) that is no number from 0 to a million")
    }
    return value
  }
}

extension AlignmentError {
  static func notAnchors(_ name: String) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\(name): this is no GeoJSON FeatureCollection, give Points with \"page\": [x, y] in their properties"
    )
  }

  static func tooManyAnchors(_ name: String) -> AlignmentError {
    AlignmentError(
      .badAnchor, "\(name): there are over \(AnchorFile.maximumAnchors) anchors, give fewer")
  }

  static func notLongitudeFirst(_ x: Double, _ y: Double) -> AlignmentError {
    let advice =
      max(abs(x), abs(y)) > 360
      ? "are they metres of a map? Convert them to WGS 84 degrees (EPSG:4326), or name their system by its EPSG code in a member crs"
      : "are they swapped? (longitude stands first)"
    return AlignmentError(
      .coordinateOutOfRange, "longitude \(x), latitude \(y) is out of range (±180, ±89), \(advice)")
  }

  static func unknownMember(_ system: String) -> AlignmentError {
    AlignmentError(
      .badReferenceSystem,
      "the member crs is \(system), which is no name with an EPSG code; give one, convert the file to longitude and latitude (EPSG:4326), or take the member out where they are that"
    )
  }

  static func badAnchorFeature(_ why: String) -> AlignmentError {
    AlignmentError(.badAnchor, "\(why), correct it")
  }
}
