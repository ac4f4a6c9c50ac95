internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// What somebody who looks at a plan says of it, where its lines leave that open.
public struct PlanHints: Hashable, Sendable {
  /// Whether the plan shows the building from above, and not in a mirror.
  public var isNotMirrored = false
  /// Where the page's top lies, as a reader sees the page: degrees clockwise from north, right to
  /// 45°.
  public var upDegrees: Double?

  /// Degrees that the page's top may lie beside `upDegrees`.
  public static let upTolerance = 45.0

  /// None.
  public init() {}

  /// Whether a placement of a page agrees with what was said.
  func allow(_ pageToLocal: AffineTransform, of page: PlanPage) -> Bool {
    if isNotMirrored, page.isMirrored(by: pageToLocal) { return false }
    guard let upDegrees else { return true }
    let off = Angle.wrapped(Angle.radians(Self.up(of: page, pageToLocal) - upDegrees))
    return abs(Angle.degrees(off)) <= Self.upTolerance
  }

  /// Bearing of the page's top as a reader sees it, in degrees clockwise from north.
  static func up(of page: PlanPage, _ pageToLocal: AffineTransform) -> Double {
    // A viewer turns the page clockwise: its top lies that far counter-clockwise of the y axis.
    let turn = Angle.radians(Double(page.rotate))
    let across = page.isShownMirrored ? sin(turn) : -sin(turn)
    let (x, y) = (across, page.isImage ? -cos(turn) : cos(turn))
    return Angle.degrees(
      atan2(pageToLocal.a * x + pageToLocal.c * y, pageToLocal.b * x + pageToLocal.d * y))
  }
}
