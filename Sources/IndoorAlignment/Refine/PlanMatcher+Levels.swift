internal import Dispatch
internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

extension PlanMatcher {
  /// Levels that are searched at once at most: each takes some megabytes.
  private static let mostAtOnce = 8

  /// The levels' matches without any hint, best first.
  public func find() -> [Match] {
    let storeys = venue.levels.map { Storey($0.key, in: venue) }
    let first = Dictionary(storeys.indices.map { (storeys[$0], $0) }) { first, _ in first }
    let alike = storeys.indices.map { first[storeys[$0]] ?? $0 }
    let searched = found(on: storeys.indices.filter { alike[$0] == $0 })
    // What isn't sure says of which level it isn't.
    let others = storeys.indices.filter { alike[$0] != $0 && searched[alike[$0]]?.isSure == false }
    let also = found(on: others)
    return storeys.indices.compactMap { index in
      var match = others.contains(index) ? also[index] : searched[alike[index]]
      match?.level = venue.levels[index].key
      return match
    }.sorted { $0.lift > $1.lift }
  }

  /// The matches of some of the levels, several of which are searched at a time.
  private func found(on levels: [Int]) -> [Int: Match] {
    let workers = max(1, min(Self.mostAtOnce, ProcessInfo.processInfo.activeProcessorCount))
    let matches = Matches()
    DispatchQueue.concurrentPerform(iterations: min(workers, levels.count)) { worker in
      for position in stride(from: worker, to: levels.count, by: workers) {
        let level = levels[position]
        if let match = find(on: venue.levels[level].key) { matches.set(level, match) }
      }
    }
    return matches.all
  }

  /// All that a level's match depends on: of a tower's storeys many are alike.
  private struct Storey: Hashable {
    private let walls: [LocalPoint]
    private let units: [[String?]]
    private let openings: [[Coordinate]]

    init(_ level: LevelKey, in venue: Venue) {
      walls = venue.wallSegments(of: level).flatMap { [$0.0, $0.1] }
      units = venue.units.filter { $0.level == level }.map { [$0.name, $0.category] }
      openings = venue.openings.filter { $0.level == level }.map(\.line)
    }
  }

  private final class Matches: @unchecked Sendable {
    private let lock = NSLock()
    private var byLevel: [Int: Match] = [:]
    func set(_ level: Int, _ match: Match) { lock.withLock { byLevel[level] = match } }
    var all: [Int: Match] { lock.withLock { byLevel } }
  }
}
