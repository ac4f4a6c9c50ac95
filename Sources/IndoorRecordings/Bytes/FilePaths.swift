import IndoorFiles
import IndoorLibc

/// Paths taken apart.
extension FileBytes {
  /// The last component of a path without its extension.
  static func stem(of path: String) -> String { PathParts(path).stem }

  /// The last component of a path.
  static func name(of path: String) -> String { PathParts(path).name }

  /// The folder that a path is in.
  static func folder(of path: String) -> String { PathParts(path).folder }

  /// The path without links and dots, or as it is where there is nothing.
  static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
