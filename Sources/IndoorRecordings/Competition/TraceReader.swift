import IndoorGeometry
import IndoorLibc
import IndoorModel
package import IndoorPositioning

/// Reads a trace of the Indoor Location Competition 2.0: lines of tab-separated milliseconds, type
/// and values.
///
/// The lines are not in order of time (motion lags by over a second, waypoints by several): what is
/// read is put in order of stamp, and what has the same stamp stays in the file's order.
/// Uncalibrated sensors and the rotation vector, which are known but not needed, pass without a
/// count, but for lines that another one is glued to.
package struct TraceReader {
  private var path: TimeOrdered<Observation> = .init()
  private var waypoints: TimeOrdered<Waypoint> = .init()
  private var wifi = WiFiScans()
  private var beacons = BeaconScans()
  private var optedOut = OptedOut()
  private var skipped = SkippedLines()
  private var device: String?
  private var level: LevelKey?
  private var remarks = Remarks()
  /// The number of the line that is being read.
  private var number = 0
  private let floor: CompetitionFloorFrame?

  /// What a trace says beside what it recorded: where it was taken, by its head, and what is odd.
  package struct Remarks: Sendable {
    /// The floor's name, as `F1`.
    package var floorName: String?
    /// The building's id.
    package var siteID: String?
    /// How many readings say when they were last heard, and how many of them an hour or more from
    /// their scan.
    package var (ages, strangeAges) = (0, 0)
  }

  /// Reads a trace's bytes. Without its floor's frame, waypoints can't be placed and are left out.
  package static func read(_ bytes: [UInt8], id: String, floor: CompetitionFloorFrame?)
    -> (recording: Recording, skipped: SkippedLines, remarks: Remarks)
  {
    var reader = TraceReader(floor: floor)
    bytes.withUnsafeBufferPointer { reader.readLines($0) }
    let (recording, skipped) = reader.finish(id: id)
    return (recording, skipped, reader.remarks)
  }

  private init(floor: CompetitionFloorFrame?) { self.floor = floor }

  private mutating func readLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard var start = bytes.baseAddress else { return }
    let end = start + bytes.count
    while start < end {
      let found = memchr(start, 0x0A, end - start)?.assumingMemoryBound(to: UInt8.self)
      let next = found ?? UnsafeMutablePointer(mutating: end)
      let line = Field(start: start, end: UnsafePointer(next)).withoutReturns
      number += 1
      if line.count > 0 { read(line) }
      start = UnsafePointer(next) + 1
    }
  }

  @inline(__always)
  private mutating func read(_ line: Field) {
    if line.start.pointee == UInt8(ascii: "#") { return readHeader(line) }
    var fields = FieldCursor(line, separator: 0x09)
    guard let written = fields.field(), let type = fields.field() else {
      return skipped.add(.malformed, line: number)
    }
    guard let milliseconds = written.integer, milliseconds > 0, milliseconds < 1 << 48 else {
      return skipped.add(written.faultOfTime(.noMilliseconds), line: number)
    }
    let time = Timestamp(microseconds: milliseconds &* 1000)
    // "TYPE_" and one letter tell most lines apart without comparing whole names.
    guard type.count > 6, type.start[4] == UInt8(ascii: "_") else {
      pass(over: line, isKnown: false)
      return
    }
    switch type.start[5] {
    case UInt8(ascii: "A"):
      if type.equals("TYPE_ACCELEROMETER") {
        guard let v = vector(&fields, time, limit: 1000, line) else { return }
        path.append(.acceleration(v), at: milliseconds)
      } else {
        pass(over: line, isKnown: type.equals("TYPE_ACCELEROMETER_UNCALIBRATED"))
      }
    case UInt8(ascii: "G"):
      if type.equals("TYPE_GYROSCOPE") {
        guard let v = vector(&fields, time, limit: 1000, line) else { return }
        path.append(.angularRate(v), at: milliseconds)
      } else {
        pass(over: line, isKnown: type.equals("TYPE_GYROSCOPE_UNCALIBRATED"))
      }
    case UInt8(ascii: "M"):
      if type.equals("TYPE_MAGNETIC_FIELD") {
        guard let v = vector(&fields, time, limit: 100_000, line) else { return }
        path.append(.magneticField(v), at: milliseconds)
      } else {
        pass(over: line, isKnown: type.equals("TYPE_MAGNETIC_FIELD_UNCALIBRATED"))
      }
    case UInt8(ascii: "W"):
      if type.equals("TYPE_WIFI") {
        readWiFi(&fields, milliseconds, line)
      } else if type.equals("TYPE_WAYPOINT") {
        readWaypoint(&fields, milliseconds, line)
      } else {
        pass(over: line, isKnown: false)
      }
    case UInt8(ascii: "B") where type.equals("TYPE_BEACON"):
      readBeacon(&fields, milliseconds, line)
    case UInt8(ascii: "R") where type.equals("TYPE_ROTATION_VECTOR"):
      pass(over: line, isKnown: true)
    case UInt8(ascii: "S") where type.equals("TYPE_SENSOR_MAGNETIC_FIELD_ACCURACY_CHANGED"):
      pass(over: line, isKnown: true)
    default: pass(over: line, isKnown: false)
    }
  }

  /// Passes over a line of a type that isn't used, but for another one that is glued to it.
  private mutating func pass(over line: Field, isKnown: Bool) {
    if types(in: line) > 1 {
      skipped.add(.glued, line: number)
    } else if !isKnown {
      skipped.add(.unknownType, line: number)
    }
  }

  /// How often a line names a type.
  private func types(in line: Field) -> Int {
    var types = 0
    var p = line.start
    while let found = memchr(p, Int32(UInt8(ascii: "T")), line.end - p) {
      p = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      if line.end - p >= 5, memcmp(p, "TYPE_", 5) == 0 { types += 1 }
      p += 1
    }
    return types
  }

  /// Counts a line that is not what its type has: glued where another type's name stands in it.
  @inline(never)
  private mutating func refuse(_ line: Field) {
    skipped.add(types(in: line) > 1 ? .glued : .malformed, line: number)
  }

  /// Three components and perhaps an accuracy.
  @inline(__always)
  private mutating func vector(
    _ fields: inout FieldCursor, _ time: Timestamp, limit: Double, _ line: Field
  ) -> VectorSample? {
    guard let x = fields.field()?.number, let y = fields.field()?.number,
      let z = fields.field()?.number
    else {
      refuse(line)
      return nil
    }
    if let accuracy = fields.field(), accuracy.integer == nil || fields.field() != nil {
      refuse(line)
      return nil
    }
    guard abs(x) < limit, abs(y) < limit, abs(z) < limit else {
      skipped.add(.outOfRange, line: number)
      return nil
    }
    return VectorSample(time: time, x: x, y: y, z: z)
  }

  private mutating func readWaypoint(
    _ fields: inout FieldCursor, _ milliseconds: Int64, _ line: Field
  ) {
    guard let x = fields.field()?.number, let y = fields.field()?.number, fields.field() == nil
    else { return refuse(line) }
    guard abs(x) < 100_000, abs(y) < 100_000 else { return skipped.add(.outOfRange, line: number) }
    guard let floor else { return skipped.add(.waypointWithoutFloor, line: number) }
    waypoints.append(
      Waypoint(
        time: Timestamp(milliseconds: milliseconds),
        place: .coordinate(floor.coordinate(x: x, y: y))),
      at: milliseconds)
  }

  /// Name, address, dBm, MHz, and the milliseconds at which it was last heard.
  @inline(__always)
  private mutating func readWiFi(
    _ fields: inout FieldCursor, _ milliseconds: Int64, _ line: Field
  ) {
    guard let name = fields.field(), let address = fields.field()?.address,
      let strength = fields.field(), fields.field()?.integer != nil
    else { return refuse(line) }
    var age: UInt32 = 0
    if let seen = fields.field() {
      guard let lastSeen = seen.integer, fields.field() == nil else { return refuse(line) }
      // Over an hour either way is another clock's time, and says nothing.
      let passed = milliseconds &- lastSeen
      if passed > 0, passed < 3_600_000 { age = UInt32(passed) }
      if passed.magnitude >= 3_600_000 { remarks.strangeAges += 1 }
      remarks.ages += 1
    }
    guard !name.optsOut else {
      optedOut.insert(.wifi(address))
      return skipped.add(.nomap, line: number)
    }
    guard let rssi = strength.rssi else {
      return skipped.add([strength].faultOfNumbers, line: number)
    }
    wifi.add(address: address, rssi: rssi, age: age, at: milliseconds, &skipped)
  }

  /// UUID, major, minor, power at one metre, dBm, distance, address, and the milliseconds again.
  private mutating func readBeacon(
    _ fields: inout FieldCursor, _ milliseconds: Int64, _ line: Field
  ) {
    guard let uuid = fields.field()?.uuid, let major = fields.field()?.integer,
      let minor = fields.field()?.integer, fields.field() != nil,
      let strength = fields.field(), fields.field() != nil, let address = fields.field()?.address,
      fields.field()?.integer != nil, fields.field() == nil
    else { return refuse(line) }
    guard let rssi = strength.rssi, let major = UInt16(exactly: major),
      let minor = UInt16(exactly: minor)
    else { return skipped.add(.outOfRange, line: number) }
    // Beacons that were never set up all say 0 and 0: only the address tells one from another.
    let transmitter: Transmitter =
      major == 0 && minor == 0
      ? .bluetooth(address)
      : .beacon(uuidHigh: uuid.high, uuidLow: uuid.low, major: major, minor: minor)
    beacons.add(transmitter, rssi: rssi, at: milliseconds)
  }

  /// `#`, then `KEY:VALUE` fields.
  private mutating func readHeader(_ line: Field) {
    var brand = ""
    var model = ""
    var fields = FieldCursor(line, separator: 0x09)
    while let field = fields.field() {
      var parts = FieldCursor(field, separator: UInt8(ascii: ":"))
      guard let key = parts.field(), parts.rest.count > 0, parts.rest.count < 200 else { continue }
      if key.equals("Brand") { brand = parts.rest.text }
      if key.equals("Model") { model = parts.rest.text }
      if key.equals("SiteID") { remarks.siteID = parts.rest.text }
      if key.equals("FloorName") {
        remarks.floorName = parts.rest.text
        level = FloorLabel.ordinal(parts.rest.text).map { LevelKey(ordinal: $0) }
      }
    }
    let name = [brand, model].filter { !$0.isEmpty }.joined(separator: " ")
    if !name.isEmpty { device = name }
  }

  private mutating func finish(id: String) -> (recording: Recording, skipped: SkippedLines) {
    // Before scans join it, which are put together at the end.
    let stepBack = max(
      path.largestStepBack, waypoints.largestStepBack, wifi.largestStepBack,
      beacons.largestStepBack)
    for scan in wifi.finish(&skipped) { path.append(.scan(scan), at: scan.time.milliseconds) }
    // Waypoints don't count: what a surveyor noted must not show in what the phone heard.
    let last = max(path.latest, beacons.latest)
    for scan in beacons.finish(upTo: last) { path.append(.scan(scan), at: scan.time.milliseconds) }
    var observations = path.inOrder()
    optedOut.leave(outOf: &observations, &skipped)
    var recording = Recording(
      id: id, observations: observations, waypoints: waypoints.inOrder(), level: level,
      device: device)
    recording.clockStepBack = Double(stepBack) / 1000
    return (recording, skipped)
  }
}
