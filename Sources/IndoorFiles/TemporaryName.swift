internal import IndoorLibc

/// Names of what is there for a time: `positions.csv.partial-4242-9f31ac07`.
///
/// The end is a checksum of what stands before it, so that nobody else's file bears such a name by
/// chance; the number is the process's, for people.
enum TemporaryName {
  private static let mark = Array(".partial-".utf8)
  private static let digits = 8

  /// A name beside another one, cut where the folder's names can't be so long.
  static func make(for base: RawPath, attempt: Int, longest: Int) -> RawPath {
    let tail = mark + Array((attempt == 0 ? "\(getpid())" : "\(getpid()).\(attempt)").utf8)
    var head = base.bytes.prefix(max(1, longest - tail.count - 1 - digits))
    // Some disks take whole characters only.
    while head.count < base.bytes.count, head.count > 1, base.bytes[head.count] & 0xC0 == 0x80 {
      head.removeLast()
    }
    let named = Array(head) + tail
    return RawPath(named + checksum(of: named))
  }

  /// Whether this program gave the name.
  static func isOurs(_ name: RawPath) -> Bool {
    let (named, end) = (name.bytes.dropLast(digits + 1), name.bytes.suffix(digits + 1))
    guard end.count == digits + 1, Array(end) == checksum(of: named) else { return false }
    guard let dash = named.lastIndex(of: UInt8(ascii: "-")) else { return false }
    return named[...dash].suffix(mark.count).elementsEqual(mark)
  }

  /// A dash and 32 bits of FNV-1a (Fowler, Noll, Vo), in hexadecimal digits.
  private static func checksum(of name: some Sequence<UInt8>) -> [UInt8] {
    var hash: UInt32 = 0x811C_9DC5
    for byte in Array("IndoorKit:".utf8) + Array(name) {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }
    let text = String(hash, radix: 16)
    return Array(("-" + String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
  }
}
