import Foundation

/// Looks at where results shall go before the work begins, so that no input is lost and nothing is half done at the end.
enum OutputPlaces {
  /// Checks that each file to write has a name and a folder, is no folder itself, and is neither an input nor written twice.
  static func check(_ outputs: [String?], sparing inputs: [String]) throws(CommandError) {
    let outputs = outputs.compactMap { $0 }
    for output in outputs {
      guard !output.isEmpty else { throw .namelessOutput() }
      guard !isFolder(output) else { throw .outputIsFolder(output) }
      let folder = (output as NSString).deletingLastPathComponent
      guard folder.isEmpty || isFolder(folder) else { throw .noOutputFolder(output) }
    }
    try spare(inputs, from: outputs)
    for (index, output) in outputs.enumerated()
    where outputs[..<index].contains(where: { resolved($0) == resolved(output) }) {
      // What is written to a device is not kept, so twice is no loss.
      if !output.hasPrefix("/dev/") { throw .writtenTwice(output) }
    }
  }

  /// Checks that no output is an input, by whatever path or link it is named.
  static func spare(_ inputs: [String], from outputs: [String]) throws(CommandError) {
    for output in outputs {
      guard let file = identity(output) else { continue }
      if inputs.contains(where: { identity($0) == file }) { throw .overwritesInput(output) }
    }
  }

  private struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
  }

  private static func identity(_ path: String) -> Identity? {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: found.st_dev),
      number: UInt64(truncatingIfNeeded: found.st_ino))
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

extension CommandError {
  static func namelessOutput() -> CommandError {
    CommandError(message: "the output: its name is empty; name a file")
  }

  static func outputIsFolder(_ path: String) -> CommandError {
    CommandError(message: "\(path): this is a folder; name a file in it")
  }

  static func noOutputFolder(_ path: String) -> CommandError {
    CommandError(
      message: "\(path): the folder it should go into doesn't exist; make it, or name another file")
  }

  static func overwritesInput(_ path: String) -> CommandError {
    CommandError(
      message: "\(path): is read and would be overwritten; name another file for the output")
  }

  static func writtenTwice(_ path: String) -> CommandError {
    CommandError(message: "\(path): would be written twice; name another file for the report")
  }
}
