import IndoorGeometry
import IndoorModel
package import IndoorPositioning

/// Reads a trial of the BROAD benchmark (Laidig et al. 2021, doi:10.3390/data6070072) as one table:
/// `# rate_hz=…`, a header, and a row a sample with `gyr_x … acc_x … mag_x …`. The optical truth in
/// `q_w …` is a label: `BroadTruth` alone gives it.
///
/// A row without its angular rate is still a sample, of what is no number, so that what is computed
/// of the rows has as many.
package struct BroadReader {
  private let path: String
  private var columns: [Int] = []
  private var rate = 0.0
  private var row = 0
  private var observations: [Observation] = []
  private var skipped = SkippedLines()
  private var truthColumns: [Int] = []
  private(set) var truth: [BroadTruth.Point] = []

  private static let names = [
    "gyr_x", "gyr_y", "gyr_z", "acc_x", "acc_y", "acc_z", "mag_x", "mag_y", "mag_z",
  ]

  /// Reads a trial's bytes.
  package static func read(_ bytes: [UInt8], path: String) throws(RecordingError)
    -> (recording: Recording, skipped: SkippedLines)
  {
    let reader = try reader(of: bytes, path: path)
    let recording = Recording(
      id: FileBytes.stem(of: path).onOneLine, observations: reader.observations)
    return (recording, reader.skipped)
  }

  /// A reader that has read a trial's bytes.
  static func reader(of bytes: [UInt8], path: String) throws(RecordingError) -> BroadReader {
    var reader = BroadReader(path: path)
    var start = 0
    var number = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      number += 1
      try reader.read(bytes, start..<end, number: number, isCut: end == bytes.count)
      start = end + 1
    }
    guard reader.rate > 0, !reader.columns.isEmpty else {
      throw .malformed(path, "has no \"# rate_hz=\" line and header of a BROAD trial")
    }
    return reader
  }

  private init(path: String) { self.path = path }

  private mutating func read(_ bytes: [UInt8], _ range: Range<Int>, number: Int, isCut: Bool)
    throws(RecordingError)
  {
    let returns = bytes[range].reversed().prefix { $0 == 0x0D }.count
    let range = range.dropLast(returns)
    guard !range.isEmpty else { return }
    if bytes[range.lowerBound] == UInt8(ascii: "#") {
      return try readRate(String(decoding: bytes[range], as: UTF8.self), number)
    }
    if columns.isEmpty {
      return try readHeader(String(decoding: bytes[range], as: UTF8.self), number)
    }
    guard !Self.isHeader(bytes[range]) else { throw .joined(path, line: number) }
    guard rate > 0 else {
      throw .malformed(path, line: number, "comes before the \"# rate_hz=\" line, put that first")
    }
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let line = Field(start: base + range.lowerBound, end: base + range.upperBound)
      readRow(line, number: number, isCut: isCut)
    }
  }

  /// Whether a row is another trial's header, or lost its end to one that follows; no number has
  /// these letters.
  private static func isHeader(_ row: ArraySlice<UInt8>) -> Bool {
    row.contains(UInt8(ascii: "g")) && row.firstRange(of: "gyr_x".utf8) != nil
      || row.contains(UInt8(ascii: "#")) && row.firstRange(of: "rate_hz".utf8) != nil
  }

  private mutating func readRate(_ text: String, _ number: Int) throws(RecordingError) {
    let parts = text.dropFirst().split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].filter({ $0 != " " }) == "rate_hz" else { return }
    guard rate == 0 else { throw .joined(path, line: number) }
    guard let value = Double(decimal: parts[1].filter { !$0.isWhitespace }), value > 0.01,
      value < 1e5
    else {
      throw .malformed(path, line: number, "\(parts[1]) is no rate in hertz from 0.01 to 100000")
    }
    rate = value
  }

  private mutating func readHeader(_ text: String, _ number: Int) throws(RecordingError) {
    let header = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.filter { !$0.isWhitespace }
    }
    for name in Self.names {
      guard let column = header.firstIndex(of: name) else {
        throw .malformed(
          path, line: number, "the header of a BROAD trial has no column \(name) between its commas"
        )
      }
      columns.append(column)
    }
    truthColumns = ["q_w", "q_x", "q_y", "q_z"].compactMap { header.firstIndex(of: $0) }
  }

  private mutating func readRow(_ line: Field, number: Int, isCut: Bool) {
    var values = SIMD16<Double>(repeating: .nan)
    var turn = SIMD4<Double>(repeating: .nan)
    var fields = FieldCursor(line, separator: UInt8(ascii: ","))
    var column = 0
    while let field = fields.field() {
      if let index = columns.firstIndex(of: column) { values[index] = field.number ?? .nan }
      if let index = truthColumns.firstIndex(of: column) { turn[index] = field.number ?? .nan }
      column += 1
    }
    guard let last = columns.max(), column > last else {
      return skipped.add(isCut ? .cutLine : .malformed, line: number)
    }
    let time = Timestamp(microseconds: Int64((Double(row) / rate * 1e6).rounded()))
    row += 1
    func sample(_ first: Int) -> VectorSample {
      VectorSample(time: time, x: values[first], y: values[first + 1], z: values[first + 2])
    }
    observations.append(.angularRate(sample(0)))
    observations.append(.acceleration(sample(3)))
    observations.append(.magneticField(sample(6)))
    if let point = BroadTruth.Point(time: time, turn: turn) { truth.append(point) }
  }
}
