import IndoorModel
import IndoorPositioning

/// A table of one row a fingerprint: a column a transmitter, 100 or nothing where it was not heard,
/// and labels.
///
/// Each row is a recording by itself, or rows that belong together are one: those of one surveyor,
/// phone and level in order of time where the table says who and when, else those on end that share
/// a place.
struct FingerprintTable {
  private var rows: TableRows
  private var gathered: [ReadRecording]?
  /// What is to be said of the whole table with its first recording.
  private var warnings: [RecordingWarning] = []
  /// Whether nothing but heights says on which levels the rows are.
  private let mayHaveHeightsAlone: Bool
  /// What was left out that no recording has told yet.
  var skipped: SkippedLines { rows.skipped }

  init(
    _ bytes: [UInt8], path: String, layout: TableLayout.Kind, gathered: Bool, levels: LevelNames,
    statesLevel: Bool
  ) throws(RecordingError) {
    rows = try TableRows(bytes, path: path, layout: layout, levels: levels)
    mayHaveHeightsAlone = !statesLevel && !rows.layout.roles.contains(.level)
    warnings = rows.warnings
    if gathered { self.gathered = try gather().reversed() }
  }

  /// The next recording, or `nil` after the last one.
  mutating func next() throws(RecordingError) -> ReadRecording? {
    if gathered != nil { return gathered?.popLast() }
    guard let row = try rows.next() else { return nil }
    var recording = Recording(
      id: String(row.number),
      observations: [.scan(Scan(time: row.time, readings: row.readings))], level: row.level,
      device: row.device, surveyor: row.surveyor)
    if let place = row.place {
      recording.waypoints = [Waypoint(time: row.time, place: place, level: row.level)]
    }
    var read = ReadRecording(
      recording: recording, hash: ContentHash.hexadecimal(row.hash), path: rows.path,
      skipped: takeSkipped())
    read.name = recording.id
    read.rows = [(row.number, row.line)]
    tellLevels(&read)
    read.warnings = takeWarnings()
    return read
  }

  private mutating func tellLevels(_ read: inout ReadRecording) {
    (read.levelFault, read.levelFaults) = rows.leftOut
    rows.leftOut.levels = 0
  }

  private mutating func takeWarnings() -> [RecordingWarning] {
    defer { warnings = [] }
    return warnings
  }

  private mutating func takeSkipped() -> SkippedLines {
    defer { rows.skipped = SkippedLines() }
    return rows.skipped
  }

  /// Whose rows belong together.
  private struct Group: Hashable {
    var level: LevelKey?
    /// Where there is no level.
    var building: String?
    var device: String?
    var surveyor: String?
    var place: Waypoint.Place?
    var run: Int
  }

  /// What of a row its recording needs, as a table may have a million rows.
  private struct Member {
    let number: Int
    let line: Int
    let hash: SIMD2<UInt64>
    let readings: [Reading]
    let seconds: Int64
    let time: Timestamp
    let place: Waypoint.Place?

    init(_ row: TableRow) {
      (number, line, hash, readings) = (row.number, row.line, row.hash, row.readings)
      (seconds, time, place) = (row.seconds, row.time, row.place)
    }
  }

  /// Walks of a table at most: each has a row of its own, with its hash and its points.
  private static let mostWalks = 200_000

  private mutating func gather() throws(RecordingError) -> [ReadRecording] {
    let roles = rows.layout.roles
    let hasWalkers =
      roles.contains(.time) && (roles.contains(.surveyor) || roles.contains(.device))
    var strong = StrongColumns()
    var order: [Group] = []
    var groups: [Group: [Member]] = [:]
    var last: Group?
    var beyond = BeyondStrengths()
    var heights = HeightsAlone()
    if !rows.layout.hasPlaces { rows.skipped.add(.noPlaceColumns, line: 1) }
    while var row = try rows.next() {
      guard !row.readings.isEmpty else {
        beyond.take(row)
        rows.skipped.add(.emptyRow, line: row.line)
        continue
      }
      strong.take(&row)
      heights.take(row.height)
      var group = Group(
        level: row.level, building: row.buildingAlone, device: row.device, surveyor: row.surveyor,
        place: hasWalkers ? nil : row.place, run: 0)
      if !hasWalkers {
        group.run = last?.run ?? 0
        if let last, last != group { group.run = last.run + 1 }
      }
      last = group
      if groups[group] == nil {
        guard order.count < Self.mostWalks else {
          throw .malformed(
            rows.path, line: row.line,
            "makes over \(Self.mostWalks) walks, one of each run of rows at one place; split it into tables of fewer"
          )
        }
        order.append(group)
      }
      groups[group, default: []].append(Member(row))
    }
    if order.isEmpty, rows.layout.isCSV, let range = beyond.range {
      throw .positiveStrengths(rows.path, line: beyond.line, range)
    }
    try refuse(strong)
    // Of a venue that nobody has drawn, other rows' levels say nothing of a row that has none.
    let needsLevels = !rows.levels.isDrawn && order.contains { $0.level != nil }
    var reads = order.map {
      recording(
        of: groups.removeValue(forKey: $0) ?? [], group: $0,
        isPlaced: $0.level != nil || !needsLevels)
    }
    // What was left out is told once, with the first.
    if !reads.isEmpty {
      reads[0].skipped = takeSkipped()
      tellLevels(&reads[0])
      reads[0].warnings = takeWarnings()
      if mayHaveHeightsAlone, let warning = heights.warning(rows.path) {
        reads[0].warnings.append(warning)
      }
      if let warning = numberIsLabel(order.compactMap(\.level)) {
        reads[0].warnings.append(warning)
      }
    }
    return reads
  }

  /// What is to be said where a CSV's levels are numbers that other levels are called by.
  private func numberIsLabel(_ levels: [LevelKey]) -> RecordingWarning? {
    guard rows.layout.isCSV, rows.labels.isEmpty else { return nil }
    for level in levels {
      guard let other = rows.levels.level(calledAs: level) else { continue }
      return .numberIsLabel(rows.path, level.ordinal, of: other)
    }
    return nil
  }

  /// Refuses a column that is stronger in all of some rows than any transmitter can be: a height, a
  /// count.
  private func refuse(_ strong: StrongColumns) throws(RecordingError) {
    let layout = rows.layout
    guard layout.isCSV, let index = layout.transmitters.firstIndex(where: strong.areAll) else {
      return
    }
    throw .malformed(
      rows.path, line: 1,
      "column \(rows.name(ofTransmitter: index)) has over \(StrongColumns.strongest) dBm in every row, which "
        + "no transmitter has; take the column out, or say what it is in the map of columns, as x=COLUMN "
        + "for a place or z=COLUMN for a height, or leave fields empty where it was not heard")
  }

  /// Rows of one stamp get a millisecond each, so that every one keeps its own place.
  private func recording(of some: [Member], group: Group, isPlaced: Bool) -> ReadRecording {
    let some = some.sorted { ($0.seconds, $0.number) < ($1.seconds, $1.number) }
    let parts = [
      FileBytes.stem(of: rows.path).onOneLine,
      group.level.map { "\($0.building)/\($0.ordinal)" } ?? group.building,
      group.surveyor.map { "surveyor \($0)" }, group.device.map { "device \($0)" },
      "row \(some.first?.number ?? 0)",
    ]
    var recording = Recording(
      id: parts.compactMap { $0 }.joined(separator: ", "), level: group.level,
      device: group.device, surveyor: group.surveyor)
    // A row is a fingerprint with its own place or none, and no step of a walk.
    recording.markSeconds = 0
    var time = Timestamp(microseconds: .min)
    recording.observations.reserveCapacity(some.count)
    for row in some {
      time = max(row.time, Timestamp(microseconds: time.microseconds &+ 1000))
      recording.observations.append(.scan(Scan(time: time, readings: row.readings)))
      if isPlaced, let place = row.place {
        recording.waypoints.append(Waypoint(time: time, place: place, level: group.level))
      }
    }
    var read = ReadRecording(
      recording: recording,
      hash: rows.layout.hash(of: some.map { ContentHash.hexadecimal($0.hash) }), path: rows.path)
    read.rows = some.map { ($0.number, $0.line) }
    read.building = group.building
    if let level = group.level, let label = rows.labels[level] {
      read.levelLabels = [level: label]
    }
    return read
  }
}
