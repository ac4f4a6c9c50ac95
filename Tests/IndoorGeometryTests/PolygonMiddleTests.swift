import Foundation
import IndoorGeometry
import Testing

struct PolygonMiddleTests {
  private func polygon(
    _ exterior: [(Double, Double)], holes: [[(Double, Double)]] = []
  ) -> Polygon<LocalPoint> {
    func ring(_ points: [(Double, Double)]) -> [LocalPoint] {
      points.map { LocalPoint(x: $0.0, y: $0.1) }
    }
    return Polygon(exterior: ring(exterior), holes: holes.map(ring))
  }

  private func depth(_ polygon: Polygon<LocalPoint>) throws -> Double {
    let middle = try #require(polygon.middle)
    #expect(polygon.contains(middle))
    return -polygon.edgeDistance(to: middle)
  }

  @Test func `a triangle's centroid is the mean of its corners, in either winding and anywhere`()
    throws
  {
    for shift in [0.0, 1e6] {
      let corners = [(shift, 0.0), (shift + 4, 0.0), (shift, 3.0)]
      for ring in [corners, corners.reversed()] {
        let centroid = try #require(polygon(ring).centroid)
        #expect(abs(centroid.x - shift - 4 / 3) < 1e-9 && abs(centroid.y - 1) < 1e-9)
      }
    }
  }

  @Test func `a hole pushes the centroid away`() throws {
    // A square of 4 less its right upper quarter: (4·2 - 1·3) / 3, by moments.
    let square = polygon(
      [(0, 0), (4, 0), (4, 4), (0, 4)], holes: [[(2, 2), (4, 2), (4, 4), (2, 4)]])
    let centroid = try #require(square.centroid)
    #expect(abs(centroid.x - 5.0 / 3) < 1e-12 && abs(centroid.y - 5.0 / 3) < 1e-12)
  }

  @Test func `the middle of a room is its centroid, of a corridor too`() throws {
    #expect(polygon([(0, 0), (10, 0), (10, 6), (0, 6)]).middle == LocalPoint(x: 5, y: 3))
    let corridor = try #require(polygon([(0, 0), (100, 0), (100, 2), (0, 2)]).middle)
    #expect(abs(corridor.x - 50) < 1e-9 && abs(corridor.y - 1) < 1e-9)
  }

  @Test func `the middle of a U is inside it, as far from the walls as can be`() throws {
    // The largest circle touches both outer walls of a corner and the inner corner: its radius r
    // has √2 (2 - r) = r.
    let radius = 2 * 2.0.squareRoot() / (1 + 2.0.squareRoot())
    let u = polygon([(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)])
    let centroid = try #require(u.centroid)
    #expect(!u.contains(centroid))
    let depth = try depth(u)
    #expect(depth <= radius + 1e-9 && depth >= radius / 1.021)
  }

  @Test func `the middle of a gallery around a court is in the gallery`() throws {
    let gallery = polygon(
      [(0, 0), (30, 0), (30, 20), (0, 20)], holes: [[(4, 4), (26, 4), (26, 16), (4, 16)]])
    // Between two walls 4 apart it is 2; in a corner √2 (4 - r) = r.
    let radius = 4 * 2.0.squareRoot() / (1 + 2.0.squareRoot())
    let depth = try depth(gallery)
    #expect(depth <= radius + 1e-9 && depth >= radius / 1.021)
  }

  @Test func `of slivers and of stars with any number of points the middle is inside`() throws {
    #expect(try depth(polygon([(0, 0), (1000, 0.001), (1000, 0.002)])) > 0)
    #expect(try depth(polygon([(0, 0), (1000, 1000), (1000, 1000.001), (500, 500.002)])) > 0)
    // The golden angle spreads radii that no two stars share.
    for star in 1...300 {
      let points = (0..<(3 + star % 40)).map { index -> (Double, Double) in
        let angle = 2 * Double.pi * Double(index) / Double(3 + star % 40)
        let radius =
          0.01 + (Double(index * star) * 0.618_033_988_749).truncatingRemainder(dividingBy: 1)
        return (radius * cos(angle), radius * sin(angle))
      }
      #expect(try depth(polygon(points)) > 0)
    }
  }

  @Test func `what has no area has no middle`() {
    for ring in [
      [], [(1, 1)], [(0, 0), (5, 5)], [(0, 0), (5, 0), (9, 0)], [(0, 0), (0, 5), (0, 9)],
      [(0, 0), (.nan, 1), (1, 1)], [(0, 0), (.infinity, 0), (0, 1)],
    ] as [[(Double, Double)]] {
      #expect(polygon(ring).middle == nil)
    }
    let huge = polygon([(-1.7e308, -1.7e308), (1.7e308, -1.7e308), (1.7e308, 1.7e308)])
    let least = Double.leastNonzeroMagnitude
    let tiny = polygon([(0, 0), (least, 0), (0, least)])
    for strange in [huge, tiny] {
      let middle = strange.middle
      #expect(middle.map { strange.contains($0) } ?? true)
    }
  }
}
