import IndoorModel
import IndoorPositioning
import IndoorReport
import Testing

struct AttitudeCSVTests {
  static func sample(_ microseconds: Int64, heading: MagneticHeading?, rest: Bool) -> MotionSample {
    MotionSample(
      time: Timestamp(microseconds: microseconds),
      attitude: Quaternion(w: 0.5, x: -0.5, y: 0.5, z: 0.5), heading: heading, compass: nil,
      gyroscope: nil, fieldStrength: nil, fieldDip: nil, isAtRest: rest, isDisturbed: !rest)
  }

  @Test func `seconds count from the first sample and an unknown heading is empty`() {
    let text = AttitudeCSV.text(of: [
      Self.sample(1_574_674_930_763_000, heading: nil, rest: true),
      Self.sample(
        1_574_674_930_783_500, heading: MagneticHeading(degrees: 359.25, accuracy: 11.5),
        rest: false),
    ])
    #expect(
      text == """
        time_s,q_w,q_x,q_y,q_z,heading_deg,heading_accuracy_deg,rest,disturbed
        0,0.5,-0.5,0.5,0.5,,,1,0
        0.0205,0.5,-0.5,0.5,0.5,359.25,11.5,0,1

        """)
  }

  @Test func `no samples make a header alone`() {
    #expect(AttitudeCSV.text(of: []) == AttitudeCSV.header + "\n")
  }
}
