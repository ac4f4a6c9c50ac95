/// A sound, a picture, a film, in one language.
public struct GuideMedium: Hashable, Sendable {
  /// The source's key; the same medium in several languages has several entries of one key.
  public var key: String
  /// Where it is: a URL, or a file's name beside the source.
  public var uri: String
  /// Its media type, `audio/mpeg`, as far as the name tells.
  public var type: String
  /// BCP 47; empty for a medium without words.
  public var language: String
  /// What to say of it.
  public var about = About()

  /// Makes a medium.
  public init(key: String, uri: String, type: String, language: String = "") {
    self.key = key
    self.uri = uri
    self.type = type
    self.language = language
  }

  /// Who made a medium, under what licence, and what stands for it where it can't be seen or heard.
  public struct About: Hashable, Sendable {
    /// Who made it.
    public var credit: String?
    /// Its licence, as the source has it.
    public var licence: String?
    /// Whether it may be shown only where nobody pays.
    public var isFreeOnly = false
    /// What stands for a picture.
    public var alternative: String?
    /// What is said in a sound.
    public var transcript: String?

    /// Says nothing.
    public init() {}
  }
}

/// That something shows a medium.
public struct GuideMediumUse: Hashable, Sendable {
  /// What shows it.
  public var owner: GuideOwner
  /// The medium's key.
  public var medium: String
  /// What it is there: image, audio, thumbnail, or the source's own word.
  public var role: String

  /// Makes a use.
  public init(_ owner: GuideOwner, medium: String, role: String) {
    self.owner = owner
    self.medium = medium
    self.role = role
  }
}
