public import IndoorModel
public import IndoorPositioning

/// A recording as a file gave it.
public struct ReadRecording: Sendable {
  /// What was recorded.
  public var recording: Recording
  /// Hash of the recording's bytes, 32 hexadecimal digits: the same content has the same, whatever
  /// its line ends.
  public var hash: String
  /// The hash with the line ends as they are, by which walks are stored that were imported while
  /// these counted; `nil` where it is the same.
  package var hashWithLineEnds: String?
  /// The file it comes from.
  public var path: String
  /// What was left out, and why.
  public var skipped: SkippedLines
  /// What positions are filed under: the file's name without its extension, line breaks in it as
  /// spaces; of a table's row its number, counted from 0.
  public var name: String
  /// What the recording calls the levels that it names by labels.
  public var levelLabels: [LevelKey: String] = [:]
  /// Why the first level means nothing, where such levels are left out.
  public var levelFault: RecordingError?
  /// How many such levels were left out.
  package var levelFaults = 0

  /// The building that is named where no level is, which is said of all recordings.
  package var building: String?

  /// Of rows of a table, what each of its scans is: the data row, counted from 0, and the line.
  package var rows: [(number: Int, line: Int)] = []
  /// Its file, and of a single row of a table the line.
  package var place: String { rows.count == 1 ? "\(path):\(rows[0].line)" : path }

  /// What its user should know.
  public var warnings: [RecordingWarning] = []

  /// Makes a read recording.
  public init(recording: Recording, hash: String, path: String, skipped: SkippedLines = .init()) {
    self.recording = recording
    self.hash = hash
    self.path = path
    self.skipped = skipped
    name = FileBytes.stem(of: path).onOneLine
  }

  /// Takes the hash that the file has without its line ends; of a file of several recordings, made
  /// one's by what tells it from the others.
  mutating func take(textHash hash: String, part: String?) {
    hashWithLineEnds = self.hash
    self.hash = part.map { ContentHash.hexadecimal(Array("\(hash) \($0)".utf8)) } ?? hash
  }
}

extension ReadRecording {
  /// Counts waypoints once that say the same of one moment, as where a line was written twice: each
  /// is a point of comparison. Rows of a table are none of these.
  mutating func countWaypointsOnce() {
    guard rows.isEmpty, recording.waypoints.count > 1 else { return }
    var seen: Set<Waypoint> = []
    let all = recording.waypoints
    let once = all.filter { seen.insert($0).inserted }
    guard once.count < all.count else { return }
    recording.waypoints = once
    skipped.add(.doubledWaypoint, all.count - once.count)
  }

  /// Leaves out the waypoints on levels that the venue of a map lacks which it is compared with.
  mutating func leaveOutUnknownLevels(_ names: LevelNames) {
    let level = recording.level
    var first: RecordingError?
    var count = 0
    recording.waypoints.removeAll { waypoint in
      // A named place is on its own level, and not on the header's.
      let isNamed = if case .named = waypoint.place { true } else { false }
      guard let key = waypoint.level ?? (isNamed ? nil : level),
        let fault = names.fault(ofCompared: key)
      else {
        return false
      }
      first =
        first
        ?? RecordingError(
          .unknownLevel,
          "\(path): the waypoint at \(waypoint.time.milliseconds) ms: \(fault.sentence)")
      count += 1
      return true
    }
    levelFault = levelFault ?? first
    levelFaults += count
  }
}
