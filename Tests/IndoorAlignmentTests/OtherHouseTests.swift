import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorSimulation
import TestWorlds
import Testing

/// Sheets of another house of a level's own type, as on a campus or of a row of hotels: as deep,
/// with a corridor in the middle and rooms that are numbered alike, of other widths.
struct OtherHouseTests {
  private static let key = LevelKey(ordinal: 0)
  private static let frame = LocalFrame(origin: Coordinate(latitude: 45, longitude: 7))

  private static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Polygon<
    Coordinate
  > {
    Polygon(
      exterior: [(0.0, 0.0), (width, 0), (width, height), (0, height)].map {
        frame.coordinate(from: LocalPoint(x: x + $0.0, y: y + $0.1))
      })
  }

  /// A house of rooms 101 to 107 above its corridor and as many as fit, from 201, below, all of
  /// them 3 to 7 m wide in steps of 1.2 m.
  private static func house(seed: UInt64) -> Venue {
    var random = SplitMix64(seed: seed)
    func width() -> Double { (random.uniform(3, 7) / 1.2).rounded() * 1.2 }
    let above = (0..<7).map { _ in width() }
    let whole = above.reduce(0, +)
    var below: [Double] = []
    while whole - below.reduce(0, +) > 7 { below.append(width()) }
    below.append(whole - below.reduce(0, +))
    func row(_ widths: [Double], y: Double, height: Double, from first: Int) -> [IndoorModel.Unit] {
      var x = 0.0
      return widths.enumerated().map { index, width in
        defer { x += width }
        let name = String(first + index)
        return Unit(
          id: name, level: key, category: "room", name: name, geometry: [box(x, y, width, height)])
      }
    }
    return Venue(
      id: "v", name: "V", origin: frame.origin,
      levels: [Level(id: "0", key: key, label: "0", outline: [box(0, 0, whole, 14)])],
      units: row(above, y: 8, height: 6, from: 101) + row(below, y: 0, height: 5, from: 201))
  }

  private static func drawing(of house: Venue) throws -> TrialPlan {
    var style = TrialPlan.Style()
    style.hasNames = true
    return try #require(
      TrialPlan(of: key, in: house, faults: TrialPlan.Faults(), style: style, seed: 5))
  }

  private static func sheet(of house: Venue) throws -> PlanFile {
    try PlanFile(bytes: drawing(of: house).pdf, name: "sheet.pdf")
  }

  @Test(arguments: [UInt64](1...12))
  func `another house's sheet is taken nowhere, and the house's own is`(seed: UInt64) throws {
    let house = Self.house(seed: seed)
    let own = try PlanMatcher(try Self.sheet(of: house), venue: house).place(on: Self.key)
    #expect(own.warnings.isEmpty)
    let other = try PlanMatcher(try Self.sheet(of: Self.house(seed: 100 + seed)), venue: house)
    let error = #expect(throws: AlignmentError.self) { try other.place(on: Self.key) }
    #expect(error?.code == .unsureFit)
  }

  @Test func `numbers that slipped by one room are told where the walls tell the place`() throws {
    let house = Self.house(seed: 3)
    var slipped = house
    for (index, unit) in house.units.enumerated() {
      slipped.units[(index + 1) % house.units.count].name = unit.name
    }
    let drawing = try Self.drawing(of: slipped)
    let sheet = try PlanFile(bytes: drawing.pdf, name: "sheet.pdf")
    let back = try #require(drawing.pageToLocal.inverse)
    let anchors = (house.levels.first?.outline.first?.exterior ?? []).map {
      Anchor(page: back.apply(Self.frame.local(from: $0)), coordinate: $0)
    }
    let rough = try PlanAligner(page: sheet.page, frame: house.frame).align(anchors)
    let placed = try PlanMatcher(sheet, venue: house).refine(rough, on: Self.key)
    #expect(placed.warnings.map(\.code.rawValue) == ["names-elsewhere"])
  }
}
