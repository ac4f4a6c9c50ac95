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
    /// Behind `<!`.
    case marked
    /// Behind `<!-`.
    case dashed
    /// In a comment, behind so many dashes, until two and `>` end it.
    case comment(Int)
    /// In a section of plain text, behind so many brackets, until two and `>` end it.
    case plain(Int)
    /// In an instruction, behind a question mark or not.
    case instruction(Bool)
    /// In a document type, which is refused.
    case declaration
  }

  private var place = Place.text
  private var count = 0

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
      case .marked: place = Self.place(behindMark: byte)
      case .dashed: place = byte == UInt8(ascii: "-") ? .comment(0) : .declaration
      case .comment(let dashes):
        place =
          Self.ends(byte, behind: dashes)
          ? .text : .comment(byte == UInt8(ascii: "-") ? min(2, dashes + 1) : 0)
      case .plain(let brackets):
        place =
          Self.ends(byte, behind: brackets)
          ? .text : .plain(byte == UInt8(ascii: "]") ? min(2, brackets + 1) : 0)
      case .instruction(let isMarked):
        place =
          isMarked && byte == UInt8(ascii: ">") ? .text : .instruction(byte == UInt8(ascii: "?"))
      case .declaration: break
      }
    }
    return false
  }

  private static func ends(_ byte: UInt8, behind signs: Int) -> Bool {
    byte == UInt8(ascii: ">") && signs == 2
  }

  private static func place(behindOpening byte: UInt8) -> Place {
    switch byte {
    case UInt8(ascii: "!"): .marked
    case UInt8(ascii: "?"): .instruction(false)
    case UInt8(ascii: ">"): .text
    default: .tag
    }
  }

  private static func place(behindMark byte: UInt8) -> Place {
    switch byte {
    case UInt8(ascii: "-"): .dashed
    case UInt8(ascii: "["): .plain(0)
    default: .declaration
    }
  }
}
