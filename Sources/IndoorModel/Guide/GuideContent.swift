/// One import of content: works and whatever else is shown of a venue, as one source has it.
///
/// What refers to something does so by the source's own keys, and may refer to nothing: what a
/// source says is kept, and checks tell.
public struct GuideContent: Hashable, Sendable {
  /// Where it is from.
  public var collection: GuideCollection
  /// What is shown, in the source's order.
  public var items: [GuideItem] = []
  /// The trees that items are sorted into, in the source's order.
  public var groups: [GuideGroup] = []
  /// Everything that a source says in words, by what it is said of.
  public var texts: [GuideText] = []
  /// Numbers to dial, accession numbers, texts of QR codes.
  public var codes: [GuideCode] = []
  /// Sounds, pictures, films.
  public var media: [GuideMedium] = []
  /// What shows which medium.
  public var uses: [GuideMediumUse] = []
  /// Tours, in the source's order.
  public var tours: [GuideTour] = []
  /// When what is open or shown.
  public var rules: [GuideRule] = []
  /// How pages of items are laid out.
  public var templates: [GuideTemplate] = []
  /// What the reader found odd; checks of the content itself come on top.
  public var findings: [GuideFinding] = []

  /// Makes content that has nothing yet.
  public init(_ collection: GuideCollection) { self.collection = collection }
}

/// Where content is from.
public struct GuideCollection: Hashable, Sendable {
  /// What names it in the venue file.
  public var key: String
  /// The format it was read from.
  public var format: String
  /// The source's own version, where it has one.
  public var version: String?
  /// Hash of what was read, hexadecimal.
  public var hash: String
  /// The language of texts that say none, BCP 47.
  public var language: String
  /// The IANA name of the time zone that its times are in, where known.
  public var zone: String?
  /// The licence of all of it, where the source says one.
  public var licence: String?

  /// Makes a collection.
  public init(
    key: String, format: String, version: String? = nil, hash: String = "",
    language: String = "en", zone: String? = nil, licence: String? = nil
  ) {
    self.key = key
    self.format = format
    self.version = version
    self.hash = hash
    self.language = language
    self.zone = zone
    self.licence = licence
  }
}

/// What a text, a code, a medium or a rule belongs to.
public struct GuideOwner: Hashable, Sendable {
  /// What it is.
  public var kind: Kind
  /// Its key; a stop's is its tour's.
  public var key: String
  /// A stop's place in its tour, from 0; 0 for all else.
  public var position: Int

  /// Makes an owner.
  public init(_ kind: Kind, _ key: String, position: Int = 0) {
    self.kind = kind
    self.key = key
    self.position = position
  }

  /// What can have texts, codes, media and rules.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The whole collection; its key is empty.
    case collection
    /// An item.
    case item
    /// A group.
    case group
    /// A medium.
    case medium
    /// A tour.
    case tour
    /// A stop of a tour.
    case stop
  }

  /// The whole collection.
  public static let collection = GuideOwner(.collection, "")
}
