import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage

/// A radio map as programs stored it that named transmitters by their numbers in the file: what
/// version 7 of its contents had for three fingerprints of a table, and versions before it.
enum OlderRadioMap {
  private static let transmitters = ["AP-B", "ap-a", "AP-C"]
  private static let blockKey: Int64 = -8_379_258_201_668_277_322
  private static let block: [UInt8] = [
    0x01, 0x03, 0x03, 0x06, 0x02, 0x04, 0x01, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0xF0, 0x3F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0x00, 0x02, 0x02, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x08, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x40, 0x01, 0x02, 0x02,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x14, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x18, 0x40,
    0x00, 0x02, 0x01, 0x01, 0x00, 0x01, 0xCE, 0xC4, 0xB9, 0xC3, 0xB8, 0xCC,
  ]
  private static let contents: [UInt8] = [
    0x49, 0x4B, 0x52, 0x4D, 0x07, 0xF2, 0xE6, 0x6B, 0xB5, 0xC3, 0x41, 0x97, 0x35, 0x02, 0x01, 0x62,
    0x00, 0x01, 0x62, 0x02, 0x03, 0x02, 0x04, 0x01, 0x01, 0xB6, 0xAB, 0x48, 0x90, 0x0F, 0xE5, 0xB6,
    0x8B, 0x00, 0x00, 0x69, 0x57, 0x14, 0x8B, 0x0A, 0xBF, 0x05, 0x40, 0x03, 0x03, 0x4D, 0x6F, 0xE4,
    0x43, 0x05, 0x9C, 0x10, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x4E, 0x40, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x9A, 0x99, 0x99, 0x09, 0xCD, 0x21, 0xEF, 0x3F,
  ]

  /// What was surveyed, with as much of the matching as a version kept.
  static func map(version: UInt8) -> RadioMap? {
    RadioMap(
      levels: [LevelKey(building: "b", ordinal: 0), LevelKey(building: "b", ordinal: 1)],
      transmitters: ["AP-B", "AP-C", "ap-a"].map { .column($0) },
      places: [LocalPoint(x: 1, y: 2), LocalPoint(x: 3, y: 4), LocalPoint(x: 5, y: 6)],
      levelIndices: [0, 0, 1], walks: [0, 1, 2], rowStarts: [0, 2, 4, 6],
      transmitterIndices: [0, 2, 1, 2, 0, 1], rssi: [-50, -60, -71, -61, -72, -52],
      matching: Matching(
        representation: .powed(exponent: 2.718281828459045), distance: .sørensen, neighbours: 3,
        sharpness: version > 2 ? 60 : 0,
        radiusPerSpread: Double(bitPattern: 0x4010_9C05_43E4_6F4D),
        usualDistance: version > 5 ? Double(bitPattern: 0x3FEF_21CD_0999_999A) : 0))
  }

  /// Puts it into a file without one, in an encoding from 2 to 7.
  static func store(version: UInt8, in path: String) throws {
    var bytes = contents
    if version < 7 {
      // No checksum, and of three numbers at the end only those that were known.
      bytes[4] = version
      bytes.removeSubrange(5..<13)
      bytes.removeLast([2: 24, 3: 16, 4: 8, 5: 8][version] ?? 0)
    }
    if version < 5 {
      // Blocks went by their numbers in the file.
      let key = withUnsafeBytes(of: blockKey.littleEndian) { Array($0) }
      if let at = bytes.firstRange(of: key) { bytes.replaceSubrange(at, with: [1]) }
    }
    let stored = bytes
    try DatabaseQueue(path: path).write { db in
      for name in transmitters {
        try db.execute(
          sql: "INSERT INTO transmitters (kind, address) VALUES ('column', ?)", arguments: [name])
      }
      try db.execute(
        sql: "INSERT INTO radio_map_blocks (id, hash, rows) VALUES (1, ?, ?)",
        arguments: [blockKey, Data(block)])
      try db.execute(
        sql: """
          INSERT INTO radio_maps (id, created, row_count, transmitter_count, contents)
            VALUES (1, '2026-11-01T00:00:00.000Z', 3, 3, ?)
          """, arguments: [Data(stored)])
    }
  }
}
