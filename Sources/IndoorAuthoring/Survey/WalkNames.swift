import IndoorStorage

/// What people call a file's walks: by the recording's name, where that is unique, or by the
/// beginning of the hash.
struct WalkNames {
  private let byName: [String: [StoredWalk]]
  /// All, by their hashes.
  private let sorted: [StoredWalk]
  private let path: String

  /// Digits of a hash that name a walk at least.
  private static let fewestDigits = 4

  init(_ walks: [StoredWalk], path: String) {
    byName = Dictionary(grouping: walks, by: \.recording)
    sorted = walks.sorted { $0.hash < $1.hash }
    self.path = path
  }

  /// The walks of some names, in the order of the names; each once.
  func walks(_ names: [String]) throws(AuthoringError) -> [StoredWalk] {
    var found: [StoredWalk] = []
    var seen: Set<String> = []
    for name in names {
      let walk = try walk(name)
      if seen.insert(walk.hash).inserted { found.append(walk) }
    }
    return found
  }

  /// Whether a name is a walk's hash, or enough of its beginning to name it by.
  static func isBeginning(_ name: String, of walk: StoredWalk) -> Bool {
    name.count >= fewestDigits && walk.hash.hasPrefix(name.lowercased())
  }

  /// The walks whose hash a word begins, or is.
  private func begun(by word: String) -> ArraySlice<StoredWalk> {
    guard word.count >= Self.fewestDigits else { return [] }
    let digits = word.lowercased()
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].hash < digits { low = middle + 1 } else { high = middle }
    }
    return sorted[low...].prefix { $0.hash.hasPrefix(digits) }
  }

  private func walk(_ name: String) throws(AuthoringError) -> StoredWalk {
    let named = byName[name] ?? []
    let begun = begun(by: name).filter { !named.contains($0) }
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
