import Foundation

/// Where paths lead.
enum FilePlace {
  /// The one path of what a path names, without links, `.` and `..`; of what isn't there yet, the
  /// one that it would have.
  static func resolved(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    var known = path.hasPrefix("/") ? path : "\(here)/\(path)"
    var rest: [String] = []
    while true {
      if FileManager.default.fileExists(atPath: known) {
        let real = URL(fileURLWithPath: known).resolvingSymlinksInPath().path
        return joined(real, rest.reversed())
      }
      guard let slash = known.lastIndex(of: "/"), known != "/" else { return path }
      rest.append(String(known[slash...].dropFirst()))
      known = slash == known.startIndex ? "/" : String(known[..<slash])
    }
  }

  private static func joined(_ folder: String, _ names: [String]) -> String {
    var parts = folder.split(separator: "/").map(String.init)
    for name in names {
      switch name {
      case "", ".": break
      case "..": _ = parts.popLast()
      default: parts.append(name)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
