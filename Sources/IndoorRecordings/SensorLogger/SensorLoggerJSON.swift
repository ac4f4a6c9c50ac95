import IndoorJSON
import IndoorModel

/// Reads Sensor Logger's JSON export, an array with an object an entry, and the messages of its
/// HTTP push, one alone or one a line.
enum SensorLoggerJSON {
  static func read(
    _ bytes: [UInt8], path: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(RecordingError) -> SensorLoggerReader.Read {
    var entries = Entries(path: path)
    do throws(JSONError) {
      if bytes.first(where: { !" \r\n\t".utf8.contains($0) }) == UInt8(ascii: "[") {
        try entries.takeArray(JSONDocument(bytes: bytes, name: path).root)
      } else {
        try entries.takeLines(JSONLinesReader(bytes: bytes, name: path))
      }
    } catch { throw .malformed(error) }
    guard entries.count > 0 else {
      throw .malformed(
        path, "has no entry of Sensor Logger's; export the recording again, or name the format")
    }
    guard !entries.walk.isFull else { throw .tooManySamples(path) }
    let left = entries.walk.skipped
    var read = entries.walk.recording(
      hash: ContentHash.hexadecimal(bytes), path: path, labels, &levels)
    read.skipped.add(left)
    return SensorLoggerReader.Read(read: read)
  }

  private struct Entries {
    let path: String
    var walk = SensorLoggerWalk()
    private(set) var count = 0

    init(path: String) { self.path = path }

    /// What has to be known first may stand anywhere.
    mutating func takeArray(_ root: JSONNode) {
      let all = root.elements.enumerated().map { (number: $0 + 1, node: $1) }
      let named = all.map { ($0, Self.sensor(of: $0.node)) }
      let needed = SensorLoggerSensor.needed(of: Set(named.compactMap(\.1)))
      for rank in 0...2 {
        for (entry, sensor) in named {
          guard let sensor, sensor.rank == rank, needed.contains(sensor) else { continue }
          take(sensor, entry.node, nil, line: entry.number)
        }
      }
    }

    mutating func takeLines(_ lines: JSONLinesReader) {
      var lines = lines
      while let line = lines.next() {
        switch line.result {
        case .success(let message):
          for node in message["payload"]?.elements ?? message.elements {
            guard let sensor = Self.sensor(of: node) else { continue }
            take(sensor, node, node["values"], line: line.number)
          }
        case .failure: walk.skipped.add(line.isCut ? .cutLine : .malformed, line: line.number)
        }
      }
    }

    private static func sensor(of node: JSONNode) -> SensorLoggerSensor? {
      (node["sensor"] ?? node["name"])?.string.flatMap { SensorLoggerSensor($0) }
    }

    /// Values are texts in an export, and numbers in a push, where they stand beside `time` or in
    /// `values`.
    private mutating func take(
      _ sensor: SensorLoggerSensor, _ node: JSONNode, _ values: JSONNode?, line: Int
    ) {
      count += 1
      guard !walk.isFull else { return }
      var bytes: [UInt8] = []
      var ends: [Int] = []
      let columns = sensor.columns
      for (column, name) in columns.names.enumerated() {
        if let value = values?[name] ?? node[name] {
          Self.append(value, to: &bytes)
        } else if column < columns.needed {
          return walk.skipped.add(.malformed, line: line)
        }
        ends.append(bytes.count)
      }
      let starts = [0] + ends
      bytes.append(0)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let fields = zip(starts, ends).map { Field(start: base + $0, end: base + $1) }
        fields.withUnsafeBufferPointer { walk.take(sensor, $0, line: line, of: path) }
      }
    }

    private static func append(_ value: JSONNode, to bytes: inout [UInt8]) {
      switch value.kind {
      case .string: value.withUTF8 { bytes.append(contentsOf: $0) }
      case .number:
        let text = value.integer.map { String($0) } ?? value.number.map { String($0) } ?? ""
        bytes.append(contentsOf: text.utf8)
      case .bool: bytes.append(contentsOf: (value.bool == true ? "true" : "false").utf8)
      case .null, .array, .object: break
      }
    }
  }
}
