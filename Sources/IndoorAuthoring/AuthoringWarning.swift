public import IndoorModel

/// Something that the user of a use case should know; the work goes on all the same.
public struct AuthoringWarning: Hashable, Sendable {
  /// What it is, in a word that never changes.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An output can only be overwritten in place, which loses both where it is interrupted.
    public static let overwrittenInPlace = Code(rawValue: "overwritten-in-place")
    /// An output is a pipe, and waits for a program that reads it.
    public static let waitingForReader = Code(rawValue: "waiting-for-reader")
    /// An input is a pipe that nothing has been written to yet.
    public static let waitingForWriter = Code(rawValue: "waiting-for-writer")
    /// Something was given that has no effect on what was found.
    package static let noEffect = Code(rawValue: "no-effect")
    /// Nearly all works of a guide have other titles than those that had their numbers.
    package static let guideReplaced = Code(rawValue: "guide-replaced")
    /// Works of a guide have the titles that others had, as where running numbers moved on.
    package static let worksMoved = Code(rawValue: "works-moved")
    /// What a guide has on levels is all so many floors higher or lower than it was, as where
    /// labels mean other levels now.
    package static let floorsMoved = Code(rawValue: "floors-moved")
    /// A level that was said of a number is one that another number of the sources means, too.
    package static let floorsMixed = Code(rawValue: "floors-mixed")
    /// Works that another collection has, too, stand there twice now.
    package static let sameWorks = Code(rawValue: "same-works")
    /// Transmitters were heard in scans without a date alone, and aren't forgotten by theirs.
    package static let unknownDate = Code(rawValue: "unknown-date")
    /// A level of walks that are merged is called otherwise here, where another level has its
    /// label.
    package static let labelElsewhere = Code(rawValue: "label-elsewhere")
    /// A file in a folder of recordings is called like one, and was passed over.
    public static let passedOver = Code(rawValue: "passed-over")
    /// What stands where a recording's truth is looked for says nothing of where it was.
    public static let truthPassedOver = Code(rawValue: "truth-passed-over")
    /// A file's recordings hear no transmitter that the radio map has, or none of its networks or
    /// beacons.
    package static let strangeTransmitters = Code(rawValue: "strange-transmitters")
    /// What a radio map is evaluated against, or how far off positions are is measured with, is
    /// among the walks that it is made of.
    package static let ownWalk = Code(rawValue: "own-walk")
    /// There is no other walk to locate a walk's scans by, so that what flatters stands alone.
    package static let noSecondWalk = Code(rawValue: "no-second-walk")
    /// A recording names a level that means nothing: it is located or explained, and not compared
    /// with.
    public static let unknownLevel = Code(rawValue: "unknown-level")
    /// A walk was removed before: it stays hidden.
    public static let walkRemoved = Code(rawValue: "walk-removed")
    /// A level's plan was moved, and walks may have been marked on it.
    package static let walksStay = Code(rawValue: "walks-stay")
    /// A walk has the scans of another one, as of a copy that was interrupted.
    package static let walkTwice = Code(rawValue: "walk-twice")
    /// Walks that were imported lie far beside what is drawn of their levels, or on levels that the
    /// venue doesn't have.
    package static let besideLevels = Code(rawValue: "beside-levels")
    /// Walks in metres came into a venue that nobody has drawn, whose origin is where its first
    /// walks were.
    package static let assumedOrigin = Code(rawValue: "assumed-origin")
    /// Walks were stored before: what is said of their places now doesn't change them.
    public static let walksKept = Code(rawValue: "walks-kept")
    /// A floor's levels or units have ids that others have, and got others here.
    package static let duplicateID = Code(rawValue: "duplicate-id")
    /// Walks name no level of a venue that nobody has drawn: they are on its only one.
    package static let levelAssumed = Code(rawValue: "level-assumed")
    /// The first scans of a recording heard a few transmitters where later ones heard many: they
    /// cover nothing.
    public static let coldStart = Code(rawValue: "cold-start")
    /// What was kept of walks for radio maps was damaged, and was made anew.
    public static let rowsMadeAnew = Code(rawValue: "rows-made-anew")
    /// Some walks that were to be left out are not among the sources.
    public static let exceptionsMissing = Code(rawValue: "exceptions-missing")
    /// A venue has units and openings that its new sources don't have.
    public static let featuresVanished = Code(rawValue: "features-vanished")
    /// A venue has units and openings whose new sources have them, too, but so that they can't be
    /// read: they stay as they were.
    package static let featuresUnread = Code(rawValue: "features-unread")
    /// A competition's floor says another size than its outline has.
    package static let otherExtent = Code(rawValue: "other-extent")
    /// A venue's origin lay far off all that it holds, with nothing in local metres, and was set
    /// anew.
    public static let originMoved = Code(rawValue: "origin-moved")
    /// An IMDF archive gets no address, which the standard asks for.
    public static let noAddress = Code(rawValue: "no-address")
    /// On a plan no lift or stairs was looked for, because its lines don't lie on the walls surely.
    public static let connectorsNotSought = Code(rawValue: "connectors-not-sought")
    /// Lines of recordings could not be read, and were left out.
    public static let linesLeftOut = Code(rawValue: "lines-left-out")
    /// A picture is coarser than the image that it is made of.
    package static let coarserPicture = Code(rawValue: "coarser-picture")
    /// Tiles are coarser than the image that they are made of.
    package static let coarserTiles = Code(rawValue: "coarser-tiles")
    /// Positions are of the rows that a short search found, as to compare all would take too long.
    package static let approximateSearch = Code(rawValue: "approximate-search")
    /// A recording is so long that it is located with less than usual.
    package static let longRecording = Code(rawValue: "long-recording")
    /// No simulated walk is on a level, as its rooms are closed or too narrow.
    package static let levelNotWalked = Code(rawValue: "level-not-walked")
    /// Levels that a competition's folders draw stay as another source has drawn them.
    package static let drawingStays = Code(rawValue: "drawing-stays")
    /// The level of a competition's folder has another plan than that, or has it elsewhere, and it
    /// stays.
    package static let planStays = Code(rawValue: "plan-stays")
    /// A competition's plan was placed anew, as its level's outline has moved.
    package static let planPlacedAnew = Code(rawValue: "plan-placed-anew")
    /// A folder holds walks that were simulated before, beside those of now.
    package static let earlierWalks = Code(rawValue: "earlier-walks")
    /// A folder holds drawings of levels that the venue doesn't have.
    package static let earlierDrawings = Code(rawValue: "earlier-drawings")
    /// Units went out counter-clockwise that came clockwise: their corners have other numbers
    /// there.
    package static let cornersRenumbered = Code(rawValue: "corners-renumbered")
    /// A recording is named several times, and located as often.
    package static let namedTwice = Code(rawValue: "named-twice")
    /// A recording's motion sensors contradict each other, as where axes are exchanged; it is
    /// located without motion, or without the compass where that alone is wrong.
    package static let sensorAxes = Code(rawValue: "sensor-axes")
    /// A recording's sensors do what no phone's do.
    public static let sensorFault = Code(rawValue: "sensor-fault")
  }

  /// What it is.
  public let code: Code
  /// One sentence.
  public let message: String
  /// Whether it only says what is going on, and nothing is to be done.
  public let isNote: Bool

  init(_ code: Code, _ message: String, isNote: Bool = false) {
    self.code = code
    self.message = message
    self.isNote = isNote
  }
}

extension AuthoringProgress {
  static func warning(_ code: AuthoringWarning.Code, _ message: String) -> AuthoringProgress {
    .warning(AuthoringWarning(code, message))
  }

  static func note(_ code: AuthoringWarning.Code, _ message: String) -> AuthoringProgress {
    .warning(AuthoringWarning(code, message, isNote: true))
  }

  /// Says that a pipe is waited for.
  static func waiting(for path: String) -> AuthoringProgress {
    .note(.waitingForWriter, "\(path): waiting for what is written to it")
  }
}
