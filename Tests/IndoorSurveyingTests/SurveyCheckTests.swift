import IndoorGeometry
import IndoorModel
import IndoorSurveying
import TestWorlds
import Testing

/// Each rule is broken once in the museum's survey; that rule has a finding more, and no other has.
@Suite struct SurveyCheckTests {
  private let museum: MuseumSurvey
  /// An access point that the museum doesn't have.
  private let stranger = Transmitter.wifi(0x0011_2233_4455)

  init() throws { museum = try MuseumSurvey.shared.get() }

  private func expect(
    _ rule: SurveyRule, more: Int = 1, in walks: [SurveyWalk], than before: [SurveyWalk]? = nil,
    on ground: SurveyGround? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var counts = try MuseumSurvey.counts(before ?? museum.walks, on: museum.ground)
    counts[rule, default: 0] += more
    #expect(
      try MuseumSurvey.counts(walks, on: ground ?? museum.ground) == counts,
      sourceLocation: sourceLocation)
  }

  private func walk(_ name: String) throws -> SurveyWalk {
    try #require(museum.walks.first { $0.recording == name })
  }

  @Test func `the museum's survey has no error`() throws {
    let counts = try MuseumSurvey.counts(museum.walks, on: museum.ground)
    #expect(counts.keys.allSatisfy { $0.severity != .error }, "\(counts)")
    #expect(museum.walks.count == 17)
  }

  @Test func `waypoints that are passed too fast are found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west") { walk in
      walk.path[5].time = Timestamp(microseconds: walk.path[4].time.microseconds + 100_000)
    }
    try expect(.impossibleSpeed, in: walks)
  }

  /// Lifts take longer for their doors alone.
  @Test func `a storey that is climbed in no time, or for no time, is found`() throws {
    for isAtOnce in [true, false] {
      var walks = museum.walks
      walks.change("survey-ground-west") { walk in
        let times = walk.path.map(\.time)
        let index = (1..<walk.path.count - 1).first {
          times[$0 + 1].seconds(since: times[$0 - 1]) < 11
        }
        guard let index else { return }
        walk.path[index].level.ordinal += 1
        if isAtOnce { walk.path[index].time = times[index - 1] }
      }
      try expect(.impossibleSpeed, in: walks)
    }
  }

  @Test func `a waypoint outside of the level is found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west") { walk in
      guard var last = walk.path.last else { return }
      last.time.microseconds += 3_600_000_000
      last.place.x += 500
      walk.path.append(last)
    }
    try expect(.waypointOutside, in: walks)
  }

  @Test func `scans on a level that isn't there are found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west-again") { walk in
      for index in walk.fingerprints.indices.suffix(3) {
        walk.fingerprints[index].level.ordinal = 9
      }
    }
    try expect(.unknownLevel, in: walks)
  }

  @Test func `scans in a building that isn't there are told with it`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west-again") { walk in
      walk.fingerprints[0].level.building = "x"
    }
    var survey = Survey(ground: museum.ground)
    for walk in walks { survey.add(walk) }
    let found = try SurveyCheck(survey).findings.first { $0.rule == .unknownLevel }
    #expect(found?.message.contains("ordinal 0 of building x, which") == true)
  }

  @Test func `a walk on the wrong level is found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west-again") { walk in
      for index in walk.fingerprints.indices { walk.fingerprints[index].level.ordinal = 1 }
    }
    let counts = try MuseumSurvey.counts(walks, on: museum.ground)
    #expect(counts[.wrongLevel] == 1, "\(counts)")
    #expect(counts.keys.filter { $0.severity == .error } == [.wrongLevel])
  }

  @Test func `fewer scans than six say nothing of a walk's level, however many walks there are`()
    throws
  {
    var walks = museum.walks
    let index = try #require(walks.firstIndex { $0.recording == "survey-ground-west-again" })
    let whole = walks.remove(at: index)
    for start in stride(from: 0, to: whole.fingerprints.count, by: 5) {
      var part = whole
      part.hash = "part \(start)"
      part.fingerprints = Array(whole.fingerprints[start...].prefix(5))
      for index in part.fingerprints.indices { part.fingerprints[index].level.ordinal = 1 }
      walks.append(part)
    }
    #expect(try MuseumSurvey.counts(walks, on: museum.ground)[.wrongLevel] == nil)
  }

  @Test func `a clock that was set back is found`() throws {
    var walks = museum.walks
    walks.change("survey-lift") { $0.remarks?.clockStepBack = 3600 }
    try expect(.clockJump, in: walks)
  }

  @Test func `a pause is found`() throws {
    var walks = museum.walks
    walks.change("survey-lift") { $0.remarks?.longestSilence = 90 }
    try expect(.silence, in: walks)
  }

  @Test func `a waypoint in a wall is found`() throws {
    let wall = museum.ground.levels.lazy.compactMap { level -> (LevelKey, LocalPoint)? in
      guard let raster = level.walkable else { return nil }
      let place = (0..<raster.squares.count).map { raster.squares.middle(of: $0) }.first { place in
        level.isInside(place, slack: 0) && raster.distance(from: place, limit: 1.6) == nil
      }
      return place.map { (level.key, $0) }
    }.first
    let (key, place) = try #require(wall)
    var walks = museum.walks
    walks.change("survey-ground-west") { walk in
      guard let last = walk.path.last else { return }
      walk.path.append(
        SurveyWalk.PathPoint(
          time: Timestamp(microseconds: last.time.microseconds + 3_600_000_000), level: key,
          place: place))
    }
    try expect(.waypointNotWalkable, in: walks)
  }

  @Test func `scans that could not be placed are found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west") { $0.remarks?.unplacedScans = 60 }
    try expect(.unplacedScans, in: walks)
  }

  @Test func `scans that heard nothing are found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west-again") { walk in
      for index in walk.fingerprints.indices where index % 4 == 0 {
        walk.fingerprints[index].scan.readings = []
      }
    }
    try expect(.emptyScans, in: walks)
  }

  @Test func `scans handed out again are found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-entrance-again") { walk in
      for index in walk.fingerprints.indices where index % 4 == 3 {
        walk.fingerprints[index].scan.readings = walk.fingerprints[index - 2].scan.readings
      }
    }
    try expect(.duplicateScans, in: walks)
  }

  @Test func `a walk of old entries is found`() throws {
    var walks = museum.walks
    walks.change("survey-ground-west-again") { walk in
      for index in walk.fingerprints.indices {
        for reading in walk.fingerprints[index].scan.readings.indices where reading % 8 != 0 {
          walk.fingerprints[index].scan.readings[reading].age = 20_000
        }
      }
    }
    let counts = try MuseumSurvey.counts(walks, on: museum.ground)
    #expect(counts[.staleEntries] == 1)
  }

  @Test func `a first scan that hears next to nothing is found`() throws {
    var walks = museum.walks
    let before = try MuseumSurvey.counts(walks, on: museum.ground)
    #expect(before[.coldStart] == nil)
    walks.change("survey-ground-west-again") { walk in
      walk.fingerprints[0].scan.readings.removeLast(
        walk.fingerprints[0].scan.readings.count - 2)
      // Few in the middle of a walk are a place's own.
      let readings = walk.fingerprints[9].scan.readings
      walk.fingerprints[9].scan.readings = Array(readings.prefix(2))
    }
    var survey = Survey(ground: museum.ground)
    for walk in walks { survey.add(walk) }
    let found = try SurveyCheck(survey).findings.filter { $0.rule == .coldStart }
    #expect(found.map(\.walk) == ["survey-ground-west-again"])
    let message = try #require(found.first?.message)
    #expect(message.hasPrefix("the first scan heard 2 transmitters, where "))
  }

  @Test func `a gallery that hears the hall below is found, and one that doesn't isn't`() throws {
    func walk(_ name: String, level: Int, hears: Int) -> SurveyWalk {
      let key = Corridor.levels[level]
      return SurveyWalk(
        hash: name, recording: name,
        path: [0.0, 30].map {
          SurveyWalk.PathPoint(
            time: Timestamp(milliseconds: Int64(1000 * $0)), level: key,
            place: LocalPoint(x: $0, y: 0))
        },
        fingerprints: (0..<30).map { metre in
          Fingerprint(
            recording: name, level: key, place: LocalPoint(x: Double(metre), y: 0),
            scan: Scan(
              time: Timestamp(milliseconds: Int64(1000 * metre)),
              readings: Corridor.readings(x: Double(metre), level: hears)))
        })
    }
    func levels(_ hears: Int) throws -> [LevelKey?] {
      var survey = Survey(ground: SurveyGround(levels: []))
      for name in ["a", "b"] { survey.add(walk(name, level: 0, hears: 0)) }
      survey.add(walk("c", level: 1, hears: 1))
      survey.add(walk("d", level: 1, hears: hears))
      return try SurveyCheck(survey).findings.filter { $0.rule == .hearsNextLevel }.map(\.level)
    }
    #expect(try levels(0) == [LevelKey(ordinal: 1)])
    #expect(try levels(1).isEmpty)
  }

  @Test func `a venue without a level is told once, however many walks it has`() throws {
    var survey = Survey(ground: SurveyGround(levels: []))
    for (name, ordinal) in [("a", 0), ("b", 1), ("c", 1)] {
      let key = LevelKey(ordinal: ordinal)
      let scan = Scan(
        time: Timestamp(milliseconds: 0), readings: Corridor.readings(x: 1, level: ordinal))
      survey.add(
        SurveyWalk(
          hash: name, recording: name, path: [],
          fingerprints: [
            Fingerprint(recording: name, level: key, place: LocalPoint(x: 1, y: 0), scan: scan)
          ]))
    }
    let found = try SurveyCheck(survey).findings.filter { $0.rule == .unknownLevel }
    #expect(
      found.map(\.message) == ["the venue has no level at all, and the walks are on 2 of them"])
  }

  @Test func `a level without a survey is found`() throws {
    var venue = museum.venue
    let ground = try #require(venue.level(LevelKey(ordinal: 0)))
    var roof = ground
    roof.id = "roof"
    roof.key.ordinal = 7
    venue.levels.append(roof)
    try expect(.levelNotSurveyed, in: museum.walks, on: MuseumSurvey.ground(of: venue))
  }

  @Test func `ground that only one walk covered is a gap without it`() throws {
    let walks = museum.walks.filter { $0.recording != "survey-basement-auditorium" }
    let before = try MuseumSurvey.counts(museum.walks, on: museum.ground)
    let counts = try MuseumSurvey.counts(walks, on: museum.ground)
    #expect(counts[.coverageGap, default: 0] > before[.coverageGap, default: 0])
    #expect(counts.keys.allSatisfy { $0.severity != .error })
  }

  @Test func `a transmitter that came along is found`() throws {
    var walks = museum.walks
    walks.add(stranger, -48, to: "survey-upper-north")
    var before = try MuseumSurvey.counts(museum.walks, on: museum.ground)
    before[.likelyHotspot, default: 0] += 1
    var counts = try MuseumSurvey.counts(walks, on: museum.ground)
    // The scans that it drowns are no longer like those of other walks, and cover nothing.
    counts[.coverageGap] = before[.coverageGap]
    #expect(counts == before)
  }

  @Test func `a transmitter at two places is found`() throws {
    // Somebody else must have passed both places, or else nobody could tell.
    func crossed(_ name: String) throws -> [LocalPoint] {
      let others = museum.walks.filter { !$0.recording.hasPrefix("survey-ground-west") }
      return try walk(name).fingerprints.filter { fingerprint in
        others.contains { other in
          other.recording != name
            && other.fingerprints.count {
              $0.level == fingerprint.level && $0.place.distance(to: fingerprint.place) < 3
            } >= 4
        }
      }.map(\.place)
    }
    let east = try crossed("survey-ground-east") + crossed("survey-ground-cloister")
    let pairs = try crossed("survey-ground-west").flatMap { a in east.map { (a, $0) } }
    let (here, there) = try #require(
      pairs.max { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) })
    try #require(here.distance(to: there) > 55)
    var walks = museum.walks
    walks.add(stranger, -45, to: "survey-ground-west", near: here)
    walks.add(stranger, -45, to: "survey-ground-east", near: there)
    walks.add(stranger, -45, to: "survey-ground-cloister", near: there)
    try expect(.transmitterMoved, in: walks)
  }

  /// The place on the ground floor of the west walk that two other walks come near.
  private func crossing() throws -> LocalPoint {
    let others = museum.walks.filter { $0.recording != "survey-ground-west" }
    let crossed = try walk("survey-ground-west").fingerprints.first { fingerprint in
      others.count { other in
        other.fingerprints.count {
          $0.level == fingerprint.level && !$0.scan.readings.isEmpty
            && $0.place.distance(to: fingerprint.place) < 3
        } >= 3
      } >= 2
    }
    return try #require(crossed).place
  }

  @Test(arguments: [
    (SurveyRule.transmitterGone, Int64(30)), (.transmitterNew, -30), (.transmitterOfOneWalk, 0),
  ])
  func `a transmitter that others don't hear is told by their day`(
    rule: SurveyRule, days: Int64
  ) throws {
    let before = museum.walks.later(days: days) { $0.recording != "survey-ground-west" }
    var walks = before
    walks.add(stranger, -50, to: "survey-ground-west", near: try crossing())
    try expect(rule, in: walks, than: before)
  }

  /// Days from the museum's survey back to 1970, when tables without a date are of.
  private let undated: Int64 = -20_654

  @Test func `what was heard without a date isn't said to be gone since then`() throws {
    var walks = museum.walks.later(days: undated) { $0.recording == "survey-ground-west" }
    walks.add(stranger, -50, to: "survey-ground-west", near: try crossing())
    let findings = try MuseumSurvey.findings(walks, on: museum.ground)
    let gone = findings.filter { $0.rule == .transmitterGone && $0.transmitters == [stranger] }
    #expect(gone.map { $0.message.contains("in one walk without a date") } == [true])
  }

  @Test func `walks without a date don't make a transmitter new`() throws {
    let before = museum.walks.later(days: undated) { $0.recording != "survey-ground-west" }
    var walks = before
    walks.add(stranger, -50, to: "survey-ground-west", near: try crossing())
    try expect(.transmitterOfOneWalk, in: walks, than: before)
  }

  @Test func `a transmitter that one phone alone hears is found`() throws {
    let heard = try crossing()
    let before = museum.walks.map { walk in
      var walk = walk
      walk.device = walk.recording.hasPrefix("survey-ground-west") ? "one" : "other"
      return walk
    }
    var walks = before
    walks.add(stranger, -50, to: "survey-ground-west", near: heard)
    walks.add(stranger, -52, to: "survey-ground-west-again", near: heard)
    try expect(.transmitterOfOneDevice, in: walks, than: before)
  }

  @Test func `a phone that hears all weaker is found`() throws {
    let before = museum.walks.map { walk in
      var walk = walk
      walk.device = walk.recording.hasSuffix("-again") ? "one" : "other"
      return walk
    }
    let weaker = before.map { walk in
      var walk = walk
      guard walk.device == "one" else { return walk }
      for index in walk.fingerprints.indices {
        for reading in walk.fingerprints[index].scan.readings.indices {
          walk.fingerprints[index].scan.readings[reading].rssi -= 12
        }
      }
      return walk
    }
    let rules = try MuseumSurvey.counts(weaker, on: museum.ground)
    #expect(try MuseumSurvey.counts(before, on: museum.ground)[.deviceOffset] == nil)
    // Of two phones each differs from the other.
    #expect(rules[.deviceOffset] == 2)
  }

  @Test func `strengths that can't be and come from one phone are found`() throws {
    let before = museum.walks.map { walk in
      var walk = walk
      walk.device = walk.recording.hasSuffix("-again") ? "one" : "other"
      return walk
    }
    let strong = before.map { walk in
      var walk = walk
      guard walk.recording == "survey-upper-west-again" else { return walk }
      for index in walk.fingerprints.indices.prefix(30) {
        guard !walk.fingerprints[index].scan.readings.isEmpty else { continue }
        walk.fingerprints[index].scan.readings[0].rssi = 0
      }
      return walk
    }
    let rules = try MuseumSurvey.counts(strong, on: museum.ground)
    #expect(try MuseumSurvey.counts(before, on: museum.ground)[.strengthOfOneDevice] == nil)
    #expect(rules[.strengthOfOneDevice] == 1)
  }
}
