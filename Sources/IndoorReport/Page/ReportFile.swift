package import Foundation

/// Files that reports are written into.
package enum ReportFile {
  /// Writes bytes into a file, replacing what is there only once they are whole.
  package static func write(_ data: Data, to path: String) throws(ReportError) {
    try checkPlace(path)
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .notWritten(path: path, reason: error.localizedDescription)
    }
  }

  /// Throws where a file has no folder to go into, or is a folder itself.
  static func checkPlace(_ path: String) throws(ReportError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw .noFolder(path: path) }
    guard
      !(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    else { throw .isFolder(path: path) }
  }
}
