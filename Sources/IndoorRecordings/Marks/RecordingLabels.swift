public import IndoorModel

/// What is said of recordings beside their files: where numbered marks are, on which level, in
/// which time zone.
public struct RecordingLabels: Sendable {
  /// What places are called.
  public var places: PlaceNames
  /// Where the marks are that a recording only numbers.
  public var waypoints: WaypointFile?
  /// The level of what states none itself.
  public var level: LevelKey?
  /// The zone of local times; without it they are taken for UTC.
  public var zone: LocalTime?

  /// Makes labels.
  public init(
    places: PlaceNames = PlaceNames(), waypoints: WaypointFile? = nil, level: LevelKey? = nil,
    zone: LocalTime? = nil
  ) {
    self.places = places
    self.waypoints = waypoints
    self.level = level
    self.zone = zone
  }
}

/// A time zone by what it has to do: local clocks as UTC. Rules of zones are the caller's, as libc
/// alone doesn't know them.
public struct LocalTime: Sendable {
  private let utc: @Sendable (Int64) -> Int64

  /// Makes a zone of what gives the seconds since 1970 in UTC of a local clock's, which are counted
  /// as if the clock showed UTC.
  public init(utc: @escaping @Sendable (_ local: Int64) -> Int64) { self.utc = utc }

  /// Milliseconds in UTC of a local clock's.
  func milliseconds(_ local: Int64) -> Int64 {
    let (seconds, rest) = local.quotientAndRemainder(dividingBy: 1000)
    let (product, overflow) = utc(seconds).multipliedReportingOverflow(by: 1000)
    return overflow ? local : product &+ rest
  }
}

extension LevelNames {
  /// The level of a word: of a label that the venue has, else of an ordinal, else of a label that
  /// tells its number.
  ///
  /// - Throws: `LevelFault` where it is none of these, or a level that a drawn venue doesn't have,
  ///   and where of two numbers one is a level's label and the other its ordinal.
  mutating func level(word: String, building: String?) throws(LevelFault) -> LevelKey {
    let number = Field.with(word, { $0.number })
    let labelled: LevelKey
    do throws(LevelFault) { labelled = try level(labelled: word, building: building) } catch {
      return try level(number: number, word: word, building: building, orThrow: error)
    }
    if let number, number != Double(labelled.ordinal) {
      try note(word, of: labelled, isOrdinal: false)
    }
    return labelled
  }

  private mutating func level(
    number: Double?, word: String, building: String?, orThrow fault: LevelFault
  ) throws(LevelFault) -> LevelKey {
    guard let number else { throw fault }
    let key = try level(number, as: word, building: building)
    guard !isDrawn || isKnown(key) else { throw fault }
    try note(word, of: key, isOrdinal: true)
    return key
  }

  /// The level that is named for all recordings: a label of the venue, else an ordinal.
  ///
  /// - Throws: `RecordingError` where it means nothing.
  public func stated(_ word: String, building: String?) throws(RecordingError) -> LevelKey {
    var names = self
    do throws(LevelFault) {
      return try names.level(word: word.trimmed, building: building)
    } catch {
      throw RecordingError(.unknownLevel, "recordings: \(error.sentence)")
    }
  }
}
