import IndoorFiles

/// Looks at where results shall go before the work begins, so that no input is lost and nothing is half done at the end.
enum OutputPlaces {
  /// Checks that each file to write has a name and a folder, is no folder itself, and is neither an input nor written
  /// twice.
  static func check(_ outputs: [String?], sparing inputs: [String]) throws {
    let places = try outputs.compactMap { $0 }.map { try OutputPlace($0) }
    for (index, place) in places.enumerated() {
      if inputs.contains(where: { place.isFile(at: $0) }) {
        throw CommandError.overwritesInput(place.path)
      }
      if places[..<index].contains(where: { $0.isSame(as: place) }) {
        throw CommandError.writtenTwice(place.path)
      }
    }
    for place in places {
      if place.isOverwritten {
        Console.warning(
          "\(place.path): its folder takes no other file, so it is overwritten in place at the end; where that is interrupted, both old and new are lost"
        )
      }
      if place.isNamedPipe {
        Console.note("\(place.path): this is a pipe; waiting until a program reads it")
      }
    }
  }
}

extension OutputFolder {
  /// Writes files into the folder; other files in it stay.
  func write(_ files: [(name: String, text: String)], sparing inputs: [String]) throws {
    try OutputPlaces.check(files.map { path($0.name) }, sparing: inputs)
    for file in files { try OutputFile.write(file.text, to: path(file.name)) }
  }
}

extension CommandError {
  static func overwritesInput(_ path: String) -> CommandError {
    CommandError(
      message: "\(path): is read and would be overwritten; name another file for the output")
  }

  static func writtenTwice(_ path: String) -> CommandError {
    CommandError(message: "\(path): would be written twice; name another file for the report")
  }
}
