import IndoorModel

/// What one version of the radio map is made of.
///
///     4 bytes  "IKRM"
///     byte     8                     the encoding's version; 1 ends with the blocks
///     8 bytes  FNV-1a of all that follows; not up to version 6
///     varint   levels; each: text building, zigzag ordinal
///     transmitters as `TransmitterList` has them; up to version 7 a varint, and each by its number in
///              the file, zigzag, less the one before, which made the bytes depend on what the file
///              heard before
///     varint   blocks; each: 8 bytes its key, varint first walk; up to version 4 the block's number in the file, a varint,
///              stood for the key, and made the bytes depend on what maps the file had before
///     matching as `MatchingBytes` has it; 2 ends before its sharpness, 3 before its penalty, 5 before
///              the usual distance
struct RadioMapContents: Equatable {
  var levels: [LevelKey]
  var transmitters: Transmitters
  var blocks: [Block]
  var matching: Matching

  struct Block: Equatable {
    var reference: Reference
    var firstWalk: UInt32
  }

  /// The map's transmitters, in its order.
  enum Transmitters: Equatable {
    /// Each by what it is.
    case listed([Transmitter])
    /// Each by its number in the file, as older programs have it.
    case numbered([Int64])

    var count: Int {
      switch self {
      case .listed(let transmitters): transmitters.count
      case .numbered(let numbers): numbers.count
      }
    }

    var isListed: Bool {
      if case .listed = self { true } else { false }
    }
  }

  /// How a block is found in the file.
  enum Reference: Hashable {
    case number(Int64)
    case key(Int64)

    var isKey: Bool {
      switch self {
      case .number: false
      case .key: true
      }
    }
  }

  private static let magic = Array("IKRM".utf8)
  private static let version: UInt8 = 8

  init(levels: [LevelKey], transmitters: Transmitters, blocks: [Block], matching: Matching) {
    self.levels = levels
    self.transmitters = transmitters
    self.blocks = blocks
    self.matching = matching
  }

  func encoded() -> [UInt8] {
    // A map that an older program stored keeps its references when it is rolled back to.
    let isByKey = blocks.allSatisfy { $0.reference.isKey }
    let body = encodedBody(isByKey: isByKey)
    var out = ByteWriter()
    out.raw(Self.magic)
    out.byte(isByKey ? transmitters.isListed ? Self.version : 7 : 4)
    if isByKey { out.fixed(body.withUnsafeBytes { FNV.hash($0) }) }
    out.raw(body)
    return out.bytes
  }

  private func encodedBody(isByKey: Bool) -> [UInt8] {
    var out = ByteWriter()
    out.varint(UInt64(levels.count))
    for level in levels {
      out.text(level.building)
      out.zigzag(Int64(level.ordinal))
    }
    switch transmitters {
    case .listed(let transmitters): TransmitterList.write(transmitters, to: &out)
    case .numbered(let numbers):
      out.varint(UInt64(numbers.count))
      var previous: Int64 = 0
      for number in numbers {
        out.zigzag(number &- previous)
        previous = number
      }
    }
    out.varint(UInt64(blocks.count))
    for block in blocks {
      switch block.reference {
      case .number(let number): out.varint(UInt64(bitPattern: number))
      case .key(let key): out.fixed(key)
      }
      out.varint(UInt64(block.firstWalk))
    }
    // Such a one has no usual distance: its encoding doesn't know any.
    MatchingBytes.write(matching, to: &out, numbers: isByKey ? 3 : 2)
    return out.bytes
  }

  init(decoding bytes: UnsafeRawBufferPointer) throws(Damage) {
    var reader = ByteReader(bytes, name: "the radio map")
    guard try reader.raw(Self.magic.count).elementsEqual(Self.magic) else {
      throw reader.damage("is none")
    }
    let version = try reader.byte()
    guard (1...Self.version).contains(version) else {
      throw reader.damage("has an unknown encoding")
    }
    if version > 6 {
      let hash = try reader.fixed(Int64.self)
      guard FNV.hash(reader.rest) == hash else { throw reader.damage("has changed") }
    }
    levels = []
    for _ in 0..<(try reader.count(bytesEach: 2)) {
      let building = try reader.text()
      guard let ordinal = Int(exactly: try reader.zigzag()), LevelKey.ordinals.contains(ordinal)
      else {
        throw reader.damage("has a level that can't be")
      }
      levels.append(LevelKey(building: building, ordinal: ordinal))
    }
    transmitters =
      version > 7
      ? .listed(try TransmitterList.read(&reader)) : .numbered(try Self.numbers(&reader))
    blocks = []
    for _ in 0..<(try reader.count(bytesEach: 2)) {
      let reference: Reference =
        version < 5
        ? .number(Int64(bitPattern: try reader.varint())) : .key(try reader.fixed(Int64.self))
      guard let first = UInt32(exactly: try reader.varint()) else {
        throw reader.damage("has a walk that can't be")
      }
      blocks.append(Block(reference: reference, firstWalk: first))
    }
    matching =
      version == 1
      ? .literature
      : try MatchingBytes.read(
        &reader, numbers: version > 5 ? 3 : version > 3 ? 2 : Int(version) - 2)
    try reader.finish()
  }
  private static func numbers(_ reader: inout ByteReader) throws(Damage) -> [Int64] {
    let count = try reader.count(bytesEach: 1)
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    var number: Int64 = 0
    for _ in 0..<count {
      number &+= try reader.zigzag()
      numbers.append(number)
    }
    return numbers
  }
}
