import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// What Sensor Logger wrote down on one walk, gathered entry by entry.
struct SensorLoggerWalk {
  /// What is known of the phone, whose axes and units the samples are in.
  private struct Phone {
    enum Platform { case android, iOS }

    var name: String?
    /// What the metadata say.
    var platform: Platform?
    /// Whether an iPhone's samples were given Android's signs.
    var isStandardised = false
    /// Whether it recorded what only Android does.
    var isAndroid = false
  }

  /// Bluetooth devices by what the phone calls them.
  private struct Devices {
    /// Those that opted out.
    var optedOut: Set<String> = []
    /// What was heard of each: that it opted out may be said later.
    var heard: [String: Set<Transmitter>] = [:]

    /// What was heard of those that opted out.
    var leftOut: Set<Transmitter> {
      optedOut.reduce(into: Set<Transmitter>()) { $0.formUnion(heard[$1] ?? []) }
    }
  }

  /// What was left out of the file that is being read.
  var skipped = SkippedLines()
  private var phone = Phone()
  /// By the sensor's number.
  private var samples = Array(
    repeating: TimeOrdered<VectorSample>(), count: SensorLoggerSensor.rawMagnetometer.rawValue + 1)
  private var pressures: [(time: Int64, hectopascals: Double)] = []
  private var scans = PhoneScans()
  private var scansPath = ""
  private var beacons = BeaconScans()
  private var devices = Devices()
  private var marks = Marks()
  private(set) var sampleCount = 0
  private var metadata: [String]?
  /// The first line, or of an array the entry, whose metadata are another recording's.
  private(set) var otherMetadata: Int?

  /// Samples of all sensors together, half a gigabyte on their way to a walk: four hours of three
  /// at 100 Hz.
  static let mostSamples = 4_320_000
  /// Whether there are more samples than are held.
  var isFull: Bool { sampleCount > Self.mostSamples }

  private static let g = 9.80665

  /// Takes an entry's fields in the order of the sensor's columns.
  mutating func take(
    _ sensor: SensorLoggerSensor, _ fields: UnsafeBufferPointer<Field>, line: Int, of path: String
  ) {
    // What comes beyond that is refused at the end, and not held until then.
    guard !isFull else { return }
    switch sensor {
    case .metadata: takeMetadata(fields, line)
    case .bluetoothNames:
      if fields[1].optsOut || fields[2].optsOut {
        devices.optedOut.insert(fields[0].text)
      }
    default:
      guard let time = fields[0].nanoseconds else {
        return skipped.add(fields[0].faultOfTime(.malformed), line: line)
      }
      switch sensor {
      case .barometer:
        guard !fields[1].isNothing else { return }
        guard let value = fields[1].measured else { return skipped.add(.malformed, line: line) }
        guard AirPressure.hectopascals.contains(value) else {
          return skipped.add(.noPressure, line: line)
        }
        pressures.append((time, value))
        sampleCount += 1
      case .wifi: takeWiFi(fields, time, line, path)
      case .bluetooth: takeBluetooth(fields, time, line)
      case .annotation:
        marks.add(
          .text(fields[1].text), at: Timestamp(microseconds: time), source: "\(path):\(line)")
      default: takeVector(sensor, fields, time, line)
      }
    }
  }

  private mutating func takeMetadata(_ fields: UnsafeBufferPointer<Field>, _ line: Int) {
    let texts = fields.map(\.text)
    // An older version lacks some of them.
    let isOther = zip(metadata ?? [], texts).contains { $0 != $1 && !$0.isEmpty && !$1.isEmpty }
    if isOther { otherMetadata = otherMetadata ?? line }
    metadata = metadata ?? texts
    switch fields[0].text.lowercased() {
    case "ios": phone.platform = .iOS
    case "android": phone.platform = .android
    default: break
    }
    if fields[1].text.lowercased() == "true" { phone.isStandardised = true }
    if !fields[2].isNothing { phone.name = String(fields[2].text.prefix(200)).onOneLine }
  }

  @inline(__always)
  private mutating func takeVector(
    _ sensor: SensorLoggerSensor, _ fields: UnsafeBufferPointer<Field>, _ time: Int64, _ line: Int
  ) {
    guard let x = fields[1].measured, let y = fields[2].measured, let z = fields[3].measured else {
      // A sensor that isn't there says nothing.
      if fields[1].isNothing, fields[2].isNothing, fields[3].isNothing { return }
      return skipped.add(.malformed, line: line)
    }
    let limit = sensor == .magnetometer || sensor == .rawMagnetometer ? 100_000.0 : 1000
    guard abs(x) < limit, abs(y) < limit, abs(z) < limit else {
      return skipped.add(.outOfRange, line: line)
    }
    samples[sensor.rawValue].append(
      VectorSample(time: Timestamp(microseconds: time), x: x, y: y, z: z), at: time)
    sampleCount += 1
  }

  private mutating func takeWiFi(
    _ fields: UnsafeBufferPointer<Field>, _ time: Int64, _ line: Int, _ path: String
  ) {
    phone.isAndroid = true
    guard let address = fields[1].address else { return skipped.add(.malformed, line: line) }
    guard !fields[3].optsOut else {
      scans.optedOut.insert(.wifi(address))
      return skipped.add(.nomap, line: line)
    }
    guard let rssi = fields[2].rssi else {
      return skipped.add([fields[2]].faultOfNumbers, line: line)
    }
    if scansPath.isEmpty { scansPath = path }
    scans.add(Reading(transmitter: .wifi(address), rssi: rssi), at: time, line: line)
    sampleCount += 1
  }

  private mutating func takeBluetooth(
    _ fields: UnsafeBufferPointer<Field>, _ time: Int64, _ line: Int
  ) {
    guard !fields[2].isNothing else { return }
    guard let rssi = fields[2].rssi else {
      return skipped.add([fields[2]].faultOfNumbers, line: line)
    }
    guard rssi < 0 else { return skipped.add(.unknownStrength, line: line) }
    if !devices.optedOut.isEmpty, devices.optedOut.contains(fields[1].text) {
      return skipped.add(.nomap, line: line)
    }
    let transmitter: Transmitter
    if let beacon = Advertisement.beacon(
      manufacturer: fields[3], service: fields[4], raw: fields[5])
    {
      transmitter = beacon
    } else if let address = fields[1].address {
      phone.isAndroid = true
      transmitter = .bluetooth(address)
    } else if fields[1].uuid != nil {
      // iOS' own name for what it heard, which no other phone has.
      return skipped.add(.privateID)
    } else {
      return skipped.add(.malformed, line: line)
    }
    devices.heard[fields[1].text, default: []].insert(transmitter)
    beacons.add(transmitter, rssi: rssi, at: time / 1000)
    sampleCount += 1
  }

  /// The recording, and what is to be said of it.
  mutating func finish(
    id: String, path: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) -> (recording: Recording, skipped: SkippedLines, warnings: [RecordingWarning]) {
    skipped = SkippedLines()
    var warnings: [RecordingWarning] = []
    var observations = TimeOrdered<Observation>()
    func add(_ sensor: SensorLoggerSensor, _ make: (VectorSample) -> Observation) {
      for sample in samples[sensor.rawValue].inOrder() {
        observations.append(make(sample), at: sample.time.microseconds)
      }
    }
    let stepBack = max(
      samples.map(\.largestStepBack).max() ?? 0, scans.largestStepBack)
    if let forces = specificForce() {
      for force in forces { observations.append(.acceleration(force), at: force.time.microseconds) }
      if forces.isEmpty, has(.user) { warnings.append(.noGravity(path)) }
    } else {
      warnings.append(
        RecordingWarning(
          .unknownPlatform,
          "\(path): nothing says whether an Android phone or an iPhone recorded it, whose "
            + "accelerations have other signs, so they are left out; export it with its metadata"))
    }
    add(has(.gyroscope) ? .gyroscope : .rawGyroscope) { .angularRate($0) }
    add(has(.magnetometer) ? .magnetometer : .rawMagnetometer) { .magneticField($0) }
    for pressure in pressures {
      let time = Timestamp(microseconds: pressure.time)
      observations.append(
        .pressure(time: time, hectopascals: pressure.hectopascals), at: pressure.time)
    }
    for scan in scans.finish(&skipped) {
      observations.append(.scan(scan), at: scan.time.microseconds)
    }
    if let warning = scans.warning(scansPath) { warnings.append(warning) }
    let last = max(observations.latest == .min ? .min : observations.latest / 1000, beacons.latest)
    // An advertisement may stand before what says that its device opted out.
    for scan in beacons.finish(upTo: last, without: devices.leftOut) {
      observations.append(.scan(scan), at: scan.time.microseconds)
    }
    skipped.add(.nomap, beacons.leftOut)
    let (waypoints, unresolved) = marks.waypoints(labels, &levels)
    var recording = Recording(
      id: id, observations: observations.inOrder(), waypoints: waypoints, device: phone.name)
    recording.clockStepBack = Double(stepBack) * 1e-6
    return (recording, skipped, warnings + unresolved)
  }

  private func has(_ sensor: SensorLoggerSensor) -> Bool { !samples[sensor.rawValue].isEmpty }

  /// Acceleration with gravity in the kit's sign; `nil` where there is some, and nothing says
  /// which phone's.
  private mutating func specificForce() -> [VectorSample]? {
    if has(.total) { return samples[SensorLoggerSensor.total.rawValue].inOrder() }
    guard has(.user) || has(.raw) else { return [] }
    guard let platform = phone.platform ?? (phone.isAndroid ? .android : nil) else { return nil }
    // iOS' axes are Android's, but its accelerations have the other sign.
    let sign = platform == .iOS && !phone.isStandardised ? -1.0 : 1.0
    if has(.user), has(.gravity) {
      return Self.sum(
        samples[SensorLoggerSensor.user.rawValue].inOrder(),
        samples[SensorLoggerSensor.gravity.rawValue].inOrder(), sign)
    }
    let unit = platform == .iOS && !phone.isStandardised ? -Self.g : 1
    return samples[SensorLoggerSensor.raw.rawValue].inOrder().map {
      VectorSample(time: $0.time, x: unit * $0.x, y: unit * $0.y, z: unit * $0.z)
    }
  }

  /// Each acceleration and the last gravity by its time, the first before there is one.
  private static func sum(
    _ user: [VectorSample], _ gravity: [VectorSample], _ sign: Double
  ) -> [VectorSample] {
    var at = 0
    return user.map { sample in
      while at + 1 < gravity.count, gravity[at + 1].time <= sample.time { at += 1 }
      let g = gravity[at]
      return VectorSample(
        time: sample.time, x: sign * (sample.x + g.x), y: sign * (sample.y + g.y),
        z: sign * (sample.z + g.z))
    }
  }
}
