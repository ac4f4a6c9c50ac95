internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

/// Another resolution than the page's own units have, or a smaller print of the sheet, that anchors
/// were picked on: a picture of the page at 96 pixels an inch, an A1 sheet printed on A3.
///
/// The scale shows it, which no drawing has, as far as the fit knows it, and which is a common one
/// by that count.
struct CountedResolution {
  /// What the page points are then, as `counted at 1/96 inch`.
  let name: String
  /// The page's units in one.
  let count: Double
  /// The n of 1:n in this count.
  let scale: Double
  /// Whether the resolution that was taken is one that the reader of the anchors assumed.
  let isAssumed: Bool

  /// Dots an inch of pictures that programs make of a page.
  private static let resolutions = [72.0, 96, 100, 120, 144, 150, 200, 300]
  /// Prints on the next smaller sizes of paper (ISO 216), by how much larger the sheet is.
  private static let prints: [(name: String, size: Double)] = [
    (name: "71%", size: 2.0.squareRoot()), ("half", 2), ("35%", 8.0.squareRoot()),
  ]
  /// Units an inch that pages count, and not a drawing's metres.
  private static let unitsOfPages = 20.0...300.0
  /// The n of 1:n of architects who count in feet, from 1/2 inch to 1/32 inch a foot, and of
  /// engineers, from 10 to 60 feet an inch.
  private static let ofFeet = [24.0, 32, 48, 64, 96, 120, 128, 192, 240, 360, 384, 480, 600, 720]
  /// The n of 1:n that most drawings have.
  private static let common = [
    20.0, 25, 48, 50, 96, 100, 150, 192, 200, 250, 500, 1000, 2000, 2500, 5000,
  ]
  /// Share by which a scale may differ from one of these.
  private static let share = 0.005
  /// Share of the scale beyond whose standard deviation nothing is told by it.
  private static let mostDeviation = 0.01

  /// The counts by which the scale is a common one; none where it is one already.
  ///
  /// - Parameters:
  ///   - declared: ground metres a unit by the plan's own statement, where it makes one.
  ///   - perInch: how many of the units that page points were counted in were taken for an inch;
  ///     `nil` for the page's own.
  static func explaining(
    _ alignment: PlanAlignment, declared: Double?, perInch: Double?
  ) -> [CountedResolution] {
    guard let paper = alignment.page.paperMetresPerUnit, let fit = alignment.fit,
      unitsOfPages.contains(0.0254 / paper)
    else { return [] }
    let deviation = fit.scaleDeviation * alignment.varianceFactor.squareRoot()
    guard deviation <= mostDeviation else { return [] }
    let scale = alignment.metresPerUnit / paper
    func isOne(_ scale: Double, of known: [Double], within share: Double) -> Bool {
      known.contains { abs(scale / $0 - 1) <= share }
    }
    let stated = declared.map { [$0 / paper] }
    let known = stated ?? SheetUnit.usual + ofFeet
    guard !isOne(scale, of: known, within: max(SheetUnit.share, 2 * deviation)) else { return [] }
    let taken = perInch ?? 0.0254 / paper
    let counts =
      resolutions.map { (name: "counted at 1/\(Int($0)) inch", count: taken / $0) }
      + prints.map { (name: "points of a print of \($0.name) its size", count: $0.size) }
    return counts.compactMap { name, count in
      // What is counted finer goes beyond the page, and what is counted coarser not far across it.
      guard abs(count - 1) > share, isOne(scale / count, of: stated ?? common, within: share),
        SheetUnit.reaches(1 / count, of: alignment.page, alignment.heeded),
        count > 1 || !alignment.heeded.allSatisfy(alignment.page.box.contains)
      else { return nil }
      return CountedResolution(
        name: name, count: count, scale: scale / count, isAssumed: perInch != nil)
    }
  }
}

extension AlignmentWarning {
  static func otherPageUnit(
    _ counts: [CountedResolution], of alignment: PlanAlignment
  ) -> AlignmentWarning {
    func text(_ scale: Double) -> String { String(format: "%.6g", (scale * 10).rounded() / 10) }
    let given = (counts.first.map { $0.scale * $0.count }).map(text) ?? ""
    let others = counts.map {
      "1 : \(text($0.scale.rounded())) if their page points are \($0.name)"
    }
    let remedy =
      counts.count > 1
      ? "check on which picture of the page they were picked"
      : counts.first?.isAssumed == true
        ? "if they are, say at which resolution the control points were set"
        : "if they are, multiply them by \(String(format: "%.5g", counts.first?.count ?? 1))"
    return AlignmentWarning(
      .otherPageUnit,
      "the anchors give a scale of 1 : \(given), which drawings don't have, and of "
        + others.joined(separator: ", or ") + ": " + remedy)
  }
}
