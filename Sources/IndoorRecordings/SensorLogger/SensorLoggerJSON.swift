import IndoorJSON
import IndoorModel
import IndoorPositioning

/// Reads Sensor Logger's JSON export, an array with an object an entry, and the messages of its
/// HTTP push, one alone or one a line; each session's are a recording.
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
      if bytes.hasReturnsAlone { throw .returnsAlone(path) }
      throw .malformed(
        path, "has no entry of Sensor Logger's; export the recording again, or name the format")
    }
    guard !entries.isFull else { throw .tooManySamples(path) }
    guard entries.sessions.count <= Entries.mostSessions else {
      throw .malformed(
        path, "has over \(Entries.mostSessions) sessions; split it into smaller files")
    }
    let (hash, textHash) = (ContentHash.hexadecimal(bytes), ContentHash.ofText(bytes))
    let names = entries.names
    var reads: [ReadRecording] = []
    for (index, name) in names.enumerated() {
      if let number = entries.walks[index].otherMetadata {
        throw .joined(path, metadata: number, isLine: !entries.sessions.isEmpty)
      }
      let left = entries.walks[index].skipped
      let part = names.count == 1 ? nil : name
      var read = entries.walks[index].recording(
        hash: part.map { ContentHash.hexadecimal(Array("\(hash) \($0)".utf8)) } ?? hash,
        path: path, labels, &levels)
      if let part {
        if !part.isEmpty { read.name += " \(part)" }
        read.recording.id = read.name
      }
      if let textHash { read.take(textHash: textHash, part: part) }
      read.skipped.add(left)
      reads.append(read)
    }
    return SensorLoggerReader.Read(reads: reads)
  }

  /// What a phone recorded from one start to the next stop.
  private struct Session: Hashable {
    let id: String
    let device: String

    init(_ message: JSONNode) {
      func text(_ name: String) -> String {
        String((message[name]?.string ?? message[name]?.digits ?? "").prefix(200)).onOneLine
      }
      (id, device) = (text("sessionId"), text("deviceId"))
    }
  }

  private struct Entries {
    let path: String
    /// One for each session, and one where there is none.
    var walks = [SensorLoggerWalk()]
    /// In the order in which they come.
    private(set) var sessions: [Session] = []
    private(set) var count = 0
    private var numbers: [Session: Int] = [:]
    /// Which walk's entries come.
    private var at = 0
    private var samples = 0
    /// Whether there are more samples than are held.
    var isFull: Bool { samples > SensorLoggerWalk.mostSamples }

    init(path: String) { self.path = path }

    /// What tells the walks apart; with the phone where others have the session, too.
    var names: [String] {
      guard sessions.count > 1 else { return [""] }
      let phones = Dictionary(grouping: sessions, by: \.id)
      return sessions.map {
        phones[$0.id]?.count == 1 && !$0.id.isEmpty
          ? $0.id : [$0.id, $0.device].filter { !$0.isEmpty }.joined(separator: " ")
      }
    }

    /// Sessions that a file may have.
    static let mostSessions = 1000

    /// Goes to a session's walk; what names none is one, too.
    private mutating func begin(_ session: Session) {
      guard sessions.count <= Self.mostSessions else { return }
      if sessions.indices.contains(at), sessions[at] == session { return }
      at = numbers[session] ?? sessions.count
      guard at == sessions.count else { return }
      numbers[session] = at
      sessions.append(session)
      if at == walks.count { walks.append(SensorLoggerWalk()) }
    }

    /// What has to be known first may stand anywhere.
    mutating func takeArray(_ root: JSONNode) {
      var entries: [(number: Int, node: JSONNode, sensor: SensorLoggerSensor)] = []
      for (index, node) in root.elements.enumerated() {
        if let sensor = sensor(of: node, line: index + 1) {
          entries.append((index + 1, node, sensor))
        }
      }
      var saying: Set<SensorLoggerSensor> = []
      for entry in entries where !saying.contains(entry.sensor) && Self.says(entry.node) {
        saying.insert(entry.sensor)
      }
      let needed = SensorLoggerSensor.needed(
        of: Set(entries.map(\.sensor)), saying: saying)
      for rank in 0...2 {
        for entry in entries where entry.sensor.rank == rank && needed.contains(entry.sensor) {
          take(entry.sensor, entry.node, nil, line: entry.number)
        }
      }
    }

    /// Whether an entry of a sensor of three axes has more than empty values.
    private static func says(_ node: JSONNode) -> Bool {
      ["x", "y", "z"].contains { axis in
        node[axis].map { $0.number != nil || $0.string?.isEmpty == false } ?? false
      }
    }

    mutating func takeLines(_ lines: JSONLinesReader) {
      var lines = lines
      while let line = lines.next() {
        switch line.result {
        case .success(let message): take(message, line: line.number)
        case .failure: walks[at].skipped.add(unread: line)
        }
      }
    }

    private mutating func take(_ message: JSONNode, line: Int) {
      guard message.repeatedName == nil else { return walks[at].skipped.add(.keyTwice, line: line) }
      let entries = message["payload"] ?? message
      guard entries.kind == .array else { return walks[at].skipped.add(.malformed, line: line) }
      let session = Session(message)
      for node in entries.elements {
        guard let sensor = sensor(of: node, line: line) else { continue }
        begin(session)
        let values = node["values"]
        guard values?.repeatedName == nil else {
          walks[at].skipped.add(.keyTwice, line: line)
          continue
        }
        take(sensor, node, values, line: line)
      }
    }

    /// The sensor of an entry; `nil` for one that isn't needed, and for one that can't be read.
    private mutating func sensor(of node: JSONNode, line: Int) -> SensorLoggerSensor? {
      guard let name = (node["sensor"] ?? node["name"])?.string else {
        walks[at].skipped.add(.malformed, line: line)
        return nil
      }
      guard node.repeatedName == nil else {
        walks[at].skipped.add(.keyTwice, line: line)
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
      guard !isFull else { return }
      var bytes: [UInt8] = []
      var ends: [Int] = []
      let columns = sensor.columns
      for (column, name) in columns.names.enumerated() {
        if let value = values?[name] ?? node[name] {
          Self.append(value, to: &bytes)
        } else if column < columns.needed {
          return walks[at].skipped.add(.malformed, line: line)
        }
        ends.append(bytes.count)
      }
      let starts = [0] + ends
      bytes.append(0)
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let fields = zip(starts, ends).map { Field(start: base + $0, end: base + $1) }
        let before = walks[at].sampleCount
        fields.withUnsafeBufferPointer { walks[at].take(sensor, $0, line: line, of: path) }
        samples += walks[at].sampleCount - before
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
