import IndoorModel

/// A scan's readings in a fingerprint's row, in the source's order.
///
///     byte     1                                     the encoding's version
///     varint   readings
///     each:    zigzag  transmitter's number, less the one before
///              byte    RSSI, dBm, two's complement
///              varint  age, milliseconds
enum ReadingsBlob {
  private static let version: UInt8 = 1

  static func encode(
    _ readings: [Reading], number: (Transmitter) throws -> Int64
  ) rethrows -> [UInt8] {
    var out = ByteWriter()
    out.reserve(2 + readings.count * 5)
    out.byte(version)
    out.varint(UInt64(readings.count))
    var previous: Int64 = 0
    for reading in readings {
      let current = try number(reading.transmitter)
      out.zigzag(current &- previous)
      previous = current
      out.byte(UInt8(bitPattern: reading.rssi))
      out.varint(UInt64(reading.age))
    }
    return out.bytes
  }

  static func decode(
    _ bytes: UnsafeRawBufferPointer, name: String, transmitters: TransmitterCache.Table
  ) throws(Damage) -> [Reading] {
    var reader = ByteReader(bytes, name: name)
    guard try reader.byte() == version else { throw reader.damage("has an unknown encoding") }
    let count = try reader.count(bytesEach: 3)
    var readings: [Reading] = []
    readings.reserveCapacity(count)
    var number: Int64 = 0
    for _ in 0..<count {
      number &+= try reader.zigzag()
      let rssi = Int8(bitPattern: try reader.byte())
      guard let age = UInt32(exactly: try reader.varint()) else {
        throw reader.damage("has an age that is too long")
      }
      guard let transmitter = transmitters[number] else {
        throw reader.unknownTransmitter(number)
      }
      readings.append(Reading(transmitter: transmitter, rssi: rssi, age: age))
    }
    try reader.finish()
    return readings
  }
}
