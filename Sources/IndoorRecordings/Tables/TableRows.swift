import IndoorLibc
import IndoorModel
import IndoorPositioning

/// The data rows of a table of fingerprints, one after the other.
struct TableRows {
  let path: String
  private(set) var layout: TableLayout
  /// What was left out so far.
  var skipped = SkippedLines()
  /// Why the first level means nothing that was left out for that, and how many were since that was
  /// told last.
  var leftOut: (fault: RecordingError?, levels: Int) = (nil, 0)
  /// By which labels levels were named.
  private(set) var labels: [LevelKey: String] = [:]

  /// What is to be said of columns that are passed over, as of dates and times, or may be none of a
  /// transmitter, and of places that may be degrees.
  private var passedOver: [RecordingWarning] = []
  /// What stands in the table where a transmitter was not heard.
  private(set) var unheard: UnheardValue?

  private var lines: TableLines
  private var number = 0
  private(set) var levels: LevelNames
  /// What the column of levels is made of, and whether a row without a building is on no level,
  /// since others have one.
  private var column = (kind: LevelColumn.ordinals, needsBuilding: false)
  private var lastLevel: (text: String, building: String?, key: LevelKey?)?

  /// Reads the header, and what the column of levels is made of.
  init(
    _ bytes: [UInt8], path: String, layout kind: TableLayout.Kind, levels: LevelNames
  ) throws(RecordingError) {
    self.path = path
    self.levels = levels
    if bytes.hasReturnsAlone { throw .returnsAlone(path) }
    let rows = Self.lines(of: bytes)
    guard rows <= Self.most else {
      throw .malformed(
        path,
        "has \(rows) lines, over \(Self.most), which no survey has; split it into tables of fewer")
    }
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let offset = min(bytes.count, end + 1)
    lines = TableLines(bytes, from: offset)
    layout = try bytes.withUnsafeBufferPointer { buffer throws(RecordingError) in
      guard let start = buffer.baseAddress else { throw .empty(path) }
      let header = Field(start: start, end: start + end).withoutReturns
      guard header.count > 0 else {
        throw .malformed(
          path, line: 1,
          "is an empty line, take it out, as the header of the table has to come first")
      }
      if header.text.lowercased().hasPrefix("sep=") { throw .namesSeparator(path) }
      if header.text.hasPrefix("#"),
        let fault = RecordingError.comment(
          above: String(decoding: bytes.prefix(FileBytes.openingCount), as: UTF8.self), path)
      {
        throw fault
      }
      return try TableLayout(kind, header: header, path: path)
    }
    for _ in 0..<layout.optedOut { skipped.add(.nomap, line: 1) }
    guard bytes[offset...].contains(where: { $0 != 0x0A && $0 != 0x0D }) else {
      throw .malformed(path, line: 1, "is a header without a row below it, give the whole table")
    }
    if let line = lines.findHeaders() { throw .joined(path, table: line) }
    guard layout.isCSV else {
      passedOver = try degreesForMetres()
      findUnheard()
      column.needsBuilding = hasBuildings
      return
    }
    try checkWidth()
    let cells = CellColumns.find(layout)
    passedOver = cells.map { .columnOfCells(path, name(ofTransmitter: $0.transmitter)) }
    try layout.passOver(cells.map(\.column), path: path)
    passedOver += [AddressNames.warning(layout, path: path)].compactMap(\.self)
    if layout.hasTwoPlaces { passedOver.append(.twoPlaces(path)) }
    if let level = layout.roles.firstIndex(of: .level) { findKind(ofColumn: level) }
    if let other = TwoLevels.differ(lines, layout, levels, column.kind) {
      passedOver.append(.twoLevels(path, line: other.line, other.difference))
    }
    try UnitRow.refuse(lines, layout, path: path)
    try LongTable.refuse(lines, layout, path: path)
    let degrees = try degreesForMetres()
    passedOver += degrees
    if degrees.isEmpty, let warning = PlaceScale.check(lines, layout, path: path) {
      passedOver.append(warning)
    }
    let times = TimeColumns.find(lines, layout.roles)
    passedOver += times.map { .columnOfTimes(path, name(ofTransmitter: $0.transmitter), $0) }
    try layout.passOver(times.map(\.column), path: path)
    try passOverOdd()
    findUnheard()
  }

  /// Lines at most: each becomes a scan of a walk, of half a kilobyte as it is read.
  private static let most = 1_000_000

  private static func lines(of bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    }
  }

  private func degreesForMetres() throws(RecordingError) -> [RecordingWarning] {
    [try DegreesForMetres.check(lines, layout, origin: levels.origin, path: path)]
      .compactMap(\.self)
  }

  /// The next row, or `nil` after the last one.
  ///
  /// - Throws: `RecordingError` for what makes the table another one than its header says, and for
  ///   levels that mean nothing.
  mutating func next() throws(RecordingError) -> TableRow? {
    while let (range, line) = lines.next() {
      let number = self.number
      let bytes = lines.bytes
      self.number += 1
      // Spreadsheets write rows of nothing for cells that were only formatted. Of a table of
      // transmitters alone they say that none was heard.
      if lines.isNothing(range), layout.hasLabels {
        skipped.add(.emptyRow, line: line)
        continue
      }
      let parsed = try bytes.withUnsafeBufferPointer { buffer throws(RecordingError) -> TableRow? in
        guard let base = buffer.baseAddress else { return nil }
        let text = Field(start: base + range.lowerBound, end: base + range.upperBound)
        return try parse(text, number: number, line: line)
      }
      guard var row = parsed else { continue }
      row.level = try level(of: &row)
      return row
    }
    return nil
  }

  private mutating func parse(
    _ text: Field, number: Int, line: Int
  ) throws(RecordingError) -> TableRow? {
    guard memchr(text.start, 0, text.count) == nil else {
      throw .malformed(path, line: line, "has a NUL byte, which no text has, save it as UTF-8")
    }
    let layout = self.layout
    let unheard = self.unheard?.strength
    var row = TableRow(text, number: number, lineNumber: line)
    var skipped = self.skipped
    let result = CSVLine.with(text) { fields -> Result<Void, TableRow.Fault> in
      do throws(TableRow.Fault) {
        return .success(try row.take(&fields, layout, unheard: unheard, &skipped))
      } catch { return .failure(error) }
    }
    self.skipped = skipped
    switch result {
    case nil: throw .unclosedQuote(path, line: line)
    case .success: return row
    case .failure(.malformed):
      self.skipped.add(.malformed, line: line)
      return nil
    case .failure(.noStrength(let index, let text)):
      throw .noStrength(path, line: line, column: name(ofTransmitter: index), text)
    }
  }

  // MARK: Levels

  private mutating func level(of row: inout TableRow) throws(RecordingError) -> LevelKey? {
    if column.needsBuilding, row.building?.isEmpty == true {
      skipped.add(.noBuilding, line: row.line)
      row.place = nil
      return nil
    }
    if let lastLevel, lastLevel.text == row.levelText, lastLevel.building == row.building {
      return lastLevel.key
    }
    var key: LevelKey?
    do throws(LevelFault) {
      key = try levels.level(row.levelText, in: column.kind, building: row.building)
      if let key, let fault = levels.fault(ofCompared: key) { throw fault }
      if let key, case .labels = column.kind, labels[key] == nil { labels[key] = row.levelText }
    } catch {
      let error = error.error(path, line: row.line)
      guard levels.isLenient else { throw error }
      leftOut = (leftOut.fault ?? error, leftOut.levels + 1)
      // Nor is it on the only level of a venue.
      row.place = nil
      return nil
    }
    lastLevel = (row.levelText, row.building, key)
    return key
  }

  /// Whether any row names its building.
  private var hasBuildings: Bool {
    guard let column = layout.roles.firstIndex(of: .building) else { return false }
    var lines = self.lines
    while let (range, _) = lines.next() {
      let isNamed = lines.with(range) { fields -> Bool in
        for _ in 0..<column where fields.field() == nil { return false }
        return fields.field().map { $0.trimmed.count > 0 } ?? false
      }
      if isNamed == true { return true }
    }
    return false
  }

  /// Looks through the column of levels: one word that is no number makes all of it labels.
  private mutating func findKind(ofColumn column: Int) {
    var lines = self.lines
    var last = ""
    var numbers: [String: Int] = [:]
    while let (range, line) = lines.next() {
      let cell = lines.with(range) { fields -> String in
        for _ in 0..<column where fields.field() == nil { return "" }
        return fields.field()?.trimmed.text ?? ""
      }
      let text = cell ?? ""
      if text == last { continue }
      last = text
      switch LevelWord(text) {
      case .nothing: continue
      case .number: if numbers[text] == nil, numbers.count < 1000 { numbers[text] = line }
      case .label:
        self.column.kind = .labels(first: text, line: line)
        return
      }
    }
    self.column.kind = levels.column(
      ofNumbers: numbers.map { (text: $0.key, line: $0.value) }.sorted { $0.line < $1.line })
  }

  /// Refuses a table whose first rows have, all alike, another number of fields than its header.
  private func checkWidth() throws(RecordingError) {
    var lines = self.lines
    var widths: [Int] = []
    var first = (line: 0, endsEmpty: false)
    while widths.count < 3, let (range, line) = lines.next() {
      var count = 0
      var endsEmpty = false
      _ = lines.with(range) { fields in
        while let field = fields.field() { (count, endsEmpty) = (count + 1, field.count == 0) }
      }
      if widths.isEmpty { first = (line, endsEmpty) }
      widths.append(count)
    }
    guard let width = widths.first, width > 0, width != layout.roles.count,
      widths.allSatisfy({ $0 == width })
    else { return }
    throw .otherWidth(
      path, line: first.line, fields: width, columns: layout.roles.count, first.endsEmpty)
  }

  // MARK: Transmitters

  /// Passes over columns that are no transmitter's by what the table says itself, and tells them
  /// and those that may be none.
  private mutating func passOverOdd() throws(RecordingError) {
    let odd = OddColumns(lines, layout)
    passedOver += odd.passedOver.map {
      .columnOfNoTransmitter(path, name(ofTransmitter: $0.transmitter), $0)
    }
    for called in [OddColumns.Found.Called.byNoAddress, .asMeasured] {
      let names = odd.doubtful.filter { $0.called == called }.map {
        name(ofTransmitter: $0.transmitter)
      }
      if !names.isEmpty { passedOver.append(.doubtfulColumns(path, names, called)) }
    }
    try layout.passOver(odd.passedOver.map(\.column), path: path)
  }

  /// Looks through all rows for what stands where a transmitter was not heard.
  private mutating func findUnheard() {
    var lines = self.lines
    var search = UnheardValue.Search(columns: layout.transmitters.count)
    while let (range, line) = lines.next() {
      _ = lines.with(range) { search.take(&$0, layout.roles, line: line) }
    }
    unheard = search.found
  }

  /// What is to be said of columns that were passed over.
  var warnings: [RecordingWarning] {
    passedOver + [unheard?.warning(path)].compactMap(\.self)
  }

  /// What a message calls a transmitter's column.
  func name(ofTransmitter index: Int) -> String {
    "\"\(layout.transmitterNames[index].shown)\""
  }
}

extension RecordingError {
  static func otherWidth(
    _ path: String, line: Int, fields: Int, columns: Int, _ endsEmpty: Bool
  ) -> RecordingError {
    let remedy =
      switch (fields - columns, endsEmpty) {
      case (1, true): "take out the comma at the rows' ends"
      case (1, false):
        "name the first one as well, or leave the rows' names out, in R by row.names = FALSE"
      default: "give each column a name and each row as many fields"
      }
    return .malformed(
      path, line: line,
      "has \(fields) field\(fields == 1 ? "" : "s") here and in the rows below, and its header has "
        + "\(columns); \(remedy)")
  }

  static func noStrength(
    _ path: String, line: Int, column: String, _ text: String
  ) -> RecordingError {
    .malformed(
      path, line: line,
      "column \(column) has \(text.shown), which is no strength in dBm (-127 to 0, 100 or empty "
        + "where not heard); take the column out, or say what it is in the map of columns, as x=COLUMN "
        + "for a place or z=COLUMN for a height")
  }
}
