/// Whether the accelerations of a recording's lines stand axis after axis, all x, then all y and
/// all z, where each sample's three belong together.
struct SampleOrder {
  private var lines = 0
  private var planar = 0
  /// The first line that is so.
  private var first = 0

  /// Samples below which a line says nothing.
  private static let leastSamples = 6
  private static let leastLines = 5
  /// Variance of all axes, in (m/s²)², below which values are one and the same but for rounding.
  private static let least = 0.01

  /// Takes a line of samples: x, y and z of each.
  ///
  /// The thirds of a line that stands axis after axis vary by motion alone, and what is every third
  /// value by gravity's share of the axes as well; where the three belong together it is the other
  /// way round, and thirds vary as much as all values do, or more than each axis does.
  mutating func add(_ values: [Double], line: Int) {
    let count = values.count / 3
    guard count >= Self.leastSamples, values.allSatisfy({ abs($0) <= 1000 }) else { return }
    lines += 1
    let thirds = (0..<3).reduce(0) { sum, third in
      sum + Self.variance((0..<count).lazy.map { values[third * count + $0] }, count)
    }
    let axes = (0..<3).reduce(0) { sum, axis in
      sum + Self.variance((0..<count).lazy.map { values[3 * $0 + axis] }, count)
    }
    guard 2 * thirds < axes, axes > Self.least * Double(count) else { return }
    if planar == 0 { first = line }
    planar += 1
  }

  private static func variance(_ values: some Sequence<Double>, _ count: Int) -> Double {
    let (sum, squares) = values.reduce((0.0, 0.0)) { ($0.0 + $1, $0.1 + $1 * $1) }
    return squares - sum * sum / Double(count)
  }

  /// What is to be said where most lines are so.
  func warning(_ path: String) -> RecordingWarning? {
    guard lines >= Self.leastLines, 3 * planar > 2 * lines else { return nil }
    return RecordingWarning(
      .sampleOrder,
      "\(path):\(first): its accelerations stand axis after axis, all x, then all y and all z, as on "
        + "most lines; write x, y and z of each sample together, of all sensors")
  }
}
