internal import IndoorFiles
internal import IndoorJSON

/// The labels of a PDF's pages, as viewers show them: `A-101`, `iv` (ISO 32000-1, 12.4.2).
enum PageLabel {
  /// Labels beyond which nobody looks for one.
  private static let most = 100_000

  /// The number, from 1, of the page that bears a label.
  ///
  /// - Throws: a sentence where none does, or several do.
  static func page(
    _ label: String, of bytes: [UInt8], name: String
  ) throws(AlignmentError) -> Int {
    let labels = try all(of: bytes, name: name)
    guard let first = labels.firstIndex(of: label), let last = labels.lastIndex(of: label) else {
      throw .noSuchLabel(name, label)
    }
    guard first == last else { throw .sameLabel(name, label, first: first + 1, last: last + 1) }
    return first + 1
  }

  /// The pages' labels in order; `nil` for a page that the file gives none.
  static func all(of bytes: [UInt8], name: String) throws(AlignmentError) -> [String?] {
    let described = try PlanConversion.run(
      "qpdf", package: "qpdf", on: bytes, as: "plan.pdf", name: name,
      [
        "--no-warn", "--warning-exit-0", "-json=1", "-json-key=pagelabels", "-json-key=pages",
        "plan.pdf",
      ])
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(bytes: described, name: name).root } catch {
      return []
    }
    let count = min(root["pages"]?.elements.underestimatedCount ?? 0, most)
    var labels = [String?](repeating: nil, count: count)
    let ranges = root["pagelabels"]?.elements.map(\.self) ?? []
    var reached = 0
    for (position, range) in ranges.enumerated() {
      guard let first = range["index"]?.integer.flatMap({ Int(exactly: $0) }), first >= reached
      else { continue }
      let next = position + 1 < ranges.count ? ranges[position + 1]["index"]?.integer : nil
      reached = max(first, min(next.flatMap { Int(exactly: $0) } ?? count, count))
      let prefix = range["label"]?["/P"]?.string ?? ""
      let style = range["label"]?["/S"]?.string
      let start = range["label"]?["/St"]?.integer.flatMap { Int(exactly: $0) } ?? 1
      for page in first..<reached {
        let number = start.addingReportingOverflow(page - first)
        if !number.overflow { labels[page] = prefix + digits(number.partialValue, style) }
      }
    }
    return labels
  }

  private static func digits(_ number: Int, _ style: String?) -> String {
    switch style {
    case "/D": "\(number)"
    case "/R": roman(number)
    case "/r": roman(number).lowercased()
    case "/A": letters(number)
    case "/a": letters(number).lowercased()
    default: ""
    }
  }

  private static func roman(_ number: Int) -> String {
    guard (1..<10_000).contains(number) else { return "\(number)" }
    let steps = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var (rest, text) = (number, "")
    for (value, letters) in steps {
      while rest >= value {
        rest -= value
        text += letters
      }
    }
    return text
  }

  /// A to Z, then AA to ZZ, and so on.
  private static func letters(_ number: Int) -> String {
    guard number > 0, number <= 2600 else { return "\(number)" }
    let letter = UnicodeScalar(UInt8(65 + (number - 1) % 26))
    return String(repeating: Character(letter), count: (number - 1) / 26 + 1)
  }
}

extension PlanFile {
  /// The labels of a PDF's pages in order, as viewers show them; none of an image.
  ///
  /// - Throws: where `qpdf` is missing or can't read the file within its limits.
  public func pageLabels() throws(AlignmentError) -> [String?] {
    format == .pdf ? try PageLabel.all(of: bytes, name: name) : []
  }
}

extension AlignmentError {
  static func noLabels(_ name: String) -> AlignmentError {
    AlignmentError(
      .noSuchPage,
      "\(name): this is no PDF, whose pages have labels, but one page without; name page 1, or none"
    )
  }

  static func noSuchLabel(_ name: String, _ label: String) -> AlignmentError {
    AlignmentError(
      .noSuchPage,
      "\(name): no page is labelled \"\(label.prefix(60))\", name the page by its number")
  }

  static func sameLabel(_ name: String, _ label: String, first: Int, last: Int) -> AlignmentError {
    AlignmentError(
      .noSuchPage,
      "\(name): several pages, from \(first) to \(last), are labelled \"\(label.prefix(60))\", name the page by its number"
    )
  }
}
