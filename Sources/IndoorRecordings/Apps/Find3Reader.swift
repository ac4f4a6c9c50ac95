import IndoorJSON
import IndoorModel
import IndoorPositioning

/// Reads FIND3's scans as JSON Lines, an object a scan; each device's are a recording.
///
/// Format: schollz/find3, server/main/src/models/sensorData.go. `l` is where the phone was, as a
/// unit's id or name; a scan without it is to be located, and nobody knows where it was.
enum Find3Reader {
  private struct Device {
    var observations = TimeOrdered<Observation>()
    var marks = Marks()
  }

  static func read(
    _ bytes: [UInt8], path: String, _ labels: RecordingLabels, _ levels: inout LevelNames
  ) throws(RecordingError) -> [ReadRecording] {
    var lines: JSONLinesReader
    do { lines = try JSONLinesReader(bytes: bytes, name: path) } catch { throw .malformed(error) }
    var devices: [String: Device] = [:]
    var skipped = SkippedLines()
    while let line = lines.next() {
      guard case .success(let node) = line.result else {
        skipped.add(unread: line)
        continue
      }
      // An address that comes twice in a scan is counted by itself.
      guard node.repeatedName == nil, node["s"]?.repeatedName == nil else {
        skipped.add(.keyTwice, line: line.number)
        continue
      }
      guard let written = node["t"], let sensors = node["s"], sensors.kind == .object else {
        skipped.add(.malformed, line: line.number)
        continue
      }
      guard let milliseconds = written.integer, milliseconds > 0, milliseconds < 1 << 48 else {
        skipped.add(.noMilliseconds, line: line.number)
        continue
      }
      guard let device = text(node["d"]), let place = text(node["l"]) else {
        skipped.add(.malformed, line: line.number)
        continue
      }
      let name = String(device.prefix(200)).onOneLine
      let time = Timestamp(milliseconds: milliseconds)
      guard let heard = readings(of: sensors, line.number, &skipped) else { continue }
      let scan = Scan(time: time, readings: heard)
      devices[name, default: Device()].observations.append(.scan(scan), at: time.microseconds)
      if !place.isEmpty {
        devices[name]?.marks.add(.text(place), at: time, source: "\(path):\(line.number)")
      }
    }
    guard !devices.isEmpty else {
      if let line = skipped.lines[.dressedNumber]?.first {
        throw .malformed(
          path, line: line,
          "has strengths with a unit, or a dash for their minus, write plain numbers in dBm, as -50"
        )
      }
      if let line = skipped.lines[.notANumber]?.first {
        throw .malformed(
          path, line: line, "has strengths as texts, write plain numbers in dBm, as -50")
      }
      if let line = skipped.lines[.noStrength]?.first {
        throw .malformed(
          path, line: line, "has strengths outside -127 to 0, write them in dBm, as -50")
      }
      if let line = skipped.lines[.noMilliseconds]?.first {
        throw .malformed(
          path, line: line,
          "has a time that is no number of milliseconds since 1970, and no other line has one; write"
            + " them so")
      }
      if let line = skipped.lines[.keyTwice]?.first {
        throw .malformed(
          path, line: line,
          "has a key twice, of which nobody knows which counts, and no line is without; write it once"
        )
      }
      throw .malformed(path, "has no scan of FIND3's ({\"d\":…,\"t\":…,\"s\":{…}} a line)")
    }
    let hash = ContentHash.hexadecimal(bytes)
    let stem = FileBytes.stem(of: path).onOneLine
    return devices.keys.sorted().enumerated().map { index, name in
      var device = devices[name] ?? Device()
      let (waypoints, warnings) = device.marks.waypoints(labels, &levels)
      let isOne = devices.count == 1
      let id = isOne ? stem : "\(stem) \(name)"
      var skipped = index == 0 ? skipped : SkippedLines()
      let (single, doubled) = TiedObservations.ordered(device.observations.inOrder())
      skipped.add(.doubledMeasurement, doubled)
      let (observed, fewer) = DenseScans.joined(single)
      skipped.add(.joinedScan, fewer)
      var recording = Recording(
        id: id, observations: observed, waypoints: waypoints, device: name.isEmpty ? nil : name)
      // Scans that come closer are joined.
      recording.markSeconds = 0.1
      recording.clockStepBack = Double(device.observations.largestStepBack) * 1e-6
      var read = ReadRecording(
        recording: recording,
        hash: isOne ? hash : ContentHash.hexadecimal(Array("\(hash) \(name)".utf8)), path: path,
        skipped: skipped)
      read.name = id
      read.warnings = warnings
      return read
    }
  }

  /// A name, which may be a number; empty where there is none, `nil` for what is neither.
  private static func text(_ node: JSONNode?) -> String? {
    guard let node, node.kind != .null else { return "" }
    return node.string ?? node.digits
  }

  /// Why a strength, or the address that it is of, can't be read.
  private static func fault(of strength: JSONNode) -> SkippedLines.Reason {
    Field.with(strength) { $0.number != nil ? .notANumber : $0.isDressed ? .dressedNumber : nil }
      ?? .malformed
  }

  /// What was heard; `nil` where none of it can be read.
  private static func readings(
    of sensors: JSONNode, _ line: Int, _ skipped: inout SkippedLines
  ) -> [Reading]? {
    var isMalformed = false
    var readings: [Reading] = []
    var seen: Set<Transmitter> = []
    for (written, values) in sensors.members {
      let kind = written.lowercased()
      guard kind == "wifi" || kind == "bluetooth" else {
        skipped.add(.unknownType, line: line)
        continue
      }
      guard values.kind == .object else {
        isMalformed = true
        skipped.add(.malformed, line: line)
        continue
      }
      for (address, strength) in values.members {
        guard let bits = Field.with(address, { $0.address }), let number = strength.number else {
          isMalformed = true
          skipped.add(fault(of: strength), line: line)
          continue
        }
        guard number >= -127, number <= 0 else {
          isMalformed = true
          skipped.add(.noStrength, line: line)
          continue
        }
        let rssi = Int8(number.rounded())
        guard rssi < 0 || kind == "wifi" else {
          skipped.add(.unknownStrength, line: line)
          continue
        }
        let transmitter = kind == "wifi" ? Transmitter.wifi(bits) : .bluetooth(bits)
        guard seen.insert(transmitter).inserted else {
          skipped.add(.duplicate, line: line)
          continue
        }
        readings.append(Reading(transmitter: transmitter, rssi: rssi))
      }
    }
    return readings.isEmpty && isMalformed ? nil : readings
  }
}
