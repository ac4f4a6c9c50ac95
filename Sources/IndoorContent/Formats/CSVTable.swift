import IndoorModel

/// A table of comma-separated values (RFC 4180): a header, and rows by its names.
struct CSVTable {
  /// What the columns are called, as the reader writes it.
  let names: [String]
  /// Each row's values and the line it begins in, but for rows of nothing, which spreadsheets write
  /// for cells that were only formatted.
  let rows: [(values: [String], line: Int)]

  /// The most columns that a table may have.
  private static let mostColumns = 500

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: its path.
  ///   - kind: what the table has.
  /// - Throws: `.syntax` for a quoted value that is never closed, for a row that is longer than the
  ///   header, and for bytes that are no UTF-8; `.malformed` for semicolons instead of commas, for
  ///   a quoted value that goes on behind its closing mark, for two columns of one name, be it in
  ///   other capitals, and for a last row that is cut.
  init(
    _ bytes: [UInt8], path: String, as kind: CSVContentReader.Kind
  ) throws(ContentError) {
    _ = try SourceBytes.text(bytes, path)
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var rows: [(values: [String], line: Int)] = []
    var (values, value): ([String], [UInt8]) = ([], [])
    var (line, first, opened) = (1, 1, 1)
    var (isQuoted, wasQuoted) = (false, false)
    // How much of the value stood in its marks, and the first one that goes on behind them.
    var (closed, markTooFew): ((count: Int, line: Int), ContentError?) = ((0, 1), nil)
    var index = bytes.startIndex
    func endValue() {
      var text = value[...]
      if wasQuoted, closed.count < value.count {
        let tail = Words.trimmed(String(decoding: value[closed.count...], as: UTF8.self))
        if !tail.isEmpty, markTooFew == nil {
          markTooFew = .markTooFew(path, opened, closed.line)
        }
        if tail.isEmpty { text = value[..<closed.count] }
      }
      values.append(String(decoding: text, as: UTF8.self).streamSafe)
    }
    func endRow() {
      endValue()
      if values.count > 1 || !values[0].isEmpty || wasQuoted { rows.append((values, first)) }
      (values, value, wasQuoted) = ([], [], false)
    }
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          value.append(byte)
          continue
        }
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") {
          value.append(byte)
          index += 1
        } else {
          (isQuoted, closed) = (false, (value.count, line))
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where value.isEmpty && !wasQuoted:
        (isQuoted, wasQuoted, opened) = (true, true, line)
      case UInt8(ascii: ","):
        endValue()
        (value, wasQuoted) = ([], false)
        guard values.count < Self.mostColumns else {
          throw .tooLarge("\(path):\(line)", "\(Self.mostColumns) columns")
        }
      case 0x0D where index < bytes.endIndex && bytes[index] == 0x0A: continue
      case 0x0A, 0x0D:  // A return alone ends a line, too, as in tables saved for old Macintoshes.
        if byte == 0x0D { line += 1 }
        endRow()
        // One of them is the header.
        guard rows.count <= ContentBuilder.most + 1 else {
          throw .tooLarge(path, "\(ContentBuilder.most) rows")
        }
        first = line
      default: value.append(byte)
      }
    }
    guard !isQuoted || markTooFew != nil else {
      throw .syntax("\(path):\(first)", "has a quoted value that is never closed")
    }
    let endsALine = value.isEmpty && values.isEmpty
    if !endsALine { endRow() }
    guard let header = rows.first else { throw .syntax("\(path):1", "is empty") }
    names = kind.names(of: header.values.map(\.seen))
    if let long = names.first(where: { $0.utf8.count > ContentBuilder.mostOfName }) {
      throw .longName("\(path):1", long)
    }
    if names.first?.lowercased().hasPrefix("sep=") == true {
      throw .malformed(
        "\(path):1", "names the separator for Excel", remedy: "take the line out")
    }
    // As spreadsheets save tables where numbers have commas in them.
    if names.count == 1, names[0].contains(";") || names[0].contains("\t") {
      throw .malformed(
        "\(path):1", "its columns aren't parted by commas", remedy: "save it with commas")
    }
    // A mark too few has brought it there, with all rows between.
    if let markTooFew { throw markTooFew }
    var seen: Set<String> = []
    // Languages' tags are the same in capitals (BCP 47, section 2.1.1), codes of three letters
    // those of two, and phones write `pt_BR` for `pt-BR`.
    func same(_ name: String) -> String {
      let noun = name.prefix { $0 != "@" }
      guard noun.endIndex < name.endIndex else { return name }
      let tag = Words.trimmed(name[name.index(after: noun.endIndex)...].lowercased())
      let plain = String(tag.map { $0 == "_" || $0 == " " ? "-" : $0 })
      guard LanguageTag.isOne(plain) else { return name }
      return "\(Words.trimmed(String(noun)))@\(LanguageTag.shortest(plain))"
    }
    if let twice = names.first(where: { !$0.isEmpty && !seen.insert(same($0)).inserted }) {
      let first = names.first { same($0) == same(twice) } ?? twice
      let called =
        first == twice
        ? "\(twice.prefix(40))" : "\(first.prefix(40)) and \(twice.prefix(40)), of one language"
      throw .malformed(
        "\(path):\(header.line)", "two columns are called \(called)",
        remedy: "rename one, or take it out")
    }
    if let (what, remedy) = kind.lack(of: names) {
      throw .malformed("\(path):\(header.line)", what, remedy: remedy)
    }
    let last = rows.dropFirst().last
    var filled: [(values: [String], line: Int)] = []
    for row in rows.dropFirst() where row.values.contains(where: { !Words.trimmed($0).isEmpty }) {
      switch kind.header(row.values, beside: names) {
      case nil: filled.append(row)
      case .same: continue
      case .other:
        throw .malformed(
          "\(path):\(row.line)", "is another table's header",
          remedy: "give each table in a file of its own")
      }
    }
    self.rows = filled
    for row in self.rows where row.values.count > names.count {
      throw .syntax(
        "\(path):\(row.line)",
        "has \(row.values.count) values under \(names.count) names of columns")
    }
    if let last, last.values.count < names.count, !endsALine {
      throw .malformed(
        "\(path):\(last.line)",
        "ends in the middle of a row, after \(last.values.count) of \(names.count) columns",
        remedy: "the file is cut, copy it again")
    }
  }
}

extension ContentError {
  fileprivate static func markTooFew(_ path: String, _ opened: Int, _ line: Int) -> ContentError {
    .malformed(
      "\(path):\(opened)",
      "has a quoted value that goes on behind its closing mark"
        + (line > opened ? " in line \(line)" : ""),
      remedy: "close it where it ends, and write a mark in it twice")
  }
}

extension CSVContentReader.Kind {
  /// A header among a table's rows, as where tables were joined end to end.
  fileprivate enum Header {
    /// The table's own again.
    case same
    case other
  }

  /// Which header a row is; `nil` for one that is none.
  fileprivate func header(_ values: [String], beside names: [String]) -> Header? {
    // Few rows have what tells them by itself, or begin as the header does.
    let first = values.first.map(Self.plain)?.lowercased() ?? ""
    let mayBe =
      values.contains { $0.utf8.count < 20 && tells($0, beside: names) }
      || names.contains { $0.utf8.count == first.utf8.count && $0.lowercased() == first }
    guard mayBe else { return nil }
    let cells = self.names(of: values.map(Self.plain))
    let filled = cells.filter { !$0.isEmpty }
    // A work may well be called Key, but not in two columns that are both called so.
    guard filled.count > 1, Set(filled).count == filled.count else { return nil }
    let own = names.filter { !$0.isEmpty }
    if filled == own { return .same }
    let known = filled.filter { columns.contains($0) || names.contains($0) || isTitle($0) }
    let isOther = filled.contains { tells($0, beside: names) } && 2 * known.count >= filled.count
    return known.count > 1 && isOther || Set(filled) == Set(own) ? .other : nil
  }

  /// Whether a word is the name of a column that says what a row is of, or whose it is: a title
  /// where the table has no such column.
  private func tells(_ word: String, beside names: [String]) -> Bool {
    let word = Self.plain(word).lowercased()
    let said = ["key", "uri", "tour"]
    return said.contains(word) || isTitle(word) && !names.contains { said.contains($0) }
  }

  /// A cell without white space around it, and without the mark of byte order.
  private static func plain(_ cell: String) -> String {
    Words.trimmed(cell.replacing("\u{FEFF}", with: ""))
  }
}
