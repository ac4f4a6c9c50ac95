import IndoorGeometry
import Testing

struct PolygonTests {
  /// 10 by 10 with a hole of 4 by 4 in its middle.
  let frame = Polygon(
    exterior: [(0, 0), (10, 0), (10, 10), (0, 10)].map { LocalPoint(x: $0.0, y: $0.1) },
    holes: [[(3, 3), (3, 7), (7, 7), (7, 3)].map { LocalPoint(x: $0.0, y: $0.1) }])

  @Test func `a point in a hole is outside`() {
    #expect(frame.contains(LocalPoint(x: 1, y: 5)))
    #expect(!frame.contains(LocalPoint(x: 5, y: 5)))
    #expect(!frame.contains(LocalPoint(x: 11, y: 5)))
    #expect(!frame.contains(LocalPoint(x: .nan, y: 5)))
  }

  @Test func `holes count against the area, whatever the winding`() {
    #expect(frame.area == 84)
    #expect(Polygon(exterior: frame.exterior.reversed(), holes: frame.holes).area == 84)
    #expect(Polygon<LocalPoint>.signedArea(frame.exterior) == 100)
    #expect(Polygon<LocalPoint>.signedArea(frame.holes[0]) == -16)
  }

  @Test func `the area of a small ring far from the origin keeps its digits`() {
    let far = frame.exterior.map { LocalPoint(x: $0.x + 1e7, y: $0.y - 1e7) }
    #expect(Polygon(exterior: far).area == 100)
  }

  @Test func `a degenerate ring contains nothing and has no area`() {
    for ring in [[], [LocalPoint(x: 1, y: 1)], [LocalPoint(x: 0, y: 0), LocalPoint(x: 2, y: 2)]] {
      let polygon = Polygon(exterior: ring)
      #expect(polygon.area == 0)
      #expect(!polygon.contains(LocalPoint(x: 1, y: 1)) || ring.count > 1)
    }
  }

  @Test func `a concave ring is followed into its notch`() {
    // A U, open at the top.
    let u = Polygon(
      exterior: [(0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)]
        .map { LocalPoint(x: $0.0, y: $0.1) })
    #expect(u.contains(LocalPoint(x: 1, y: 5)))
    #expect(!u.contains(LocalPoint(x: 3, y: 5)))
    #expect(u.contains(LocalPoint(x: 5, y: 5)))
    #expect(u.area == 28)
  }
}
