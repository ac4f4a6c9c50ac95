package import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Whether a recording's motion sensors have the axes and signs of one phone: the kit can't tell
/// which of them are wrong, and believed, they put a walker where nobody went.
///
/// A direction that stays in the world, as gravity's or the Earth's field, moves in a phone that
/// turns by what the gyroscope says, dv/dt = −ω × v. What that leaves of windows with a turn is
/// compared with what it would leave by exchanged axes and signs. That accelerations have the other
/// sign altogether shows in nothing but the field's dip.
package struct SensorAxes {
  /// What is wrong.
  package enum Fault: Equatable, Sendable {
    /// Accelerations don't turn as the gyroscope says.
    case accelerations
    /// The magnetic field doesn't turn as the gyroscope says.
    case magneticField
    /// The magnetic field points up by accelerations where the Earth's points down, or the other
    /// way round.
    case dip
  }

  /// What was found, if anything.
  package let fault: Fault?

  /// Whether accelerations turn as the gyroscope says, and not as one of the other sign would, so
  /// that a fault of the magnetic field is its own.
  package let isGyroscopeConfirmed: Bool

  /// Looks at a recording's samples.
  ///
  /// - Parameters:
  ///   - observations: the samples, in order of time.
  ///   - place: where it was recorded; without it the field's dip isn't known.
  ///   - usesField: whether it matters that the magnetic field is wrong by itself.
  package init(_ observations: [Observation], at place: Coordinate? = nil, usesField: Bool = true) {
    var windows = SensorWindows()
    for observation in observations { windows.add(observation) }
    windows.finish()
    isGyroscopeConfirmed = windows.accelerations.areConfirmed
    if windows.accelerations.areContradicted {
      fault = .accelerations
    } else if usesField, windows.field.areContradicted {
      fault = .magneticField
    } else if let place, let time = windows.start,
      let field = EarthMagneticField.known(at: place, time: time),
      windows.dips.contradict(field)
    {
      fault = .dip
    } else {
      fault = nil
    }
  }
}

extension SensorAxes.Fault {
  /// What is to be said of it, without the file's name.
  package var sentence: String {
    let axes = "write x to the right of the screen, y to its top and z out of it"
    return switch self {
    case .accelerations:
      "its accelerations don't turn as its angular rates say, as where axes are exchanged or one has the other sign; \(axes)"
    case .magneticField:
      "its magnetic field doesn't turn as its angular rates say, as where axes are exchanged, one has the other sign or a "
        + "magnet came or went; \(axes)"
    case .dip:
      "its magnetic field points up where the Earth's points down, or the other way round, as where accelerations have iOS' "
        + "sign or axes are exchanged; write accelerations that are about +9.81 upwards at rest, and \(axes)"
    }
  }
}

extension EarthMagneticField {
  /// The beginning of 2015, in microseconds since 1970.
  private static let oldestModel: Int64 = 1_420_070_400_000_000

  /// The field at a place and time; of a clock that doesn't count from the Unix epoch, the oldest
  /// model's.
  static func known(at place: Coordinate, time: Timestamp) -> EarthMagneticField? {
    (time.microseconds >= oldestModel ? WorldMagneticModel.field(at: place, time: time) : nil)
      ?? WorldMagneticModel.field(at: place, year: 2015)
  }
}

/// A recording's motion in windows of ten seconds, each of a hundred blocks.
private struct SensorWindows {
  private static let blocks = 100, blockMicroseconds: Int64 = 100_000, blockSeconds = 0.1
  /// Blocks without a sample that a window may have.
  private static let mostEmpty = 10
  /// Radians that a phone has turned by in a window from which on it counts, and radians a second
  /// that it must have turned with at once: a gyroscope that is off by some degrees a second has
  /// the one without the other. How many windows count at most.
  private static let leastTurn = 1.0, leastRate = 0.5, mostWindows = 60

  /// What windows with a turn have, of each direction.
  private(set) var accelerations = Turns.accelerations, field = Turns.field
  private(set) var dips = Dips()
  /// The first sample's time.
  private(set) var start: Timestamp?

  private var window: Int64 = 0
  private var rates = Blocks(), forces = Blocks(), fields = Blocks()
  private var counted = 0

  mutating func add(_ observation: Observation) {
    switch observation {
    case .angularRate(let sample): add(sample, to: \.rates)
    case .acceleration(let sample): add(sample, to: \.forces)
    case .magneticField(let sample): add(sample, to: \.fields)
    default: break
    }
  }

  private mutating func add(_ sample: VectorSample, to blocks: WritableKeyPath<Self, Blocks>) {
    let vector = Vector3(sample)
    guard vector.isFinite, vector.largest < 1e6 else { return }
    let start = start ?? sample.time
    self.start = start
    let (passed, overflow) = sample.time.microseconds.subtractingReportingOverflow(
      start.microseconds)
    guard !overflow, passed >= 0 else { return }
    let block = passed / Self.blockMicroseconds
    let window = block / Int64(Self.blocks)
    if window != self.window {
      finish()
      self.window = window
    }
    self[keyPath: blocks].add(vector, at: Int(block % Int64(Self.blocks)))
  }

  /// Counts what the last window has.
  mutating func finish() {
    defer { (rates, forces, fields) = (Blocks(), Blocks(), Blocks()) }
    dips.add(forces, fields)
    guard counted < Self.mostWindows, rates.empty <= Self.mostEmpty,
      forces.empty <= Self.mostEmpty
    else { return }
    let turns = rates.filled.map { $0 * Self.blockSeconds }
    var (turned, farthest) = (Vector3.zero, 0.0)
    for turn in turns {
      turned = turned + turn
      farthest = max(farthest, turned.length)
    }
    let fastest = turns.lazy.map(\.length).max() ?? 0
    guard farthest > Self.leastTurn, fastest > Self.leastRate * Self.blockSeconds else { return }
    counted += 1
    accelerations.add(forces, turns)
    if fields.empty <= Self.mostEmpty { field.add(fields, turns) }
  }

  /// The means of a window's samples by block.
  struct Blocks {
    private var sums = [Vector3](repeating: .zero, count: SensorWindows.blocks)
    private var counts = [Double](repeating: 0, count: SensorWindows.blocks)

    mutating func add(_ sample: Vector3, at block: Int) {
      sums[block] = sums[block] + sample
      counts[block] += 1
    }

    /// How many blocks have none.
    var empty: Int { counts.count { $0 == 0 } }

    /// The mean of each block; where it has none, that of the one before.
    var filled: [Vector3] {
      var last = zip(sums, counts).first { $1 > 0 }.map { $0 * (1 / $1) } ?? .zero
      return zip(sums, counts).map { sum, count in
        if count > 0 { last = sum * (1 / count) }
        return last
      }
    }

    /// The mean of some blocks.
    func mean(_ range: Range<Int>) -> Vector3? {
      let count = counts[range].reduce(0, +)
      guard count > 0 else { return nil }
      return sums[range].reduce(.zero) { $0 + $1 } * (1 / count)
    }
  }
}

/// Windows with a turn, of samples of a direction that stays in the world.
private struct Turns {
  /// How many windows there must be.
  let fewest: Int
  /// Times that the mean square of what is left must be smaller by an exchange of axes, and by how
  /// much at least, in squares of the sensor's unit. Of 250 walks of two malls with a turn, the
  /// accelerations of none are better by 0.5, where z and x are exchanged those of most by 5 and
  /// more; the fields of none by 1.2 times in two windows, of exchanged axes by over 2.3.
  let leastRatio: Double, leastDifference: Double
  /// Whether the sensor may have an offset, as a magnetometer in a case with a magnet has.
  let hasOffset: Bool

  /// The samples by block, and the turns between blocks.
  private var windows: [(samples: [Vector3], turns: [Vector3])] = []

  static let accelerations = Turns(
    fewest: 1, leastRatio: 3, leastDifference: 1, hasOffset: false)
  static let field = Turns(fewest: 2, leastRatio: 1.8, leastDifference: 30, hasOffset: true)

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
      let all = Turned.all(window.samples, window.turns, by: exchange)
      // Arms don't swing a field.
      let smooth = hasOffset ? Turned.smoothed(all) : Turned.smoothed(Turned.smoothed(all))
      for turned in Turned.withoutMean(smooth) {
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

/// A sample and the sensor's axes, turned back to a window's beginning, without the window's mean.
private struct Turned {
  var sample = Vector3.zero, x = Vector3.zero, y = Vector3.zero, z = Vector3.zero

  /// Blocks of two strides: an arm that swings tilts a phone and accelerates it at once, which
  /// looks like axes of the other sign, and is next to nothing over whole strides. What is left
  /// where strides don't fit goes with a second mean.
  private static let stride = 21

  static func + (a: Turned, b: Turned) -> Turned {
    Turned(sample: a.sample + b.sample, x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func - (a: Turned, b: Turned) -> Turned {
    Turned(sample: a.sample - b.sample, x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }

  static func * (a: Turned, k: Double) -> Turned {
    Turned(sample: a.sample * k, x: a.x * k, y: a.y * k, z: a.z * k)
  }

  /// The samples of a window, block by block.
  static func all(
    _ samples: [Vector3], _ turns: [Vector3], by exchange: AxisExchange
  ) -> [Turned] {
    var attitude = Quaternion.identity
    var turned: [Turned] = []
    for (sample, turn) in zip(samples, turns) {
      attitude = (attitude * Quaternion(rotationVector: exchange.apply(turn))).tightened
      turned.append(
        Turned(
          sample: attitude.rotate(sample), x: attitude.rotate(Vector3(x: 1, y: 0, z: 0)),
          y: attitude.rotate(Vector3(x: 0, y: 1, z: 0)),
          z: attitude.rotate(Vector3(x: 0, y: 0, z: 1))))
    }
    return turned
  }

  /// The same without their mean.
  static func withoutMean(_ values: [Turned]) -> [Turned] {
    guard !values.isEmpty else { return [] }
    let mean = values.reduce(Turned(), +) * (1 / Double(values.count))
    return values.map { $0 - mean }
  }

  /// Running means over a stride.
  static func smoothed(_ values: [Turned]) -> [Turned] {
    var sums = [Turned()]
    for value in values { sums.append((sums.last ?? Turned()) + value) }
    return zip(sums, sums.dropFirst(stride)).map { ($1 - $0) * (1 / Double(stride)) }
  }
}

extension Vector3 {
  fileprivate func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }
}

/// A way to exchange axes and signs.
private struct AxisExchange {
  private let axes: SIMD3<Int>
  private let signs: SIMD3<Double>

  static let none = AxisExchange(axes: SIMD3(0, 1, 2), signs: SIMD3(repeating: 1))
  static let negation = AxisExchange(axes: SIMD3(0, 1, 2), signs: SIMD3(repeating: -1))

  /// All 48.
  static let all: [AxisExchange] = [
    SIMD3(0, 1, 2), SIMD3(0, 2, 1), SIMD3(1, 0, 2), SIMD3(1, 2, 0), SIMD3(2, 0, 1), SIMD3(2, 1, 0),
  ].flatMap { axes in
    (0..<8).map { bits in
      let signs = SIMD3<Int>(bits & 1, bits >> 1 & 1, bits >> 2 & 1)
      return AxisExchange(axes: axes, signs: 1 - 2 * SIMD3<Double>(signs))
    }
  }

  func apply(_ vector: Vector3) -> Vector3 {
    let from = SIMD3(vector.x, vector.y, vector.z)
    let to = SIMD3(from[axes.x], from[axes.y], from[axes.z]) * signs
    return Vector3(x: to.x, y: to.y, z: to.z)
  }
}

/// The field's dip against gravity, second by second.
private struct Dips {
  /// Blocks of a second, and seconds under which nothing is said.
  private static let second = 10, fewest = 20
  /// Degrees that the Earth's field must dip by, and by which the recording's must dip the other
  /// way: indoors it was over -3 in all of 520 walks where it is 47, and in nearly all over 20.
  private static let leastKnown = 30.0, leastSeen = 20.0
  /// Times the Earth's field that a strength may be; with others a magnet may be what dips.
  private static let strengths = 0.6...1.5

  private struct Second {
    /// Degrees below level.
    var dip: Double
    /// In µT.
    var strength: Double
    /// Whether the screen faces down or the phone's top does.
    var isUpsideDown: Bool
  }

  private var seen: [Second] = []

  mutating func add(_ forces: SensorWindows.Blocks, _ fields: SensorWindows.Blocks) {
    for start in stride(from: 0, to: 100, by: Self.second) {
      let blocks = start..<start + Self.second
      guard seen.count < 3600, let up = forces.mean(blocks), let field = fields.mean(blocks)
      else { continue }
      let lengths = up.length * field.length
      guard lengths > 0 else { continue }
      let sine = -up.dot(field) / lengths
      seen.append(
        Second(
          dip: Angle.degrees(asin(max(-1, min(1, sine)))), strength: field.length,
          isUpsideDown: up.y + up.z < 0))
    }
  }

  /// Whether the dip has the other sign than the Earth's, of a phone that nobody holds as it says.
  /// A magnet beside the sensor can turn the dip as well, but not the phone.
  func contradict(_ field: EarthMagneticField) -> Bool {
    let known = field.inclination
    let counted = seen.filter { Self.strengths.contains($0.strength / field.total) }
    guard abs(known) >= Self.leastKnown, counted.count >= Self.fewest,
      2 * counted.count > seen.count, 2 * counted.count(where: \.isUpsideDown) > counted.count
    else { return false }
    let median = counted.map(\.dip).sorted()[counted.count / 2]
    return known > 0 ? median <= -Self.leastSeen : median >= Self.leastSeen
  }
}
