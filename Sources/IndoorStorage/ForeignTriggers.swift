import GRDB

/// Triggers that others gave a file. SQLite runs them whenever this program writes: they could
/// change what nobody asked to change, drop rows unseen, or never end.
///
/// Those that QGIS and GDAL add keep indices and counts (OGC 12-128r18, annex F.3), as our own do;
/// such are let be, and none that does more.
struct ForeignTriggers {
  /// Tables that follow from others, and so may be written by a trigger.
  private static let derived: Set = ["walk_rows", "guide_prepared", "gpkg_ogr_contents"]
  /// Tables of GeoPackage's that this program writes: its metadata it leaves to others.
  static let writtenOfGeoPackage: Set = [
    "gpkg_contents", "gpkg_geometry_columns", "gpkg_spatial_ref_sys", "gpkg_tile_matrix_set",
    "gpkg_tile_matrix", "gpkg_extensions", "gpkgext_relations", "gpkg_ogr_contents",
  ]
  /// What may stand before a parenthesis: functions of an index or a count, and words of SQL.
  private static let called: Set = [
    "st_isempty", "st_minx", "st_maxx", "st_miny", "st_maxy", "lower", "raise", "values", "in",
    "and", "or", "not", "when", "where",
  ]

  /// Checks the triggers on all tables that this program writes.
  ///
  /// - Throws: `.foreignTrigger`.
  static func check(_ db: Database, path: String) throws {
    let own = Set(Layer.all.map(\.table))
    let triggers = try Row.fetchCursor(
      db, sql: "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
    while let row = try triggers.next() {
      let (name, table): (String, String) = (row[0], row[1])
      let written = table.lowercased()
      guard
        own.contains(written) || writtenOfGeoPackage.contains(written)
          || written.hasPrefix("rtree_"),
        !keepsIndex(row[2] as String? ?? "")
      else { continue }
      throw StorageError.foreignTrigger(path, name, on: table)
    }
  }

  /// Whether a trigger writes nothing but what follows from its table, and asks nothing.
  static func keepsIndex(_ sql: String) -> Bool {
    let words = SQLWords(sql).words
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : nil
      let before = index > 0 ? words[index - 1] : nil
      switch word {
      case .plain("with"): return false
      case .plain("select"):
        // A refusal, as GeoPackage's own triggers have it; RAISE(IGNORE) drops a row unseen.
        guard next == .plain("raise"), index + 3 < words.count,
          words[index + 2] == .plain("("), words[index + 3] == .plain("abort")
        else { return false }
      case .plain("raise") where before != .plain("select"): return false
      case .plain("("):
        guard let name = before?.name else { continue }
        let isTarget = index > 1 && words[index - 2] == .plain("into")
        guard isTarget || before == .plain(name) && called.contains(name) else { return false }
      case .plain("into"):
        guard isDerived(next) else { return false }
      case .plain("from"):
        guard before == .plain("delete"), isDerived(next) else { return false }
      case .plain("update"):
        // Behind BEFORE and AFTER it is what the trigger waits for.
        guard before != .plain("before"), before != .plain("after") else { continue }
        guard isDerived(next) else { return false }
      default: continue
      }
    }
    return true
  }

  private static func isDerived(_ word: SQLWords.Word?) -> Bool {
    guard let name = word?.name else { return false }
    return derived.contains(name) || name.hasPrefix("rtree_")
  }
}

/// The words of a statement of SQL (<https://www.sqlite.org/lang.html>), in small letters, without
/// comments and texts.
struct SQLWords {
  enum Word: Equatable {
    /// A name, a word of SQL, or a sign.
    case plain(String)
    /// A name in quotation marks.
    case quoted(String)

    /// The name or the word; `nil` for a sign.
    var name: String? {
      switch self {
      case .quoted(let name): name
      case .plain(let word): word.utf8.first.map(isInName) == true ? word : nil
      }
    }
  }

  private(set) var words: [Word] = []

  init(_ sql: String) {
    var rest = Array(sql.utf8)[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 12:
        rest.removeFirst()
      case UInt8(ascii: "-") where rest.dropFirst().first == byte:
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"):
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
        rest = rest.dropFirst(2)
      case UInt8(ascii: "'"):
        // SQLite takes a text for a name where only a name can stand.
        words.append(.quoted(Self.quoted(&rest, until: byte)))
      case UInt8(ascii: "\""), UInt8(ascii: "`"):
        words.append(.quoted(Self.quoted(&rest, until: byte)))
      case UInt8(ascii: "["):
        words.append(.quoted(Self.quoted(&rest, until: UInt8(ascii: "]"))))
      case _ where Self.isInName(byte):
        let name = rest.prefix(while: Self.isInName)
        rest = rest.dropFirst(name.count)
        words.append(.plain(String(decoding: name, as: UTF8.self).lowercased()))
      default:
        rest.removeFirst()
        words.append(.plain(String(UnicodeScalar(byte))))
      }
    }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// What stands in quotation marks, which are doubled in it; `rest` goes on behind them.
  private static func quoted(_ rest: inout ArraySlice<UInt8>, until end: UInt8) -> String {
    var name: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == end {
        guard rest.first == end, end != UInt8(ascii: "]") else { break }
        rest.removeFirst()
      }
      name.append(byte)
    }
    return String(decoding: name, as: UTF8.self).lowercased()
  }
}
