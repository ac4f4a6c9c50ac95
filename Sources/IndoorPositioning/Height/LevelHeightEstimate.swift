import IndoorGeometry
import IndoorModel

/// How high a building's levels are, floor to floor, learned from climbs whose ends the scans have
/// confirmed.
struct LevelHeightEstimate: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Height of a level before anything is known, in metres, and its standard deviation: from
    /// flats to malls.
    var height = 4.2
    var deviation = 0.7
    /// Standard deviation of a climb by the barometer, in metres.
    var noise = 0.4
    /// Dwell, in seconds, after a climb from which on scans have had the time to say where it led.
    var dwell = 8.0
    /// The smallest share of the particles on the level that it led to.
    var agreement = 0.9
    /// The smallest height that is a climb, in metres.
    var minimum = 2.0
    /// The lowest and the highest level, in metres, that is learned, and the smallest deviation.
    var lowest = 2.0
    var highest = 8.0
    var minimumDeviation = 0.1
  }

  let parameters: Parameters
  /// Metres from a level's floor to the next one's.
  private(set) var height: Double
  private var variance: Double
  private var climbed = 0.0
  private var calm = 0.0
  /// Where the climb began.
  private var start: Int32?

  init(parameters: Parameters) {
    self.parameters = parameters
    height = parameters.height
    variance = parameters.deviation * parameters.deviation
  }

  /// Standard deviation of a climb of so many levels, as a part of it.
  var relativeSigma: Double { variance.squareRoot() / height }

  /// Takes up what the barometer felt, with the level that the device is taken to be on.
  ///
  /// - Parameters:
  ///   - calm: seconds of it in which nobody went up or down.
  ///   - share: share of the particles on that level.
  mutating func update(
    climbed metres: Double, calm seconds: Double, level: Int32, share: Float, levels: LevelStack
  ) {
    guard seconds <= 0 else {
      calm += seconds
      guard calm >= parameters.dwell, let start else { return }
      if abs(climbed) < parameters.minimum {
        self.start = nil
      } else if Double(share) >= parameters.agreement {
        learn(levels: levels.levels(from: start, to: level) ?? 0)
        self.start = nil
      } else if calm > 4 * parameters.dwell {
        self.start = nil
      }
      return
    }
    if start == nil { (start, climbed) = (level, 0) }
    climbed += metres
    calm = 0
  }

  private mutating func learn(levels count: Int) {
    guard count != 0 else { return }
    let measured = climbed / Double(count)
    let deviation = parameters.noise / Double(abs(count))
    let innovation = measured - height
    let total = variance + deviation * deviation
    // What is over three deviations off counted the levels wrongly.
    guard innovation * innovation < 9 * total else { return }
    height = min(
      parameters.highest, max(parameters.lowest, height + variance / total * innovation))
    variance *= 1 - variance / total
    variance = max(variance, parameters.minimumDeviation * parameters.minimumDeviation)
  }
}
