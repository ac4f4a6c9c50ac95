public import IndoorModel

/// What only a whole use case can find wrong: what the crafts' values are handed from and to.
///
/// Use cases also throw the errors of the modules they call; each is an `IndoorError` with a code.
public struct AuthoringError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file holds no venue yet.
    public static let noVenue = Code(rawValue: "no-venue")
    /// The file holds no radio map yet.
    public static let noRadioMap = Code(rawValue: "no-radio-map")
    /// The file holds no guide yet.
    public static let noGuide = Code(rawValue: "no-guide")
    /// There is no folder of media where one was named.
    public static let noMediaFolder = Code(rawValue: "no-media-folder")
    /// The file holds no walks yet, or none that wasn't removed.
    public static let noWalks = Code(rawValue: "no-walks")
    /// Nothing was heard on the file's walks.
    public static let nothingHeard = Code(rawValue: "nothing-heard")
    /// What is left out with a scan is the whole survey, so that no map is left to locate it by.
    package static let nothingLeft = Code(rawValue: "nothing-left")
    /// Nothing in the sources can be stored, as a walk or in a guide.
    public static let nothingToImport = Code(rawValue: "nothing-to-import")
    /// A guide's works are those of another collection, and nobody said which they are for.
    package static let sameWorks = Code(rawValue: "same-works")
    /// There is no walk of that name.
    public static let noWalk = Code(rawValue: "no-walk")
    /// Several walks have that name.
    public static let severalWalks = Code(rawValue: "several-walks")
    /// The file has no transmitter of that name.
    public static let unknownTransmitter = Code(rawValue: "unknown-transmitter")
    /// A time zone's name is none.
    public static let unknownTimeZone = Code(rawValue: "unknown-time-zone")
    /// A walk would be called as another one is, or as another's hash begins.
    package static let nameTaken = Code(rawValue: "name-taken")
    /// A file in a zip has a name that can't stand beside the others.
    public static let badEntry = Code(rawValue: "bad-entry")
    /// Nothing in the file can be read as a recording.
    public static let noRecording = Code(rawValue: "no-recording")
    /// There are several recordings where one is asked for.
    public static let severalRecordings = Code(rawValue: "several-recordings")
    /// The recording has no gyroscope samples.
    public static let noGyroscope = Code(rawValue: "no-gyroscope")
    /// The recordings have no scan whose place is known.
    public static let noTruth = Code(rawValue: "no-truth")
    /// The recording has no scan, or none of that number or time.
    public static let noScan = Code(rawValue: "no-scan")
    /// The venue has no levels at all.
    public static let noLevels = Code(rawValue: "no-levels")
    /// The venue has no such level.
    public static let noLevel = Code(rawValue: "no-level")
    /// A place is at the venue with latitude and longitude exchanged.
    package static let exchangedPlace = Code(rawValue: "exchanged-place")
    /// Several buildings have that level, or plans, and none was named.
    public static let severalBuildings = Code(rawValue: "several-buildings")
    /// A plan was not stored, because a warning says that it can't belong there.
    public static let planNotStored = Code(rawValue: "plan-not-stored")
    /// A level is called otherwise than it is said to be.
    public static let otherLabel = Code(rawValue: "other-label")
    /// The file has no placed plan, or none on that level.
    public static let noPlan = Code(rawValue: "no-plan")
    /// Tying takes plans on two levels.
    public static let tooFewPlans = Code(rawValue: "too-few-plans")
    /// A tie's point lies far off its level's page.
    public static let tieOffPage = Code(rawValue: "tie-off-page")
    /// A connector was named on one level alone.
    public static let loneTie = Code(rawValue: "lone-tie")
    /// An output would overwrite what is read.
    public static let overwritesInput = Code(rawValue: "overwrites-input")
    /// Two outputs would go to one place.
    public static let writtenTwice = Code(rawValue: "written-twice")
    /// Files of another archive are in the folder that an archive should go to.
    public static let otherArchive = Code(rawValue: "other-archive")
    /// A recording or its truth that nobody simulated is where a simulated one should go.
    public static let otherRecording = Code(rawValue: "other-recording")
    /// A file that the command didn't write is where one should go that nobody named.
    public static let otherFile = Code(rawValue: "other-file")
    /// What a server was asked for didn't come.
    public static let notFetched = Code(rawValue: "not-fetched")
    /// Another program has the file open.
    public static let inUse = Code(rawValue: "in-use")
    /// A level with plans, walks or a guide would get another ordinal.
    public static let levelMoved = Code(rawValue: "level-moved")
    /// Walks would be lost.
    public static let walksLost = Code(rawValue: "walks-lost")
    /// Files that are to be merged are of two places.
    public static let otherPlace = Code(rawValue: "other-place")
    /// The sample museum's files are not where they are looked for.
    public static let noSamples = Code(rawValue: "no-samples")
    /// A file stands where the demo's should go, and isn't the demo's.
    public static let notTheDemos = Code(rawValue: "not-the-demos")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension AuthoringError {
  static func noVenue(_ path: String) -> AuthoringError {
    AuthoringError(.noVenue, "\(path): holds no venue yet; import one")
  }

  /// Positions that would be scored by themselves the next time.
  static func truth(_ path: String) -> AuthoringError {
    AuthoringError(
      .overwritesInput,
      "\(path): is called as a recording's truth, which positions are scored by; call the positions "
        + "otherwise")
  }

  static func noRadioMap(_ path: String) -> AuthoringError {
    AuthoringError(.noRadioMap, "\(path): holds no radio map yet; build one")
  }

  static func noGuide(_ path: String) -> AuthoringError {
    AuthoringError(.noGuide, "\(path): holds no guide yet; import one")
  }

  static func noWalks(_ path: String, removed: Int) -> AuthoringError {
    guard removed > 0 else {
      return AuthoringError(.noWalks, "\(path): holds no walks yet; import some")
    }
    return AuthoringError(
      .noWalks,
      "\(path): holds no walks but \(removed) that \(removed == 1 ? "was" : "were") removed; "
        + (removed == 1 ? "restore it" : "restore some of them"))
  }

  /// Why there is nothing to make a radio map of.
  static func nothingToMap(
    _ path: String, walks: Int, removed: Int, forgotten: Int
  ) -> AuthoringError {
    if walks == 0 { return noWalks(path, removed: removed) }
    if forgotten > 0 {
      return AuthoringError(
        .nothingHeard,
        "\(path): its walks heard no transmitter but those that are forgotten (\(forgotten)); "
          + "hear some again, or go back to a version before")
    }
    return AuthoringError(
      .nothingHeard,
      "\(path): holds \(Counted.text(walks, "walk")), on which nothing was heard, or all of it over 20 s "
        + "before it was reported; check the phone's Wi-Fi, Bluetooth and permissions and that ages are "
        + "in milliseconds, and walk again")
  }

  static func nothingToImport(
    _ path: String, _ reasons: String, remedy: String?
  ) -> AuthoringError {
    let remedy = remedy ?? "a survey needs scans and waypoints, and check the format"
    return AuthoringError(
      .nothingToImport, "\(path): has no walk that could be stored (\(reasons)); \(remedy)")
  }

  static func allExcepted(_ path: String) -> AuthoringError {
    AuthoringError(
      .nothingToImport,
      "\(path): every walk in it is on the list of walks to leave out; take some off that list")
  }

  static func emptyGuide(
    _ sources: String, replaces: Bool, why: GuideFinding?
  ) -> AuthoringError {
    let why = why.map { "\($0.source.map { "\($0): " } ?? "")\($0.message)" }
    return AuthoringError(
      .nothingToImport,
      "\(sources): holds no items, tours or groups\(replaces ? ", and nothing was replaced" : ""); "
        + (why ?? "check the file and its format"))
  }

  static func sameWorks(
    _ sources: String, _ shared: Int, of count: Int, in collection: String, isTranslation: Bool,
    isExact: Bool
  ) -> AuthoringError {
    let keys = isExact ? "" : "write those keys as they are there, and "
    return AuthoringError(
      .sameWorks,
      "\(sources): \(shared) of its \(count) works have the keys\(isTranslation ? "" : " and titles") of the"
        + " collection \"\(collection)\", and would stand there twice; \(keys)import them into that collection,"
        + " where their texts take the place of those of the same names and languages, or name another"
        + " for them")
  }

  static func sameTables(
    _ sources: String, _ shared: Int, of count: Int, in collection: String
  ) -> AuthoringError {
    AuthoringError(
      .sameWorks,
      "\(sources): \(shared) of its \(count) groups and tours have the keys of the collection \"\(collection)\","
        + " and would stand there twice; import them into that collection, or name another for them"
    )
  }

  static func noMediaFolder(_ path: String, isFile: Bool) -> AuthoringError {
    AuthoringError(
      .noMediaFolder,
      "\(path): \(isFile ? "this is no folder" : "there is no such folder"); "
        + "name the folder with the media's files")
  }

  static func noRecording(_ path: String) -> AuthoringError {
    AuthoringError(
      .noRecording,
      "\(path): has no line that can be read as a recording; check whether it is cut, and the format"
    )
  }

  static func noTruth(_ path: String, _ leftOut: String?) -> AuthoringError {
    AuthoringError(
      .noTruth,
      "\(path): has no scan whose place is known\(leftOut.map { " (left out: \($0))" } ?? ""); recordings to compare with need waypoints on the venue's levels"
    )
  }

  static func severalBuildings(
    _ path: String, _ keys: some Sequence<LevelKey>, in venue: Venue
  ) -> AuthoringError {
    AuthoringError(
      .severalBuildings,
      "\(path): the buildings \(BuildingName.shown(keys.map(\.building), in: venue)) all have that level; "
        + "name the building")
  }
}
