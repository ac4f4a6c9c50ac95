import IndoorModel

/// A recording's motion in windows of ten seconds, each of a hundred blocks.
struct SensorWindows {
  private static let blocks = 100, blockMicroseconds: Int64 = 100_000, blockSeconds = 0.1
  /// Blocks without a sample that a window may have.
  private static let mostEmpty = 10
  /// Radians that a phone has turned by in a window from which on it counts, and radians a second
  /// that it must have turned with at once: a gyroscope that is off by some degrees a second has
  /// the one without the other. How many windows count at most.
  private static let leastTurn = 1.0, leastRate = 0.5, mostWindows = 60

  /// What windows with a turn have, of each direction.
  private(set) var accelerations = SensorTurns.accelerations, field = SensorTurns.field
  private(set) var dips = FieldDips()
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
