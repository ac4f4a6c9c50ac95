import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

import IndoorSimulation

struct SheetTests {
  private let building = BuildingDescription.museum

  private func level(_ sheet: Sheet) throws -> LevelDescription {
    try #require(building.levels.first { $0.ordinal == sheet.ordinal })
  }

  @Test func `the cross-reference table leads to every object`() throws {
    for sheet in Sheet.museum {
      let bytes = sheet.pdf(of: try level(sheet), in: building)
      let text = String(decoding: bytes, as: Unicode.ASCII.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let table = try #require(lines.lastIndex { $0 == "xref" })
      for number in 1...7 {
        let offset = try #require(Int(lines[table + 2 + number].prefix(10)))
        let start = Array("\(number) 0 obj".utf8)
        #expect(Array(bytes[offset..<(offset + start.count)]) == start)
      }
    }
  }

  @Test func `the same description gives the same bytes and anchors`() throws {
    for sheet in Sheet.museum {
      let level = try level(sheet)
      #expect(sheet.pdf(of: level, in: building) == sheet.pdf(of: level, in: building))
      let first = sheet.anchors(of: level, in: building, seed: 1)
      #expect(first == sheet.anchors(of: level, in: building, seed: 1))
      #expect(first != sheet.anchors(of: level, in: building, seed: 2))
    }
  }

  @Test func `one page is turned and one is cropped off the origin`() {
    #expect(Sheet.museum.map(\.rotate) == [0, 0, 90])
    #expect(Sheet.museum[0].cropBox.minimum == PagePoint(x: 36, y: 36))
    #expect(Sheet.museum[0].mediaBox.maximum == PagePoint(x: 2456, y: 1756))
    #expect(Sheet.museum[2].cropBox.maximum == PagePoint(x: 1684, y: 2384))
  }

  @Test func `a sheet's scale is millimetres of paper a metre of ground`() throws {
    for sheet in Sheet.museum {
      let toPage = sheet.buildingToPage(of: try level(sheet))
      let a: PagePoint = toPage.apply(BuildingPoint(20, 10))
      let b: PagePoint = toPage.apply(BuildingPoint(30, 10))
      // 1:100 draws 10 m as 100 mm, 72 points an inch of 25.4 mm.
      #expect(abs(a.distance(to: b) - 10_000 / sheet.scale / 25.4 * 72) < 1e-9)
      #expect(toPage.determinant > 0)
    }
  }

  @Test func `a reader sees the building upright on the turned page`() throws {
    let sheet = Sheet.museum[2]
    let toPage = sheet.buildingToPage(of: try level(sheet))
    let a: PagePoint = toPage.apply(BuildingPoint(0, 0))
    let b: PagePoint = toPage.apply(BuildingPoint(10, 0))
    // /Rotate 90 turns clockwise: what points up in user space points right on the screen.
    #expect(abs(b.x - a.x) < 1e-9)
    #expect(b.y > a.y)
  }

  @Test func `anchors lie within their stated noise of what the drawing shows`() throws {
    for sheet in Sheet.museum {
      let level = try level(sheet)
      let toPage = sheet.buildingToPage(of: level)
      let anchors = sheet.anchors(of: level, in: building, seed: 2026)
      #expect(anchors.count >= 4)
      let site = LocalFrame(origin: building.site.origin)
      let turn = Angle.radians(-building.site.rotationDegrees)
      for anchor in anchors {
        let local = site.local(from: anchor.coordinate)
        let grid = BuildingPoint(
          cos(turn) * local.x - sin(turn) * local.y, sin(turn) * local.x + cos(turn) * local.y)
        let exact: PagePoint = toPage.apply(grid)
        #expect(exact.distance(to: anchor.page) < 4 * 0.3)
        #expect(sheet.cropBox.contains(anchor.page))
      }
    }
  }
}
