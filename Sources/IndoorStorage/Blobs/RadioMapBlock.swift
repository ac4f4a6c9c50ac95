import IndoorGeometry
import IndoorModel

/// Some rows of a radio map, whole walks of them, in terms that stay the same when other walks come
/// or go: transmitters by numbers that don't depend on other walks, walks counted from the block's
/// first. Versions of a map share the blocks they agree on.
///
/// A transmitter's number is its key of `TransmitterList`; in maps of older programs, and in what
/// is kept of a walk, that in the file.
///
///     byte     1                          the encoding's version
///     varint   rows, transmitters, entries
///     zigzag   each transmitter's number, less the one before, in the map's order
///     each row:   varint level's index, zigzag walk less the row before, varint entries, two doubles x and y in metres
///     each entry: varint transmitter's index in this block, less the one before in its row
///     each entry: byte RSSI, dBm, two's complement
enum RadioMapBlock {
  private static let version: UInt8 = 1
  /// A block ends with the walk in which it reaches so many rows: a few hundred blocks for a large
  /// site, and little to write again when its last walks change.
  private static let enoughRows = 64

  /// The rows of each block.
  static func ranges(of map: RadioMap) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for row in 0..<map.rowCount
    where row - start >= enoughRows && map.walks[row] != map.walks[row - 1] {
      ranges.append(start..<row)
      start = row
    }
    if start < map.rowCount { ranges.append(start..<map.rowCount) }
    return ranges
  }

  /// Encodes rows; `numbers` are those of the map's transmitters.
  static func encode(
    _ rows: Range<Int>, of map: RadioMap, numbers: [Int64]
  ) throws(Unstorable) -> [UInt8] {
    let entries = Int(map.rowStarts[rows.lowerBound])..<Int(map.rowStarts[rows.upperBound])
    var local = [UInt32](repeating: .max, count: map.transmitters.count)
    for transmitter in map.transmitterIndices[entries] { local[Int(transmitter)] = 0 }
    let used = local.indices.filter { local[$0] == 0 }
    for (index, transmitter) in used.enumerated() {
      local[transmitter] = UInt32(truncatingIfNeeded: index)
    }

    var out = ByteWriter()
    out.reserve(16 + used.count * 3 + rows.count * 22 + entries.count * 2)
    out.byte(version)
    for count in [rows.count, used.count, entries.count] { out.varint(UInt64(count)) }
    var previous: Int64 = 0
    for transmitter in used {
      let number = numbers[transmitter]
      out.zigzag(number &- previous)
      previous = number
    }
    var walk = map.walks[rows.lowerBound]
    for row in rows {
      out.varint(UInt64(map.levelIndices[row]))
      out.zigzag(Int64(map.walks[row]) - Int64(walk))
      walk = map.walks[row]
      out.varint(UInt64(map.entries(of: row).count))
      out.double(map.places[row].x)
      out.double(map.places[row].y)
    }
    for row in rows {
      var last: UInt32 = 0
      for entry in map.entries(of: row) {
        let index = local[Int(map.transmitterIndices[entry])]
        guard index >= last else {
          throw Unstorable("the radio map's row \(row) is not in ascending order of transmitter")
        }
        out.varint(UInt64(index - last))
        last = index
      }
    }
    out.raw(map.rssi[entries].lazy.map { UInt8(bitPattern: $0) })
    return out.bytes
  }

  /// Appends a block's rows to columns that are being put together.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, firstWalk: UInt32, into columns: inout RadioMapColumns
  ) throws(Damage) {
    var reader = ByteReader(bytes, name: "a radio map's block")
    try decode(&reader, firstWalk: firstWalk, into: &columns)
    try reader.finish()
  }

  /// The same for a block among other bytes.
  static func decode(
    _ reader: inout ByteReader, firstWalk: UInt32, into columns: inout RadioMapColumns
  ) throws(Damage) {
    guard try reader.byte() == version else { throw reader.damage("has an unknown encoding") }
    let rows = try reader.count(bytesEach: 19)
    let used = try reader.count(bytesEach: 1)
    let entries = try reader.count(bytesEach: 2)
    let base = columns.rssi.count
    guard base + entries <= Int(UInt32.max) else { throw reader.damage("makes the map too large") }

    var indices: [UInt32] = []
    indices.reserveCapacity(used)
    var number: Int64 = 0
    for _ in 0..<used {
      number &+= try reader.zigzag()
      guard let index = columns.indices[number] else {
        throw reader.damage("names a transmitter that its map has not")
      }
      if let last = indices.last, last >= index {
        throw reader.damage("has transmitters in disorder")
      }
      indices.append(index)
    }

    var counts: [Int] = []
    counts.reserveCapacity(rows)
    var end = base
    var walk = firstWalk
    for _ in 0..<rows {
      guard let level = UInt16(exactly: try reader.varint()), Int(level) < columns.levels.count
      else { throw reader.damage("names a level that its map has not") }
      let (next, overflow) = Int64(walk).addingReportingOverflow(try reader.zigzag())
      guard !overflow, let nextWalk = UInt32(exactly: next) else {
        throw reader.damage("has a walk that can't be")
      }
      walk = nextWalk
      let count = try reader.varint()
      guard count <= UInt64(entries - (end - base)) else {
        throw reader.damage("counts more than it holds")
      }
      let place = LocalPoint(x: try reader.double(), y: try reader.double())
      guard place.isFinite else { throw reader.damage("has a place that is not finite") }
      end += Int(count)
      counts.append(Int(count))
      columns.levelIndices.append(level)
      columns.walks.append(walk)
      columns.places.append(place)
      columns.rowStarts.append(UInt32(end))
    }
    guard end - base == entries else { throw reader.damage("counts more than it holds") }

    for count in counts {
      var index: UInt64 = 0
      for _ in 0..<count {
        index &+= try reader.varint()
        guard index < UInt64(used) else { throw reader.damage("names a transmitter it has not") }
        columns.transmitterIndices.append(indices[Int(index)])
      }
    }
    columns.rssi.append(contentsOf: try reader.raw(entries).lazy.map { Int8(bitPattern: $0) })
  }
}

/// A radio map's columns while its blocks are appended to them.
struct RadioMapColumns {
  let levels: [LevelKey]
  let transmitters: [Transmitter]
  /// The map's index of a transmitter's number in blocks.
  let indices: [Int64: UInt32]
  var places: [LocalPoint] = []
  var levelIndices: [UInt16] = []
  var walks: [UInt32] = []
  var rowStarts: [UInt32] = [0]
  var transmitterIndices: [UInt32] = []
  var rssi: [Int8] = []
  let matching: Matching

  var map: RadioMap? {
    RadioMap(
      levels: levels, transmitters: transmitters, places: places, levelIndices: levelIndices,
      walks: walks, rowStarts: rowStarts, transmitterIndices: transmitterIndices, rssi: rssi,
      matching: matching)
  }
}
