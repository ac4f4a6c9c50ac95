import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorSurveying
import Testing

@Suite struct EvaluationTests {
  /// Walks up and down a corridor of 60 m past an access point every 10 m, on two levels; a scan a
  /// metre.
  private static func walks(_ count: Int) -> [SurveyWalk] {
    (0..<count).map { number in
      let level = LevelKey(building: "a", ordinal: number % 2)
      let fingerprints = (0..<60).map { metre in
        let x = Double(metre) + 0.1 * Double(number)
        let readings = (0..<7).compactMap { point -> Reading? in
          let distance = max(1, abs(x - 10 * Double(point)))
          // A body's shadow stays with its walk; noise changes with each scan.
          let shadow = Double((number * 5 + point * 3) % 9)
          let rssi = -40 - 2 * distance - shadow - Double((metre * 7 + point) % 2)
          return rssi < -90
            ? nil
            : Reading(
              transmitter: .wifi(UInt64(point + 10 * level.ordinal)), rssi: Int8(rssi.rounded()))
        }
        return Fingerprint(
          recording: "\(number)", level: level, place: LocalPoint(x: x, y: 0),
          scan: Scan(time: Timestamp(milliseconds: Int64(metre) * 1000), readings: readings))
      }
      return SurveyWalk(
        hash: "\(number)", recording: "\(number)", device: "phone \(number % 3)", path: [],
        fingerprints: fingerprints)
    }
  }

  private func evaluation(_ leaveOut: LeaveOut) throws -> RadioMapEvaluation {
    let walks = Self.walks(6)
    return RadioMapEvaluation(
      of: try RadioMapBuilder.map(of: walks), walks: walks.map { WalkLabel($0) },
      leavingOut: leaveOut)
  }

  @Test func `leaving out single scans flatters, leaving out areas is hardest`() throws {
    let scans = try #require(try evaluation(.scans).summary.errors.mean)
    let walks = try #require(try evaluation(.walks).summary.errors.mean)
    let areas = try #require(try evaluation(.areas).summary.errors.mean)
    #expect(scans < walks)
    #expect(walks < areas)
    // Within 20 m squares nothing is left that is nearer than the square's edge.
    #expect(areas > 4)
  }

  @Test func `the levels of such a corridor are never mistaken`() throws {
    let summary = try evaluation(.walks).summary
    #expect(summary.rows == 6 * 60)
    #expect(summary.answered == summary.rows)
    #expect(summary.floor == 1)
    #expect(summary.building == 1)
    #expect((summary.errors.mean ?? .infinity) < 2)
  }

  @Test func `without its only device a map knows nothing of a place`() throws {
    let walks = Self.walks(2)
    let evaluation = RadioMapEvaluation(
      of: try RadioMapBuilder.map(of: walks), walks: walks.map { WalkLabel($0) },
      leavingOut: .walks)
    // Each level was walked once: without that walk none of its transmitters is known.
    #expect(evaluation.summary.answered == 0)
    #expect(evaluation.summary.floor == nil)
  }

  @Test func `without a share of its transmitters a map does worse, and the same for a seed`()
    throws
  {
    let walks = Self.walks(6)
    let map = try RadioMapBuilder.map(of: walks)
    let gone = map.someTransmitters(share: 0.5, seed: 3)
    #expect(gone.count == map.transmitters.count / 2)
    #expect(gone == map.someTransmitters(share: 0.5, seed: 3))
    #expect(gone != map.someTransmitters(share: 0.5, seed: 4))
    let whole = RadioMapEvaluation(
      of: map, walks: walks.map { WalkLabel($0) }, leavingOut: .walks)
    let poorer = RadioMapEvaluation(
      of: map, walks: walks.map { WalkLabel($0) }, leavingOut: .walks, unheard: gone)
    let errors = try (
      #require(whole.summary.errors.mean), #require(poorer.summary.errors.mean)
    )
    #expect(errors.0 < errors.1)
  }

  @Test func `EvAAL adds 15 m a floor and 50 m for the wrong building`() throws {
    var point = try #require(try evaluation(.walks).points.first)
    point.level = LevelKey(building: "a", ordinal: 0)
    point.answer = LevelKey(building: "b", ordinal: 2)
    point.error = 1
    #expect(point.evaalError == 81)
  }

  @Test func `the interval holds the mean, is the same for a seed, and widens with whole walks`()
    throws
  {
    let points = try evaluation(.walks).points
    let intervals = try #require(BootstrapIntervals(points, seed: 7))
    let errors = EvaluationSummary(points).errors
    for (interval, figure) in [
      (intervals.mean, errors.mean), (intervals.median, errors.median),
      (intervals.p95, errors.percentile(95)),
    ] {
      let figure = try #require(figure)
      #expect(interval.low <= figure && figure <= interval.high)
    }
    #expect(intervals.floor.low == 1 && intervals.floor.high == 1)
    #expect(BootstrapIntervals(points, seed: 7) == intervals)
    #expect(BootstrapIntervals(points, seed: 8) != intervals)
    #expect(BootstrapIntervals(points.filter { $0.group == 0 }, seed: 7) == nil)
  }

  @Test func `intervals are those of groups that are drawn and put together one by one`() throws {
    let points = try evaluation(.walks).points
    let groups = Dictionary(grouping: points, by: \.group).sorted { $0.key < $1.key }
    var random = SplitMix64(seed: 7)
    var (means, tails) = ([Double](), [Double]())
    for _ in 0..<400 {
      let drawn = groups.flatMap { _ in groups[Int(random.next() % UInt64(groups.count))].value }
      let errors = ErrorStatistics(drawn.compactMap(\.error))
      means.append(try #require(errors.mean))
      tails.append(try #require(errors.percentile(95)))
    }
    let intervals = try #require(BootstrapIntervals(points, seed: 7))
    for (interval, figures) in [(intervals.mean, means), (intervals.p95, tails)] {
      let statistics = ErrorStatistics(figures)
      #expect(interval.low == statistics.percentile(2.5))
      #expect(interval.high == statistics.percentile(97.5))
    }
  }

  @Test func `scans from off the survey are told by how unlike all rows they are`() throws {
    var points = try evaluation(.walks).points
    #expect(points.count { !$0.isSurveyed } == 0)
    #expect(EvaluationSummary.outsideAUC(points) == nil)
    // Without the 20 m square around it, a scan has a row within 4 m at the square's edge alone.
    let areas = try evaluation(.areas).points
    #expect(Set(areas.map(\.isSurveyed)) == [true, false])
    // Of the pairs (0.4, 0.1), (0.4, 0.4), (0.2, 0.1), (0.2, 0.4), off and on the survey, two and a
    // half are in order.
    points = Array(points.prefix(4))
    for (index, known) in [(0.4, false), (0.2, false), (0.1, true), (0.4, true)].enumerated() {
      points[index].unlikeness = known.0
      points[index].isSurveyed = known.1
    }
    #expect(EvaluationSummary.outsideAUC(points) == 0.625)
    // Nothing is over the larger of the two on the survey, and one of the others is over the
    // smaller.
    #expect(EvaluationSummary.outsideRecall(points, falseAlarms: 0) == 0)
    #expect(EvaluationSummary.outsideRecall(points, falseAlarms: 1) == 1)
    #expect(EvaluationSummary.calledOutside(points) == nil)
    for (index, called) in [true, false, nil, true].enumerated() {
      points[index].isCalledOutside = called
    }
    #expect(EvaluationSummary.calledOutside(points) == 2.0 / 3)
  }

  @Test func `the choice is no worse than the default on the walks it was made with`() throws {
    let map = try RadioMapBuilder.map(of: Self.walks(6))
    let choice = try #require(MatchingChoice(for: map))
    #expect(choice.chosen.evaalError <= choice.standard.evaalError)
    #expect(choice.chosen.matching.isValid)
    #expect(MatchingChoice(for: map) == choice)
    #expect(MatchingChoice(for: try RadioMapBuilder.map(of: Self.walks(1))) == nil)
  }

  @Test func `where phones differ by eight decibels radio offsets are tried, and errors fall`()
    throws
  {
    let walks = Self.walks(6).enumerated().map { number, walk in
      var walk = walk
      for at in walk.fingerprints.indices {
        for entry in walk.fingerprints[at].scan.readings.indices {
          walk.fingerprints[at].scan.readings[entry].rssi += Int8(8 * (number / 2 - 1))
        }
      }
      return walk
    }
    var map = try RadioMapBuilder.map(of: walks)
    let chosen = try #require(MatchingChoice(for: map)).chosen
    #expect(chosen.matching.offsetPenalty > 0)
    let labels = walks.map { WalkLabel($0) }
    map.matching = chosen.matching
    let tried = RadioMapEvaluation(of: map, walks: labels, leavingOut: .walks).summary
    map.matching.offsetPenalty = 0
    let untried = RadioMapEvaluation(of: map, walks: labels, leavingOut: .walks).summary
    let ratio = try #require(tried.errors.mean) / #require(untried.errors.mean)
    #expect(ratio < 0.8)
  }

  /// Venue files keep a choice from one version of the program to the next. Where this fails as it
  /// should, because the same map gives another choice now, count up `MatchingChoice.format` and
  /// write the new choice here.
  @Test func `kept choices are those of format 3`() throws {
    #expect(MatchingChoice.format == 3)
    let map = try RadioMapBuilder.map(of: Self.walks(6))
    let choice = try #require(MatchingChoice(for: map, sample: 60))
    #expect(choice.rows == 60)
    #expect(choice.chosen.matching.description == "positive, cosine, 3 neighbours")
    #expect(abs(choice.chosen.evaalError - 0.266837709738) < 1e-9, "metres")
    #expect(abs(choice.standard.evaalError - 0.668550347790) < 1e-9, "metres")
  }

  @Test(arguments: [
    (0, 0), (1, 1), (16, 16), (17, 16), (18, 18), (19, 18), (31, 30), (190, 176), (192, 192),
    (19_861, 18_432),
  ]) func `four significant binary digits are kept`(count: Int, kept: Int) {
    #expect(MatchingChoice.significant(count) == kept)
  }

  @Test func `a choice rests on the first walks alone, whatever comes after them`() throws {
    // Seventeen walks to nineteen: the seventeenth is not among the first sixteen, the eighteenth
    // makes it eighteen.
    let maps = try (16...19).map { try RadioMapBuilder.map(of: Self.walks($0)) }
    let bases = maps.map { MatchingChoice.basis(of: $0) }
    #expect(bases[0] == maps[0])
    #expect(bases[1] == bases[0])
    #expect(bases[2] == maps[2])
    #expect(bases[3] == bases[2])
  }

  @Test(arguments: [-8, 0, 6])
  func `what another phone reads more or less is learned from its scans alone`(decibels: Int8)
    throws
  {
    let walks = Self.walks(8)
    let map = try RadioMapBuilder.map(of: Array(walks.prefix(6)))
    let others = walks.suffix(2).map { walk in
      var walk = walk
      walk.device = "another"
      for at in walk.fingerprints.indices {
        for entry in walk.fingerprints[at].scan.readings.indices {
          walk.fingerprints[at].scan.readings[entry].rssi += decibels
        }
      }
      return walk
    }
    let learned = LearnedOffsets(of: others, by: map)
    let offset = try #require(learned.offsets["another"])
    #expect(abs(offset.decibels - Double(decibels)) < 1)
    #expect(learned.correction(of: nil) == 0)
    let known = RadioMapEvaluation(of: map, against: others, offsets: learned).summary
    let asRead = RadioMapEvaluation(of: map, against: others).summary
    let (better, worse) = (try #require(known.errors.mean), try #require(asRead.errors.mean))
    #expect(decibels == 0 ? better < worse + 0.05 : better < worse)
    // A scan or two are no device.
    var few = others[0]
    few.fingerprints.removeLast(few.fingerprints.count - 5)
    #expect(LearnedOffsets(of: [few], by: map).offsets.isEmpty)
  }

  @Test func `where walks are single scans only the number of neighbours is chosen`() throws {
    var map = try RadioMapBuilder.map(of: Self.walks(6))
    map.walks = (0..<UInt32(map.rowCount)).map { $0 }
    let chosen = try #require(MatchingChoice(for: map)).chosen.matching
    #expect(chosen.representation == Matching.literature.representation)
    #expect(chosen.distance == Matching.literature.distance)
  }

  @Test func `a difference names what is new and what is gone`() throws {
    let first = try RadioMapBuilder.map(of: Self.walks(1))
    let second = try RadioMapBuilder.map(of: [Self.walks(2)[1]])
    let difference = RadioMapDifference(from: first, to: second)
    #expect(difference.new == (10..<17).map { .wifi($0) })
    #expect(difference.gone == (0..<7).map { .wifi($0) })
    #expect(
      difference.levels.map { [$0.key.ordinal, $0.from, $0.to] } == [[0, 60, 0], [1, 0, 60]])
  }

  @Test func `of the survey's own walks a twentieth is called outside, and most of where none was`()
    throws
  {
    let walks = Self.walks(6)
    var map = try RadioMapBuilder.map(of: walks)
    map.matching = try #require(MatchingChoice(for: map)).chosen.matching
    #expect(map.matching.usualDistance > 0)
    let own = RadioMapEvaluation(
      of: map, walks: walks.map { WalkLabel($0) }, leavingOut: .walks)
    let called = try #require(EvaluationSummary.calledOutside(own.points))
    #expect(called > 0.02 && called < 0.06)
    #expect((own.summary.withinRadius ?? 0) > 0.62 && (own.summary.withinRadius ?? 1) < 0.74)
    // The corridor's last third was never walked by those who survey.
    let part = walks.map { walk in
      var walk = walk
      walk.fingerprints = walk.fingerprints.filter { $0.place.x < 30 }
      return walk
    }
    var known = try RadioMapBuilder.map(of: part)
    known.matching = try #require(MatchingChoice(for: known)).chosen.matching
    let beyond = walks.map { walk in
      var walk = walk
      walk.fingerprints = walk.fingerprints.filter { $0.place.x > 45 }
      return walk
    }
    let strangers = RadioMapEvaluation(of: known, against: beyond)
    #expect((EvaluationSummary.calledOutside(strangers.points) ?? 0) > 0.8)
  }
}
