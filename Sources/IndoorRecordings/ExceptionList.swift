/// Walks that a list names, to be left out: a path a line, as `site1/B1/path_data_files/ID.txt`,
/// `data/` in front or not.
public struct ExceptionList: Sendable {
  private let names: Set<String>

  /// How many walks the list names.
  public var count: Int { names.count }

  /// Reads a list. Empty lines are passed over.
  ///
  /// - Throws: `RecordingError` where the file can't be read.
  public init(_ path: String, patience: PipePatience = PipePatience()) throws(RecordingError) {
    let text = String(decoding: try FileBytes.read(path, patience: patience), as: UTF8.self)
    names = Set(
      text.split(whereSeparator: \.isNewline).map { line in
        let name = line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
        return Self.key(String(name.reversed()))
      }.filter { !$0.isEmpty })
  }

  /// Whether the list names a file, whatever folder the site lies in and whatever that is called.
  public func contains(_ path: String) -> Bool {
    let parts = FileBytes.absolute(path).split(separator: "/")
    return (1...3).contains { names.contains(parts.suffix($0).joined(separator: "/")) }
  }

  /// The floor, the folder and the name: what stands before them is where somebody keeps the site.
  private static func key(_ line: String) -> String {
    let parts = line.split(separator: "/")
    return parts.dropFirst(parts.first == "data" ? 1 : 0).suffix(3).joined(separator: "/")
  }
}
