import IndoorLibc
import IndoorModel
import IndoorPositioning

/// The air pressure around somebody whose height is given over time, by the barometric formula.
struct ShaftAndStairs {
  var time = 0.0
  var height = 0.0
  /// hPa at height 0.
  var ground = 1009.0
  /// hPa an hour.
  var weather = 0.0
  /// hPa that a door or a fan adds at present.
  var door = 0.0
  var random = Lehmer(state: 7)
  var changes: [Climb] = []
  var detector = LevelChangeDetector()

  /// A small generator of numbers that look normal: twelve uniform ones less six.
  struct Lehmer {
    var state: UInt64
    mutating func normal() -> Double {
      (0..<12).reduce(-6.0) { sum, _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return sum + Double(state >> 11) * 0x1p-53
      }
    }
  }

  /// Moves by so many metres at an even speed with ramps of a second, or stays.
  mutating func go(_ metres: Double = 0, for seconds: Double) {
    let (from, ramp) = (height, min(1.0, seconds / 3))
    let top = metres / (seconds - ramp)
    let start = time
    for _ in 0..<Int((seconds * 10).rounded()) {
      time += 0.1
      let t = time - start
      let rest = seconds - t
      height =
        from
        + (t < ramp
          ? top * t * t / ramp / 2
          : rest < ramp ? metres - top * rest * rest / ramp / 2 : top * (t - ramp / 2))
      sample()
    }
    height = from + metres
  }

  private mutating func sample() {
    // ISO 2533's atmosphere at this height, the weather's trend, a door, and a phone's noise.
    let pressure =
      ground * pow(1 - 2.25577e-5 * height, 5.25588) + weather * time / 3600 + door
      + 0.02 * random.normal()
    let stamp = Timestamp(microseconds: Int64((time * 1e6).rounded()))
    if let change = detector.update(pressure: pressure, at: stamp) { changes.append(change) }
  }
}
