import IndoorStorage

/// What people call a file's walks: by the recording's name, where that is unique, or by the
/// beginning of the hash.
struct WalkNames {
  private let walks: [StoredWalk]
  private let path: String

  /// Digits of a hash that name a walk at least.
  private static let fewestDigits = 4

  init(_ walks: [StoredWalk], path: String) {
    self.walks = walks
    self.path = path
  }

  /// The walks of some names, in the order of the names; each once.
  func walks(_ names: [String]) throws(AuthoringError) -> [StoredWalk] {
    var found: [StoredWalk] = []
    for name in names {
      let walk = try walk(name)
      if !found.contains(walk) { found.append(walk) }
    }
    return found
  }

  /// Whether a name is a walk's hash, or enough of its beginning to name it by.
  static func isBeginning(_ name: String, of walk: StoredWalk) -> Bool {
    name.count >= fewestDigits && walk.hash.hasPrefix(name.lowercased())
  }

  private func walk(_ name: String) throws(AuthoringError) -> StoredWalk {
    let named = walks.filter { $0.recording == name }
    let begun = walks.filter { Self.isBeginning(name, of: $0) && !named.contains($0) }
    if named.count == 1, begun.isEmpty { return named[0] }
    if named.isEmpty, begun.count == 1 { return begun[0] }
    let several = named + begun
    guard !several.isEmpty else { throw .noWalk(path, name) }
    throw .severalWalks(path, name, several.map { String($0.hash.prefix(12)) })
  }
}

extension AuthoringError {
  static func noWalk(_ path: String, _ name: String) -> AuthoringError {
    AuthoringError(
      .noWalk,
      "\(path): has no walk \"\(name)\"; name it by its recording's name or the beginning of its "
        + "hash, as the list of walks has them")
  }

  static func severalWalks(_ path: String, _ name: String, _ hashes: [String]) -> AuthoringError {
    let some = hashes.prefix(5).joined(separator: ", ") + (hashes.count > 5 ? ", …" : "")
    return AuthoringError(
      .severalWalks,
      "\(path): \(hashes.count) walks are called \"\(name)\"; name one by its hash (\(some))")
  }
}
