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
    var tags: [String: String]
    /// A way's nodes.
    var nodes: [Int64] = []
    /// A relation's ways.
    var members: [Member] = []
    /// Where it stands in the file; `OSMData.line` makes a line of it.
    var index: Int

    /// `way/123`, as Overpass Turbo writes ids.
    var name: String { "\(kind.rawValue)/\(id)" }

    /// Whether another one of its name says the same.
    func isSame(as other: Element) -> Bool {
      tags == other.tags && nodes == other.nodes && members == other.members
    }
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
  /// Where in `tagged` each is, by its name.
  private var taggedAt: [String: Int] = [:]
  /// All ways, tagged or not.
  private(set) var ways: [Int64: [Int64]] = [:]

  /// Nodes, ways and relations of a file, beyond which it is no venue's.
  private static let most = 5_000_000
  private var count = 0
  private var moved: Repeat?
  private var retagged: Repeat?
  private var changed: Repeat?

  init(name: String, line: @escaping (Int) -> Int) {
    self.name = name
    self.line = line
  }

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
    let element = changed.map {
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
    if element.kind == .way { ways[element.id] = element.nodes }
    // What comes again without its tags is there for its nodes, as by Overpass' "out skel".
    guard !element.tags.isEmpty else { return }
    guard let place = taggedAt[element.name] else {
      taggedAt[element.name] = tagged.count
      tagged.append(element)
      return
    }
    let before = tagged[place]
    tagged[place] = element
    guard !before.tags.isEmpty, !before.isSame(as: element) else { return }
    changed?.count += 1
    changed = changed ?? Repeat(what: element.name, index: element.index)
  }

  /// Takes an element out that is deleted in a later version of it, as histories have them.
  mutating func remove(_ kind: Kind, _ id: Int64) {
    switch kind {
    case .node: places[id] = nil
    case .way: ways[id] = nil
    case .relation: break
    }
    if let place = taggedAt["\(kind.rawValue)/\(id)"] { tagged[place].tags = [:] }
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
