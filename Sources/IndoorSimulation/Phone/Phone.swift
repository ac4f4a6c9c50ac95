import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// A phone held in front: it errs in its own way, the same on each of its walks.
struct Phone {
  private let world: SimulatedWorld
  private let plan: WalkPlan
  private let kind: PhoneKind

  init(world: SimulatedWorld, plan: WalkPlan) {
    self.world = world
    self.plan = plan
    kind = PhoneKind(number: plan.phone, seed: world.seed)
  }

  /// What it records along a track.
  mutating func record(_ track: Track) -> SimulatedWalk {
    var motion = MotionSensors(world: world, plan: plan, kind: kind)
    let attitudes = motion.attitudes(along: track)
    var observations: [Observation] = []
    if plan.recordsMotion { observations += motion.samples(along: track, attitudes: attitudes) }
    var pressure = Barometer(world: world, plan: plan, kind: kind)
    observations += pressure.samples(along: track)
    var radio = Receiver(world: world, plan: plan, kind: kind)
    observations += radio.scans(along: track)
    if plan.recordsSatellites {
      var satellites = SatelliteReceiver(world: world, plan: plan)
      observations += satellites.fixes(along: track)
    }
    let ordered = observations.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    let recording = Recording(
      id: plan.id, observations: ordered, waypoints: plan.isSurvey ? waypoints(of: track) : [],
      device: kind.name, surveyor: plan.surveyor)
    return SimulatedWalk(
      recording: recording, truth: truth(of: track, headings: motion.headings(of: attitudes)))
  }

  /// Places as a surveyor taps them, 0.15 m off in each axis.
  private func waypoints(of track: Track) -> [Waypoint] {
    var generator = SimulationRandom(seed: world.seed, for: "waypoints \(plan.id)")
    var latest = -1
    return track.waypoints.filter { index in
      // Two taps in one second are one.
      defer { if index - latest >= 50 { latest = index } }
      return latest < 0 || index - latest >= 50
    }.map { index in
      let sample = track.samples[index]
      let place = LocalPoint(
        x: sample.place.x + 0.15 * generator.normal(),
        y: sample.place.y + 0.15 * generator.normal())
      return Waypoint(
        time: time(of: index), place: .coordinate(coordinate(of: place)),
        level: world.levels[sample.level].key)
    }
  }

  private func truth(of track: Track, headings: [Double]) -> [Position] {
    stride(from: 0, to: track.samples.count, by: 25).map { index in
      let sample = track.samples[index]
      let level = world.levels[sample.level]
      return Position(
        time: time(of: index), place: sample.place, coordinate: coordinate(of: sample.place),
        level: level.key, levelConfidence: 1, horizontalAccuracy: nil,
        heading: Heading(degrees: headings[index].rounded(to: 10), accuracy: 0), sources: [],
        levelLabel: level.label,
        conditions: world.isOutdoors(sample.place, level: sample.level) ? .outdoors : [])
    }
  }

  private func time(of index: Int) -> Timestamp {
    Timestamp(microseconds: plan.start.microseconds + Int64(index) * 20_000)
  }

  /// Rounded to 10⁻⁸°, a millimetre.
  private func coordinate(of place: LocalPoint) -> Coordinate {
    let exact = world.frame.coordinate(from: place)
    return Coordinate(
      latitude: exact.latitude.rounded(to: 1e8), longitude: exact.longitude.rounded(to: 1e8))
  }
}

/// What one make of phone does to all it measures.
package struct PhoneKind {
  /// What the names of all begin with.
  package static let namesBegin = "Simulated phone"
  let name: String
  /// What it adds to every strength, in dB.
  let radioOffset: Double
  /// What its barometer adds, in hPa.
  let pressureOffset: Double
  /// Biases of its accelerometer in m/s², gyroscope in rad/s, and magnetometer in µT.
  let bias: (acceleration: [Double], rate: [Double], field: [Double])

  init(number: Int, seed: UInt64) {
    var generator = SimulationRandom(seed: seed, for: "phone \(number)")
    name = "\(Self.namesBegin) \(number + 1)"
    radioOffset = -6 + 3 * generator.normal()
    pressureOffset = 0.4 * generator.normal()
    func three(_ deviation: Double) -> [Double] {
      (0..<3).map { _ in deviation * generator.normal() }
    }
    // What is left of the gyroscope's bias after the system's own calibration: 0.17°/s.
    bias = (three(0.05), three(0.003), three(1))
  }
}

extension Double {
  /// Rounded to a number of parts a unit: 100 leaves two decimals. What is written so is the same
  /// on every machine.
  func rounded(to parts: Double) -> Double {
    // Adding 0 turns -0 into 0.
    (self * parts).rounded() / parts + 0
  }
}
