/// Names a recording by its bytes: XXH64 with the seeds 0 and 1 side by side, 128 bits in all.
///
/// It tells equal content from different content; it is no signature. Algorithm: Collet, "xxHash
/// fast digest algorithm", specification 0.1.1, XXH64.
package enum ContentHash {
  /// The two hashes of the bytes, a quarter of the room of their digits.
  static func halves(_ bytes: UnsafeRawBufferPointer) -> SIMD2<UInt64> {
    SIMD2(xxh64(bytes, seed: 0), xxh64(bytes, seed: 1))
  }

  /// 32 hexadecimal digits of two hashes.
  static func hexadecimal(_ halves: SIMD2<UInt64>) -> String {
    hexadecimal(halves[0]) + hexadecimal(halves[1])
  }

  /// 32 hexadecimal digits of the bytes.
  package static func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> String {
    hexadecimal(halves(bytes))
  }

  /// 32 hexadecimal digits of the bytes.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { hexadecimal($0) }
  }

  /// 32 hexadecimal digits of a text whose line ends don't count, nor whether its last line has
  /// one: those of its bytes with line feeds alone; `nil` where the bytes are so.
  package static func ofText(_ bytes: [UInt8]) -> String? {
    let (feed, carriage): (UInt8, UInt8) = (0x0A, 0x0D)
    guard bytes.last != feed || bytes.contains(carriage) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 1)
    for line in bytes.split(separator: feed, omittingEmptySubsequences: false) {
      text += line[..<(line.lastIndex { $0 != carriage }.map { $0 + 1 } ?? line.startIndex)]
      text.append(feed)
    }
    // What stands behind the last line feed is no line where it is empty.
    if bytes.last == feed { text.removeLast() }
    return hexadecimal(text)
  }

  /// 16 hexadecimal digits.
  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// XXH64 of the bytes.
  package static func xxh64(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let count = bytes.count
    var at = 0
    var hash: UInt64
    func word(_ offset: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if count >= 32 {
      var a = seed &+ prime1 &+ prime2
      var b = seed &+ prime2
      var c = seed
      var d = seed &- prime1
      while at + 32 <= count {
        a = round(a, word(at))
        b = round(b, word(at + 8))
        c = round(c, word(at + 16))
        d = round(d, word(at + 24))
        at += 32
      }
      hash = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      hash = seed &+ prime5
    }
    hash = hash &+ UInt64(count)
    while at + 8 <= count {
      hash = rotated(hash ^ round(0, word(at)), 27) &* prime1 &+ prime4
      at += 8
    }
    if at + 4 <= count {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      hash = rotated(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      at += 4
    }
    while at < count {
      hash = rotated(hash ^ (UInt64(bytes[at]) &* prime5), 11) &* prime1
      at += 1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value << bits) | (value >> (64 - bits))
  }
}
