import IndoorFiles
import IndoorModel
import IndoorStorage
import Synchronization

/// What plans in a venue's file are, by a hash each that is made once for each state of the file.
final class PlanHashes: Sendable {
  private let known = Mutex<(stamp: VenueStamp?, hashes: [LevelKey: String])>((nil, [:]))

  /// The SHA-256 of a level's plan in hexadecimal digits.
  ///
  /// - Parameters:
  ///   - file: the venue's file.
  ///   - stamp: its state before it was opened.
  /// - Throws: `StorageError`.
  func hash(
    of level: LevelKey, in file: VenueFile, _ stamp: VenueStamp?
  ) throws(StorageError) -> String {
    let found = known.withLock { $0.stamp == stamp ? $0.hashes[level] : nil }
    if let found { return found }
    let hash = SHA256.hexadecimal(SHA256.digest(of: try file.plan(for: level)?.original ?? []))
    known.withLock { known in
      if known.stamp != stamp { known = (stamp, [:]) }
      known.hashes[level] = hash
    }
    return hash
  }
}
