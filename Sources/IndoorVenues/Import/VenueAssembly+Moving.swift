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
}
