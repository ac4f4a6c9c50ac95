import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// A table of one row a fingerprint: a column a transmitter, 100 or nothing where it was not heard, and labels.
///
/// Each row is a recording by itself, or rows that belong together are one: those of one surveyor, phone and level in
/// order of time where the table says who and when, else those on end that share a place.
struct FingerprintTable {
  private let bytes: [UInt8]
  private let path: String
  private let layout: TableLayout
  private var offset: Int
  private var row = 0
  private var skipped = SkippedLines()
  private var gathered: [ReadRecording]?

  init(_ bytes: [UInt8], path: String, layout kind: TableLayout.Kind, gathered: Bool)
    throws(RecordingError)
  {
    self.bytes = bytes
    self.path = path
    // Typed throws don't pass through the closure, so the header is copied out of it.
    var header = bytes.prefix { $0 != 0x0A }
    offset = min(bytes.count, header.count + 1)
    if header.last == 0x0D { header.removeLast() }
    let copy = Array(header)
    let result: Result<TableLayout, RecordingError> = copy.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else {
        return .failure(.malformed(path, "is empty, a header line has to come first"))
      }
      do throws(RecordingError) {
        let field = Field(start: start, end: start + buffer.count)
        return .success(try TableLayout(kind, header: field, path: path))
      } catch {
        return .failure(error)
      }
    }
    layout = try result.get()
    guard bytes[offset...].contains(where: { $0 != 0x0A && $0 != 0x0D }) else {
      throw .malformed(path, line: 1, "is a header without a row below it, give the whole table")
    }
    if gathered { self.gathered = gather().reversed() }
  }

  /// The next recording, or `nil` after the last one.
  mutating func next() -> ReadRecording? {
    if gathered != nil { return gathered?.popLast() }
    guard let read = nextRow() else { return nil }
    var recording = Recording(
      id: String(read.number),
      observations: [.scan(Scan(time: read.time, readings: read.readings))], level: read.level,
      device: read.device, surveyor: read.surveyor)
    if let place = read.place {
      recording.waypoints = [Waypoint(time: read.time, place: place, level: read.level)]
    }
    return ReadRecording(
      recording: recording, hash: read.hash, path: path, skipped: takeSkipped())
  }

  private mutating func takeSkipped() -> SkippedLines {
    defer { skipped = SkippedLines() }
    return skipped
  }

  /// One row, taken apart.
  private struct Row {
    var number: Int
    var hash: String
    var readings: [Reading] = []
    var x: Double?
    var y: Double?
    var ordinal: Int?
    var building = ""
    var device: String?
    var surveyor: String?
    var seconds: Int64 = 0
    var place: Waypoint.Place?

    var time: Timestamp { Timestamp(milliseconds: seconds &* 1000) }
    var level: LevelKey? { ordinal.map { LevelKey(building: building, ordinal: $0) } }
  }

  private mutating func nextRow() -> Row? {
    while offset < bytes.count {
      let (start, layout, number) = (offset, layout, row)
      let (end, parsed) = bytes.withUnsafeBufferPointer { buffer -> (Int, Row?) in
        guard let base = buffer.baseAddress else { return (buffer.count, nil) }
        let found = memchr(base + start, 0x0A, buffer.count - start)
        let end = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? buffer.count
        var line = Field(start: base + start, end: base + end)
        if line.count > 0, line.end[-1] == 0x0D { line.end -= 1 }
        return (end, line.count == 0 ? nil : Self.parse(line, layout, number: number, &skipped))
      }
      offset = end + 1
      if end > start { row += 1 }
      if let parsed { return parsed }
    }
    return nil
  }

  private static func parse(
    _ line: Field, _ layout: TableLayout, number: Int, _ skipped: inout SkippedLines
  ) -> Row? {
    var row = Row(
      number: number,
      hash: ContentHash.hexadecimal(UnsafeRawBufferPointer(start: line.start, count: line.count)))
    var fields = FieldCursor(line, separator: UInt8(ascii: ","))
    for role in layout.roles {
      guard let field = fields.field() else {
        skipped.add(.malformed)
        return nil
      }
      switch role {
      case .transmitter(let index):
        if field.count == 0 || field.equals("100") { continue }
        if let rssi = field.rssi {
          row.readings.append(Reading(transmitter: layout.transmitters[index], rssi: rssi))
        } else if field.number != 100 {
          skipped.add(.outOfRange)
        }
      case .x: row.x = field.number
      case .y: row.y = field.number
      case .level:
        if let value = field.number, abs(value) < 1000 { row.ordinal = Int(value.rounded()) }
      case .building: row.building = field.unquoted.text
      case .device: row.device = field.count > 0 ? field.unquoted.text : nil
      case .surveyor: row.surveyor = field.count > 0 ? field.unquoted.text : nil
      case .time: row.seconds = field.integer.flatMap { abs($0) < 1 << 40 ? $0 : nil } ?? 0
      case .unused: continue
      }
    }
    guard fields.field() == nil else {
      skipped.add(.malformed)
      return nil
    }
    row.place = layout.place(x: row.x, y: row.y)
    return row
  }

  /// Whose rows belong together.
  private struct Group: Hashable {
    var level: LevelKey?
    var device: String?
    var surveyor: String?
    var place: Waypoint.Place?
    var run: Int
  }

  private mutating func gather() -> [ReadRecording] {
    let hasWalkers =
      layout.roles.contains(.time)
      && (layout.roles.contains(.surveyor) || layout.roles.contains(.device))
    var order: [Group] = []
    var groups: [Group: [Row]] = [:]
    var last: Group?
    while let row = nextRow() {
      guard !row.readings.isEmpty else {
        skipped.add(.emptyRow)
        continue
      }
      var group = Group(
        level: row.level, device: row.device, surveyor: row.surveyor,
        place: hasWalkers ? nil : row.place, run: 0)
      if !hasWalkers {
        group.run = last?.run ?? 0
        if let last, last != group { group.run = last.run + 1 }
      }
      last = group
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(row)
    }
    var reads = order.map { recording(of: groups[$0] ?? [], group: $0) }
    // What was left out is told once, with the first.
    if !reads.isEmpty { reads[0].skipped = takeSkipped() }
    return reads
  }

  /// Rows of one stamp get a millisecond each, so that every one keeps its own place.
  private func recording(of rows: [Row], group: Group) -> ReadRecording {
    let rows = rows.sorted { ($0.seconds, $0.number) < ($1.seconds, $1.number) }
    let parts = [
      FileBytes.stem(of: path), group.level.map { "\($0.building)/\($0.ordinal)" },
      group.surveyor.map { "surveyor \($0)" }, group.device.map { "device \($0)" },
      "row \(rows.first?.number ?? 0)",
    ]
    var recording = Recording(
      id: parts.compactMap { $0 }.joined(separator: ", "), level: group.level,
      device: group.device, surveyor: group.surveyor)
    var time = Timestamp(microseconds: .min)
    for row in rows {
      time = max(row.time, Timestamp(microseconds: time.microseconds &+ 1000))
      recording.observations.append(.scan(Scan(time: time, readings: row.readings)))
      if let place = row.place {
        recording.waypoints.append(Waypoint(time: time, place: place, level: row.level))
      }
    }
    let hashes = rows.map(\.hash).joined()
    return ReadRecording(
      recording: recording, hash: ContentHash.hexadecimal(Array(hashes.utf8)), path: path)
  }
}
