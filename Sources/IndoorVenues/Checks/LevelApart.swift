import IndoorGeometry
package import IndoorModel

/// Levels that lie away from all others of their building, and plans that do: in another system, or
/// with a wrong digit.
package enum LevelApart {
  /// Levels of a building that are compared with each other.
  private static let most = 300
  /// Metres that levels of a building lie apart at most, where they are drawn in part.
  private static let apart = 50.0

  /// What is said of a venue's levels.
  ///
  /// Levels stand together that are less than 50 m apart, or are with others in turn; the most of a
  /// building's are taken for right, of as many those with the one nearest to the ground.
  package static func findings(of venue: Venue, name: String) -> [VenueFinding] {
    let drawn = DrawnLevels(venue)
    let buildings = Dictionary(grouping: drawn.levels, by: \.building)
    return buildings.sorted { $0.key < $1.key }.flatMap { _, levels -> [VenueFinding] in
      guard 2...most ~= levels.count else { return [] }
      let groups = groups(of: levels, drawn)
      guard groups.count > 1, let main = groups.min(by: isBefore) else { return [] }
      return groups.filter { $0 != main }.flatMap { group in
        group.map { level in
          let metres = main.compactMap { drawn.gap(from: level, to: $0) }.min() ?? 0
          return VenueFinding(
            .levelApart,
            "\(name): level \"\(venue.level(level)?.id ?? "")\" lies \(Self.text(metres)) from the"
              + " other levels of its building; correct its coordinates, or give it a building of its own"
          )
        }
      }
    }
  }

  /// What is said of plans that lie away from all that is drawn of their building.
  ///
  /// - Parameter planned: levels whose outline their plan made.
  static func findings(
    of plans: [PlanPlacement], in venue: Venue, planned: Set<LevelKey>, name: String
  ) -> [VenueFinding] {
    guard !plans.isEmpty else { return [] }
    let drawn = DrawnLevels(venue)
    return plans.compactMap { plan in
      guard !planned.contains(plan.level),
        let box = BoundingBox(plan.page.corners.map(plan.local(from:))),
        let metres = drawn.gap(from: box, to: plan.level.building), metres > DrawnLevels.apart
      else { return nil }
      return VenueFinding(
        .planOffBuilding,
        "\(name): the plan of level \(plan.level.ordinal) lies \(Self.text(metres)) from all that is drawn of"
          + " its building; place it anew")
    }
  }

  private static func groups(of levels: [LevelKey], _ drawn: DrawnLevels) -> [[LevelKey]] {
    var rest = levels
    var groups: [[LevelKey]] = []
    while let first = rest.first {
      var (group, next) = ([first], 0)
      rest.removeFirst()
      while next < group.count {
        let near = rest.filter {
          drawn.gap(from: group[next], to: $0).map { $0 <= apart } ?? false
        }
        rest.removeAll(where: near.contains)
        group += near
        next += 1
      }
      groups.append(group)
    }
    return groups
  }

  private static func isBefore(_ one: [LevelKey], _ other: [LevelKey]) -> Bool {
    func height(_ group: [LevelKey]) -> UInt { group.map(\.ordinal.magnitude).min() ?? 0 }
    return one.count == other.count ? height(one) < height(other) : one.count > other.count
  }

  private static func text(_ metres: Double) -> String {
    metres < 1000
      ? "\(Int(metres.rounded())) m" : "\((min(metres, 1e8) / 100).rounded() / 10) km"
  }
}
