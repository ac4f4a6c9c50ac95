import IndoorLibc

/// An affine map of the plane, in CGAffineTransform's order:
///
///     x' = a x + c y + tx
///     y' = b x + d y + ty
public struct AffineTransform: Hashable, Sendable {
  /// x' for each x.
  public var a: Double
  /// y' for each x.
  public var b: Double
  /// x' for each y.
  public var c: Double
  /// y' for each y.
  public var d: Double
  /// x' of the origin, in the target's unit.
  public var tx: Double
  /// y' of the origin, in the target's unit.
  public var ty: Double

  /// Makes a transform of its six coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that changes nothing.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// The turn about the origin, counter-clockwise where y points up, by an angle in radians:
  ///
  ///     x' = cos x - sin y
  ///     y' = sin x + cos y
  public static func rotation(_ radians: Double) -> AffineTransform {
    let (sine, cosine) = (sin(radians), cos(radians))
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The map that multiplies lengths, about the origin.
  public static func scale(_ factor: Double) -> AffineTransform { scale(x: factor, y: factor) }

  /// The map that multiplies lengths along x and along y, about the origin; a negative factor
  /// mirrors.
  public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// The map that moves by so much along x and y, in the target's unit.
  public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// The coefficients as `[a, b, c, d, tx, ty]`.
  public var coefficients: [Double] { [a, b, c, d, tx, ty] }

  /// Area of the image of a unit square, negative where the map mirrors.
  public var determinant: Double { a * d - b * c }

  /// The image of a point.
  @inlinable
  public func apply<From: PlanarPoint, To: PlanarPoint>(_ point: From, as: To.Type = To.self) -> To
  {
    To(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The images of points, in their order.
  @inlinable
  public func apply<From: PlanarPoint, To: PlanarPoint>(
    _ points: [From], as: To.Type = To.self
  ) -> [To] {
    [To](unsafeUninitializedCapacity: points.count) { images, filled in
      points.withUnsafeBufferPointer { points in
        for i in points.indices {
          (images.baseAddress.unsafelyUnwrapped + i).initialize(to: apply(points[i]))
        }
      }
      filled = points.count
    }
  }

  /// Writes the images of points into an array that is there already, which spares its allocation.
  ///
  /// Precondition: `images` has at least as many elements as `points`; those behind stay as they
  /// are.
  @inlinable
  public func apply<From: PlanarPoint, To: PlanarPoint>(_ points: [From], into images: inout [To]) {
    precondition(images.count >= points.count, "there is no room for the images of all points")
    points.withUnsafeBufferPointer { points in
      images.withUnsafeMutableBufferPointer { images in
        for i in points.indices { images[i] = apply(points[i]) }
      }
    }
  }

  /// First this map, then `next`.
  public func followed(by next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The map back, or `nil` where this one is singular or not finite.
  public var inverse: AffineTransform? {
    let det = determinant
    guard det.isFinite, abs(det) > .leastNormalMagnitude else { return nil }
    let inverse = AffineTransform(
      a: d / det, b: -b / det, c: -c / det, d: a / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    return inverse.coefficients.allSatisfy(\.isFinite) ? inverse : nil
  }
}
