import IndoorGeometry
import IndoorModel
import IndoorPositioning

// What of a truth counts where: which recording's it is, and which of it says a place in the venue.
extension TruthFile {
  /// The recordings that the points name, without the empty name.
  package var recordings: Set<String> {
    rows.reduce(into: Set<String>()) { $0.insert($1.recording) }.subtracting([""])
  }

  /// Whether it says nothing.
  package var isEmpty: Bool { rows.isEmpty }

  /// Without the points that name none of some recordings.
  package func without(others own: Set<String>) -> TruthFile {
    TruthFile(rows: rows.filter { $0.recording.isEmpty || own.contains($0.recording) })
  }

  /// What says where one recording was: the points that name it or none, and each moment once. Of
  /// a moment's points those that name it count before the others.
  package func of(_ read: ReadRecording) -> TruthFile {
    let own = names(of: read)
    var found: [Row] = []
    for index in indices(of: read) {
      let row = rows[index]
      guard row.recording.isEmpty || own.contains(row.recording) else { continue }
      if row.point.time != found.last?.point.time {
        found.append(row)
      } else if found.last?.recording.isEmpty == true, !row.recording.isEmpty {
        found[found.count - 1] = row
      }
    }
    return TruthFile(rows: found)
  }

  /// The lines of points that are passed over for a recording, as others of their moment name it
  /// and say another place, be it by another spelling of its name.
  ///
  /// - Parameter part: what says where the recording was.
  package func contradicted(for read: ReadRecording, by part: TruthFile) -> [Int] {
    let counted = part.rows.filter { !$0.recording.isEmpty }
    guard !counted.isEmpty else { return [] }
    let named = Dictionary(counted.map { ($0.point.time, $0.point) }) { first, _ in first }
    let own = names(of: read)
    return indices(of: read).map { rows[$0] }.filter { row in
      (row.recording.isEmpty || own.contains(row.recording))
        && named[row.point.time]?.contradicts(row.point) == true
    }.map(\.line)
  }

  /// What is to be said of such points.
  package func contradiction(_ lines: Set<Int>, at path: String) -> String? {
    lines.min().map {
      "\(Self.path(besideRecording: path)):\($0): says another place than a point of the same moment that names "
        + "the recording, and is passed over for it (\(lines.count) of \(rows.count) points); write each moment once"
    }
  }

  /// What the points call a recording, be they of a moment of which others count.
  package func names(of read: ReadRecording) -> Set<String> {
    indices(of: read).reduce(into: Set<String>()) { $0.insert(rows[$1].recording) }
      .filter { !$0.isEmpty && Self.names($0, read) }
  }

  /// The rows of which some may name a recording, or that name none.
  private func indices(of read: ReadRecording) -> [Int] {
    let names = [read.name, read.recording.id, read.path, FileBytes.stem(of: read.path), ""]
    return Set(names.map(Self.end)).flatMap { byName[$0] ?? [] }.sorted()
  }

  /// What a name ends with behind its folders; the row 7.0 is 7.
  static func end(of name: String) -> String {
    name.lowercased().split(separator: "/").last.map { String($0).wholeNumber } ?? ""
  }

  /// Whether a name is a recording's: its file's, with or without folders and ending, its own id,
  /// or of a table's row its number, alone or behind the table's name.
  private static func names(_ text: String, _ read: ReadRecording) -> Bool {
    if text == read.recording.id || text == read.name { return true }
    let said = parts(of: text)
    let file = "\(FileBytes.folder(of: read.path))/\(FileBytes.stem(of: read.path))"
    return [read.path, file, "\(read.path)/\(read.name)", "\(file)/\(read.name)"].contains {
      // As many folders as both say.
      zip(said, parts(of: $0)).allSatisfy { $0 == $1 }
    }
  }

  /// A name and the folders that it says, from its end.
  private static func parts(of name: String) -> [String] {
    name.lowercased().split(separator: "/").reversed().filter { $0 != "." }.prefix { $0 != ".." }
      .map { String($0).wholeNumber }
  }

  /// What is to be said of points that name none of the recordings beside the file; `nil` where
  /// there are none.
  ///
  /// - Parameter own: the names that some recording has.
  package func strangers(_ own: Set<String>, at path: String) -> String? {
    let strange = rows.filter { !$0.recording.isEmpty && !own.contains($0.recording) }
    guard let first = strange.first else { return nil }
    return
      "\(Self.path(besideRecording: path)):\(first.line): is of \"\(first.recording.shown)\", as \(strange.count) of "
      + "\(rows.count) points are of other recordings than \(FileBytes.stem(of: path).onOneLine), so that they are "
      + "passed over; correct the column recording, or leave it empty"
  }

  /// The points that say a place and a level of a venue, and sentences of the others.
  ///
  /// - Parameters:
  ///   - levels: what the venue's levels and buildings are called.
  ///   - path: the recording that the truth stands beside.
  ///   - isFarOff: whether a place is too far from the venue to be one in it.
  package func placed(
    by levels: LevelNames, at path: String, isFarOff: (Point) -> Bool
  ) -> (truth: TruthFile, faults: [String]) {
    let file = Self.path(besideRecording: path)
    var rows: [Row] = []
    var unknown: [(line: Int, fault: LevelFault)] = []
    var (far, contradicting) = ([Int](), [Int]())
    // What a recording's last moment says: those of one stand one behind the other.
    var moments: [String: Point] = [:]
    var column = column
    if case .ordinals = column {
      var words: [String: Int] = [:]
      for row in self.rows { words[row.levelText] = min(words[row.levelText] ?? .max, row.line) }
      column = levels.column(
        ofNumbers: words.map { (text: $0.key, line: $0.value) }.sorted { $0.line < $1.line })
    }
    var names = TruthLevels(levels, column)
    for var row in self.rows {
      do throws(LevelFault) { row.point.level = try names.level(of: row) } catch {
        unknown.append((row.line, error))
        continue
      }
      guard !isFarOff(row.point) else {
        far.append(row.line)
        continue
      }
      if let other = moments[row.recording], other.time == row.point.time {
        if other.contradicts(row.point) { contradicting.append(row.line) }
        continue
      }
      moments[row.recording] = row.point
      rows.append(row)
    }
    func told(_ lines: [Int], _ what: String, _ remedy: String) -> String? {
      lines.min().map {
        "\(file):\($0): \(what), and is passed over (\(lines.count) of \(self.rows.count) points); \(remedy)"
      }
    }
    let first = unknown.min { $0.line < $1.line }
    var doubtful: String?
    if case .ordinals = column {
      for level in Set(rows.map(\.point.level)).sorted() where doubtful == nil {
        doubtful = levels.level(calledAs: level).map {
          RecordingWarning.numberIsLabel(file, level.ordinal, of: $0).message
        }
      }
    }
    let faults = [
      first.map {
        "\($0.fault.error(file, line: $0.line).message) ("
          + (unknown.count == self.rows.count
            ? "all \(unknown.count) points are so, and nothing is compared with them)"
            : "\(unknown.count) of \(self.rows.count) points are passed over)")
      },
      told(
        far, "is over 100 km from the venue", "correct it, perhaps longitude stands for latitude"),
      told(
        contradicting, "says another place than a point of the same moment",
        "write each moment once"),
      doubtful,
    ]
    return (TruthFile(rows: rows, isWhole: true), faults.compactMap(\.self))
  }
}

extension TruthFile.Point {
  /// Metres that two places of one moment may lie apart, which roundings of one place are.
  private static let slack = 1.0

  /// Whether another point of the moment says another place or level.
  fileprivate func contradicts(_ other: Self) -> Bool {
    level != other.level
      || LocalFrame(origin: coordinate).local(from: other.coordinate)
        .distance(to: LocalPoint(x: 0, y: 0)) > Self.slack
  }
}
