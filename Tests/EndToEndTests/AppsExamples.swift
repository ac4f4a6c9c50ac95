import Foundation
import IndoorKit

/// The Swift of docs/apps.md, as it stands there; `ReadmeTests` compares the two line by line and
/// runs what can run.
enum AppsExamples {
  static func locate(
    _ path: String, _ observations: [Observation], show: (Position) -> Void
  ) throws {
    var positioner = try VenueFile.open(path, readOnly: true).positioner()
    for observation in observations {  // as the sensors deliver them
      if let position = positioner.update(observation) { show(position) }
    }
  }

  static func follow(
    _ path: String, _ observations: Replay<Observation>, show: (Position) -> Void,
    tell: (String) -> Void
  ) async throws {
    let file = try VenueFile.open(path, readOnly: true)
    let updates = PositionUpdates(of: observations, map: try file.positioningMap())
    for try await update in updates {
      if let position = update.position { show(position) }
      if !update.conditions.isEmpty { tell("\(update.conditions)") }  // "off the surveyed paths"
    }
  }

  static func clock(uptime: Double, now: Double) -> BootClock {
    let clock = BootClock(secondsSinceBoot: uptime, secondsSince1970: now)
    return clock
  }

  static func hear(
    _ now: Timestamp, _ heard: Timestamp, _ continuation: AsyncStream<Observation>.Continuation
  ) {
    let scan = Scan(
      time: now,
      readings: [
        Reading(Transmitter(wifi: "06:74:9c:2e:9e:f3"), rssi: -61, heard: heard, reported: now),
        Reading(
          Transmitter(beacon: "fda50693-a4e2-4fb1-afcf-c6eb07647825", major: 10065, minor: 7),
          rssi: -74),
        Reading(Transmitter("bluetooth:dc:0d:30:4c:bb:05"), rssi: -80),
      ].compactMap { $0 })
    continuation.yield(.scan(scan))
  }

  static func record(
    _ path: String, _ observation: Observation, _ now: Timestamp, _ tapped: Coordinate,
    _ level: LevelKey
  ) throws {
    let writer = try RecordingWriter(
      path: path, header: Recording(id: "walk-07", device: "Google Pixel 8", surveyor: "ana"))
    try writer.append(observation)  // each, as the sensors deliver them
    try writer.append(Waypoint(time: now, place: .coordinate(tapped), level: level))
    try writer.append(Waypoint(time: now, place: .named("door-G.12"), level: level))
    try writer.flush()  // when the app goes behind
    try writer.close()
  }

  /// Returns what was learned.
  static func learn(
    _ kept: Learned?, _ observations: Replay<Observation>, _ map: PositioningMap
  ) async throws -> Learned? {
    var kept = kept
    var parameters = Positioner.Parameters()
    parameters.learned = kept ?? .nothing
    for try await update in PositionUpdates(of: observations, map: map, parameters: parameters) {
      kept = update.learned
    }
    return kept
  }

  /// A code at a place, told in one line.
  static func know(
    _ positioner: inout Positioner, _ code: Coordinate, _ level: LevelKey, _ now: Timestamp
  ) -> Position? {
    let position = positioner.update(.fix(KnownPlace(code, radius: 2, level: level, time: now)))
    return position
  }

  /// A satellite receiver's fix.
  static func street(_ positioner: inout Positioner, _ gps: Coordinate, _ now: Timestamp) {
    _ = positioner.update(.fix(KnownPlace(gps, radius: 5, time: now, by: .satellites)))
  }

  /// What waits, and what is told once all is over.
  static func track(
    _ observations: [Observation], _ map: PositioningMap
  ) -> (Positioner.Parameters, [Position]) {
    var parameters = Positioner.Parameters()
    parameters.lag = 5
    let track = Trajectory.positions(of: observations, map: map)
    return (parameters, track)
  }

  static func guide(
    _ venue: Venue, _ updates: PositionUpdates<Replay<Observation>>,
    show: (LevelKey) -> Void, tell: (String) -> Void
  ) async throws {
    func showPlan(of level: LevelKey) { show(level) }
    var levels = LevelMonitor()
    var rooms = RegionMonitor(venue.units.compactMap { Region($0, in: venue.frame, dwell: 60) })
    let exits = venue.openings.filter { $0.category == "emergencyexit" }
      .compactMap { Place($0, in: venue.frame) }
    for try await update in updates {
      guard let position = update.position else { continue }
      if let change = levels.update(position) { showPlan(of: change.to) }
      for event in rooms.update(position) where event.kind == .enter {
        tell(venue.unit(event.region)?.name ?? event.region)
      }
      if let exit = position.nearest(1, of: exits).first {
        let sight = Sight(of: exit, from: position, in: venue.frame)
        tell("\(exit.id): \(sight.distance) m, \(sight.relativeBearing ?? 0)° from straight ahead")
      }
    }
  }
}

/// Shares of the picture's width and height from its top left, and the radius as one of its width.
func dot(_ position: Position, on plan: PlanPlacement) -> (x: Double, y: Double, radius: Double)? {
  guard position.level == plan.level, let point = plan.page(from: position.place) else {
    return nil
  }
  let box = plan.page.box
  let metres = plan.local(from: plan.page.corners[0])
    .distance(to: plan.local(from: plan.page.corners[1]))
  let up = (point.y - box.minimum.y) / box.height
  return (
    x: (point.x - box.minimum.x) / box.width, y: plan.page.isImage ? up : 1 - up,
    radius: (position.horizontalAccuracy ?? 0) / metres
  )
}
