import IndoorGeometry
import IndoorModel

extension VenueAssembly {
  /// Metres beyond which nothing that stays where it is gets drawn better.
  private static let far = 50.0
  /// Features from which on all of them say more than that one was moved.
  private static let least = 2

  /// Says where all that the venue has of the sources' ids was elsewhere before: another building
  /// may count its rooms from 1 as well.
  mutating func findVenueMoved(from existing: Venue, _ names: [String]) {
    let frame = existing.frame
    func middle(_ shape: [Coordinate]) -> LocalPoint? {
      BoundingBox(shape.map { frame.local(from: $0) })?.centre
    }
    func ways<Feature>(
      _ before: [Feature], _ now: [Feature], _ id: KeyPath<Feature, String>,
      _ shape: (Feature) -> [Coordinate]
    ) -> [Double]? {
      let now = Dictionary(now.map { ($0[keyPath: id], $0) }) { first, _ in first }
      var ways: [Double] = []
      for feature in before {
        guard let other = now[feature[keyPath: id]], let from = middle(shape(feature)),
          let to = middle(shape(other))
        else { continue }
        let metres = from.distance(to: to)
        guard metres > Self.far else { return nil }
        ways.append(metres)
      }
      return ways
    }
    guard
      let levels = ways(existing.levels, levels, \.id, { $0.outline.flatMap(\.exterior) }),
      let units = ways(existing.units, units, \.id, { $0.geometry.flatMap(\.exterior) }),
      let openings = ways(existing.openings, openings, \.id, \.line)
    else { return }
    let metres = levels + units + openings
    guard metres.count >= Self.least, let least = metres.min(), let most = metres.max() else {
      return
    }
    func rounded(_ metres: Double) -> Int { Int(min(metres, 1e8).rounded()) }
    find(
      .venueMoved,
      "\(names.joined(separator: ", ")): all \(metres.count) levels, units and openings that the venue"
        + " has by the same ids were \(rounded(least)) to \(rounded(most)) m from where they are now; if"
        + " this is another building, import it into a file of its own, or give it other ids")
  }

  /// Says where units without ids took the places of others that all lie elsewhere: the ids made
  /// for them count from 0 in every file.
  mutating func findReplaced(in existing: Venue, _ names: [String]) {
    guard !findings.contains(where: { $0.rule == .venueMoved }) else { return }
    let frame = existing.frame
    let before = Dictionary(existing.units.map { ($0.id, $0) }) { first, _ in first }
    func box(_ unit: Unit) -> BoundingBox<LocalPoint>? {
      BoundingBox(around: unit.geometry.map { frame.local(from: $0) })
    }
    var replaced: [Unit] = []
    for index in unitIDs.made.keys.sorted() {
      guard let old = before[units[index].id], let from = box(old), let to = box(units[index])
      else { continue }
      guard !from.sharesGround(with: to) else { return }
      replaced.append(old)
    }
    guard replaced.count >= Self.least, let first = replaced.first else { return }
    find(
      .venueMoved,
      "\(names.joined(separator: ", ")): \(replaced.count) units without an id took the place of as many"
        + " that lie elsewhere, as \(first.name.map { "\"\($0)\", " } ?? "")\"\(first.id)\"; if those are"
        + " still there, import both files at once, or give the units ids")
  }
}

extension BoundingBox<LocalPoint> {
  /// Whether the boxes have more than a wall in common, 10 cm of it.
  fileprivate func sharesGround(with other: BoundingBox) -> Bool {
    let wall = 0.1
    return minimum.x + wall < other.maximum.x && other.minimum.x + wall < maximum.x
      && minimum.y + wall < other.maximum.y && other.minimum.y + wall < maximum.y
  }
}
