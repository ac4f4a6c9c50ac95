import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// Reads WiGLE's CSV (https://api.wigle.net/csvFormat.html): a line about the phone, the columns'
/// names, a row a network heard. Rows of one second and place are one scan, taken there. The app
/// writes times without a zone; where another program has put one there it counts. Its backup's
/// table `location` has no line about the phone.
struct WigleReader {
  private struct Spot: Hashable {
    var milliseconds: Int64
    /// Whether they are UTC's, and not a local clock's.
    var hasZone: Bool
    var place: Coordinate
  }

  /// What was heard at a spot, a reading a transmitter.
  private struct Heard {
    var readings: [Reading] = []
    private var positions: [Transmitter: Int] = [:]

    /// Takes a reading, and says whether it replaced another of its transmitter.
    mutating func take(_ reading: Reading) -> Bool {
      if let same = positions[reading.transmitter] {
        readings[same] = reading
        return true
      }
      positions[reading.transmitter] = readings.count
      readings.append(reading)
      return false
    }
  }

  static func read(
    _ bytes: [UInt8], path: String, zone: LocalTime?
  ) throws(RecordingError) -> ReadRecording {
    let lines = numbered(bytes)
    let isBackup = lines.first.map {
      WigleColumns.isBackup(String(decoding: $0.text, as: UTF8.self))
    }
    let head = lines.prefix(isBackup == true ? 1 : 2)
    guard let first = head.first, let header = head.last,
      isBackup == true || head.count == 2 && first.text.starts(with: opening)
    else {
      throw .malformed(
        path, line: 1,
        "doesn't begin with WigleWifi or the columns bssid, level, lat, lon and time, export it again as CSV"
      )
    }
    guard let names = fields(of: header.text) else {
      throw .unclosedQuote(path, line: header.number)
    }
    if names.count == 1, let other = names[0].separatorInstead {
      throw .otherSeparator(path, other)
    }
    let columns = try WigleColumns(
      names, isBackup: isBackup == true, path: path, line: header.number)
    var skipped = SkippedLines()
    var optedOut = OptedOut()
    var spots: [Spot: Heard] = [:]
    var places = CoarsePlaces()
    for line in lines.dropFirst(head.count) {
      // Of exports that were joined one head does where all are alike.
      if head.contains(where: { $0.text == line.text }) {
        skipped.add(.unneeded, line: line.number)
        continue
      }
      guard !line.text.starts(with: opening) else { throw .joined(path, line: line.number) }
      guard let fields = fields(of: line.text) else {
        skipped.add(.openQuote, line: line.number)
        continue
      }
      // Spreadsheets write rows of nothing for cells that were only formatted.
      if fields.allSatisfy(\.trimmed.isEmpty) { continue }
      guard let (spot, reading) = entry(fields, columns, line.number, &optedOut, &skipped)
      else { continue }
      if places.areCoarse {
        places.take(fields[columns.latitude], fields[columns.longitude], line: line.number)
      }
      if spots[spot, default: Heard()].take(reading) {
        skipped.add(.duplicate, line: line.number)
      }
    }
    var recording = Recording(
      id: FileBytes.stem(of: path).onOneLine, device: device(in: fields(of: first.text) ?? []))
    var order = spots.map { spot, heard in
      let utc = spot.hasZone ? nil : zone?.milliseconds(spot.milliseconds)
      return (spot: spot, milliseconds: utc ?? spot.milliseconds, readings: heard.readings)
    }
    order.sort {
      let (a, b) = ($0.spot, $1.spot)
      return (
        $0.milliseconds, a.place.latitude, a.place.longitude, a.milliseconds, a.hasZone ? 1 : 0
      ) < ($1.milliseconds, b.place.latitude, b.place.longitude, b.milliseconds, b.hasZone ? 1 : 0)
    }
    var time = Timestamp(microseconds: .min)
    for (spot, milliseconds, readings) in order {
      // Two places in one second: the second one a millisecond later, so that each scan keeps its
      // place.
      time = max(
        Timestamp(milliseconds: milliseconds),
        Timestamp(microseconds: time.microseconds &+ 1000))
      recording.observations.append(.scan(Scan(time: time, readings: readings)))
      // 0, 0 is where the phone had no fix.
      guard spot.place != Coordinate(latitude: 0, longitude: 0) else { continue }
      recording.waypoints.append(Waypoint(time: time, place: .coordinate(spot.place)))
    }
    optedOut.leave(outOf: &recording.observations, &skipped)
    var read = ReadRecording(
      recording: recording, hash: ContentHash.hexadecimal(bytes), path: path, skipped: skipped)
    if zone == nil, spots.keys.contains(where: { !$0.hasZone }) {
      read.warnings.append(.assumedTimeZone(path))
    }
    read.warnings += [places.warning(path)].compactMap(\.self)
    let all = order.flatMap { $0.readings.map(\.transmitter) }
    if !columns.isBackup, all.count >= leastOfExport, Set(all).count == all.count {
      read.warnings.append(.rowANetwork(path))
    }
    return read
  }

  /// Rows from which on no network twice is no chance.
  private static let leastOfExport = 20

  private static func entry(
    _ fields: [String], _ columns: WigleColumns, _ line: Int, _ optedOut: inout OptedOut,
    _ skipped: inout SkippedLines
  ) -> (Spot, Reading)? {
    func field(_ column: Int) -> String { fields.indices.contains(column) ? fields[column] : "" }
    // The kind stands last.
    guard columns.type < fields.count else {
      skipped.add(.fieldCount, line: line)
      return nil
    }
    let transmitter: Transmitter
    let address = Field.with(field(columns.mac)) { $0.address }
    // The backup has letters, and alone no kinds.
    let type = columns.type < 0 ? "WIFI" : field(columns.type)
    switch (type, address) {
    case ("WIFI", .some(let bits)), ("W", .some(let bits)): transmitter = .wifi(bits)
    case ("BLE", .some(let bits)), ("BT", .some(let bits)), ("E", .some(let bits)),
      ("B", .some(let bits)):
      transmitter = .bluetooth(bits)
    case ("WIFI", nil), ("W", nil), ("BLE", nil), ("BT", nil), ("E", nil), ("B", nil):
      skipped.add(.noAddress, line: line)
      return nil
    default:
      skipped.add(.unknownType, line: line)
      return nil
    }
    guard !field(columns.ssid).optsOut else {
      optedOut.insert(transmitter)
      skipped.add(.nomap, line: line)
      return nil
    }
    guard let time = moment(field(columns.time), columns) else {
      skipped.add(
        Field.with(field(columns.time)) { $0.faultOfTime(.noTime) } ?? .noTime, line: line)
      return nil
    }
    func fault(_ columns: Int...) -> SkippedLines.Reason {
      columns.lazy.map { Field.with(field($0)) { [$0].faultOfNumbers } ?? .notANumber }
        .first { $0 != .outOfRange } ?? .outOfRange
    }
    guard let latitude = Field.with(field(columns.latitude), { $0.number }),
      let longitude = Field.with(field(columns.longitude), { $0.number })
    else {
      skipped.add(fault(columns.latitude, columns.longitude), line: line)
      return nil
    }
    if [columns.latitude, columns.longitude].contains(where: {
      Double.isShortened(field($0), beyond: Double.leastDegrees)
    }) {
      skipped.add(.shortenedPlace, line: line)
      return nil
    }
    // As of fixes in the project's own format: such a place tells no room, nor a building.
    if let accuracy = Self.metres(field(columns.accuracy)),
      accuracy > Self.leastAccuracy
    {
      skipped.add(.vagueFix, line: line)
      return nil
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard let rssi = Field.with(field(columns.rssi), { $0.rssi }), place.isValid else {
      skipped.add(place.isValid ? fault(columns.rssi) : .outOfRange, line: line)
      return nil
    }
    return (
      Spot(
        milliseconds: time.local - (time.offset ?? 0), hasZone: time.offset != nil, place: place),
      Reading(transmitter: transmitter, rssi: rssi)
    )
  }

  /// What an accuracy says, also with its unit behind it or a comma in it.
  private static func metres(_ text: String) -> Double? {
    let number = String(text.prefix { "0123456789.,+-".contains($0) })
    let unit = text.dropFirst(number.count).drop(while: \.isWhitespace).lowercased()
    guard
      let value = Field.with(
        number.contains(".") ? number : number.replacing(",", with: "."), { $0.number })
    else { return Field.with(text) { $0.number } }
    return value * (unit.hasPrefix("km") ? 1000 : unit.hasPrefix("f") ? 0.3048 : 1)
  }

  /// Metres that a place has to be known to.
  private static let leastAccuracy = 100.0
  /// How WiGLE's CSV begins.
  private static let opening = Array("WigleWifi".utf8)
  /// When 2000 began, in milliseconds. The app writes 1970 for what has no time.
  private static let earliest: Int64 = 946_684_800_000

  private static func moment(
    _ text: String, _ columns: WigleColumns
  ) -> (local: Int64, offset: Int64?)? {
    let written =
      columns.isBackup ? Field.with(text) { $0.integer }.map { ($0, 0) } : CivilTime.moment(text)
    return written.flatMap { $0.local >= earliest && $0.local < 1 << 48 ? $0 : nil }
  }

  /// The lines that aren't empty, with their numbers. A carriage return alone ends one too.
  private static func numbered(_ bytes: [UInt8]) -> [(number: Int, text: ArraySlice<UInt8>)] {
    var lines: [(number: Int, text: ArraySlice<UInt8>)] = []
    var number = 1
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
      if index > start { lines.append((number, bytes[start..<index])) }
      start = index + 1
      let isPair = byte == 0x0D && start < bytes.count && bytes[start] == 0x0A
      if !isPair { number += 1 }
    }
    if start < bytes.count { lines.append((number, bytes[start...])) }
    return lines
  }

  /// The fields of a line, of which names of networks need quotes; `nil` where a quoted one isn't
  /// closed.
  private static func fields(of line: ArraySlice<UInt8>) -> [String]? {
    line.withUnsafeBufferPointer { bytes -> [String]? in
      guard let start = bytes.baseAddress else { return [] }
      return CSVLine.fields(Field(start: start, end: start + bytes.count), isLoose: true)
    }
  }

  /// `brand=…` and `model=…` of the first line.
  private static func device(in fields: [String]) -> String? {
    func value(_ key: String) -> String? {
      fields.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }
    let name = [value("brand"), value("model")].compactMap { $0 }.joined(separator: " ")
    return name.isEmpty ? nil : name
  }
}

extension RecordingWarning {
  fileprivate static func assumedTimeZone(_ path: String) -> RecordingWarning {
    RecordingWarning(
      .assumedTimeZone,
      "\(path):1: writes times without a zone, and they are taken for UTC; name the zone where they "
        + "are local")
  }

  fileprivate static func rowANetwork(_ path: String) -> RecordingWarning {
    RecordingWarning(
      .rowANetwork,
      "\(path):3: has one row a network, at its best place, as the app exports them, and so is no "
        + "walk; positions by it are poor, take the table location of the app's SQLite backup as CSV "
        + "(its columns bssid, level, lat, lon and time) or another app")
  }
}
