import IndoorModel
import IndoorStorage
import IndoorSurveying

/// Tells walks that are stored already under another hash, as of a copy that was interrupted or of
/// another export: they begin or end with the same scan at the same time.
struct WalkTwins {
  private struct End: Hashable {
    let isFirst: Bool
    let time: Timestamp
    let content: UInt64

    /// `nil` for a scan that can't tell.
    init?(_ scan: Scan, isFirst: Bool) {
      let count = scan.readings.count
      guard SharedScans.isTelling(scan.time.microseconds, readings: count) else { return nil }
      self.isFirst = isFirst
      time = scan.time
      content = SharedScans.content(scan.readings)
    }
  }

  private struct Walk {
    let hash: String
    let name: String
  }

  private var known: [End: Walk] = [:]

  /// Begins with the walks of a file that count.
  init(_ file: VenueFile) throws(StorageError) {
    for walk in try file.walkEnds() {
      add(
        Walk(hash: walk.hash, name: Self.name(walk.recording, walk.hash, walk.scans)),
        [End(walk.first, isFirst: true), End(walk.last, isFirst: false)])
    }
  }

  private mutating func add(_ walk: Walk, _ ends: [End?]) {
    for end in ends.compactMap({ $0 }) where known[end] == nil { known[end] = walk }
  }

  /// What two walks of one name are told by, and which of them is shorter.
  static func name(
    _ recording: String, _ hash: String, _ count: Int, of what: String = "scan"
  ) -> String {
    "\(recording) (\(hash.prefix(12)), \(Counted.text(count, what)))"
  }

  /// Takes a walk; returns what is to be said of it where another one is its copy.
  mutating func add(_ walk: SurveyWalk, from path: String) -> AuthoringWarning? {
    let scans = walk.fingerprints
    guard scans.count > 1, let first = scans.first?.scan, let last = scans.last?.scan else {
      return nil
    }
    let ends = [End(first, isFirst: true), End(last, isFirst: false)]
    let twin = ends.compactMap { $0.flatMap { known[$0] } }.first { $0.hash != walk.hash }
    let name = Self.name(walk.recording, walk.hash, scans.count)
    add(Walk(hash: walk.hash, name: name), ends)
    guard let twin else { return nil }
    return AuthoringWarning(
      .walkTwice,
      "\(path): the walk \(name) begins or ends with the same scan at the same time as \(twin.name), "
        + "as where a copy was imported too; look at both, and remove the one that is too many")
  }
}

/// Walks of a radio map that have scans of others.
struct MappedTwins {
  private var shared = SharedScans()
  private var walks: [(recording: String, hash: String)] = []
  private var count = 0
  private var first: String?

  /// Takes the next walk.
  mutating func add(_ walk: SurveyWalk, _ rows: WalkRows) {
    walks.append((walk.recording, walk.hash))
    guard let twin = shared.add(rows) else { return }
    count += 1
    guard first == nil else { return }
    let other = walks[twin.walk]
    let names = [
      WalkTwins.name(other.recording, other.hash, twin.scans, of: "row"),
      WalkTwins.name(walk.recording, walk.hash, twin.ownScans, of: "row"),
    ]
    first = "the walks \(names.joined(separator: " and ")) have \(twin.shared) rows in common"
  }

  /// That leaving out walks leaves their copies in the map; `nil` where there are none.
  func sentence(of path: String) -> String? {
    first.map { first in
      let more = count > 1 ? ", as have \(Counted.text(count - 1, "other pair"))" : ""
      return "\(path): \(first)\(more), so leaving out the one leaves the other in the map, which "
        + "flatters; look at both, and remove the one that is too many"
    }
  }
}
