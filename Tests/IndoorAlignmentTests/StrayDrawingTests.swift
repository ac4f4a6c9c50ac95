import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Drawings with something far from the rest.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "install gdal-bin")
)
struct StrayDrawingTests {
  private typealias Line = (x: Double, y: Double, u: Double, v: Double)

  /// A hundred rows of two lines each, 20 by 9.9 m in millimetres.
  private static func rows(from x: Double) -> [Line] {
    (0..<100).flatMap { row in
      let y = 2000 + 100 * Double(row)
      return [(x, y, x + 10_000, y), (x + 10_000, y, x + 20_000, y)]
    }
  }

  private func plan(_ lines: [Line]) throws -> PlanFile {
    let entities = lines.map {
      "0\nLINE\n8\n0\n10\n\($0.x)\n20\n\($0.y)\n11\n\($0.u)\n21\n\($0.v)\n"
    }.joined()
    let text = "0\nSECTION\n2\nENTITIES\n\(entities)0\nENDSEC\n0\nEOF\n"
    return try PlanFile(bytes: Array(text.utf8), name: "plan.dxf")
  }

  private func warnings(_ plan: PlanFile) -> [AlignmentWarning] {
    plan.warnings.filter { $0.code == .strayDrawing }
  }

  private let building = BoundingBox(
    minimum: PagePoint(x: 1000, y: 2000), maximum: PagePoint(x: 21_000, y: 11_900))

  @Test(arguments: [1, 2])
  func `a line or two kilometres away aren't in the page, which is told`(count: Int) throws {
    let strays: [Line] = [(3e7, 4e7, 3e7 + 200, 4e7), (-9e8, 0, -9e8, 100)]
    let plan = try plan(Self.rows(from: 1000) + strays.prefix(count))
    #expect(plan.page.box == building)
    let message = try #require(warnings(plan).first?.message)
    #expect(message.contains("\(count) of its \(200 + count) lines and texts lie"), "\(message)")
    #expect(message.contains("(30000100, 40000000)"), "\(message)")
  }

  @Test func `of two halves far apart neither is stray, and three lines of 203 are too many`()
    throws
  {
    let apart = try plan(Self.rows(from: 1000) + Self.rows(from: 5e7))
    #expect(warnings(apart).isEmpty && apart.page.box.width == 5e7 + 19_000)
    let three = (0..<3).map { (5e7, Double($0), 5e7 + 9, Double($0)) as Line }
    let many = try plan(Self.rows(from: 1000) + three)
    #expect(warnings(many).isEmpty && many.page.box.width == 5e7 - 991)
  }

  /// The larger side is then 19 and 21 times the building's.
  @Test(arguments: [(19.0, false), (21, true)])
  func `what makes the page less than twenty times larger is in it`(
    times: Double, isStray: Bool
  ) throws {
    let end = 1000 + times * 20_000
    let plan = try plan(Self.rows(from: 1000) + [(end - 100, 2000, end, 2000)])
    #expect(warnings(plan).isEmpty != isStray)
    #expect(plan.page.box.maximum.x == (isStray ? 21_000 : end))
  }

  @Test func `the line around a site stays about its only building`() throws {
    let site: [Line] = [(-1e6, -1e6, 1e6, -1e6), (1e6, -1e6, 1e6, 1e6)]
    let plan = try plan(Self.rows(from: 1000) + site)
    #expect(warnings(plan).isEmpty && plan.page.box.width == 2e6)
  }
}
