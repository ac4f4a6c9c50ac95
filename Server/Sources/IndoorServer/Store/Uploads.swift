import Foundation
import IndoorFiles
import IndoorJSON
import Synchronization

/// What came of uploads, by the SHA-256 of what was uploaded: kept in the folder for it, or, where
/// there is none, until the server ends.
final class Uploads: Sendable {
  private let folder: String?
  private let known = Mutex<[String: [String]]>([:])

  init(folder: String?) { self.folder = folder }

  /// The walks of an upload; `nil` where it never came.
  func walks(of upload: String, in venue: String) -> [String]? {
    if let walks = known.withLock({ $0["\(venue)/\(upload)"] }) { return walks }
    guard let path = path(of: upload, in: venue),
      let root = try? JSONDocument(path: "\(path).json").root
    else { return nil }
    return root["walks"]?.elements.compactMap(\.string)
  }

  /// Keeps what came of an upload, and the upload itself.
  ///
  /// - Throws: `FileError`.
  func keep(_ walks: [String], of upload: String, _ bytes: [UInt8], in venue: String) throws {
    known.withLock { $0["\(venue)/\(upload)"] = walks }
    guard let path = path(of: upload, in: venue) else { return }
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try OutputFile.write(bytes, to: "\(path).raw")
    let record = JSONOutput.object([("walks", .array(walks.map { .string($0) }))])
    try OutputFile.write(record.text() + "\n", to: "\(path).json")
  }

  /// Forgets a venue that is gone, with what was sent to it.
  func removeAll(of venue: String) {
    known.withLock { known in known = known.filter { !$0.key.hasPrefix("\(venue)/") } }
    guard let folder, VenueFolder.isID(venue) else { return }
    try? FileManager.default.removeItem(atPath: "\(folder)/uploads/\(venue)")
  }

  /// Whether a text is a SHA-256 in small hexadecimal digits.
  static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  private func path(of upload: String, in venue: String) -> String? {
    guard Self.isHash(upload) else { return nil }
    return folder.map { "\($0)/uploads/\(venue)/\(upload)" }
  }
}
