import IndoorKit

/// What an app tells its user: where the dot is every five seconds; levels that are reached, rooms
/// that are entered and left when it happens.
struct Companion {
  private let venue: Venue
  private let doors: [Place]
  private var levels = LevelMonitor()
  private var rooms: RegionMonitor
  private var begin: Timestamp?
  private var shown: Timestamp?

  init(venue: Venue) {
    self.venue = venue
    doors = venue.openings.compactMap { Place($0, in: venue.frame) }
    // Of walkways nobody wants to be told.
    rooms = RegionMonitor(
      venue.units.filter { $0.category != "walkway" }.compactMap { Region($0, in: venue.frame) })
  }

  mutating func lines(for update: PositionUpdate) -> [String] {
    let start = begin ?? update.time
    begin = start
    guard let position = update.position else { return [] }
    let second = "\(Int(update.time.seconds(since: start))) s: "
    var lines: [String] = []
    if let change = levels.update(position) {
      lines.append(second + "level \(label(of: change.to))")
    }
    for event in rooms.update(position) {
      switch event.kind {
      case .enter: lines.append(second + "enters \(name(of: event.region))")
      case .exit: lines.append(second + "leaves \(name(of: event.region))")
      case .dwell: break
      }
    }
    if shown.map({ position.time.seconds(since: $0) >= 5 }) ?? true {
      shown = position.time
      lines.append(second + dot(position, update.conditions))
    }
    return lines
  }

  /// `level G, Entrance hall, ±3 m, walking 87°, door-G.01 8 m to the right`.
  private func dot(_ position: Position, _ conditions: PositionUpdate.Conditions) -> String {
    var parts = ["level \(label(of: position.level))"]
    if let unit = position.unit { parts.append(name(of: unit)) }
    if let radius = position.horizontalAccuracy { parts.append("±\(whole(radius)) m") }
    if let course = position.course { parts.append("walking \(whole(course.degrees))°") }
    if let door = position.nearest(1, of: doors).first {
      let sight = Sight(of: door, from: position, in: venue.frame)
      parts.append("\(door.id) \(whole(sight.distance)) m" + direction(sight))
    }
    if !conditions.isEmpty { parts.append("\(conditions)") }
    return parts.joined(separator: ", ")
  }

  private func direction(_ sight: Sight) -> String {
    guard let bearing = sight.relativeBearing else { return "" }
    switch bearing {
    case -45..<45: return " ahead"
    case 45..<135: return " to the right"
    case -135 ..< -45: return " to the left"
    default: return " behind"
    }
  }

  private func label(of level: LevelKey) -> String {
    venue.level(level)?.label ?? "\(level.ordinal)"
  }

  private func name(of unit: String) -> String { venue.unit(unit)?.name ?? unit }

  private func whole(_ value: Double) -> Int { Int(value.rounded()) }
}
