public import IndoorLibc

/// A point of a plane frame: what `LocalPoint`, `PagePoint` and the Mercator points have in common.
///
/// Generic code (polygons, transforms) is written once over this, and the frames stay different
/// types.
public protocol PlanarPoint: Hashable, Sendable {
  /// The first axis, in the frame's unit.
  var x: Double { get set }
  /// The second axis, in the frame's unit.
  var y: Double { get set }
  /// Makes a point of its two components, in the frame's unit.
  init(x: Double, y: Double)
}

extension PlanarPoint {
  /// Euclidean distance to another point of the same frame, in the frame's unit.
  @inlinable
  public func distance(to other: Self) -> Double {
    hypot(other.x - x, other.y - y)
  }

  /// Whether both components are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}

/// A place in the venue's local frame: metres east and north of its origin. All computing happens
/// here.
public struct LocalPoint: PlanarPoint {
  /// Metres east of the origin.
  public var x: Double
  /// Metres north of the origin.
  public var y: Double

  /// Makes a point of metres east and north.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A place on a plan's page.
///
/// For a PDF: user space before `/Rotate`, y up, in its own units (1/72 inch where `UserUnit`,
/// which is not applied, is 1). For an image: pixels from the top left corner, y down.
public struct PagePoint: PlanarPoint {
  /// User-space units or pixels to the right.
  public var x: Double
  /// User-space units up, or pixels down.
  public var y: Double

  /// Makes a point of user-space units or pixels.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
