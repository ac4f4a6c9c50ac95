import IndoorGeometry
import IndoorLibc

/// How a scan is compared with the rows of a radio map, and how many of the most alike rows make a
/// place.
///
/// Names and formulas after Torres-Sospedra et al. (2015), "Comprehensive analysis of distance and
/// similarity measures for Wi-Fi fingerprinting indoor positioning systems",
/// doi:10.1016/j.eswa.2015.08.013.
public struct Matching: Hashable, Sendable {
  /// What a strength in dBm becomes before it is compared; what is not heard is 0.
  public enum Representation: Hashable, Sendable {
    /// ((dBm - min) / -min)^exponent with min one below the map's weakest reading: 1 is "positive",
    /// Euler's number "powed".
    case powed(exponent: Double)
    /// exp((dBm - min) / scale) / exp(-min / scale), scale in decibels.
    case exponential(scale: Double)
  }

  /// How unlike two sets of strengths are.
  public enum Distance: String, CaseIterable, Hashable, Sendable {
    /// √Σ(a - b)².
    case euclid
    /// Σ|a - b|.
    case manhattan
    /// One less the cosine of the angle between them.
    case cosine
    /// Σ|a - b| / Σ(a + b).
    case sørensen
  }

  /// What strengths become.
  public var representation: Representation
  /// How they are compared.
  public var distance: Distance
  /// How many of the most alike rows make a place, 1 to 100.
  public var neighbours: Int
  /// How much a neighbour's likeness counts: it weighs exp(-sharpness · distance), or with 0 one
  /// over its distance.
  public var sharpness: Double
  /// What each squared decibel of a radio offset adds to a distance: a row's is then the least over
  /// offsets of up to 9 dB either way, as phones read one signal differently, and so does one phone
  /// behind its walker and before. With 0 none are tried; only Sørensen's distance and the
  /// cosine's, which never exceed 1, know them.
  public var offsetPenalty: Double
  /// Metres of radius for each metre that the neighbours spread (root mean square), so that 68% of
  /// the errors are inside.
  public var radiusPerSpread: Double
  /// The distance to the most alike row that 95% of the scans from where was surveyed don't exceed,
  /// 0 where that is unknown: what is unlike all rows by more is taken to come from outside.
  public var usualDistance: Double

  /// Makes a matching.
  public init(
    representation: Representation, distance: Distance, neighbours: Int,
    sharpness: Double = 0, offsetPenalty: Double = 0, radiusPerSpread: Double = 1,
    usualDistance: Double = 0
  ) {
    self.representation = representation
    self.distance = distance
    self.neighbours = neighbours
    self.sharpness = sharpness
    self.offsetPenalty = offsetPenalty
    self.radiusPerSpread = radiusPerSpread
    self.usualDistance = usualDistance
  }

  /// What the literature found best over many venues; the right number of neighbours depends on how
  /// dense a survey is.
  public static let literature = Matching(
    representation: .powed(exponent: 2.718281828459045), distance: .sørensen, neighbours: 11)

  /// Whether it can be computed with: finite, positive parameters within bounds.
  public var isValid: Bool {
    let parameter =
      switch representation {
      case .powed(let exponent): exponent
      case .exponential(let scale): scale
      }
    return parameter > 0 && parameter <= 1000 && (1...100).contains(neighbours)
      && sharpness >= 0 && sharpness <= 1000 && radiusPerSpread > 0 && radiusPerSpread < 1000
      && offsetPenalty >= 0 && offsetPenalty <= 1 && usualDistance >= 0 && usualDistance.isFinite
      && (offsetPenalty == 0 || distance.isBounded)
  }
}

extension Matching {
  /// Radius, in metres, that holds 68% of the errors of what neighbours agree on.
  ///
  /// It grows with their spread, and with how unlike the scan even the most alike row is: by
  /// exp(1.75 d) where distances are 0 to 1. Of two malls and UJIIndoorLoc's, DSI1's and TUT5's
  /// training rows, located without their own walks and the 20 m around them, each asks for another
  /// exponent, from 1 to 2.5: this one is in the middle.
  ///
  /// - Parameters:
  ///   - spread: root mean square of the distances between place and neighbours, in metres.
  ///   - nearest: distance of the most alike row by this matching.
  public func radius(spread: Double, nearest: Double) -> Double {
    let isUnlikenessKnown = usualDistance > 0 && distance.isBounded
    let growth = isUnlikenessKnown ? exp(1.75 * (nearest - usualDistance)) : 1
    return radiusPerSpread * max(1, spread) * growth
  }

  /// Whether a scan is more unlike its most alike row than 95% of the scans from where was surveyed
  /// are; `nil` where the map knows no such bound.
  public func isOutside(nearest: Double) -> Bool? {
    usualDistance > 0 ? nearest > usualDistance : nil
  }
}

extension Matching.Distance {
  /// Whether it is never more than 1, whatever the number of readings.
  package var isBounded: Bool { self == .cosine || self == .sørensen }
}

extension Matching: CustomStringConvertible {
  /// As `powed (exponent 2.72), sørensen, 11 neighbours`.
  public var description: String {
    let what =
      switch representation {
      case .powed(let exponent):
        exponent == 1 ? "positive" : "powed (exponent \((exponent * 100).rounded() / 100))"
      case .exponential(let scale): "exponential (\(scale) dB)"
      }
    return "\(what), \(distance.rawValue), \(neighbours) neighbours"
      + (sharpness > 0 ? " of weight exp(-\(Int(sharpness)) d)" : "")
      + (offsetPenalty > 0 ? ", at the likeliest radio offset" : "")
  }
}
