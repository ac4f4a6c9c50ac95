import IndoorModel

/// The lengths of OpenStreetMap's tags: metres, or what the unit behind the number says.
///
/// After the wiki's page "Map features/Units": `1.2`, `1.2 m`, `120 cm`, `4'6"`.
enum OSMLength {
  private static let units: [Substring: Double] = [
    "": 1, "m": 1, "cm": 0.01, "mm": 0.001, "km": 1000, "ft": 0.3048, "'": 0.3048, "in": 0.0254,
    "\"": 0.0254,
  ]

  /// The length in metres; `nil` where it can't be read.
  static func metres(_ text: String) -> Double? {
    // Feet, and inches behind them.
    let parts = text.split(separator: "'", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].contains("\"") {
      guard let feet = length(parts[0], unit: "'"), let inches = length(parts[1]) else {
        return nil
      }
      return feet + inches
    }
    return length(text[...])
  }

  private static func length(_ text: Substring, unit: Substring? = nil) -> Double? {
    let number = text.prefix { !$0.isLetter && $0 != "'" && $0 != "\"" }
    let rest = text[number.endIndex...].filter { $0 != " " }
    guard let value = Double(decimal: number.filter { $0 != " " }),
      let factor = units[unit ?? rest[...]], unit == nil || rest.isEmpty
    else { return nil }
    return value * factor
  }
}
