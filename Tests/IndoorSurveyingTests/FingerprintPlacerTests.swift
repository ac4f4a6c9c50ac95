import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSurveying
import Testing

@Suite struct FingerprintPlacerTests {
  private let ground = LevelKey(ordinal: 0)
  private let upper = LevelKey(ordinal: 1)

  private func venue(levels: [LevelKey]) -> Venue {
    Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 48, longitude: 11),
      levels: levels.map { Level(id: "\($0.ordinal)", key: $0, label: "\($0.ordinal)") },
      units: [
        Unit(
          id: "shop", level: upper,
          geometry: [
            Polygon(exterior: [
              Coordinate(latitude: 48, longitude: 11), Coordinate(latitude: 48, longitude: 11.0002),
              Coordinate(latitude: 48.0002, longitude: 11.0002),
            ])
          ])
      ])
  }

  private func scan(_ milliseconds: Int64) -> Observation {
    .scan(
      Scan(
        time: Timestamp(milliseconds: milliseconds),
        readings: [Reading(transmitter: .wifi(1), rssi: -50)]))
  }

  private func waypoint(_ milliseconds: Int64, _ x: Double, _ level: LevelKey?) -> Waypoint {
    Waypoint(
      time: Timestamp(milliseconds: milliseconds), place: .local(LocalPoint(x: x, y: 2 * x)),
      level: level)
  }

  private func place(_ recording: Recording, levels: [LevelKey]? = nil) -> FingerprintPlacer.Placed
  {
    FingerprintPlacer(resolver: WaypointResolver(venue: venue(levels: levels ?? [ground, upper])))
      .walk(of: recording, hash: "h")
  }

  @Test func `a scan halfway between two waypoints is halfway between their places`() {
    let placed = place(
      Recording(
        id: "x", observations: [scan(1000), scan(3000), scan(5000)],
        waypoints: [waypoint(1000, 10, ground), waypoint(5000, 20, ground)]))
    #expect(placed.walk.fingerprints.map(\.place.x) == [10, 15, 20])
    #expect(placed.walk.fingerprints.map(\.place.y) == [20, 30, 40])
    #expect(placed.walk.fingerprints.map(\.level) == [ground, ground, ground])
    #expect(placed.scansWithoutPlace == 0)
  }

  /// As FIND3's messages say where they were, each by itself or not at all.
  @Test func `where each scan has its own place nothing lies between`() {
    var recording = Recording(
      id: "x", observations: [scan(1000), scan(2000), scan(3000), scan(5000), scan(6000)],
      waypoints: [waypoint(1000, 10, ground), waypoint(5000, 20, ground)])
    recording.markSeconds = 0.1
    let placed = place(recording)
    #expect(placed.walk.fingerprints.map(\.place.x) == [10, 20])
    #expect(placed.scansWithoutPlace == 3)
  }

  /// As rows of one second in a table of fingerprints are spread by a millisecond each.
  @Test func `a row without a place of its own takes none of a row beside it`() throws {
    var recording = Recording(
      id: "x", observations: [scan(1000), scan(1001), scan(1002)],
      waypoints: [waypoint(1000, 10, ground), waypoint(1002, 20, ground)])
    recording.markSeconds = 0
    let placed = place(recording)
    #expect(placed.walk.fingerprints.map(\.place.x) == [10, 20])
    #expect(placed.scansWithoutPlace == 1)
  }

  @Test func `between two levels only what is close to a waypoint has a place`() {
    let placed = place(
      Recording(
        id: "x", observations: [scan(2000), scan(11_000), scan(19_500), scan(40_000)],
        waypoints: [waypoint(1000, 10, ground), waypoint(20_000, 20, upper)]))
    #expect(placed.walk.fingerprints.map(\.place.x) == [10, 20])
    #expect(placed.walk.fingerprints.map(\.level) == [ground, upper])
    #expect(placed.scansWithoutPlace == 2)
  }

  @Test func `a named place is on its own level, and on no other that the waypoint says`() {
    func placed(_ own: LevelKey?, header: LevelKey?) -> FingerprintPlacer.Placed {
      let shop = Waypoint(time: Timestamp(milliseconds: 1000), place: .named("shop"), level: own)
      return place(
        Recording(id: "x", observations: [scan(1000)], waypoints: [shop], level: header))
    }
    for (own, header) in [(nil, nil), (nil, ground), (upper, ground)] {
      #expect(placed(own, header: header).walk.fingerprints.map(\.level) == [upper])
    }
    for other in [ground, LevelKey(ordinal: 5)] {
      let refused = placed(other, header: nil)
      #expect(refused.walk.fingerprints.isEmpty && refused.waypointsWithoutPlace == 1)
      #expect(refused.placesOnOtherLevel == ["shop"] && refused.waypointsOnOtherLevel == 1)
    }
  }

  /// A venue without outlines doesn't tell which building a level is meant to be of.
  @Test func `a named place is on its level whether its building is said or not`() {
    let level = LevelKey(building: "a", ordinal: 1)
    var venue = venue(levels: [level])
    venue.units[0].level = level
    let placer = FingerprintPlacer(resolver: WaypointResolver(venue: venue))
    for (building, count) in [("", 1), ("a", 1), ("b", 0)] {
      let shop = Waypoint(
        time: Timestamp(milliseconds: 1000), place: .named("shop"),
        level: LevelKey(building: building, ordinal: 1))
      let recording = Recording(id: "x", observations: [scan(1000)], waypoints: [shop])
      #expect(placer.walk(of: recording, hash: "h").walk.fingerprints.count == count)
    }
  }

  @Test func `the header's level holds where a waypoint has none`() {
    let recording = Recording(
      id: "x", observations: [scan(1000)], waypoints: [waypoint(1000, 10, nil)], level: upper)
    #expect(place(recording).walk.fingerprints.first?.level == upper)
    var bare = recording
    bare.level = nil
    #expect(place(bare).waypointsWithoutPlace == 1)
    #expect(place(bare, levels: [ground]).walk.fingerprints.first?.level == ground)
  }

  @Test func `a named place is the middle of its unit, on the unit's level`() throws {
    let placed = place(
      Recording(
        id: "x", observations: [scan(1000)],
        waypoints: [Waypoint(time: Timestamp(milliseconds: 1000), place: .named("shop"))]))
    let fingerprint = try #require(placed.walk.fingerprints.first)
    let middle = venue(levels: []).frame.local(
      from: Coordinate(latitude: 48.0001, longitude: 11.0001))
    #expect(fingerprint.level == upper)
    #expect(fingerprint.place.distance(to: middle) < 0.01)
  }

  /// RFC 9562, section 4: a UUID is "case-insensitive on input".
  @Test func `a place is found by its UUID in capitals and in small letters`() {
    let id = "9e2a1b3c-aaaa-4bbb-8ccc-0123456789af"
    for (own, noted) in [(id, id.uppercased()), (id.uppercased(), id)] {
      var venue = venue(levels: [ground, upper])
      venue.units[0].id = own
      let waypoint = Waypoint(time: Timestamp(milliseconds: 1000), place: .named(noted))
      #expect(WaypointResolver(venue: venue).pathPoint(of: waypoint, level: nil)?.level == upper)
      // Of two that a file has told apart, the one that is meant to the letter.
      venue.units.append(venue.units[0])
      (venue.units[1].id, venue.units[1].level) = (noted, ground)
      #expect(WaypointResolver(venue: venue).pathPoint(of: waypoint, level: nil)?.level == ground)
    }
  }

  @Test func `a page point needs the placed plan of its level`() {
    let page = PlanPage(
      number: 1,
      box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 100, y: 100)),
      rotate: 0,
      userUnit: 1, isImage: false)
    let placement = PlanPlacement(
      level: ground, page: page,
      pageToLocal: AffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 3, ty: 4))
    let recording = Recording(
      id: "x", observations: [scan(1000)],
      waypoints: [
        Waypoint(
          time: Timestamp(milliseconds: 1000), place: .page(PagePoint(x: 10, y: 20)), level: ground)
      ])
    let resolver = WaypointResolver(venue: venue(levels: [ground]), placements: [placement])
    let walk = FingerprintPlacer(resolver: resolver).walk(of: recording, hash: "h").walk
    #expect(walk.fingerprints.first?.place == LocalPoint(x: 8, y: 14))
    #expect(place(recording).waypointsWithoutPlace == 1)
  }

  /// Who stands in a cloister doesn't stand in its court.
  @Test func `a named place is a point of the room, be it around another one`() throws {
    func square(_ half: Double) -> [Coordinate] {
      [(-half, -half), (half, -half), (half, half), (-half, half)].map {
        Coordinate(latitude: 48 + $0.1, longitude: 11 + $0.0)
      }
    }
    let (cloister, court) = (Polygon(exterior: square(2e-4), holes: [square(1e-4)]), square(1e-4))
    var venue = venue(levels: [ground])
    venue.units = [
      Unit(id: "cloister", level: ground, geometry: [cloister]),
      Unit(id: "court", level: ground, geometry: [Polygon(exterior: court)]),
    ]
    let resolver = WaypointResolver(venue: venue)
    for (id, area) in [("cloister", cloister), ("court", Polygon(exterior: court))] {
      let waypoint = Waypoint(
        time: Timestamp(milliseconds: 0), place: .named(id), level: ground)
      let point = try #require(resolver.pathPoint(of: waypoint, level: nil))
      #expect(venue.frame.local(from: area).contains(point.place))
    }
  }
}
