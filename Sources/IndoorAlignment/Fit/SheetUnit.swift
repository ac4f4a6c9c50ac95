internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

/// Millimetres or centimetres of a sheet that anchors were picked in, where the page's own units
/// were expected: 1/72 inch of a PDF's, which lays the plan 2.83 or 28.3 times too large.
///
/// The scale shows it, which no drawing has and which is a usual one in the other unit, and that no
/// anchor lies beyond what the sheet's millimetres or centimetres reach.
struct SheetUnit {
  /// `millimetres` or `centimetres`.
  let name: String
  /// The page's units in one.
  let count: Double
  /// The n of 1:n by the anchors as they are, and in this unit.
  let scales: (given: Double, other: Double)

  /// The n of 1:n that plans are drawn in (ISO 5455, and architects' own between them).
  static let usual = [
    20.0, 25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000, 1250, 1500, 2000, 2500,
    5000,
  ]
  /// Share by which a scale may differ from one that drawings have.
  static let share = 0.01
  /// Share of the sheet by which a point may lie beyond its edge: they are picked by hand.
  private static let slack = 0.01
  /// The page's units in a millimetre under which the two are hardly told apart.
  private static let least = 1.5

  /// - Parameter declared: ground metres a unit by the plan's own statement, where it makes one.
  init?(of alignment: PlanAlignment, declared: Double?) {
    guard let paper = alignment.page.paperMetresPerUnit else { return nil }
    let scale = alignment.metresPerUnit / paper
    let known = declared.map { [$0 / paper] } ?? Self.usual
    func isKnown(_ scale: Double) -> Bool { known.contains { abs(scale / $0 - 1) <= Self.share } }
    guard !isKnown(scale) else { return nil }
    let points = alignment.heeded
    // What centimetres reach millimetres do, too.
    for (name, metres) in [("centimetres", 0.01), ("millimetres", 0.001)] {
      let count = metres / paper
      guard count > Self.least, isKnown(scale / count),
        Self.reaches(1 / count, of: alignment.page, points)
      else { continue }
      (self.name, self.count, scales) = (name, count, (scale, scale / count))
      return
    }
    return nil
  }

  /// Whether points lie within a share of the page's sides from one of its corners.
  static func reaches(_ share: Double, of page: PlanPage, _ points: [PagePoint]) -> Bool {
    let box = page.box
    let (width, height) = (box.width * share, box.height * share)
    func lies(_ value: Double, _ size: Double, from low: Double, _ high: Double) -> (Bool, Bool) {
      let reach = size * (1 + slack)
      let near = size * slack
      return (
        value >= low - near && value <= low + reach, value >= high - reach && value <= high + near
      )
    }
    let across = points.map { lies($0.x, width, from: box.minimum.x, box.maximum.x) }
    let up = points.map { lies($0.y, height, from: box.minimum.y, box.maximum.y) }
    return (across.allSatisfy(\.0) || across.allSatisfy(\.1))
      && (up.allSatisfy(\.0) || up.allSatisfy(\.1))
  }
}

extension PlanAlignment {
  /// The page points of the anchors that the fit heeded.
  var heeded: [PagePoint] { anchors.filter { !$0.isLeftOut }.map(\.anchor.page) }
}

extension AlignmentWarning {
  static func otherPageUnit(_ unit: SheetUnit) -> AlignmentWarning {
    AlignmentWarning(
      .otherPageUnit,
      """
      the anchors give a scale of 1 : \(String(format: "%.0f", unit.scales.given)), and of \
      1 : \(String(format: "%.0f", unit.scales.other)) if their page points are \(unit.name) of the sheet: \
      if they are, multiply them by \(String(format: "%.5g", unit.count)), as the page counts \
      other units
      """)
  }
}
