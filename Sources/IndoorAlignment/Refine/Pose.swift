internal import IndoorGeometry
import IndoorLibc

/// A placement of linework in a wall map's frame: x' = a x + c y + tx, y' = b x + d y + ty, y up on
/// both sides.
struct Pose {
  var a: Double
  var b: Double
  var c: Double
  var d: Double
  var tx: Double
  var ty: Double

  init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// A turn in radians, a scale in metres a unit and a shift in metres.
  init(turn: Double, scale: Double, tx: Double, ty: Double) {
    let (re, im) = (scale * cos(turn), scale * sin(turn))
    self.init(a: re, b: im, c: -im, d: re, tx: tx, ty: ty)
  }

  var turn: Double { atan2(b - c, a + d) }
  var scale: Double { abs(a * d - b * c).squareRoot() }
}
