import IndoorGeometry

/// A ring, to be asked what lies in it.
///
/// Its edges are kept in rows from south to north, so that a place is held against those near it
/// alone.
struct OSMArea {
  /// Twice its size, in square degrees.
  let doubledSize: Double

  private let ring: [Coordinate]
  private let rows: [[Int]]
  private let box: OSMBox
  private let rowHeight: Double

  /// Degrees from an edge within which a place is on it: OpenStreetMap keeps as many digits.
  private static let onEdge = 1e-7
  private static let mostRows = 1024

  init(_ ring: [Coordinate]) {
    self.ring = ring
    doubledSize = Self.doubledSize(of: ring)
    let box = OSMBox(ring)
    self.box = box
    let height = max(box.height, Self.onEdge)
    func row(_ latitude: Double, of count: Int) -> Int {
      min(max(Int((latitude - box.south) / height * Double(count)), 0), count - 1)
    }
    let ends = ring.indices.map { at in
      let (a, b) = (ring[at].latitude, ring[(at + 1) % ring.count].latitude)
      return (low: min(a, b) - Self.onEdge, high: max(a, b) + Self.onEdge)
    }
    var count = min(max(ring.count / 4, 1), Self.mostRows)
    // Edges that go to and fro between south and north are in all rows.
    while count > 1,
      ends.reduce(0, { $0 + row($1.high, of: count) - row($1.low, of: count) }) > 8 * ring.count
    {
      count /= 2
    }
    var rows = [[Int]](repeating: [], count: count)
    for (at, end) in ends.enumerated() {
      for row in row(end.low, of: count)...row(end.high, of: count) { rows[row].append(at) }
    }
    self.rows = rows
    rowHeight = height / Double(count)
  }

  static func doubledSize(of ring: [Coordinate]) -> Double {
    abs(
      zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
        $0 + $1.0.longitude * $1.1.latitude - $1.1.longitude * $1.0.latitude
      })
  }

  /// Whether it goes around another ring, which may reach beyond it a little as people draw: the
  /// first corner that isn't on its edge says so. One whose corners all are is in it.
  ///
  /// - Parameter looks: edges that may still be looked at, after which corners count as on the
  ///   edge.
  func isAround(_ other: [Coordinate], _ looks: inout Int) -> Bool {
    for place in other where looks > 0 {
      if let isInside = contains(place, &looks) { return isInside }
    }
    return true
  }

  /// Whether another ring lies in it as far as its corners and the middles of its edges say, and
  /// isn't on its edge with all of them.
  ///
  /// - Parameter looks: edges that may still be looked at; without any left it is no answer.
  func holds(_ other: [Coordinate], _ looks: inout Int) -> Bool {
    var isIn = false
    for (a, b) in zip(other, other.dropFirst() + other.prefix(1)) where looks > 0 {
      let middle = Coordinate(
        latitude: (a.latitude + b.latitude) / 2, longitude: (a.longitude + b.longitude) / 2)
      for place in [a, middle] {
        guard let isInside = contains(place, &looks) else { continue }
        guard isInside else { return false }
        isIn = true
      }
    }
    return isIn
  }

  /// Whether a place lies in it, by how often a line to the east crosses it; `nil` on its edge.
  private func contains(_ place: Coordinate, _ looks: inout Int) -> Bool? {
    guard box.isNear(place, by: Self.onEdge) else { return false }
    let row = min(max(Int((place.latitude - box.south) / rowHeight), 0), rows.count - 1)
    looks -= rows[row].count
    var isInside = false
    for at in rows[row] {
      let (a, b) = (ring[at], ring[(at + 1) % ring.count])
      if Self.isOn(a, b, place) { return nil }
      guard (a.latitude > place.latitude) != (b.latitude > place.latitude) else { continue }
      let share = (place.latitude - a.latitude) / (b.latitude - a.latitude)
      if place.longitude < a.longitude + share * (b.longitude - a.longitude) { isInside.toggle() }
    }
    return isInside
  }

  private static func isOn(_ a: Coordinate, _ b: Coordinate, _ place: Coordinate) -> Bool {
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    let (x, y) = (place.longitude - a.longitude, place.latitude - a.latitude)
    let length = dx * dx + dy * dy
    let along = length > 0 ? min(max((x * dx + y * dy) / length, 0), 1) : 0
    let (offX, offY) = (x - along * dx, y - along * dy)
    return offX * offX + offY * offY <= onEdge * onEdge
  }
}

/// Around a ring, in degrees.
struct OSMBox {
  private(set) var south = Double.infinity
  private var west = Double.infinity
  private var east = -Double.infinity
  private var north = -Double.infinity

  init(_ ring: [Coordinate]) {
    for place in ring {
      (west, east) = (min(west, place.longitude), max(east, place.longitude))
      (south, north) = (min(south, place.latitude), max(north, place.latitude))
    }
  }

  var height: Double { north - south }

  func holds(_ other: OSMBox) -> Bool {
    west <= other.west && south <= other.south && east >= other.east && north >= other.north
  }

  func isNear(_ place: Coordinate, by reach: Double) -> Bool {
    place.longitude >= west - reach && place.longitude <= east + reach
      && place.latitude >= south - reach && place.latitude <= north + reach
  }
}
