import Foundation
import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Which units reach out of their level, against distances from its outline's edges to a raster of
/// places in the units.
struct OutsideTests {
  private static let margin = 0.1

  private func isFound(_ unit: Polygon<LocalPoint>, _ outline: [Polygon<LocalPoint>]) -> Bool {
    let frame = GroundAreaTests.frame
    let venue = Venue(
      id: "v", name: "v", origin: frame.origin,
      levels: [
        Level(
          id: "L", key: GroundAreaTests.key, label: "0",
          outline: outline.map { $0.map { frame.coordinate(from: $0) } })
      ],
      units: [
        GroundAreaTests.unit("u", "room", [unit.map { frame.coordinate(from: $0) }])
      ], openings: [])
    return VenueCheck(venue, name: "v").counts[.unitOutsideLevel, default: 0] > 0
  }

  /// Metres from a place to a polygon's inside.
  private func distance(_ place: LocalPoint, to polygons: [Polygon<LocalPoint>]) -> Double {
    if polygons.contains(where: { $0.contains(place) }) { return 0 }
    let edges = polygons.flatMap(\.rings).flatMap { zip($0, $0.dropFirst() + $0.prefix(1)) }
    return edges.map { a, b in
      let (x, y) = (b.x - a.x, b.y - a.y)
      let square = x * x + y * y
      let t = square > 0 ? ((place.x - a.x) * x + (place.y - a.y) * y) / square : 0
      let along = max(0, min(1, t))
      return place.distance(to: LocalPoint(x: a.x + along * x, y: a.y + along * y))
    }.min() ?? .infinity
  }

  /// The furthest that a raster of a polygon's places, 2 cm apart, and its edges are from others.
  private func reach(_ unit: Polygon<LocalPoint>, from outline: [Polygon<LocalPoint>]) -> Double {
    var reach = 0.0
    for ring in unit.rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        for step in 0...100 {
          let t = Double(step) / 100
          let place = LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y))
          reach = max(reach, distance(place, to: outline))
        }
      }
    }
    guard let box = BoundingBox(unit.exterior) else { return reach }
    for x in stride(from: box.minimum.x, to: box.maximum.x, by: 0.02) {
      for y in stride(from: box.minimum.y, to: box.maximum.y, by: 0.02) {
        let place = LocalPoint(x: x, y: y)
        if unit.contains(place) { reach = max(reach, distance(place, to: outline)) }
      }
    }
    return reach
  }

  /// A ring around the origin whose radius changes at random.
  private func star(
    _ corners: Int, _ radii: ClosedRange<Double>, _ random: inout SplitMix64
  ) -> [LocalPoint] {
    (0..<corners).map { corner in
      let turn = 2 * Double.pi * Double(corner) / Double(corners)
      let radius = Double.random(in: radii, using: &random)
      return LocalPoint(x: radius * cos(turn), y: radius * sin(turn))
    }
  }

  @Test func `a unit reaches out where a place of it is further than the margin`() {
    var random = SplitMix64(seed: 11)
    var (inside, outside) = (0, 0)
    for round in 0..<60 {
      let hole = star(7, 0.08...0.16, &random)
      let outline = [
        Polygon(
          exterior: star(12, 0.9...1.3, &random),
          holes: round % 2 == 0 ? [] : [hole.map { LocalPoint(x: $0.x + 0.3, y: $0.y) }])
      ]
      let unit = Polygon(exterior: star(9, 0.8...1.2, &random))
      let reach = reach(unit, from: outline)
      let isFound = isFound(unit, outline)
      // Between the places of the raster is at most 1.5 cm.
      if reach > Self.margin + 0.006 { #expect(isFound, "\(round): \(reach)") }
      if reach < Self.margin - 0.016 { #expect(!isFound, "\(round): \(reach)") }
      if isFound { outside += 1 } else { inside += 1 }
    }
    #expect(inside > 10 && outside > 10, "\(inside) \(outside)")
  }

  @Test(arguments: [(0.05, false), (0.09, false), (0.12, true), (1, true)])
  func `a unit over a hole or a closed bay reaches out where that is wider than two margins`(
    radius: Double, isOutside: Bool
  ) {
    func square(_ x: Double, _ half: Double) -> [LocalPoint] {
      [(-half, -half), (half, -half), (half, half), (-half, half)].map {
        LocalPoint(x: x + $0.0, y: $0.1)
      }
    }
    let unit = Polygon(exterior: square(0, 4))
    #expect(
      isFound(unit, [Polygon(exterior: square(0, 5), holes: [square(1, radius)])]) == isOutside)
    // The same square with a slit of 1 cm to the east, which is no hole but a bay.
    let bay = [
      (5, 5), (-5, 5), (-5, -5), (5, -5), (5, -0.005), (1 + radius, -0.005), (1 + radius, -radius),
      (1 - radius, -radius), (1 - radius, radius), (1 + radius, radius), (1 + radius, 0.005),
      (5, 0.005),
    ].map { LocalPoint(x: $0.0, y: $0.1) }
    #expect(isFound(unit, [Polygon(exterior: bay)]) == isOutside)
  }
}
