import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// Reads logs of Anyplace Logger: space-separated lines, a header line before each scan.
///
/// Format: dmsl/anyplace, LoggerWiFi.java, LogRecordMap.java. X is the latitude and Y the
/// longitude, the floor Anyplace's number, which is a label. Each scan has its place.
struct AnyplaceReader {
  private struct Spot: Hashable {
    var milliseconds: Int64
    var place: Coordinate
  }

  /// How a log begins, and how a radio map made of logs does.
  static let head = "# Timestamp, X, Y"
  private static let averages = ["# X, Y, HEADING", "# NaN"]

  /// Whether a file begins as a log or as a radio map.
  static func isOne(_ text: String) -> Bool {
    text.hasPrefix(head) || averages.contains { text.hasPrefix($0) }
  }

  static func read(
    _ bytes: [UInt8], path: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(RecordingError) -> ReadRecording {
    let opening = String(decoding: bytes.prefix(64), as: UTF8.self)
    guard !averages.contains(where: { opening.hasPrefix($0) }) else {
      throw .malformed(
        path, line: 1, "is a radio map of averages and no recording; give the raw log")
    }
    var scans = PhoneScans()
    var marks = Marks()
    var skipped = SkippedLines()
    var last: (spot: Spot, level: String, building: String)?
    var other: (separator: String, line: Int)?
    func take(_ line: Field?, _ number: Int) {
      guard let line else { return skipped.add(.malformed, line: number) }
      guard line.trimmed.count > 0, line.start.pointee != UInt8(ascii: "#") else { return }
      if last == nil, other == nil {
        other = Self.otherSeparator(of: line).map { ($0, number) }
      }
      let fields = Self.fields(of: line)
      guard (7...8).contains(fields.count) else { return skipped.add(.fieldCount, line: number) }
      guard let milliseconds = fields[0].integer, milliseconds > 0, milliseconds < 1 << 48 else {
        return skipped.add(fields[0].faultOfTime(.noMilliseconds), line: number)
      }
      guard let latitude = fields[1].number, let longitude = fields[2].number else {
        return skipped.add([fields[1], fields[2]].faultOfNumbers, line: number)
      }
      guard let address = fields[4].address else {
        return skipped.add(.noAddress, line: number)
      }
      let place = Coordinate(latitude: latitude, longitude: longitude)
      guard let rssi = fields[5].rssi, place.isValid else {
        return skipped.add(place.isValid ? [fields[5]].faultOfNumbers : .outOfRange, line: number)
      }
      let spot = Spot(milliseconds: milliseconds, place: place)
      let level = fields[6].text
      let building = fields.count > 7 ? fields[7].text : ""
      if last.map({ $0 != (spot, level, building) }) ?? true {
        marks.add(
          .place(.coordinate(place), level: level, building: building),
          at: Timestamp(milliseconds: milliseconds), source: "\(path):\(number)")
        last = (spot, level, building)
      }
      scans.add(
        Reading(transmitter: .wifi(address), rssi: rssi), at: milliseconds * 1000, line: number)
    }
    bytes.withUnsafeBytes { bytes in
      var lines = ByteLines()
      lines.take(bytes, take)
      lines.finish(take)
    }
    if last == nil, let other {
      throw .malformed(
        path, line: other.line,
        "has its fields separated by \(other.separator), and Anyplace's logs by spaces; write "
          + "TIME LATITUDE LONGITUDE HEADING ADDRESS STRENGTH FLOOR, the time in milliseconds since 1970"
      )
    }
    let (waypoints, warnings) = marks.waypoints(labels, &levels)
    var recording = Recording(id: FileBytes.stem(of: path).onOneLine, waypoints: waypoints)
    recording.clockStepBack = Double(scans.largestStepBack) * 1e-6
    recording.observations = scans.finish(&skipped).map { .scan($0) }
    var read = ReadRecording(
      recording: recording, hash: ContentHash.hexadecimal(bytes), path: path, skipped: skipped)
    read.warnings = warnings + [scans.warning(path)].compactMap { $0 }
    return read
  }

  /// What separates a line's fields, of which there are seven or more, instead of spaces.
  private static func otherSeparator(of line: Field) -> String? {
    let bytes = UnsafeBufferPointer(start: line.start, count: line.count)
    return [(0x2C, "commas"), (0x3B, "semicolons"), (0x09, "tabs")].first { separator, _ in
      bytes.count { $0 == separator } >= 6
    }?.1
  }

  private static func fields(of line: Field) -> [Field] {
    var cursor = FieldCursor(line, separator: 0x20)
    var fields: [Field] = []
    while fields.count < 16, let field = cursor.field() {
      if field.count > 0 { fields.append(field) }
    }
    return fields
  }
}
