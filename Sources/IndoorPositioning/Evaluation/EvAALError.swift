package import IndoorModel

/// The error that the indoor localisation competitions rank by, EvAAL and IPIN: horizontal metres,
/// with a penalty for each wrong level and one for a wrong building (Potortì et al. 2017,
/// doi:10.1109/ACCESS.2017.2760479).
package enum EvAALError {
  /// What a level of difference adds, in metres.
  static let perLevel = 15.0
  /// What a wrong building adds, in metres; its levels are compared all the same.
  static let wrongBuilding = 50.0

  /// The error of an answer, in metres.
  ///
  /// - Parameter distance: horizontal metres from the true place.
  package static func metres(distance: Double, answer: LevelKey, truth: LevelKey) -> Double {
    distance + perLevel * abs(Double(answer.ordinal) - Double(truth.ordinal))
      + (answer.building == truth.building ? 0 : wrongBuilding)
  }
}
