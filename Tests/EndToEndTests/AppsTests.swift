import Foundation
import IndoorKit
@_spi(Measuring) import IndoorPositioning
import IndoorRecordings
import Testing

/// What docs/apps.md shows runs, and does what the page says.
@Suite struct AppsTests {
  @Test func `the page's ways to positions give the same ones, on the visit's level`() async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = try SurveyedMuseum.file(in: scratch)
    var visits = try RecordingStream("\(repository)/Surveys/museum/visit-upper.jsonl")
    let observations = try #require(try visits.next()).recording.observations
    var located: [Position] = []
    try AppsExamples.locate(path, observations) { located.append($0) }
    var followed: [Position] = []
    var told: [String] = []
    let replay = Replay(observations, speed: .infinity)
    try await AppsExamples.follow(
      path, replay, show: { followed.append($0) }, tell: { told.append($0) })
    #expect(followed == located && located.count > 100)
    #expect(told.first == "no known radio")

    let map = try VenueFile.open(path, readOnly: true).positioningMap()
    let learned = try #require(try await AppsExamples.learn(nil, replay, map))
    #expect(learned.radioOffset.accuracy < RadioOffset.unknown.accuracy)

    let (delayed, track) = AppsExamples.track(observations, map)
    #expect(track.count == located.count && delayed.lag == 5)
    var positioner = Positioner(map: map)
    let code = try #require(located.first)
    let known = AppsExamples.know(&positioner, code.coordinate, code.level, code.time)
    let there = try #require(known)
    #expect(there.place.distance(to: code.place) < 2 && there.level == code.level)

    AppsExamples.street(&positioner, code.coordinate, code.time)
    let file = try VenueFile.open(path, readOnly: true)
    let venue = try #require(try file.venue())
    var plans: [LevelKey] = []
    told = []
    try await AppsExamples.guide(
      venue, PositionUpdates(of: replay, map: try file.positioningMap()),
      show: { plans.append($0) }, tell: { told.append($0) })
    // The visit stays on the first floor; the emergency exits are below.
    #expect(plans == [LevelKey(ordinal: 1)])
    let exits: Set = ["door-G.35", "door-G.36", "door-G.37"]
    #expect(told.contains { line in exits.contains { line.hasPrefix("\($0): ") } })
    let rooms = Set(venue.units.compactMap(\.name))
    #expect(told.contains { rooms.contains($0) })
  }

  @Test func `what the page records is a recording of two waypoints and what was heard`() throws {
    try Scratch.with { scratch in
      let path = scratch.path("walk.jsonl")
      let now = Timestamp(milliseconds: 2000)
      let place = Coordinate(latitude: 48, longitude: 11)
      let sample = VectorSample(time: now, x: 0, y: 0, z: 9.81)
      try AppsExamples.record(path, .acceleration(sample), now, place, LevelKey(ordinal: 2))
      var stream = try RecordingStream(path)
      let recording = try #require(try stream.next()).recording
      #expect(recording.observations == [.acceleration(sample)])
      #expect(recording.waypoints.map(\.place) == [.coordinate(place), .named("door-G.12")])
      #expect(recording.surveyor == "ana")
      #expect(AppsExamples.clock(uptime: 2, now: 4).timestamp(seconds: 0) == now)
    }
  }

  @Test func `the page's scan has its three transmitters and the age of the first`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Observation.self)
    AppsExamples.hear(
      Timestamp(milliseconds: 2000), Timestamp(milliseconds: 1500), continuation)
    continuation.finish()
    var scans: [Observation] = []
    for await observation in stream { scans.append(observation) }
    guard scans.count == 1, case .scan(let scan) = scans[0] else {
      Issue.record("\(scans)")
      return
    }
    #expect(scan.readings.map(\.rssi) == [-61, -74, -80])
    #expect(scan.readings.map(\.age) == [500, 0, 0])
  }

  @Test func `the dot of a place is where the picture shows that place`() throws {
    // A page of 100 by 200 units, 2 units a metre, its lower left corner (an image's: 200 down) at
    // the origin.
    func placement(isImage: Bool) -> PlanPlacement {
      PlanPlacement(
        level: LevelKey(ordinal: 0),
        page: PlanPage(
          number: 1,
          box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 100, y: 200)),
          rotate: 0, userUnit: 1, isImage: isImage),
        pageToLocal: isImage
          ? AffineTransform(a: 0.5, b: 0, c: 0, d: -0.5, tx: 0, ty: 100)
          : AffineTransform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0))
    }
    var position = Position(
      time: Timestamp(milliseconds: 0), place: LocalPoint(x: 10, y: 75),
      coordinate: Coordinate(latitude: 0, longitude: 0), level: LevelKey(ordinal: 0),
      levelConfidence: 1, horizontalAccuracy: 5, heading: nil, sources: [])
    for isImage in [false, true] {
      let spot = try #require(dot(position, on: placement(isImage: isImage)))
      #expect(spot.x == 0.2 && spot.y == 0.25 && spot.radius == 0.1)
    }
    position.level = LevelKey(ordinal: 1)
    #expect(dot(position, on: placement(isImage: false)) == nil)
  }
}
