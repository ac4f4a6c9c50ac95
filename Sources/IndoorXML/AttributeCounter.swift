/// Counts the attributes of each element before libxml2 does, whose time for them grows with their
/// square.
struct AttributeCounter {
  private enum Place {
    case text
    /// Behind the `<` that begins whatever it is.
    case opening
    case tag
    /// In an attribute's value, until this sign.
    case value(UInt8)
    /// In a comment or a section of plain text.
    case section
    case instruction
  }

  private var place = Place.text
  private var count = 0
  /// The two bytes before, the last one lowest.
  private var before: UInt16 = 0

  /// Whether an element has more attributes than there may be, as far as it has been read.
  mutating func hasOver(_ most: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    for byte in bytes {
      switch place {
      case .text: if byte == UInt8(ascii: "<") { place = .opening }
      case .opening:
        count = 0
        place = Self.place(behindOpening: byte)
      case .tag:
        switch byte {
        case UInt8(ascii: ">"): place = .text
        case UInt8(ascii: "\""), UInt8(ascii: "'"): place = .value(byte)
        case UInt8(ascii: "="):
          count += 1
          if count > most { return true }
        default: break
        }
      case .value(let quote): if byte == quote { place = .tag }
      case .section:
        if byte == UInt8(ascii: ">"), before == 0x2D2D || before == 0x5D5D { place = .text }
      case .instruction:
        if byte == UInt8(ascii: ">"), before & 0xFF == 0x3F { place = .text }
      }
      before = before << 8 | UInt16(byte)
    }
    return false
  }

  private static func place(behindOpening byte: UInt8) -> Place {
    switch byte {
    case UInt8(ascii: "!"): .section
    case UInt8(ascii: "?"): .instruction
    case UInt8(ascii: ">"): .text
    default: .tag
    }
  }
}
