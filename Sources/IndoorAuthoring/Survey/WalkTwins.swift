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
  private var rows = CopiedRows()

  /// Begins with the walks of a file that count.
  init(_ file: VenueFile) throws(StorageError) {
    for walk in try file.walkEnds() {
      guard walk.scans > 1 else {
        if walk.isRow { rows.add(walk.first, of: walk.hash, from: nil) }
        continue
      }
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
    guard let first = scans.first?.scan, let last = scans.last?.scan else { return nil }
    guard scans.count > 1 else {
      if walk.isTable { rows.add(first, of: walk.hash, from: path) }
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

extension WalkTwins {
  /// What is to be said of tables whose rows came before.
  var tables: [AuthoringWarning] {
    rows.copied.map { path, copies, count in
      AuthoringWarning(
        .walkTwice,
        "\(path): \(copies) of its \(Counted.text(count, "row")) heard what a row did that came before, as "
          + "where a table was saved anew; look at both, and remove those that are too many")
    }
  }
}

/// Rows of tables that heard the same as rows from elsewhere: what a table is saved as anew, with
/// -50.0 for -50, is other bytes.
private struct CopiedRows {
  private struct Row {
    let hash: Int
    let source: String?
  }

  private var seen: [UInt64: Row] = [:]
  private var tables: [String: (copies: Int, count: Int)] = [:]

  /// - Parameter source: the table; `nil` for what is stored.
  mutating func add(_ scan: Scan, of hash: String, from source: String?) {
    guard SharedScans.isTelling(0, readings: scan.readings.count) else { return }
    let content = SharedScans.content(scan.readings)
    let own = Row(hash: hash.hashValue, source: source)
    let other = seen[content]
    if other == nil { seen[content] = own }
    guard let source else { return }
    tables[source, default: (0, 0)].count += 1
    if let other, other.source != source, other.hash != own.hash {
      tables[source, default: (0, 0)].copies += 1
    }
  }

  /// The tables of which many are copies.
  var copied: [(path: String, copies: Int, count: Int)] {
    tables.sorted { $0.key < $1.key }.filter {
      CopiedRows.areMany($0.value.copies, of: $0.value.count)
    }
    .map { ($0.key, $0.value.copies, $0.value.count) }
  }

  static func areMany(_ copies: Int, of count: Int) -> Bool {
    copies >= 2 && Double(copies) >= SharedScans.mostCopies * Double(count)
  }
}

/// Walks of a radio map that have scans of others.
struct MappedTwins {
  private var shared = SharedScans()
  private var walks: [(recording: String, hash: String)] = []
  private var count = 0
  private var first: String?
  /// Rows of tables, walks of a row each, and how many of them heard what another one did.
  private var rows = (seen: Set<UInt64>(), count: 0, copies: 0)

  /// Takes the next walk.
  mutating func add(_ walk: SurveyWalk, _ rows: WalkRows) {
    walks.append((walk.recording, walk.hash))
    // Its place came with the scan.
    if rows.times.count == 1, walk.path.count == 1,
      walk.path.first?.time.microseconds == rows.times.first
    {
      self.rows.count += 1
      if let content = SharedScans.content(of: rows, row: 0) {
        if !self.rows.seen.insert(content).inserted { self.rows.copies += 1 }
      }
    }
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
    let others = first.map { first in
      let more = count > 1 ? ", as have \(Counted.text(count - 1, "other pair"))" : ""
      return "\(first)\(more)"
    }
    let tables =
      CopiedRows.areMany(rows.copies, of: rows.count)
      ? "\(rows.copies) of \(Counted.text(rows.count, "row")) of tables heard what another one did"
      : nil
    return (others ?? tables).map { what in
      "\(path): \(what), so leaving out the one leaves the other in the map, which flatters; look at "
        + "both, and remove the one that is too many"
    }
  }
}
