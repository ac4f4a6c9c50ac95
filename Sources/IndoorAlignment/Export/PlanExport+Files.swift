internal import Foundation
internal import IndoorModel

extension PlanExport {
  func writeWithPicture(
    to path: String, text: (String) -> String
  ) throws(AlignmentError) -> [String] {
    let picture = Self.replacingExtension(path, with: "png")
    try Self.write(text((picture as NSString).lastPathComponent), to: path)
    try Self.write(plan.preview, to: picture)
    return [path, picture]
  }

  /// The path with another extension; the same path again would overwrite what it stands beside.
  static func replacingExtension(_ path: String, with ending: String) -> String {
    let base = (path as NSString).deletingPathExtension
    return (path as NSString).pathExtension == ending ? "\(path).\(ending)" : "\(base).\(ending)"
  }

  static func write(_ text: String, to path: String) throws(AlignmentError) {
    try write(Array(text.utf8), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(AlignmentError) {
    do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      throw AlignmentError(
        .machine, "\(path): the file cannot be written, check the folder, its rights and the disk")
    }
  }

  static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
