/// Walks that a list names, to be left out: a path a line, as `site1/B1/path_data_files/ID.txt`,
/// `data/` or `./` in front or not. A line that begins with `#` is a comment.
public struct ExceptionList: Sendable {
  private let names: Set<String>
  /// The names that a key stands for where Windows wrote their slashes.
  private let ofWindows: [String: Set<String>]

  /// Bytes of a list that names each walk of a hundred campuses.
  private static let most = 10_000_000

  /// How many walks the list names.
  public var count: Int { names.count }

  /// Reads a list. Empty lines and comments are passed over.
  ///
  /// - Throws: `RecordingError` where the file can't be read, or is something else than a list.
  public init(_ path: String, patience: PipePatience = PipePatience()) throws(RecordingError) {
    let bytes = try FileBytes.read(path, patience: patience)
    guard bytes.count <= Self.most else { throw .noList(path, line: 1, "begins over 10 MB") }
    if !bytes.isEmpty, let fault = RecordingFiles.fault(of: bytes, path) { throw fault }
    let text = String(decoding: bytes, as: UTF8.self)
    if let (line, what) = Self.fault(in: text) { throw .noList(path, line: line, what) }
    let lines = text.split(whereSeparator: \.isNewline).filter { !Self.isComment($0) }.map { line in
      let name = line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
      return String(name.reversed())
    }
    names = Set(lines.map { Self.key($0) }.filter { !$0.allSatisfy { $0 == "\\" } })
    ofWindows = lines.filter { $0.contains("\\") }.reduce(into: [:]) {
      $0[Self.key($1.replacing("\\", with: "/")), default: []].insert(Self.key($1))
    }
  }

  private static func isComment(_ line: Substring) -> Bool {
    line.first { !$0.isWhitespace } == "#"
  }

  /// The first line that is no path, and what it seems to be.
  private static func fault(in text: String) -> (line: Int, what: String)? {
    if text.hasPrefix("PK\u{3}\u{4}") { return (1, "is the beginning of a zip") }
    // A table's header has no path in it; whose names have commas, their lines have endings.
    let named = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { isComment($0) || $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    if let format = RecordingFiles.detect(text: String(named.prefix(FileBytes.openingCount))),
      format != .indoorkit || text.contains("\"indoorkit\""),
      format != .csv
        || !named.prefix(while: { !$0.isNewline }).contains(where: { "./".contains($0) })
    {
      return (1, "begins a recording of the format \(format.rawValue)")
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
        || line.utf8.count > 4096 || line.first.map({ "{[<".contains($0) }) == true
      {
        return (index + 1, "is no path")
      }
    }
    return nil
  }

  /// Whether the list names a file, whatever folder the site lies in and whatever that is called.
  public func contains(_ path: String) -> Bool {
    Self.keys(of: path).contains { names.contains($0) || ofWindows[$0] != nil }
  }

  /// What the list names and none of the files is, in order.
  package func missing(from paths: some Sequence<String>) -> [String] {
    paths.reduce(into: names) { left, path in
      for key in Self.keys(of: path) {
        left.remove(key)
        left.subtract(ofWindows[key] ?? [])
      }
    }.sorted()
  }

  /// What a list may call a file.
  private static func keys(of path: String) -> [String] {
    let parts = FileBytes.absolute(path).split(separator: "/")
    return (1...3).map { parts.suffix($0).joined(separator: "/") }
  }

  /// The floor, the folder and the name: what stands before them is where somebody keeps the site.
  private static func key(_ line: String) -> String {
    let parts = line.split(separator: "/").filter { $0 != "." }
    return parts.dropFirst(parts.first == "data" ? 1 : 0).suffix(3).joined(separator: "/")
  }
}
