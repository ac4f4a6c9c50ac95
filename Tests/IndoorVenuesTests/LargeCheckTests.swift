import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorVenues
import Testing

/// Checks of venues that find very much, or have very much to look at.
struct LargeCheckTests {
  private func venue(
    outline: [Polygon<Coordinate>], units: [Unit], openings: [Opening] = []
  ) -> Venue {
    Venue(
      id: "v", name: "v", origin: GroundAreaTests.frame.origin,
      levels: [Level(id: "L", key: GroundAreaTests.key, label: "0", outline: outline)],
      units: units, openings: openings)
  }

  @Test func `a heap of rooms is counted, and the first ten thousand pairs are told`() {
    let square = GroundAreaTests.rectangle(0, 0, 10, 10)
    let units = (0..<3000).map { GroundAreaTests.unit("\($0)", "room", square) }
    let start = ContinuousClock.now
    let check = VenueCheck(venue(outline: square, units: units), name: "heap")
    #expect(ContinuousClock.now - start < LargeVenueTests.catastrophe)
    #expect(check.findings.count == VenueCheck.most + 1)
    #expect(check.counts[.unitsOverlap, default: 0] > 100_000)
    // 3000 · 2999 / 2 pairs are more than are compared, which is said.
    #expect(check.counts[.unitsNotCompared] == 1)
    #expect(check.count(.warning) == check.counts.values.reduce(0, +))
  }

  @Test func `rooms side by side are compared each with its neighbours alone`() {
    let units = LargeVenueTests.rooms(100).units
    let start = ContinuousClock.now
    let check = VenueCheck(
      venue(outline: GroundAreaTests.rectangle(0, 0, 400, 400), units: units), name: "rooms")
    #expect(ContinuousClock.now - start < LargeVenueTests.catastrophe)
    #expect(check.findings.isEmpty, "\(check.findings.prefix(3))")
  }

  @Test func `strips whose boxes all meet, and that share nothing, aren't compared forever`() {
    let frame = GroundAreaTests.frame
    let units = (0..<20_000).map { strip in
      let x = Double(strip) * 0.002
      let corners = [(x, 0), (x + 0.001, 0), (x + 100.001, 100), (x + 100, 100)].map {
        frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
      }
      return GroundAreaTests.unit("\(strip)", "room", [Polygon(exterior: corners)])
    }
    let start = ContinuousClock.now
    let check = VenueCheck(
      venue(outline: GroundAreaTests.rectangle(-1, -1, 150, 110), units: units), name: "strips")
    #expect(ContinuousClock.now - start < LargeVenueTests.catastrophe)
    #expect(check.findings.map(\.rule) == [.unitsNotCompared])
  }

  @Test func `rooms across a comb's teeth aren't compared forever`() {
    let frame = GroundAreaTests.frame
    let teeth = (0..<10_000).flatMap { tooth -> [LocalPoint] in
      let x = Double(tooth) * 0.06
      return [(x, 1), (x + 0.02, 1), (x + 0.02, 100), (x + 0.04, 100), (x + 0.04, 1)].map {
        LocalPoint(x: $0.0, y: $0.1)
      }
    }
    let ring = teeth + [LocalPoint(x: 600, y: 1), LocalPoint(x: 600, y: 0), LocalPoint(x: 0, y: 0)]
    let comb = Polygon(exterior: ring.map { frame.coordinate(from: $0) })
    let units = (0..<40).map { room in
      GroundAreaTests.unit(
        "\(room)", "room", GroundAreaTests.rectangle(0, 10 + 2 * Double(room), 600, 0.5))
    }
    let check = VenueCheck(
      venue(
        outline: GroundAreaTests.rectangle(-1, -1, 610, 110),
        units: [GroundAreaTests.unit("comb", "walkway", [comb])] + units), name: "comb")
    let overlaps = check.findings.filter { $0.rule == .unitsOverlap }.map(\.message)
    #expect(overlaps.count == 40)
    #expect((1..<40).contains(overlaps.count { $0.contains("too many for all to be compared") }))
  }

  /// Teeth of a centimetre along the east or the north, a metre long.
  private func comb(teeth: Int, north: Bool) -> [Polygon<Coordinate>] {
    let length = 0.02 * Double(teeth)
    let ring = (0..<teeth).flatMap { tooth -> [LocalPoint] in
      let x = 0.02 * Double(tooth)
      return [(x, 0), (x, length), (x + 0.01, length), (x + 0.01, 0)].map {
        LocalPoint(x: $0.0, y: $0.1)
      }
    }
    let back = [LocalPoint(x: length, y: -1), LocalPoint(x: -1, y: -1)]
    return [
      Polygon(
        exterior: (ring + back).map {
          Self.frame.coordinate(from: north ? LocalPoint(x: $0.y, y: $0.x) : $0)
        })
    ]
  }

  private static let frame = GroundAreaTests.frame

  @Test func `two combs across each other are told, and no ground is made of them`() throws {
    // Each edge of the teeth crosses each of the other's: 4 · 600² times.
    let combs = [false, true].map {
      GroundAreaTests.unit($0 ? "north" : "east", "room", comb(teeth: 600, north: $0))
    }
    let square = GroundAreaTests.rectangle(-2, -2, 20, 20)
    let venue = venue(outline: square, units: combs)
    let found = VenueCheck(venue, name: "combs").findings.filter { $0.rule == .unitsOverlap }
    #expect(
      found.map(\.message) == [
        "combs: units \"east\" and \"north\" of level \"L\" have too many edges across or close to"
          + " each other to be compared; separate them"
      ])
    let error = #expect(throws: VenueError.self) {
      try GroundAreaWriter.text(of: venue, name: "combs")
    }
    #expect(
      error?.message == "combs: unit \"east\" and unit \"north\" of level \"L\" have too many edges"
        + " across or close to each other to be compared, so that nobody can tell where one can"
        + " walk; separate them")
    // A level of the one shape with a room of the other is none better.
    let within = self.venue(outline: combs[0].geometry, units: [combs[1]])
    #expect(throws: VenueError.self) { try GroundAreaWriter.text(of: within, name: "combs") }
    #expect(VenueCheck(within, name: "combs").counts[.unitOutsideLevel] == 1)
  }

  /// Each strip of the one way crosses each of the other four times.
  @Test(arguments: [(500, true), (40, false)])
  func `a grid of strips is told to be too tangled, and one of few isn't`(
    count: Int, isTangled: Bool
  ) throws {
    let side = 0.5 * Double(count)
    let strips = (0..<count).flatMap { strip -> [Unit] in
      let at = 0.5 * Double(strip)
      return [
        GroundAreaTests.unit("\(strip) e", "room", GroundAreaTests.rectangle(0, at, side, 0.2)),
        GroundAreaTests.unit("\(strip) n", "room", GroundAreaTests.rectangle(at, 0, 0.2, side)),
      ]
    }
    let venue = venue(outline: GroundAreaTests.rectangle(-1, -1, side + 2, side + 2), units: strips)
    var message: String?
    do { try GroundArea.check(venue, name: "grid") } catch { message = error.message }
    let told = message.map {
      $0.contains(/unit "0 e", unit "\d+ n" and others of level "L" cross each other/)
    }
    #expect(told == (isTangled ? true : nil))
  }

  /// Rooms that reach a hand's breadth into their neighbours, two million times in all.
  @Test func `many rooms that are drawn a little over their neighbours aren't tangled`() throws {
    let rooms = (0..<250_000).map { room -> Unit in
      let (x, y) = (4 * Double(room % 500), 4 * Double(room / 500))
      return GroundAreaTests.unit("\(room)", "room", GroundAreaTests.rectangle(x, y, 4.1, 4.1))
    }
    let venue = venue(outline: GroundAreaTests.rectangle(-1, -1, 2002, 2002), units: rooms)
    try GroundArea.check(venue, name: "rooms")
  }

  /// Rooms within rooms and rows of shelves, straight and askew, where boxes of edges meet that
  /// nothing crosses.
  @Test(arguments: [0, 0.7])
  func `rooms within rooms, and rows, aren't tangled`(turn: Double) throws {
    let frame = GroundAreaTests.frame
    func room(_ id: String, _ corners: [(Double, Double)]) -> Unit {
      let ring = corners.map { x, y in
        frame.coordinate(
          from: LocalPoint(x: x * cos(turn) - y * sin(turn), y: x * sin(turn) + y * cos(turn)))
      }
      return GroundAreaTests.unit(id, "room", [Polygon(exterior: ring)])
    }
    let nest = (1...8000).map { index -> Unit in
      let half = 0.002 * Double(index)
      return room("n\(index)", [(-half, -half), (half, -half), (half, half), (-half, half)])
    }
    let rows = (0..<8000).map { index -> Unit in
      let y = 40 + 0.05 * Double(index)
      return room("r\(index)", [(0, y), (400, y), (400, y + 0.03), (0, y + 0.03)])
    }
    if turn > 0 {
      // What rows use up hides no other level's grid.
      let grid = (0..<450).flatMap { index -> [Unit] in
        let at = 0.5 * Double(index)
        return [
          room("e\(index)", [(0, at), (225, at), (225, at + 0.2), (0, at + 0.2)]),
          room("n\(index)", [(at, 0), (at + 0.2, 0), (at + 0.2, 225), (at, 225)]),
        ]
      }
      let (upper, other) = (LevelKey(building: "", ordinal: 1), GroundAreaTests.key)
      let both = Venue(
        id: "v", name: "v", origin: frame.origin,
        levels: [
          Level(id: "L", key: other, label: "0", outline: []),
          Level(id: "U", key: upper, label: "1", outline: []),
        ],
        units: rows
          + grid.map { unit in
            var unit = unit
            unit.level = upper
            return unit
          }, openings: [])
      let error = #expect(throws: VenueError.self) { try GroundArea.check(both, name: "v") }
      #expect(error?.message.contains("of level \"U\" cross each other too often") == true)
    }
    for rooms in [nest, rows] {
      let venue = venue(outline: GroundAreaTests.rectangle(-900, -900, 1800, 1800), units: rooms)
      try GroundArea.check(venue, name: "nest")
    }
  }

  @Test func `combs of few teeth are compared`() throws {
    // 60 teeth of a centimetre each way have 60² squares in common.
    let combs = [false, true].map {
      GroundAreaTests.unit($0 ? "north" : "east", "walkway", comb(teeth: 60, north: $0))
    }
    let venue = venue(outline: [], units: combs)
    let found = VenueCheck(venue, name: "combs").findings.filter { $0.rule == .unitsOverlap }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("share 0.4 m²") == true, "\(found)")
    #expect(try GroundAreaWriter.text(of: venue, name: "combs").contains("walkable0"))
  }

  @Test func `a heap of round rooms has no ground, and that is known at once`() throws {
    let rooms = (0..<200).map { room in
      let middle = 0.01 * Double(room)
      let ring = (0..<1000).map { corner in
        let angle = Double(corner) * 2 * .pi / 1000
        return Self.frame.coordinate(
          from: LocalPoint(x: middle + 30 * cos(angle), y: middle + 30 * sin(angle)))
      }
      return GroundAreaTests.unit("\(room)", "room", [Polygon(exterior: ring)])
    }
    let text = try GroundAreaWriter.text(of: venue(outline: [], units: rooms), name: "heap")
    #expect(!text.contains("walkable"))
  }

  @Test func `what reaches out of an outline of many vertices is found, and nothing else`() {
    let frame = GroundAreaTests.frame
    // A comb's back and teeth of 1 cm: 60,000 vertices along the south side of 150 m.
    let teeth = (0..<30_000).flatMap { tooth -> [LocalPoint] in
      let x = Double(tooth) * 0.005
      return [LocalPoint(x: x, y: 0), LocalPoint(x: x + 0.0025, y: -0.01)]
    }
    let ring =
      teeth + [LocalPoint(x: 150, y: 0), LocalPoint(x: 150, y: 50), LocalPoint(x: 0, y: 50)]
    let rectangle = GroundAreaTests.rectangle
    let units = [
      GroundAreaTests.unit("inside", "room", rectangle(10, 10, 10, 10)),
      GroundAreaTests.unit("within the margin", "room", rectangle(30, -0.05, 10, 10)),
      GroundAreaTests.unit("out", "room", rectangle(60, -0.2, 10, 10)),
      GroundAreaTests.unit("far", "room", rectangle(300, 0, 10, 10)),
      GroundAreaTests.unit("around", "room", rectangle(100, -0.05, 49, 50.5)),
    ]
    let outline = [Polygon(exterior: ring.map { frame.coordinate(from: $0) })]
    let start = ContinuousClock.now
    let check = VenueCheck(venue(outline: outline, units: units), name: "comb")
    #expect(ContinuousClock.now - start < LargeVenueTests.catastrophe)
    let found = check.findings.filter { $0.rule == .unitOutsideLevel }
    #expect(found.count == 3, "\(check.findings)")
    for id in ["out", "far", "around"] {
      #expect(found.contains { $0.message.contains("\"\(id)\"") }, "\(id)")
    }
  }

  @Test func `rooms on a comb of half a millimetre's teeth are checked in no time`() {
    let frame = GroundAreaTests.frame
    let teeth = (0..<2000).flatMap { tooth -> [LocalPoint] in
      let x = Double(tooth) * 0.0005
      return [LocalPoint(x: x, y: 0), LocalPoint(x: x + 0.00025, y: -2)]
    }
    let corners = [(1, 0), (50, 0), (50, 20), (0, 20)].map { LocalPoint(x: $0.0, y: $0.1) }
    let ring = teeth + corners
    let units = [
      GroundAreaTests.unit("on it", "room", GroundAreaTests.rectangle(0.2, -1, 0.6, 10)),
      GroundAreaTests.unit("beside it", "room", GroundAreaTests.rectangle(0.5, -1, 2, 10)),
    ]
    let outline = [Polygon(exterior: ring.map { frame.coordinate(from: $0) })]
    let start = ContinuousClock.now
    let check = VenueCheck(venue(outline: outline, units: units), name: "comb")
    #expect(ContinuousClock.now - start < LargeVenueTests.catastrophe)
    let found = check.findings.filter { $0.rule == .unitOutsideLevel }
    #expect(found.count == 1 && found[0].message.contains("beside it"), "\(check.findings)")
  }

  @Test func `an opening is near an edge or not, among many rooms as among few`() {
    let frame = GroundAreaTests.frame
    let (level, units, doors) = LargeVenueTests.rooms(60)
    let off = Opening(
      id: "off", level: GroundAreaTests.key,
      line: [(9.5, 10), (10.5, 10)].map {
        frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
      })
    let start = ContinuousClock.now
    let check = VenueCheck(
      venue(outline: level.outline, units: units, openings: doors + [off]), name: "doors")
    #expect(ContinuousClock.now - start < LargeVenueTests.catastrophe)
    #expect(check.findings.map(\.rule) == [.openingOffEdge], "\(check.findings.prefix(3))")
  }
}
