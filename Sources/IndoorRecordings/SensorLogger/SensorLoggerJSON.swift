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
    if let hash = ContentHash.ofText(bytes) { read.take(textHash: hash, isOne: true) }
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
      var entries: [(number: Int, node: JSONNode, sensor: SensorLoggerSensor)] = []
      for (index, node) in root.elements.enumerated() {
        if let sensor = sensor(of: node, line: index + 1) {
          entries.append((index + 1, node, sensor))
        }
      }
      let needed = SensorLoggerSensor.needed(of: Set(entries.map(\.sensor)))
      for rank in 0...2 {
        for entry in entries where entry.sensor.rank == rank && needed.contains(entry.sensor) {
          take(entry.sensor, entry.node, nil, line: entry.number)
        }
      }
    }

    mutating func takeLines(_ lines: JSONLinesReader) {
      var lines = lines
      while let line = lines.next() {
        switch line.result {
        case .success(let message): take(message, line: line.number)
        case .failure: walk.skipped.add(line.isCut ? .cutLine : .malformed, line: line.number)
        }
      }
    }

    private mutating func take(_ message: JSONNode, line: Int) {
      guard message.repeatedName == nil else { return walk.skipped.add(.keyTwice, line: line) }
      let entries = message["payload"] ?? message
      guard entries.kind == .array else { return walk.skipped.add(.malformed, line: line) }
      for node in entries.elements {
        guard let sensor = sensor(of: node, line: line) else { continue }
        let values = node["values"]
        guard values?.repeatedName == nil else {
          walk.skipped.add(.keyTwice, line: line)
          continue
        }
        take(sensor, node, values, line: line)
      }
    }

    /// The sensor of an entry; `nil` for one that isn't needed, and for one that can't be read.
    private mutating func sensor(of node: JSONNode, line: Int) -> SensorLoggerSensor? {
      guard let name = (node["sensor"] ?? node["name"])?.string else {
        walk.skipped.add(.malformed, line: line)
        return nil
      }
      guard node.repeatedName == nil else {
        walk.skipped.add(.keyTwice, line: line)
        return nil
      }
      return SensorLoggerSensor(name)
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
