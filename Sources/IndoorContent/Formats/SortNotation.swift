import IndoorModel

/// Orders of stops and works that are written as a room and a number in it: 2.10 is the number 2.1,
/// and comes before 2.9.
enum SortNotation {
  private struct Whole: Hashable {
    let tour: String
    let number: Substring
  }

  /// What stands under one whole number: the largest of the fewest decimals, and the first that
  /// has more of them and ends with a zero.
  fileprivate struct Written {
    var short: Substring?
    var long: (decimals: Substring, line: Int)?
  }

  /// Tells the first of a table that is so.
  static func tell(
    _ table: CSVTable, as kind: CSVContentReader.Kind, _ builder: inout ContentBuilder
  ) {
    guard kind != .media, let column = table.names.firstIndex(of: "sort") else { return }
    let tour = kind == .stops ? table.names.firstIndex(of: "tour") : nil
    func word(_ values: [String], _ index: Int?) -> String {
      index.flatMap { $0 < values.count ? Words.trimmed(values[$0]) : nil } ?? ""
    }
    var found: [Whole: Written] = [:]
    for (values, line) in table.rows {
      let parts = word(values, column).split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy(isNumber) else { continue }
      let whole = Whole(tour: word(values, tour), number: parts[0])
      found[whole, default: Written()].add(parts[1], line)
    }
    let told = found.compactMap { whole, written -> (Whole, Substring, Substring, Int)? in
      guard let short = written.short, let long = written.long, long.decimals.count > short.count
      else { return nil }
      return (whole, short, long.decimals, long.line)
    }
    guard let (whole, short, long, line) = told.min(by: { $0.3 < $1.3 }) else { return }
    let padded = String(repeating: "0", count: long.count - short.count) + short
    var value = long
    while value.last == "0" { value.removeLast() }
    builder.find(
      .badValue, line: line,
      "the column sort has \(whole.number).\(short) and \(whole.number).\(long), which is the number "
        + "\(whole.number).\(value); write \(whole.number).\(padded) for the former if it comes first, or "
        + "whole numbers")
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension SortNotation.Written {
  /// Takes the decimals of a row.
  fileprivate mutating func add(_ decimals: Substring, _ line: Int) {
    let isShorter = short.map { decimals.count < $0.count } ?? true
    if isShorter || short.map({ decimals.count == $0.count && decimals > $0 }) == true {
      short = decimals
    }
    if long == nil, decimals.count > 1, decimals.last == "0",
      decimals.contains(where: { $0 != "0" })
    {
      long = (decimals, line)
    }
  }
}
