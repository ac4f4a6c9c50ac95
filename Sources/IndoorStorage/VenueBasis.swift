import GRDB
import IndoorGeometry
public import IndoorModel

/// What somebody read of a venue before they worked out something to be stored: places in local
/// metres hold only for its origin, and plans and walks for levels that are where they were.
///
/// Stored on its basis, such a thing is refused where another program has changed the venue
/// meanwhile.
public struct VenueBasis: Sendable {
  private let origin: Coordinate?
  private let levels: [Level]
  private let unused: Set<LevelKey>

  /// Notes what was read.
  ///
  /// - Parameters:
  ///   - venue: the venue as it was read; `nil` where there was none.
  ///   - unused: levels of it on which no plan, walk or guide's item was.
  public init(_ venue: Venue?, unused: [LevelKey] = []) {
    origin = venue?.origin
    levels = venue?.levels ?? []
    self.unused = Set(unused)
  }

  /// What of the levels counts.
  enum Part {
    /// Building and ordinal, where walks are.
    case keys
    /// Labels and outlines too, which an import keeps where its sources don't tell them.
    case whole
  }

  /// Throws where the file's origin isn't that, or one of the levels is gone or another.
  func check(_ part: Part, in db: Database, path: String) throws {
    guard try VenueFile.venueRow(db)?.origin == origin,
      try unused.isEmpty || VenueFile.uses(db).keys.allSatisfy({ !unused.contains($0) })
    else { throw StorageError.changed(path) }
    switch part {
    case .keys:
      let stored = try Dictionary(
        VenueFile.rows(db, .levels, "level_id, building, ordinal") { f in
          (try f.text(0), try f.level(1))
        }, uniquingKeysWith: { first, _ in first })
      guard levels.allSatisfy({ stored[$0.id] == $0.key }) else {
        throw StorageError.changed(path)
      }
    case .whole:
      let stored = try Set(VenueFile.levels(db))
      guard levels.allSatisfy(stored.contains) else { throw StorageError.changed(path) }
    }
  }
}

extension VenueFile {
  /// The levels of which there are two of one building and ordinal, which nothing can tell apart.
  static func doubledLevels(_ db: Database) throws -> Set<LevelKey> {
    let keys = try rows(db, .levels, "building, ordinal") { f in
      try f.level(0)
    }
    return Set(Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }.keys)
  }
}
