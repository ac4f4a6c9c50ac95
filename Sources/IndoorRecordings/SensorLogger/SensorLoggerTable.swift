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
  /// How many columns the header has.
  private var columnCount = 0
  /// A row whose quoted text goes on in the next line, as what people note may.
  private var open: (bytes: [UInt8], line: Int)?
  /// Bytes of such a row at most.
  private static let mostOpen = 8192
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
    guard let slots else { return line.count > 0 ? readHeader(line, number, &walk) : () }
    if open != nil, goOn(with: line, slots, &walk) { return }
    guard line.count > 0, !slots.isEmpty, !CSVLine.isNothing(line) else { return }
    if memchr(line.start, Int32(UInt8(ascii: "\"")), line.count) == nil {
      take(line, separator: UInt8(ascii: ","), slots, number, &walk)
    } else if let bytes = CSVLine.unquoted(line, isLoose: true) {
      bytes.withUnsafeBufferPointer { bytes in
        let start = bytes.baseAddress ?? line.start
        take(
          Field(start: start, end: start + bytes.count), separator: CSVLine.separator, slots,
          number, &walk)
      }
    } else if sensor == .annotation, line.count < Self.mostOpen, Self.begins(line) {
      open = (Array(UnsafeBufferPointer(start: line.start, count: line.count)), number)
    } else {
      walk.skipped.add(.openQuote, line: number)
    }
  }

  /// Takes what is left where the file ends.
  mutating func finish(into walk: inout SensorLoggerWalk) {
    if let open { walk.skipped.add(.openQuote, line: open.line) }
    open = nil
  }

  /// Goes on with a row whose quotation mark is open; whether the line was of it. One that begins
  /// as rows do shows that the mark was none.
  private mutating func goOn(
    with line: Field, _ slots: [Int], _ walk: inout SensorLoggerWalk
  ) -> Bool {
    guard var begun = open else { return false }
    open = nil
    begun.bytes.append(0x0A)
    begun.bytes.append(contentsOf: UnsafeBufferPointer(start: line.start, count: line.count))
    guard begun.bytes.count < Self.mostOpen, !Self.begins(line) else {
      walk.skipped.add(.openQuote, line: begun.line)
      return false
    }
    let whole = begun.bytes.withUnsafeBufferPointer { bytes -> [UInt8]? in
      guard let start = bytes.baseAddress else { return nil }
      return CSVLine.unquoted(Field(start: start, end: start + bytes.count), isLoose: true)
    }
    guard let whole else {
      open = begun
      return true
    }
    guard isRow(whole) else {
      walk.skipped.add(.openQuote, line: begun.line)
      return false
    }
    whole.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      take(
        Field(start: start, end: start + bytes.count), separator: CSVLine.separator, slots,
        begun.line, &walk)
    }
    return true
  }

  private func isRow(_ bytes: [UInt8]) -> Bool {
    bytes.count { $0 == CSVLine.separator } >= columnCount - 1
  }

  /// Whether a line begins with a moment, in nanoseconds or milliseconds, as rows do.
  private static func begins(_ line: Field) -> Bool {
    let bytes = UnsafeBufferPointer(start: line.start, count: line.count)
    let start = bytes.first == UInt8(ascii: "\"") ? 1 : 0
    let digits = bytes.dropFirst(start).prefix { (0x30...0x39).contains($0) }.count
    guard digits > 9, bytes.count > start + digits else { return false }
    return [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ".")].contains(
      bytes[start + digits])
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
    columnCount = names.count
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
