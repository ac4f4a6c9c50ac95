import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// Reads logs of GetSensorData 2.x (LOPSI, CSIC), the app of the IPIN competitions: `TAG;values`.
///
/// Formats: lopsi/GetSensorData_Android, MainActivity.java. Times count from the log's beginning,
/// whose date stands in its head or its name.
struct GetSensorDataReader {
  private let path: String
  private var origin: Int64 = 0
  private var observations = TimeOrdered<Observation>()
  private var scans = PhoneScans()
  private var beacons = BeaconScans()
  private var marks = Marks()
  private var skipped = SkippedLines()
  private var number = 0
  /// Whether the log's head was read, and the line of another's.
  private var isBegun = false
  private var secondHead: Int?
  /// Entries of the scan under way and when, in microseconds since boot, each was last heard.
  private var pending: [(reading: Reading, seen: Int64?, line: Int)] = []
  private var pendingTime: Int64 = .min

  private init(path: String) { self.path = path }

  static func read(
    _ bytes: [UInt8], path: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(RecordingError) -> ReadRecording {
    var reader = GetSensorDataReader(path: path)
    let head = GetSensorDataHead(bytes, path: path, zone: labels.zone)
    reader.origin = head.start
    bytes.withUnsafeBytes { bytes in
      var lines = ByteLines()
      lines.take(bytes) { reader.take($0, $1) }
      lines.finish { reader.take($0, $1) }
    }
    if let line = reader.secondHead { throw .joined(path, line: line) }
    return reader.finish(head, hash: ContentHash.hexadecimal(bytes), labels, &levels)
  }

  private mutating func take(_ line: Field?, _ number: Int) {
    self.number = number
    guard let line else { return skipped.add(.malformed, line: number) }
    guard line.count > 0 else { return }
    guard line.start.pointee != UInt8(ascii: "%") else {
      if isBegun, secondHead == nil, GetSensorDataHead.isDate(line.text) { secondHead = number }
      return
    }
    isBegun = true
    var fields = FieldCursor(line, separator: UInt8(ascii: ";"))
    guard let tag = fields.field(), tag.count == 4, let clock = fields.field() else {
      return skipped.add(.malformed, line: number)
    }
    guard let seconds = clock.number, abs(seconds) < 1e8 else {
      return skipped.add(clock.hasDecimalComma ? .decimalComma : .malformed, line: number)
    }
    let time = origin &+ Int64((seconds * 1e6).rounded())
    if tag.equals("ACCE") {
      takeVector(&fields, time) { .acceleration($0) }
    } else if tag.equals("GYRO") {
      takeVector(&fields, time) { .angularRate($0) }
    } else if tag.equals("PRES") {
      takePressure(&fields, time)
    } else if tag.equals("WIFI") {
      takeWiFi(fields.rest, time)
    } else if tag.equals("BLE4") {
      takeBluetooth(&fields, time)
    } else if tag.equals("POSI") {
      takePosition(&fields, time)
    } else {
      skipped.add(Self.unneeded.contains(tag.text) ? .unneeded : .unknownType)
    }
  }

  /// What the app records and is not read.
  private static let unneeded: Set<String> = [
    "MAGN", "AHRS", "GNSS", "BLUE", "IMUX", "IMUL", "SOUN", "RFID", "LIGH", "PROX", "HUMI", "TEMP",
  ]

  /// Whether a text begins as a log does: with its head, or with a tag.
  static func isOne(_ text: String) -> Bool {
    // Of most files the first line says that they are none.
    guard var first = text.firstLine else { return false }
    if first.hasPrefix("%") {
      let lines = text.split(whereSeparator: \.isNewline)
      guard let next = lines.first(where: { !$0.hasPrefix("%") }) else {
        return text.contains("GetSensorData")
      }
      first = next
    }
    let tags = unneeded.union(["ACCE", "GYRO", "PRES", "WIFI", "BLE4", "POSI"])
    return first.count > 5 && first.dropFirst(4).first == ";"
      && tags.contains(String(first.prefix(4)))
  }

  private mutating func takeVector(
    _ fields: inout FieldCursor, _ time: Int64, _ make: (VectorSample) -> Observation
  ) {
    guard fields.field() != nil, let x = fields.field()?.number, let y = fields.field()?.number,
      let z = fields.field()?.number
    else { return skipped.add(.malformed, line: number) }
    guard abs(x) < 1000, abs(y) < 1000, abs(z) < 1000 else {
      return skipped.add(.outOfRange, line: number)
    }
    let sample = VectorSample(time: Timestamp(microseconds: time), x: x, y: y, z: z)
    observations.append(make(sample), at: time)
  }

  private mutating func takePressure(_ fields: inout FieldCursor, _ time: Int64) {
    guard fields.field() != nil, let value = fields.field()?.number else {
      return skipped.add(.malformed, line: number)
    }
    guard AirPressure.hectopascals.contains(value) else {
      return skipped.add(.noPressure, line: number)
    }
    observations.append(
      .pressure(time: Timestamp(microseconds: time), hectopascals: value), at: time)
  }

  /// Names of networks may hold semicolons, so what stands behind them is counted from the right:
  /// BSSID, MHz and dBm, or without MHz in older logs.
  private mutating func takeWiFi(_ rest: Field, _ time: Int64) {
    var parts = FieldCursor(rest, separator: UInt8(ascii: ";"))
    let seen = parts.field()?.number
    var last: [Field] = []
    let names = parts.rest
    while let field = parts.field() { last.append(field) }
    let address: Int
    if last.count >= 4, last[last.count - 3].address != nil {
      address = last.count - 3
    } else if last.count >= 3, last[last.count - 2].address != nil {
      address = last.count - 2
    } else {
      return skipped.add(.malformed, line: number)
    }
    guard let bits = last[address].address, let strength = last.last else { return }
    let name = Field(start: names.start, end: last[address].start - 1)
    guard !name.optsOut else {
      scans.optedOut.insert(.wifi(bits))
      return skipped.add(.nomap, line: number)
    }
    guard let rssi = strength.rssi else {
      return skipped.add([strength].faultOfNumbers, line: number)
    }
    if time != pendingTime { closeScan() }
    pendingTime = time
    let heard = seen.flatMap { abs($0) < 1e9 ? Int64(($0 * 1e6).rounded()) : nil }
    pending.append((Reading(transmitter: .wifi(bits), rssi: rssi), heard, number))
  }

  /// An entry is as old as it was last heard before the scan's newest.
  private mutating func closeScan() {
    let newest = pending.compactMap(\.seen).max() ?? 0
    for entry in pending {
      var reading = entry.reading
      reading.age = entry.seen.map { UInt32(clamping: (newest - $0) / 1000) } ?? 0
      scans.add(reading, at: pendingTime, line: entry.line)
    }
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func takeBluetooth(_ fields: inout FieldCursor, _ time: Int64) {
    guard let kind = fields.field(), let address = fields.field()?.address,
      let strength = fields.field()
    else { return skipped.add(.malformed, line: number) }
    var rest: [Field] = []
    while let field = fields.field() { rest.append(field) }
    var transmitter = Transmitter.bluetooth(address)
    if kind.equals("iBeacon") {
      // Power, major, minor and UUID; older logs have major and minor alone, which name no beacon.
      if rest.count >= 4, let uuid = rest[3].uuid,
        let major = rest[1].integer.flatMap({ UInt16(exactly: $0) }),
        let minor = rest[2].integer.flatMap({ UInt16(exactly: $0) })
      {
        transmitter = .beacon(
          uuidHigh: uuid.high, uuidLow: uuid.low, major: major, minor: minor)
      } else if rest.count >= 4 {
        return skipped.add(.malformed, line: number)
      }
    }
    // 0 stands for a strength that isn't known.
    guard let rssi = strength.rssi, rssi < 0 else {
      return skipped.add(
        strength.rssi == nil ? [strength].faultOfNumbers : .noStrength, line: number)
    }
    beacons.add(transmitter, rssi: rssi, at: time / 1000)
  }

  /// The app itself writes zeros for the place at every tap; training files of competitions have
  /// places.
  private mutating func takePosition(_ fields: inout FieldCursor, _ time: Int64) {
    guard let counter = fields.field()?.number, let latitude = fields.field()?.number,
      let longitude = fields.field()?.number
    else { return skipped.add(.malformed, line: number) }
    let level = fields.field()?.trimmed.text ?? ""
    let building = fields.field()?.trimmed.text ?? ""
    let moment = Timestamp(microseconds: time)
    let source = "\(path):\(number)"
    guard latitude != 0 || longitude != 0 else {
      guard let counter = Int(exactly: counter) else {
        return skipped.add(.malformed, line: number)
      }
      return marks.add(.number(counter), at: moment, source: source)
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard place.isValid else { return skipped.add(.outOfRange, line: number) }
    marks.add(
      .place(.coordinate(place), level: Self.word(level), building: Self.word(building)),
      at: moment, source: source)
  }

  /// A floor is written as a number with decimals in some files, `1.000`.
  private static func word(_ text: String) -> String {
    guard let number = Field.with(text, { $0.number }), let whole = Int(exactly: number) else {
      return text
    }
    return String(whole)
  }

  private mutating func finish(
    _ head: GetSensorDataHead, hash: String, _ labels: RecordingLabels,
    _ levels: inout LevelNames
  ) -> ReadRecording {
    closeScan()
    let stepBack = max(observations.largestStepBack, scans.largestStepBack)
    for scan in scans.finish(&skipped) {
      observations.append(.scan(scan), at: scan.time.microseconds)
    }
    let last = max(observations.latest == .min ? .min : observations.latest / 1000, beacons.latest)
    for scan in beacons.finish(upTo: last) {
      observations.append(.scan(scan), at: scan.time.microseconds)
    }
    let (waypoints, unresolved) = marks.waypoints(labels, &levels)
    var recording = Recording(
      id: FileBytes.stem(of: path).onOneLine, observations: observations.inOrder(),
      waypoints: waypoints, device: head.device)
    recording.clockStepBack = Double(stepBack) * 1e-6
    var read = ReadRecording(recording: recording, hash: hash, path: path, skipped: skipped)
    read.warnings = [head.warning, scans.warning(path)].compactMap { $0 } + unresolved
    return read
  }
}
