import Foundation

/// Writes results whole or not at all.
enum OutputFile {
  static func write(_ text: String, to path: String) throws(CommandError) {
    try write(Array(text.utf8), to: path)
  }

  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .notWritten(path, reason: error.localizedDescription)
    }
  }

  /// Writes files into a folder, which is made where it is missing; other files in it stay.
  static func write(_ files: [(name: String, text: String)], toFolder path: String)
    throws(CommandError)
  {
    let folder = try OutputFolder(path)
    for file in files { try write(file.text, to: folder.path(file.name)) }
  }
}
