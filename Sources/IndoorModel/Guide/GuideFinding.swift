/// Something odd in content, that was kept as it is.
public struct GuideFinding: Hashable, Sendable {
  /// Which rule it breaks: `duplicate-code`.
  public var rule: ContentRule
  /// How bad it is.
  public var severity: Severity
  /// What it is about, where it is about one thing; of a stop, the tour is what counts.
  public var owner: GuideOwner?
  /// The file, and `file:line` where the line is known.
  public var source: String?
  /// One sentence: what is wrong, and what to do.
  public var message: String

  /// The key of the item, the tour or the medium it is about, where it is about one.
  public var item: String? {
    switch owner?.kind {
    case .item, .tour, .stop, .medium: owner?.key
    case .collection, .group, nil: nil
    }
  }

  /// Makes a finding of a rule's usual severity.
  public init(
    _ rule: ContentRule, of owner: GuideOwner?, source: String? = nil, _ message: String
  ) {
    self.rule = rule
    severity = rule.severity
    self.owner =
      owner.flatMap { $0.kind == .collection ? nil : GuideOwner($0.kind, $0.key) }
    self.source = source
    self.message = message
  }

  /// Makes a finding of an item, or of none, of a rule's usual severity.
  public init(
    _ rule: ContentRule, item: String? = nil, source: String? = nil, _ message: String
  ) {
    self.init(rule, of: item.map { GuideOwner(.item, $0) }, source: source, message)
  }

  /// How bad a finding is.
  public enum Severity: String, Hashable, Sendable {
    /// What is shown would be wrong, or isn't there.
    case error
    /// Somebody should look.
    case warning
    /// Worth knowing.
    case info
  }
}

/// The rules that content is checked by.
public enum ContentRule: String, Hashable, Sendable, CaseIterable {
  /// An item or a group names a group that isn't there.
  case danglingGroup = "dangling-group"
  /// Groups are in one another, round and round.
  case circularGroup = "circular-group"
  /// A work names a gallery that isn't there.
  case danglingGallery = "dangling-gallery"
  /// Something plays a medium that isn't there.
  case danglingAudio = "dangling-audio"
  /// A tour stops at an item that isn't there, or at nothing.
  case danglingStop = "dangling-stop"
  /// One number leads to several things.
  case duplicateCode = "duplicate-code"
  /// An item bears a number that isn't one of those it is dialled by.
  case codeConflict = "code-conflict"
  /// A table has no keys, or one of its lines, something in a list, a work of a feed or a feature
  /// has none, so that they are called by their file and their place in it.
  case missingKey = "missing-key"
  /// Two things of one kind have one key.
  case duplicateKey = "duplicate-key"
  /// Keys of one kind differ in zeros before or behind them, capitals, dashes or blanks alone.
  case nearKey = "near-key"
  /// Works stand there twice under different keys, with one title, level and place.
  case twinWorks = "twin-works"
  /// No work of a source has a title, or no tour.
  case untitled = "untitled"
  /// No work of a source has a place, or a level, and a column or property that is a text seems to
  /// say it.
  case unplaced = "unplaced"
  /// An object of JSON has a key twice: the last counts.
  case keyTwice = "key-twice"
  /// A location is none.
  case badLocation = "bad-location"
  /// A column or property is a text by a name that is nearly one with a meaning, or that hides
  /// something elsewhere, as `published`, and nothing else says what it seems to.
  case almostName = "almost-name"
  /// A value is none that its column takes: a word where a number or yes or no belongs.
  case badValue = "bad-value"
  /// Several points of one item, whose place is in the middle of them.
  case severalPoints = "several-points"
  /// Latitude and longitude seem to have changed places.
  case swappedCoordinates = "swapped-coordinates"
  /// A place lies outside the venue.
  case outsideVenue = "outside-venue"
  /// A level that the venue, or the building that is said, doesn't have.
  case wrongFloor = "wrong-floor"
  /// A work lies over 15 m from the middle of its gallery, or on another level.
  case farFromGallery = "far-from-gallery"
  /// A gallery is closed, and hides what is in it.
  case closedGallery = "closed-gallery"
  /// A medium's file isn't there.
  case missingMedia = "missing-media"
  /// Nothing shows a medium.
  case unusedMedia = "unused-media"
  /// A medium's file isn't what its name says, or is empty, a web page, an answer in XML or JSON,
  /// or Git LFS's pointer.
  case wrongType = "wrong-type"
  /// A medium's file is larger than phones like.
  case tooLarge = "too-large"
  /// Nobody says under what licence a medium may be shown.
  case noLicence = "no-licence"
  /// A medium for free apps in one that costs.
  case freeOnlyInPaid = "free-only-in-paid"
  /// A picture without words for those who can't see it.
  case noAlternative = "no-alt"
  /// A sound without words for those who can't hear it.
  case noTranscript = "no-transcript"
  /// A text is there in one language and missing in another.
  case untranslated = "untranslated"
  /// A text is what programs write for nothing.
  case nullText = "null-text"
  /// A text is what programs print of their own insides.
  case machineText = "machine-text"
  /// A text went through a wrong encoding, as `MÃ¤dchen`.
  case garbledText = "garbled-text"
  /// A plain text has HTML in it, or characters written as in HTML.
  case htmlWhereText = "html-where-text"
  /// A free property has the name of one with a meaning.
  case reservedKey = "reserved-key"
  /// A property that the format doesn't have.
  case unknownKey = "unknown-key"
  /// A template that isn't there.
  case unknownTemplate = "unknown-template"
  /// What programs of maps label an item or a tour with isn't its title.
  case otherLabel = "other-label"
  /// A table in a folder of tables that isn't read, or a source that gives nothing.
  case passedOver = "passed-over"
  /// Something ends before it begins.
  case endsBeforeBegins = "ends-before-begins"
  /// A beginning or an end that is no date; what begins so is never open.
  case unknownDate = "unknown-date"
  /// Nothing of an item can be searched for but its labels.
  case unsearchable = "unsearchable"
  /// A time zone that isn't known.
  case unknownZone = "unknown-zone"
  /// Opening hours that can't be read, so that nothing they are of is ever open.
  case unknownHours = "unknown-hours"
  /// Opening hours that say only when it is closed, as `Sa off`, or that close all days in the end,
  /// so that nothing they are of is ever open.
  case neverOpen = "never-open"

  /// How bad it usually is.
  public var severity: GuideFinding.Severity {
    switch self {
    case .danglingGroup, .circularGroup, .danglingGallery, .danglingAudio, .danglingStop,
      .badLocation,
      .swappedCoordinates, .wrongFloor, .missingMedia, .wrongType, .freeOnlyInPaid,
      .endsBeforeBegins, .unknownZone, .duplicateKey:
      .error
    case .duplicateCode, .codeConflict, .outsideVenue, .farFromGallery, .tooLarge, .noTranscript,
      .nullText, .machineText, .garbledText, .htmlWhereText, .unknownKey, .unknownTemplate,
      .reservedKey,
      .unknownHours, .neverOpen, .unknownDate, .missingKey, .badValue, .severalPoints, .passedOver,
      .keyTwice, .otherLabel, .almostName, .nearKey, .twinWorks, .untitled, .unplaced:
      .warning
    case .closedGallery, .unusedMedia, .noLicence, .noAlternative, .untranslated, .unsearchable:
      .info
    }
  }
}
