import IndoorGeometry

/// The rings of a multipolygon, put together from its ways by the nodes that they share.
///
/// After the wiki's page "Relation:multipolygon": outer and inner rings, each of one way or of
/// several in any order and direction.
struct OSMRings {
  private var outer: [[Int64]] = []
  private var inner: [[Int64]] = []
  /// Whether no member says which kind of ring it is, as in relations of old.
  private let hasNoRoles: Bool
  /// What keeps rings from being put together; the others stand all the same.
  private(set) var faults: [OSMData.Fault] = []

  /// - Parameters:
  ///   - members: the relation's ways.
  ///   - ways: the nodes of the ways that the file has.
  ///   - isPlaced: whether the file says where a node is.
  init(_ members: [OSMData.Member], ways: [Int64: [Int64]], isPlaced: (Int64) -> Bool) {
    hasNoRoles = members.allSatisfy(\.role.isEmpty)
    var fault: String?
    var whole: [(role: String, nodes: [Int64])] = []
    for member in members {
      guard let nodes = ways[member.way] else {
        fault = fault ?? "names way \(member.way), which the file doesn't have"
        continue
      }
      // Without one of its nodes a way would take another course.
      guard nodes.count > 1, nodes.allSatisfy(isPlaced) else {
        let lack = nodes.count > 1 ? "of which the file lacks nodes" : "which has no two nodes"
        fault = fault ?? "names way \(member.way), \(lack)"
        continue
      }
      whole.append((member.role, nodes))
    }
    for (role, path) in [("outer", \OSMRings.outer), ("inner", \OSMRings.inner)] {
      let ways = whole.filter { ($0.role == "inner") == (role == "inner") }.map(\.nodes)
      let (rings, open) = Self.joined(ways)
      self[keyPath: path] = rings
      if open > 0, fault == nil {
        fault =
          "has \(open) \(role) ring\(open == 1 ? "" : "s") that \(open == 1 ? "doesn't" : "don't") close"
      }
    }
    if let fault {
      let remedy =
        outer.isEmpty
        ? "was left out; mend it or download all of it"
        : "what closes was kept; mend the rest or download all of it"
      let clause = "\(fault), and \(remedy)"
      faults.append(OSMData.Fault(rule: .ringNotClosed, clause: clause))
    }
  }

  /// Closed rings, without the repeated first node, and how many chains stay open.
  private static func joined(_ ways: [[Int64]]) -> (rings: [[Int64]], open: Int) {
    var rings: [[Int64]] = []
    var open = 0
    var ends: [Int64: [Int]] = [:]
    for (index, way) in ways.enumerated() where way.first != way.last {
      for end in [way.first, way.last].compactMap(\.self) { ends[end, default: []].append(index) }
    }
    var used = [Bool](repeating: false, count: ways.count)
    func next(at end: Int64) -> Int? {
      while let index = ends[end]?.popLast() {
        if !used[index] { return index }
      }
      return nil
    }
    for (index, way) in ways.enumerated() where !used[index] {
      used[index] = true
      var chain = way
      while chain.first != chain.last, let end = chain.last, let next = next(at: end) {
        used[next] = true
        chain += (ways[next].first == end ? ways[next] : ways[next].reversed()).dropFirst()
      }
      if chain.first == chain.last, chain.count > 3 {
        rings.append(chain.dropLast())
      } else {
        open += 1
      }
    }
    return (rings, open)
  }

  /// Vertices looked at to find the outer rings of inner ones, beyond which these are left out.
  private static let most = 100_000_000

  /// The polygons: each outer ring with the inner rings that lie in it and in no smaller one.
  mutating func polygons(_ places: ([Int64]) -> [Coordinate]) -> [Polygon<Coordinate>] {
    if hasNoRoles { sortByNesting(places) }
    var polygons = outer.map { Polygon(exterior: places($0)) }
    guard !inner.isEmpty else { return polygons }
    guard polygons.reduce(0, { $0 + $1.exterior.count }) < Self.most / inner.count else {
      let clause =
        "has more inner rings than are looked through, \(inner.count), and was kept without them;"
        + " make several areas of it"
      faults.append(OSMData.Fault(rule: .invalidPolygon, clause: clause))
      return polygons
    }
    let sizes = polygons.map { abs(Self.doubledArea($0.exterior)) }
    let vertices = polygons.map { Set($0.exterior) }
    var lost = 0
    for ring in inner.map(places) {
      let around = polygons.indices.filter { index in
        // A ring may touch the one around it; what it shares with it says nothing.
        guard let own = ring.first(where: { !vertices[index].contains($0) }) else { return true }
        return Self.contains(polygons[index].exterior, own)
      }
      if let smallest = around.min(by: { sizes[$0] < sizes[$1] }) {
        polygons[smallest].holes.append(ring)
      } else {
        lost += 1
      }
    }
    if lost > 0 {
      let clause =
        "has \(lost) inner ring\(lost == 1 ? "" : "s") in no outer one, left out; draw inner rings"
        + " inside, or give them the role outer"
      faults.append(OSMData.Fault(rule: .invalidPolygon, clause: clause))
    }
    return polygons
  }

  /// Rings without roles, and looks from a vertex at an edge, beyond which they aren't sorted.
  private static let mostNested = (rings: 1000, looks: 5_000_000)

  /// Takes rings without roles for inner ones that lie in an odd number of others, whole, as the
  /// wiki has it where roles are missing.
  private mutating func sortByNesting(_ places: ([Int64]) -> [Coordinate]) {
    guard outer.count > 1 else { return }
    let rings = outer.count > Self.mostNested.rings ? [] : outer.map(places)
    let boxes = rings.map { OSMBox($0) }
    let sizes = rings.map { abs(Self.doubledArea($0)) }
    var looks = 0
    var isInner = [Bool](repeating: false, count: outer.count)
    for (at, ring) in rings.enumerated() {
      for other in rings.indices where sizes[other] > sizes[at] && boxes[other].holds(boxes[at]) {
        looks += ring.count * rings[other].count
        guard looks < Self.mostNested.looks else { break }
        let vertices = Set(rings[other])
        let own = ring.filter { !vertices.contains($0) }
        if !own.isEmpty, own.allSatisfy({ Self.contains(rings[other], $0) }) {
          isInner[at].toggle()
        }
      }
    }
    guard !rings.isEmpty, looks < Self.mostNested.looks else {
      let clause =
        "has \(outer.count) rings without roles, more than are sorted, and was taken for areas side"
        + " by side; give its holes the role inner"
      faults.append(OSMData.Fault(rule: .invalidPolygon, clause: clause))
      return
    }
    inner += outer.indices.filter { isInner[$0] }.map { outer[$0] }
    outer = outer.indices.filter { !isInner[$0] }.map { outer[$0] }
  }

  private static func doubledArea(_ ring: [Coordinate]) -> Double {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
      $0 + $1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude
    }
  }

  /// Whether a place lies in a ring, by how often a line from it crosses the ring.
  private static func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
    where (a.latitude > place.latitude) != (b.latitude > place.latitude) {
      let share = (place.latitude - a.latitude) / (b.latitude - a.latitude)
      if place.longitude < a.longitude + share * (b.longitude - a.longitude) { isInside.toggle() }
    }
    return isInside
  }
}

/// Around a ring, in degrees.
private struct OSMBox {
  private var west = Double.infinity
  private var south = Double.infinity
  private var east = -Double.infinity
  private var north = -Double.infinity

  init(_ ring: [Coordinate]) {
    for place in ring {
      (west, east) = (min(west, place.longitude), max(east, place.longitude))
      (south, north) = (min(south, place.latitude), max(north, place.latitude))
    }
  }

  func holds(_ other: OSMBox) -> Bool {
    west <= other.west && south <= other.south && east >= other.east && north >= other.north
  }
}
