import Foundation
import Testing

/// The scale on paper of plans whose unit isn't a PDF's.
@Suite struct PaperScaleTests {
  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  /// The meridian's metres a degree at 48° N, on WGS 84.
  private static let degree = 111_195.0

  /// Two anchors, one above the other, so many units and metres apart.
  private func anchors(_ units: Double, metres: Double) -> [String] {
    ["--anchor", "0,0=48,11", "--anchor", "0,\(units)=\(48 + metres / Self.degree),11"]
  }

  /// CSS Values and Units 3, 5.2: an inch has 96 pixels, so that 378 of them are 100 mm.
  @Test(.enabled(if: has("rsvg-convert"), "install librsvg2-bin"))
  func `an SVG's scale on paper is of 96 pixels an inch`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="200mm" height="200mm" viewBox="0 0 200 200">
        <path d="M10 10H190V190Z" fill="none" stroke="black"/></svg>
        """, to: "plan.svg")
      let right = anchors(96 / 0.0254 * 0.1, metres: 50)
      let common = ["align", "--plan", plan] + right
      let report = scratch.path("report.html")
      let placed = try IndoorCommand.run(common + ["--declared-scale", "500", "--report", report])
      #expect(placed.output.contains(", 1 : 500, "), "\(placed)")
      #expect(!placed.errors.contains("scale-mismatch"), "\(placed)")
      let html = try String(contentsOfFile: report, encoding: .utf8)
      #expect(html.contains("Print at true scale, 1 : 500"))
      #expect(html.contains("on a sheet of 200 × 200 mm"))
      let other = try IndoorCommand.run(common + ["--declared-scale", "375"])
      #expect(other.errors.contains("[scale-mismatch]"), "\(other)")
    }
  }

  private func drawing(unit: Int?) -> String {
    let header = unit.map { "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n\($0)\n0\nENDSEC\n" } ?? ""
    let lines = [(0, 0, 20000, 0), (20000, 0, 20000, 10000)].map { x, y, u, v in
      "0\nLINE\n8\n0\n10\n\(x)\n20\n\(y)\n11\n\(u)\n21\n\(v)\n"
    }
    return "\(header)0\nSECTION\n2\nENTITIES\n\(lines.joined())0\nENDSEC\n0\nEOF\n"
  }

  /// Autodesk's DXF reference: `$INSUNITS` is 4 for millimetres; drawn is at full size.
  @Test(.enabled(if: has("ogr2ogr"), "install gdal-bin"))
  func `a DXF's scale is 1 to 1 by its unit, and none where it states none`() throws {
    try Scratch.with { scratch in
      for (unit, words) in [
        (4, ", 1 : 1, "), (1, ", 25.4 : 1, "), (22, ", 25.4 : 1, "), (nil, ", 0.001 m a unit, "),
      ] {
        let plan = try scratch.write(drawing(unit: unit), to: "plan.dxf")
        let common = ["align", "--plan", plan] + anchors(10_000, metres: 10)
        let placed = try IndoorCommand.run(common)
        #expect(placed.status == 0 && placed.output.contains(words), "\(placed)")
        let declared = try IndoorCommand.run(common + ["--declared-scale", "100"])
        #expect(
          declared.errors.contains(unit == nil ? "[no-effect]" : "[scale-mismatch]"), "\(declared)")
      }
    }
  }
}
