import Foundation
import Testing

/// QGIS's control points of a DXF, which has no pixels: they are in the drawing's own units.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "install gdal-bin")
)
struct DrawingPointsTests {
  private static let plans = "\(repository)/FloorPlans/museum"

  /// A drawing in the coordinates of a national grid.
  private static let drawing: String = {
    let (x, y) = (691_600.0, 5_334_700.0)
    let lines = (0..<12).flatMap { row -> [[Double]] in
      let up = y + 5 * Double(row)
      return [[x, up, x + 80, up], [x + 6 * Double(row), y, x + 6 * Double(row), y + 55]]
    }
    let entities = lines.map {
      "0\nLINE\n8\n0\n10\n\($0[0])\n20\n\($0[1])\n11\n\($0[2])\n21\n\($0[3])\n"
    }.joined()
    return "0\nSECTION\n2\nENTITIES\n\(entities)0\nENDSEC\n0\nEOF\n"
  }()

  @Test func `they are read and written as they stand in the drawing`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("venue", "import", file, "\(Self.plans)/venue.geojson")
      let plan = try scratch.write(Self.drawing, to: "site.dxf")
      let rows = [
        [-29.8700, 45.3200, 691_610, 5_334_710], [-29.8690, 45.3200, 691_670, 5_334_710],
        [-29.8700, 45.3203, 691_610, 5_334_735],
      ]
      let points = try scratch.write(
        "#CRS: EPSG:4326\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"
          + rows.map { $0.map { "\($0)" }.joined(separator: ",") + ",1,0,0,0\n" }.joined(),
        to: "site.points")
      let placed = try IndoorCommand.run(
        "align", "--plan", plan, "--anchors", points, "--level", "0", "--into", file, "--force")
      #expect(placed.status == 0, "\(placed)")
      #expect(!placed.errors.contains("positive-rows"), "\(placed)")
      let out = scratch.path("out.points")
      let export = try IndoorCommand.run(
        "plan", "export", file, "--level", "0", "--as", "points", "--output", out, "--points-dpi",
        "90")
      #expect(export.status == 0 && export.errors.contains("in its own units"), "\(export)")
      let written = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
        .dropFirst(2).map { $0.split(separator: ",").prefix(4).compactMap { Double($0) } }
      #expect(written.count == 3)
      for (row, other) in zip(rows, written) {
        for (value, again) in zip(row, other) { #expect(abs(value - again) < 1e-6) }
      }
    }
  }

  @Test func `a refined placement is held against the scale that was declared`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("venue", "import", file, "\(Self.plans)/venue.geojson")
      for (scale, isTold) in [("500", true), ("150", false)] {
        let refined = try IndoorCommand.run(
          "align", "--plan", "\(Self.plans)/level-G.pdf", "--anchors",
          "\(Self.plans)/level-G.anchors.geojson", "--level", "0", "--venue", file, "--refine",
          "--declared-scale", scale)
        #expect(refined.status == 0, "\(refined)")
        #expect(refined.errors.contains("[scale-mismatch]") == isTold, "\(refined)")
      }
    }
  }
}
