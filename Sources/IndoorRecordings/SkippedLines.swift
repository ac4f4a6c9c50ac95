import IndoorJSON

/// What a reader left out, counted by reason.
public struct SkippedLines: Hashable, Sendable {
  /// Why something was left out.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// A line whose type the format's reader doesn't know.
    case unknownType = "unknown type"
    /// A line that was cut, or whose fields are not what its type has.
    case malformed = "malformed"
    /// A line into which the next one runs, because a line end was lost.
    case glued = "glued lines"
    /// A number that is not finite or outside what its quantity can be.
    case outOfRange = "number out of range"
    /// A pressure that the air doesn't have where people are, as one in another unit.
    case noPressure =
      "pressure outside 300 to 2000 hPa (about 101 is in kPa, write 10 times that; about 101000 in Pa, a hundredth)"
    /// What stands in the place of a strength and is beyond what receivers say.
    case noStrength = "strength outside -127 to 0 dBm (strengths are negative)"
    /// What iOS gives for a beacon that it doesn't know the strength of.
    case unknownStrength =
      "beacon's strength of 0 dBm, by which a phone says that it doesn't know it"
    /// A field of a table that must hold a number and doesn't.
    case notANumber = "field without a number"
    /// A number that is written with a comma, as 52,5.
    case decimalComma = "number with a decimal comma where a point is needed"
    /// A number that isn't plain, as -50 dBm or one with a dash for its minus.
    case dressedNumber = "number with a unit, or a dash for its minus, where a plain -50 is needed"
    /// A table's header whose names are separated by semicolons or tabs: the table isn't read.
    case otherSeparator = "table with semicolons or tabs where commas are needed"
    /// A table whose first line doesn't have the names of its columns: the table isn't read.
    case noHeader = "table without the header that names its columns"
    /// A table whose header has a column twice that is read: nobody knows which counts.
    case columnTwice = "table whose header has a column twice, take one out"
    /// A row that names no building where others do.
    case noBuilding = "row without a building where others have one"
    /// A table none of whose rows has a place, as no columns are called so.
    case noPlaceColumns = "table without columns x and y, or latitude and longitude"
    /// A table without a line, not even the header: what wrote or unpacked it was interrupted.
    case emptyTable = "empty table"
    /// A line of JSON in which an object has the same key twice.
    case keyTwice = "line with a key twice"
    /// A line with fewer or more fields than its format has.
    case fieldCount = "line with another number of fields"
    /// A quotation mark without its second one.
    case openQuote = "quotation mark that isn't closed"
    /// What stands in the place of a transmitter's address and isn't one.
    case noAddress = "address that is none"
    /// What stands in the place of a time and isn't one.
    case noTime = "time that is none"
    /// A time that a spreadsheet wrote with a few digits and an exponent, the rest of them lost.
    case shortenedTime =
      "time that a spreadsheet cut to a few digits, as 1.78E+12, take the app's own file"
    /// A place that a spreadsheet wrote with a few digits and an exponent, the rest of them lost.
    case shortenedPlace =
      "place that a spreadsheet cut to a few digits, as 4.86E+06, take the file it was made of"
    /// What stands in the place of milliseconds and isn't a number, or too large, as nanoseconds
    /// are.
    case noMilliseconds = "time that is no number of milliseconds since 1970"
    /// A network whose owner opted out by the name's ending `_nomap`.
    case nomap = "_nomap network"
    /// A second entry of a transmitter in one scan; the freshest is kept.
    case duplicate = "transmitter twice in a scan"
    /// A waypoint of a trace without its floor's folder, which alone tells where it is.
    case waypointWithoutFloor = "waypoint without its floor's folder"
    /// A line that is far longer than recorders write them.
    case longLine = "line of over 8 MB"
    /// A column of a table that has values and no name.
    case namelessColumn = "column without a name"
    /// A fix that tells nothing here: far off, on a level that isn't there or lies elsewhere, or
    /// known to over 100 m.
    case uselessFix =
      "fix over 100 km away, over 150 m beside its level, known to over 100 m, or on a level that wasn't surveyed or that several buildings have"
    /// A waypoint that names a place which the venue doesn't have, or on another level.
    case misplacedWaypoint =
      "waypoint at a place that the venue doesn't have, or has on another level"
    /// A waypoint that lies nowhere near the venue.
    case farWaypoint =
      "waypoint over 100 km from the venue's origin, perhaps longitude before latitude"
    /// A waypoint in metres, or on a plan's page, that lies nowhere near the venue.
    case farInMetres = "waypoint over 100 km from the venue's origin, perhaps not in metres from it"
    /// What was heard where the phone knew its place to over 100 m alone.
    case vagueFix = "place known to over 100 m alone"
    /// A fix that says another place or level than one before it at the same moment.
    case contradictingFix = "fix that contradicts another of the same moment"
    /// A scan that came faster than any phone makes them, and was joined with the next.
    case joinedScan = "scan joined with one less than 0.1 s later"
    /// What was measured at one time and says the same, as where a line was written twice.
    case doubledMeasurement = "measurement that stands there twice"
    /// A waypoint that says what another of the same moment does.
    case doubledWaypoint = "waypoint that stands there twice"
    /// A last line without its end: the recorder was stopped while writing it.
    case cutLine = "last line cut"
    /// NUL bytes behind the last line: what a phone wrote before its power went may become them.
    case unwrittenEnd = "end of NUL bytes"
    /// A scan that repeats the one before, as throttling makes them.
    case repeatedScan = "scan that the system repeated"
    /// What an iPhone calls a Bluetooth device, and no other phone does.
    case privateID = "Bluetooth id of one phone alone"
    /// A kind of line that a format has and nothing here needs.
    case unneeded = "line of a kind that isn't needed"
    /// A picture, film or sound beside what was measured; it isn't unpacked.
    case media = "file of another kind"
    /// A row in which nothing was heard.
    case emptyRow = "row without any transmitter"
  }

  /// How many of each reason; a reason that never came up is absent.
  public private(set) var counts: [Reason: Int] = [:]
  /// The first lines of the file, counted from 1, that each reason came up on; at most `mostLines`.
  public private(set) var lines: [Reason: [Int]] = [:]
  /// How many lines of a reason are noted.
  public static let mostLines = 3

  /// Makes an empty count.
  public init() {}

  /// How many there are of a reason.
  public subscript(_ reason: Reason) -> Int { counts[reason] ?? 0 }

  /// Whether nothing was left out.
  public var isEmpty: Bool { counts.isEmpty }

  /// Counts some more, on a line of the file where that is known.
  public mutating func add(_ reason: Reason, _ count: Int = 1, line: Int? = nil) {
    guard count > 0 else { return }
    counts[reason, default: 0] += count
    if let line { note(reason, line) }
  }

  /// Counts a line of JSON that can't be read.
  mutating func add(unread line: JSONLinesReader.Line) {
    let ending: Reason = line.isUnwritten ? .unwrittenEnd : .cutLine
    add(line.isCut ? ending : .malformed, line: line.number)
  }

  private mutating func note(_ reason: Reason, _ line: Int) {
    let noted = lines[reason]?.count ?? 0
    guard noted < Self.mostLines, lines[reason]?.last != line else { return }
    lines[reason, default: []].append(line)
  }

  /// Takes back what was counted for a reason.
  package mutating func remove(_ reason: Reason) {
    counts[reason] = nil
    lines[reason] = nil
  }

  /// Adds another's counts and lines, of the same file.
  public mutating func add(_ other: SkippedLines) {
    for (reason, count) in other.counts { counts[reason, default: 0] += count }
    for (reason, lines) in other.lines { for line in lines { note(reason, line) } }
  }
}
