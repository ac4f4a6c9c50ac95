import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// Levels that an import moves as a whole, and those that it doesn't.
struct LevelShiftTests {
  private let frame = LocalFrame(origin: Coordinate(latitude: 50, longitude: 10))

  private func square(_ x: Double, _ y: Double, _ side: Double) -> [Polygon<Coordinate>] {
    let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    return [
      Polygon(exterior: corners.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
    ]
  }

  /// Four rooms of 10 m in a row, moved each by what `shift` says of it, and the outline.
  private func venue(outline: Double = 0, _ shift: (Int) -> (Double, Double)?) -> Venue {
    let key = LevelKey(ordinal: 0)
    return Venue(
      id: "v", name: "v", origin: frame.origin, buildings: [],
      levels: [Level(id: "L", key: key, label: "G", outline: square(outline, 0, 50))],
      units: (0..<4).compactMap { room in
        shift(room).map { shift in
          Unit(
            id: "\(room)", level: key,
            geometry: square(10 * Double(room) + shift.0, shift.1, 10))
        }
      })
  }

  private func metres(_ after: Venue) -> Double? {
    LevelShifts.metres(from: venue { _ in (0, 0) }, to: after)[LevelKey(ordinal: 0)]
  }

  @Test func `a level that moved with its rooms is found, by how far`() throws {
    let moved = try #require(metres(venue(outline: 30) { _ in (30, 40) }))
    #expect(abs(moved - 50) < 0.5)
    // One room was drawn anew besides, and the outline kept.
    let most = try #require(metres(venue { $0 == 0 ? (0, 0) : (0, -60) }))
    #expect(abs(most - 60) < 0.5)
  }

  @Test func `rooms that are edited, and small corrections, move no level`() {
    #expect(metres(venue { _ in (0, 0) }) == nil)
    #expect(metres(venue(outline: 3) { _ in (3, 3) }) == nil)
    #expect(metres(venue { $0 < 2 ? (20, 0) : (0, 0) }) == nil)
    // Each by a way of its own.
    #expect(metres(venue { (20 * Double($0 + 1), 0) }) == nil)
    // The others aren't in the import and stay.
    #expect(metres(venue { $0 < 2 ? (20, 0) : nil }) == nil)
  }

  /// Without rooms: the outline alone moved where all of its vertices did.
  @Test func `an outline that is drawn anew moves no level`() throws {
    func metres(to outline: [Polygon<Coordinate>]) -> Double? {
      let (before, after) = (venue { _ in nil }, venue { _ in nil })
      var other = after
      other.levels[0].outline = outline
      return LevelShifts.metres(from: before, to: other)[LevelKey(ordinal: 0)]
    }
    let moved = try #require(metres(to: square(30, 40, 50)))
    #expect(abs(moved - 50) < 0.5)
    // Larger by an annex, or the building's for that of a plan's paper.
    let annex = [(0.0, 0.0), (98, 0), (98, 20), (50, 20), (50, 50), (0, 50)]
    #expect(
      metres(
        to: [
          Polygon(exterior: annex.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
        ]) == nil)
    #expect(metres(to: square(10, 15, 20)) == nil)
    // One side further out, which most vertices may be of.
    let side = [(0.0, 0.0), (60, 0), (60, 50), (0, 50)]
    #expect(
      metres(
        to: [
          Polygon(exterior: side.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
        ]) == nil)
    // From another vertex on.
    for turned in [
      [(80.0, 0.0), (80, 50), (30, 50), (30, 0)], [(30.0, 50.0), (80, 50), (80, 0), (30, 0)],
    ] {
      let way = try #require(
        metres(
          to: [
            Polygon(exterior: turned.map { frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1)) })
          ]))
      #expect(abs(way - 30) < 0.5)
    }
  }
}
