internal import CZLIB

/// A way in which a stream's bytes are packed (ISO 32000-2, 7.4), of those that content has.
///
/// qpdf knows them all, and unpacks a bomb whole; here each ends at a limit.
package enum StreamFilter: Equatable {
  case flate
  /// Codes grow by a bit one code early, as nearly all writers have it.
  case lzw(isEarly: Bool)
  case runLength
  case ascii85
  case asciiHex

  /// The bytes, as far as the limit and their soundness go: a stream that is cut gives what it has,
  /// as in viewers.
  package func unpacked(_ packed: [UInt8], limit: Int) -> [UInt8] {
    switch self {
    case .flate: Self.inflated(packed, limit: limit)
    case .lzw(let isEarly): Self.lzw(packed, isEarly: isEarly, limit: limit).bytes
    case .runLength: Self.runs(packed, limit: limit)
    case .ascii85: Self.ascii85(packed, limit: limit)
    case .asciiHex: Self.asciiHex(packed, limit: limit)
    }
  }

  private static func inflated(_ packed: [UInt8], limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = inflate(packed) { made in
      bytes.append(contentsOf: made.prefix(limit - bytes.count))
      return bytes.count < limit
    }
    return bytes
  }

  /// The bytes, as far as the limit goes; `nil` where they break off or hold what can't be, and
  /// where they don't agree with their checksum. One that was cut off is no damage, nor are zeros
  /// in its place, nor is nothing.
  func whole(_ packed: [UInt8], limit: Int) -> [UInt8]? {
    guard !packed.isEmpty else { return [] }
    switch self {
    case .flate:
      var bytes: [UInt8] = []
      let isWhole = Self.inflate(packed) { made in
        bytes.append(contentsOf: made.prefix(limit - bytes.count))
        return bytes.count < limit
      }
      return isWhole ? bytes : nil
    case .lzw(let isEarly):
      let unpacked = Self.lzw(packed, isEarly: isEarly, limit: limit)
      return unpacked.isWhole ? unpacked.bytes : nil
    case .runLength: return unpacked(packed, limit: limit)
    case .ascii85:
      let isText = packed.prefix { $0 != UInt8(ascii: "~") }.allSatisfy {
        (UInt8(ascii: "!")...UInt8(ascii: "u")).contains($0) || $0 == UInt8(ascii: "z")
          || Self.isSpace($0)
      }
      return isText ? unpacked(packed, limit: limit) : nil
    case .asciiHex:
      let isText = packed.prefix { $0 != UInt8(ascii: ">") }.allSatisfy {
        Character(Unicode.Scalar($0)).isHexDigit || Self.isSpace($0)
      }
      return isText ? unpacked(packed, limit: limit) : nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32: true
    default: false
    }
  }

  /// Hands over what was packed, piece by piece, for as long as more is wanted. Returns whether
  /// there is no more, or was no more wanted; `false` where it breaks off.
  private static func inflate(
    _ packed: [UInt8], _ take: (_ made: ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    packed.withUnsafeBufferPointer { packed in
      var stream = z_stream()
      guard inflateInit_(&stream, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        return false
      }
      defer { inflateEnd(&stream) }
      stream.next_in = UnsafeMutablePointer(mutating: packed.baseAddress)
      stream.avail_in = UInt32(clamping: packed.count)
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      func step() -> (status: Int32, made: Int) {
        let status = chunk.withUnsafeMutableBufferPointer { out -> Int32 in
          stream.next_out = out.baseAddress
          stream.avail_out = UInt32(out.count)
          return CZLIB.inflate(&stream, Z_NO_FLUSH)
        }
        return (status, chunk.count - Int(stream.avail_out))
      }
      while true {
        let (status, made) = step()
        if made > 0, !take(chunk.prefix(made)) { return true }
        if status == Z_STREAM_END { return true }
        if status == Z_OK, made > 0 { continue }
        guard status == Z_OK || status == Z_BUF_ERROR, stream.avail_in == 0 else {
          // Some programs write zeros where the checksum belongs.
          let end = packed[..<(packed.count - Int(stream.avail_in))].suffix(4)
          return saysWrongChecksum(stream) && end.allSatisfy { $0 == 0 }
        }
        // Where nothing but the checksum is missing, a wrong one is all that is left to complain
        // of.
        return [UInt8](repeating: 0, count: 4).withUnsafeBufferPointer { zeros in
          stream.next_in = UnsafeMutablePointer(mutating: zeros.baseAddress)
          stream.avail_in = 4
          let last = step()
          return last.status == Z_STREAM_END || last.made == 0 && saysWrongChecksum(stream)
        }
      }
    }
  }

  private static func saysWrongChecksum(_ stream: z_stream) -> Bool {
    stream.msg.map { String(cString: $0) == "incorrect data check" } ?? false
  }

  /// Welch (1984), "A technique for high-performance data compression",
  /// doi:10.1109/MC.1984.1659158, with codes of 9 to 12 bits, 256 to begin anew and 257 to end.
  private static func lzw(
    _ packed: [UInt8], isEarly: Bool, limit: Int
  ) -> (bytes: [UInt8], isWhole: Bool) {
    // Each entry is a stretch of what came out before: the text of the code before and one byte.
    var entries: [Range<Int>] = []
    var bytes: [UInt8] = []
    var last: Range<Int>?
    var (bits, held, width) = (UInt32(0), 0, 9)
    for byte in packed {
      bits = bits << 8 | UInt32(byte)
      held += 8
      while held >= width {
        held -= width
        let code = Int(bits >> UInt32(held))
        bits &= 1 << UInt32(held) - 1
        guard code != 257, bytes.count < limit else { return (bytes, true) }
        guard code != 256 else {
          entries.removeAll(keepingCapacity: true)
          (last, width) = (nil, 9)
          continue
        }
        let start = bytes.count
        if let last, entries.count < 4096 - 258 { entries.append(last.lowerBound..<start + 1) }
        if code < 256 {
          bytes.append(UInt8(truncatingIfNeeded: code))
        } else {
          guard code - 258 < entries.count else { return (bytes, false) }
          // The newest entry's last byte is the first one that it writes.
          for index in entries[code - 258].prefix(limit - start) { bytes.append(bytes[index]) }
        }
        last = start..<bytes.count
        let next = 258 + entries.count + (isEarly ? 1 : 0)
        width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9
      }
    }
    return (bytes, false)
  }

  private static func runs(_ packed: [UInt8], limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < packed.count, packed[index] != 128, bytes.count < limit {
      let length = Int(packed[index])
      if length < 128 {
        bytes += packed[(index + 1)...].prefix(length + 1)
        index += length + 2
      } else {
        guard index + 1 < packed.count else { break }
        bytes += repeatElement(packed[index + 1], count: 257 - length)
        index += 2
      }
    }
    return bytes
  }

  private static func ascii85(_ packed: [UInt8], limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var (value, digits) = (UInt64(0), 0)
    func write() {
      for _ in digits..<5 { value = value * 85 + 84 }
      for byte in 0..<max(0, digits - 1) {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(24 - 8 * byte)))
      }
      (value, digits) = (0, 0)
    }
    for byte in packed {
      guard bytes.count < limit else { break }
      switch byte {
      case UInt8(ascii: "!")...UInt8(ascii: "u"):
        value = value * 85 + UInt64(byte - UInt8(ascii: "!"))
        digits += 1
        if digits == 5 { write() }
      case UInt8(ascii: "z") where digits == 0: bytes += [0, 0, 0, 0]
      case 0, 9, 10, 12, 13, 32: break
      default:
        write()
        return bytes
      }
    }
    write()
    return Array(bytes.prefix(limit))
  }

  private static func asciiHex(_ packed: [UInt8], limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in packed {
      guard bytes.count < limit else { return bytes }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case 0, 9, 10, 12, 13, 32: continue
      default: return bytes + (high.map { [$0 << 4] } ?? [])
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes + (high.map { [$0 << 4] } ?? [])
  }
}
