import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorSurveying
import Testing

@Suite struct CoverageTests {
  @Test func `ranks correlate as in the textbook`() throws {
    // Hours of television a week and IQ of ten people: rho = -29/165.
    let iq: [Double] = [86, 97, 99, 100, 101, 103, 106, 110, 112, 113]
    let hours: [Double] = [2, 20, 28, 27, 50, 29, 7, 17, 6, 12]
    let rho = try #require(RankCorrelation.spearman(iq, hours))
    #expect(abs(rho + 29.0 / 165) < 1e-12)
    #expect(RankCorrelation.spearman([1, 1, 1], [1, 2, 3]) == nil)
    // Equal values share their ranks: 1, 2.5, 2.5, 4 against 1, 2, 3, 4 is 0.9486… by
    // scipy.stats.spearmanr.
    let tied = try #require(RankCorrelation.spearman([1, 2, 2, 3], [1, 2, 3, 4]))
    #expect(abs(tied - 0.9486832980505138) < 1e-12)
  }

  /// A U of two corridors of 40 m and a bridge between them, 3 m wide each, of which the first leg
  /// was surveyed.
  private static func bentSurvey() throws -> (Survey, SurveyGround, RadioMap) {
    let level = LevelKey(ordinal: 0)
    let ground = Polygon(exterior: [
      LocalPoint(x: 0, y: 0), LocalPoint(x: 3, y: 0), LocalPoint(x: 3, y: 37),
      LocalPoint(x: 20, y: 37), LocalPoint(x: 20, y: 0), LocalPoint(x: 23, y: 0),
      LocalPoint(x: 23, y: 40), LocalPoint(x: 0, y: 40),
    ])
    let whole = SurveyGround(levels: [
      SurveyGround.LevelGround(key: level, label: "G", outline: [ground], walkable: [ground])
    ])
    var survey = Survey(ground: whole)
    var walks: [SurveyWalk] = []
    for number in 0..<2 {
      let fingerprints = (0..<40).map { metre in
        Fingerprint(
          recording: "\(number)", level: level, place: LocalPoint(x: 1.5, y: Double(metre)),
          scan: Scan(
            time: Timestamp(milliseconds: Int64(number * 100_000 + metre * 1000)),
            readings: (0..<6).map { point in
              let distance = abs(metre - 8 * point)
              let noise = (metre * 3 + number + point) % 4
              return Reading(
                transmitter: .wifi(UInt64(point)), rssi: Int8(-40 - distance - noise))
            }))
      }
      walks.append(
        SurveyWalk(
          hash: "\(number)", recording: "\(number)", path: [], fingerprints: fingerprints))
    }
    for walk in walks { survey.add(walk) }
    return (survey, whole, try RadioMapBuilder.map(of: walks))
  }

  @Test func `a cell's nearest reference point is the nearest of all`() throws {
    let (survey, _, map) = try Self.bentSurvey()
    let far = Fingerprint(
      recording: "far", level: LevelKey(ordinal: 0), place: LocalPoint(x: -61.7, y: -83.9),
      scan: Scan(
        time: Timestamp(milliseconds: 1), readings: [Reading(transmitter: .wifi(1), rssi: -50)]))
    let maps = [
      map,
      try RadioMapBuilder.map(of: [
        SurveyWalk(hash: "far", recording: "far", path: [], fingerprints: [far])
      ]),
    ]
    for map in maps {
      let grid = CoverageGrid(of: survey, map: map)
      #expect(!grid.cells.isEmpty)
      for cell in grid.cells {
        let all = map.places.map { $0.distance(to: cell.cell.middle) }
        #expect(cell.distance == min(CoverageGrid.farthest, all.min() ?? .infinity))
        #expect(cell.neighbours == all.count { $0 <= CoverageAccuracy.near })
      }
    }
  }

  @Test func `the next walk goes through what is not covered, and through no wall`() throws {
    let (survey, ground, map) = try Self.bentSurvey()
    let coverage = SurveyCoverage(survey, map: map)
    let level = try #require(coverage.levels.first)
    #expect(abs(level.walkable - (3 * 40 + 17 * 3 + 3 * 40)) < 5)
    let next = try #require(level.next)
    let raster = try #require(ground.levels.first?.walkable)
    for (from, to) in zip(next.corners, next.corners.dropFirst()) {
      for share in stride(from: 0.0, through: 1, by: 0.05) {
        let place = LocalPoint(
          x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
        #expect(raster.distance(from: place, limit: 0.5) != nil, "\(place)")
      }
    }
    // The second leg and most of the bridge have no scan within 6 m.
    #expect(next.covers > 120 && next.covers < 180, "\(next.covers)")
    #expect(next.length > 40 && next.length < 75, "\(next.length)")
    #expect(next.corners.count <= 5, "\(next.corners)")
    let ends = next.corners.map(\.y)
    #expect((ends.min() ?? 99) < 5 && (ends.max() ?? 0) > 36)
  }

  /// Two halls of 10 by 24 m beside each other, a wall of 0.2 m between them, and a door of 0.9 m
  /// in it, 10 m from the south: surveyed along a line 4 m from the north alone. Another building
  /// of the same level may lie so many metres to the north-east, and the ground may come in parts
  /// that lie side by side, as large ground does.
  private static func partedSurvey(
    besides other: Double?, isCut: Bool
  ) throws -> (Survey, RadioMap) {
    let level = LevelKey(ordinal: 0)
    let corners: [(x: Double, y: Double)] = [
      (0, 0), (10, 0), (10, 10), (10.2, 10), (10.2, 0), (20.2, 0), (20.2, 24), (10.2, 24),
      (10.2, 10.9), (10, 10.9), (10, 24), (0, 24),
    ]
    func rectangle(_ west: Double, _ south: Double, _ east: Double, _ north: Double)
      -> Polygon<LocalPoint>
    {
      let corners = [(west, south), (east, south), (east, north), (west, north)]
      return Polygon(exterior: corners.map { LocalPoint(x: $0.0, y: $0.1) })
    }
    let ground = Polygon(exterior: corners.map { LocalPoint(x: $0.x, y: $0.y) })
    var parts =
      isCut
      ? [
        rectangle(0, 0, 10, 12), rectangle(0, 12, 10, 24), rectangle(10, 10, 10.2, 10.9),
        rectangle(10.2, 0, 20.2, 24),
      ] : [ground]
    if let other {
      parts.append(rectangle(other, other, other + 3, other + 3))
    }
    var survey = Survey(
      ground: SurveyGround(levels: [
        SurveyGround.LevelGround(key: level, label: "G", outline: parts, walkable: parts)
      ]))
    func scan(_ step: Int, of walk: Int) -> Scan {
      let readings = (0..<6).map { point -> Reading in
        let noise = (step * 3 + walk + point) % 4
        let rssi = -40 - abs(step - 8 * point) - noise
        return Reading(transmitter: .wifi(UInt64(point)), rssi: Int8(rssi))
      }
      let time = Timestamp(milliseconds: Int64(walk * 100_000 + step * 1000))
      return Scan(time: time, readings: readings)
    }
    let walks = (0..<2).map { number -> SurveyWalk in
      let fingerprints = (0..<40).map { step -> Fingerprint in
        let place = LocalPoint(x: 0.5 + 0.48 * Double(step), y: 20)
        return Fingerprint(
          recording: "\(number)", level: level, place: place, scan: scan(step, of: number))
      }
      return SurveyWalk(
        hash: "\(number)", recording: "\(number)", path: [], fingerprints: fingerprints)
    }
    for walk in walks { survey.add(walk) }
    return (survey, try RadioMapBuilder.map(of: walks))
  }

  @Test(arguments: [nil, 700.0, 9000], [false, true])
  func `the next walk leads through a door, and not through the wall beside it`(
    other: Double?, isCut: Bool
  ) throws {
    let (survey, map) = try Self.partedSurvey(besides: other, isCut: isCut)
    let next = try #require(SurveyCoverage(survey, map: map).levels.first?.next)
    var halls: Set<Bool> = []
    for (from, to) in zip(next.corners, next.corners.dropFirst()) {
      halls.formUnion([from.x < 10.1, to.x < 10.1])
      guard (from.x < 10.1) != (to.x < 10.1) else { continue }
      let y = from.y + (10.1 - from.x) / (to.x - from.x) * (to.y - from.y)
      #expect((10...10.9).contains(y), "\(from) to \(to) crosses the wall at \(y)")
    }
    #expect(halls == [true, false], "\(next.corners)")
  }

  /// An airfield's outline isn't a floor.
  @Test func `ground that no building has is told and not covered`() throws {
    let level = LevelKey(ordinal: 0)
    func ground(_ side: Double) -> SurveyGround {
      let field = Polygon(
        exterior: [(0.0, 0.0), (side, 0), (side, side), (0, side)].map {
          LocalPoint(x: $0.0, y: $0.1)
        })
      return SurveyGround(levels: [
        SurveyGround.LevelGround(key: level, label: "G", outline: [field], walkable: [field])
      ])
    }
    for (side, isTold) in [(1900.0, false), (5000, true)] {
      var survey = Survey(ground: ground(side))
      survey.add(Self.walk("a", hears: 1))
      let found = try SurveyCheck(survey).findings.filter { $0.rule == .noGround }
      #expect(found.map { $0.message.contains("25 km² to walk on") } == (isTold ? [true] : []))
    }
  }

  /// Four levels of two and three square kilometres: the largest building has two of all its
  /// floors.
  @Test func `ground of all levels that no building has is told and not covered`() throws {
    let ground = SurveyGround(
      levels: [1900.0, 1500, 1600, 1800].enumerated().map { ordinal, side in
        let field = Polygon(
          exterior: [(0.0, 0.0), (side, 0), (side, side), (0, side)].map {
            LocalPoint(x: $0.0, y: $0.1)
          })
        return SurveyGround.LevelGround(
          key: LevelKey(ordinal: ordinal), label: "\(ordinal)", outline: [field],
          walkable: [field])
      })
    #expect(ground.levels.map { $0.walkable != nil } == [false, true, true, true])
    let excess = try #require(ground.levels[0].excess)
    #expect(
      SurveyGround.excess(excess)
        == "3 km² to walk on, with the other levels more than any building")
  }

  /// A walk of a scan a metre, ten from the south, which hears three transmitters.
  private static func walk(_ name: String, hears first: UInt64) -> SurveyWalk {
    SurveyWalk(
      hash: name, recording: name, path: [],
      fingerprints: (0..<10).map { metre in
        Fingerprint(
          recording: name, level: LevelKey(ordinal: 0),
          place: LocalPoint(x: 1.5, y: Double(metre)),
          scan: Scan(
            time: Timestamp(milliseconds: Int64(metre * 1000)),
            readings: (0..<3).map { Reading(transmitter: .wifi(first + $0), rssi: -50) }))
      })
  }

  /// How many scans cover the cell at the walks' start.
  private static func support(_ walks: [SurveyWalk]) throws -> Int? {
    var survey = Survey(ground: try bentSurvey().1)
    for walk in walks { survey.add(walk) }
    let start = GroundCell(level: LevelKey(ordinal: 0), place: LocalPoint(x: 1.5, y: 1))
    return CoverageGrid(of: survey, map: try RadioMapBuilder.map(of: walks)).cells
      .first { $0.cell == start }?.support
  }

  @Test func `scans that other walks contradict cover nothing`() throws {
    // From the cell's middle, at 2 m to the north, eight of a walk's scans are within 6 m.
    let alone = try Self.support([Self.walk("a", hears: 1)])
    #expect(alone == 8)
    let contradicted = try Self.support([Self.walk("a", hears: 1), Self.walk("b", hears: 11)])
    #expect(contradicted == 0)
    let borneOut = try Self.support([
      Self.walk("a", hears: 1), Self.walk("b", hears: 11), Self.walk("c", hears: 1),
    ])
    #expect(borneOut == 16)
  }

  @Test func `what was surveyed is expected to be better than what was not`() throws {
    let (survey, _, map) = try Self.bentSurvey()
    let coverage = SurveyCoverage(survey, map: map)
    let level = try #require(coverage.levels.first)
    let near = level.cells.filter { $0.tally.scans > 0 }.compactMap { coverage.radius(in: $0) }
    let far = level.cells.filter(\.isGap).compactMap { coverage.radius(in: $0) }
    #expect(!near.isEmpty && !far.isEmpty)
    #expect((near.max() ?? 0) <= (far.min() ?? 0))
  }

  @Test func `a survey of one walk predicts nothing and has gaps all the same`() throws {
    var survey = Survey(ground: try Self.bentSurvey().1)
    let walk = SurveyWalk(
      hash: "1", recording: "1", path: [],
      fingerprints: [
        Fingerprint(
          recording: "1", level: LevelKey(ordinal: 0), place: LocalPoint(x: 1.5, y: 1),
          scan: Scan(
            time: Timestamp(milliseconds: 0),
            readings: [Reading(transmitter: .wifi(1), rssi: -50)]))
      ])
    survey.add(walk)
    let coverage = SurveyCoverage(survey, map: try RadioMapBuilder.map(of: [walk]))
    #expect(coverage.accuracy == nil)
    #expect(coverage.levels.first?.next != nil)
  }

  private static let data = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]

  @Test(.enabled(if: data != nil, "set INDOORKIT_DATA to the unpacked recordings"))
  func `the prediction ranks errors of walks that neither map nor fit has seen`() throws {
    let folder = try #require(Self.data) + "/indoor-location-competition/site1"
    var stream = try RecordingStream(folder)
    var walks: [SurveyWalk] = []
    var sketch = VenueSketch()
    var reads: [ReadRecording] = []
    while let read = try stream.next() {
      sketch.add(read.recording)
      reads.append(read)
    }
    let venue = try sketch.venue(adding: nil, name: "site1", path: folder)
    let placer = FingerprintPlacer(resolver: WaypointResolver(venue: venue))
    walks = reads.map { placer.walk(of: $0.recording, hash: $0.hash).walk }
    let known = walks.enumerated().filter { $0.offset % 4 != 1 }.map(\.element)
    let unseen = walks.enumerated().filter { $0.offset % 4 == 1 }.map(\.element)
    let map = try RadioMapBuilder.map(of: known)
    let accuracy = try #require(CoverageAccuracy(map: map))
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    let scans = try RadioMapBuilder.map(of: unseen)
    var predicted: [Double] = []
    var errors: [Double] = []
    for row in 0..<scans.rowCount {
      let readings = scans.entries(of: row).map {
        Reading(
          transmitter: scans.transmitters[Int(scans.transmitterIndices[$0])], rssi: scans.rssi[$0])
      }
      guard matcher.match(readings) > 0,
        let estimate = NeighbourEstimate(matcher.neighbours, of: matcher.index)
      else { continue }
      let (place, level) = (scans.places[row], scans.levels[Int(scans.levelIndices[row])])
      let distances = (0..<map.rowCount).filter {
        map.levels[Int(map.levelIndices[$0])] == level
      }.map { map.places[$0].distance(to: place) }
      predicted.append(
        accuracy.radius(
          distance: min(CoverageGrid.farthest, distances.min() ?? CoverageGrid.farthest),
          neighbours: distances.count { $0 <= CoverageAccuracy.near }))
      errors.append(estimate.place.distance(to: place))
    }
    #expect(errors.count > 300)
    let rho = try #require(RankCorrelation.spearman(predicted, errors))
    #expect(rho > 0.5, "\(rho)")
    let within = Double(zip(predicted, errors).count { $1 <= $0 }) / Double(errors.count)
    #expect(abs(within - 0.68) < 0.1, "\(within)")
  }
}
