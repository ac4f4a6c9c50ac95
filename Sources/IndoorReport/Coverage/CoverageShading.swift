import IndoorGeometry

/// How cells are shaded: classes of a figure, each an ink and how much of it.
struct CoverageShading: Sendable {
  /// One class.
  struct Shade: Sendable, Equatable {
    var name: String
    var ink: Ink
    var opacity: Double
  }

  /// Radii from good to bad: green for what finds a shop, vermilion for what doesn't.
  static let radii = CoverageShading(
    limits: [6, 9, 13, 20],
    shades: [
      Shade(name: "under 6 m", ink: .second, opacity: 0.62),
      Shade(name: "6 to 9 m", ink: .second, opacity: 0.32),
      Shade(name: "9 to 13 m", ink: .estimate, opacity: 0.22),
      Shade(name: "13 to 20 m", ink: .estimate, opacity: 0.46),
      Shade(name: "over 20 m", ink: .estimate, opacity: 0.78),
    ])

  /// Scans of a cell, from none to many.
  static let scans = CoverageShading(
    limits: [1, 4, 10, 25],
    shades: [
      Shade(name: "no scan", ink: .alert, opacity: 0.16),
      Shade(name: "1 to 3 scans", ink: .truth, opacity: 0.2),
      Shade(name: "4 to 9", ink: .truth, opacity: 0.4),
      Shade(name: "10 to 24", ink: .truth, opacity: 0.62),
      Shade(name: "25 and more", ink: .truth, opacity: 0.86),
    ])

  private let limits: [Double]
  let shades: [Shade]

  private init(limits: [Double], shades: [Shade]) {
    self.limits = limits
    self.shades = shades
  }

  /// The class of a figure.
  func shade(_ value: Double) -> Shade {
    shades[limits.firstIndex { value < $0 } ?? limits.count]
  }

  /// Neighbouring cells of one class in a row become one area, but for those that have something to
  /// tell.
  static func areas(
    of cells: [SurveyedLevel.Cell], shade: (SurveyedLevel.Cell) -> Shade?,
    tip: (SurveyedLevel.Cell) -> String
  ) -> [(polygon: Polygon<LocalPoint>, shade: Shade, tip: String)] {
    var areas: [(polygon: Polygon<LocalPoint>, shade: Shade, tip: String)] = []
    for cell in cells where cell.polygon.exterior.count == 4 {
      guard let shade = shade(cell) else { continue }
      let tip = tip(cell)
      if let last = areas.last, last.shade == shade, last.tip.isEmpty, tip.isEmpty,
        last.polygon.exterior[1] == cell.polygon.exterior[0],
        last.polygon.exterior[2] == cell.polygon.exterior[3]
      {
        areas[areas.count - 1].polygon.exterior[1] = cell.polygon.exterior[1]
        areas[areas.count - 1].polygon.exterior[2] = cell.polygon.exterior[2]
      } else {
        areas.append((cell.polygon, shade, tip))
      }
    }
    return areas
  }
}
