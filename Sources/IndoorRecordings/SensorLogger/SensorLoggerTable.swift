import IndoorLibc

/// The columns of one of Sensor Logger's CSV files, by the names in its own header.
struct SensorLoggerTable {
  private let sensor: SensorLoggerSensor
  /// What messages call the file: `walk.zip/WiFi.csv`.
  private let path: String
  private let wanted: Int
  /// For each column of the file which of the wanted ones it is, -1 for none, up to the last that
  /// is wanted; `nil` before the header is read.
  private var slots: [Int]?
  private var fields: [Field] = []
  /// Whether it has no line at all, not even the header that recorders begin with.
  var isEmpty: Bool { slots == nil }

  init(_ sensor: SensorLoggerSensor, path: String) {
    self.sensor = sensor
    self.path = path
    wanted = sensor.columns.names.count
  }

  /// Takes a line, `nil` for one that is too long.
  mutating func take(_ line: Field?, _ number: Int, into walk: inout SensorLoggerWalk) {
    guard let line else { return walk.skipped.add(.malformed, line: number) }
    guard line.count > 0 else { return }
    guard let slots else { return readHeader(line, number, &walk) }
    guard !slots.isEmpty, !CSVLine.isNothing(line) else { return }
    if memchr(line.start, Int32(UInt8(ascii: "\"")), line.count) == nil {
      take(line, separator: UInt8(ascii: ","), slots, number, &walk)
    } else if let bytes = CSVLine.unquoted(line, isLoose: true) {
      bytes.withUnsafeBufferPointer { bytes in
        let start = bytes.baseAddress ?? line.start
        take(
          Field(start: start, end: start + bytes.count), separator: CSVLine.separator, slots,
          number, &walk)
      }
    } else {
      walk.skipped.add(.openQuote, line: number)
    }
  }

  @inline(__always)
  private mutating func take(
    _ line: Field, separator: UInt8, _ slots: [Int], _ number: Int,
    _ walk: inout SensorLoggerWalk
  ) {
    // Columns that the file doesn't have stay empty.
    if fields.isEmpty {
      fields = Array(repeating: Field(start: line.start, end: line.start), count: wanted)
    }
    var cursor = FieldCursor(line, separator: separator)
    for slot in slots {
      guard let field = cursor.field() else {
        return walk.skipped.add(.malformed, line: number)
      }
      if slot >= 0 { fields[slot] = field }
    }
    fields.withUnsafeBufferPointer { walk.take(sensor, $0, line: number, of: path) }
  }

  private mutating func readHeader(
    _ line: Field, _ number: Int, _ walk: inout SensorLoggerWalk
  ) {
    let columns = sensor.columns
    let names = (CSVLine.fields(line) ?? []).prefix(1000).map(\.trimmed)
    var slots = names.map { columns.names.firstIndex(of: $0) ?? -1 }
    while slots.last == -1 { slots.removeLast() }
    let read = slots.filter { $0 >= 0 }
    if Set(read).count < read.count {
      walk.skipped.add(.columnTwice, line: number)
      self.slots = []
      return
    }
    if !(0..<columns.needed).allSatisfy(slots.contains) {
      walk.skipped.add(
        names.count == 1 && names[0].separatorInstead != nil ? .otherSeparator : .noHeader,
        line: number)
      slots = []
    }
    self.slots = slots
  }
}
