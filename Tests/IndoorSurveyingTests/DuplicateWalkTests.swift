import IndoorGeometry
import IndoorModel
import IndoorSurveying
import TestWorlds
import Testing

/// A walk that is in a survey twice, as of a copy that was interrupted and whole.
@Suite struct DuplicateWalkTests {
  private let museum: MuseumSurvey

  init() throws { museum = try MuseumSurvey.shared.get() }

  private func findings(_ walks: [SurveyWalk]) throws -> [SurveyFinding] {
    var survey = Survey(ground: museum.ground)
    for walk in walks { survey.add(walk) }
    return try SurveyCheck(survey).findings.filter {
      [.duplicateWalk, .duplicateScans].contains($0.rule)
    }
  }

  /// The museum's walk with a part of its scans, under another hash.
  private func part(_ name: String, _ some: (ArraySlice<Fingerprint>) -> ArraySlice<Fingerprint>)
    throws -> SurveyWalk
  {
    var walk = try #require(museum.walks.first { $0.recording == name })
    walk.fingerprints = Array(some(walk.fingerprints[...]))
    walk.hash = "part of \(name)"
    return walk
  }

  @Test func `a part of a walk beside the whole is told with both, and as no repeated scan`() throws
  {
    #expect(try findings(museum.walks).isEmpty)
    let name = "survey-ground-west"
    let whole = try #require(museum.walks.first { $0.recording == name })
    let heard = whole.fingerprints.count { !$0.scan.readings.isEmpty }
    for some in [
      { $0.prefix(20) }, { $0.suffix(20) }, { $0.dropFirst(5).prefix(20) },
    ] as [(ArraySlice<Fingerprint>) -> ArraySlice<Fingerprint>] {
      let part = try part(name, some)
      let count = part.fingerprints.count { !$0.scan.readings.isEmpty }
      let later = try findings(museum.walks + [part])
      #expect(later.map(\.rule) == [.duplicateWalk])
      #expect(
        later.first?.message
          == "\(count) of \(count) scans of part of surv are those of \(name) (\(whole.hash.prefix(12))), "
          + "which has \(heard), at the same times")
      // Whichever came first.
      #expect(try findings([part] + museum.walks).map(\.walk) == [name])
    }
  }

  @Test func `what is heard again at another time, or by one scan, is no second walk`() throws {
    var later = try part("survey-ground-west") { $0 }
    for index in later.fingerprints.indices {
      later.fingerprints[index].scan.time.microseconds += 60_000_000
    }
    #expect(try findings(museum.walks + [later]).map(\.rule) == [.duplicateScans])
    let one = try part("survey-ground-west") { $0.prefix(1) }
    #expect(try findings(museum.walks + [one]).allSatisfy { $0.rule != .duplicateWalk })
  }

  @Test func `a map's rows tell the same as the scans`() throws {
    var shared = SharedScans()
    let builder = RadioMapBuilder()
    let twins = try museum.walks.compactMap { shared.add(try builder.rows(of: $0)) }
    #expect(twins.isEmpty)
    let half = try part("survey-upper-east") { $0.prefix($0.count / 2) }
    let rows = try builder.rows(of: half)
    let found = shared.add(rows)
    let twin = try #require(found)
    #expect(museum.walks[twin.walk].recording == "survey-upper-east")
    #expect(twin.shared == twin.ownScans && twin.ownScans < twin.scans)
  }

  @Test func `times of tables without dates tell nothing of few transmitters`() throws {
    let level = LevelKey(ordinal: 0)
    func table(_ name: String, transmitters: Int, start: Int64) -> SurveyWalk {
      let prints = (0..<10).map { row in
        Fingerprint(
          recording: name, level: level, place: LocalPoint(x: Double(row), y: 0),
          scan: Scan(
            time: Timestamp(milliseconds: start + Int64(row)),
            readings: (0..<transmitters).map { Reading(transmitter: .wifi(UInt64($0)), rssi: -50) })
        )
      }
      return SurveyWalk(hash: name, recording: name, path: [], fingerprints: prints)
    }
    func rules(_ transmitters: Int, _ start: Int64) throws -> [SurveyRule] {
      try findings(["a", "b"].map { table($0, transmitters: transmitters, start: start) })
        .map(\.rule)
    }
    #expect(try rules(2, 0).isEmpty)
    #expect(try rules(2, 1_700_000_000_000) == [.duplicateWalk])
    #expect(try rules(6, 0).contains(.duplicateWalk))
  }
}
