extension PositionUpdate.Conditions: CustomStringConvertible {
  /// In words, `standing still, no known radio`; empty where nothing is peculiar.
  public var description: String {
    let words: [(PositionUpdate.Conditions, String)] = [
      (.stationary, "standing still"), (.outsideCoverage, "off the surveyed paths"),
      (.noRadio, "no known radio"), (.noMotion, "no motion sensors"),
      (.outdoors, "outdoors"), (.unsureLevel, "level by too few transmitters"),
    ]
    return words.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
