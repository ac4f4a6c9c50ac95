import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Parts of walks as the database takes them.
enum WalkText {
  /// A path as a JSON list of lists.
  static func path(_ path: [SurveyWalk.PathPoint]) -> String {
    JSONOutput.array(
      path.map { point in
        .array([
          .integer(point.time.microseconds), .string(point.level.building),
          .integer(Int64(point.level.ordinal)), .number(point.place.x), .number(point.place.y),
        ])
      }
    ).text()
  }

  /// Reads a path; `nil` for what none of this program's wrote.
  static func path(_ text: String) -> [SurveyWalk.PathPoint]? {
    guard let root = try? JSONDocument(bytes: Array(text.utf8), name: "path").root,
      root.kind == .array
    else { return nil }
    var path: [SurveyWalk.PathPoint] = []
    for element in root.elements {
      let parts = Array(element.elements)
      guard parts.count == 5, let time = parts[0].integer, let building = parts[1].string,
        let ordinal = parts[2].integer.flatMap({ Int(exactly: $0) }), let x = parts[3].number,
        let y = parts[4].number
      else { return nil }
      path.append(
        SurveyWalk.PathPoint(
          time: Timestamp(microseconds: time),
          level: LevelKey(building: building, ordinal: ordinal),
          place: LocalPoint(x: x, y: y)))
    }
    return path
  }

  /// A list of texts as PostgreSQL writes arrays.
  static func list(_ texts: [String]) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(quote)
      for byte in text.utf8 {
        if byte == quote || byte == escape { bytes.append(escape) }
        bytes.append(byte)
      }
      bytes.append(quote)
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

  /// Reads a JSON list of texts.
  static func texts(_ json: String) -> [String] {
    let root = try? JSONDocument(bytes: Array(json.utf8), name: "list").root
    return root.map { $0.elements.compactMap(\.string) } ?? []
  }

  /// Transmitters in the order in which a walk hears them first, and readings that name them by
  /// their places in it.
  struct Readings {
    private(set) var transmitters: [Transmitter] = []
    private var places: [Transmitter: Int] = [:]

    /// Seven bytes a reading, big-endian: its transmitter's place, dBm, and age in milliseconds.
    mutating func bytes(of readings: [Reading]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(WalkText.bytesOfReading * readings.count)
      for reading in readings {
        let place = UInt16(clamping: place(of: reading.transmitter))
        withUnsafeBytes(of: place.bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(bitPattern: reading.rssi))
        withUnsafeBytes(of: reading.age.bigEndian) { bytes.append(contentsOf: $0) }
      }
      return bytes
    }

    private mutating func place(of transmitter: Transmitter) -> Int {
      if let place = places[transmitter] { return place }
      places[transmitter] = transmitters.count
      transmitters.append(transmitter)
      return transmitters.count - 1
    }
  }

  /// Reads them; `nil` for what none of this program's wrote.
  static func readings(_ bytes: [UInt8], _ transmitters: [Transmitter]) -> [Reading]? {
    guard bytes.count % bytesOfReading == 0 else { return nil }
    var readings: [Reading] = []
    readings.reserveCapacity(bytes.count / bytesOfReading)
    for start in stride(from: 0, to: bytes.count, by: bytesOfReading) {
      let place = Int(bytes[start]) << 8 | Int(bytes[start + 1])
      guard place < transmitters.count else { return nil }
      let age = bytes[start + 3..<start + bytesOfReading].reduce(UInt32(0)) {
        $0 << 8 | UInt32($1)
      }
      readings.append(
        Reading(
          transmitter: transmitters[place], rssi: Int8(bitPattern: bytes[start + 2]), age: age))
    }
    return readings
  }

  fileprivate static let bytesOfReading = 7
  /// Transmitters that the two bytes of their places tell apart.
  static let mostTransmitters = 1 << 16
}
