import IndoorGeometry
import IndoorModel

/// How high a building's storeys are, learned from climbs whose ends the scans have confirmed.
struct StoreyEstimate: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Height of a storey before anything is known, in metres, and its standard deviation: from flats to malls.
    var height = 4.2
    var deviation = 0.7
    /// Standard deviation of a climb by the barometer, in metres.
    var noise = 0.4
    /// Calm seconds after a climb from which on scans have had the time to say where it led.
    var patience = 8.0
    /// The least share of the particles on the level that it led to.
    var agreement = 0.9
    /// The least height that is a climb, in metres.
    var least = 2.0
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

  /// Standard deviation of a climb of unknown storeys, as a part of it.
  var doubt: Double { variance.squareRoot() / height }

  /// Takes what the barometer felt, with the level that the device is taken to be on.
  ///
  /// - Parameters:
  ///   - calm: seconds of it in which nobody went up or down.
  ///   - share: share of the particles on that level.
  mutating func take(
    _ metres: Double, calm seconds: Double, level: Int32, share: Float, storeys: Storeys
  ) {
    guard seconds <= 0 else {
      calm += seconds
      guard calm >= parameters.patience, let start else { return }
      if abs(climbed) < parameters.least {
        self.start = nil
      } else if Double(share) >= parameters.agreement {
        learn(storeys.storeys(from: start, to: level) ?? 0)
        self.start = nil
      } else if calm > 4 * parameters.patience {
        self.start = nil
      }
      return
    }
    if start == nil { (start, climbed) = (level, 0) }
    climbed += metres
    calm = 0
  }

  private mutating func learn(_ count: Int) {
    guard count != 0 else { return }
    let measured = climbed / Double(count)
    let deviation = parameters.noise / Double(abs(count))
    let innovation = measured - height
    let total = variance + deviation * deviation
    // What is far off counted the storeys wrongly.
    guard innovation * innovation < 9 * total else { return }
    height = min(8, max(2, height + variance / total * innovation))
    variance *= 1 - variance / total
    variance = max(variance, 0.1 * 0.1)
  }
}
