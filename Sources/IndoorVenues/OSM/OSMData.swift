import IndoorGeometry
import IndoorJSON
import IndoorModel

/// OpenStreetMap's nodes, ways and relations of one file, as far as a venue takes them.
struct OSMData {
  /// Which of the three an element is.
  enum Kind: String, Hashable {
    case node, way, relation
  }

  /// A way's part in a relation.
  struct Member: Hashable {
    var way: Int64
    var role: String
  }

  /// One element.
  struct Element {
    var kind: Kind
    var id: Int64
    /// Which of the element's states this is, from 1 on; `nil` where the file doesn't say.
    var version: Int64?
    var tags: [String: String]
    /// A way's nodes.
    var nodes: [Int64] = []
    /// A relation's ways.
    var members: [Member] = []
    /// Where it stands in the file; `OSMData.line` makes a line of it.
    var index: Int

    /// `way/123`, as Overpass Turbo writes ids.
    var name: String { "\(kind.rawValue)/\(id)" }

    /// Whether it is drawn as an area, by a closed way or a multipolygon.
    var isArea: Bool {
      switch kind {
      case .node: false
      case .way: nodes.count > 3 && nodes.first == nodes.last && tags["area"] != "no"
      case .relation: tags["type"] == "multipolygon"
      }
    }

    /// Whether another one of its name says the same.
    func isSame(as other: Element) -> Bool {
      tags == other.tags && nodes == other.nodes && members == other.members
    }

    /// Which element it is, whatever its state.
    var key: Key { Key(kind: kind, id: id) }
  }

  /// What tells elements apart: a node may have a way's number.
  struct Key: Hashable {
    var kind: Kind
    var id: Int64
  }

  /// What is wrong with an element's geometry.
  struct Fault {
    var rule: VenueRule
    /// What goes behind the element's name: what is wrong, what was done, and what to do.
    var clause: String
  }

  /// What the file says again and otherwise: the first that it does, and how many there are.
  private struct Repeat {
    var what: String
    var index: Int
    var count = 1
  }

  /// The file's name.
  let name: String
  /// The line of an element's index.
  let line: (Int) -> Int
  /// Where nodes are.
  private(set) var places: [Int64: Coordinate] = [:]
  /// Elements with tags, in the file's order.
  private(set) var tagged: [Element] = []
  /// Where in `tagged` each is, and which of them came before and otherwise.
  private var taggedAt: [Key: Int] = [:]
  private var changed: Set<Int> = []
  /// The newest versions of ways and relations.
  private var versions: [Key: Int64] = [:]
  /// All ways, tagged or not.
  private(set) var ways: [Int64: [Int64]] = [:]

  /// Nodes, ways and relations of a file, beyond which it is no venue's.
  private static let most = 5_000_000
  private var count = 0
  private var moved: Repeat?
  private var retagged: Repeat?

  init(name: String, line: @escaping (Int) -> Int) {
    self.name = name
    self.line = line
  }

  /// Whether it is known where a node is.
  func hasPlace(of node: Int64) -> Bool { places[node] != nil }

  /// Notes where a node is.
  mutating func place(_ id: Int64, latitude: Double, longitude: Double, index: Int)
    throws(VenueError)
  {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else {
      throw .badOSM(name, line(index), "node \(id) has no place on Earth")
    }
    guard let before = places.updateValue(place, forKey: id), before != place else { return }
    moved?.count += 1
    moved = moved ?? Repeat(what: "node/\(id)", index: index)
  }

  /// Gives an element a tag, the last of those that it has twice.
  mutating func tag(_ element: inout Element, _ key: String, _ value: String) {
    guard let before = element.tags.updateValue(value, forKey: key), before != value else { return }
    retagged?.count += 1
    retagged =
      retagged
      ?? Repeat(what: "\(element.name) has the tag \(key.prefix(40))", index: element.index)
  }

  /// Findings of what stands there twice.
  var repeats: [VenueFinding] {
    func more(_ other: Repeat) -> String {
      other.count > 1 ? ", as of \(other.count - 1) more" : ""
    }
    let node = moved.map {
      VenueFinding(
        .duplicateID,
        "\(name):\(line($0.index)): \($0.what) comes twice, in different places, of which the last"
          + " counts\(more($0)); download the area again")
    }
    let again = changed.sorted().lazy.map { tagged[$0] }.filter { OSMTags($0.tags).isRead }
    let element = again.first.map {
      Repeat(what: $0.name, index: $0.index, count: again.count)
    }.map {
      VenueFinding(
        .duplicateID,
        "\(name):\(line($0.index)): \($0.what) comes again and otherwise, of which the last counts"
          + "\(more($0)); download the area as it is now")
    }
    let tag = retagged.map {
      VenueFinding(
        .keyTwice,
        "\(name):\(line($0.index)): \($0.what) twice, of which the last counts\(more($0)); keep one"
      )
    }
    return [node, element, tag].compactMap(\.self)
  }

  /// Adds an element.
  mutating func add(_ element: Element) throws(VenueError) {
    count += 1
    guard count <= Self.most else { throw .tooMuchOSM(name, most: Self.most) }
    guard let element = newest(element) else { return }
    if element.kind == .way { ways[element.id] = element.nodes }
    // What comes again without its tags is there for its nodes, as by Overpass' "out skel".
    guard !element.tags.isEmpty else { return }
    let key = element.key
    if let place = taggedAt[key], !tagged[place].tags.isEmpty {
      let before = tagged[place]
      guard !before.isSame(as: element) else { return }
      tagged[place].tags = [:]
      // Versions are there to differ.
      if before.version == element.version { changed.insert(tagged.count) }
    }
    taggedAt[key] = tagged.count
    tagged.append(element)
  }

  /// An element with what the file has of its geometry already, where it comes again without it, as
  /// by Overpass' "out tags", or cut off; `nil` where the file has a newer version of it.
  private mutating func newest(_ element: Element) -> Element? {
    guard element.kind != .node else { return element }
    let key = element.key
    if let version = element.version {
      if let known = versions[key], known > version { return nil }
      versions[key] = version
    }
    var whole = element
    if element.kind == .way, let known = ways[element.id] {
      let isLess = element.nodes.isEmpty || element.nodes.contains(.min) && !known.contains(.min)
      if isLess { whole.nodes = known }
    }
    if element.kind == .relation, element.members.isEmpty, let place = taggedAt[key] {
      whole.members = tagged[place].members
    }
    return whole
  }

  /// Takes an element out that is deleted, as histories have it, unless the file has a newer
  /// version of it.
  mutating func remove(_ kind: Kind, _ id: Int64, version: Int64?) {
    let key = Key(kind: kind, id: id)
    if let version {
      if let known = versions[key], known > version { return }
      versions[key] = version
    }
    switch kind {
    case .node: places[id] = nil
    case .way: ways[id] = nil
    case .relation: break
    }
    if let place = taggedAt[key] { tagged[place].tags = [:] }
  }

  /// An element's geometry: a node's point, a way's line or, where it is closed, its area, a
  /// multipolygon's areas; and what is wrong with its rings.
  func geometry(of element: Element) -> (geometry: GeoJSONGeometry?, faults: [Fault]) {
    switch element.kind {
    case .node: return (places[element.id].map { .point($0) }, [])
    case .way:
      let line = element.nodes.compactMap { places[$0] }
      func leftOut(_ why: String) -> (GeoJSONGeometry?, [Fault]) {
        let clause = "\(why), and was left out; download ways with their nodes, or mend it"
        return (nil, [Fault(rule: .ringNotClosed, clause: clause)])
      }
      guard line.count == element.nodes.count else {
        return leftOut("names nodes that the file doesn't have")
      }
      if line.count > 3, element.nodes.first == element.nodes.last, element.tags["area"] != "no" {
        return (.polygon(Polygon(exterior: line.dropLast())), [])
      }
      guard line.count > 1 else {
        return leftOut(line.isEmpty ? "has no node" : "has one node alone")
      }
      return (.lineString(line), [])
    case .relation:
      guard ["multipolygon", "boundary"].contains(element.tags["type"]) else { return (nil, []) }
      var rings = OSMRings(element.members, ways: ways) { places[$0] != nil }
      let polygons = rings.polygons { $0.compactMap { places[$0] } }
      return (polygons.isEmpty ? nil : .multiPolygon(polygons), rings.faults)
    }
  }
}

extension VenueError {
  static func badOSM(_ name: String, _ line: Int, _ why: String) -> VenueError {
    VenueError(
      code: .unreadable, message: "\(name):\(line): \(why); download or export the file again")
  }

  static func badReference(
    _ name: String, _ line: Int, _ element: OSMData.Element, _ reference: String?
  ) -> VenueError {
    let what = element.kind == .way ? "node" : "way"
    let said = reference.map { "by \"\($0.prefix(40))\", which is" } ?? "by"
    return badOSM(name, line, "\(element.name) names a \(what) \(said) no whole number")
  }

  static func tooMuchOSM(_ name: String, most: Int) -> VenueError {
    VenueError(
      code: .unreadable,
      message: "\(name): has over \(most) elements; cut the building out of it first")
  }

  static func tooManyShared(_ place: String) -> VenueError {
    VenueError(
      code: .unreadable,
      message:
        "\(place): relations have come to name the same ways so often by here that these have over"
        + " 5000000 corners; correct them")
  }
}
