/// What iCloud leaves of a file that it has taken off the disk: `.WiFi.csv.icloud` of `WiFi.csv`.
package enum CloudPlaceholder {
  /// The name of the file that isn't there; `nil` for a name of another kind.
  package static func original(of name: String) -> String? {
    let ending = ".icloud"
    guard name.hasPrefix("."), name.hasSuffix(ending), name.utf8.count > ending.utf8.count + 1
    else { return nil }
    return String(name.dropFirst().dropLast(ending.count))
  }

  /// What is so, behind the file's name.
  package static let sentence = "is in iCloud and not on this disk"
  /// What to do.
  package static let remedy = "download it"
}
