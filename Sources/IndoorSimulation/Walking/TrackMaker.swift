import IndoorGeometry
import IndoorLibc
import IndoorModel

/// How someone walks.
private struct Gait {
  /// In metres.
  let stepLength: Double
  /// Steps a second.
  let cadence: Double
  /// Weinberg's scale of this walker, in m / (m/s²)^¼.
  let lengthScale: Double

  init(_ generator: inout SimulationRandom) {
    stepLength = 0.68 + 0.04 * generator.normal()
    cadence = 1.78 + 0.06 * generator.normal()
    lengthScale = 0.42 * (1 + 0.03 * generator.normal())
  }
}

/// Makes a track leg by leg.
struct TrackMaker {
  private(set) var track = Track()
  private(set) var level: Int
  private(set) var place: LocalPoint
  private var generator: SimulationRandom
  private let levels: [WalkedLevel]
  private var elevation: Double
  private var course: Double
  /// Phase of the gait in radians, two steps a turn.
  private var phase = 0.0
  /// When the latest step ended, in seconds.
  private var clock = 0.0
  /// Where the latest leg begins in the samples.
  private var legStart = 0
  private let gait: Gait

  init(levels: [WalkedLevel], level: Int, place: LocalPoint, generator: SimulationRandom) {
    var generator = generator
    self.levels = levels
    self.level = level
    self.place = place
    elevation = levels[level].elevation
    course = generator.uniform(0, 2 * .pi)
    gait = Gait(&generator)
    self.generator = generator
  }

  /// Notes the place, as a surveyor does by tapping on the plan.
  mutating func note() {
    if !track.samples.isEmpty { track.waypoints.append(track.samples.count - 1) }
  }

  /// Is on another level without a climb: on the ground one building's is the next one's.
  mutating func enter(_ level: Int) {
    self.level = level
    elevation = levels[level].elevation
  }

  /// Walks along a line of the level, noting each turn where the walk is a survey.
  mutating func walk(along line: [LocalPoint], noting: Bool) {
    let height = levels[level].elevation
    walk(along: line.map { ($0, height) }, to: level, stride: gait.stepLength)
    guard noting else { return }
    let leg = NearestOnLeg(track.samples[legStart...].map(\.place))
    var from = 0
    for turn in LineSimplifier.simplified(line, tolerance: 0.5).dropFirst() {
      guard let nearest = leg.nearest(to: turn, from: from) else { return }
      track.waypoints.append(legStart + nearest)
      from = nearest
    }
  }

  /// Whether the walk ends before its last stop, because it would take too long.
  private(set) var isOver = false

  /// Seconds after which a walk ends: longer than anyone surveys without a break, and no more than
  /// memory holds of many walks.
  static let longest = 7200.0

  /// Whether there is time to walk so many metres; where there isn't, the walk is over.
  mutating func hasTime(toWalk metres: Double) -> Bool {
    isOver = isOver || now + metres / (gait.stepLength * gait.cadence) > Self.longest
    return !isOver
  }

  /// Whether anything was walked yet.
  var hasWalked: Bool { track.samples.first?.place != track.samples.last?.place }

  /// Goes up or down stairs along places and elevations: a tread a step, and shorter steps than
  /// elsewhere on landings.
  mutating func climb(along line: [(LocalPoint, Double)], to next: Int) {
    walk(along: line, to: next, stride: 0.8 * gait.stepLength)
  }

  /// The depth of a tread, in metres.
  private static let tread = 0.31

  private mutating func walk(along line: [(LocalPoint, Double)], to next: Int, stride: Double) {
    legStart = track.samples.count
    guard line.count > 1 else { return }
    let path = MeasuredPath(line)
    let half = (levels[level].elevation + levels[next].elevation) / 2
    let rises = levels[next].elevation > levels[level].elevation
    var travelled = 0.0
    while travelled < path.length {
      let isStairs =
        path.position(travelled).1 != path.position(min(path.length, travelled + Self.tread)).1
      let length = min(
        path.length - travelled,
        (isStairs ? Self.tread : stride) * (1 + 0.05 * generator.normal()))
      let duration = (1 + 0.03 * generator.normal()) / gait.cadence * (isStairs ? 1.1 : 1)
      // On stairs the swing is nearly a full step's although the tread is short; lengths by swing
      // fail there, as they do in earnest.
      let root = max(0.35, isStairs ? 0.62 : length) / gait.lengthScale
      // The shape below spans 2.3 times its first amplitude.
      let amplitude = root * root * root * root / 2.3
      while now < clock + duration {
        let share = max(0, (now - clock) / duration)
        let s = travelled + length * share
        (place, elevation) = path.position(s)
        let target = path.position(min(path.length, s + 0.7)).0
        if place.distance(to: target) > 0.05 {
          turn(towards: atan2(target.x - place.x, target.y - place.y), slowness: 0.3)
        }
        if rises ? elevation > half : elevation < half { level = next }
        let swing = 2 * .pi * share
        append(
          up: amplitude * (sin(swing) + 0.3 * sin(2 * swing)),
          forward: 0.35 * amplitude * cos(swing), gait: phase + .pi * share)
      }
      phase = Angle.wrapped(phase + .pi)
      clock += duration
      travelled += max(0.01, length)
    }
    level = next
  }

  /// Stands for some seconds, facing a direction in radians or looking around.
  mutating func stand(seconds: Double, facing: Double? = nil, isInLift: Bool = false) {
    legStart = track.samples.count
    let target = facing ?? (course + generator.uniform(-0.6, 0.6))
    clock += seconds
    while now < clock {
      turn(towards: target, slowness: 0.6)
      append(gait: phase, isInLift: isInLift)
    }
  }

  /// Rides a lift: off at 0.8 m/s², at most 1.2 m/s, and to a stop in the same way.
  mutating func ride(to next: Int) {
    let (from, to) = (levels[level].elevation, levels[next].elevation)
    let way = abs(to - from)
    guard way > 0 else { return }
    let rate = 0.8
    let speed = min(1.2, (way * rate).squareRoot())
    let ramp = speed / rate
    let total = way / speed + ramp
    let sign = to > from ? 1.0 : -1
    let begin = clock
    clock += total
    while now < clock {
      let t = now - begin
      let rest = total - t
      let gone =
        t < ramp
        ? rate * t * t / 2
        : rest < ramp ? way - rate * rest * rest / 2 : speed * (t - ramp / 2)
      elevation = from + sign * gone
      level = nearestLevel()
      append(up: sign * (t < ramp ? rate : rest < ramp ? -rate : 0), gait: phase, isInLift: true)
    }
    level = next
    elevation = to
  }

  /// The level of this building whose floor is nearest in height.
  private func nearestLevel() -> Int {
    let building = levels[level].key.building
    let own = levels.indices.filter { levels[$0].key.building == building }
    return own.min {
      abs(levels[$0].elevation - elevation) < abs(levels[$1].elevation - elevation)
    } ?? level
  }

  /// The time of the next sample, in seconds.
  private var now: Double { Double(track.samples.count) * Track.interval }

  private mutating func turn(towards target: Double, slowness: Double) {
    let share = Track.interval / (slowness + Track.interval)
    course = Angle.wrapped(course + Angle.wrapped(target - course) * share)
  }

  private mutating func append(
    up: Double = 0, forward: Double = 0, gait: Double, isInLift: Bool = false
  ) {
    track.samples.append(
      TrackSample(
        time: now, place: place, elevation: elevation, level: level, course: course, up: up,
        forward: forward, gait: gait, isInLift: isInLift))
  }
}

/// A line of places and elevations with the distance along it on the ground.
private struct MeasuredPath {
  private let points: [(LocalPoint, Double)]
  private let distances: [Double]
  let length: Double

  /// Precondition: two points or more.
  init(_ points: [(LocalPoint, Double)]) {
    self.points = points
    var distances = [0.0]
    for (a, b) in zip(points, points.dropFirst()) {
      distances.append(distances[distances.count - 1] + a.0.distance(to: b.0))
    }
    self.distances = distances
    length = distances[distances.count - 1]
  }

  /// Place and elevation at a distance, in metres, from the beginning.
  func position(_ s: Double) -> (LocalPoint, Double) {
    var low = 0
    var high = points.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= s { low = middle } else { high = middle }
    }
    let (a, b) = (points[low], points[high])
    let span = distances[high] - distances[low]
    let t = span > 0 ? max(0, min(1, (s - distances[low]) / span)) : 0
    return (
      LocalPoint(x: a.0.x + t * (b.0.x - a.0.x), y: a.0.y + t * (b.0.y - a.0.y)),
      a.1 + t * (b.1 - a.1)
    )
  }
}
