import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation
import TestWorlds
import Testing

/// Plans of corridors and towers that are nearly their own mirror images and half turns; more of
/// them are tried by `SelfFit --symmetric` of the benchmarks.
struct SymmetricBuildingTests {
  typealias Building = SymmetricBuilding

  /// What came of a page.
  private struct Outcome {
    var alignment: PlanAlignment?
    var refusal: AlignmentError?
    /// Metres, root mean square over the outline's vertices.
    var metres = Double.infinity
  }

  private func place(
    _ building: Building, _ contents: SymmetricPage.Contents, isAnchored: Bool = false,
    hint: (inout PlanHints, SymmetricPage) -> Void = { _, _ in }
  ) throws -> Outcome {
    let page = try #require(SymmetricPage(building, contents))
    let file = try PlanFile(bytes: page.plan.pdf, name: "plan.pdf")
    var matcher = try PlanMatcher(file, venue: building.venue)
    hint(&matcher.hints, page)
    var outcome = Outcome()
    do {
      if isAnchored {
        let rough = try PlanAligner(page: file.page, frame: building.venue.frame)
          .align(page.anchors)
        outcome.alignment = try matcher.refine(rough, on: Building.key)
      } else {
        outcome.alignment = try matcher.place(on: Building.key)
      }
    } catch { outcome.refusal = error }
    if let alignment = outcome.alignment {
      let frame = building.venue.frame
      let back = try #require(page.plan.pageToLocal.inverse)
      let places = (building.venue.levels.first?.outline ?? []).flatMap(\.exterior)
        .map { frame.local(from: $0) }
      let squares = places.map { place -> Double in
        let point: PagePoint = back.apply(place)
        let miss = alignment.pageToLocal.apply(point, as: LocalPoint.self).distance(to: place)
        return miss * miss
      }
      outcome.metres = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    return outcome
  }

  @Test(arguments: Building.Kind.allCases, [UInt64](201...203))
  func `room names that plan and venue share tell a building from its half turn and mirror image`(
    kind: Building.Kind, seed: UInt64
  ) throws {
    let outcome = try place(Building(kind, seed: seed), .init(hasNames: true))
    #expect(outcome.metres < 1, "\(outcome.refusal?.message ?? "")")
  }

  @Test(arguments: Building.Kind.allCases, [UInt64](201...203))
  func `a page in a mirror is never taken without anchors, and three that aren't in line place it`(
    kind: Building.Kind, seed: UInt64
  ) throws {
    let building = Building(kind, seed: seed)
    let alone = try place(building, .init(isMirrored: true))
    #expect(alone.alignment == nil && alone.refusal?.code == .unsureFit)
    let anchored = try place(building, .init(isMirrored: true), isAnchored: true)
    #expect(anchored.metres < 1, "\(anchored.refusal?.message ?? "")")
    #expect(anchored.alignment?.isMirrored == true)
  }

  @Test(arguments: Building.Kind.allCases, [UInt64](201...203))
  func `what walls leave open is refused with candidates, and the page's top and hand settle it`(
    kind: Building.Kind, seed: UInt64
  ) throws {
    let building = Building(kind, seed: seed)
    let alone = try place(building, .init())
    if let refusal = alone.refusal {
      #expect(refusal.candidates.count > 1)
      #expect(
        refusal.message.contains("say that it isn't mirrored")
          || refusal.message.contains("tell which way its top lies"), "\(refusal.message)")
    } else {
      #expect(alone.metres < 1)
    }
    let hinted = try place(building, .init()) { hints, page in
      hints.isNotMirrored = true
      hints.upDegrees = page.upDegrees + 30
    }
    #expect(hinted.metres < 1, "\(hinted.refusal?.message ?? "")")
  }

  @Test func `the page's top the wrong way round is no answer that is taken`() throws {
    let building = Building(.corridor, seed: 201)
    let outcome = try place(building, .init(hasNames: true)) { hints, page in
      hints.upDegrees = page.upDegrees + 180
    }
    let refusal = try #require(outcome.refusal)
    #expect(refusal.message.contains("check which way its top lies"), "\(refusal.message)")
  }

  /// A sheet that shows some of a corridor's equal rooms.
  struct PartOfEqualRooms: CustomTestStringConvertible, Sendable {
    /// Rooms to each side, and their width in metres.
    var rooms = 30
    var width = 4.0
    /// Those that the sheet shows.
    var first: Int
    var count: Int
    var isHinted = true

    var testDescription: String {
      "\(count) of \(rooms) rooms of \(width) m from the \(first)th on\(isHinted ? ", hinted" : "")"
    }
  }

  /// It lies on as many others as well, whatever is said of its hand and its top.
  @Test(arguments: [
    PartOfEqualRooms(first: 0, count: 14), .init(first: 7, count: 14), .init(first: 0, count: 18),
    .init(first: 12, count: 18), .init(first: 5, count: 24),
    .init(rooms: 47, first: 4, count: 27),
    .init(rooms: 50, first: 12, count: 26), .init(rooms: 50, first: 3, count: 30, isHinted: false),
    .init(rooms: 20, width: 3, first: 0, count: 19),
    .init(rooms: 20, width: 3, first: 1, count: 18),
  ])
  func `a part of a corridor of equal rooms is taken nowhere`(_ part: PartOfEqualRooms) throws {
    let frame = LocalFrame(origin: Coordinate(latitude: 47.3, longitude: 8.5))
    func box(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Polygon<Coordinate> {
      Polygon(
        exterior: [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map {
          frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
        })
    }
    func venue(_ rooms: Range<Int>) -> Venue {
      let (low, high) = (
        part.width * Double(rooms.lowerBound), part.width * Double(rooms.upperBound)
      )
      func room(_ number: Int, _ y: Double) -> IndoorModel.Unit {
        let x = part.width * Double(number)
        return IndoorModel.Unit(
          id: "\(number),\(y)", level: Building.key, category: "room",
          geometry: [box(x, y, x + part.width, y + 6)])
      }
      return Venue(
        id: "hotel", name: "Hotel", origin: frame.origin,
        levels: [Level(id: "1", key: Building.key, label: "1", outline: [box(low, 0, high, 14.4)])],
        units: rooms.flatMap { [room($0, 0), room($0, 8.4)] })
    }
    let plan = try #require(
      TrialPlan(
        of: Building.key, in: venue(part.first..<part.first + part.count),
        faults: TrialPlan.Faults(), style: TrialPlan.Style(), seed: 5))
    var matcher = try PlanMatcher(
      PlanFile(bytes: plan.pdf, name: "plan.pdf"), venue: venue(0..<part.rooms))
    let (foot, top): (LocalPoint, LocalPoint) = (
      plan.pageToLocal.apply(PagePoint(x: 0, y: 0)), plan.pageToLocal.apply(PagePoint(x: 0, y: 1))
    )
    if part.isHinted {
      matcher.hints.isNotMirrored = true
      matcher.hints.upDegrees = Angle.degrees(atan2(top.x - foot.x, top.y - foot.y))
    }
    let error = #expect(throws: AlignmentError.self) { try matcher.place(on: Building.key) }
    #expect(error?.code == .unsureFit)
    #expect(error?.message.contains("anchors") == true, "\(String(describing: error))")
  }
}
