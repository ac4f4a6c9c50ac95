import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation
import IndoorVenues
import Testing

/// Without optimisation a fit takes half a minute.
private let isDebug: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()

/// Drawings of the sample museum's levels with what drawings have wrong. On real buildings `make
/// benchmark-fit` does the same.
@Suite(.enabled(if: !isDebug, "run with -c release, as make test does"))
struct SpoiltPlanTests {
  private typealias Map = IndoorGeometry.AffineTransform
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../FloorPlans/museum").standardized.path

  private static func museum() throws -> Venue {
    var sources = VenueImport()
    try sources.read(folder + "/venue.geojson")
    return try sources.finish().venue
  }

  /// A drawing and a picture of it, each with where its page lies.
  private static func plans(
    of ordinal: Int, in venue: Venue, _ change: (inout TrialPlan.Faults) -> Void
  ) throws -> [(file: PlanFile, truth: Map)] {
    var faults = TrialPlan.Faults()
    change(&faults)
    let plan = try #require(
      TrialPlan(of: LevelKey(ordinal: ordinal), in: venue, faults: faults, seed: 4))
    let pdf = try PlanFile(bytes: plan.pdf, name: "drawing.pdf")
    let png = try PlanFile(bytes: #require(PlanPreview.png(of: pdf).png), name: "picture.png")
    let box = pdf.page.box
    let toPage = Map(
      a: box.width / png.page.box.width, b: 0, c: 0, d: -box.height / png.page.box.height,
      tx: box.minimum.x, ty: box.maximum.y)
    return [(pdf, plan.pageToLocal), (png, toPage.followed(by: plan.pageToLocal))]
  }

  /// Root mean square distance, in metres, of the outline's vertices from where a placement has
  /// them.
  private static func error(
    _ placement: Map, _ truth: Map, _ ordinal: Int, _ venue: Venue
  ) throws -> Double {
    let back = try #require(truth.inverse)
    let level = try #require(venue.level(LevelKey(ordinal: ordinal)))
    let places = level.outline.flatMap(\.exterior).map { venue.frame.local(from: $0) }
    let squares = places.map { place -> Double in
      let miss = placement.apply(back.apply(place, as: PagePoint.self), as: LocalPoint.self)
        .distance(to: place)
      return miss * miss
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  @Test(arguments: [0])
  func
    `a turned, cropped plan with noise and a third of the rooms missing is placed to half a metre`(
      ordinal: Int
    ) throws
  {
    let venue = try Self.museum()
    let plans = try Self.plans(of: ordinal, in: venue) {
      $0.leftOut = 0.3
      $0.noise = 0.5
      $0.turnDegrees = 25
      $0.croppedLeft = 0.15
      $0.croppedBottom = 0.1
    }
    for plan in plans {
      let placed = try PlanMatcher(plan.file, venue: venue).place(on: LevelKey(ordinal: ordinal))
      #expect(try Self.error(placed.pageToLocal, plan.truth, ordinal, venue) < 0.5)
    }
  }

  @Test(arguments: [0])
  func `a mirrored plan is refused, with the mirror named`(ordinal: Int) throws {
    let venue = try Self.museum()
    for plan in try Self.plans(of: ordinal, in: venue, { $0.isMirrored = true }) {
      let refusal = #expect(throws: AlignmentError.self) {
        try PlanMatcher(plan.file, venue: venue).place(on: LevelKey(ordinal: ordinal))
      }
      #expect(refusal?.code == .unsureFit)
      #expect(refusal?.message.contains("mirror") == true)
    }
  }

  @Test func `a rough placement that mirrors the plan is refined in the mirror, and flagged`()
    throws
  {
    let venue = try Self.museum()
    for plan in try Self.plans(of: 0, in: venue, { $0.isMirrored = true }) {
      let off = plan.truth.followed(by: Map(a: 1.02, b: 0.03, c: -0.03, d: 1.02, tx: 2, ty: -3))
      let match = try #require(
        PlanMatcher(plan.file, venue: venue).refine(off, on: LevelKey(ordinal: 0)))
      #expect(match.isSure)
      #expect(try Self.error(match.pageToLocal, plan.truth, 0, venue) < 0.3)
    }
  }

  @Test func `a plan stretched by 1% is fitted and reported`() throws {
    let venue = try Self.museum()
    for plan in try Self.plans(of: 0, in: venue, { $0.stretch = 0.01 }) {
      let placed = try PlanMatcher(plan.file, venue: venue).place(on: LevelKey(ordinal: 0))
      #expect(placed.warnings.map(\.code).contains(.unequalScales))
      #expect(try Self.error(placed.pageToLocal, plan.truth, 0, venue) < 0.1)
    }
  }

  @Test func `another level's plan is laid where it belongs, and the level that fits better named`()
    throws
  {
    let venue = try Self.museum()
    let plan = try #require(Self.plans(of: 1, in: venue) { _ in }.first)
    let placed = try PlanMatcher(plan.file, venue: venue).place(on: LevelKey(ordinal: 0))
    #expect(try Self.error(placed.pageToLocal, plan.truth, 1, venue) < 0.5)
    #expect(placed.warnings.map(\.code).contains(.otherLevelFits))
  }

  @Test
  func `a site plan three times as wide as the building is placed to half a metre or refused`()
    throws
  {
    let venue = try Self.museum()
    for plan in try Self.plans(of: 0, in: venue, { $0.frame = 3 }) {
      let match = try #require(
        PlanMatcher(plan.file, venue: venue).find(on: LevelKey(ordinal: 0)))
      let error = try Self.error(match.pageToLocal, plan.truth, 0, venue)
      #expect(!match.isSure || error < 0.5)
    }
  }
}
