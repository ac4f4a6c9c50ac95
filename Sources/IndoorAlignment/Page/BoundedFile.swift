internal import Foundation

/// Reading of whole files that may be anything: a device without end, a folder, ten gigabytes.
enum BoundedFile {
  /// Reads a file; `remedy` says what to do where it has more bytes than the limit.
  static func read(
    _ path: String, limit: Int, remedy: String
  ) throws(AlignmentError) -> [UInt8] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .missingFile(path)
    }
    guard !isFolder.boolValue else { throw .unreadableFile(path, why: "it is a folder") }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw .unreadableFile(path, why: "no permission")
    }
    defer { try? handle.close() }
    var bytes: [UInt8] = []
    while true {
      let chunk: Data?
      do { chunk = try handle.read(upToCount: 1 << 20) } catch {
        throw .unreadableFile(path, why: "reading failed")
      }
      guard let chunk, !chunk.isEmpty else { return bytes }
      guard bytes.count + chunk.count <= limit else {
        throw .tooLarge(path, limit: limit, remedy: remedy)
      }
      bytes.append(contentsOf: chunk)
    }
  }
}
