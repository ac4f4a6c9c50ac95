import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning
import Testing

/// A device with hard iron that is rolled over at nine headings and then carried round level, by
/// geometry alone.
struct MagnetometerIronTests {
  private struct Device {
    var filter: HeadingFilter
    let iron: [Double]
    var time = 0.0
    var attitude = Quaternion.identity
    var squares = (sum: 0.0, count: 0.0)

    /// Turns about an axis of its own by so many degrees in so many seconds.
    mutating func turn(_ x: Double, _ y: Double, _ z: Double, over seconds: Double) {
      let step = 0.02
      let count = Int((seconds / step).rounded())
      let rates = [x, y, z].map { $0 * .pi / 180 / seconds }
      let angle = rates.reduce(0) { $0 + $1 * $1 }.squareRoot() * step
      let axis = rates.map { angle > 0 ? $0 * step / angle * sin(angle / 2) : 0 }
      let small = Quaternion(w: cos(angle / 2), x: axis[0], y: axis[1], z: axis[2])
      for _ in 0..<count {
        time += step
        attitude = attitude * small
        let stamp = Timestamp(microseconds: Int64((time * 1e6).rounded()))
        let up = seen(Quaternion(w: 0, x: 0, y: 0, z: 9.81))
        let field = seen(Quaternion(w: 0, x: 0, y: 25, z: -40))
        filter.update(angularRate: .init(time: stamp, x: rates[0], y: rates[1], z: rates[2]))
        filter.update(acceleration: .init(time: stamp, x: up.x, y: up.y, z: up.z))
        filter.update(
          magneticField: .init(
            time: stamp, x: field.x + iron[0], y: field.y + iron[1], z: field.z + iron[2]))
      }
    }

    private func seen(_ v: Quaternion) -> Quaternion { attitude.conjugate * v * attitude }

    /// Degrees, where it lies level.
    var error: Double {
      let ahead = attitude * Quaternion(w: 0, x: 0, y: 1, z: 0) * attitude.conjugate
      let truth = atan2(ahead.x, ahead.y)
      return filter.heading.map {
        abs(Angle.degrees(Angle.wrapped(Angle.radians($0.degrees) - truth)))
      } ?? .nan
    }
  }

  /// The largest error of a level round after the rolling and half a minute in which the compass is
  /// believed again, in degrees.
  private func largestError(calibrated: Bool) -> Double {
    var parameters = HeadingFilter.Parameters.walking
    parameters.calibration = calibrated ? .init() : nil
    var device = Device(filter: HeadingFilter(parameters: parameters), iron: [9, -7, 12])
    for _ in 0..<9 {
      device.turn(360, 0, 0, over: 4)
      device.turn(0, 0, 40, over: 1)
    }
    var largest = 0.0
    for _ in 0..<36 {
      device.turn(0, 0, 10, over: 2)
      if device.time > 80 { largest = max(largest, device.error) }
    }
    return largest
  }

  @Test func `hard iron is taken out once the device has been rolled over`() {
    let plain = largestError(calibrated: false)
    let calibrated = largestError(calibrated: true)
    #expect(plain > 8)
    #expect(calibrated < plain / 3)
  }
}
