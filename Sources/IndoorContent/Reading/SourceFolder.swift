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
      let stem = stem(of: name)
      return CSVContentReader.Kind.allCases.contains { $0.rawValue == stem }
        && !stems.contains(stem)
        && foreignEndings.contains(ending(of: name))
        && isTable(folder + name)
    }
    return (tables, (others + foreign + nested(names, in: folder)).map { folder + $0 })
  }

  /// The tables of a guide that folders in a folder hold, by their paths in it.
  private static func nested(_ names: [String], in folder: String) -> [String] {
    names.prefix(mostFolders).filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
      // A link may lead back.
      var status = stat()
      guard lstat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        let inside = try? Self.names(in: folder + name)
      else { return [] }
      return inside.filter { isOwn($0) }.map { "\(name)/\($0)" }
    }
  }

  /// Names in a folder that are looked at for folders.
  private static let mostFolders = 1000

  /// Whether a file is called like a guide's table.
  static func isOwn(_ path: String) -> Bool {
    let name = (path.split(separator: "/").last ?? "").lowercased()
    return CSVContentReader.Kind.allCases.contains { "\($0.rawValue).csv" == name }
  }

  /// Whether a table is of a kind that isn't read.
  static func isForeign(_ path: String) -> Bool { !path.lowercased().hasSuffix(".csv") }

  /// What a table's name would be if it were read.
  static func asCSV(_ path: String) -> String {
    stem(of: String(path.split(separator: "/").last ?? "")) + ".csv"
  }

  /// Endings of tables that aren't read.
  private static let foreignEndings: Set<String> = [
    "csv.gz", "csv.txt", "csv.zip", "numbers", "ods", "tab", "tsv", "txt", "xls", "xlsm", "xlsx",
  ]

  /// Whether a file called so may be a table: no folder, but that Numbers' are such, and no
  /// notes.
  private static func isTable(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard status.st_mode & S_IFMT == S_IFREG else {
      return isFolder && path.lowercased().hasSuffix(".numbers")
    }
    guard path.lowercased().hasSuffix(".txt"), let file = fopen(path, "r") else { return true }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    // UTF-16, as Excel writes text, has its letters in every other byte.
    let lines = bytes.filter { $0 != 0 }.split { $0 == 0x0A || $0 == 0x0D }
    // Excel's own line above says what parts the columns.
    let header = lines.first { !isSeparator($0) }
    return header.map { partsColumns(Array($0)) } ?? false
  }

  /// Whether a line is Excel's own, perhaps behind a byte order mark.
  private static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
    String(decoding: line.prefix(8), as: UTF8.self).lowercased().contains("sep=")
  }

  /// Whether a line names columns: something parts them outside of quotation marks, and no blank
  /// follows it as in a sentence, unless all that it parts are words by themselves.
  private static func partsColumns(_ line: [UInt8]) -> Bool {
    let blank = UInt8(ascii: " ")
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var isQuoted = false
    for (index, byte) in line.enumerated().dropLast() {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case 0x09 where !isQuoted: return true
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"):
        let isNumber = index > 0 && isDigit(line[index - 1]) && isDigit(line[index + 1])
        if !isQuoted, line[index + 1] != blank, !isNumber { return true }
      default: break
      }
    }
    let words = line.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }.map { part in
      part.drop { $0 == blank }.reversed().drop { $0 == blank }
    }
    return words.count > 2 && words.allSatisfy { !$0.isEmpty && !$0.contains(blank) }
  }

  private static func stem(of name: String) -> String {
    String(name.prefix { $0 != "." }).lowercased()
  }

  /// What follows the stem, without a year or a version.
  private static func ending(of name: String) -> String {
    name.lowercased().split(separator: ".").dropFirst()
      .drop { $0.allSatisfy(\.isNumber) }.joined(separator: ".")
  }

  /// The names in a folder, in their order.
  static func names(in path: String) throws(ContentError) -> [String] {
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
