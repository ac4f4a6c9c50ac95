import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// Whether walks were on the level that they say: by the scans of all other walks.
///
/// A scan speaks against its level where another level has a reference point that is clearly more
/// like it than the most alike one of its own level, although another walk passed nearby on its
/// own. Around an open hall neighbours of other floors are often a little more alike; that says
/// nothing.
struct LevelChecks {
  /// Scans of a walk and level that are looked at, and how many of them must have been judged.
  static let sample = 16, least = 6
  /// Share of the judged scans that must speak for one other level.
  static let share = 0.9
  /// By how much of the way to its own level's best another level's best must be nearer.
  static let margin = 0.15
  /// Metres within which another walk must have been on the level stated, or there is nothing to
  /// compare with.
  static let near = 6.0
  /// How many neighbours are looked through for the best of each level.
  static let neighbours = 60
  /// Rows that scans are compared with at most, evenly out of all: where there are more, there are
  /// many at each place.
  static let most = 100_000
  /// What searches may go through before the walks behind are compared with fewer rows, so many
  /// that these take about as long: some six seconds of a processor. Where scans are like those
  /// taken beside them, a million of them take less.
  static let mostWork = 1_000_000_000
  /// Rows that are never made fewer.
  static let fewest = 5_000

  static func findings(of survey: Survey, map: RadioMap, places: PlaceIndex) -> [SurveyFinding] {
    guard map.levels.count > 1, survey.walks.count > 1 else { return [] }
    var rows: [UInt64: [Int]] = [:]
    for row in 0..<map.rowCount {
      rows[UInt64(map.walks[row]) << 16 | UInt64(map.levelIndices[row]), default: []].append(row)
    }
    // A walk of fewer scans can't have enough of them judged: of a table each row may be a walk.
    rows = rows.filter { $0.value.count >= least }
    guard !rows.isEmpty else { return [] }
    var compared = map.thinned(to: most)
    var matcher = search(of: compared)
    let walks = rows.sorted { $0.key < $1.key }
    // Walks since the rows that scans are compared with were chosen.
    var since = 0
    return walks.enumerated().compactMap { number, scans in
      if matcher.work > mostWork, compared.rowCount > fewest {
        let part = compared.rowCount * since / (walks.count - number)
        compared = compared.thinned(to: max(fewest, min(compared.rowCount / 2, part)))
        matcher = search(of: compared)
        since = 0
      }
      since += 1
      let (key, rows) = scans
      let levels = compared.levels
      let (walk, level) = (UInt32(key >> 16), UInt16(key & 0xFFFF))
      guard
        let own = levels.firstIndex(of: map.levels[Int(level)]).map({
          UInt16(truncatingIfNeeded: $0)
        })
      else { return nil }
      var votes: [UInt16: Int] = [:]
      var judged = 0
      let count = min(sample, rows.count)
      for number in 0..<count {
        let row = rows[number * rows.count / count]
        let distance = places.distance(
          from: map.places[row], onLevel: map.levels[Int(level)], leavingOut: walk, limit: near)
        guard distance < near, matcher.match(map.readings(of: row), leavingOut: walk) > 0 else {
          continue
        }
        judged += 1
        if let other = otherLevel(than: own, matcher) { votes[other, default: 0] += 1 }
        // The rest can't make the share any more; most walks are right, and end here after a scan
        // or two.
        let against = judged - (votes.values.max() ?? 0)
        if Double(count - against) < share * Double(count) { return nil }
      }
      guard judged >= least,
        let most = votes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        Double(most.value) >= share * Double(judged)
      else { return nil }
      let other = levels[Int(most.key)]
      let building =
        other.building == map.levels[Int(level)].building ? "" : " of building \(other.building)"
      return SurveyFinding(
        rule: .wrongLevel,
        message: "\(most.value) of \(judged) scans are clearly more like other walks' on "
          + "\(survey.ground.label(of: other))\(building)",
        level: map.levels[Int(level)], place: rows.first.map { map.places[$0] },
        walk: survey.walks[Int(walk)].recording, hash: survey.walks[Int(walk)].hash,
        weight: Double(most.value))
    }
  }

  private static func search(of map: RadioMap) -> NearestRows {
    NearestRows(index: NearestRowsIndex(map: map), groups: map.walks, count: neighbours)
  }

  /// The level of the most alike row, where it is clearly nearer than the level stated.
  private static func otherLevel(than level: UInt16, _ matcher: NearestRows) -> UInt16? {
    guard let best = matcher.neighbours.first, let last = matcher.neighbours.last else {
      return nil
    }
    let levels = matcher.index.rows.levelIndices
    let other = levels[best.row]
    guard other != level else { return nil }
    // A level that is not among so many neighbours is at least as far as the last of them.
    let own = matcher.neighbours.first { levels[$0.row] == level }?.distance ?? last.distance
    return best.distance < own * (1 - margin) ? other : nil
  }
}
