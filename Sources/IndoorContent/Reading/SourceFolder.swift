import IndoorJSON
import IndoorLibc

/// A folder of our own tables.
enum SourceFolder {
  /// The tables in a folder, named in capitals or not, in the order in which they need each other,
  /// and those that are called like none of a guide's.
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
    return (tables, others.map { folder + $0 })
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
