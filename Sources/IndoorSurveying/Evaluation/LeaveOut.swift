import IndoorGeometry
public import IndoorModel

/// What is left out of the radio map while its own scans are located.
public enum LeaveOut: String, CaseIterable, Hashable, Sendable {
  /// All scans of the same walk.
  case walks
  /// All scans of the same device model.
  case devices
  /// All scans of the same day, from one midnight by the venue's longitude to the next.
  case days
  /// All scans of the same square of 20 m on the level: how the map does where nobody walked.
  case areas
  /// The scan alone. It flatters: the walk's next scan, a second later and a metre on, stays in the
  /// map.
  case scans

  /// Side of an area, in metres.
  public static let areaSide = 20.0

  /// Whether all rows of a map belong together, so that none stays to locate them by.
  package func leavesNothing(of map: RadioMap, walks: [WalkLabel]) -> Bool {
    let groups = groups(of: map, walks: walks)
    return groups.allSatisfy { $0 == groups.first }
  }

  /// The group of each row, so that a row's group is what is left out with it.
  func groups(of map: RadioMap, walks: [WalkLabel]) -> [UInt32] {
    var numbers: [String: UInt32] = [:]
    func number(_ name: String) -> UInt32 {
      if let known = numbers[name] { return known }
      let new = UInt32(truncatingIfNeeded: numbers.count)
      numbers[name] = new
      return new
    }
    return (0..<map.rowCount).map { row in
      let label = walks.indices.contains(Int(map.walks[row])) ? walks[Int(map.walks[row])] : nil
      switch self {
      case .walks: return map.walks[row]
      case .devices: return number(label?.device ?? "")
      case .days: return number("\(label?.day ?? 0)")
      case .areas:
        let x = (map.places[row].x / Self.areaSide).rounded(.down)
        let y = (map.places[row].y / Self.areaSide).rounded(.down)
        return number("\(map.levelIndices[row]) \(x) \(y)")
      case .scans: return UInt32(truncatingIfNeeded: row)
      }
    }
  }
}

/// What the evaluation needs to know of a walk besides its rows.
public struct WalkLabel: Hashable, Sendable {
  /// The content hash.
  public var hash: String
  /// The device model, where known.
  public var device: String?
  /// Days since the Unix epoch, by the mean solar time of the venue.
  public var day: Int64
  /// Whether each scan brought its own place, as in tables of fingerprints: nobody's walk.
  let isTable: Bool

  /// The label of a walk.
  ///
  /// - Parameters:
  ///   - walk: the walk, with its fingerprints.
  ///   - longitude: degrees east of Greenwich of where it was made.
  public init(_ walk: SurveyWalk, longitude: Double = 0) {
    hash = walk.hash
    device = walk.device
    day = Self.day(walk.fingerprints.first?.scan.time.microseconds, longitude)
    isTable = Self.isTable(walk, walk.fingerprints.map(\.scan.time.microseconds))
  }

  /// The label of a walk whose fingerprints are not at hand, by its rows.
  ///
  /// - Parameters:
  ///   - walk: the walk, whose path says when it was made.
  ///   - rows: its scans' rows, with their times.
  ///   - longitude: degrees east of Greenwich of where it was made.
  public init(_ walk: SurveyWalk, _ rows: WalkRows, longitude: Double = 0) {
    hash = walk.hash
    device = walk.device
    day = Self.day(rows.times.first, longitude)
    isTable = Self.isTable(walk, rows.times)
  }

  private static func isTable(_ walk: SurveyWalk, _ times: [Int64]) -> Bool {
    walk.path.count >= times.count
      && Set(walk.path.map(\.time.microseconds)).isSuperset(of: times)
  }

  /// Clocks are off by up to three hours from the sun's, at midnight, when few survey.
  private static func day(_ microseconds: Int64?, _ longitude: Double) -> Int64 {
    let seconds = Double(microseconds ?? 0) / 1e6 + longitude * 240
    return Int64(max(-1e12, min(1e12, (seconds / 86_400).rounded(.down))))
  }
}
