import IndoorGeometry
import Testing

struct AffineTransformTests {
  /// A quarter turn counter-clockwise, twice the size, moved by (10, 20).
  let turn = AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 10, ty: 20)

  @Test func `coefficients stand in CGAffineTransform's order`() {
    let east = turn.apply(PagePoint(x: 1, y: 0), as: LocalPoint.self)
    #expect(east == LocalPoint(x: 10, y: 22))
    let north = turn.apply(PagePoint(x: 0, y: 1), as: LocalPoint.self)
    #expect(north == LocalPoint(x: 8, y: 20))
    #expect(turn.coefficients == [0, 2, -2, 0, 10, 20])
    #expect(turn.determinant == 4)
  }

  @Test func `the inverse leads back, and composition runs left to right`() throws {
    let shear = AffineTransform(a: 1.5, b: 0.25, c: -0.5, d: 2, tx: -3, ty: 7)
    let inverse = try #require(shear.inverse)
    let both = shear.followed(by: inverse)
    for (got, want) in zip(both.coefficients, AffineTransform.identity.coefficients) {
      #expect(abs(got - want) < 1e-15)
    }
    let p = PagePoint(x: 3, y: -4)
    let stepwise: PagePoint = turn.apply(shear.apply(p, as: PagePoint.self))
    #expect(shear.followed(by: turn).apply(p, as: PagePoint.self) == stepwise)
  }

  @Test func `an array's images are its points' images`() {
    let points = (0..<37).map { PagePoint(x: Double($0), y: Double($0 * $0)) }
    let wanted = points.map { LocalPoint(x: 10 - 2 * $0.y, y: 20 + 2 * $0.x) }
    #expect(turn.apply(points) == wanted)
    var images = [LocalPoint](repeating: LocalPoint(x: -1, y: -1), count: 38)
    turn.apply(points, into: &images)
    #expect(images.dropLast() == wanted[...] && images[37] == LocalPoint(x: -1, y: -1))
    #expect(turn.apply([PagePoint]()) == [LocalPoint]())
  }

  @Test func `a flat or overflowing map has no inverse`() {
    #expect(AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverse == nil)
    #expect(AffineTransform(a: 1e200, b: 0, c: 0, d: 1e200, tx: 0, ty: 0).inverse == nil)
    #expect(AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse == nil)
  }
}
