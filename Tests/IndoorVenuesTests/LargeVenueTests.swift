import IndoorGeometry
import IndoorJSON
import IndoorLibc
import IndoorModel
import IndoorVenues
import Testing

/// Venues far beyond any building, which are to be read, checked and written in bounded time all
/// the same.
struct LargeVenueTests {
  /// What takes minutes where the work goes with the square of the size.
  static let catastrophe = Duration.seconds(300)

  static let frame = GroundAreaTests.frame

  /// Rooms of 4 m in rows, every third row a corridor, a door of a metre from each room to its
  /// corridor.
  static func rooms(_ side: Int) -> (level: Level, units: [Unit], openings: [Opening]) {
    let rectangle = GroundAreaTests.rectangle
    let width = 4 * Double(side)
    var units: [Unit] = []
    var openings: [Opening] = []
    for row in 0..<side {
      for column in 0..<side {
        let (x, y) = (4 * Double(column), 4 * Double(row))
        units.append(
          GroundAreaTests.unit(
            "\(row).\(column)", row % 3 == 1 ? "walkway" : "room", rectangle(x, y, 4, 4)))
        guard row % 3 != 1 else { continue }
        let wall = row % 3 == 0 ? y + 4 : y
        openings.append(
          Opening(
            id: "door \(row).\(column)", level: GroundAreaTests.key,
            line: [(x + 1, wall), (x + 2, wall)].map {
              frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
            }))
      }
    }
    let level = Level(
      id: "L", key: GroundAreaTests.key, label: "0", outline: rectangle(0, 0, width, width))
    return (level, units, openings)
  }

  @Test(arguments: [9, 60, 90])
  func `rooms along corridors are walkable but for their walls`(side: Int) {
    let (level, units, openings) = Self.rooms(side)
    let start = ContinuousClock.now
    let parts = GroundArea(of: level, units: units, openings: openings, frame: Self.frame).parts
    #expect(ContinuousClock.now - start < Self.catastrophe)
    // A room has 3.8 m by 3.8 m and a doorway of 1 m by 0.2 m, 14.64 m²; of a corridor's 4 m by
    // 4 m the walls take 0.1 m on both sides, which leaves 15.2 m².
    let (rooms, corridors) = (openings.count, units.count - openings.count)
    let expected = Double(rooms) * 14.64 + Double(corridors) * 15.2
    let area = parts.reduce(0) { $0 + $1.area }
    #expect(abs(area - expected) < 1e-4 * expected, "\(area), \(expected)")
    // A corridor and the rooms to both sides hang together, and nothing else does.
    #expect(parts.count == side / 3)
  }

  /// A hall of two halves, 50 m by 25 m each, turned by an angle, with doors of a width in metres
  /// in the wall between.
  static func halves(
    turned angle: Double, doors: some Sequence<Double>, width: Double
  ) -> (level: Level, units: [Unit], openings: [Opening]) {
    func coordinate(_ x: Double, _ y: Double) -> Coordinate {
      frame.coordinate(
        from: LocalPoint(
          x: x * cos(angle) - y * sin(angle), y: x * sin(angle) + y * cos(angle)))
    }
    func half(_ y: Double, _ height: Double) -> [Polygon<Coordinate>] {
      [
        Polygon(exterior: [
          coordinate(0, y), coordinate(50, y), coordinate(50, y + height),
          coordinate(0, y + height),
        ])
      ]
    }
    let openings = doors.enumerated().map { number, x in
      Opening(
        id: "\(number)", level: GroundAreaTests.key,
        line: [coordinate(x, 25), coordinate(x + width, 25)])
    }
    let level = Level(id: "L", key: GroundAreaTests.key, label: "0", outline: half(0, 50))
    return (
      level,
      [
        GroundAreaTests.unit("a", "room", half(0, 25)),
        GroundAreaTests.unit("b", "room", half(25, 25)),
      ], openings
    )
  }

  /// Each half has 49.8 m by 24.8 m.
  static let bothHalves = 2 * 49.8 * 24.8

  @Test(arguments: [0, 0.4, 3 * Double.pi / 4])
  func `thousands of doors that lie on each other open a wall as their union does`(
    angle: Double
  ) {
    // From 10 m to 16 m along the wall, over and over.
    let doors = (0..<5000).map { 10 + 0.001 * Double($0) }
    let (level, units, openings) = Self.halves(turned: angle, doors: doors, width: 1.001)
    let parts = GroundArea(of: level, units: units, openings: openings, frame: Self.frame).parts
    #expect(parts.count == 1)
    let area = parts.reduce(0) { $0 + $1.area }
    #expect(abs(area - (Self.bothHalves + 6 * 0.2)) < 0.01, "\(area)")
  }

  @Test(arguments: [0, 0.4])
  func `thousands of doors side by side leave what stands between them`(angle: Double) {
    // 4000 doors of 4 mm, 6 mm of wall after each; two that touch become one.
    let doors = (0..<4000).map { 5 + 0.01 * Double($0) } + [4.996]
    let (level, units, openings) = Self.halves(turned: angle, doors: doors, width: 0.004)
    let parts = GroundArea(of: level, units: units, openings: openings, frame: Self.frame).parts
    #expect(parts.count == 1)
    let area = parts.reduce(0) { $0 + $1.area }
    #expect(abs(area - (Self.bothHalves + 4001 * 0.004 * 0.2)) < 0.05, "\(area)")
    // Between two doors is a post.
    #expect(parts.first?.holes.count == 3999)
  }

  @Test func `a wall in ten thousand corners is opened by a door on each of its edges`() {
    // 100 m of a centimetre to and fro; the other three walls take 0.1 m each.
    let south = (0...10_000).map { LocalPoint(x: Double($0) / 100, y: $0 % 2 == 0 ? 0 : 0.01) }
    func places(_ points: [LocalPoint]) -> [Coordinate] {
      points.map { Self.frame.coordinate(from: $0) }
    }
    let ring = south + [LocalPoint(x: 100, y: 50), LocalPoint(x: 0, y: 50)]
    let shape = [Polygon(exterior: places(ring))]
    let doors = zip(south, south.dropFirst()).enumerated().map { index, ends in
      Opening(id: "d\(index)", level: GroundAreaTests.key, line: places([ends.0, ends.1]))
    }
    let unit = Unit(id: "a", level: GroundAreaTests.key, category: "room", geometry: shape)
    let level = Level(id: "L", key: GroundAreaTests.key, label: "0", outline: shape)
    let parts = GroundArea(of: level, units: [unit], openings: doors, frame: Self.frame).parts
    #expect(parts.count == 1)
    #expect(abs((parts.first?.area ?? 0) - 99.8 * 49.9) < 1)
  }

  @Test func `a level of ten thousand holes without rooms is walkable but for the holes`() {
    let outline = Polygon(
      exterior: [(0, 0), (200, 0), (200, 200), (0, 200)].map { LocalPoint(x: $0.0, y: $0.1) },
      holes: (0..<10_000).map { hole in
        let (x, y) = (Double(hole % 100) * 2 + 0.5, Double(hole / 100) * 2 + 0.5)
        return [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)].map {
          LocalPoint(x: $0.0, y: $0.1)
        }
      }
    ).map { Self.frame.coordinate(from: $0) }
    let level = Level(id: "L", key: GroundAreaTests.key, label: "0", outline: [outline])
    let parts = GroundArea(of: level, units: [], openings: [], frame: Self.frame).parts
    #expect(parts.count == 1 && parts.first?.holes.count == 10_000)
    #expect(abs((parts.first?.area ?? 0) - 30_000) < 1)
  }

  @Test func `many rooms on each other block as one does`() {
    let room = GroundAreaTests.unit("a", "room", GroundAreaTests.rectangle(0, 0, 10, 10))
    let units = (0..<5000).map { index in
      var unit = room
      unit.id = "\(index)"
      // Not quite the same, so that nothing but their union says that they are one.
      unit.geometry = GroundAreaTests.rectangle(1e-4 * Double(index % 700), 0, 10, 10)
      return unit
    }
    let start = ContinuousClock.now
    let parts = GroundArea(
      of: GroundAreaTests.level, units: units, openings: [GroundAreaTests.door((0, 4), (0, 6))],
      frame: Self.frame
    ).parts
    #expect(ContinuousClock.now - start < Self.catastrophe)
    #expect(!parts.isEmpty && parts.allSatisfy { $0.area <= 110 })
  }

  @Test func `a room whose wall has two hundred thousand vertices is walkable`() {
    let count = 200_000
    let ring = (0..<count).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count)
      let radius = 50 + (index % 2 == 0 ? 0 : 0.02)
      return Self.frame.coordinate(
        from: LocalPoint(x: radius * cos(angle), y: radius * sin(angle)))
    }
    let unit = GroundAreaTests.unit("round", "room", [Polygon(exterior: ring)])
    let level = Level(
      id: "L", key: GroundAreaTests.key, label: "0",
      outline: GroundAreaTests.rectangle(-60, -60, 120, 120))
    let start = ContinuousClock.now
    let parts = GroundArea(
      of: level, units: [unit], openings: [GroundAreaTests.door((50, -1), (50, 1))],
      frame: Self.frame
    ).parts
    #expect(ContinuousClock.now - start < Self.catastrophe)
    let expected = 120.0 * 120 - 2 * Double.pi * 50 * 0.2
    #expect(abs(parts.reduce(0) { $0 + $1.area } - expected) < 0.002 * expected)
  }

  @Test func `a unit of ten thousand holes has a wall around each`() {
    let hall = Polygon(
      exterior: [(0, 0), (200, 0), (200, 200), (0, 200)].map { LocalPoint(x: $0.0, y: $0.1) },
      holes: (0..<10_000).map { hole in
        let (x, y) = (Double(hole % 100) * 2 + 0.5, Double(hole / 100) * 2 + 0.5)
        return [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y)].map {
          LocalPoint(x: $0.0, y: $0.1)
        }
      }
    ).map { Self.frame.coordinate(from: $0) }
    let level = Level(
      id: "L", key: GroundAreaTests.key, label: "0",
      outline: GroundAreaTests.rectangle(0, 0, 200, 200))
    let unit = GroundAreaTests.unit("hall", "room", [hall])
    let start = ContinuousClock.now
    let parts = GroundArea(
      of: level, units: [unit], openings: [GroundAreaTests.door((0, 4), (0, 6))],
      frame: Self.frame
    ).parts
    #expect(ContinuousClock.now - start < Self.catastrophe)
    // Between the walls of holes 1 m apart are 0.8 m, and in each hole 0.8 m by 0.8 m.
    #expect(parts.count == 10_001)
    #expect(abs((parts.first?.area ?? 0) - (199.8 * 199.8 - 10_000 * (1.2 * 1.2))) < 500)
  }

  @Test func `a scribble of fifteen hundred corners is left out, and said why`() throws {
    var random = SplitMix64(seed: 1)
    let corners = (0..<1500).map { _ in
      "[\(Double.random(in: 10...10.001, using: &random)),\(Double.random(in: 50...50.001, using: &random))]"
    }
    let scribble =
      #"{"type":"Polygon","coordinates":[[\#((corners + corners.prefix(1)).joined(separator: ","))]]}"#
    let start = ContinuousClock.now
    let (venue, findings) = try assembled(
      collection(
        (ground, scribble), (#""feature_type":"unit","id":"u","level_id":"L0""#, square(10, 50))))
    #expect(ContinuousClock.now - start < Self.catastrophe)
    #expect(venue.levels.map(\.outline) == [[]] && venue.units.count == 1)
    #expect(findings.map(\.rule) == [.invalidPolygon])
    #expect(findings[0].message.contains("venue.geojson:2: level \"L0\""), "\(findings)")
    #expect(findings[0].message.contains("crosses itself over 10000 times"), "\(findings)")
  }

  @Test func `edges that all lie under each other are not compared one with all others`() throws {
    // A comb of long teeth across both axes: valid, and every tooth's box meets every other's.
    let teeth = (0..<40_000).flatMap { tooth -> [String] in
      let step = Double(tooth) * 1e-9
      return [
        "[\(10 + step),\(50 - step)]", "[\(10.001 + step),\(50.001 - step)]",
        "[\(10.001 + step + 4e-10),\(50.001 - step - 4e-10)]",
        "[\(10 + step + 4e-10),\(50 - step - 4e-10)]",
      ]
    }
    let comb =
      #"{"type":"Polygon","coordinates":[[\#((teeth + ["[9.9999,49.9999]"] + teeth.prefix(1)).joined(separator: ","))]]}"#
    let start = ContinuousClock.now
    let (_, findings) = try assembled(
      collection(
        (ground, comb), (#""feature_type":"unit","id":"u","level_id":"L0""#, square(10, 50))))
    #expect(ContinuousClock.now - start < Self.catastrophe)
    #expect(findings.contains { $0.rule == .invalidPolygon && $0.message.contains("compared") })
  }

  @Test func `polygons that lie over each other become one, side by side they stay`() throws {
    let places = [(10.0, 50.0), (10.0005, 50.0), (10.002, 50.0), (10.003, 50.0)]
    let rings = places.map { x, y in
      square(x, y).replacing(#"{"type":"Polygon","coordinates":"#, with: "").dropLast()
    }
    let unit = #"{"type":"MultiPolygon","coordinates":[\#(rings.joined(separator: ","))]}"#
    let (venue, findings) = try assembled(
      collection(
        (ground, square(10, 50, 0.01)), (#""feature_type":"unit","id":"u","level_id":"L0""#, unit)))
    #expect(findings.map(\.rule) == [.invalidPolygon])
    // The first two overlap by half; the last two have an edge in common.
    let area = venue.units[0].geometry.reduce(0) { $0 + venue.frame.local(from: $1).area }
    let one = venue.levels[0].outline.reduce(0) { $0 + venue.frame.local(from: $1).area } / 100
    #expect(abs(area / one - 3.5) < 1e-3)
    let (apart, none) = try assembled(
      collection(
        (ground, square(10, 50, 0.01)),
        (
          #""feature_type":"unit","id":"u","level_id":"L0""#,
          #"{"type":"MultiPolygon","coordinates":[\#(rings.suffix(2).joined(separator: ","))]}"#
        )))
    #expect(none.isEmpty && apart.units[0].geometry.count == 2)
  }
}
