import IndoorModel
package import IndoorPositioning

/// Whether a recording's sensors are in other units than the kit's: whole recordings have means
/// that no person's phone has, or heard nothing that counts, or measured too seldom.
package struct SensorUnits {
  /// The mean length of accelerations, in m/s², where it can't be one: at rest it is 9.8, of walks
  /// 9.7 to 10.4, and of a sensor that is shaken with all force (BROAD) up to 17.4.
  private(set) var strangeAcceleration: Double?
  /// Whether the mean length of angular rates can't be one in rad/s: of walks it is up to 1.9, of a
  /// sensor that is turned as fast as one can (BROAD) 4.3, and in degrees per second at least 13 of
  /// walks. They look as if they were beyond a sensor's range.
  package private(set) var hasStrangeRates = false
  /// The mean strength of the magnetic field, in µT, where it can't be one: the Earth's is 25 to
  /// 65, and a magnet in a phone's case adds hundreds.
  private var strangeField: Double?
  /// The same where a magnet may well make it: the means of 475 walks in two malls are 26 to 63.
  private var strongField: Double?
  /// Wi-Fi readings, where all are too old to count.
  private var staleReadings: Int?

  /// How long accelerations come too seldom to find steps in them.
  private var spacing = Spacing()

  /// Seconds from which on that is told, where for most of the time they don't.
  private static let leastSeldom = 5.0
  private static let accelerations = 5.0...50, mostRate = 10.0, fields = 2.0...5000,
    mostWithoutMagnet = 150.0
  /// Samples below which a fall or a throw might make such a mean.
  private static let leastSamples = 250
  /// Readings below which all may have been remembered: phones report a scan twice and more.
  private static let leastReadings = 100

  /// Looks at all samples.
  package init(_ observations: [Observation]) {
    var (accelerations, rates, fields) = (Mean(most: 1000), Mean(most: 35), Mean(most: 1e6))
    var (readings, fresh) = (0, 0)
    for observation in observations {
      switch observation {
      case .acceleration(let sample):
        accelerations.add(sample)
        spacing.add(sample.time)
      case .angularRate(let sample): rates.add(sample)
      case .magneticField(let sample): fields.add(sample)
      case .scan(let scan):
        for reading in scan.readings where !reading.transmitter.isBeacon {
          readings += 1
          fresh += reading.age <= Hearing.oldest ? 1 : 0
        }
      default: continue
      }
    }
    if let mean = accelerations.value, !Self.accelerations.contains(mean) {
      strangeAcceleration = mean
    }
    if let mean = rates.value { hasStrangeRates = mean > Self.mostRate }
    if let mean = fields.value {
      if !Self.fields.contains(mean) {
        strangeField = mean
      } else if mean > Self.mostWithoutMagnet {
        strongField = mean
      }
    }
    if fresh == 0, readings >= Self.leastReadings { staleReadings = readings }
  }

  /// Whether steps can't be found in the accelerations.
  package var hasStrangeAccelerations: Bool { strangeAcceleration != nil }

  /// Whether steps can't be found in them but for moments, as they come too seldom; that shows only
  /// after the first, up to 7 s where they come nearly often enough.
  package var areAccelerationsAlwaysSeldom: Bool {
    areAccelerationsSeldom && spacing.seconds - spacing.seldom < max(7, 0.1 * spacing.seconds)
  }

  /// The same for most of the time.
  private var areAccelerationsSeldom: Bool {
    2 * spacing.seldom > spacing.seconds && spacing.seldom > 1
  }

  /// What is to be said of them.
  func warnings(_ path: String) -> [RecordingWarning] {
    var sentences: [String] = []
    if let strangeAcceleration {
      let shown = (strangeAcceleration * 10).rounded() / 10
      sentences.append(
        "its accelerations are \(shown) on average, where gravity alone is 9.8 m/s², so that they are in another "
          + "unit, as g, or without gravity; write them in m/s² with gravity, 9.80665 for each g; it is located without "
          + "motion until then")
    }
    if hasStrangeRates {
      sentences.append(
        "its angular rates are over \(Int(Self.mostRate)) on average, faster than anybody turns a phone in rad/s, so "
          + "that they are in another unit, as degrees per second; write them in rad/s, 0.0174533 for each "
          + "degree per second; they aren't used to locate until then")
    }
    if let strangeField {
      sentences.append(
        "its magnetic field is \((strangeField * 100).rounded() / 100) on average, where the Earth's is 25 to 65 µT, so that it is in another "
          + "unit, as nanotesla or gauss; write it in microtesla, a thousandth of each nanotesla and 100 for each gauss"
      )
    }
    if let strongField {
      sentences.append(
        "its magnetic field is \(Int(strongField.rounded())) µT on average, where the Earth's is 25 to 65, as of a phone "
          + "whose compass isn't calibrated or that has a magnet in its case or holder; calibrate it, take it off, or locate "
          + "without the compass")
    }
    if let staleReadings {
      sentences.append(
        "all of its \(staleReadings) Wi-Fi readings are over \(Hearing.oldest / 1000) s older than their scan, so that none "
          + "counts, as where ages are in microseconds or since the phone's start; write them in milliseconds"
      )
    }
    var warnings = sentences.map { RecordingWarning(.sensorUnit, "\(path): \($0)") }
    if areAccelerationsSeldom
      || spacing.seldom > Self.leastSeldom && 10 * spacing.seldom > spacing.seconds
    {
      let percent = Int((100 * spacing.seldom / spacing.seconds).rounded())
      warnings.append(
        RecordingWarning(
          .seldomMotion,
          "\(path): for \(percent)% of the time its accelerations come too seldom to find steps in them, "
            + "so that none count there; record 20 a second or more"))
    }
    return warnings
  }

  /// How long samples come too seldom to find steps in them.
  private struct Spacing {
    /// Seconds of a pause that count.
    private static let pause = 10.0

    private var density = SampleDensity()
    private(set) var seconds = 0.0
    private(set) var seldom = 0.0

    mutating func add(_ time: Timestamp) {
      let passed = min(Self.pause, density.add(time))
      seconds += passed
      if !density.isEnough { seldom += passed }
    }
  }

  /// The mean length of samples.
  private struct Mean {
    /// What counts at most, in the sensor's unit: no sensor measures more, and some stutter.
    let most: Double
    private var sum = 0.0
    private var count = 0

    init(most: Double) { self.most = most }

    mutating func add(_ sample: VectorSample) {
      let length = (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()
      guard length.isFinite else { return }
      sum += min(length, most)
      count += 1
    }

    var value: Double? { count < SensorUnits.leastSamples ? nil : sum / Double(count) }
  }
}
