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
      faults.append(tooManyInner)
      return polygons
    }
    let areas = polygons.map { OSMArea($0.exterior) }
    var looks = Self.most
    var lost = 0
    let whole = polygons
    for ring in inner.map(places) {
      let around = areas.indices.filter { areas[$0].isAround(ring, &looks) }
      guard looks > 0 else {
        faults.append(tooManyInner)
        return whole
      }
      if let smallest = around.min(by: { areas[$0].doubledSize < areas[$1].doubledSize }) {
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

  private var tooManyInner: OSMData.Fault {
    OSMData.Fault(
      rule: .invalidPolygon,
      clause:
        "has more inner rings than are looked through, \(inner.count), and was kept without them;"
        + " make several areas of it")
  }

  /// Rings without roles beyond which they aren't sorted.
  private static let mostNested = 2000

  /// Looks from a place at an edge beyond which they aren't sorted either.
  private static func mostLooks(corners: Int) -> Int { max(5_000_000, 400 * corners) }

  /// Takes rings without roles for inner ones that lie in an odd number of others, as the wiki has
  /// it where roles are missing.
  private mutating func sortByNesting(_ places: ([Int64]) -> [Coordinate]) {
    guard outer.count > 1 else { return }
    let corners = outer.reduce(0) { $0 + $1.count }
    guard outer.count <= Self.mostNested,
      let isInner = Self.nested(outer.map(places), looks: Self.mostLooks(corners: corners))
    else {
      let clause =
        "has \(outer.count) rings without roles, with \(corners) corners, more than are sorted, and"
        + " was taken for areas side by side; give its holes the role inner"
      faults.append(OSMData.Fault(rule: .invalidPolygon, clause: clause))
      return
    }
    inner += outer.indices.filter { isInner[$0] }.map { outer[$0] }
    outer = outer.indices.filter { !isInner[$0] }.map { outer[$0] }
  }

  /// Whether each ring lies in an odd number of others; `nil` where it takes more looks.
  private static func nested(_ rings: [[Coordinate]], looks most: Int) -> [Bool]? {
    let boxes = rings.map { OSMBox($0) }
    let sizes = rings.map { OSMArea.doubledSize(of: $0) }
    var looks = most
    var isInner = [Bool](repeating: false, count: rings.count)
    for around in rings.indices {
      let within = rings.indices.filter {
        sizes[$0] < sizes[around] && boxes[around].holds(boxes[$0])
      }
      guard !within.isEmpty else { continue }
      let area = OSMArea(rings[around])
      for at in within {
        if area.holds(rings[at], &looks) { isInner[at].toggle() }
        guard looks > 0 else { return nil }
      }
    }
    return isInner
  }
}
