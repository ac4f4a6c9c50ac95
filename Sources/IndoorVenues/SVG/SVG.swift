import IndoorGeometry
package import IndoorModel

/// Pieces of SVG: y points down, so that north is up.
package enum SVG {
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

  /// A quiet colour a kind of unit.
  package static func colour(of category: UnitCategory) -> String {
    if category.rawValue == "opentobelow" { return "#eeeeee" }
    if category.isSolid || !category.isPublic { return "#d6d3cd" }
    if category.leadsToLevels { return "#cfe3f5" }
    if category.isWalkway { return "#ffffff" }
    return switch category.rawValue.prefix(while: { $0 != "." }) {
    case "restroom", "shower", "mothersroom": "#d9efe0"
    case "storage", "serverroom": "#d6d3cd"
    case "foodservice", "kitchen": "#fbe7c6"
    default: "#f6ecd9"
    }
  }
}
