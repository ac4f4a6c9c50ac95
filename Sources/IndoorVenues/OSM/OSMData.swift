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
  struct Member {
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
  }

  /// The file's name.
  let name: String
  /// The line of an element's index.
  let line: (Int) -> Int
  /// Where nodes are.
  private(set) var places: [Int64: Coordinate] = [:]
  /// Elements with tags, in the file's order.
  private(set) var tagged: [Element] = []
  /// All ways, tagged or not.
  private(set) var ways: [Int64: [Int64]] = [:]

  /// Nodes, ways and relations of a file, beyond which it is no venue's.
  private static let most = 5_000_000
  private var count = 0

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
    places[id] = place
  }

  /// Adds an element.
  mutating func add(_ element: Element) throws(VenueError) {
    count += 1
    guard count <= Self.most else { throw .tooMuchOSM(name, most: Self.most) }
    if element.kind == .way { ways[element.id] = element.nodes }
    if !element.tags.isEmpty { tagged.append(element) }
  }

  /// An element's geometry: a node's point, a way's line or, where it is closed, its area, a
  /// multipolygon's areas; and what is wrong with its rings.
  func geometry(of element: Element) -> (geometry: GeoJSONGeometry?, fault: String?) {
    switch element.kind {
    case .node: return (places[element.id].map { .point($0) }, nil)
    case .way:
      let line = element.nodes.compactMap { places[$0] }
      guard line.count == element.nodes.count else {
        return (nil, "names nodes that the file doesn't have")
      }
      if line.count > 3, element.nodes.first == element.nodes.last, element.tags["area"] != "no" {
        return (.polygon(Polygon(exterior: line.dropLast())), nil)
      }
      guard line.count > 1 else {
        return (nil, line.isEmpty ? "has no node" : "has one node alone")
      }
      return (.lineString(line), nil)
    case .relation:
      guard ["multipolygon", "boundary"].contains(element.tags["type"]) else { return (nil, nil) }
      let rings = OSMRings(element.members.map { ($0, ways[$0.way]) })
      let polygons = rings.polygons { $0.compactMap { places[$0] } }
      return (polygons.isEmpty ? nil : .multiPolygon(polygons), rings.fault)
    }
  }
}

extension VenueError {
  static func badOSM(_ name: String, _ line: Int, _ why: String) -> VenueError {
    VenueError(
      code: .unreadable, message: "\(name):\(line): \(why); download or export the file again")
  }

  static func tooMuchOSM(_ name: String, most: Int) -> VenueError {
    VenueError(
      code: .unreadable,
      message: "\(name): has over \(most) elements; cut the building out of it first")
  }
}
