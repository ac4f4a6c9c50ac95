public import IndoorAlignment
import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorReport

/// A plan of a venue file, told from its placement alone.
public struct StoredPlan: Sendable {
  /// Where it lies.
  public let placement: PlanPlacement
  /// What the lift's button says of its level.
  public let label: String
  /// The codes of what was said when it was placed.
  public let warnings: [String]
  private let frame: LocalFrame
  /// The anchors that the page was placed by.
  let used: [Anchor]
  /// How many contradict those and were left out.
  var leftOut: Int { placement.anchors.count - used.count }

  init(_ placement: PlanPlacement, in venue: Venue, warnings: [String]) {
    self.placement = placement
    self.warnings = warnings
    label = venue.level(placement.level)?.label ?? String(placement.level.ordinal)
    frame = venue.frame
    used = Self.used(for: placement, in: venue.frame, warnings)
  }

  /// All anchors, or those without the outliers where they alone give the stored placement: which
  /// were left out isn't stored.
  private static func used(
    for placement: PlanPlacement, in frame: LocalFrame, _ warnings: [String]
  ) -> [Anchor] {
    guard warnings.contains(AlignmentWarning.Code.outlier.rawValue) else {
      return placement.anchors
    }
    let fit = placement.fit(making: placement.pageToLocal, in: frame)
    return fit.map { $0.anchors.filter { !$0.isLeftOut }.map(\.anchor) } ?? placement.anchors
  }

  /// Whether the page was also stretched.
  public var model: PlanModel {
    let m = placement.pageToLocal
    let size = abs(m.determinant).squareRoot()
    // A similarity turns both axes alike, an image's with y down.
    let sign = m.determinant < 0 ? -1.0 : 1
    let off = max(abs(m.a - sign * m.d), abs(m.b + sign * m.c))
    return off <= 1e-9 * size ? .similarity : .affine
  }

  /// Root mean square distance of the anchors that it was placed by from where the page puts them,
  /// in metres; `nil` where they leave nothing to measure.
  public var rmseMetres: Double? {
    guard used.count > model.minimumAnchors else { return nil }
    let squares = used.reduce(0.0) { sum, anchor in
      let off = frame.local(from: anchor.coordinate).distance(
        to: placement.local(from: anchor.page))
      return sum + off * off
    }
    return (squares / Double(used.count)).squareRoot()
  }

  /// What `venue info` says of it.
  var json: JSONOutput {
    .object([
      ("page", .integer(Int64(placement.page.number))), ("model", .string(model.rawValue)),
      ("anchors", .integer(Int64(used.count))), ("leftOut", .integer(Int64(leftOut))),
      ("rmseMetres", rmseMetres.map(JSONOutput.number) ?? .null),
      ("warnings", .array(warnings.map(JSONOutput.string))),
    ])
  }

  /// The same in a line.
  var text: String {
    let rmse = rmseMetres.map { ", residuals \(ShortNumber.metres($0)) RMSE" } ?? ""
    let warned = warnings.isEmpty ? "" : ", warned of \(warnings.joined(separator: ", "))"
    let without = leftOut > 0 ? ", \(leftOut) left out" : ""
    return
      "page \(placement.page.number), \(model.rawValue) of \(Counted.text(used.count, "anchor"))\(without)\(rmse)\(warned)"
  }
}
