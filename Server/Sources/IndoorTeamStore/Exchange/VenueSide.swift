import IndoorFiles
import IndoorModel
import IndoorStorage

/// A venue file as it is at one moment, in a copy that nobody writes to: the file's or the store's
/// side of an exchange.
struct VenueSide {
  /// The copy.
  let path: String
  let file: VenueFile
  /// Its pages.
  let pages: PageList
  /// SHA-256 of each part's rows.
  let parts: [VenuePart: [UInt8]]
  /// Its walks, those that were removed too.
  let walks: [StoredWalk]
  /// What was done to them.
  let changes: [WalkChange]
  private let folder: TemporaryFolder

  /// Copies a file.
  ///
  /// - Throws: `StorageError`, `FileError`.
  init(copyOf path: String) throws {
    let folder = try TemporaryFolder()
    let copy = "\(folder.path)/venue.gpkg"
    try VenueFile.open(path, readOnly: true).copy(to: copy)
    try self.init(copy, in: folder)
  }

  /// Takes a file that is there already.
  ///
  /// - Parameter folder: what it is in, and goes with.
  init(_ path: String, in folder: TemporaryFolder) throws {
    self.path = path
    self.folder = folder
    file = try VenueFile.open(path, readOnly: true)
    pages = try PageList(of: path)
    var parts: [VenuePart: [UInt8]] = [:]
    for part in VenuePart.allCases {
      var hash = SHA256()
      try file.forEachRow(of: part) { hash.update($0) }
      parts[part] = hash.digest()
    }
    self.parts = parts
    walks = try file.storedWalks()
    changes = try file.walkChanges()
  }

  /// Whether it has all walks of another side, what was done to them, and what was removed.
  func hasWalks(of other: VenueSide) -> Bool {
    let own = Dictionary(walks.map { ($0.hash, $0) }) { first, _ in first }
    let known = Set(changes)
    guard other.changes.allSatisfy(known.contains) else { return false }
    // Who knows more of what was done to a walk has the newer state of it.
    let newer = Set(known.subtracting(other.changes).map(\.hash))
    return other.walks.allSatisfy { walk in
      own[walk.hash].map {
        $0.removal != nil || walk.removal == nil || newer.contains(walk.hash)
      } ?? false
    }
  }
}
