import IndoorGeometry
import IndoorModel

/// The checks that need one walk alone.
struct WalkChecks {
  private let walk: SurveyWalk
  private let number: Int
  private let ground: SurveyGround

  private(set) var findings: [SurveyFinding] = []
  private(set) var readings = 0
  private(set) var staleReadings = 0
  /// Scans that are copies of earlier ones, and where those are.
  private(set) var copies: [(fingerprint: Fingerprint, source: ScanSource)] = []

  /// Metres a second that nobody walks. The fastest gait of people in their twenties is 2.53 on
  /// average (Bohannon 1997, doi:10.1093/ageing/26.1.15); of 2,771 stretches between waypoints in
  /// two malls the fastest was 1.93.
  static let fastest = 2.6
  /// Seconds in which nobody takes a storey, and in which nobody is on another and back: lifts move
  /// for as long from one floor to the next, and their doors take longer still.
  static let leastStorey = (one: 3.0, back: 12.0)
  /// Metres and seconds by which a waypoint may be off without a word.
  static let slack = (metres: 1.0, seconds: 0.5)
  /// Metres that a waypoint may lie outside: a plan's placement is seldom better.
  static let outside = 2.0
  /// Metres that a waypoint may lie off the walkable ground: half a doorway, and what a surveyor is
  /// off.
  static let offGround = 1.5
  /// Seconds that a clock may fall back: sensors hand over what they measured up to a second late.
  static let stepBack = 5.0
  /// Seconds of silence that are a pause: motion comes many times a second, and the longest silence
  /// of 492 recorded walks is 0.6. Where there are scans alone, three times what lies between them.
  static let silence = 10.0
  /// Milliseconds after which an entry tells more of the way than of the place: at walking pace six
  /// metres.
  static let stale: UInt32 = 4500
  /// Share of a walk's readings that may be older. Android hands old ones out: in two malls 44% of
  /// a walk's, in its worst tenth 66%.
  static let mostStale = 0.8
  /// Share of a walk's scans that may be empty, repeated or without a place.
  static let mostBad = 0.1
  /// Readings under which two scans may be the same by chance.
  static let minimumAlike = 5

  /// Whether it is a table's row that is a walk.
  private let isRow: Bool

  init(walk: SurveyWalk, number: Int, ground: SurveyGround) {
    self.walk = walk
    isRow = walk.isTable && walk.fingerprints.count == 1
    self.number = number
    self.ground = ground
  }

  /// - Parameters:
  ///   - seen: the scans of the walks before.
  ///   - name: what the walk of a number is called.
  mutating func run(seen: inout SeenScans, name: (Int) -> String) {
    levels()
    waypoints()
    if !walk.isTable {
      speeds()
      clock()
    }
    scans(seen: &seen, name)
    coldStart()
  }

  private mutating func add(
    _ rule: SurveyRule, _ message: String, at point: SurveyWalk.PathPoint? = nil,
    weight: Double = 0
  ) {
    findings.append(
      SurveyFinding(
        rule: rule, message: message, level: point?.level, place: point?.place,
        walk: walk.recording, hash: walk.hash, weight: weight))
  }

  private mutating func levels() {
    guard !ground.levels.isEmpty else { return }
    var unknown: [LevelKey: Int] = [:]
    for fingerprint in walk.fingerprints where ground.level(fingerprint.level) == nil {
      unknown[fingerprint.level, default: 0] += 1
    }
    for (level, count) in unknown.sorted(by: { $0.key < $1.key }) {
      let first = walk.path.first { $0.level == level }
      let building = level.building.isEmpty ? "" : " of building \(level.building)"
      add(
        .unknownLevel,
        "\(count) scans on the level of ordinal \(level.ordinal)\(building), which the venue doesn't have",
        at: first, weight: Double(count))
    }
  }

  private mutating func waypoints() {
    var offGround: [(number: Int, point: SurveyWalk.PathPoint)] = []
    for (index, point) in walk.path.enumerated() {
      guard let level = ground.level(point.level) else { continue }
      if !level.isInside(point.place, slack: Self.outside) {
        add(
          .waypointOutside,
          "waypoint \(index + 1) of \(walk.path.count) lies over \(Int(Self.outside)) m outside of the level's outline",
          at: point)
      } else if let walkable = level.walkable,
        walkable.distance(from: point.place, limit: Self.offGround) == nil
      {
        offGround.append((index + 1, point))
      }
    }
    guard let first = offGround.first else { return }
    let which = offGround.prefix(5).map { String($0.number) }.joined(separator: ", ")
    add(
      .waypointNotWalkable,
      "\(offGround.count) of \(walk.path.count) waypoints (\(which)\(offGround.count > 5 ? ", …" : "")) "
        + "lie in walls or rooms without a door",
      at: first.point, weight: Double(offGround.count))
  }

  private mutating func speeds() {
    for (index, (from, to)) in zip(walk.path, walk.path.dropFirst()).enumerated() {
      // On stairs and in lifts the ground covered says nothing.
      guard from.level == to.level else {
        storeys(from, to, index)
        continue
      }
      let (metres, seconds) = (from.place.distance(to: to.place), to.time.seconds(since: from.time))
      let least = max(0, metres - Self.slack.metres) / (max(0, seconds) + Self.slack.seconds)
      guard least > Self.fastest else { continue }
      add(
        .impossibleSpeed,
        "\(Figures.metres(metres)) in \(Figures.fixed(seconds)) s from waypoint \(index + 1) to \(index + 2)",
        at: to, weight: least)
    }
  }

  /// A level that is reached sooner than anybody climbs, or left again so.
  private mutating func storeys(
    _ from: SurveyWalk.PathPoint, _ to: SurveyWalk.PathPoint, _ index: Int
  ) {
    guard from.level.building == to.level.building else { return }
    let count = abs(Double(to.level.ordinal) - Double(from.level.ordinal))
    let levels = count == 1 ? "1 level" : "\(Int(min(count, 1e6))) levels"
    let seconds = to.time.seconds(since: from.time)
    let path = walk.path
    if seconds < Self.leastStorey.one * count {
      add(
        .impossibleSpeed,
        "\(levels) in \(Figures.fixed(seconds)) s from waypoint \(index + 1) to \(index + 2)",
        at: to, weight: count)
    } else if index + 2 < path.count, path[index + 2].level == from.level {
      let whole = path[index + 2].time.seconds(since: from.time)
      guard whole < Self.leastStorey.back * count else { return }
      add(
        .impossibleSpeed,
        "\(levels) and back in \(Figures.fixed(whole)) s from waypoint \(index + 1) to \(index + 3)",
        at: to, weight: count)
    }
  }

  private mutating func clock() {
    guard let remarks = walk.remarks else { return }
    if remarks.clockStepBack > Self.stepBack {
      add(
        .clockJump, "the clock fell back by \(Figures.fixed(remarks.clockStepBack)) s",
        at: walk.path.first, weight: remarks.clockStepBack)
    }
    let times = walk.fingerprints.map(\.scan.time)
    let gaps = zip(times, times.dropFirst()).map { $1.seconds(since: $0) }.sorted()
    let usual = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    if remarks.longestSilence > max(Self.silence, 3 * usual) {
      add(
        .silence, "nothing was recorded for \(Figures.fixed(remarks.longestSilence)) s",
        at: pause(), weight: remarks.longestSilence)
    }
  }

  /// The waypoint before the longest time without a scan.
  private func pause() -> SurveyWalk.PathPoint? {
    let times = walk.fingerprints.map(\.scan.time)
    let longest = zip(times, times.dropFirst()).max { a, b in
      a.1.seconds(since: a.0) < b.1.seconds(since: b.0)
    }
    guard let longest else { return walk.path.first }
    return walk.path.last { $0.time <= longest.0 } ?? walk.path.first
  }

  private mutating func scans(seen: inout SeenScans, _ name: (Int) -> String) {
    var empty = 0
    var heard: [(time: Int64, content: UInt64)] = []
    for fingerprint in walk.fingerprints {
      let scan = fingerprint.scan
      if scan.readings.isEmpty { empty += 1 }
      readings += scan.readings.count
      for reading in scan.readings where reading.age > Self.stale { staleReadings += 1 }
      guard !scan.readings.isEmpty else { continue }
      let content = content(of: fingerprint)
      if SharedScans.isTelling(scan.time.microseconds, readings: scan.readings.count) {
        heard.append((scan.time.microseconds, content))
      }
      guard scan.readings.count >= Self.minimumAlike else { continue }
      if let source = seen.sources[content] {
        copies.append((fingerprint, source))
      } else {
        seen.sources[content] = ScanSource(
          walk: number, place: fingerprint.place, level: fingerprint.level)
      }
    }
    let twin = seen.shared.add(heard)
    let count = walk.fingerprints.count
    guard count > 0 else { return }
    let limit = max(2, Int((Self.mostBad * Double(count)).rounded()))
    if empty >= limit {
      add(
        .emptyScans, "\(empty) of \(count) scans heard nothing", at: walk.path.first,
        weight: Double(empty))
    }
    if let twin {
      add(
        .duplicateWalk,
        "\(twin.shared) of \(twin.ownScans) scans of \(walk.hash.prefix(12)) are those of \(name(twin.walk)), "
          + "which has \(twin.scans), at the same times", at: walk.path.first,
        weight: Double(twin.shared))
    }
    if let first = copies.first, copies.count - (twin?.shared ?? 0) >= limit {
      let elsewhere = copies.map { $0.fingerprint.place.distance(to: $0.source.place) }.max() ?? 0
      let others = copies.contains { $0.source.walk != number }
      findings.append(
        SurveyFinding(
          rule: .duplicateScans,
          message:
            "\(copies.count) of \(count) scans are copies of \(others ? "other walks'" : "earlier") ones, "
            + "up to \(Figures.metres(elsewhere)) away",
          level: first.fingerprint.level, place: first.fingerprint.place, walk: walk.recording,
          hash: walk.hash,
          weight: Double(copies.count)))
    }
    if readings > 0, Double(staleReadings) > Self.mostStale * Double(readings) {
      add(
        .staleEntries,
        "\(Figures.percent(staleReadings, of: readings)) of \(readings) readings are older than "
          + "\(SurveyCheck.staleSeconds) s", at: walk.path.first,
        weight: Double(staleReadings))
    }
    // A file from elsewhere may state any number.
    let unplaced = min(walk.remarks?.unplacedScans ?? 0, Int(Int32.max))
    if unplaced >= 5, Double(unplaced) > Self.mostBad * Double(unplaced + count) {
      add(
        .unplacedScans,
        "\(unplaced) of \(unplaced + count) scans lie before, after or between waypoints that could place them",
        at: walk.path.first, weight: Double(unplaced))
    }
  }

  private mutating func coldStart() {
    guard let cold = ColdStart(of: walk) else { return }
    add(.coldStart, cold.message, at: walk.path.first, weight: Double(cold.scans))
  }

  /// What a scan heard and how strongly, as a number. A table's row is its place with what is
  /// strongest there, so that one that is exported again with a column more is the same.
  private func content(of fingerprint: Fingerprint) -> UInt64 {
    guard isRow else { return SharedScans.content(fingerprint.scan.readings) }
    var hasher = Hasher()
    hasher.combine(fingerprint.level)
    hasher.combine(fingerprint.place)
    let readings = fingerprint.scan.readings.map { (rssi: $0.rssi, name: $0.transmitter.hashValue) }
      .sorted { ($1.rssi, $0.name) < ($0.rssi, $1.name) }
    for (rssi, name) in readings.prefix(Self.minimumAlike) {
      hasher.combine(rssi)
      hasher.combine(name)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// Figures as people read them.
enum Figures {
  /// With one decimal: `12.3`.
  static func fixed(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    let tenths = Int64((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }

  /// `12.3 m`.
  static func metres(_ value: Double) -> String { "\(fixed(value)) m" }

  /// Whole percent: `37%`.
  static func percent(_ part: Int, of whole: Int) -> String {
    whole > 0 ? "\(Int((100 * Double(part) / Double(whole)).rounded()))%" : "–"
  }
}
