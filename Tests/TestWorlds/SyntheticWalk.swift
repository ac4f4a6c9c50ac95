package import IndoorGeometry
package import IndoorModel
package import IndoorPositioning

/// A building of three levels and a walk through it, made up on the spot.
package enum SyntheticWalk {
  package static let origin = Coordinate(latitude: 52.5, longitude: 13.4)
  package static let frame = LocalFrame(origin: origin)

  package static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double)
    -> Polygon<Coordinate>
  {
    // The building stands 20° askew.
    let (c, s) = (0.9397, 0.3420)
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return Polygon(
      exterior: corners.map { x, y in
        frame.coordinate(from: LocalPoint(x: c * x - s * y, y: s * x + c * y))
      })
  }

  package static func place(_ x: Double, _ y: Double) -> LocalPoint {
    LocalPoint(x: 0.9397 * x - 0.3420 * y, y: 0.3420 * x + 0.9397 * y)
  }

  package static var venue: Venue {
    var venue = Venue(id: "v", name: "Museum <of & Tests>", origin: origin)
    venue.buildings = [Building(id: "")]
    for (ordinal, label) in [(-1, "B1"), (0, "F1"), (1, "F2")] {
      let key = LevelKey(ordinal: ordinal)
      venue.levels.append(
        Level(id: "l\(ordinal)", key: key, label: label, outline: [rectangle(-35, -20, 70, 40)]))
      for room in 0..<6 {
        let x = -35 + Double(room) * 70 / 6
        for (y, side) in [(-20.0, "S"), (4.0, "N")] {
          venue.units.append(
            Unit(
              id: "u\(ordinal)\(room)\(side)", level: key,
              category: room == 0 ? "stairs" : "room", name: "Room \(side)\(room)",
              geometry: [rectangle(x, y, 70 / 6, 16)]))
        }
      }
    }
    return venue
  }

  package static func recording(_ name: String, seed: UInt64, offset: Double = 0) -> LocatedWalk {
    var state = seed
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / 9_007_199_254_740_992 - 0.5
    }
    var truth: [SurveyWalk.PathPoint] = []
    var positions: [Position] = []
    var (ex, ey) = (3.0, -2.0)
    for second in 0..<120 {
      let along = Double(second % 60) * 1.1
      let level = LevelKey(ordinal: second < 60 ? 0 : 1)
      let p = place(second < 60 ? -32 + along : 33 - along, offset)
      truth.append(
        .init(time: Timestamp(milliseconds: Int64(second) * 1000), level: level, place: p))
      ex = ex * 0.9 + noise() * 2.4
      ey = ey * 0.9 + noise() * 2.4
      let q = LocalPoint(x: p.x + ex, y: p.y + ey)
      positions.append(
        Position(
          time: Timestamp(milliseconds: Int64(second) * 1000 - 100), place: q,
          coordinate: frame.coordinate(from: q),
          level: second == 61 || second == 62 ? LevelKey(ordinal: 0) : level, levelConfidence: 0.9,
          horizontalAccuracy: 2 + 12 / Double(second + 1) + abs(noise()),
          heading: nil, sources: [.wifi, .motion]))
    }
    return LocatedWalk(name: name, truth: truth, positions: positions)
  }

  package struct LocatedWalk {
    package var name: String
    package var truth: [SurveyWalk.PathPoint]
    package var positions: [Position]
  }
}
