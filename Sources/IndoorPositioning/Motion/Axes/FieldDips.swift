import IndoorGeometry
import IndoorLibc

/// The field's dip against gravity, second by second.
struct FieldDips {
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
