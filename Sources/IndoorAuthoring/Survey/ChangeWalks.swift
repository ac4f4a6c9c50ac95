import Foundation
import IndoorStorage

/// Takes walks of a venue file back, restores or renames them; each change is entered in the file's
/// journal. Radio maps that are built from then on are made of the walks that count.
public struct ChangeWalks: Sendable {
  /// What is done.
  public enum Change: Hashable, Sendable {
    /// The walks are hidden: they stay in the file, and count no more.
    case remove
    /// Walks that were hidden count again.
    case restore
    /// The one walk gets another name.
    case rename(String)
  }

  /// The venue file.
  public var venue: String
  /// The walks: their recordings' names, or the beginnings of their hashes.
  public var walks: [String]
  /// What is done to them.
  public var change: Change
  /// Who does it; where it is missing or blank, the login's name.
  public var by: String?

  /// Makes a change.
  public init(venue: String, walks: [String], change: Change, by: String? = nil) {
    self.venue = venue
    self.walks = walks
    self.change = change
    self.by = by
  }

  /// What came of it.
  public struct Result: Sendable {
    /// The walks as they are now.
    public let list: WalkList
    /// How many were changed; the others were so already.
    public let changed: Int
    let venue: String
    let change: Change

    /// The same for people.
    package var text: String {
      let done =
        switch change {
        case .remove: "\(Counted.text(changed, "walk")) removed"
        case .restore: "\(Counted.text(changed, "walk")) restored"
        case .rename(let name): "renamed to \(name)"
        }
      let same = list.walks.count - changed
      let rest = same > 0 ? "; \(Counted.text(same, "walk")) as before" : ""
      let next =
        if changed == 0 { "" } else if case .rename = change { "" } else {
          "; radio maps change when one is built"
        }
      return "\(venue): \(done)\(rest)\(next)"
    }

    /// The walks as JSON, with the journal.
    public var json: String { list.json }
  }

  /// Makes the change.
  ///
  /// - Throws: `AuthoringError` for a walk that isn't there or isn't the only one, and for a name
  ///   that is empty, another walk's or the beginning of its hash; `StorageError`.
  public func run() throws -> Result {
    let file = try VenueFile.open(venue)
    let found = try WalkNames(try file.storedWalks(), path: venue).walks(walks)
    let by = by.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? Self.login
    let changed: Int
    switch change {
    case .remove: changed = try file.removeWalks(found.map(\.hash), by: by)
    case .restore: changed = try file.restoreWalks(found.map(\.hash), by: by)
    case .rename(let written):
      // A blank behind it, which nobody sees, makes no other name.
      let name = written.trimmingCharacters(in: .whitespacesAndNewlines)
      guard let walk = found.first, found.count == 1, !name.isEmpty else {
        throw AuthoringError.emptyName(venue)
      }
      let others = try file.storedWalks().filter { $0.hash != walk.hash }
      if let other = others.first(where: { $0.recording == name }) {
        throw AuthoringError.nameTaken(venue, name, by: other.hash)
      }
      if let other = others.first(where: { WalkNames.isBeginning(name, of: $0) }) {
        throw AuthoringError.nameIsHash(venue, name, of: other.recording)
      }
      try file.renameWalk(walk.hash, to: name, by: by)
      changed = 1
    }
    let all = try file.storedWalks()
    let hashes = Set(found.map(\.hash))
    return Result(
      list: WalkList(
        all.filter { hashes.contains($0.hash) }, of: all, venue: try file.venue(),
        changes: try file.walkChanges()), changed: changed, venue: venue, change: change)
  }

  private static var login: String {
    let name = NSUserName()
    return name.isEmpty ? "unknown" : name
  }
}

extension AuthoringError {
  fileprivate static func nameTaken(
    _ path: String, _ name: String, by hash: String
  ) -> AuthoringError {
    AuthoringError(
      .nameTaken,
      "\(path): another walk (\(hash.prefix(12))) is called \"\(name)\"; give this one a name of its own, or "
        + "rename that one first")
  }

  fileprivate static func nameIsHash(
    _ path: String, _ name: String, of walk: String
  ) -> AuthoringError {
    AuthoringError(
      .nameTaken,
      "\(path): the hash of another walk (\(walk)) begins with \"\(name)\", by which it can be named; give "
        + "this one another name")
  }

  fileprivate static func emptyName(_ path: String) -> AuthoringError {
    AuthoringError(.noWalk, "\(path): renaming takes one walk and a name that isn't empty")
  }
}
