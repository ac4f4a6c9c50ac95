import IndoorModel

/// What one version of the radio map is made of.
///
///     4 bytes  "IKRM"
///     byte     4                     the encoding's version; 1 ends with the blocks, 2 before the sharpness, 3 after it
///     varint   levels; each: text building, zigzag ordinal
///     varint   transmitters; each: zigzag number in the file, less the one before
///     varint   blocks; each: varint number in the file, varint first walk
///     byte     representation: 0 powed, 1 exponential; double its parameter
///     byte     distance: 0 Euclid, 1 Manhattan, 2 cosine, 3 Sørensen
///     varint   neighbours
///     double   radius for each metre of spread
///     double   sharpness of the neighbours' weights
///     double   what a squared decibel of radio offset adds to a distance
struct RadioMapContents: Equatable {
  var levels: [LevelKey]
  /// Numbers in the file, in the map's order.
  var transmitters: [Int64]
  var blocks: [Block]
  var matching: Matching

  struct Block: Equatable {
    var number: Int64
    var firstWalk: UInt32
  }

  private static let magic = Array("IKRM".utf8)
  private static let version: UInt8 = 4

  init(levels: [LevelKey], transmitters: [Int64], blocks: [Block], matching: Matching) {
    self.levels = levels
    self.transmitters = transmitters
    self.blocks = blocks
    self.matching = matching
  }

  func encoded() -> [UInt8] {
    var out = ByteWriter()
    out.raw(Self.magic)
    out.byte(Self.version)
    out.varint(UInt64(levels.count))
    for level in levels {
      out.text(level.building)
      out.zigzag(Int64(level.ordinal))
    }
    out.varint(UInt64(transmitters.count))
    var previous: Int64 = 0
    for number in transmitters {
      out.zigzag(number &- previous)
      previous = number
    }
    out.varint(UInt64(blocks.count))
    for block in blocks {
      out.varint(UInt64(bitPattern: block.number))
      out.varint(UInt64(block.firstWalk))
    }
    switch matching.representation {
    case .powed(let exponent):
      out.byte(0)
      out.double(exponent)
    case .exponential(let scale):
      out.byte(1)
      out.double(scale)
    }
    out.byte(Self.distances.firstIndex(of: matching.distance).map { UInt8($0) } ?? 0)
    out.varint(UInt64(clamping: matching.neighbours))
    out.double(matching.radiusPerSpread)
    out.double(matching.sharpness)
    out.double(matching.offsetPenalty)
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
    levels = []
    for _ in 0..<(try reader.count(bytesEach: 2)) {
      let building = try reader.text()
      guard let ordinal = Int(exactly: try reader.zigzag()) else {
        throw reader.damage("has a level that can't be")
      }
      levels.append(LevelKey(building: building, ordinal: ordinal))
    }
    let count = try reader.count(bytesEach: 1)
    transmitters = []
    transmitters.reserveCapacity(count)
    var number: Int64 = 0
    for _ in 0..<count {
      number &+= try reader.zigzag()
      transmitters.append(number)
    }
    blocks = []
    for _ in 0..<(try reader.count(bytesEach: 2)) {
      let number = Int64(bitPattern: try reader.varint())
      guard let first = UInt32(exactly: try reader.varint()) else {
        throw reader.damage("has a walk that can't be")
      }
      blocks.append(Block(number: number, firstWalk: first))
    }
    matching = version == 1 ? .literature : try Self.matching(&reader, version: version)
    try reader.finish()
  }

  private static let distances: [Matching.Distance] = [.euclid, .manhattan, .cosine, .sørensen]

  private static func matching(
    _ reader: inout ByteReader, version: UInt8
  ) throws(Damage) -> Matching {
    let kind = try reader.byte()
    let parameter = try reader.double()
    let distance = Int(try reader.byte())
    let neighbours = try reader.varint()
    let radius = try reader.double()
    let sharpness = version > 2 ? try reader.double() : 0
    let offsetPenalty = version > 3 ? try reader.double() : 0
    guard kind <= 1, distance < distances.count, neighbours <= 100 else {
      throw reader.damage("has a matching that can't be")
    }
    let matching = Matching(
      representation: kind == 0 ? .powed(exponent: parameter) : .exponential(scale: parameter),
      distance: distances[distance], neighbours: Int(neighbours), sharpness: sharpness,
      offsetPenalty: offsetPenalty, radiusPerSpread: radius)
    guard matching.isValid else { throw reader.damage("has a matching that can't be") }
    return matching
  }
}
