import IndoorModel

/// What a radio map takes of a walk, in the file.
///
///     byte     1                          the encoding's version
///     varint   levels; each: text building, zigzag ordinal
///     varint   transmitters; each: zigzag number in the file, less the one before
///     varint   rows; each: zigzag microseconds, less those of the row before
///     the rows as a `RadioMapBlock`
enum WalkRowsBlob {
  private static let version: UInt8 = 1

  static func encode(
    _ rows: WalkRows, number: (Transmitter) throws(Unstorable) -> Int64
  ) throws(Unstorable) -> [UInt8] {
    var out = ByteWriter()
    out.byte(version)
    out.varint(UInt64(rows.map.levels.count))
    for level in rows.map.levels {
      out.text(level.building)
      out.zigzag(Int64(level.ordinal))
    }
    var numbers: [Int64] = []
    numbers.reserveCapacity(rows.map.transmitters.count)
    for transmitter in rows.map.transmitters { numbers.append(try number(transmitter)) }
    out.varint(UInt64(numbers.count))
    var previous: Int64 = 0
    for number in numbers {
      out.zigzag(number &- previous)
      previous = number
    }
    out.varint(UInt64(rows.times.count))
    previous = 0
    for time in rows.times {
      out.zigzag(time &- previous)
      previous = time
    }
    if rows.map.rowCount > 0 {
      out.raw(try RadioMapBlock.encode(0..<rows.map.rowCount, of: rows.map, numbers: numbers))
    }
    return out.bytes
  }

  static func decode(
    _ bytes: UnsafeRawBufferPointer, hash: String, transmitters table: TransmitterCache.Table
  ) throws(Damage) -> WalkRows {
    var reader = ByteReader(bytes, name: "walk_rows, rows")
    guard try reader.byte() == version else { throw reader.damage("has an unknown encoding") }
    var levels: [LevelKey] = []
    for _ in 0..<(try reader.count(bytesEach: 2)) {
      let building = try reader.text()
      guard let ordinal = Int(exactly: try reader.zigzag()), LevelKey.ordinals.contains(ordinal)
      else {
        throw reader.damage("has a level that can't be")
      }
      levels.append(LevelKey(building: building, ordinal: ordinal))
    }
    let count = try reader.count(bytesEach: 1)
    var transmitters: [Transmitter] = []
    var indices = [Int64: UInt32](minimumCapacity: count)
    transmitters.reserveCapacity(count)
    var number: Int64 = 0
    for index in 0..<count {
      number &+= try reader.zigzag()
      guard let transmitter = table[number] else { throw reader.unknownTransmitter(number) }
      transmitters.append(transmitter)
      indices[number] = UInt32(truncatingIfNeeded: index)
    }
    var times: [Int64] = []
    let rows = try reader.count(bytesEach: 20)
    times.reserveCapacity(rows)
    var time: Int64 = 0
    for _ in 0..<rows {
      time &+= try reader.zigzag()
      times.append(time)
    }
    var columns = RadioMapColumns(
      levels: levels, transmitters: transmitters, indices: indices, matching: .literature)
    if rows > 0 { try RadioMapBlock.decode(&reader, firstWalk: 0, into: &columns) }
    try reader.finish()
    guard let map = columns.map, let made = WalkRows(hash: hash, times: times, map: map) else {
      throw reader.damage("contradicts itself")
    }
    return made
  }
}
