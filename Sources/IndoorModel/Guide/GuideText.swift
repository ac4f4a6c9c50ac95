/// One thing that a source says of something in one language.
public struct GuideText: Hashable, Sendable {
  /// What it is said of.
  public var owner: GuideOwner
  /// The property's name as it stands in the source: title, artist, details.family.
  public var name: String
  /// BCP 47.
  public var language: String
  /// What is said, as it came.
  public var value: String
  /// Whether it is HTML.
  public var isHTML: Bool
  /// Which of several values of that name, from 0.
  public var position: Int

  /// Makes a text.
  public init(
    _ owner: GuideOwner, _ name: String, language: String, _ value: String, isHTML: Bool = false,
    position: Int = 0
  ) {
    self.owner = owner
    self.name = name
    self.language = language
    self.value = value
    self.isHTML = isHTML
    self.position = position
  }

  /// Names of the text that people read first, the first that is there.
  public static let titles = [
    "title", "label", "displayLabel", "display_label", "preferred_labels", "name",
  ]

  /// Whether a value only looks like a text: what programs write for nothing.
  public static func isNull(_ value: String) -> Bool {
    let bytes = value.utf8
    switch bytes.count {
    // MySQL and PostgreSQL's COPY write so.
    case 2: return value == "\\N"
    case 4: return value == "null" || value == "NULL" || value == "None"
    case 5: return value == "<nil>"
    case 6: return value == "(null)" || value == "<null>"
    case 9: return value == "undefined"
    default: return isMachineMade(value)
    }
  }

  /// Whether it is how Java or JavaScript prints an object: `[Ljava.lang.String;@1b2c3d`,
  /// `a.b.C@1b2c3d`, `[object Object]`.
  public static func isMachineMade(_ value: String) -> Bool {
    if value == "[object Object]" { return true }
    guard let at = value.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let hex = value.utf8[value.utf8.index(after: at)...]
    let name = value.utf8[..<at]
    guard (4...16).contains(hex.count), (6...200).contains(name.count) else { return false }
    return hex.allSatisfy(isHexDigit) && name.contains(UInt8(ascii: "."))
      && (name.first == UInt8(ascii: "[")
        || name.starts(with: "java".utf8) || name.starts(with: "com.".utf8)
        || name.starts(with: "org.".utf8))
      && !name.contains(UInt8(ascii: " "))
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}

/// A number on a keypad, an accession number or the text of a QR code. Not unique: one may lead to
/// several items, and an item have several.
public struct GuideCode: Hashable, Sendable {
  /// The code as the source has it.
  public var code: String
  /// Which codes answer first: 0 what is dialled, 1 what an item bears beside it.
  public var rank: Int
  /// The item or the tour that it leads to.
  public var owner: GuideOwner
  /// The key of the medium that it plays, where the source names one.
  public var medium: String?

  /// Makes a code.
  public init(_ code: String, rank: Int, owner: GuideOwner, medium: String? = nil) {
    self.code = code
    self.rank = rank
    self.owner = owner
    self.medium = medium
  }
}
