import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorSurveying

/// Waypoints of recordings that lie nowhere in the venue with which they are compared, counted by
/// what they lack.
struct LeftOutWaypoints: Sendable {
  /// What a waypoint lacks.
  enum Reason: CaseIterable, Sendable {
    case unknown, misplaced, withoutLevel, withoutPlan, farOff, farInMetres

    /// What it is called in lists of what was left out.
    var name: String {
      switch self {
      case .unknown: "waypoint without a place"
      case .misplaced: SkippedLines.Reason.misplacedWaypoint.rawValue
      case .withoutLevel: "waypoint that names no level, where the venue has several"
      case .withoutPlan: "waypoint on a page of a level without a placed plan"
      case .farOff: SkippedLines.Reason.farWaypoint.rawValue
      case .farInMetres: SkippedLines.Reason.farInMetres.rawValue
      }
    }

    fileprivate init(_ fault: WaypointResolver.Unresolved) {
      self =
        switch fault {
        case .unknown: .unknown
        case .unknownPlace, .onOtherLevel: .misplaced
        case .withoutLevel: .withoutLevel
        case .withoutPlan: .withoutPlan
        case .farOff: .farOff
        case .farInMetres: .farInMetres
        }
    }
  }

  private var counts: [Reason: Int] = [:]

  /// Counts those of a recording.
  mutating func add(_ recording: Recording, by resolver: WaypointResolver) {
    for waypoint in recording.waypoints {
      guard let fault = resolver.fault(of: waypoint, level: recording.level) else { continue }
      counts[Reason(fault), default: 0] += 1
    }
  }

  /// Takes those of other recordings.
  mutating func add(_ others: LeftOutWaypoints) { counts.merge(others.counts, uniquingKeysWith: +) }

  /// By reason, those that there are.
  var reasons: [LeftOut.Reason] {
    Reason.allCases.compactMap { reason in
      counts[reason].map { LeftOut.Reason(name: reason.name, count: $0) }
    }
  }
}
