import IndoorFiles

/// What tells files of one name apart.
enum RecordingNames {
  /// For each path whose file has another's name, the last folders of its path that the others
  /// don't have, with a slash behind each; one path named twice can't be told apart.
  static func folders(of paths: [String]) -> [String: String] {
    var found: [String: String] = [:]
    for alike in Dictionary(grouping: Set(paths), by: { PathParts($0).stem }).values
    where alike.count > 1 {
      let parts = alike.map { path in (path, path.split(separator: "/").dropLast()) }
      let deepest = parts.map(\.1.count).max() ?? 0
      guard deepest > 0 else { continue }
      // The same depth for all: names then read alike.
      for depth in 1...deepest {
        let names = parts.map { $0.1.suffix(depth).map { "\($0)/" }.joined() }
        guard Set(names).count == names.count || depth == deepest else { continue }
        for ((path, _), name) in zip(parts, names) { found[path] = name }
        break
      }
    }
    return found
  }
}
