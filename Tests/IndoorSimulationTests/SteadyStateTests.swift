import CountedAllocations
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorSimulation
import IndoorSurveying
import TestWorlds
import Testing

/// What locating asks of the memory once it goes: nothing, so that it takes as long the thousandth
/// time as the first.
@Suite(
  .enabled(if: !isDebug, "run with -c release, as make test does"),
  .enabled(if: countedAllocations() >= 0, "allocations are counted on glibc only"))
struct SteadyStateTests {
  /// How a phone is located: with all it has, without the walls, without steps, each scan for
  /// itself, and some seconds later.
  private static let ways: [Positioner.Parameters] = {
    var ways = Array(repeating: Positioner.Parameters(), count: 5)
    ways[1].inputs.remove(.map)
    ways[2].inputs = [.wifi, .ble, .map]
    ways[3].scanAlone = true
    ways[4].lag = 5
    return ways
  }()

  @Test(arguments: ways.indices)
  func `no observation of a walk through the museum allocates`(way: Int) throws {
    let museum = try SurveyedMuseum.shared.get()
    let map = PositioningMap(venue: museum.venue, map: museum.map)
    var positions = 0
    for visit in museum.visits {
      var positioner = Positioner(map: map, parameters: Self.ways[way])
      let observations = visit.observations
      // The first fix finds its particles and its columns of numbers.
      let begin = try #require(observations.first?.time)
      var allocations = 0
      var kinds: Set<Int> = []
      for observation in observations {
        let before = countedAllocations()
        let position = positioner.update(observation)
        let after = countedAllocations()
        guard observation.time.seconds(since: begin) > 10 else { continue }
        allocations += after - before
        if after > before { kinds.insert(Self.kind(of: observation)) }
        if position != nil { positions += 1 }
      }
      #expect(allocations == 0, "\(visit.id): at observations of kind \(kinds)")
    }
    #expect(positions > 100)
  }

  private static func kind(of observation: Observation) -> Int {
    switch observation {
    case .scan: 0
    case .acceleration: 1
    case .angularRate: 2
    case .magneticField: 3
    case .pressure: 4
    case .fix: 5
    }
  }

  @Test(arguments: Matching.Distance.allCases)
  func `no search for neighbours allocates`(distance: Matching.Distance) throws {
    let museum = try SurveyedMuseum.shared.get()
    let scans = museum.scans
    var matching = Matching.literature
    matching.distance = distance
    var matcher = NearestRows(index: NearestRowsIndex(map: museum.map, matching: matching))
    var allocations = 0
    var found = 0
    for (number, scan) in scans.enumerated() {
      let before = countedAllocations()
      found += matcher.match(scan.readings) > 0 ? 1 : 0
      let estimate = NeighbourEstimate(matcher.neighbours, of: matcher.index)
      if number > 0 { allocations += countedAllocations() - before }
      #expect((estimate == nil) == matcher.neighbours.isEmpty)
    }
    #expect(allocations == 0)
    #expect(found > scans.count / 2)
  }

  @Test func `no scan compared with every row allocates`() throws {
    let museum = try SurveyedMuseum.shared.get()
    var matcher = CosineScores(index: CosineIndex(map: museum.map))
    var allocations = 0
    for (number, scan) in museum.scans.enumerated() {
      let before = countedAllocations()
      _ = matcher.match(scan.readings)
      if number > 0 { allocations += countedAllocations() - before }
    }
    #expect(allocations == 0)
    #expect(matcher.scores.contains { $0 > 0.5 })
  }
}
