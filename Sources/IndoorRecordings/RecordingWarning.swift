public import IndoorModel
import IndoorPositioning

/// Something about a recording that its user should know, and that didn't keep it from being read.
public struct RecordingWarning: Hashable, Sendable {
  /// What it is, in a word that never changes.
  public struct Code: ErrorCode {
    /// The word.
    public let rawValue: String
    /// Makes a code of its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A mark names no place, or one that can't be found: the walk's scans have no places.
    public static let unresolvedPlace = Code(rawValue: "unresolved-place")
    /// Its marks count from 0, 1 or 2 on, and were taken for places that are called so.
    package static let numbersAsNames = Code(rawValue: "numbers-as-names")
    /// It has more marks than are held, and those beyond were left out.
    package static let tooManyMarks = Code(rawValue: "too-many-marks")
    /// The phone repeated scans that it was not allowed to make anew; they count once.
    public static let repeatedScans = Code(rawValue: "repeated-scans")
    /// Local times without a zone were taken for UTC.
    public static let assumedTimeZone = Code(rawValue: "assumed-time-zone")
    /// Nothing says on which day it was recorded, or its times look like seconds where milliseconds
    /// or nanoseconds belong, so they count from 1970; or they are of before that, or over a year
    /// ahead of the machine's clock.
    public static let unknownDate = Code(rawValue: "unknown-date")
    /// Its scans, motion and waypoints lie too far apart in time for one walk, as where some of the
    /// times count from the phone's start.
    package static let twoClocks = Code(rawValue: "two-clocks")
    /// The file has one row a network, at its best place, and is no walk.
    public static let rowANetwork = Code(rawValue: "row-a-network")
    /// Nothing says which phone's axes accelerations are in; they were left out.
    public static let unknownPlatform = Code(rawValue: "unknown-platform")
    /// It has accelerations without gravity, and nothing to add to them; they were left out.
    package static let noGravity = Code(rawValue: "no-gravity")
    /// Its accelerations, angular rates, magnetic field or their times are in another unit, as g,
    /// degrees per second, nanotesla or seconds, or the field is far stronger than the Earth's.
    package static let sensorUnit = Code(rawValue: "sensor-unit")
    /// Its accelerations stand axis after axis, where the three of a sample belong together.
    package static let sampleOrder = Code(rawValue: "sample-order")
    /// Its accelerations come too seldom to find steps in them; where they do, none count.
    package static let seldomMotion = Code(rawValue: "seldom-motion")
    /// A motion sensor or the barometer says the same throughout, or the barometer is rounded to
    /// whole levels; it was left out.
    package static let stuckSensor = Code(rawValue: "stuck-sensor")
    /// A column of a table has dates or times, and was left out.
    package static let columnOfTimes = Code(rawValue: "column-of-times")
    /// A column of a table is called as what phones say of cell networks, and was left out.
    package static let columnOfCells = Code(rawValue: "column-of-cells")
    /// A column of a table is called by no address, where most are, or as what is measured beside
    /// strengths, and has what no transmitter is heard with; it was left out.
    package static let columnOfNoTransmitter = Code(rawValue: "column-of-no-transmitter")
    /// Columns of a table are called by no address, where most are, as what is measured beside
    /// strengths, or by an address within a longer name, and were taken for transmitters all the
    /// same.
    package static let doubtfulColumn = Code(rawValue: "doubtful-column")
    /// Levels are numbers, which are ordinals, and one is the label of another level.
    public static let numberIsLabel = Code(rawValue: "number-is-label")
    /// A table has x and y beside degrees, which aren't used, or a waypoint a place of several
    /// kinds, of which one counts.
    package static let twoPlaces = Code(rawValue: "two-places")
    /// A recording says a level by another name than `level`, or beside its place, where none is
    /// read; or its header's level is none of its waypoints'.
    package static let strayLevel = Code(rawValue: "stray-level")
    /// A table has several columns of levels, which differ, and one counts.
    package static let twoLevels = Code(rawValue: "two-levels")
    /// All readings, or all of Wi-Fi or Bluetooth, have one strength.
    package static let strengthsAlike = Code(rawValue: "strengths-alike")
    /// A recording's waypoints are all at one place or within a metre or two, though its phone
    /// walked.
    package static let placesAlike = Code(rawValue: "places-alike")
    /// A trace says another floor than its folder, or another building than the traces beside it.
    package static let otherFloor = Code(rawValue: "other-floor")
    /// A table has heights that may be of several levels, and no column of levels.
    package static let heightsAlone = Code(rawValue: "heights-alone")
    /// The x and y of a table look like degrees, and were taken for metres.
    package static let degreesForMetres = Code(rawValue: "degrees-for-metres")
    /// A table's latitudes and longitudes have so few digits that its rows lie on a few spots.
    package static let coarsePlaces = Code(rawValue: "coarse-places")
    /// All of a table's x and y lie within a few metres, as fractions of a plan do.
    package static let crowdedPlaces = Code(rawValue: "crowded-places")
    /// A strength that stands in very many fields of a table, as 0, was taken for not heard.
    package static let unheardValue = Code(rawValue: "unheard-value")
  }

  /// What it is.
  public let code: Code
  /// One sentence: `file:line: what is so, and what to do`.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A walk has only the accelerations of which the phone has taken gravity off.
  static func noGravity(_ path: String) -> RecordingWarning {
    RecordingWarning(
      .noGravity,
      "\(path): accelerations without gravity were left out, as attitude and steps take both; switch on Gravity "
        + "beside the Accelerometer, too")
  }

  /// A walk has more marks than are held.
  ///
  /// - Parameters:
  ///   - beyond: where the first that was left out stands, and how many they are.
  ///   - most: how many are held.
  static func tooManyMarks(
    _ beyond: (source: String, count: Int), most: Int
  ) -> RecordingWarning {
    RecordingWarning(
      .tooManyMarks,
      "\(beyond.source): this mark is beyond the \(most) that a recording holds, and \(beyond.count) "
        + "from here on were left out; split the recording")
  }

  /// A table has its places twice.
  static func twoPlaces(_ path: String) -> RecordingWarning {
    RecordingWarning(
      .twoPlaces,
      "\(path): has x and y beside latitude and longitude, and x and y count, as metres from the venue's "
        + "origin; where they are of a drawing or a sheet, map the degrees, as "
        + "latitude=COLUMN,longitude=COLUMN")
  }

  /// A number for a level is its ordinal, and what another level is called.
  static func numberIsLabel(
    _ path: String, _ ordinal: Int, of other: LevelKey
  ) -> RecordingWarning {
    RecordingWarning(
      .numberIsLabel,
      "\(path): its levels are numbers, and so ordinals, where 0 is the ground floor; the level labelled "
        + "\(ordinal) has the ordinal \(other.ordinal): where labels are meant, write the ordinals")
  }

  /// What is to be said of times of over a year ahead of a clock, as the years of other calendars
  /// are.
  ///
  /// - Parameter now: what the clock says, in seconds since 1970.
  static func ahead(
    _ read: ReadRecording, of format: RecordingFormat, now: Int64
  ) -> RecordingWarning? {
    guard let last = read.recording.observations.lazy.map(\.time).max() else { return nil }
    let years = (last.microseconds / 1_000_000 - now) / 31_556_952
    guard years > 0 else { return nil }
    let remedy =
      switch format {
      case .wigle, .getsensordata: "write years of the Gregorian calendar"
      case .ujiindoorloc: "write them in seconds since 1970"
      case .sensorLogger: "write them in nanoseconds since 1970"
      default: "write them in milliseconds since 1970"
      }
    return RecordingWarning(
      .unknownDate,
      "\(read.path): its times are up to \(years) year\(years > 1 ? "s" : "") ahead of this machine's "
        + "clock; \(remedy), or correct the clock")
  }

  /// What is to be said of times of before 1970, and of those that count from January 1970 and
  /// would be of 2001 to 2065 in a larger unit than the format's, as seconds are where milliseconds
  /// belong.
  static func otherUnit(_ read: ReadRecording, of format: RecordingFormat) -> RecordingWarning? {
    guard let first = read.recording.observations.first?.time.microseconds,
      !read.warnings.contains(where: { $0.code == .unknownDate })
    else { return nil }
    let isNanoseconds = format == .sensorLogger
    // What is written as dates has no unit, and there is none larger than seconds.
    guard ![.wigle, .getsensordata, .ujiindoorloc].contains(format) else { return nil }
    let unitAsked = "write them in \(isNanoseconds ? "nano" : "milli")seconds since 1970"
    guard first >= 0 else {
      return RecordingWarning(
        .unknownDate, "\(read.path): its times are of before 1970; \(unitAsked)")
    }
    // What stood in the file, of which sub-microseconds don't matter.
    let (written, isTooLarge) =
      isNanoseconds ? first.multipliedReportingOverflow(by: 1000) : (first / 1000, false)
    let larger: [(factor: Int64, name: String)] =
      [(1, "seconds")]
      + (isNanoseconds ? [(1000, "milliseconds"), (1_000_000, "microseconds")] : [])
    guard !isTooLarge,
      let unit = larger.first(where: {
        (1_000_000_000 * $0.factor...3_000_000_000 * $0.factor).contains(written)
      })
    else { return nil }
    return RecordingWarning(
      .unknownDate,
      "\(read.path): its times are of January 1970 and look like \(unit.name); \(unitAsked)")
  }
}
