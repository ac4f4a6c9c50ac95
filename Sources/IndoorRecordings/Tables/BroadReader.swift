import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// Reads a trial of the BROAD benchmark (Laidig et al. 2021, doi:10.3390/data6070072): a line with the rate, the columns'
/// names, a row a sample. The true orientation beside the samples is left out.
struct BroadReader {
  static func read(_ bytes: [UInt8], path: String) throws(RecordingError)
    -> (recording: Recording, skipped: SkippedLines)
  {
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    let first = String(decoding: lines.first ?? [], as: UTF8.self)
    guard first.hasPrefix("# rate_hz="), lines.count >= 2,
      let rate = Field.with(String(first.dropFirst(10)), { $0.number }), rate >= 0.001, rate <= 1e6
    else {
      throw .malformed(path, line: 1, "has no \"# rate_hz=\" with a rate, give a trial of BROAD")
    }
    let names = WigleReader.fields(of: lines[1])
    let columns = ["gyr", "acc", "mag"].map { kind in
      ["x", "y", "z"].map { names.firstIndex(of: "\(kind)_\($0)") ?? -1 }
    }
    guard columns.joined().allSatisfy({ $0 >= 0 }) else {
      throw .malformed(path, line: 2, "lacks a column of gyr, acc or mag, give a trial of BROAD")
    }
    var skipped = SkippedLines()
    var recording = Recording(id: FileBytes.stem(of: path))
    for (index, line) in lines.dropFirst(2).enumerated() {
      let values = values(of: line)
      let time = Timestamp(microseconds: Int64((Double(index) / rate * 1e6).rounded()))
      for (kind, axes) in columns.enumerated() {
        let sample = axes.map { $0 < values.count ? values[$0] : nil }
        // The capture drops out now and then; the sensors' fields are empty only where the row is broken.
        guard let x = sample[0], let y = sample[1], let z = sample[2] else {
          skipped.add(.malformed)
          continue
        }
        let vector = VectorSample(time: time, x: x, y: y, z: z)
        recording.observations.append(
          kind == 0
            ? .angularRate(vector) : kind == 1 ? .acceleration(vector) : .magneticField(vector))
      }
    }
    return (recording, skipped)
  }

  private static func values(of line: ArraySlice<UInt8>) -> [Double?] {
    line.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return [] }
      var values: [Double?] = []
      var fields = FieldCursor(
        Field(start: start, end: start + buffer.count), separator: UInt8(ascii: ","))
      while let field = fields.field() { values.append(field.number) }
      return values
    }
  }
}
