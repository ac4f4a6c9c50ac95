import Foundation
import IndoorGeometry
import IndoorModel
import Testing

/// A row of a table of fingerprints.
struct TableRow {
  var scan: [(transmitter: Int, rssi: Int8)] = []
  var place = LocalPoint(x: 0, y: 0)
  var level = LevelKey(ordinal: 0)

  var readings: [Reading] {
    scan.map { Reading(transmitter: .wifi(UInt64($0.transmitter)), rssi: $0.rssi) }
  }

  /// A radio map of rows, each all of one walk.
  static func map(
    of rows: [TableRow], transmitters: Int, matching: Matching
  ) throws -> RadioMap {
    let levels = Set(rows.map(\.level)).sorted()
    var starts: [UInt32] = [0]
    var indices: [UInt32] = []
    var rssi: [Int8] = []
    for row in rows {
      for entry in row.scan {
        indices.append(UInt32(entry.transmitter))
        rssi.append(entry.rssi)
      }
      starts.append(UInt32(rssi.count))
    }
    let map = RadioMap(
      levels: levels, transmitters: (0..<transmitters).map { Transmitter.wifi(UInt64($0)) },
      places: rows.map(\.place),
      levelIndices: rows.map { row in UInt16(levels.firstIndex(of: row.level) ?? 0) },
      walks: [UInt32](repeating: 0, count: rows.count), rowStarts: starts,
      transmitterIndices: indices, rssi: rssi, matching: matching)
    return try #require(map)
  }

  /// The rows of UJIIndoorLoc's table: 520 strengths, 100 where nothing was heard, place, floor and
  /// building.
  static func ujiIndoorLoc(_ path: String, every step: Int) throws -> [TableRow] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst()
    return stride(from: lines.startIndex, to: lines.endIndex, by: step).map { line in
      let fields = lines[line].split(separator: UInt8(ascii: ","), maxSplits: 524)
      func number(_ field: Int) -> Double { Double(Substring(fields[field])) ?? 0 }
      var row = TableRow()
      for transmitter in 0..<520 {
        guard let rssi = Int8(Substring(fields[transmitter])), rssi != 100 else { continue }
        row.scan.append((transmitter, rssi))
      }
      row.place = LocalPoint(x: number(520), y: number(521))
      row.level = LevelKey(building: String(Substring(fields[523])), ordinal: Int(number(522)))
      return row
    }
  }
}
