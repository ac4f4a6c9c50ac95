import IndoorGeometry
import Testing

struct AngleTests {
  /// Radians, and the same angle in (-π, π].
  static let wrapped: [(Double, Double)] = [
    (3, 3), (Double.pi, Double.pi), (-Double.pi, Double.pi),
    (7, 7 - 2 * Double.pi), (-7, 2 * Double.pi - 7),
  ]

  @Test(arguments: wrapped)
  func `radians wrap into the half-open turn around zero`(angle: Double, wrapped: Double) {
    #expect(abs(Angle.wrapped(angle) - wrapped) < 1e-12)
  }

  @Test(arguments: [(0.0, 0.0), (360, 0), (-90, 270), (725, 5), (-1e-20, 0)])
  func `compass directions lie in 0 to 360`(degrees: Double, compass: Double) {
    #expect(Angle.compass(degrees) == compass)
  }

  @Test func `what is not finite stays so`() {
    #expect(!Angle.wrapped(.nan).isFinite)
    #expect(!Angle.compass(.infinity).isFinite)
  }
}
