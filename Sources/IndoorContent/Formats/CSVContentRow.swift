import IndoorGeometry
import IndoorModel

/// A row of one of our own tables, by the names of its columns.
struct CSVContentRow {
  /// What a table has columns for.
  struct Columns {
    let names: [String]
    /// The texts that its columns stand for, by name and language.
    let texts: Set<Text>

    struct Text: Hashable {
      let name, language: String
    }

    init(_ names: [String], _ builder: inout ContentBuilder) {
      self.names = names
      var texts: Set<Text> = []
      for name in names {
        guard let (name, language) = Self.text(name) else { continue }
        texts.insert(Text(name: name, language: builder.tag(language)))
      }
      self.texts = texts
    }

    /// The text that a column stands for: `title@es` is the title in Spanish.
    static func text(_ column: String) -> (name: String, language: String?)? {
      let parts = column.split(separator: "@", maxSplits: 1).map { Words.trimmed(String($0)) }
      guard let first = parts.first else { return nil }
      return (first, parts.count > 1 ? parts[1] : nil)
    }
  }

  let columns: Columns
  let values: [String]
  let line: Int

  /// Whether the table says anything of it, be it nothing.
  func says(_ name: String) -> Bool { columns.names.contains(name) }

  /// Whether it says anything of a text.
  func says(_ text: GuideText) -> Bool {
    [text.language, LanguageTag.shortest(text.language)].contains {
      columns.texts.contains(Columns.Text(name: text.name, language: $0))
    }
  }

  /// Whether it says anew what something odd was found of.
  func says(_ finding: GuideFinding) -> Bool {
    switch finding.rule {
    case .badLocation, .swappedCoordinates: says("latitude") || says("longitude")
    case .wrongFloor:
      says("level") || says("ordinal")
        || says("building") && finding.message.contains("the building given")
    case .badValue:
      columns.names.contains { name in
        finding.begins(with: "the column \(name) has ")
          || finding.begins(with: "its \(name) can't ")
          || finding.owner.map { finding.begins(with: "the \(name) of \($0.named) can't ") }
            == true
      }
    default: false
    }
  }

  /// A column's value without white space around it, `nil` where it is empty or isn't there.
  func word(_ name: String) -> String? {
    guard let index = columns.names.firstIndex(of: name), index < values.count else { return nil }
    let word = Words.trimmed(values[index])
    return word.isEmpty ? nil : word
  }

  /// A column's value as `word`, with its lines broken by line feeds alone.
  func lines(_ name: String) -> String? { word(name).map(Words.withPlainBreaks) }

  /// Its titles in every language.
  var titles: [String] {
    zip(columns.names, values).compactMap { column, value in
      guard let name = Columns.text(column)?.name, GuideText.titles.contains(name) else {
        return nil
      }
      let title = Words.trimmed(value)
      return title.isEmpty ? nil : title
    }
  }

  func words(_ name: String) -> [String] {
    word(name).map(ListText.parts) ?? []
  }

  func number(_ name: String) -> Double? {
    word(name).flatMap { Double(decimal: $0) }
  }

  /// A column's yes or no; `nil` where it says neither.
  func answer(_ name: String) -> Bool? {
    word(name).map(Words.answer) ?? false
  }

  func truth(_ name: String) -> Bool { answer(name) ?? false }

  /// Columns that have a spreadsheet's error, `#N/A`, `#REF!` or `#NOM?`, or `####` where its
  /// column was too narrow.
  var failed: [(name: String, value: String)] {
    zip(columns.names, values).compactMap { name, value in
      let value = Words.trimmed(value)
      guard value.utf8.first == UInt8(ascii: "#"), let last = value.utf8.last else { return nil }
      let isError =
        ["#N/A", "#NV", "#N/D"].contains(value)
        || "!?".utf8.contains(last)
          && value.utf8.dropFirst().dropLast().allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || "/0".utf8.contains($0)
          }
      let isNarrow = value.utf8.count > 2 && value.utf8.allSatisfy { $0 == UInt8(ascii: "#") }
      return isError || isNarrow ? (name, value) : nil
    }
  }

  /// Columns of numbers, of yes or no and of lists whose values are none, and why.
  var odd: [(name: String, why: String)] {
    let numbers = ["sort"].filter { word($0) != nil && number($0) == nil }
    let answers = ["hidden", "closed", "free_only"].filter { answer($0) == nil }
    let lists = ["groups", "codes", "image", "audio"].filter {
      word($0) != nil && words($0).isEmpty
    }
    let written = ListText.odd(codes: words("codes")).map { (name: "codes", why: $0) }
    return written + numbers.map { ($0, "is no number; write one, as 1 or 2.5") }
      + answers.map { ($0, "is neither yes nor no, and counts as no; write one of them") }
      + lists.map { ($0, "has nothing between its bars; write values, or leave it empty") }
  }

  /// Columns of places and orders whose values are none: they are kept as texts, as odd ones are.
  var unread: Set<String> {
    let place = Coordinate(
      latitude: number("latitude") ?? .nan, longitude: number("longitude") ?? .nan)
    var names: Set<String> = place.isValid ? [] : ["latitude", "longitude"]
    if number("sort") == nil { names.insert("sort") }
    if word("ordinal").flatMap(Words.whole) == nil { names.insert("ordinal") }
    return names
  }
}
