/// What iCloud leaves of a file that it has taken off the disk: `.WiFi.csv.icloud` of `WiFi.csv`.
package enum CloudPlaceholder {
  /// The name of the file that isn't there; `nil` for a name of another kind.
  package static func original(of name: String) -> String? {
    let ending = ".icloud"
    guard name.hasPrefix("."), name.hasSuffix(ending), name.utf8.count > ending.utf8.count + 1
    else { return nil }
    return String(name.dropFirst().dropLast(ending.count))
  }

  /// Whether of a file its placeholder is there, and nothing else.
  package static func isAlone(_ path: String) -> Bool {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    return !isThere(path) && isThere("\(path[..<start]).\(path[start...]).icloud")
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The files of a folder that are elsewhere: those whose placeholder alone is there.
  ///
  /// - Parameters:
  ///   - hidden: the names of the folder's hidden entries, or of all.
  ///   - names: those of the others, or of all.
  package static func absent(_ hidden: [String], beside names: [String]) -> [String] {
    let there = Set(names)
    return hidden.compactMap(original(of:)).filter { !there.contains($0) }.sorted()
  }

  /// What is so, behind the file's name.
  package static let sentence = "is in iCloud and not on this disk"
  /// What to do.
  package static let remedy = "download it"
}
