package import IndoorPositioning

extension RecordingFormat {
  /// How the heading filter is best set for what is recorded in this format.
  package var headingParameters: HeadingFilter.Parameters {
    guard self == .broad else { return .walking }
    var parameters = HeadingFilter.Parameters.gated
    // BROAD's sensor runs behind the optical system by its low-pass filters, as fast turns show:
    // the gyroscope by 2 to 3 ms and the magnetometer, which is read every five samples, by 14 ms
    // in all.
    parameters.delays = .init(gyroscope: 0.0023, magnetometer: 0.0115)
    return parameters
  }
}
