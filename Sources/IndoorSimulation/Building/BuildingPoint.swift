public import IndoorGeometry
import IndoorLibc

/// A place on a building's own grid: metres along its two axes, before the site turns it.
public struct BuildingPoint: PlanarPoint {
  /// Metres along the building's long side.
  public var x: Double
  /// Metres along its short side, a quarter turn counter-clockwise from x.
  public var y: Double

  /// Makes a point of metres along the two axes.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }

  package static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }
  package static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }
  package static func * (a: Self, k: Double) -> Self { Self(a.x * k, a.y * k) }

  /// Length as a vector, in metres.
  var length: Double { hypot(x, y) }
  /// The vector of length 1 in the same direction.
  var unit: Self { self * (1 / length) }
  /// A quarter turn counter-clockwise.
  var left: Self { Self(-y, x) }

  static func dot(_ a: Self, _ b: Self) -> Double { a.x * b.x + a.y * b.y }
}

/// A rectangle's ring, counter-clockwise.
func rectangle(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> [BuildingPoint] {
  [BuildingPoint(x0, y0), BuildingPoint(x1, y0), BuildingPoint(x1, y1), BuildingPoint(x0, y1)]
}

/// A ring of bare pairs, counter-clockwise.
func ring(_ points: (Double, Double)...) -> [BuildingPoint] {
  points.map { BuildingPoint($0.0, $0.1) }
}
