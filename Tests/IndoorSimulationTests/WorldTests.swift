import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSimulation
import Testing

/// The radio field and the walker, on one museum that all tests share.
struct WorldTests {
  private static let world = Result {
    try SimulatedWorld(venue: BuildingDescription.museum.venue(), seed: 7)
  }
  private static let stairs = Result {
    try world.get().walk(plan("stairs", ["room-G.22", "room-1.21"]))
  }
  private static let lift = Result {
    try world.get().walk(plan("lift", ["room-1.21", "room-B.01"], lift: true))
  }

  private static func plan(
    _ id: String, _ stops: [String], survey: Bool = false, lift: Bool = false
  ) -> WalkPlan {
    WalkPlan(
      id: id, stops: stops.map { .unit($0) }, start: Timestamp(milliseconds: 1_780_000_000_000),
      isSurvey: survey,
      prefersLift: lift)
  }

  @Test func `free space loses 20 dB for ten times the distance`() {
    // ITU-R P.525-4, eq. 4: 32.44 + 20 log f/MHz + 20 log d/km.
    let near = PathLoss.freeSpace(metres: 2, megahertz: 2400)
    #expect(abs(PathLoss.freeSpace(metres: 20, megahertz: 2400) - near - 20) < 1e-9)
    #expect(abs(PathLoss.freeSpace(metres: 1000, megahertz: 2400) - (32.44 + 67.60)) < 0.02)
  }

  @Test func `slabs lose what COST 231 gives`() {
    // COST 231 final report, section 4.7.2, eq. 4.7.5 with Lf = 18.3 dB and b = 0.46, worked by
    // hand: 1^(3/2 - 0.46) = 1; 2^(4/3 - 0.46) = 1.8319; 3^(5/4 - 0.46) = 2.3820.
    #expect(PathLoss.slabs(0) == 0)
    #expect(abs(PathLoss.slabs(1) - 18.3) < 1e-9)
    #expect(abs(PathLoss.slabs(2) - 33.52) < 0.01)
    #expect(abs(PathLoss.slabs(3) - 43.59) < 0.01)
  }

  @Test func `the gyroscope integrates to the heading`() throws {
    let walk = try Self.stairs.get()
    var heading = try #require(walk.truth.first?.heading?.degrees)
    var gravity: (Double, Double, Double)?
    var rates: [VectorSample] = []
    var at: [Timestamp: Double] = [:]
    for observation in walk.recording.observations {
      switch observation {
      case .acceleration(let a):
        // Down, from a second's mean of the acceleration.
        let old = gravity ?? (a.x, a.y, a.z)
        gravity = (
          old.0 + (a.x - old.0) * 0.02, old.1 + (a.y - old.1) * 0.02, old.2 + (a.z - old.2) * 0.02
        )
      case .angularRate(let rate):
        guard let g = gravity else { continue }
        rates.append(rate)
        let size = (g.0 * g.0 + g.1 * g.1 + g.2 * g.2).squareRoot()
        // Counter-clockwise about up is a falling heading.
        heading -= Angle.degrees((rate.x * g.0 + rate.y * g.1 + rate.z * g.2) / size * 0.02)
        at[rate.time] = heading
      default: break
      }
    }
    #expect(rates.count > 1000)
    let seconds = Double(rates.count) * 0.02
    for truth in walk.truth.dropFirst(4) {
      guard let integrated = at[truth.time], let true0 = truth.heading?.degrees else { continue }
      let error = abs(Angle.degrees(Angle.wrapped(Angle.radians(integrated - true0))))
      // A bias of 0.01 rad/s is three deviations; tilt and noise add some degrees.
      #expect(error < 8 + Angle.degrees(0.01) * seconds)
    }
  }

  @Test func `pressure falls by an eighth of a hectopascal for each metre of stairs`() throws {
    let walk = try Self.stairs.get()
    let pressures = walk.recording.observations.compactMap { observation -> Double? in
      if case .pressure(_, let value) = observation { value } else { nil }
    }
    func mean(_ values: some Collection<Double>) -> Double {
      values.reduce(0, +) / Double(values.count)
    }
    let change = mean(pressures.suffix(50)) - mean(pressures.prefix(50))
    // 4.5 m at 0.1185 hPa/m (1,000 hPa over 8,434 m) and a few hundredths of weather.
    #expect(abs(change + 4.5 * 0.1185) < 0.3)
    #expect(walk.truth.first?.level.ordinal == 0)
    #expect(walk.truth.last?.level.ordinal == 1)
  }

  @Test func `a walk stays on the floor, at a walker's pace`() throws {
    let venue = try BuildingDescription.museum.venue()
    for walk in [try Self.stairs.get(), try Self.lift.get()] {
      for (a, b) in zip(walk.truth, walk.truth.dropFirst()) {
        #expect(a.place.distance(to: b.place) < 0.5 * 2)
        let unit = venue.units.first { unit in
          unit.level == a.level
            && unit.geometry.contains { venue.frame.local(from: $0).contains(a.place) }
        }
        #expect(unit != nil && unit?.category != "opentobelow")
      }
    }
  }

  @Test func `nobody walks through a wall`() throws {
    let venue = try BuildingDescription.museum.venue()
    let frame = venue.frame
    let walk = try Self.world.get().walk(
      Self.plan("rooms", ["room-G.01", "room-G.12", "room-G.16", "room-G.20"]))
    var units: [String] = []
    for position in walk.truth {
      let unit = venue.units.first { unit in
        unit.level == position.level
          && unit.geometry.contains { frame.local(from: $0).contains(position.place) }
      }
      if let id = unit?.id, units.last != id { units.append(id) }
    }
    let doors = BuildingDescription.museum.levels[1].doors.map { Set([$0.from, $0.to ?? ""]) }
    for (a, b) in zip(units, units.dropFirst()) {
      #expect(
        doors.contains(Set([String(a.dropFirst(5)), String(b.dropFirst(5))])), "\(a) to \(b)")
    }
    #expect(units.count > 4)
  }

  @Test func `the lift carries through to the level it was sent to`() throws {
    let walk = try Self.lift.get()
    var levels: [Int] = []
    for position in walk.truth where levels.last != position.level.ordinal {
      levels.append(position.level.ordinal)
    }
    #expect(levels == [1, 0, -1])
  }

  @Test func `steps are found and about as long as they are`() throws {
    let walk = try Self.world.get().walk(
      Self.plan("steps", ["room-G.01", "room-G.12", "room-G.16", "room-G.20", "room-G.21"]))
    var detector = StepDetector()
    var walked = 0.0
    for case .acceleration(let sample) in walk.recording.observations {
      walked += detector.update(acceleration: sample)?.length ?? 0
    }
    let true0 = zip(walk.truth, walk.truth.dropFirst()).reduce(0) {
      $0 + $1.0.place.distance(to: $1.1.place)
    }
    // Walkers' own scales differ by some 10% from the detector's; it is told by positions later.
    #expect(abs(walked / true0 - 1) < 0.25, "\(walked) of \(true0) m")
  }

  @Test func `the same seed gives the same walk, another seed another`() throws {
    let venue = try BuildingDescription.museum.venue()
    let plan = Self.plan("stairs", ["room-G.22", "room-1.21"])
    let again = try SimulatedWorld(venue: venue, seed: 7).walk(plan)
    let other = try SimulatedWorld(venue: venue, seed: 8).walk(plan)
    let first = try Self.stairs.get()
    #expect(again.recording.observations == first.recording.observations)
    #expect(again.truth == first.truth)
    #expect(other.recording.observations != first.recording.observations)
  }

  @Test func `a survey notes places that it passed, and a visit none`() throws {
    let survey = try Self.world.get().walk(
      Self.plan("survey", ["room-G.01", "room-G.02"], survey: true))
    #expect(survey.recording.waypoints.count > 4)
    #expect(try Self.stairs.get().recording.waypoints.isEmpty)
    for waypoint in survey.recording.waypoints {
      guard case .coordinate(let noted) = waypoint.place else { continue }
      let frame = try BuildingDescription.museum.venue().frame
      let near = survey.truth.filter { abs($0.time.seconds(since: waypoint.time)) <= 0.5 }
      // Half a second of walking, and 0.15 m of tapping.
      #expect(near.contains { $0.place.distance(to: frame.local(from: noted)) < 1.3 })
    }
  }

  @Test func `a stop that the venue does not have is reported`() throws {
    let world = try Self.world.get()
    #expect {
      try world.walk(Self.plan("nowhere", ["room-9.99"]))
    } throws: { error in
      (error as? SimulationError)?.code == .unknownUnit
    }
  }

  @Test func `signals are weaker a level away, and entries have ages`() throws {
    let walk = try Self.lift.get()
    var ages: [UInt32] = []
    var strongest: [Int8] = []
    for case .scan(let scan) in walk.recording.observations {
      ages += scan.readings.map(\.age)
      if let best = scan.readings.map(\.rssi).max() { strongest.append(best) }
    }
    #expect(ages.contains { $0 > 5000 })
    #expect(ages.allSatisfy { $0 < 14_100 })
    #expect(strongest.allSatisfy { $0 < -20 && $0 > -100 })
  }
}
