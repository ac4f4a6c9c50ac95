import IndoorJSON
import IndoorLibc

/// A folder of our own tables.
enum SourceFolder {
  /// The tables in a folder, named in capitals or not, in the order in which they need each other,
  /// and those that aren't read, as they are called like none of a guide's or are of another kind.
  static func tables(
    in path: String
  ) throws(ContentError) -> (read: [String], passedOver: [String]) {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let names = try names(in: path)
    for original in CloudPlaceholder.absent(names, beside: names) {
      guard
        CSVContentReader.Kind.allCases.contains(where: {
          "\($0.rawValue).csv" == original.lowercased()
        })
      else { continue }
      throw .malformed(
        folder + original, CloudPlaceholder.sentence, remedy: CloudPlaceholder.remedy)
    }
    let tables = CSVContentReader.Kind.allCases.flatMap { kind in
      names.filter { $0.lowercased() == "\(kind.rawValue).csv" }.map { folder + $0 }
    }
    guard !tables.isEmpty else {
      throw .unreadable(path, reason: "the folder has no items.csv or another table of a guide")
    }
    let others = names.filter {
      $0.lowercased().hasSuffix(".csv") && !$0.hasPrefix(".") && !tables.contains(folder + $0)
    }
    let stems = Set(tables.map { stem(of: String($0.dropFirst(folder.count))) })
    // A workbook that a table was saved from lies beside it.
    let foreign = names.filter { name in
      CSVContentReader.Kind.allCases.contains { $0.rawValue == stem(of: name) }
        && foreignEndings.contains { name.lowercased().hasSuffix(".\($0)") }
        && !stems.contains(stem(of: name))
    }
    return (tables, (others + foreign).map { folder + $0 })
  }

  /// Whether a table is of a kind that isn't read.
  static func isForeign(_ path: String) -> Bool { !path.lowercased().hasSuffix(".csv") }

  /// Endings of tables that are no CSV.
  private static let foreignEndings = [
    "csv.gz", "csv.zip", "numbers", "ods", "tab", "tsv", "txt", "xls", "xlsm", "xlsx",
  ]

  private static func stem(of name: String) -> String {
    String(name.prefix { $0 != "." }).lowercased()
  }

  private static func names(in path: String) throws(ContentError) -> [String] {
    guard let stream = opendir(path) else {
      throw .unreadable(path, .last)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        names.append(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      }
    }
    return names.sorted()
  }
}
