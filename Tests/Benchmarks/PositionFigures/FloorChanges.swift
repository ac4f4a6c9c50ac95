import Foundation
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning

/// Walks of two levels made into one: how soon a change of floor is found.
extension SurveyTrial {
  /// How the second walk follows the first.
  enum Between: String, CaseIterable, Sendable {
    /// At once, and there is no barometer: the walker is carried off.
    case atOnce = "at once, without a barometer"
    /// After the time that a lift takes, and there is no barometer.
    case lift = "after a lift's ride, without a barometer"
    /// After the time that a lift takes, with the pressure that goes with it.
    case pressure = "after a lift's ride, with a barometer"
  }

  /// What came of one change.
  struct FloorChange: Sendable {
    /// Wi-Fi scans on the second level up to the one from which on the level was right; `nil` where
    /// it never was to the end.
    var scans: Int?
    /// The same up to the one from which on the level was right for ten seconds, whatever came
    /// later.
    var scansToFind: Int?
    /// Seconds to the moment from which on the level was right.
    var seconds: Double?
    /// Whether all of the second recording's waypoints lie at most 4 m from a surveyed path.
    var isInCoverage: Bool
  }

  /// A storey's height where none is known, and a lift's speed, in metres and m/s.
  private static let (storey, speed) = (5.0, 1.0)

  /// Stitches each walk to the next one of another level in its fold, which the map knows as
  /// little, and locates the whole.
  func floorChanges(_ between: Between, _ parameters: Positioner.Parameters) -> [FloorChange] {
    let pairs = stitchable
    let found = Found<FloorChange>(count: pairs.count)
    DispatchQueue.concurrentPerform(iterations: pairs.count) { index in
      let (first, second) = pairs[index]
      let change = change(from: first, to: second, between, parameters)
      found.set(index, change.map { [$0] } ?? [])
    }
    return found.all()
  }

  private func change(
    from first: Task, to second: Task, _ between: Between, _ parameters: Positioner.Parameters
  ) -> FloorChange? {
    guard let from = first.walk.truth.first?.level, let level = second.walk.truth.first?.level,
      let end = first.walk.observations.last?.time,
      let start = second.walk.observations.first?.time
    else { return nil }
    let rise = Double(level.ordinal - from.ordinal) * Self.storey
    let ride = between == .atOnce ? 0.1 : abs(rise) / Self.speed + 6
    let shift = end.microseconds + Int64(ride * 1e6) - start.microseconds
    var observations = first.walk.observations
    observations += second.walk.observations.map { $0.shifted(by: shift) }
    if between == .pressure, let begin = observations.first?.time,
      let last = observations.last?.time
    {
      observations = Self.withPressure(
        observations, from: begin, to: last,
        riding: (end.microseconds + 2_000_000, end.microseconds + Int64((ride - 2) * 1e6)), rise)
    }
    var positioner = Positioner(map: maps[second.map], parameters: parameters)
    let arrival = end.microseconds + Int64(ride * 1e6)
    let positions = positioner.positions(of: observations).filter {
      $0.time.microseconds >= arrival
    }
    var change = FloorChange(
      isInCoverage: second.walk.truth.allSatisfy { paths[second.map].distance(to: $0) <= 4 })
    let find = positions.indices.first { index in
      positions[index...].prefix { $0.time.seconds(since: positions[index].time) <= 10 }
        .allSatisfy { $0.level == level }
    }
    func scans(until index: Int) -> Int {
      index == 0
        ? 0
        : observations.count {
          $0.isWiFiScan && $0.time.microseconds >= arrival && $0.time <= positions[index].time
        }
    }
    change.scansToFind = find.map { scans(until: $0) }
    let first = (positions.lastIndex { $0.level != level } ?? -1) + 1
    guard first < positions.count else { return change }
    let right = positions[first].time
    change.scans = scans(until: first)
    change.seconds = first == 0 ? 0 : Double(right.microseconds - arrival) / 1e6
    return change
  }

  /// A barometer at 5 Hz: weather of half a hectopascal an hour, noise of 2 Pa, and the ride.
  private static func withPressure(
    _ observations: [Observation], from begin: Timestamp, to end: Timestamp,
    riding ride: (Int64, Int64), _ rise: Double
  ) -> [Observation] {
    var random = UInt64(bitPattern: begin.microseconds)
    var pressures: [Observation] = []
    for time in stride(from: begin.microseconds, to: end.microseconds, by: 200_000) {
      let share = Double(time - ride.0) / Double(max(1, ride.1 - ride.0))
      var noise = -6.0
      for _ in 0..<12 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        noise += Double(random >> 11) * 0x1p-53
      }
      let hours = Double(time - begin.microseconds) / 3.6e9
      pressures.append(
        .pressure(
          time: Timestamp(microseconds: time),
          hectopascals: 1009 - 0.12 * rise * min(1, max(0, share)) + 0.5 * hours + 0.02 * noise))
    }
    return (observations + pressures).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }
}

extension Observation {
  fileprivate var isWiFiScan: Bool {
    if case .scan(let scan) = self {
      scan.readings.contains { if case .wifi = $0.transmitter { true } else { false } }
    } else {
      false
    }
  }

  /// The same so many microseconds later.
  fileprivate func shifted(by microseconds: Int64) -> Observation {
    func later(_ time: Timestamp) -> Timestamp {
      Timestamp(microseconds: time.microseconds + microseconds)
    }
    func later(_ sample: VectorSample) -> VectorSample {
      VectorSample(time: later(sample.time), x: sample.x, y: sample.y, z: sample.z)
    }
    switch self {
    case .scan(var scan):
      scan.time = later(scan.time)
      return .scan(scan)
    case .acceleration(let sample): return .acceleration(later(sample))
    case .angularRate(let sample): return .angularRate(later(sample))
    case .magneticField(let sample): return .magneticField(later(sample))
    case .pressure(let time, let value): return .pressure(time: later(time), hectopascals: value)
    case .fix(var known):
      known.time = later(known.time)
      return .fix(known)
    }
  }
}
