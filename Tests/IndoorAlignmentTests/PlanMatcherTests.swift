import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorRecordings
import IndoorSimulation
import Testing

private typealias Map = IndoorGeometry.AffineTransform

/// The competition's floors: an image each, whose edges are the outline's bounding box, and the
/// outline and shops as walls.
struct PlanMatcherTests {
  private static let data = ProcessInfo.processInfo.environment["INDOORKIT_DATA"]
  private static let why: Comment = "set INDOORKIT_DATA to the folder of the public recordings"

  private struct Floor {
    var name: String
    var level: LevelKey
    var file: PlanFile
    var truth: Map
    var venue: Venue

    /// Root mean square distance, in metres, of the outline's vertices from where a placement has
    /// them.
    func error(_ placement: Map) throws -> Double {
      let back = try #require(truth.inverse)
      let places = (venue.level(level)?.outline ?? []).flatMap(\.exterior)
        .map { venue.frame.local(from: $0) }
      let squares = places.map { place -> Double in
        let page: PagePoint = back.apply(place)
        let miss = placement.apply(page, as: LocalPoint.self).distance(to: place)
        return miss * miss
      }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// The truth, off by 15 m, 10° and 5% about the page's middle.
    func rough(_ random: inout SplitMix64) -> Map {
      let turn = (random.uniform(-1, 1) < 0 ? -10.0 : 10) * .pi / 180
      let scale = random.uniform(-1, 1) < 0 ? 0.95 : 1.05
      let way = random.uniform(0, 2 * .pi)
      let (re, im) = (scale * Foundation.cos(turn), scale * Foundation.sin(turn))
      let middle: LocalPoint = truth.apply(file.page.box.centre)
      return truth.followed(
        by: Map(
          a: re, b: im, c: -im, d: re,
          tx: middle.x - re * middle.x + im * middle.y + 15 * Foundation.cos(way),
          ty: middle.y - im * middle.x - re * middle.y + 15 * Foundation.sin(way)))
    }
  }

  private static func floors(_ site: String) throws -> [Floor] {
    let folder = try #require(data) + "/indoor-location-competition/\(site)"
    let source = try CompetitionSite(folder)
    let known: Venue? = nil
    let venue = source.merged(into: known, name: site)
    return try source.floors.map { floor in
      let file = try PlanFile(path: #require(floor.imagePath))
      let box = file.page.box
      return Floor(
        name: "\(site)/\(floor.level.label)", level: floor.level.key, file: file,
        truth: floor.imageToLocal(width: box.width, height: box.height, in: venue.frame),
        venue: venue)
    }
  }

  @Test(.enabled(if: data != nil, why), arguments: ["site1", "site2"])
  func `every floor's image is placed without anchors, to half a metre`(site: String) throws {
    for floor in try Self.floors(site) {
      let match = try #require(PlanMatcher(floor.file, venue: floor.venue).find(on: floor.level))
      #expect(match.isSure, "\(floor.name): lift \(match.lift), margin \(match.margin)")
      #expect(try floor.error(match.pageToLocal) < 0.5, "\(floor.name)")
    }
  }

  @Test(.enabled(if: data != nil, why), arguments: ["site1", "site2"])
  func `a start 15 m, 10 degrees and 5 percent off is refined to 0.3 m`(site: String) throws {
    var random = SplitMix64(seed: 15)
    for floor in try Self.floors(site) {
      let matcher = try PlanMatcher(floor.file, venue: floor.venue)
      let match = try #require(matcher.refine(floor.rough(&random), on: floor.level))
      #expect(match.isSure, "\(floor.name): lift \(match.lift), margin \(match.margin)")
      #expect(try floor.error(match.pageToLocal) < 0.3, "\(floor.name)")
    }
  }

  @Test(.enabled(if: data != nil, why))
  func `another building's plan is never taken for sure`() throws {
    let (one, other) = (try Self.floors("site1"), try Self.floors("site2"))
    let venue = try #require(one.first).venue
    for floor in other.prefix(1) {
      for match in try PlanMatcher(floor.file, venue: venue).find() {
        #expect(!match.isSure, "\(floor.name) on \(match.level): \(match.lift), \(match.margin)")
      }
    }
  }

  /// Storeys of a mall have their facades, stairs and many shops above each other.
  @Test(.enabled(if: data != nil, why), arguments: ["F2", "F4", "F8"])
  func `a floor that isn't drawn is not taken for the one that is most like it`(name: String) throws
  {
    let floor = try #require(Self.floors("site2").first { $0.name == "site2/\(name)" })
    var venue = floor.venue
    venue.levels.removeAll { $0.key == floor.level }
    venue.units.removeAll { $0.level == floor.level }
    let matcher = try PlanMatcher(floor.file, venue: venue)
    #expect(matcher.find().first?.isSure == true)
    let error = #expect(throws: AlignmentError.self) { try matcher.place(on: nil) }
    #expect(error?.message.contains("of another level may that isn't drawn") == true)
    #expect(
      try PlanMatcher(floor.file, venue: floor.venue).place(on: nil).match?.level == floor.level)
  }

  /// The building is nearly symmetric: seen in a mirror its plan lies on a quarter of the walls.
  @Test(.enabled(if: data != nil, why))
  func `a real floor's spoilt drawing is placed to half a metre, and its mirror image refused`()
    throws
  {
    let floor = try #require(Self.floors("site1").first { $0.level.ordinal == 1 })
    var faults = TrialPlan.Faults()
    faults.leftOut = 0.3
    faults.noise = 0.7
    faults.turnDegrees = 25
    faults.croppedLeft = 0.15
    faults.croppedBottom = 0.1
    let plan = try #require(
      TrialPlan(of: floor.level, in: floor.venue, faults: faults, seed: 1))
    let file = try PlanFile(bytes: plan.pdf, name: "spoilt.pdf")
    let match = try #require(PlanMatcher(file, venue: floor.venue).find(on: floor.level))
    #expect(match.isSure)
    var drawn = floor
    drawn.truth = plan.pageToLocal
    #expect(try drawn.error(match.pageToLocal) < 0.5)

    faults = TrialPlan.Faults()
    faults.isMirrored = true
    let mirror = try #require(
      TrialPlan(of: floor.level, in: floor.venue, faults: faults, seed: 1))
    let seen = try PlanMatcher(
      PlanFile(bytes: mirror.pdf, name: "mirror.pdf"), venue: floor.venue)
    let wrong = try #require(seen.find(on: floor.level))
    #expect(wrong.lift > PlanMatcher.Match.leastLift)
    #expect(wrong.isMirrored && !wrong.isSure)
  }

  @Test func `a plan without lines is a sentence`() {
    let venue = Venue(id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: 0))
    #expect(throws: AlignmentError.self) {
      try PlanMatcher(PlanFile(bytes: ImagePageTests.png(), name: "plan.png"), venue: venue)
    }
  }
}
