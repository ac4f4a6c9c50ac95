import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorPositioning

/// Reads the project's own format: JSON Lines, a header line first. `docs/recording-format.md` describes it.
///
/// A line that can't be read costs only itself. Lines may stand in any order; what is read is in order of time.
struct IndoorKitReader {
  private var observations = TimeOrdered<Observation>()
  private var waypoints = TimeOrdered<Waypoint>()
  private var skipped = SkippedLines()

  /// Reads a file's bytes.
  ///
  /// - Throws: `RecordingError` where the first line is no header, or a newer version's.
  static func read(_ bytes: [UInt8], path: String) throws(RecordingError)
    -> (recording: Recording, skipped: SkippedLines)
  {
    var lines: JSONLinesReader
    do { lines = try JSONLinesReader(bytes: bytes, name: path) } catch {
      throw .malformed(error)
    }
    guard let first = lines.next(), case .success(let header) = first.result,
      header["format"]?.string == "indoorkit", let version = header["version"]?.integer
    else {
      throw .malformed(
        path, line: 1,
        "isn't the header of a recording, begin the file with {\"format\":\"indoorkit\",\"version\":1}"
      )
    }
    guard version >= 1, version <= RecordingLines.version else {
      throw .malformed(
        path, line: 1,
        "has version \(version) of the format where \(RecordingLines.version) is the newest known, "
          + "update this program")
    }
    var reader = IndoorKitReader()
    while let line = lines.next() {
      switch line.result {
      case .success(let node): reader.read(node)
      case .failure: reader.skipped.add(line.isCut ? .cutLine : .malformed)
      }
    }
    var recording = Recording(
      id: header["id"]?.string ?? FileBytes.stem(of: path),
      observations: reader.observations.inOrder(), waypoints: reader.waypoints.inOrder(),
      level: level(of: header), device: header["device"]?.string,
      surveyor: header["surveyor"]?.string, path: header["path"]?.string)
    recording.clockStepBack =
      Double(max(reader.observations.largestStepBack, reader.waypoints.largestStepBack)) * 1e-6
    return (recording, reader.skipped)
  }

  private mutating func read(_ node: JSONNode) {
    guard let milliseconds = node["t"]?.number, abs(milliseconds) < 1e14 else {
      return skipped.add(.malformed)
    }
    let time = Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
    var isKnown = false
    if let place = node["waypoint"] {
      isKnown = true
      readWaypoint(place, time)
    }
    if node["wifi"] != nil || node["ble"] != nil || node["columns"] != nil {
      isKnown = true
      readScan(node, time)
    }
    if node["acc"] != nil || node["gyr"] != nil || node["mag"] != nil || node["hpa"] != nil {
      isKnown = true
      readMotion(node, time)
    }
    if !isKnown { skipped.add(.unknownType) }
  }

  private mutating func readWaypoint(_ node: JSONNode, _ time: Timestamp) {
    let place: Waypoint.Place
    if let latitude = node["latitude"]?.number, let longitude = node["longitude"]?.number {
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      guard coordinate.isValid else { return skipped.add(.outOfRange) }
      place = .coordinate(coordinate)
    } else if let point = Self.pair(node["local"]) {
      place = .local(LocalPoint(x: point.0, y: point.1))
    } else if let point = Self.pair(node["page"]) {
      place = .page(PagePoint(x: point.0, y: point.1))
    } else if let id = node["place"]?.string {
      place = .named(id)
    } else {
      return skipped.add(.malformed)
    }
    waypoints.append(
      Waypoint(time: time, place: place, level: Self.level(of: node)), at: time.microseconds)
  }

  private static func pair(_ node: JSONNode?) -> (Double, Double)? {
    guard let node, node.kind == .array else { return nil }
    let values = node.elements.compactMap(\.number)
    guard values.count == 2, abs(values[0]) < 1e7, abs(values[1]) < 1e7 else { return nil }
    return (values[0], values[1])
  }

  private static func level(of node: JSONNode) -> LevelKey? {
    guard let ordinal = node["level"]?.integer, abs(ordinal) < 1000 else { return nil }
    return LevelKey(building: node["building"]?.string ?? "", ordinal: Int(ordinal))
  }

  private mutating func readScan(_ node: JSONNode, _ time: Timestamp) {
    var readings: [Reading] = []
    var positions: [Transmitter: Int] = [:]
    for key in ["wifi", "ble", "columns"] {
      guard let entries = node[key] else { continue }
      for entry in entries.elements {
        guard let (reading, name) = Self.reading(Array(entry.elements), of: key) else {
          skipped.add(.malformed)
          continue
        }
        if name?.hasSuffix("_nomap") == true {
          skipped.add(.nomap)
        } else if let earlier = positions[reading.transmitter] {
          skipped.add(.duplicate)
          if reading.age < readings[earlier].age { readings[earlier] = reading }
        } else {
          positions[reading.transmitter] = readings.count
          readings.append(reading)
        }
      }
    }
    observations.append(.scan(Scan(time: time, readings: readings)), at: time.microseconds)
  }

  /// Address or UUID, major and minor, or column; then dBm, age and name, of which the last two may be missing.
  private static func reading(_ parts: [JSONNode], of key: String) -> (Reading, String?)? {
    guard let name = parts.first?.string else { return nil }
    var rest = parts.dropFirst()
    let transmitter: Transmitter
    if key == "columns" {
      transmitter = .column(name)
    } else if let address = Field.with(name, { $0.address }) {
      transmitter = key == "wifi" ? .wifi(address) : .bluetooth(address)
    } else if key == "ble", let uuid = Field.with(name, { $0.uuid }),
      let major = rest.popFirst()?.integer.flatMap({ UInt16(exactly: $0) }),
      let minor = rest.popFirst()?.integer.flatMap({ UInt16(exactly: $0) })
    {
      transmitter = .beacon(uuidHigh: uuid.high, uuidLow: uuid.low, major: major, minor: minor)
    } else {
      return nil
    }
    guard let strength = rest.popFirst()?.number, strength >= -127, strength <= 20 else {
      return nil
    }
    let age = rest.popFirst()?.number ?? 0
    guard age >= 0, age < 4e9 else { return nil }
    let reading = Reading(
      transmitter: transmitter, rssi: Int8(strength.rounded()), age: UInt32(age))
    return (reading, rest.popFirst()?.string)
  }

  /// Series that share their times: from `t` on every `dt` milliseconds, or `at` so many milliseconds after it.
  private mutating func readMotion(_ node: JSONNode, _ start: Timestamp) {
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
    func add(_ key: String, width: Int, limit: Double, _ make: (Timestamp, [Double]) -> Observation)
    {
      guard let series = node[key] else { return }
      let values = series.elements.map { $0.number ?? .nan }
      guard !values.isEmpty, values.count % width == 0 else { return skipped.add(.malformed) }
      for index in 0..<(values.count / width) {
        let sample = Array(values[index * width..<(index + 1) * width])
        guard let time = time(index) else { return skipped.add(.malformed) }
        guard sample.allSatisfy({ abs($0) < limit }) else {
          skipped.add(.outOfRange)
          continue
        }
        observations.append(make(time, sample), at: time.microseconds)
      }
    }
    func vector(_ time: Timestamp, _ v: [Double]) -> VectorSample {
      VectorSample(time: time, x: v[0], y: v[1], z: v[2])
    }
    add("acc", width: 3, limit: 1000) { .acceleration(vector($0, $1)) }
    add("gyr", width: 3, limit: 1000) { .angularRate(vector($0, $1)) }
    add("mag", width: 3, limit: 100_000) { .magneticField(vector($0, $1)) }
    add("hpa", width: 1, limit: 2000) { .pressure(time: $0, hectopascals: $1[0]) }
  }
}
