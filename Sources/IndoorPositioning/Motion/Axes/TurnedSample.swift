/// A sample and the sensor's axes, turned back to a window's beginning, without the window's mean.
struct TurnedSample {
  var sample = Vector3.zero, x = Vector3.zero, y = Vector3.zero, z = Vector3.zero

  /// Blocks of two strides: an arm that swings tilts a phone and accelerates it at once, which
  /// looks like axes of the other sign, and is next to nothing over whole strides. What is left
  /// where strides don't fit goes with a second mean.
  private static let stride = 21

  static func + (a: TurnedSample, b: TurnedSample) -> TurnedSample {
    TurnedSample(sample: a.sample + b.sample, x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func - (a: TurnedSample, b: TurnedSample) -> TurnedSample {
    TurnedSample(sample: a.sample - b.sample, x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  static func * (a: TurnedSample, k: Double) -> TurnedSample {
    TurnedSample(sample: a.sample * k, x: a.x * k, y: a.y * k, z: a.z * k)
  }

  /// The samples of a window, block by block.
  static func all(
    _ samples: [Vector3], _ turns: [Vector3], by exchange: AxisExchange
  ) -> [TurnedSample] {
    var attitude = Quaternion.identity
    var turned: [TurnedSample] = []
    for (sample, turn) in zip(samples, turns) {
      attitude = (attitude * Quaternion(rotationVector: exchange.apply(turn))).tightened
      turned.append(
        TurnedSample(
          sample: attitude.rotate(sample), x: attitude.rotate(Vector3(x: 1, y: 0, z: 0)),
          y: attitude.rotate(Vector3(x: 0, y: 1, z: 0)),
          z: attitude.rotate(Vector3(x: 0, y: 0, z: 1))))
    }
    return turned
  }

  /// The same without their mean.
  static func withoutMean(_ values: [TurnedSample]) -> [TurnedSample] {
    guard !values.isEmpty else { return [] }
    let mean = values.reduce(TurnedSample(), +) * (1 / Double(values.count))
    return values.map { $0 - mean }
  }

  /// Running means over a stride.
  static func smoothed(_ values: [TurnedSample]) -> [TurnedSample] {
    var sums = [TurnedSample()]
    for value in values { sums.append((sums.last ?? TurnedSample()) + value) }
    return zip(sums, sums.dropFirst(stride)).map { ($1 - $0) * (1 / Double(stride)) }
  }
}

extension Vector3 {
  func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }
}
