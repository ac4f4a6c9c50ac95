package import Foundation

/// Files that reports are written into.
package enum ReportFile {
  /// Writes bytes into a file, replacing what is there only once they are whole.
  package static func write(_ data: Data, to path: String) throws(ReportError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else { throw .noFolder(path: path) }
    guard
      !(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    else { throw .isFolder(path: path) }
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .notWritten(path: path, reason: error.localizedDescription)
    }
  }
}
