import IndoorModel

/// Wi-Fi scans as apps note them, an entry a line: entries of nearly one time are one scan.
///
/// Android lets an app scan four times in two minutes and answers other requests with the last scan
/// once more. Such a copy tells nothing of where the phone is by then: it is left out.
struct PhoneScans {
  private struct Entry {
    var reading: Reading
    var time: Int64
    var line: Int
  }

  private var entries = TimeOrdered<Entry>()
  /// How many scans were copies, and the first one's line.
  private(set) var repeats: (count: Int, line: Int)?
  /// Networks that opted out, as may be said behind what was heard of them.
  var optedOut = OptedOut()

  /// Microseconds between two entries of one scan, at most; a scan takes a phone seconds.
  private static let gap: Int64 = 100_000
  /// Microseconds after which a transmitter that comes again is of the next scan, as where an app
  /// stamps entry by entry; and those from a scan's first entry after which any is.
  private static let again: Int64 = 1_000_000, longest: Int64 = 10_000_000
  /// Networks of a scan from which on that it is as the one before is no chance.
  private static let fewest = 4

  /// The latest stamp, in microseconds.
  var latest: Int64 { entries.latest }
  /// How far at most, in microseconds, an entry fell behind an earlier one.
  var largestStepBack: Int64 { entries.largestStepBack }

  /// Takes an entry at a time in microseconds.
  mutating func add(_ reading: Reading, at time: Int64, line: Int) {
    entries.append(Entry(reading: reading, time: time, line: line), at: time)
  }

  /// The scans in order of time, each at its first entry's time. Of a transmitter's entries in one
  /// scan the freshest stays.
  mutating func finish(_ skipped: inout SkippedLines) -> [Scan] {
    var scans: [Scan] = []
    var positions: [Transmitter: (reading: Int, time: Int64)] = [:]
    var (last, line): (Int64?, Int) = (nil, 0)
    for entry in entries.inOrder() {
      guard !optedOut.contains(entry.reading.transmitter) else {
        skipped.add(.nomap)
        continue
      }
      if let before = last, let scan = scans.indices.last,
        isOf(scans[scan], entry, after: before, heard: positions[entry.reading.transmitter]?.time)
      {
        if let earlier = positions[entry.reading.transmitter]?.reading {
          skipped.add(.duplicate, line: entry.line)
          if entry.reading.age < scans[scan].readings[earlier].age {
            scans[scan].readings[earlier] = entry.reading
          }
        } else {
          positions[entry.reading.transmitter] = (scans[scan].readings.count, entry.time)
          scans[scan].readings.append(entry.reading)
        }
      } else {
        dropCopy(&scans, line: line, &skipped)
        scans.append(
          Scan(time: Timestamp(microseconds: entry.time), readings: [entry.reading]))
        positions = [entry.reading.transmitter: (0, entry.time)]
        line = entry.line
      }
      last = entry.time
    }
    dropCopy(&scans, line: line, &skipped)
    return scans
  }

  /// Whether an entry is of a scan.
  ///
  /// - Parameters:
  ///   - before: the time of the entry before, in microseconds.
  ///   - heard: that of its transmitter's first entry in the scan.
  private func isOf(_ scan: Scan, _ entry: Entry, after before: Int64, heard: Int64?) -> Bool {
    entry.time &- before <= Self.gap
      && entry.time &- scan.time.microseconds <= Self.longest
      && heard.map { entry.time &- $0 <= Self.again } ?? true
  }

  /// Drops the last scan where it repeats the one before, reading by reading.
  private mutating func dropCopy(
    _ scans: inout [Scan], line: Int, _ skipped: inout SkippedLines
  ) {
    guard scans.count > 1, let last = scans.last, last.readings.count >= Self.fewest,
      last.readings.count == scans[scans.count - 2].readings.count
    else { return }
    guard Self.content(last) == Self.content(scans[scans.count - 2]) else { return }
    scans.removeLast()
    skipped.add(.repeatedScan, line: line)
    repeats = ((repeats?.count ?? 0) + 1, repeats?.line ?? line)
  }

  private static func content(_ scan: Scan) -> [Transmitter: Int8] {
    Dictionary(scan.readings.map { ($0.transmitter, $0.rssi) }) { first, _ in first }
  }

  /// What is said of copies.
  func warning(_ path: String) -> RecordingWarning? {
    repeats.flatMap { RecordingWarning.repeatedScans("\(path):\($0.line)", $0.count) }
  }
}

extension RecordingWarning {
  /// What is said of copies, where there are any.
  static func repeatedScans(_ place: String, _ number: Int) -> RecordingWarning? {
    guard number > 0 else { return nil }
    let (what, count) =
      number == 1
      ? ("1 scan repeats", "doesn't count") : ("\(number) scans repeat", "don't count")
    return RecordingWarning(
      .repeatedScans,
      "\(place): \(what) the one before, as Android's throttling makes them, and \(count); "
        + "lift the throttling of Wi-Fi scans in the developer options")
  }
}
