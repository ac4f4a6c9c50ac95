/// Krüger's transverse Mercator series to n⁶ on WGS 84, central scale 1. Angles in degrees, lengths in metres.
enum Krueger {
  private static let n = Ellipsoid.thirdFlattening
  private static let e = Ellipsoid.eccentricitySquared.squareRoot()

  /// Karney (2011), eq. 14: the rectifying radius.
  private static let rectifyingRadius =
    Ellipsoid.semiMajorAxis / (1 + n) * (1 + n * n * (1.0 / 4 + n * n * (1.0 / 64 + n * n / 256)))

  /// Karney (2011), eq. 35.
  private static let alpha: [Double] = [
    n
      * (1.0 / 2 + n
        * (-2.0 / 3 + n * (5.0 / 16 + n * (41.0 / 180 + n * (-127.0 / 288 + n * 7891.0 / 37800))))),
    n * n
      * (13.0 / 48 + n
        * (-3.0 / 5 + n * (557.0 / 1440 + n * (281.0 / 630 - n * 1_983_433.0 / 1_935_360)))),
    n * n * n * (61.0 / 240 + n * (-103.0 / 140 + n * (15061.0 / 26880 + n * 167603.0 / 181440))),
    n * n * n * n * (49561.0 / 161280 + n * (-179.0 / 168 + n * 6_601_661.0 / 7_257_600)),
    n * n * n * n * n * (34729.0 / 80640 - n * 3_418_889.0 / 1_995_840),
    n * n * n * n * n * n * 212_378_941.0 / 319_334_400,
  ]

  /// Karney (2011), eq. 36.
  private static let beta: [Double] = [
    n
      * (1.0 / 2 + n
        * (-2.0 / 3 + n * (37.0 / 96 + n * (-1.0 / 360 + n * (-81.0 / 512 + n * 96199.0 / 604800))))),
    n * n
      * (1.0 / 48 + n
        * (1.0 / 15 + n * (-437.0 / 1440 + n * (46.0 / 105 - n * 1_118_711.0 / 3_870_720)))),
    n * n * n * (17.0 / 480 + n * (-37.0 / 840 + n * (-209.0 / 4480 + n * 5569.0 / 90720))),
    n * n * n * n * (4397.0 / 161280 + n * (-11.0 / 504 - n * 830251.0 / 7_257_600)),
    n * n * n * n * n * (4583.0 / 161280 - n * 108847.0 / 3_991_680),
    n * n * n * n * n * n * 20_648_693.0 / 638_668_800,
  ]

  /// Northing from the equator and easting from the central meridian, in metres.
  static func forward(
    latitude: Double, longitudeDifference: Double
  ) -> (northing: Double, easting: Double) {
    let phi = latitude * .pi / 180
    let lambda = longitudeDifference * .pi / 180
    let tau = tan(phi)
    let conformal = conformalTangent(tau)
    let c = cos(lambda)
    let xi0 = atan2(conformal, c)
    let eta0 = asinh(sin(lambda) / hypot(conformal, c))
    var xi = xi0
    var eta = eta0
    for j in 0..<6 {
      let m = 2 * Double(j + 1)
      xi += alpha[j] * sin(m * xi0) * cosh(m * eta0)
      eta += alpha[j] * cos(m * xi0) * sinh(m * eta0)
    }
    return (rectifyingRadius * xi, rectifyingRadius * eta)
  }

  /// Latitude and longitude difference, in degrees, of metres from equator and central meridian.
  static func inverse(
    northing: Double, easting: Double
  ) -> (latitude: Double, longitudeDifference: Double) {
    let xi1 = northing / rectifyingRadius
    let eta1 = easting / rectifyingRadius
    var xi = xi1
    var eta = eta1
    for j in 0..<6 {
      let m = 2 * Double(j + 1)
      xi -= beta[j] * sin(m * xi1) * cosh(m * eta1)
      eta -= beta[j] * cos(m * xi1) * sinh(m * eta1)
    }
    let s = sinh(eta)
    let c = cos(xi)
    let conformal = sin(xi) / hypot(s, c)
    let lambda = atan2(s, c)
    let tau = geographicTangent(conformal)
    return (atan(tau) * 180 / .pi, lambda * 180 / .pi)
  }

  /// Karney (2011), eqs. 7 to 9: tangent of the conformal latitude, of the tangent of the latitude.
  private static func conformalTangent(_ tau: Double) -> Double {
    let secant = hypot(1, tau)
    let sigma = sinh(e * atanh(e * tau / secant))
    return tau * hypot(1, sigma) - sigma * secant
  }

  /// Karney (2011), eqs. 19 to 21: the inverse, by Newton's method (two steps reach rounding error).
  private static func geographicTangent(_ conformal: Double) -> Double {
    let e2 = Ellipsoid.eccentricitySquared
    var tau = conformal / (1 - e2)
    for _ in 0..<5 {
      let value = conformalTangent(tau)
      let secant = hypot(1, tau)
      let step =
        (conformal - value) / hypot(1, value)
        * (1 + (1 - e2) * tau * tau) / ((1 - e2) * secant)
      tau += step
      if abs(step) < 1e-16 * max(1, abs(tau)) { break }
    }
    return tau
  }
}
