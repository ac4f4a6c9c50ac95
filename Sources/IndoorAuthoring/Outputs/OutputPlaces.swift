import IndoorFiles
import IndoorRecordings

/// Looks at where results shall go before the work begins, so that no input is lost and nothing is
/// half done at the end.
enum OutputPlaces {
  /// Checks that each file to write has a name and a folder, is no folder itself, and is neither an
  /// input nor written twice.
  ///
  /// - Parameter store: a venue file that is made or changed besides.
  static func check(
    _ outputs: [String?], sparing inputs: [String], store: String? = nil,
    _ progress: ProgressHandler
  ) throws {
    // What can't be made there says so itself.
    let stored = (store.map { [$0] + DatabaseJournals.paths(of: $0) } ?? []).compactMap {
      // SQLite keeps changes in files of these names.
      try? OutputPlace($0, replacesVenueFile: true).target
    }
    var targets: Set<OutputPlace.Target> = []
    var said: [AuthoringProgress] = []
    for output in outputs.compactMap(\.self) {
      // Of a venue file that is an input that is said first. One place is held at a time: each has
      // its folder open.
      let place = try OutputPlace(output, replacesVenueFile: true)
      let target = place.target
      if let target, stored.contains(target) { throw AuthoringError.writtenTwice(place.path) }
      if inputs.contains(where: { place.isFile(at: $0) }) {
        throw AuthoringError.overwritesInput(place.path)
      }
      if let target, !targets.insert(target).inserted {
        throw AuthoringError.writtenTwice(place.path)
      }
      try place.checkVenueFile()
      if place.isOverwritten {
        said.append(
          .warning(
            .overwrittenInPlace,
            "\(place.path): its folder takes no other file, so it is overwritten in place at the end; where that is interrupted, both old and new are lost"
          ))
      }
      if place.isNamedPipe {
        said.append(
          .note(
            .waitingForReader, "\(place.path): this is a pipe; waiting until a program reads it"))
      }
    }
    for some in said { progress(some) }
  }

  /// Checks that where files shall go whose names nobody gave there are none, but those of a run
  /// before: beside a file that has what only such a run writes.
  static func check(
    unnamed paths: [String], besideOne path: String, with mark: String
  ) throws {
    if RecordingFiles.opening(of: path)?.firstRange(of: mark.utf8) != nil { return }
    try check(unnamed: paths)
  }

  /// The same where no run before has written there.
  static func check(unnamed paths: [String]) throws {
    for other in paths where RecordingFiles.opening(of: other)?.isEmpty == false {
      try OutputPlace(other, replacesVenueFile: true).checkVenueFile()
      throw AuthoringError.otherFile(other)
    }
  }
}

extension OutputFolder {
  /// A file to write, whose text is made when it is its turn.
  struct File {
    let name: String
    let pieces: (_ write: (String) throws -> Void) throws -> Void

    /// Makes one; without a text there is no file.
    init(_ name: String, _ text: @escaping () -> String?) {
      self.init(name: name) { write in
        if let text = text() { try write(text) }
      }
    }

    /// Makes one of pieces, of which one is held at a time; without any there is no file.
    init(name: String, pieces: @escaping (_ write: (String) throws -> Void) throws -> Void) {
      (self.name, self.pieces) = (name, pieces)
    }
  }

  /// Looks at where files in the folder and others beside it shall go, and says nothing but errors.
  func check(_ names: [String], beside outputs: [String?], sparing inputs: [String]) throws {
    // Else a path where nothing was would be said to be a folder.
    if let path = outputs.compactMap({ $0 }).first(where: hasMade) {
      throw AuthoringError.writtenTwice(path)
    }
    try OutputPlaces.check(names.map(path) + outputs, sparing: inputs) { _ in }
  }

  /// Writes files whose texts are there, as the other does.
  func write(
    _ files: [(name: String, text: String)], sparing inputs: [String],
    _ progress: ProgressHandler
  ) throws {
    try write(files.map { file in File(file.name) { file.text } }, sparing: inputs, progress)
  }

  /// Writes files into the folder; other files in it stay. Up to fifty take their places together;
  /// of more, as of the pictures of a thousand levels, each is whole, and one is held at a time.
  func write(
    _ files: [File], sparing inputs: [String], _ progress: ProgressHandler
  ) throws {
    try fill {
      for start in stride(from: 0, to: files.count, by: OutputFile.mostTogether) {
        let some = files[start..<min(files.count, start + OutputFile.mostTogether)]
        try OutputPlaces.check(some.map { path($0.name) }, sparing: inputs, progress)
      }
      if files.count <= OutputFile.mostTogether {
        try OutputFile.write(
          files.compactMap { file in
            var bytes: [UInt8] = []
            try file.pieces { bytes += $0.utf8 }
            return bytes.isEmpty ? nil : (path(file.name), bytes)
          })
      } else {
        for file in files {
          var output: OutputFile?
          try file.pieces {
            output = try output ?? OutputFile(path(file.name))
            try output?.write($0)
          }
          try output?.finish()
        }
      }
    }
  }
}

extension AuthoringError {
  static func overwritesInput(_ path: String) -> AuthoringError {
    AuthoringError(
      .overwritesInput,
      "\(path): is read and would be overwritten; name another file for the output")
  }

  static func overwritesDrawing(_ path: String) -> AuthoringError {
    AuthoringError(
      .overwritesInput,
      "\(path): is the drawing that the plan was placed from, and a picture of it would replace it; give "
        + "the output another name")
  }

  static func otherFile(_ path: String) -> AuthoringError {
    AuthoringError(
      .otherFile,
      "\(path): is there and no file beside it says that this output wrote it; move it elsewhere, or give "
        + "the output another name")
  }

  static func writtenTwice(_ path: String) -> AuthoringError {
    AuthoringError(
      .writtenTwice, "\(path): two outputs lead to this file; name another file for one of them")
  }
}
