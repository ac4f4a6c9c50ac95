extension String {
  /// The most code points of a piece.
  static let longestPiece = 4096

  /// Goes through a text in pieces whose words take little memory, whatever the text is: cut behind
  /// a blank, so that each word is whole, and only where 4,096 code points have none in the midst
  /// of them.
  func visitPieces(_ body: (Substring) -> Void) {
    var rest = self[...]
    repeat {
      let piece = Self.firstPiece(of: rest)
      body(piece)
      rest = rest[piece.endIndex...]
    } while !rest.isEmpty
  }

  /// What `visitPieces` comes to first.
  var firstPiece: Substring { Self.firstPiece(of: self[...]) }

  private static func firstPiece(of text: Substring) -> Substring {
    // Most texts are short, and bytes are quick to count.
    guard text.utf8.count > longestPiece else { return text }
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(
        scalars.startIndex, offsetBy: longestPiece, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    guard let blank = scalars[..<end].lastIndex(where: isBlank) else { return text[..<end] }
    return text[..<scalars.index(after: blank)]
  }

  /// What surely parts words: marks don't join it, and it becomes nothing else.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ",", ";", "\u{3001}", "\u{3002}", "\u{FF01}", "\u{FF0C}", "\u{FF1F}": true
    default: scalar.properties.isWhitespace
    }
  }
}
