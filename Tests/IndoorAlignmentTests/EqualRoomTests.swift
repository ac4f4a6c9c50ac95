import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation
import TestWorlds
import Testing

/// Sheets of a part of a corridor of equal rooms: they lie on as many others as well.
struct EqualRoomTests {
  private static let key = SymmetricBuilding.key
  private static let frame = LocalFrame(origin: Coordinate(latitude: 47.3, longitude: 8.5))

  /// A sheet that shows some of the rooms.
  struct Part: CustomTestStringConvertible, Sendable {
    /// Rooms to each side, and their width in metres.
    var rooms = 30
    var width = 4.0
    /// Those that the sheet shows.
    var first: Int
    var count: Int
    var isHinted = true
    /// Metres that its anchors' places are off along the corridor.
    var offset = 0.0

    var testDescription: String {
      "\(count) of \(rooms) rooms of \(width) m from the \(first)th on\(isHinted ? ", hinted" : "")"
        + (offset == 0 ? "" : ", anchors \(offset) m off")
    }

    fileprivate var shown: Venue { venue(first..<first + count) }
    fileprivate var whole: Venue { venue(0..<rooms) }

    private func venue(_ rooms: Range<Int>) -> Venue {
      func box(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Polygon<Coordinate> {
        Polygon(
          exterior: [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map {
            frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
          })
      }
      func room(_ number: Int, _ y: Double) -> IndoorModel.Unit {
        let x = width * Double(number)
        return IndoorModel.Unit(
          id: "\(number),\(y)", level: key, category: "room",
          geometry: [box(x, y, x + width, y + 6)])
      }
      let (low, high) = (width * Double(rooms.lowerBound), width * Double(rooms.upperBound))
      return Venue(
        id: "hotel", name: "Hotel", origin: frame.origin,
        levels: [Level(id: "1", key: key, label: "1", outline: [box(low, 0, high, 14.4)])],
        units: rooms.flatMap { [room($0, 0), room($0, 8.4)] })
    }
  }

  private func sheet(_ part: Part) throws -> (plan: TrialPlan, file: PlanFile) {
    let plan = try #require(
      TrialPlan(
        of: Self.key, in: part.shown, faults: TrialPlan.Faults(), style: TrialPlan.Style(), seed: 5)
    )
    return (plan, try PlanFile(bytes: plan.pdf, name: "plan.pdf"))
  }

  /// Whatever is said of its hand and its top.
  @Test(arguments: [
    Part(first: 0, count: 14), Part(first: 7, count: 14), Part(first: 0, count: 18),
    Part(first: 12, count: 18), Part(first: 5, count: 24), Part(rooms: 47, first: 4, count: 27),
    Part(rooms: 50, first: 12, count: 26),
    Part(rooms: 50, first: 3, count: 30, isHinted: false),
    Part(rooms: 20, width: 3, first: 0, count: 19), Part(rooms: 20, width: 3, first: 1, count: 18),
  ])
  func `a part of a corridor of equal rooms is taken nowhere`(_ part: Part) throws {
    let (plan, file) = try sheet(part)
    var matcher = try PlanMatcher(file, venue: part.whole)
    let (foot, top): (LocalPoint, LocalPoint) = (
      plan.pageToLocal.apply(PagePoint(x: 0, y: 0)), plan.pageToLocal.apply(PagePoint(x: 0, y: 1))
    )
    if part.isHinted {
      matcher.hints.isNotMirrored = true
      matcher.hints.upDegrees = Angle.degrees(atan2(top.x - foot.x, top.y - foot.y))
    }
    let error = #expect(throws: AlignmentError.self) { try matcher.place(on: Self.key) }
    #expect(error?.code == .unsureFit)
    #expect(error?.message.contains("anchors") == true, "\(String(describing: error))")
  }

  /// Booths of a fair, each row some metres further along than the one before.
  @Test(arguments: [0..<4, 1..<5], [2.0, 1.2])
  func `rows that stand askew to the next are taken nowhere where a sheet lacks one`(
    shown: Range<Int>, askew: Double
  ) throws {
    // The sheet shows no outer walls.
    func venue(_ rows: Range<Int>, outline isOutlined: Bool) -> Venue {
      func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Polygon<Coordinate> {
        Polygon(
          exterior: [(x, y), (x + width, y), (x + width, y + height), (x, y + height)].map {
            Self.frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
          })
      }
      let booths = rows.flatMap { row in
        (0..<24).map { number in
          IndoorModel.Unit(
            id: "\(row),\(number)", level: Self.key, category: "room",
            geometry: [box(askew * Double(row) + 3 * Double(number), 7 * Double(row), 3, 3)])
        }
      }
      return Venue(
        id: "fair", name: "Fair", origin: Self.frame.origin,
        levels: [
          Level(
            id: "1", key: Self.key, label: "1", outline: isOutlined ? [box(-6, -6, 100, 46)] : [])
        ],
        units: booths)
    }
    let plan = try #require(
      TrialPlan(
        of: Self.key, in: venue(shown, outline: false), faults: TrialPlan.Faults(),
        style: TrialPlan.Style(), seed: 5))
    var matcher = try PlanMatcher(
      try PlanFile(bytes: plan.pdf, name: "plan.pdf"), venue: venue(0..<5, outline: true))
    let foot: LocalPoint = plan.pageToLocal.apply(PagePoint(x: 0, y: 0))
    let top: LocalPoint = plan.pageToLocal.apply(PagePoint(x: 0, y: 1))
    matcher.hints.isNotMirrored = true
    matcher.hints.upDegrees = Angle.degrees(atan2(top.x - foot.x, top.y - foot.y))
    let error = #expect(throws: AlignmentError.self) { try matcher.place(on: Self.key) }
    #expect(error?.code == .unsureFit)
  }

  /// Anchors that are nearly as far off as the next room is are refused, or right all the same.
  @Test(arguments: [
    Part(rooms: 25, width: 2.8, first: 0, count: 24),
    Part(rooms: 20, width: 2.5, first: 1, count: 18),
    Part(rooms: 40, first: 0, count: 39), Part(rooms: 20, first: 5, count: 10),
    Part(rooms: 30, width: 3.5, first: 0, count: 27, offset: 0.5),
    Part(rooms: 40, first: 0, count: 39, offset: 1.2),
    Part(rooms: 20, first: 5, count: 10, offset: 1.9),
  ])
  func `anchors say which rooms a sheet shows, and walls don't move it to the next ones`(
    _ part: Part
  ) throws {
    let (plan, file) = try sheet(part)
    let frame = Self.frame
    let back = try #require(plan.pageToLocal.inverse)
    let (low, high) = (
      part.width * Double(part.first), part.width * Double(part.first + part.count)
    )
    let corners = [(low, 0.0), (high, 0), (low, 14.4)].map { LocalPoint(x: $0.0, y: $0.1) }
    let anchors = corners.map { place in
      Anchor(
        page: back.apply(place),
        coordinate: frame.coordinate(from: LocalPoint(x: place.x + part.offset, y: place.y)))
    }
    let rough = try PlanAligner(page: file.page, frame: frame).align(anchors)
    let matcher = try PlanMatcher(file, venue: part.whole)
    do throws(AlignmentError) {
      let alignment = try matcher.refine(rough, on: Self.key)
      for place in corners {
        let page: PagePoint = back.apply(place)
        let found: LocalPoint = alignment.pageToLocal.apply(page)
        #expect(found.distance(to: place) < 0.3)
      }
    } catch {
      #expect(error.code == .unsureFit && part.offset > 0.25 * part.width, "\(error.message)")
    }
  }
}
