import IndoorFiles

/// Looks at where results shall go before the work begins, so that no input is lost and nothing is
/// half done at the end.
enum OutputPlaces {
  /// Checks that each file to write has a name and a folder, is no folder itself, and is neither an
  /// input nor written twice.
  static func check(
    _ outputs: [String?], sparing inputs: [String], _ progress: ProgressHandler
  ) throws {
    let places = try outputs.compactMap { $0 }.map { try OutputPlace($0) }
    // What a program that died left of a venue file's changes stands beside it.
    let kept = inputs.flatMap { input in ["", "-wal", "-shm", "-journal"].map { input + $0 } }
    for (index, place) in places.enumerated() {
      if kept.contains(where: { place.isFile(at: $0) }) {
        throw AuthoringError.overwritesInput(place.path)
      }
      if places[..<index].contains(where: { $0.isSame(as: place) }) {
        throw AuthoringError.writtenTwice(place.path)
      }
    }
    for place in places {
      if place.isOverwritten {
        progress(
          .warning(
            .overwrittenInPlace,
            "\(place.path): its folder takes no other file, so it is overwritten in place at the end; where that is interrupted, both old and new are lost"
          ))
      }
      if place.isNamedPipe {
        progress(
          .note(
            .waitingForReader, "\(place.path): this is a pipe; waiting until a program reads it"))
      }
    }
  }
}

extension OutputFolder {
  /// Writes files into the folder; other files in it stay.
  func write(
    _ files: [(name: String, text: String)], sparing inputs: [String],
    _ progress: ProgressHandler
  ) throws {
    try fill {
      try OutputPlaces.check(files.map { path($0.name) }, sparing: inputs, progress)
      try OutputFile.write(files.map { (path($0.name), [UInt8]($0.text.utf8)) })
    }
  }
}

extension AuthoringError {
  static func overwritesInput(_ path: String) -> AuthoringError {
    AuthoringError(
      .overwritesInput,
      "\(path): is read and would be overwritten; name another file for the output")
  }

  static func writtenTwice(_ path: String) -> AuthoringError {
    AuthoringError(
      .writtenTwice, "\(path): two outputs lead to this file; name another file for one of them")
  }
}
