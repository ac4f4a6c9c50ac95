/// Which items a list has.
public struct GuideFilter: Hashable, Sendable {
  /// The key of a group, or its label: items in it and in the groups within.
  public var group: String?
  /// The ordinal of a level: items on it, and those that are on all levels.
  public var level: Int?
  /// What items are: object, exhibition, in small letters or capitals.
  public var kind: String?
  /// A moment, ISO 8601: items that are open or shown then, and those that always are.
  public var openAt: String?
  /// A part of a text, to be found anywhere within it.
  public var contained: Contained?

  /// Takes all items.
  public init() {}

  /// Looks at a time that `openAt` is to be.
  ///
  /// - Throws: `GuideError` for one that can't be read.
  package static func check(time text: String) throws(GuideError) {
    guard GuideTime(text) != nil else { throw .badTime(text) }
  }

  /// Part of a text of a property.
  public struct Contained: Hashable, Sendable {
    /// The property's name.
    public var field: String
    /// The part, in whatever case and with whatever marks.
    public var text: String

    /// Makes a part.
    public init(field: String, text: String) {
      self.field = field
      self.text = text
    }
  }
}
