package import IndoorGeometry
import IndoorLibc
package import IndoorModel

/// The World Magnetic Model of NOAA and the British Geological Survey, in all its epochs from
/// WMM2015v2 on.
///
/// Chulliat et al. 2020, "The US/UK World Magnetic Model for 2020-2025", doi:10.25923/ytk1-yx35;
/// the equations below bear its numbers. It holds within 1 km below to 850 km above the ellipsoid,
/// for five years from its epoch.
package enum WorldMagneticModel {
  /// One issue of the coefficients.
  struct Epoch: Sendable {
    let name: String
    /// The year it begins with.
    let year: Double
    /// Declination's standard deviation far from the poles, in degrees, and what grows towards
    /// them, in degrees nT.
    let declinationFloor: Double
    let declinationScale: Double
    /// g, h, and their change a year; by degree from 1 to 12, then by order from 0.
    let coefficients: [Double]
  }

  private static let epochs: [Epoch] = [.wmm2015v2, .wmm2020, .wmm2025]

  /// The field at a place and time.
  ///
  /// - Parameters:
  ///   - place: Where, in WGS 84.
  ///   - height: Metres above the ellipsoid.
  ///   - year: As a decimal number: 2019.9 is late November 2019. The epoch in force is taken; past
  ///     the last one's five years, and before the first, the nearest is extrapolated and `warning` says so.
  /// - Returns: `nil` where place, height or year are no numbers or out of range.
  package static func field(at place: Coordinate, height: Double = 0, year: Double)
    -> EarthMagneticField?
  {
    guard place.isValid, height.isFinite, abs(height) <= 1e6, year.isFinite, year > 1900,
      year < 2200
    else { return nil }
    let epoch = epochs.last { $0.year <= year } ?? .wmm2015v2
    let (north, east, down) = epoch.field(
      at: place, height: height / 1000, after: year - epoch.year)
    let horizontal = hypot(north, east)
    let accuracy = hypot(epoch.declinationFloor, epoch.declinationScale / max(horizontal, 1))
    var warning: String?
    if year < epoch.year || year > epoch.year + 5 {
      let last = Int(epoch.year) + 5
      warning =
        "\(epoch.name) holds from \(Int(epoch.year)) to \(last), not in \(Int(year)): take a "
        + "newer model, or expect the declination to be off"
    }
    return EarthMagneticField(
      north: north / 1000, east: east / 1000, down: down / 1000,
      declination: Declination(
        degrees: Angle.degrees(atan2(east, north)), accuracy: min(accuracy, 180)),
      warning: warning)
  }

  /// The field at a place and a moment of a clock that counts from the Unix epoch.
  package static func field(at place: Coordinate, height: Double = 0, time: Timestamp)
    -> EarthMagneticField?
  {
    field(at: place, height: height, year: 1970 + Double(time.microseconds) * 1e-6 / 31_556_952)
  }
}

extension WorldMagneticModel.Epoch {
  private static let degree = 12
  /// The geomagnetic reference radius, in km.
  private static let radius = 6371.2

  /// North, east and down in nT at a height in km, some years after the epoch.
  func field(at place: Coordinate, height: Double, after years: Double) -> (
    north: Double, east: Double, down: Double
  ) {
    // At a pole itself east has no meaning and the sums divide by zero; a centimetre beside it they
    // don't.
    let latitude = Angle.radians(min(89.9999999, max(-89.9999999, place.latitude)))
    let longitude = Angle.radians(place.longitude)
    // Eq. 7 and 8: from geodetic to geocentric latitude and radius.
    let normal = Ellipsoid.primeVerticalRadius(latitude: place.latitude) / 1000
    let p = (normal + height) * cos(latitude)
    let z = (normal * (1 - Ellipsoid.eccentricitySquared) + height) * sin(latitude)
    let r = hypot(p, z)
    let geocentric = atan2(z, p)
    let (legendre, slope) = Self.legendre(sin(geocentric), cos(geocentric))

    // Eq. 10 to 12 with eq. 9's coefficients of the day.
    var (x, y, down) = (0.0, 0.0, 0.0)
    var index = 0
    for n in 1...Self.degree {
      let ratio = pow(Self.radius / r, Double(n + 2))
      for m in 0...n {
        let k = index * 4
        let g = coefficients[k] + years * coefficients[k + 2]
        let h = coefficients[k + 1] + years * coefficients[k + 3]
        let (s, c) = (sin(Double(m) * longitude), cos(Double(m) * longitude))
        x -= ratio * (g * c + h * s) * slope[index]
        y += ratio * Double(m) * (g * s - h * c) * legendre[index]
        down -= ratio * Double(n + 1) * (g * c + h * s) * legendre[index]
        index += 1
      }
    }
    y /= cos(geocentric)
    // Eq. 17: back to the ellipsoid's vertical.
    let tilt = geocentric - latitude
    return (x * cos(tilt) - down * sin(tilt), y, x * sin(tilt) + down * cos(tilt))
  }

  /// Schmidt's quasi-normalised functions of sin φ and their derivatives by φ, in the coefficients'
  /// order (eq. 5, 6 and 16).
  private static func legendre(_ s: Double, _ c: Double) -> (values: [Double], slopes: [Double]) {
    var values: [Double] = []
    var slopes: [Double] = []
    // Gauss-normalised first: P(n,n) = c P(n-1,n-1), P(n,m) = s P(n-1,m) - K P(n-2,m).
    var rows = [[1.0]]
    var derivatives = [[0.0]]
    var schmidt = [1.0]
    for n in 1...degree {
      var row = [Double](repeating: 0, count: n + 1)
      var derivative = row
      for m in 0...n {
        if m == n {
          row[m] = c * rows[n - 1][m - 1]
          derivative[m] = c * derivatives[n - 1][m - 1] - s * rows[n - 1][m - 1]
          continue
        }
        row[m] = s * rows[n - 1][m]
        derivative[m] = s * derivatives[n - 1][m] + c * rows[n - 1][m]
        guard n > 1, m <= n - 2 else { continue }
        let k = Double((n - 1) * (n - 1) - m * m) / Double((2 * n - 1) * (2 * n - 3))
        row[m] -= k * rows[n - 2][m]
        derivative[m] -= k * derivatives[n - 2][m]
      }
      rows.append(row)
      derivatives.append(derivative)
      // Normalisation: S(n,0) = S(n-1,0) (2n-1)/n, S(n,m) = S(n,m-1) √((n-m+1)(δ+1)/(n+m)).
      var norms = [schmidt[0] * Double(2 * n - 1) / Double(n)]
      for m in 1...n {
        let twice = m == 1 ? 2.0 : 1
        norms.append(norms[m - 1] * (Double(n - m + 1) * twice / Double(n + m)).squareRoot())
      }
      schmidt = norms
      for m in 0...n {
        values.append(row[m] * norms[m])
        slopes.append(derivative[m] * norms[m])
      }
    }
    return (values, slopes)
  }
}
