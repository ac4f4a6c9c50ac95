/// Columns that are called as what loggers write beside strengths: a receiver's noise, where the
/// phone was by satellites, what its other sensors say, what was worked out of a row's strengths.
enum MeasuredColumns {
  private static let names: Set = [
    "noise", "noisefloor", "snr", "lat", "latitude", "lon", "lng", "long", "longitude", "altitude",
    "alt", "elevation", "height", "accuracy", "hdop", "vdop", "pdop", "speed", "bearing", "heading",
    "azimuth", "course", "orientation", "yaw", "pitch", "roll", "angle", "direction", "facing",
    "theta",
    "rotation", "rot", "tilt", "hdg", "winkel", "richtung", "battery", "temperature", "temp",
    "humidity", "pressure", "light", "steps", "stepcount", "acc", "accel", "acceleration", "gyro",
    "mag", "channel", "frequency", "freq", "bandwidth", "txpower",
  ]
  /// What stands beside these in a name: where it comes from, its axis, or the unit.
  private static let besides: Set = [
    "gps", "gnss", "satellite", "location", "phone", "horizontal", "vertical", "level", "mean",
    "avg", "x", "y", "z", "m", "meters", "metres", "deg", "degrees", "rad", "dbm", "db", "mhz",
    "percent", "pct", "mps", "kmh", "hpa", "lux", "ut", "celsius", "c",
  ]

  /// What is worked out of a row's strengths, and what these are called.
  private static let statistics: Set = [
    "mean", "avg", "average", "max", "maximum", "min", "minimum", "median", "std", "stdev", "sd",
    "var", "variance", "sum", "range", "count",
  ]
  private static let strengths: Set = ["rssi", "rss", "strength", "strengths", "signal", "dbm"]

  /// Whether a name is another column's and, behind it, one of them, as AP1_noise beside AP1.
  static func isOne(_ name: String, beside others: Set<String>) -> Bool {
    guard name.utf8.count < 64 else { return false }
    return name.indices.contains { sign in
      guard "_ -./:".contains(name[sign]), others.contains(String(name[..<sign])) else {
        return false
      }
      let rest = String(name[name.index(after: sign)...])
      return isOne(rest) && !places.contains(rest.lowercased())
    }
  }

  /// What a second transmitter of a place may be called by.
  private static let places: Set = ["light", "long", "steps", "height", "direction", "min", "max"]

  /// Whether a name is one of them, as noise_floor, gps_lon, "Speed (m/s)", mean or
  /// mean_rssi.
  static func isOne(_ name: String) -> Bool {
    guard name.utf8.count < 32 else { return false }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return names.contains(words.filter { !besides.contains($0) }.joined())
      || words.count == 1 && words.allSatisfy(statistics.contains)
      || words.contains(where: statistics.contains) && words.contains(where: strengths.contains)
        && words.allSatisfy { statistics.contains($0) || strengths.contains($0) }
  }
}
