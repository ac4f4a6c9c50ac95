import IndoorModel
import IndoorXML

/// Reads OpenStreetMap's XML, version 0.6, as the API, Overpass and JOSM write it: JOSM's new
/// elements have negative ids, and what is deleted there is passed over.
struct OSMXMLReader {
  private let stream: XMLStream
  private var data: OSMData
  private var element: OSMData.Element?
  private var depth = 0
  /// What Overpass remarks of its answer, where it is being read.
  private var remark: String?

  static func read(_ stream: XMLStream) throws(VenueError) -> OSMData {
    var reader = OSMXMLReader(stream)
    while let part = try reader.next() { try reader.take(part) }
    return reader.data
  }

  private init(_ stream: XMLStream) {
    self.stream = stream
    data = OSMData(name: stream.name) { $0 }
  }

  private func next() throws(VenueError) -> XMLStream.Part? {
    do throws(XMLError) { return try stream.next() } catch { throw VenueError(error) }
  }

  private mutating func take(_ part: XMLStream.Part) throws(VenueError) {
    switch part {
    case .start(let name, let attributes):
      depth += 1
      if depth == 1, name != "osm" { throw .notOSM(stream.name, root: name) }
      if depth == 2 {
        remark = name == "remark" ? "" : nil
        try begin(name, attributes)
      }
      if depth == 3 { try add(name, attributes) }
    case .end:
      if depth == 2, let element {
        try data.add(element)
        self.element = nil
      }
      if depth == 2, let remark {
        try OverpassReader.check(remark, stream.name, line: stream.line)
        self.remark = nil
      }
      depth -= 1
    case .text(let text):
      if depth == 2 { remark? += text }
    }
  }

  private mutating func begin(_ name: String, _ attributes: [String: String]) throws(VenueError) {
    // Overpass' "[adiff:…]" has what was and what is, each in an action.
    if name == "action" { throw .isDifference(stream.name, line: stream.line) }
    guard let kind = OSMData.Kind(rawValue: name) else { return }
    let version = attributes["version"].flatMap(Int64.init)
    if attributes["action"] == "delete" || attributes["visible"] == "false" {
      if let id = attributes["id"].flatMap(Int64.init) { data.remove(kind, id, version: version) }
      return
    }
    guard let id = attributes["id"].flatMap(Int64.init) else {
      throw .badOSM(stream.name, stream.line, "a \(name) has no id that is a whole number")
    }
    element = OSMData.Element(
      kind: kind, id: id, version: version, tags: [:], index: stream.line)
    guard kind == .node else { return }
    guard let latitude = attributes["lat"].flatMap({ Double(decimal: $0) }),
      let longitude = attributes["lon"].flatMap({ Double(decimal: $0) })
    else { throw .badOSM(stream.name, stream.line, "node \(id) has no lat and lon") }
    try data.place(id, latitude: latitude, longitude: longitude, index: stream.line)
  }

  private mutating func add(
    _ name: String, _ attributes: [String: String]
  ) throws(VenueError) {
    guard var element else { return }
    // Written to where it is: other references keep it from being copied.
    self.element = nil
    defer { self.element = element }
    switch name {
    case "tag":
      guard let key = attributes["k"], let value = attributes["v"] else { return }
      data.tag(&element, key, value)
    case "nd":
      let node = try reference(of: element, attributes)
      element.nodes.append(node)
      // Overpass' "out geom" has the nodes' places here alone.
      if !data.hasPlace(of: node),
        let latitude = attributes["lat"].flatMap({ Double(decimal: $0) }),
        let longitude = attributes["lon"].flatMap({ Double(decimal: $0) })
      {
        try data.place(node, latitude: latitude, longitude: longitude, index: stream.line)
      }
    case "member" where attributes["type"] == "way":
      let way = try reference(of: element, attributes)
      element.members.append(OSMData.Member(way: way, role: attributes["role"] ?? ""))
    default: return
    }
  }

  private func reference(
    of element: OSMData.Element, _ attributes: [String: String]
  ) throws(VenueError) -> Int64 {
    guard let id = attributes["ref"].flatMap(Int64.init) else {
      throw .badReference(stream.name, stream.line, element, attributes["ref"])
    }
    return id
  }
}

extension VenueError {
  init(_ error: XMLError) {
    self.init(
      code: .unreadable, message: error.message, isMachineFault: error.isMachineFault)
  }

  fileprivate static func isDifference(_ name: String, line: Int) -> VenueError {
    VenueError(
      code: .unreadable,
      message:
        "\(name):\(line): is what changed between two moments, as Overpass answers \"[adiff:…]\"; ask for the area itself"
    )
  }

  fileprivate static func notOSM(_ name: String, root: String) -> VenueError {
    VenueError(
      code: .unreadable,
      message:
        "\(name): is XML of \"\(root.prefix(40))\"; of XML only OpenStreetMap's is read, make GeoJSON of it"
    )
  }
}
