/// FNV-1a, 64 bits (Fowler, Noll, Vo; RFC 9923): finds equal blocks and flipped bits, and protects
/// from nobody.
enum FNV {
  static func hash(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int64(bitPattern: hash)
  }
}
