import GRDB

/// Expressions that others gave a file's tables: checks, generated columns, defaults that are
/// worked out, and indices of them. SQLite works them out whenever this program writes or, columns,
/// reads.
///
/// None may ask other tables (<https://www.sqlite.org/lang_createtable.html>), but one that calls
/// the right functions takes all of a machine's memory or time for every row. Such are refused;
/// what compares values or calls what is cheap stays.
struct ForeignExpressions {
  /// Functions and words before a parenthesis whose result is no larger than what they are given.
  private static let cheap: Set = [
    "in", "and", "or", "not", "between", "is", "case", "when", "then", "else", "cast", "abs",
    "coalesce", "date", "datetime", "iif", "ifnull", "instr", "julianday", "length", "lower",
    "ltrim", "max", "min", "nullif", "round", "rtrim", "sign", "st_isempty", "st_maxx", "st_maxy",
    "st_minx", "st_miny", "strftime", "substr", "substring", "time", "trim", "typeof", "unixepoch",
    "upper",
  ]
  /// Words that compare with a pattern, which may take time without bound.
  private static let patterns: Set = ["like", "glob", "match", "regexp"]

  /// Checks the tables that this program writes and their indices.
  ///
  /// - Parameter writes: Whether something is to be stored; else columns alone count.
  /// - Throws: `.foreignExpression`.
  static func check(_ db: Database, path: String, writes: Bool) throws {
    let own = Set(Layer.all.map(\.table))
    let defined = try Row.fetchCursor(
      db,
      sql: "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index')")
    while let row = try defined.next() {
      let (type, name, table): (String, String, String) = (row[0], row[1], row[2])
      let written = table.lowercased()
      guard own.contains(written) || written.hasPrefix("gpkg"),
        let sql = row[3] as String?
      else { continue }
      let words = SQLWords(sql).words
      let isCheap =
        type == "index"
        ? !writes || isCheapIndex(words)
        : isCheapTable(words, openedBy: writes ? ["check", "default", "as"] : ["as"])
      guard isCheap else { throw StorageError.foreignExpression(path, name, on: table) }
    }
  }

  /// Whether all that stands in parentheses behind one of the words is cheap.
  static func isCheapTable(_ words: [SQLWords.Word], openedBy openers: Set<String>) -> Bool {
    var index = 0
    while index + 1 < words.count {
      guard case .plain(let word) = words[index], openers.contains(word),
        words[index + 1] == .plain("(")
      else {
        index += 1
        continue
      }
      var depth = 0
      var end = index + 1
      repeat {
        if words[end] == .plain("(") { depth += 1 }
        if words[end] == .plain(")") { depth -= 1 }
        end += 1
      } while depth > 0 && end < words.count
      let inside = words[(index + 2)..<end]
      // Columns that are made of one another double with every ||.
      guard isCheap(inside), word != "as" || !inside.contains(.plain("|")) else { return false }
      index = end
    }
    return true
  }

  /// Whether the columns and the condition of an index are cheap.
  static func isCheapIndex(_ words: [SQLWords.Word]) -> Bool {
    guard let first = words.firstIndex(of: .plain("(")) else { return true }
    return isCheap(words[(first + 1)...])
  }

  private static func isCheap(_ words: ArraySlice<SQLWords.Word>) -> Bool {
    for (index, word) in zip(words.indices, words) {
      if case .plain(let plain) = word, patterns.contains(plain) { return false }
      guard word == .plain("("), index > words.startIndex, let name = words[index - 1].name
      else { continue }
      // In an index's condition, WHERE and the like stand before what they hold for.
      guard words[index - 1] == .plain(name), cheap.contains(name) || name == "where"
      else { return false }
    }
    return true
  }
}
