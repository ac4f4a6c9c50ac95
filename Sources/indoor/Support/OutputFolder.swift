import Foundation

/// A folder that results go to, made where it is missing.
struct OutputFolder {
  private let url: URL

  init(_ path: String) throws(CommandError) {
    // Foundation would take it for the folder the command runs in.
    guard !path.isEmpty else { throw .namelessOutput() }
    url = URL(fileURLWithPath: path, isDirectory: true)
    if let file = Self.fileAbove(url) { throw .fileInTheWay(path, file: file) }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw .notWritten(path, reason: error.localizedDescription)
    }
  }

  /// The folder itself or the first one above it that is there, where that is a file.
  private static func fileAbove(_ url: URL) -> String? {
    var place = url.standardizedFileURL
    var isFolder: ObjCBool = false
    while !FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) {
      guard place.pathComponents.count > 1 else { return nil }
      place.deleteLastPathComponent()
    }
    return isFolder.boolValue ? nil : place.path
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

extension CommandError {
  static func fileInTheWay(_ path: String, file: String) -> CommandError {
    CommandError(
      message:
        "\(path): the folder can't be made, because \(file) is a file; name another folder")
  }
}
