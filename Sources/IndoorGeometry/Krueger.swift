import IndoorLibc

/// Krüger's transverse Mercator series to n⁶ on WGS 84, central scale 1. Angles in degrees, lengths
/// in metres.
enum Krueger {
  private typealias Coefficients = (Double, Double, Double, Double, Double, Double)

  private static let n = Ellipsoid.thirdFlattening
  private static let e = Ellipsoid.eccentricitySquared.squareRoot()

  /// Karney (2011), eq. 14: the rectifying radius.
  private static let rectifyingRadius =
    Ellipsoid.semiMajorAxis / (1 + n) * (1 + n * n * (1.0 / 4 + n * n * (1.0 / 64 + n * n / 256)))

  /// Karney (2011), eq. 35.
  private static let alpha: Coefficients = (
    n
      * (1.0 / 2 + n
        * (-2.0 / 3 + n * (5.0 / 16 + n * (41.0 / 180 + n * (-127.0 / 288 + n * 7891.0 / 37800))))),
    n * n
      * (13.0 / 48 + n
        * (-3.0 / 5 + n * (557.0 / 1440 + n * (281.0 / 630 - n * 1_983_433.0 / 1_935_360)))),
    n * n * n * (61.0 / 240 + n * (-103.0 / 140 + n * (15061.0 / 26880 + n * 167603.0 / 181440))),
    n * n * n * n * (49561.0 / 161280 + n * (-179.0 / 168 + n * 6_601_661.0 / 7_257_600)),
    n * n * n * n * n * (34729.0 / 80640 - n * 3_418_889.0 / 1_995_840),
    n * n * n * n * n * n * 212_378_941.0 / 319_334_400
  )

  /// Karney (2011), eq. 36.
  private static let beta: Coefficients = (
    n
      * (1.0 / 2 + n
        * (-2.0 / 3 + n * (37.0 / 96 + n * (-1.0 / 360 + n * (-81.0 / 512 + n * 96199.0 / 604800))))),
    n * n
      * (1.0 / 48 + n
        * (1.0 / 15 + n * (-437.0 / 1440 + n * (46.0 / 105 - n * 1_118_711.0 / 3_870_720)))),
    n * n * n * (17.0 / 480 + n * (-37.0 / 840 + n * (-209.0 / 4480 + n * 5569.0 / 90720))),
    n * n * n * n * (4397.0 / 161280 + n * (-11.0 / 504 - n * 830251.0 / 7_257_600)),
    n * n * n * n * n * (4583.0 / 161280 - n * 108847.0 / 3_991_680),
    n * n * n * n * n * n * 20_648_693.0 / 638_668_800
  )

  /// Northing from the equator and easting from the central meridian, in metres.
  static func forward(
    latitude: Double, longitudeDifference: Double
  ) -> (northing: Double, easting: Double) {
    let lambda = longitudeDifference * .pi / 180
    let conformal = conformalTangent(tan(latitude * .pi / 180))
    let c = cos(lambda)
    let r = (conformal * conformal + c * c).squareRoot()
    let sinhEta = sin(lambda) / r
    let sum = series(
      alpha, sine: conformal / r, cosine: c / r, sinh: sinhEta,
      cosh: (1 + sinhEta * sinhEta).squareRoot())
    return (
      rectifyingRadius * (atan2(conformal, c) + sum.xi),
      rectifyingRadius * (asinh(sinhEta) + sum.eta)
    )
  }

  /// Latitude and longitude difference, in degrees, of metres from equator and central meridian.
  static func inverse(
    northing: Double, easting: Double
  ) -> (latitude: Double, longitudeDifference: Double) {
    let xi = northing / rectifyingRadius
    let eta = easting / rectifyingRadius
    let s1 = sinh(eta)
    let sum = series(
      beta, sine: sin(xi), cosine: cos(xi), sinh: s1, cosh: (1 + s1 * s1).squareRoot())
    let s = sinh(eta - sum.eta)
    let c = cos(xi - sum.xi)
    let conformal = sin(xi - sum.xi) / (s * s + c * c).squareRoot()
    return (
      atan(geographicTangent(conformal)) * 180 / .pi,
      atan2(s, c) * 180 / .pi
    )
  }

  /// Σ aⱼ sin 2j(ξ + iη) for j = 1 to 6, by Clenshaw's recurrence in complex numbers, of sines and
  /// cosines of ξ and η.
  private static func series(
    _ a: Coefficients, sine: Double, cosine: Double, sinh: Double, cosh: Double
  ) -> (xi: Double, eta: Double) {
    // sin and cos of 2ζ, ζ = ξ + iη, from those of ξ and η by the double-angle formulas.
    let sin2 = 2 * sine * cosine
    let cos2 = 1 - 2 * sine * sine
    let sinh2 = 2 * sinh * cosh
    let cosh2 = 1 + 2 * sinh * sinh
    // 2 cos 2ζ = 2 (cos2 cosh2 - i sin2 sinh2)
    let (kr, ki) = (2 * cos2 * cosh2, -2 * sin2 * sinh2)
    var (br, bi) = (a.5, 0.0)
    var (cr, ci) = (0.0, 0.0)
    func step(_ coefficient: Double) {
      let (r, i) = (kr * br - ki * bi - cr + coefficient, kr * bi + ki * br - ci)
      (cr, ci) = (br, bi)
      (br, bi) = (r, i)
    }
    step(a.4)
    step(a.3)
    step(a.2)
    step(a.1)
    step(a.0)
    // The sum is b₁ sin 2ζ, and sin 2ζ = sin2 cosh2 + i cos2 sinh2.
    let (sr, si) = (sin2 * cosh2, cos2 * sinh2)
    return (br * sr - bi * si, br * si + bi * sr)
  }

  /// Karney (2011), eqs. 7 to 9: tangent of the conformal latitude, of the tangent of the latitude.
  private static func conformalTangent(_ tau: Double) -> Double {
    let secant = (1 + tau * tau).squareRoot()
    let sigma = sinh(e * atanh(e * tau / secant))
    return tau * (1 + sigma * sigma).squareRoot() - sigma * secant
  }

  /// Karney (2011), eqs. 19 to 21: the inverse, by Newton's method, which doubles its digits a
  /// step.
  private static func geographicTangent(_ conformal: Double) -> Double {
    let e2 = Ellipsoid.eccentricitySquared
    var tau = conformal / (1 - e2)
    for _ in 0..<5 {
      let value = conformalTangent(tau)
      let step =
        (conformal - value) * (1 + (1 - e2) * tau * tau)
        / ((1 - e2) * ((1 + value * value) * (1 + tau * tau)).squareRoot())
      tau += step
      // Half the digits of a double are right: the step just taken made it all of them.
      if abs(step) < 1e-9 * max(1, abs(tau)) { break }
    }
    return tau
  }
}
