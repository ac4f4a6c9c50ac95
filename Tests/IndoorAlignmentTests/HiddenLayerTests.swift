import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// What a drawing's own program doesn't show is no part of a plan.
struct HiddenLayerTests {
  static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  /// A DXF of 2000 of a box of 50 by 30 on layer WALLS, with a line that leads far beyond it.
  private static func drawing(
    _ layers: [(name: String, flags: Int, colour: Int)], far: String, extra: String = ""
  ) -> [UInt8] {
    func line(_ layer: String, _ ends: [Int], _ extra: String = "") -> String {
      "0\nLINE\n8\n\(layer)\n\(extra)10\n\(ends[0])\n20\n\(ends[1])\n11\n\(ends[2])\n21\n\(ends[3])\n"
    }
    let table = ([("WALLS", 0, 7)] + layers).map {
      "0\nLAYER\n2\n\($0.0)\n70\n\($0.1)\n62\n\($0.2)\n6\nCONTINUOUS\n"
    }
    let box = [[0, 0, 50, 0], [50, 0, 50, 30], [50, 30, 0, 30], [0, 30, 0, 0]]
    let text =
      "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1015\n9\n$DWGCODEPAGE\n3\nANSI_1252\n9\n$CMLSTYLE\n"
      + "2\nENTITIES\n0\nENDSEC\n0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n"
      + table.joined() + "0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n"
      + box.map { line("WALLS", $0) }.joined() + line(far, [0, 0, 500, 300], extra)
      + "0\nENDSEC\n0\nEOF\n"
    // Code page 1252 of what is written here is Latin 1.
    return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// Autodesk's DXF reference: of a layer, 70 has bit 1 where it is frozen and 62 is negative where
  /// it is off; of an entity, 60 is 1 where it is invisible. Capitals don't tell names apart.
  @Test(
    .enabled(if: has("ogr2ogr"), "install gdal-bin"),
    arguments: [
      ([("XREF", 1, 7)], "XREF", ""), ([("BLOCKS", 0, 7), ("XREF", 1, 7)], "XREF", ""),
      ([("ENTITIES", 0, 7), ("XREF", 0, -7)], "XREF", ""),
      ([("M\u{F6}bel", 0, -7)], "M\u{F6}bel", ""),
      ([("Xref", 1, 7)], "XREF", ""), ([("A", 0, 7)], "A", "60\n1\n"),
    ])
  func `a DXF's hidden lines stay out`(
    layers: [(String, Int, Int)], far: String, extra: String
  ) throws {
    let plan = try PlanFile(
      bytes: Self.drawing(layers.map { ($0.0, $0.1, $0.2) }, far: far, extra: extra), name: "p.dxf")
    #expect(abs(plan.page.box.width - 50) < 1e-6 && abs(plan.page.box.height - 30) < 1e-6)
  }

  /// As old Macintoshes end lines, and as some editors mark UTF-8.
  @Test(
    .enabled(if: has("ogr2ogr"), "install gdal-bin"), arguments: [("\r", ""), ("\n", "\u{FEFF}")])
  func `a DXF's line ends and marks change nothing`(end: String, mark: String) throws {
    let drawing = Self.drawing([("XREF", 1, 7)], far: "XREF")
    let text = String(decoding: drawing, as: UTF8.self)
      .replacing("9\n$ACADVER", with: "9\n$INSUNITS\n70\n5\n9\n$ACADVER")
    let plan = try PlanFile(
      bytes: Array((mark + text.replacing("\n", with: end)).utf8), name: "p.dxf")
    #expect(abs(plan.page.box.width - 50) < 1e-6 && abs(plan.page.box.height - 30) < 1e-6)
    // 5 is centimetres.
    #expect(plan.declaredMetresPerUnit == 0.01)
  }

  /// Autodesk's help, "freeze" and "off": a frozen layer hides the blocks that are inserted on it
  /// whole; one that is off hides what lies on it, and what of such a block is on layer 0.
  @Test(
    .enabled(if: has("ogr2ogr"), "install gdal-bin"),
    arguments: [
      (1, 7, "WALLS", "X", "", true), (0, -7, "WALLS", "X", "", true),
      (0, 7, "WALLS", "X", "60\n1\n", true), (1, 7, "X", "WALLS", "", true),
      (1, 7, "X", "0", "", true), (0, -7, "X", "0", "", true), (0, -7, "X", "WALLS", "", false),
      (0, 7, "WALLS", "X", "", false),
    ])
  func `of a DXF's blocks the hidden lines alone stay out`(
    flags: Int, colour: Int, insert: String, line: String, extra: String, isHidden: Bool
  ) throws {
    let text = """
      0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER
      0\nLAYER\n2\nWALLS\n70\n0\n62\n7\n6\nCONTINUOUS
      0\nLAYER\n2\nX\n70\n\(flags)\n62\n\(colour)\n6\nCONTINUOUS\n0\nENDTAB\n0\nENDSEC
      0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n8\n0\n2\nB\n70\n0\n10\n0.0\n20\n0.0\n30\n0.0
      0\nLINE\n8\n\(line)\n\(extra)10\n0.0\n20\n0.0\n11\n500.0\n21\n400.0
      0\nENDBLK\n8\n0\n0\nENDSEC\n0\nSECTION\n2\nENTITIES
      0\nLINE\n8\nWALLS\n10\n0.0\n20\n0.0\n11\n60.0\n21\n40.0
      0\nINSERT\n8\n\(insert)\n2\nB\n10\n0.0\n20\n0.0\n0\nENDSEC\n0\nEOF

      """
    let plan = try PlanFile(bytes: Array(text.utf8), name: "p.dxf")
    #expect(abs(plan.page.box.width - (isHidden ? 60 : 500)) < 1e-6)
  }

  @Test(.enabled(if: has("ogr2ogr"), "install gdal-bin"))
  func `a DXF's lines on a layer that is on are drawn, whatever its name`() throws {
    for name in ["BLOCKS", "M\u{F6}bel", "A"] {
      let plan = try PlanFile(bytes: Self.drawing([(name, 0, 7)], far: name), name: "p.dxf")
      #expect(abs(plan.page.box.width - 500) < 1e-6)
    }
  }

  /// rsvg-convert draws one black pixel of image/png over the page, and nothing of the others.
  @Test(
    .enabled(if: has("rsvg-convert"), "install librsvg2-bin"),
    arguments: [("image/png", 0), ("image/jpg", 1), ("image/webp", 1), ("", 1)])
  func `a picture of a type that isn't drawn is told`(type: String, count: Int) throws {
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 80'><image width='100' height='80' "
      + "href='data:\(type);base64,\(pixel)'/></svg>"
    let plan = try PlanFile(bytes: Array(text.utf8), name: "p.svg")
    let told = plan.warnings.filter { $0.code.rawValue == "drawn-in-part" }
    #expect(told.count == count, "\(plan.warnings)")
    #expect(told.allSatisfy { $0.message.contains("a picture of the type \"\(type)\"") })
  }

  /// XML 1.0, 2.8: comments, declarations and a document type may stand before the root.
  @Test(
    .enabled(if: has("rsvg-convert"), "install librsvg2-bin"),
    arguments: [
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 80'>|</svg>",
      "<ns0:svg xmlns:ns0='http://www.w3.org/2000/svg' xmlns='http://www.w3.org/2000/svg' width='100' height='80'>|</ns0:svg>",
      "<!-- made from <svg width='-5' height='3'> --><svg xmlns='http://www.w3.org/2000/svg' width='100' height='80' viewBox='0 0 100 80'>|</svg>",
      "<!DOCTYPE svg [<!ENTITY a '<svg>'>]>\n<svg xmlns='http://www.w3.org/2000/svg' data-a='>' viewBox = '0 0 100 80'>|</svg>",
      "<!-- <html> --><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 80'>|</svg>",
      "<!--\(String(repeating: " ", count: 9000))--><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 80'>|</svg>",
    ])
  func `an SVG's page is what its root says`(text: String) throws {
    let drawn = text.replacingOccurrences(
      of: "|", with: "<rect x='10' y='10' width='20' height='20'/>")
    let plan = try PlanFile(bytes: Array(drawn.utf8), name: "p.svg")
    #expect((plan.page.box.width - 100).magnitude < 0.01)
    #expect((plan.page.box.height - 80).magnitude < 0.01)
    #expect(plan.warnings.isEmpty)
  }

  @Test(arguments: [
    "<svg:svg xmlns:svg='http://www.w3.org/2000/svg'><svg:rect width='9' height='7'/></svg:svg>",
    "<!-- <svg viewBox='0 0 1 1'> --><svg xmlns='http://www.w3.org/2000/svg'><rect width='9' height='7'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg' desc=\" viewBox='0 0 1 1'\"><rect width='9' height='7'/></svg>",
  ])
  func `an SVG whose root says no page is refused`(text: String) {
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Array(text.utf8), name: "p.svg")
    }
    #expect(error?.message.contains("give it a viewBox") == true)
  }
}
