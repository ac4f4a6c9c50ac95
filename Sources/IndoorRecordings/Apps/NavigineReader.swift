import IndoorJSON
import IndoorModel
import IndoorPositioning

/// Reads messages of Navigine's algorithms, a JSON object a line. They have no places.
///
/// Format: Navigine/Indoor-Positioning-And-Navigation-Algorithms,
/// tools/verification/helpers.cpp.
struct NavigineReader {
  private var observations = TimeOrdered<Observation>()
  private var scans = PhoneScans()
  private var beacons = BeaconScans()
  private var skipped = SkippedLines()
  private var line = 0

  static func read(_ bytes: [UInt8], path: String) throws(RecordingError) -> ReadRecording {
    var lines: JSONLinesReader
    do { lines = try JSONLinesReader(bytes: bytes, name: path) } catch { throw .malformed(error) }
    var reader = NavigineReader()
    while let line = lines.next() {
      reader.line = line.number
      switch line.result {
      case .success(let node): reader.take(node)
      case .failure: reader.skipped.add(unread: line)
      }
    }
    return reader.finish(path, hash: ContentHash.hexadecimal(bytes))
  }

  private mutating func take(_ node: JSONNode) {
    guard node.repeatedName == nil else { return skipped.add(.keyTwice, line: line) }
    guard let written = node["timestamp"], let type = node["type"]?.integer else {
      return skipped.add(.malformed, line: line)
    }
    guard let milliseconds = written.number, milliseconds > 0, milliseconds < 1e14 else {
      return skipped.add(.noMilliseconds, line: line)
    }
    let time = Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
    switch type {
    case 101: takeVector(node, time, limit: 1000) { .acceleration($0) }
    case 102: takeVector(node, time, limit: 1000) { .angularRate($0) }
    case 103: takeVector(node, time, limit: 100_000) { .magneticField($0) }
    case 104:
      guard let value = node["values"]?.elements.first(where: { _ in true })?.number else {
        return skipped.add(.malformed, line: line)
      }
      guard AirPressure.hectopascals.contains(value) else {
        return skipped.add(.noPressure, line: line)
      }
      observations.append(.pressure(time: time, hectopascals: value), at: time.microseconds)
    case 201, 202, 203: takeReading(node, type, time)
    // Orientation, the system's location, round-trip times, NMEA.
    case 105, 106, 205, 300: skipped.add(.unneeded)
    default: skipped.add(.unknownType, line: line)
    }
  }

  private mutating func takeVector(
    _ node: JSONNode, _ time: Timestamp, limit: Double,
    _ make: (VectorSample) -> Observation
  ) {
    let values = node["values"]?.elements.prefix(4).compactMap(\.number) ?? []
    guard values.count == 3 else { return skipped.add(.malformed, line: line) }
    guard values.allSatisfy({ abs($0) < limit }) else {
      return skipped.add(.outOfRange, line: line)
    }
    let sample = VectorSample(time: time, x: values[0], y: values[1], z: values[2])
    observations.append(make(sample), at: time.microseconds)
  }

  private mutating func takeReading(_ node: JSONNode, _ type: Int64, _ time: Timestamp) {
    guard let name = node["bssid"]?.string, let strength = node["rssi"]?.number else {
      return skipped.add(.malformed, line: line)
    }
    guard strength >= -127, strength <= 0 else { return skipped.add(.outOfRange, line: line) }
    let rssi = Int8(strength.rounded())
    guard rssi < 0 || type == 201 else { return skipped.add(.unknownStrength, line: line) }
    if type == 203 {
      guard let beacon = Self.beacon(name) else { return skipped.add(.malformed, line: line) }
      return beacons.add(beacon, rssi: rssi, at: time.milliseconds)
    }
    guard let bits = Field.with(name, { $0.address }) else {
      return skipped.add(
        Field.with(name, { $0.uuid }) == nil ? .malformed : .privateID, line: line)
    }
    if type == 201 {
      let reading = Reading(transmitter: .wifi(bits), rssi: rssi)
      scans.add(reading, at: time.microseconds, line: line)
    } else {
      beacons.add(.bluetooth(bits), rssi: rssi, at: time.milliseconds)
    }
  }

  /// `(major,minor,UUID)`.
  private static func beacon(_ name: String) -> Transmitter? {
    guard name.hasPrefix("("), name.hasSuffix(")") else { return nil }
    let parts = name.dropFirst().dropLast().split(separator: ",").map { String($0).trimmed }
    guard parts.count == 3, let major = Int(parts[0]), let minor = Int(parts[1]) else {
      return nil
    }
    return Transmitter(beacon: parts[2], major: major, minor: minor)
  }

  private mutating func finish(_ path: String, hash: String) -> ReadRecording {
    let stepBack = max(observations.largestStepBack, scans.largestStepBack)
    for scan in scans.finish(&skipped) {
      observations.append(.scan(scan), at: scan.time.microseconds)
    }
    let last = max(observations.latest == .min ? .min : observations.latest / 1000, beacons.latest)
    for scan in beacons.finish(upTo: last) {
      observations.append(.scan(scan), at: scan.time.microseconds)
    }
    var recording = Recording(
      id: FileBytes.stem(of: path).onOneLine, observations: observations.inOrder())
    recording.clockStepBack = Double(stepBack) * 1e-6
    var read = ReadRecording(recording: recording, hash: hash, path: path, skipped: skipped)
    read.warnings = [scans.warning(path)].compactMap { $0 }
    return read
  }
}
