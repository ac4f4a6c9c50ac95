/// Windows with a turn, of samples of a direction that stays in the world.
struct SensorTurns {
  /// How many windows there must be.
  let fewest: Int
  /// Times that the mean square of what is left must be smaller by an exchange of axes, and by how
  /// much at least, in squares of the sensor's unit. Of 250 walks of two malls with a turn, the
  /// accelerations of none are better by 0.5, where z and x are exchanged those of most by 5 and
  /// more; the fields of none by 1.2 times in two windows, of exchanged axes by over 2.3; that is
  /// of one mean over a stride, and accelerations have two.
  let leastRatio: Double, leastDifference: Double
  /// Whether the sensor may have an offset, as a magnetometer in a case with a magnet has.
  let hasOffset: Bool

  /// The samples by block, and the turns between blocks.
  private var windows: [(samples: [Vector3], turns: [Vector3])] = []

  static let accelerations = SensorTurns(
    fewest: 1, leastRatio: 3, leastDifference: 1, hasOffset: false)
  static let field = SensorTurns(fewest: 2, leastRatio: 1.8, leastDifference: 30, hasOffset: true)

  private init(fewest: Int, leastRatio: Double, leastDifference: Double, hasOffset: Bool) {
    self.fewest = fewest
    self.leastRatio = leastRatio
    self.leastDifference = leastDifference
    self.hasOffset = hasOffset
  }

  mutating func add(_ blocks: SensorWindows.Blocks, _ turns: [Vector3]) {
    windows.append((blocks.filled, turns))
  }

  /// Whether the axes can't be as they are.
  var areContradicted: Bool {
    guard windows.count >= fewest else { return false }
    let asItIs = remainder(by: .none)
    guard asItIs >= leastDifference else { return false }
    return AxisExchange.all.contains { exchange in
      let exchanged = remainder(by: exchange)
      return asItIs >= leastRatio * exchanged && asItIs - exchanged >= leastDifference
    }
  }

  /// Whether a gyroscope of the other sign would leave clearly more.
  var areConfirmed: Bool {
    guard windows.count >= fewest else { return false }
    return remainder(by: .negation) >= 1.5 * remainder(by: .none)
  }

  /// The mean square of what no direction of the world, one a window, and no offset explain, where
  /// the gyroscope's axes are exchanged. By least squares: samples m with attitudes R, to the
  /// window's beginning, are R⁻¹ v + b.
  private func remainder(by exchange: AxisExchange) -> Double {
    var (count, squares) = (0.0, 0.0)
    var right = Vector3.zero
    var matrix = SymmetricMatrix3(xx: 0, yy: 0, zz: 0, xy: 0, xz: 0, yz: 0)
    for window in windows {
      let all = TurnedSample.all(window.samples, window.turns, by: exchange)
      // Arms don't swing a field.
      let smooth =
        hasOffset ? TurnedSample.smoothed(all) : TurnedSample.smoothed(TurnedSample.smoothed(all))
      for turned in TurnedSample.withoutMean(smooth) {
        count += 1
        let (v, x, y, z) = (turned.sample, turned.x, turned.y, turned.z)
        squares += v.squaredLength
        guard hasOffset else { continue }
        right = right + Vector3(x: x.dot(v), y: y.dot(v), z: z.dot(v))
        matrix.xx += x.squaredLength
        matrix.yy += y.squaredLength
        matrix.zz += z.squaredLength
        matrix.xy += x.dot(y)
        matrix.xz += x.dot(z)
        matrix.yz += y.dot(z)
      }
    }
    guard count > 0 else { return 0 }
    if hasOffset {
      // An offset along an axis that all turns are about isn't known, and changes nothing.
      let slight = 2e-4 * count
      var inverted = matrix
      inverted.xx += slight
      inverted.yy += slight
      inverted.zz += slight
      if let inverse = inverted.inverse {
        let offset = inverse * right
        squares += (matrix * offset).dot(offset) - 2 * offset.dot(right)
      }
    }
    return squares / count
  }
}
