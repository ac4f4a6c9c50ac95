/// The levels of OpenStreetMap's tags `level` and `repeat_on`: `0`, `0.5`, `0;1`, `-1-3`, `-3--1`,
/// in any mix.
///
/// After the wiki's pages "Simple Indoor Tagging" and "Key:level".
enum OSMLevels {
  /// Levels that one value may name; nothing is taller.
  static let maximum = 200
  /// The highest and, below the ground, the lowest level.
  static let highest = 1000.0

  /// The levels that a value names, each once in the value's order; `nil` where it isn't one.
  ///
  /// - Parameter missing: levels that don't exist, so that no range passes over them.
  static func parse(_ value: String, missing: Set<Double> = []) -> [Double]? {
    guard let ranges = ranges(value),
      ranges.allSatisfy({ max(abs($0.from), abs($0.to)) <= highest })
    else { return nil }
    var levels: [Double] = []
    for range in ranges {
      // A range stands for its ends and the whole levels between them.
      let between =
        (range.from.rounded(.up)...max(range.to.rounded(.down), range.from.rounded(.up)))
      guard between.upperBound - between.lowerBound <= Double(maximum) else { return nil }
      levels.append(range.from)
      levels += stride(from: between.lowerBound, through: between.upperBound, by: 1)
        .filter { $0 > range.from && $0 < range.to && !missing.contains($0) }
      if range.to > range.from { levels.append(range.to) }
      guard levels.count <= maximum else { return nil }
    }
    var seen: Set<Double> = []
    let unique = levels.filter { seen.insert($0).inserted }
    return unique.isEmpty ? nil : unique
  }

  /// Whether a value is one but for naming more levels, or higher ones, than any building has.
  static func namesTooMany(_ value: String) -> Bool {
    ranges(value)?.isEmpty == false && parse(value) == nil
  }

  private static func ranges(_ value: String) -> [(from: Double, to: Double)]? {
    var ranges: [(from: Double, to: Double)] = []
    for part in value.split(separator: ";") {
      guard let range = range(part.trimmed) else { return nil }
      ranges.append(range)
    }
    return ranges
  }

  /// `2`, `-1`, `0.5`, `-1-3` or `-3--1`.
  private static func range(_ part: Substring) -> (from: Double, to: Double)? {
    // Each hyphen may be the range's; nobody writes two levels at such length.
    guard part.utf8.count <= 40 else { return nil }
    if let level = level(part) { return (level, level) }
    for index in part.indices.dropFirst() where part[index] == "-" {
      if let from = level(part[..<index].trimmed),
        let to = level(part[part.index(after: index)...].trimmed)
      {
        return from <= to ? (from, to) : (to, from)
      }
    }
    return nil
  }

  private static func level(_ text: Substring) -> Double? {
    guard let first = text.first, first == "-" || first.isASCII && first.isNumber,
      text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-" || $0 == ".") }),
      let level = Double(text), abs(level) <= 1e6
    else { return nil }
    return level == 0 ? 0 : level
  }

  /// An ordinal for each level: the level itself where all are whole; else counted up and down from
  /// level 0, or from the lowest above it where there is none, so that a mezzanine gets an ordinal
  /// of its own.
  static func ordinals(of levels: Set<Double>) -> [Double: Int] {
    let sorted = levels.sorted()
    guard sorted.contains(where: { $0 != $0.rounded() }) else {
      return Dictionary(uniqueKeysWithValues: sorted.map { ($0, Int($0)) })
    }
    let ground = sorted.firstIndex { $0 >= 0 } ?? sorted.count
    return Dictionary(
      uniqueKeysWithValues: sorted.enumerated().map { ($1, $0 - ground) })
  }

  /// What ids begin with that are made for levels: no source's own `level-1`, which may be its
  /// first floor's, is one of them.
  static let madeID = "~level"

  /// The id of a level: OpenStreetMap has none of its own.
  static func id(_ level: Double) -> String { "\(madeID)\(digits(level))" }

  /// The level that an id is of, `nil` where it is none of these.
  static func level(ofID id: some StringProtocol) -> Double? {
    guard id.hasPrefix(madeID), id.utf8.count < 20,
      let level = level(Substring(id.dropFirst(madeID.count))), Self.id(level) == id
    else { return nil }
    return level
  }

  /// The level that an id is of, with or without the building before it.
  static func level(ofID id: String, in building: String) -> Double? {
    if let level = level(ofID: id) { return level }
    let own = "\(building)/"
    return id.hasPrefix(own) ? level(ofID: id.dropFirst(own.count)) : nil
  }

  static func digits(_ level: Double) -> String {
    level == level.rounded() ? String(Int(level)) : "\(level)"
  }
}

extension Substring {
  /// Without white space at the ends.
  var trimmed: Substring {
    let head = drop(while: \.isWhitespace)
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return head }
    return head[...last]
  }
}
