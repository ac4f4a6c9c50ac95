import IndoorModel

/// A radio map's transmitters in the file, each by what it is: a map's bytes are the same whatever
/// was heard, imported or merged before it.
///
///     varint   transmitters; each: byte kind, and then
///              0 Wi-Fi, 2 Bluetooth   zigzag address less the last address before
///              1 beacon               8 and 8 bytes UUID, high and low, varints major and minor
///              3 column               text
enum TransmitterList {
  static func write(_ transmitters: [Transmitter], to out: inout ByteWriter) {
    out.varint(UInt64(transmitters.count))
    var previous: Int64 = 0
    for transmitter in transmitters {
      switch transmitter {
      case .wifi(let address), .bluetooth(let address):
        out.byte(transmitter.isWiFi ? 0 : 2)
        let number = Int64(truncatingIfNeeded: address)
        out.zigzag(number &- previous)
        previous = number
      case .beacon(let high, let low, let major, let minor):
        out.byte(1)
        out.fixed(high)
        out.fixed(low)
        out.varint(UInt64(major))
        out.varint(UInt64(minor))
      case .column(let name):
        out.byte(3)
        out.text(name)
      }
    }
  }

  static func read(_ reader: inout ByteReader) throws(Damage) -> [Transmitter] {
    let count = try reader.count(bytesEach: 2)
    var transmitters: [Transmitter] = []
    transmitters.reserveCapacity(count)
    var previous: Int64 = 0
    for _ in 0..<count {
      let kind = try reader.byte()
      switch kind {
      case 0, 2:
        previous &+= try reader.zigzag()
        guard (0..<1 << 48).contains(previous) else {
          throw reader.damage("has an address of more than 48 bits")
        }
        let address = UInt64(previous)
        transmitters.append(kind == 0 ? .wifi(address) : .bluetooth(address))
      case 1:
        let (high, low) = (try reader.fixed(UInt64.self), try reader.fixed(UInt64.self))
        guard let major = UInt16(exactly: try reader.varint()),
          let minor = UInt16(exactly: try reader.varint())
        else { throw reader.damage("has a beacon that can't be") }
        transmitters.append(.beacon(uuidHigh: high, uuidLow: low, major: major, minor: minor))
      case 3: transmitters.append(.column(try reader.text()))
      default: throw reader.damage("has a transmitter of an unknown kind")
      }
    }
    return transmitters
  }

  /// A list's transmitters as readers have them, which once took addresses without colons for the
  /// names of columns.
  static func known(_ transmitters: [Transmitter]) -> [Transmitter] {
    let known = transmitters.map { transmitter -> Transmitter in
      if case .column(let name) = transmitter { Transmitter(column: name) } else { transmitter }
    }
    // A map that has both keeps them apart.
    return known == transmitters || Set(known).count == known.count ? known : transmitters
  }

  /// What a map's blocks call its transmitters: an address by itself, anything else by a hash, or
  /// by the next number that stands for no earlier one.
  static func keys(of transmitters: [Transmitter]) -> [Int64] {
    var taken = Set<Int64>(minimumCapacity: transmitters.count)
    return transmitters.map { transmitter in
      var key: Int64
      switch transmitter {
      case .wifi(let address): key = Int64(truncatingIfNeeded: address)
      case .bluetooth(let address): key = Int64(truncatingIfNeeded: address) | 1 << 48
      case .beacon, .column:
        key = Array(transmitter.description.utf8).withUnsafeBytes { FNV.hash($0) } | 1 << 49
      }
      while !taken.insert(key).inserted { key &+= 1 }
      return key
    }
  }
}

extension Transmitter {
  fileprivate var isWiFi: Bool {
    if case .wifi = self { true } else { false }
  }
}
