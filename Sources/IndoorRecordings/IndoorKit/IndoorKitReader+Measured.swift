import IndoorJSON
import IndoorModel
import IndoorPositioning

// What was measured: scans and motion.
extension IndoorKitReader {
  mutating func readScan(_ node: JSONNode, _ time: Timestamp) {
    var readings: [Reading] = []
    var positions: [Transmitter: Int] = [:]
    // What can't be read says nothing of what was heard, not even that it was nothing.
    var isScan = false
    for key in ["wifi", "ble", "columns"] {
      guard let list = node[key] else { continue }
      guard list.kind == .array else {
        skipped.add(.malformed, line: line)
        continue
      }
      let entries = list.elements
      isScan = isScan || entries.underestimatedCount == 0
      let count = readings.count + entries.underestimatedCount
      readings.reserveCapacity(count)
      positions.reserveCapacity(count)
      for entry in entries {
        let (reading, name): (Reading, String?)
        do throws(Unread) { (reading, name) = try Self.reading(entry, of: key) } catch {
          skipped.add(error.reason, line: line)
          continue
        }
        isScan = true
        if name?.optsOut == true {
          optedOut.insert(reading.transmitter)
          skipped.add(.nomap, line: line)
        } else if let earlier = positions[reading.transmitter] {
          skipped.add(.duplicate, line: line)
          if reading.age < readings[earlier].age { readings[earlier] = reading }
        } else {
          positions[reading.transmitter] = readings.count
          readings.append(reading)
        }
      }
    }
    guard isScan else { return }
    observations.append(.scan(Scan(time: time, readings: readings)), at: time.microseconds)
  }

  /// Why an entry is no reading.
  private struct Unread: Error {
    var reason = SkippedLines.Reason.malformed
  }

  /// Address or UUID, major and minor, or column; then dBm, age and name, of which the last two may
  /// be missing.
  private static func reading(
    _ node: JSONNode, of key: String
  ) throws(Unread) -> (Reading, String?) {
    var parts = node.elements.makeIterator()
    guard let first = parts.next() else { throw Unread() }
    var column: String?
    let transmitter: Transmitter
    if key == "columns" {
      guard let name = first.string, !name.trimmed.isEmpty, !name.utf8.contains(0) else {
        throw Unread()
      }
      column = name
      transmitter = Transmitter(column: name)
    } else if let address = Field.with(first, { $0.address }) {
      transmitter = key == "wifi" ? .wifi(address) : .bluetooth(address)
    } else if key == "ble", let uuid = Field.with(first, { $0.uuid }),
      let major = parts.next()?.integer.flatMap({ UInt16(exactly: $0) }),
      let minor = parts.next()?.integer.flatMap({ UInt16(exactly: $0) })
    {
      transmitter = .beacon(uuidHigh: uuid.high, uuidLow: uuid.low, major: major, minor: minor)
    } else {
      throw Unread()
    }
    guard let strength = parts.next()?.number else { throw Unread() }
    guard strength >= -127, strength <= 0 else { throw Unread(reason: .noStrength) }
    let rssi = Int8(strength.rounded())
    guard rssi < 0 || key != "ble" else { throw Unread(reason: .unknownStrength) }
    var age = 0.0
    // A name in its place would be taken for none, and one that opts out be heard.
    if let written = parts.next(), written.kind != .null {
      guard let number = written.number, number >= 0, number < 4e9 else { throw Unread() }
      age = number
    }
    let reading = Reading(transmitter: transmitter, rssi: rssi, age: UInt32(age))
    // A column is called as its network is.
    return (reading, column ?? parts.next()?.string)
  }

  /// Series that share their times: from `t` on every `dt` milliseconds, or `at` so many
  /// milliseconds after it.
  mutating func readMotion(_ node: JSONNode, _ start: Timestamp) {
    let step = node["dt"]?.number
    let offsets = node["at"].map { $0.elements.map(\.number) }
    func time(_ index: Int) -> Timestamp? {
      let milliseconds: Double?
      if let offsets {
        milliseconds = index < offsets.count ? offsets[index] : nil
      } else {
        milliseconds = step.map { $0 * Double(index) } ?? (index == 0 ? 0 : nil)
      }
      guard let milliseconds, abs(milliseconds) < 1e9 else { return nil }
      return Timestamp(microseconds: start.microseconds + Int64((milliseconds * 1000).rounded()))
    }
    func add(
      _ key: String, width: Int, _ range: ClosedRange<Double>,
      orSkip reason: SkippedLines.Reason = .outOfRange,
      _ make: (Timestamp, [Double]) -> Observation
    ) {
      guard let series = node[key] else { return }
      let values = series.elements.map { $0.number ?? .nan }
      guard !values.isEmpty, values.count % width == 0,
        offsets != nil || step ?? 0 >= 0
      else {
        return skipped.add(.malformed, line: line)
      }
      if ["acc", "gyr"].contains(key) {
        samples.spacing.add(
          offsets == nil ? step : nil, count: values.count / width, of: key,
          from: Double(start.microseconds) / 1000, line: line)
      }
      if key == "acc" { samples.order.add(values, line: line) }
      for index in 0..<(values.count / width) {
        let sample = Array(values[index * width..<(index + 1) * width])
        guard let time = time(index) else { return skipped.add(.malformed, line: line) }
        guard sample.allSatisfy(range.contains) else {
          skipped.add(sample.contains(where: \.isNaN) ? .notANumber : reason, line: line)
          continue
        }
        observations.append(make(time, sample), at: time.microseconds)
      }
    }
    func vector(_ time: Timestamp, _ v: [Double]) -> VectorSample {
      VectorSample(time: time, x: v[0], y: v[1], z: v[2])
    }
    add("acc", width: 3, -1000...1000) { .acceleration(vector($0, $1)) }
    add("gyr", width: 3, -1000...1000) { .angularRate(vector($0, $1)) }
    add("mag", width: 3, -100_000...100_000) { .magneticField(vector($0, $1)) }
    add("hpa", width: 1, AirPressure.hectopascals, orSkip: .noPressure) {
      .pressure(time: $0, hectopascals: $1[0])
    }
  }
}
