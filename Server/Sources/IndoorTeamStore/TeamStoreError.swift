public import IndoorModel

/// What keeps a team's store from being reached, or from taking or giving what it should.
public struct TeamStoreError: IndoorError {
  /// What went wrong, for code that acts on it.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The store's address is none.
    public static let badStoreAddress = Code(rawValue: "bad-store-address")
    /// The address holds a password, which everyone on the machine could read.
    public static let passwordInAddress = Code(rawValue: "password-in-address")
    /// The database can't be reached, or doesn't let this user in.
    public static let notReached = Code(rawValue: "not-reached")
    /// The connection broke; what was under way is undone, or known when it is asked for again.
    public static let connectionLost = Code(rawValue: "connection-lost")
    /// The database has no store in it.
    public static let noStore = Code(rawValue: "no-store")
    /// An older version made the store.
    public static let olderStore = Code(rawValue: "older-store")
    /// A newer version made the store.
    public static let newerStore = Code(rawValue: "newer-store")
    /// The database's user may not do this.
    public static let notAllowed = Code(rawValue: "not-allowed")
    /// The database's disk is full.
    public static let storeFull = Code(rawValue: "store-full")
    /// The database refused something.
    public static let refused = Code(rawValue: "refused")
    /// What the store holds contradicts itself.
    public static let damagedStore = Code(rawValue: "damaged-store")
    /// The store has no such venue.
    public static let noVenue = Code(rawValue: "no-venue")
    /// A venue's id is none.
    public static let badVenue = Code(rawValue: "bad-venue")
    /// The file and the store both changed the same part.
    public static let bothChanged = Code(rawValue: "both-changed")
    /// The file was changed while it was brought up to date.
    public static let changedMeanwhile = Code(rawValue: "changed-meanwhile")
    /// The database can't hold what was sent, such as a text with a zero in it.
    public static let unstorable = Code(rawValue: "unstorable")
    /// A walk's rows contradict each other.
    public static let damagedWalk = Code(rawValue: "damaged-walk")
    /// A walk lies on a level that the venue has no more.
    public static let lostLevel = Code(rawValue: "lost-level")
    /// A file can't be read.
    public static let unreadable = Code(rawValue: "unreadable")
  }

  /// What went wrong.
  public let code: Code
  /// One sentence: the place, what is wrong there, and what to do.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Whether the database, its machine or the way to it failed.
  public var isMachineFault: Bool {
    [.notReached, .connectionLost, .storeFull, .refused, .unreadable].contains(code)
  }

  /// Whether it may go well when it is tried again, as when a standby takes the place of a server.
  var mayPass: Bool { [.notReached, .connectionLost].contains(code) }

  /// Whether it was asked for wrongly.
  public var isUsage: Bool { [.badStoreAddress, .passwordInAddress].contains(code) }
}

extension TeamStoreError {
  static func badAddress(_ why: String) -> TeamStoreError {
    TeamStoreError(
      .badStoreAddress,
      "the store's address: \(why); write it as postgresql://USER@HOST/DATABASE")
  }

  static func passwordInAddress() -> TeamStoreError {
    TeamStoreError(
      .passwordInAddress,
      "the store's address: has a password in it, which everyone on this machine can read; take "
        + "it out, and put it into the file that PGPASSFILE names (~/.pgpass)")
  }

  static func notReached(_ store: String, _ reason: String) -> TeamStoreError {
    TeamStoreError(
      .notReached,
      "\(store): can't be reached (\(reason)); check the address, that PostgreSQL runs, and the "
        + "password in the file that PGPASSFILE names")
  }

  static func connectionLost(_ store: String) -> TeamStoreError {
    TeamStoreError(
      .connectionLost,
      "\(store): the connection was lost; nothing is stored half; do it again, what is stored "
        + "already isn't stored twice")
  }

  static func noStore(_ store: String) -> TeamStoreError {
    TeamStoreError(
      .noStore,
      "\(store): the database holds no store; make one by \"indoor-server team init\"")
  }

  static func olderStore(_ store: String, _ version: Int, known: Int) -> TeamStoreError {
    TeamStoreError(
      .olderStore,
      "\(store): the store has version \(version) and this program needs \(known); bring it up to "
        + "date by \"indoor-server team migrate\"")
  }

  static func newerStore(_ store: String, _ version: Int, known: Int) -> TeamStoreError {
    TeamStoreError(
      .newerStore,
      "\(store): the store has version \(version) and this program knows up to \(known); update "
        + "IndoorKit")
  }

  static func damaged(_ store: String, _ what: String) -> TeamStoreError {
    TeamStoreError(
      .damagedStore, "\(store): \(what); restore the database from a backup")
  }

  static func noVenue(_ store: String, _ venue: String) -> TeamStoreError {
    TeamStoreError(
      .noVenue,
      "\(store): has no venue \"\(venue)\"; \"indoor-server team venues\" says which there are")
  }

  static func badVenue(_ venue: String) -> TeamStoreError {
    TeamStoreError(
      .badVenue,
      "venue \"\(venue)\": is no id of 1 to 64 small letters, digits and hyphens; name one by "
        + "--venue")
  }

  static func bothChanged(
    _ file: String, _ part: String, _ version: VersionRow, of venue: String
  ) -> TeamStoreError {
    TeamStoreError(
      .bothChanged,
      "\(file): its \(part) and that of version \(version.number) of \(venue) in the store, by "
        + "\(version.by) at \(version.time), both differ from the version that the file was pulled "
        + "from; choose --ours for the file's or --theirs for the store's")
  }

  static func changedMeanwhile(_ file: String) -> TeamStoreError {
    TeamStoreError(
      .changedMeanwhile,
      "\(file): was changed by another program meanwhile, and stays as that left it; pull again")
  }

  static func unreadable(_ path: String) -> TeamStoreError {
    TeamStoreError(.unreadable, "\(path): can't be read; check its permissions and the disk")
  }
}
