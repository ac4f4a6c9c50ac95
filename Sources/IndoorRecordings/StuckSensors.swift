import IndoorModel
import IndoorPositioning

/// Motion sensors and barometers that say the same from beginning to end, as a logger writes zeros
/// for a gyroscope that a phone doesn't have, and barometers that are rounded to levels: believed,
/// they put a walker where nobody went, or keep one on a level, while without them the others do.
struct StuckSensors {
  private enum Sensor: CaseIterable {
    case accelerometer, gyroscope, magnetometer, barometer

    init?(_ observation: Observation) {
      switch observation {
      case .acceleration: self = .accelerometer
      case .angularRate: self = .gyroscope
      case .magneticField: self = .magnetometer
      case .pressure: self = .barometer
      default: return nil
      }
    }
  }

  /// Samples of a sensor from which on that is told, and what share of them the same one is:
  /// sensors have noise, and the first samples may be of before it was stuck.
  private static let fewest = 500, share = 0.99

  /// Hectopascals between the air pressures of a logger that rounds them from which on floors are
  /// found better without: levels are 0.35 to 0.6 apart. Of three sets of simulated visits one is
  /// better with steps of 0.2, and none with 0.25; with 0.1 both that were tried are. From so few
  /// samples on noise has others between them.
  private static let coarse = 0.195, fewestPressures = 100

  /// The stuck ones, with the sample that they repeat.
  private let stuck: [Sensor: [Double]]
  /// How far apart air pressures are that are rounded too far.
  private let step: Double?

  init(_ observations: [Observation]) {
    var last: [Sensor: [Double]] = [:]
    for observation in observations.reversed() where last.count < Sensor.allCases.count {
      guard let sensor = Sensor(observation), last[sensor] == nil else { continue }
      last[sensor] = observation.values
    }
    var all: [Sensor: Int] = [:]
    var same: [Sensor: Int] = [:]
    for observation in observations {
      guard let sensor = Sensor(observation), let final = last[sensor] else { continue }
      all[sensor, default: 0] += 1
      if observation.repeats(final) { same[sensor, default: 0] += 1 }
    }
    let stuck = last.filter { sensor, _ in
      let count = all[sensor] ?? 0
      return count >= Self.fewest && Double(same[sensor] ?? 0) >= Self.share * Double(count)
    }
    self.stuck = stuck
    step = stuck[.barometer] == nil ? Self.step(of: observations) : nil
  }

  /// How far apart air pressures are at least where that is too far, and they are several.
  private static func step(of observations: [Observation]) -> Double? {
    var values: Set<Double> = []
    var count = 0
    for case .pressure(_, let hectopascals) in observations {
      count += 1
      // Two of them nearer than that are among any more.
      guard values.count < 1000 else { return nil }
      values.insert(hectopascals)
    }
    guard count >= fewestPressures else { return nil }
    let sorted = values.sorted()
    let least = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.min()
    return least.flatMap { $0 >= coarse ? $0 : nil }
  }

  /// Takes what they say out of observations.
  func leave(outOf observations: inout [Observation]) {
    guard !stuck.isEmpty || step != nil else { return }
    observations.removeAll {
      Sensor($0).map { stuck[$0] != nil || $0 == .barometer && step != nil } ?? false
    }
  }

  /// What is to be said of them.
  func warnings(_ path: String) -> [RecordingWarning] {
    let rounded = step.map { step in
      RecordingWarning(
        .stuckSensor,
        "\(path): its air pressures differ by \((step * 100).rounded() / 100) hPa or more, or not at all, as where they "
          + "are rounded too far to tell levels, and they are left out; write them with two digits behind the point"
      )
    }
    return [rounded].compactMap(\.self)
      + Sensor.allCases.compactMap { sensor in
        guard let values = stuck[sensor] else { return nil }
        let what =
          switch sensor {
          case .accelerometer: "accelerations are"
          case .gyroscope: "angular rates are"
          case .magnetometer: "magnetic field is"
          case .barometer: "air pressure is"
          }
        let same = values.map { "\($0)" }.joined(separator: ", ")
        return RecordingWarning(
          .stuckSensor,
          "\(path): its \(what) \(same) throughout, as of a sensor that is stuck, isn't there or is rounded too far, "
            + "and this is left out; write none of a sensor that a phone doesn't have")
      }
  }
}

extension Observation {
  /// What a sensor's sample says.
  fileprivate var values: [Double]? {
    switch self {
    case .acceleration(let sample), .angularRate(let sample), .magneticField(let sample):
      [sample.x, sample.y, sample.z]
    case .pressure(_, let hectopascals): [hectopascals]
    default: nil
    }
  }

  /// Whether it says the same.
  fileprivate func repeats(_ values: [Double]) -> Bool {
    switch self {
    case .acceleration(let sample), .angularRate(let sample), .magneticField(let sample):
      values.count == 3 && (sample.x, sample.y, sample.z) == (values[0], values[1], values[2])
    case .pressure(_, let hectopascals): values.first == hectopascals
    default: false
    }
  }
}
