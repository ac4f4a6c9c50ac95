import IndoorGeometry
import IndoorJSON

/// Reads what Overpass answers as JSON: `out body; >; out skel qt;` with nodes of their own, or
/// `out geom;` with places in the ways.
struct OverpassReader {
  private let document: JSONDocument
  private var data: OSMData
  /// The nodes at the places that ways have: what ways name there, or nodes of ids of their own,
  /// below all others.
  private var made: [Coordinate: Int64] = [:]

  /// Whether a document is such an answer.
  static func reads(_ document: JSONDocument) -> Bool {
    document.root["elements"]?.kind == .array && document.root["type"] == nil
  }

  static func read(_ document: JSONDocument) throws(VenueError) -> OSMData {
    var reader = OverpassReader(document)
    if let remark = document.root["remark"]?.string {
      try check(remark, document.name, line: nil)
    }
    guard let elements = document.root["elements"]?.elements else { return reader.data }
    for node in elements { reader.note(node) }
    for (index, node) in elements.enumerated() { try reader.take(node, index) }
    return reader.data
  }

  /// Refuses an answer that broke off: what was found by then says nothing of what is missing.
  ///
  /// Overpass remarks a "runtime error" then, and closes all brackets; a "runtime remark" is about
  /// the query alone.
  static func check(_ remark: String, _ name: String, line: Int?) throws(VenueError) {
    let words = remark.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty, !words.lowercased().hasPrefix("runtime remark") else { return }
    throw .brokenOff(line.map { "\(name):\($0)" } ?? name, words)
  }

  private init(_ document: JSONDocument) {
    self.document = document
    // Found when something is to be said of an element, once for all of them.
    var lines: [Int]?
    data = OSMData(name: document.name) { index in
      let known = lines ?? document.lines(ofElementsIn: "elements")
      lines = known
      return known.indices.contains(index) ? known[index] : 1
    }
  }

  /// Notes which nodes a way names where: a relation may have the places of ways beside it alone.
  private mutating func note(_ node: JSONNode) {
    guard let names = node["nodes"]?.elements, let places = node["geometry"]?.elements else {
      return
    }
    for (name, place) in zip(names, places) {
      guard let id = name.integer, let latitude = place["lat"]?.number,
        let longitude = place["lon"]?.number
      else { continue }
      made[Coordinate(latitude: latitude, longitude: longitude)] = id
    }
  }

  private mutating func take(_ node: JSONNode, _ index: Int) throws(VenueError) {
    guard let kind = node["type"]?.string.flatMap(OSMData.Kind.init) else { return }
    guard let id = node["id"]?.integer else {
      throw .badOSM(
        data.name, data.line(index), "a \(kind.rawValue) has no id that is a whole number")
    }
    var element = OSMData.Element(
      kind: kind, id: id, version: node["version"]?.integer, tags: [:], index: index)
    for member in node["tags"].map({ Array($0.members) }) ?? [] {
      guard let value = member.value.string ?? member.value.digits else { continue }
      data.tag(&element, member.key, value)
    }
    switch kind {
    case .node:
      guard let latitude = node["lat"]?.number, let longitude = node["lon"]?.number else {
        throw .badOSM(data.name, data.line(index), "node \(id) has no lat and lon")
      }
      try data.place(id, latitude: latitude, longitude: longitude, index: index)
    case .way:
      var names: [Int64] = []
      for name in node["nodes"]?.elements.map(\.self) ?? [] {
        names.append(try reference(of: element, name))
      }
      element.nodes = try nodes(names, node["geometry"], index: index)
      if element.nodes.isEmpty { throw .withoutGeometry(data.name, data.line(index), "way \(id)") }
    case .relation:
      for member in node["members"]?.elements.map(\.self) ?? []
      where member["type"]?.string == "way" {
        let way = try reference(of: element, member["ref"])
        element.members.append(
          OSMData.Member(way: way, role: member["role"]?.string ?? ""))
        if member["geometry"]?.kind == .array, data.ways[way] == nil {
          let nodes = try nodes([], member["geometry"], index: index)
          try data.add(OSMData.Element(kind: .way, id: way, tags: [:], nodes: nodes, index: index))
        }
      }
      if node["center"] != nil, element.members.isEmpty {
        throw .withoutGeometry(data.name, data.line(index), "relation \(id)")
      }
    }
    try data.add(element)
  }

  private func reference(
    of element: OSMData.Element, _ node: JSONNode?
  ) throws(VenueError) -> Int64 {
    guard let id = node?.integer else {
      throw .badReference(
        data.name, data.line(element.index), element, node?.string ?? node?.digits)
    }
    return id
  }

  /// A way's nodes: those that it names, and where their places stand in the way, these too.
  private mutating func nodes(
    _ names: [Int64], _ geometry: JSONNode?, index: Int
  ) throws(VenueError) -> [Int64] {
    guard let geometry, geometry.kind == .array else { return names }
    let places = geometry.elements.reduce(0) { count, _ in count + 1 }
    guard names.isEmpty || names.count == places else {
      throw .badOSM(
        data.name, data.line(index), "a way has \(names.count) nodes and \(places) places")
    }
    var nodes: [Int64] = []
    for (position, place) in geometry.elements.enumerated() {
      // Overpass writes null for what lies beyond the box that was asked for.
      guard let latitude = place["lat"]?.number, let longitude = place["lon"]?.number else {
        nodes.append(.min)
        continue
      }
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      let id =
        names.indices.contains(position)
        ? names[position] : made[coordinate] ?? .min + 1 + Int64(made.count)
      if !names.indices.contains(position) { made[coordinate] = id }
      try data.place(id, latitude: latitude, longitude: longitude, index: index)
      nodes.append(id)
    }
    return nodes
  }
}

extension VenueError {
  fileprivate static func brokenOff(_ place: String, _ remark: String) -> VenueError {
    VenueError(
      code: .unreadable,
      message:
        "\(place): Overpass didn't finish its answer (\(remark.prefix(200))), so that parts of the venue are missing; ask again for a smaller area, or with a longer [timeout:…] and more [maxsize:…]"
    )
  }

  fileprivate static func withoutGeometry(
    _ name: String, _ line: Int, _ what: String
  ) -> VenueError {
    VenueError(
      code: .unreadable,
      message:
        "\(name):\(line): \(what) has no nodes, as Overpass answers \"out center\" or \"out tags\"; ask for \"out geom\""
    )
  }
}
