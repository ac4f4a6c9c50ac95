import IndoorGeometry

/// Pieces of SVG: y points down, so that north is up.
enum SVG {
  /// Metres to a centimetre.
  static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    let text = (rounded == 0 ? 0 : rounded).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  static func path(_ polygons: [Polygon<LocalPoint>]) -> String {
    polygons.flatMap(\.rings).filter { !$0.isEmpty }.map { path($0) + "Z" }.joined()
  }

  static func path(_ line: [LocalPoint]) -> String {
    line.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(number(point.x)) \(number(-point.y))"
    }.joined()
  }

  /// Text for content and attributes; what XML can't hold is left out.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A quiet colour a kind of unit.
  static func colour(of category: String) -> String {
    switch category.prefix(while: { $0 != "." }) {
    case "walkway", "lobby", "platform", "footbridge", "ramp", "movingwalkway": "#ffffff"
    case "stairs", "steps", "escalator", "elevator": "#cfe3f5"
    case "restroom", "shower", "mothersroom": "#d9efe0"
    case "nonpublic", "storage", "structure", "serverroom", "column", "brick", "concrete",
      "drywall", "glass", "wood":
      "#d6d3cd"
    case "opentobelow": "#eeeeee"
    case "foodservice", "kitchen", "lounge": "#fbe7c6"
    default: "#f6ecd9"
    }
  }
}
