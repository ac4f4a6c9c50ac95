import IndoorGeometry
import IndoorModel

/// Open halls and galleries: ground where scans are more like those of the next level at the same
/// place than like their own level's.
///
/// Scans of another walk alone are compared, as one walk's own are always alike.
struct GalleryChecks {
  /// Metres within which scans are compared, on both levels.
  static let reach = 8.0
  /// Scans of a cell that must have been judged.
  static let minimumScans = 3
  /// Share of a cell's scans that must be more like the next level's.
  static let share = 0.5
  /// Such scans that a finding has at least.
  static let minimumVotes = 5
  /// Scans that one is compared with on a level at most: more of them would only take time.
  private static let mostCompared = 40

  private struct Votes {
    var judged = 0
    /// By the level's number.
    var others: [UInt16: Int] = [:]

    var most: Int { others.values.max() ?? 0 }
  }

  static func findings(
    of survey: Survey, map: RadioMap, places: PlaceIndex, grid: CoverageGrid
  ) -> [SurveyFinding] {
    let votes = votes(map, places)
    let open = grid.cells.filter { cell in
      guard let votes = votes[cell.cell], votes.judged >= minimumScans else { return false }
      return Double(votes.most) >= share * Double(votes.judged)
    }
    return Dictionary(grouping: open, by: \.cell.level).sorted { $0.key < $1.key }.flatMap {
      CoverageGrid.groups(of: $1)
    }.compactMap { finding(on: $0, votes, map, survey) }
  }

  private static func finding(
    on group: [CoverageGrid.Cell], _ votes: [GroundCell: Votes], _ map: RadioMap, _ survey: Survey
  ) -> SurveyFinding? {
    let all = group.compactMap { votes[$0.cell] }
    let judged = all.reduce(0) { $0 + $1.judged }
    let others = all.reduce(into: [UInt16: Int]()) { $0.merge($1.others, uniquingKeysWith: +) }
    guard let most = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      most.value >= minimumVotes,
      let middle = group.max(by: { a, b in
        (votes[a.cell]?.most ?? 0) < (votes[b.cell]?.most ?? 0)
      })
    else { return nil }
    let area = Double(group.count) * GroundCell.side * GroundCell.side
    return SurveyFinding(
      rule: .hearsNextLevel,
      message: "on \(Int(area)) m² \(most.value) of \(judged) scans are more like other walks' on "
        + "\(survey.ground.label(of: map.levels[Int(most.key)])) above or below them "
        + "than like those around them",
      level: middle.cell.level, place: middle.cell.middle, area: group.map(\.cell.polygon),
      weight: Double(most.value))
  }

  private static func votes(_ map: RadioMap, _ places: PlaceIndex) -> [GroundCell: Votes] {
    let strengths = RowStrengths(map)
    var values = ContiguousArray<Float>(repeating: 0, count: map.transmitters.count)
    let next = map.levels.map { level in
      map.levels.indices.filter {
        map.levels[$0].building == level.building
          && (map.levels[$0].ordinal &- level.ordinal).magnitude == 1
      }.map { UInt16(truncatingIfNeeded: $0) }
    }
    var votes: [GroundCell: Votes] = [:]
    for row in 0..<map.rowCount {
      let level = map.levelIndices[row]
      guard !next[Int(level)].isEmpty else { continue }
      strengths.forEach(of: row) { values[$0] = $1 }
      defer { strengths.forEach(of: row) { transmitter, _ in values[transmitter] = 0 } }
      /// The largest cosine of the row and another walk's on a level.
      func likeness(on level: UInt16) -> Float {
        var (best, compared) = (Float(0), 0)
        places.forEachRow(
          near: map.places[row], onLevel: level, radius: reach, besides: map.walks[row]
        ) { other in
          compared += 1
          var product: Float = 0
          strengths.forEach(of: other) { product += values[$0] * $1 }
          let norm = strengths.norms[row] * strengths.norms[other]
          if norm > 0 { best = max(best, product / norm) }
          return compared < mostCompared
        }
        return best
      }
      let own = likeness(on: level)
      guard own > 0 else { continue }
      let cell = GroundCell(level: map.levels[Int(level)], place: map.places[row])
      votes[cell, default: Votes()].judged += 1
      let others = next[Int(level)].map { (level: $0, likeness: likeness(on: $0)) }
      guard let best = others.max(by: { $0.likeness < $1.likeness }), best.likeness > own,
        best.likeness >= RowWitnesses.alike
      else { continue }
      votes[cell, default: Votes()].others[best.level, default: 0] += 1
    }
    return votes
  }
}
