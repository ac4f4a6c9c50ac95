import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// Reads WiGLE's CSV (https://api.wigle.net/csvFormat.html): a line about the phone, the columns' names, a row a network
/// heard. Rows of one second and place are one scan, taken there.
struct WigleReader {
  /// Where the columns are that are read.
  private struct Columns {
    var mac = -1, ssid = -1, time = -1, rssi = -1, latitude = -1, longitude = -1, type = -1
    var isComplete: Bool { min(mac, ssid, time, rssi, latitude, longitude, type) >= 0 }

    init(_ names: [String]) {
      for (index, name) in names.enumerated() {
        switch name {
        case "MAC": mac = index
        case "SSID": ssid = index
        case "FirstSeen": time = index
        case "RSSI": rssi = index
        case "CurrentLatitude": latitude = index
        case "CurrentLongitude": longitude = index
        case "Type": type = index
        default: continue
        }
      }
    }
  }

  private struct Spot: Hashable {
    var milliseconds: Int64
    var place: Coordinate
  }

  static func read(_ bytes: [UInt8], path: String) throws(RecordingError)
    -> (recording: Recording, skipped: SkippedLines)
  {
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    guard lines.count >= 2, let first = lines.first, first.starts(with: Array("WigleWifi".utf8))
    else {
      throw .malformed(path, line: 1, "doesn't begin with WigleWifi, export it again as CSV")
    }
    let columns = Columns(fields(of: lines[1]))
    guard columns.isComplete else {
      throw .malformed(
        path, line: 2,
        "lacks one of the columns MAC, SSID, FirstSeen, RSSI, CurrentLatitude, CurrentLongitude, Type"
      )
    }
    var skipped = SkippedLines()
    var spots: [Spot: [Reading]] = [:]
    for line in lines.dropFirst(2) {
      guard let (spot, reading) = entry(fields(of: line), columns, &skipped) else { continue }
      if let same = spots[spot]?.firstIndex(where: { $0.transmitter == reading.transmitter }) {
        skipped.add(.duplicate)
        spots[spot]?[same] = reading
      } else {
        spots[spot, default: []].append(reading)
      }
    }
    var recording = Recording(id: FileBytes.stem(of: path), device: device(in: fields(of: first)))
    let order = spots.keys.sorted {
      ($0.milliseconds, $0.place.latitude, $0.place.longitude)
        < ($1.milliseconds, $1.place.latitude, $1.place.longitude)
    }
    var time = Timestamp(microseconds: .min)
    for spot in order {
      // Two places in one second: the second one a millisecond later, so that each scan keeps its place.
      time = max(
        Timestamp(milliseconds: spot.milliseconds),
        Timestamp(microseconds: time.microseconds &+ 1000))
      recording.observations.append(.scan(Scan(time: time, readings: spots[spot] ?? [])))
      recording.waypoints.append(Waypoint(time: time, place: .coordinate(spot.place)))
    }
    return (recording, skipped)
  }

  private static func entry(
    _ fields: [String], _ columns: Columns, _ skipped: inout SkippedLines
  ) -> (Spot, Reading)? {
    func field(_ column: Int) -> String { column < fields.count ? fields[column] : "" }
    let transmitter: Transmitter
    let address = Field.with(field(columns.mac)) { $0.address }
    switch (field(columns.type), address) {
    case ("WIFI", .some(let bits)): transmitter = .wifi(bits)
    case ("BLE", .some(let bits)), ("BT", .some(let bits)): transmitter = .bluetooth(bits)
    case ("WIFI", nil), ("BLE", nil), ("BT", nil):
      skipped.add(.malformed)
      return nil
    default:
      skipped.add(.unknownType)
      return nil
    }
    guard !field(columns.ssid).hasSuffix("_nomap") else {
      skipped.add(.nomap)
      return nil
    }
    guard let milliseconds = CivilTime.milliseconds(field(columns.time)),
      let latitude = Field.with(field(columns.latitude), { $0.number }),
      let longitude = Field.with(field(columns.longitude), { $0.number })
    else {
      skipped.add(.malformed)
      return nil
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard let rssi = Field.with(field(columns.rssi), { $0.rssi }), place.isValid else {
      skipped.add(.outOfRange)
      return nil
    }
    return (
      Spot(milliseconds: milliseconds, place: place), Reading(transmitter: transmitter, rssi: rssi)
    )
  }

  /// `brand=…` and `model=…` of the first line.
  private static func device(in fields: [String]) -> String? {
    func value(_ key: String) -> String? {
      fields.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }
    let name = [value("brand"), value("model")].compactMap { $0 }.joined(separator: " ")
    return name.isEmpty ? nil : name
  }

  /// The fields of a line: RFC 4180, of which names of networks need the quotes.
  static func fields(of line: ArraySlice<UInt8>) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if byte == UInt8(ascii: "\"") {
        if isQuoted, index + 1 < line.endIndex, line[index + 1] == byte {
          field.append(byte)
          index += 1
        } else {
          isQuoted.toggle()
        }
      } else if byte == UInt8(ascii: ","), !isQuoted {
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
      } else {
        field.append(byte)
      }
      index += 1
    }
    fields.append(String(decoding: field, as: UTF8.self))
    return fields
  }
}

/// Dates of the calendar as milliseconds.
enum CivilTime {
  /// Milliseconds since the Unix epoch of `2018-01-31 12:34:56` (UTC), or `nil`.
  ///
  /// Days from civil date: Hinnant (2013), "chrono-Compatible Low-Level Date Algorithms".
  static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int64($0) }
    guard parts.count >= 6, (1970...9999).contains(parts[0]), (1...12).contains(parts[1]),
      (1...31).contains(parts[2]), parts[3] < 24, parts[4] < 60, parts[5] < 61
    else { return nil }
    let year = parts[1] <= 2 ? parts[0] - 1 : parts[0]
    let era = year / 400
    let yearOfEra = year - era * 400
    let month = parts[1] > 2 ? parts[1] - 3 : parts[1] + 9
    let dayOfYear = (153 * month + 2) / 5 + parts[2] - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return (((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]) * 1000
  }
}
