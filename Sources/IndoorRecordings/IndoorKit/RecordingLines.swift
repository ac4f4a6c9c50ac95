import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorPositioning

/// The lines of the project's own format; `docs/recording-format.md` describes them.
enum RecordingLines {
  /// The version that is written, and the newest that is read.
  static let version: Int64 = 1

  static func header(_ recording: Recording) -> JSONOutput {
    var members: [(String, JSONOutput)] = [
      ("format", .string("indoorkit")), ("version", .integer(version)),
    ]
    func add(_ key: String, _ value: String?) {
      if let value, !value.isEmpty { members.append((key, .string(value))) }
    }
    add("id", recording.id)
    add("device", recording.device)
    add("surveyor", recording.surveyor)
    add("path", recording.path)
    if let level = recording.level { members += Self.level(level) }
    return .object(members)
  }

  static func scan(_ scan: Scan) -> JSONOutput {
    var wifi: [JSONOutput] = []
    var beacons: [JSONOutput] = []
    var columns: [JSONOutput] = []
    for reading in scan.readings {
      var tail: [JSONOutput] = [.integer(Int64(reading.rssi))]
      if reading.age > 0 { tail.append(.integer(Int64(reading.age))) }
      switch reading.transmitter {
      case .wifi(let address): wifi.append(.array([.string(Address.text(address))] + tail))
      case .bluetooth(let address):
        beacons.append(.array([.string(Address.text(address))] + tail))
      case .beacon(let high, let low, let major, let minor):
        beacons.append(
          .array(
            [
              .string(Address.uuid(high: high, low: low)), .integer(Int64(major)),
              .integer(Int64(minor)),
            ] + tail))
      case .column(let name): columns.append(.array([.string(name)] + tail))
      }
    }
    var members = [("t", time(scan.time))]
    if !wifi.isEmpty || scan.readings.isEmpty { members.append(("wifi", .array(wifi))) }
    if !beacons.isEmpty { members.append(("ble", .array(beacons))) }
    if !columns.isEmpty { members.append(("columns", .array(columns))) }
    return .object(members)
  }

  static func waypoint(_ waypoint: Waypoint) -> JSONOutput {
    var members: [(String, JSONOutput)]
    switch waypoint.place {
    case .coordinate(let place):
      members = [("latitude", .number(place.latitude)), ("longitude", .number(place.longitude))]
    case .local(let place): members = [("local", .array([.number(place.x), .number(place.y)]))]
    case .page(let place): members = [("page", .array([.number(place.x), .number(place.y)]))]
    case .named(let id): members = [("place", .string(id))]
    }
    if let level = waypoint.level { members += Self.level(level) }
    return .object([("t", time(waypoint.time)), ("waypoint", .object(members))])
  }

  static func level(_ key: LevelKey) -> [(String, JSONOutput)] {
    let level = ("level", JSONOutput.integer(Int64(key.ordinal)))
    return key.building.isEmpty ? [level] : [("building", .string(key.building)), level]
  }

  /// Milliseconds, with a fraction only where there is one.
  static func time(_ time: Timestamp) -> JSONOutput {
    time.microseconds % 1000 == 0
      ? .integer(time.microseconds / 1000) : .number(Double(time.microseconds) / 1000)
  }
}

/// Up to a second of motion and pressure, a line a kind and rate.
struct MotionBatch {
  private struct Series {
    var times: [Int64] = []
    var values: [Double] = []
  }

  private var acceleration = Series()
  private var angularRate = Series()
  private var magneticField = Series()
  private var pressure = Series()
  private var start: Timestamp?

  /// Whether the batch should be written before this is added: it spans a second, or time runs back.
  func isFull(before observation: Observation) -> Bool {
    guard let start else { return false }
    let seconds = observation.time.seconds(since: start)
    return seconds >= 1 || seconds < 0
  }

  mutating func append(_ observation: Observation) {
    if start == nil { start = observation.time }
    let time = observation.time.microseconds
    switch observation {
    case .scan: break
    case .acceleration(let v): Self.add(v, 1000, to: &acceleration)
    case .angularRate(let v): Self.add(v, 10_000, to: &angularRate)
    case .magneticField(let v): Self.add(v, 100, to: &magneticField)
    case .pressure(_, let hectopascals):
      pressure.times.append(time)
      pressure.values.append((hectopascals * 1000).rounded() / 1000)
    }
  }

  /// A millimetre per second squared, 0.1 mrad/s and 0.01 µT are finer than a phone's sensors resolve.
  private static func add(_ v: VectorSample, _ scale: Double, to series: inout Series) {
    series.times.append(v.time.microseconds)
    series.values += [v.x, v.y, v.z].map { ($0 * scale).rounded() / scale }
  }

  /// The lines; kinds that share their times share a line.
  func lines() -> [JSONOutput] {
    var lines: [(times: [Int64], members: [(String, JSONOutput)])] = []
    for (key, series) in [
      ("acc", acceleration), ("gyr", angularRate), ("mag", magneticField), ("hpa", pressure),
    ] where !series.times.isEmpty {
      let member = (key, JSONOutput.array(series.values.map { .number($0) }))
      if let same = lines.firstIndex(where: { $0.times == series.times }) {
        lines[same].members.append(member)
      } else {
        lines.append((series.times, [member]))
      }
    }
    return lines.map { line in
      let first = line.times[0]
      let steps = Set(zip(line.times, line.times.dropFirst()).map { $1 - $0 })
      var members = [("t", RecordingLines.time(Timestamp(microseconds: first)))]
      if steps.count == 1, let step = steps.first {
        members.append(("dt", Self.milliseconds(step)))
      } else if steps.count > 1 {
        members.append(("at", .array(line.times.map { Self.milliseconds($0 - first) })))
      }
      return .object(members + line.members)
    }
  }

  private static func milliseconds(_ microseconds: Int64) -> JSONOutput {
    microseconds % 1000 == 0
      ? .integer(microseconds / 1000) : .number(Double(microseconds) / 1000)
  }
}
