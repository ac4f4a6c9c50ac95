import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning

/// A device turned about the vertical in a clean field: what ideal sensors would read, by geometry
/// alone.
///
/// Lying flat, +y faces `heading`; north is then at (−sin h, cos h) of (x, y) and up is +z.
struct TurningDevice {
  /// Degrees clockwise from magnetic north.
  var heading = 0.0
  /// Seconds.
  var time = 0.0
  /// Horizontal and downward field, in µT.
  var field = (horizontal: 25.0, down: 40.0)
  /// How far steel turns the compass, in degrees: it then says so much more than the truth.
  var bend = 0.0
  /// A magnet on the device, in µT along x and y.
  var magnet = (x: 0.0, y: 0.0)
  /// The gyroscope's bias about z, in rad/s.
  var bias = 0.0
  var filter: HeadingFilter

  init(parameters: HeadingFilter.Parameters = .init()) {
    filter = HeadingFilter(parameters: parameters)
  }

  func stamp(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  /// Lets time pass while the device turns by `rate` degrees a second, clockwise.
  mutating func turn(
    rate: Double = 0, for seconds: Double, every step: Double = 0.02, compass: Bool = true
  ) {
    for _ in 0..<Int((seconds / step).rounded()) {
      time += step
      heading += rate * step
      let h = heading * .pi / 180
      filter.update(
        angularRate: .init(time: stamp(time), x: 0, y: 0, z: bias - rate * .pi / 180))
      filter.update(acceleration: .init(time: stamp(time), x: 0, y: 0, z: 9.81))
      guard compass else { continue }
      let north = h + bend * .pi / 180
      filter.update(
        magneticField: .init(
          time: stamp(time), x: -sin(north) * field.horizontal + magnet.x,
          y: cos(north) * field.horizontal + magnet.y, z: -field.down))
    }
  }

  /// How far the filter's heading is off, in degrees; not a number where it has none.
  var error: Double {
    filter.heading.map { Angle.degrees(Angle.wrapped(Angle.radians($0.degrees - heading))) } ?? .nan
  }
}
