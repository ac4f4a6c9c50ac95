import Foundation
import IndoorGeometry
import IndoorGuide
import IndoorModel
import IndoorRecordings
import IndoorStorage

/// Another venue file whose walks are merged into one, looked at before anything is stored.
///
/// Walks are told by their content, places go through WGS 84 where origins differ, and levels have
/// to be there by building and ordinal. What is hidden in either file is hidden. Walks of other
/// files stand behind the file's own, by their times, so that the order of merges doesn't matter.
struct MergeSource {
  let path: String
  let venue: Venue

  /// Walks that are stored at once.
  private static let batch = 32

  /// Looks at the files to merge into a venue, or into the first one's where there is none yet.
  ///
  /// - Throws: `AuthoringError` for a level that is missing, a venue that is somewhere else, or a
  ///   file that is merged into itself.
  static func all(
    _ paths: [String], into target: String, known: Venue?, _ progress: ProgressHandler
  ) throws -> [MergeSource] {
    var base = known.map { ($0, target) }
    return try paths.map { path in
      guard !isSame(path, target) else { throw AuthoringError.mergedIntoItself(path) }
      let file: VenueFile
      do {
        file = try VenueFile.open(path, readOnly: true)
      } catch let error as StorageError where error.code == .notAVenueFile {
        throw RecordingFiles.fault(ofDatabase: path) ?? error.ofSource
      }
      guard let venue = try file.venue() else { throw AuthoringError.noVenue(path) }
      if let (base, owner) = base {
        let metres = metres(from: base, to: venue)
        guard metres <= VenueGround.farthest else {
          for (venue, path) in [(base, owner), (venue, path)] where !venue.hasKnownPlace {
            throw AuthoringError.noKnownPlace(path)
          }
          throw AuthoringError.otherPlace(path, owner, metres: metres)
        }
        let used = Set(try file.storedWalks().flatMap(\.levels)).sorted()
        if let missing = used.first(where: { base.level($0) == nil }) {
          throw AuthoringError.levelNotInBoth(owner, missing, path, in: base)
        }
        if let warning = labelElsewhere(of: used, in: base, owner, venue, path) {
          progress(.warning(warning))
        }
      } else {
        base = (venue, path)
      }
      // It is opened again when it is its turn: of a team's files not all may be open at once.
      return MergeSource(path: path, venue: venue)
    }
  }

  /// Says where the files count levels otherwise, or may: a level that walks are on has another
  /// label here. What is called by its ordinal was never named.
  private static func labelElsewhere(
    of used: [LevelKey], in base: Venue, _ owner: String, _ venue: Venue, _ path: String
  ) -> AuthoringWarning? {
    for key in used {
      guard let label = venue.level(key)?.label, let here = base.level(key), here.label != label
      else { continue }
      let other = base.levels.first {
        $0.label == label && $0.key.building == key.building
      }
      let unnamed = ["", String(key.ordinal)]
      guard other != nil || !unnamed.contains(label) && !unnamed.contains(here.label) else {
        continue
      }
      let whose = other.map { ", whose level \(label) has the ordinal \($0.key.ordinal)" } ?? ""
      return AuthoringWarning(
        .labelElsewhere,
        "\(path): its walks on level \(label) (ordinal \(key.ordinal)) are on level \(here.label) of "
          + "\(owner)\(whose); where that is another "
          + "floor, mend the ordinals in one of the two, remove the walks and merge them again")
    }
    return nil
  }

  /// Metres between where most of two venues is; of one that has nothing drawn its origin counts.
  private static func metres(from base: Venue, to other: Venue) -> Double {
    Guide.metres(
      from: VenueGround(base).middle ?? base.origin, to: VenueGround(other).middle ?? other.origin)
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    func identity(_ path: String) -> [UInt64]? {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
    return identity(a).map { $0 == identity(b) } ?? false
  }

  /// Runs something that stores what this file has into another; what of it can't be stored is
  /// this file's to be mended.
  func storing<Value>(into target: VenueFile, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as StorageError {
      throw error.blaming(path, insteadOf: target.path)
    }
  }

  /// Merges the walks, some dozens a transaction.
  ///
  /// - Parameters:
  ///   - target: the file that they go into.
  ///   - venue: its venue.
  ///   - readsAgain: whether walks that it has are replaced by this file's.
  ///   - tally: what came of it.
  func merge(
    into target: VenueFile, _ venue: Venue, readsAgain: Bool, _ tally: inout SurveyImportTally
  ) throws {
    let file = try VenueFile.open(path, readOnly: true)
    let stored = try file.storedWalks()
    let removed = Set(stored.filter { $0.removal != nil }.map(\.hash))
    let basis = VenueBasis(venue)
    var batch: [SurveyWalk] = []
    var again: [SurveyWalk] = []
    var seen = 0
    func store(_ tally: inout SurveyImportTally) throws {
      let merged = try target.merge(batch, removals: [:], changes: [], on: basis)
      tally.new += merged.new
      tally.known += batch.count - merged.new
      if !again.isEmpty { try tally.replace(again, in: target, on: basis) }
      again.removeAll(keepingCapacity: true)
      batch.removeAll(keepingCapacity: true)
    }
    try file.forEachStoredWalk { walk in
      seen += 1
      tally.said.walks.append(walk.hash)
      let isStored = try target.hasWalk(walk.hash)
      if isStored {
        if let removal = try target.removal(ofWalk: walk.hash) {
          tally.hide(walk.hash, removal)
        }
        guard readsAgain else {
          tally.known += 1
          return
        }
      }
      tally.count(walk.fingerprints)
      let moved = walk.moved(from: self.venue.origin, to: venue.origin)
      if !isStored, !removed.contains(walk.hash) {
        try tally.compare(walk, from: path, in: target)
        tally.takePlaces(of: moved, in: venue)
      }
      if isStored { again.append(moved) } else { batch.append(moved) }
      if batch.count + again.count >= Self.batch { try store(&tally) }
    }
    try store(&tally)
    let removals = Dictionary(
      stored.compactMap { walk in walk.removal.map { (walk.hash, $0) } }
    ) { first, _ in first }
    tally.said.newlyHidden += try target.merge(
      [], removals: removals, changes: try file.walkChanges(), on: basis
    ).hidden
  }
}

extension AuthoringError {
  fileprivate static func mergedIntoItself(_ path: String) -> AuthoringError {
    AuthoringError(
      .overwritesInput, "\(path): is the file itself; name another venue file to merge")
  }

  fileprivate static func otherPlace(
    _ path: String, _ target: String, metres: Double
  ) -> AuthoringError {
    AuthoringError(
      .otherPlace,
      "\(path): lies \(Int(metres / 1000)) km from \(target), so they aren't files of one place; merge it "
        + "into another file, or mend the one whose drawing lies wrong")
  }

  fileprivate static func noKnownPlace(_ path: String) -> AuthoringError {
    AuthoringError(
      .otherPlace,
      "\(path): has walks in metres from no known place; import the venue into a new file first, and "
        + "the tables of these walks into that")
  }

  /// - Parameter venue: the target's.
  fileprivate static func levelNotInBoth(
    _ target: String, _ level: LevelKey, _ path: String, in venue: Venue
  ) -> AuthoringError {
    let others = Set(
      venue.levels.filter { $0.key.ordinal == level.ordinal }.map { "\"\($0.key.building)\"" })
    guard others.isEmpty else {
      // Of one building, importing the level would lay it over the one that is there.
      return AuthoringError(
        .noLevel,
        "\(target): has no level of ordinal \(level.ordinal) in building \"\(level.building)\", on which "
          + "\(path) has walks, only in building \(others.sorted().prefix(5).joined(separator: ", ")); give the "
          + "building the same id in both, or import the level if they are two buildings")
    }
    let building = level.building.isEmpty ? "" : " of building \(level.building)"
    return AuthoringError(
      .noLevel,
      "\(target): has no level of ordinal \(level.ordinal)\(building), on which \(path) has walks; "
        + "import the level, or mend building and ordinal in one of the two")
  }
}
