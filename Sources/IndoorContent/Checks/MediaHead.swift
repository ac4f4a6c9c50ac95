import IndoorModel

/// What the first bytes of a file say that can be no picture and no sound, as servers answer for
/// what isn't there, and what stands for files that weren't fetched.
enum MediaHead {
  /// How many bytes are looked at.
  static let length = 1024

  /// Pictures of which a file begins in one way alone.
  private static let signed: Set = ["image/jpeg", "image/png", "image/gif", "image/webp"]

  /// Why a file whose first bytes are no known picture's or sound's can't be of a type, as the rest
  /// of a sentence; `nil` where it may be.
  static func lack(of head: [UInt8], as type: String) -> String? {
    guard ["image/", "audio/", "video/"].contains(where: type.hasPrefix) else { return nil }
    guard !head.isEmpty else {
      return "is empty, and is called \(type); put the file itself there"
    }
    switch text(head) {
    // A long comment may stand before a drawing's first tag.
    case "XML" where type == "image/svg+xml" || type == "image/*": return nil
    case let text?:
      return "begins as \(text), as where a server had no such file, and is called \(type); put the"
        + " file itself there"
    case nil: break
    }
    if head.starts(with: "version https://git-lfs".utf8) {
      return "is Git LFS's pointer to one that wasn't fetched, and is called \(type); fetch it"
    }
    return signed.contains(type)
      ? "doesn't begin as a file of \(type), as which it is called; put the file itself there" : nil
  }

  /// Whether a file begins as a drawing in SVG.
  static func isSVG(_ head: [UInt8]) -> Bool {
    text(head) == "XML" && String(decoding: head, as: UTF8.self).contains("<svg")
  }

  /// The kind of text that a file begins as, `HTML`, `XML` or `JSON`; `nil` where it is none.
  private static func text(_ head: [UInt8]) -> String? {
    let hasMark = head.starts(with: [0xEF, 0xBB, 0xBF])
    let words = String(decoding: hasMark ? head.dropFirst(3) : head[...], as: UTF8.self)
      .drop { $0.isWhitespace }.lowercased()
    guard let first = words.utf8.first else { return nil }
    let rest = words.dropFirst().drop { $0.isWhitespace }.utf8.first
    switch first {
    case UInt8(ascii: "<"):
      if ["<!doctype html", "<html", "<head", "<body", "<script"].contains(where: words.hasPrefix) {
        return "HTML"
      }
      guard let rest = words.utf8.dropFirst().first else { return nil }
      return rest == UInt8(ascii: "?") || rest == UInt8(ascii: "!")
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(rest) ? "XML" : nil
    case UInt8(ascii: "{"): return rest.map("\"}".utf8.contains) == true ? "JSON" : nil
    case UInt8(ascii: "["): return rest.map("\"{[]".utf8.contains) == true ? "JSON" : nil
    default: return nil
    }
  }
}
