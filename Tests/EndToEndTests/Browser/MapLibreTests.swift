import Foundation
import GRDB
import IndoorGeometry
import Testing

/// Plans as `plan export` hands them to web maps, looked at in a browser.
@Suite(.serialized, .enabled(if: Browser.isThere, Browser.remedy)) struct MapLibreTests {
  /// A page with every oddity, 50 m by 30 m at a tenth of a metre a unit: two walls, 0.4 m thick,
  /// one along x and one along y.
  private static let pdf: String = {
    let content = "1 0 0 rg 100 148 300 4 re f 0 0 1 rg 448 40 4 220 re f"
    return """
      %PDF-1.7
      1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
      2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj
      3 0 obj << /Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox [-50 -30 550 370] /CropBox [0 0 500 300]
        /Rotate 90 /UserUnit 2 >> endobj
      4 0 obj << /Length \(content.utf8.count) >> stream
      \(content)
      endstream endobj
      trailer << /Root 1 0 R /Size 5 >>
      """
  }()

  /// Where the page's point lies when its (250, 150) lies in the middle of the venue and its x axis
  /// is turned by 30°.
  private static func place(_ x: Double, _ y: Double) -> Coordinate {
    let frame = LocalFrame(origin: Coordinate(latitude: 52.50025, longitude: 13.4005))
    let (dx, dy) = ((x - 250) * 0.1, (y - 150) * 0.1)
    let (c, s) = (3.0.squareRoot() / 2, 0.5)
    return frame.coordinate(from: LocalPoint(x: c * dx - s * dy, y: s * dx + c * dy))
  }

  private static func wall(
    _ from: (Double, Double), _ to: (Double, Double), ink: [Double]
  ) -> Browser.Wall {
    let (a, b) = (place(from.0, from.1), place(to.0, to.1))
    return Browser.Wall(
      from: [a.longitude, a.latitude], to: [b.longitude, b.latitude], ink: ink)
  }

  private static let walls = [
    wall((100, 150), (400, 150), ink: [1, -0.5, -0.5]),
    wall((450, 40), (450, 260), ink: [-0.5, -0.5, 1]),
  ]

  /// Imports the small venue, places the page by two anchors, and exports it.
  private func export(as format: String, to name: String, in scratch: Scratch) throws -> String {
    let venue = try SmallVenue.imported(in: scratch)
    let plan = try scratch.write(Self.pdf, to: "plan.pdf")
    let anchors = [(100.0, 150.0), (400, 150)].flatMap { x, y -> [String] in
      let place = Self.place(x, y)
      return ["--anchor", "\(x),\(y)=\(place.latitude),\(place.longitude)"]
    }
    let aligned = try IndoorCommand.run(
      ["align", "--plan", plan, "--into", venue, "--level", "0"] + anchors)
    #expect(aligned.status == 0, "\(aligned)")
    let output = scratch.path(name)
    let exported = try IndoorCommand.run(
      "plan", "export", venue, "--level", "0", "--as", format, "--output", output)
    #expect(exported.status == 0, "\(exported)")
    return output
  }

  /// Within 2 cm, half a pixel of the screen at zoom 20. The walls are 30 m and 22 m long.
  private func expectInPlace(_ found: [Browser.Found]) {
    #expect(found.count == Self.walls.count)
    for wall in found {
      #expect((wall.offsets + wall.ends).allSatisfy { abs($0) < 0.02 }, "\(wall)")
    }
  }

  @Test func `MapLibre draws the walls of an exported style where they stand`() throws {
    try Scratch.with { scratch in
      _ = try export(as: "maplibre", to: "style.json", in: scratch)
      let found = try Browser.find(Self.walls, style: "style.json", zoom: 20, in: scratch)
      expectInPlace(found)
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gdalwarp"),
      "install gdal-bin to make tiles"))
  func `MapLibre draws the walls of exported tiles where they stand`() throws {
    try Scratch.with { scratch in
      let path = try export(as: "mbtiles", to: "plan.mbtiles", in: scratch)
      let zooms = try DatabaseQueue(path: path).read { database in
        for row in try Row.fetchAll(database, sql: "SELECT * FROM tiles") {
          let (z, x, y): (Int, Int, Int) = (row["zoom_level"], row["tile_column"], row["tile_row"])
          // MBTiles counts rows from the south.
          try scratch.write(
            [UInt8](row["tile_data"] as Data), to: "\(z)/\(x)/\((1 << z) - 1 - y).png")
        }
        return try Int.fetchAll(database, sql: "SELECT DISTINCT zoom_level FROM tiles ORDER BY 1")
      }
      let (low, high) = (try #require(zooms.first), try #require(zooms.last))
      let middle = Self.place(250, 150)
      try scratch.write(
        """
        {"version": 8, "center": [\(middle.longitude), \(middle.latitude)],  "zoom": 17,
         "sources": {"plan": {"type": "raster", "tileSize": 256, "minzoom": \(low), "maxzoom": \(high),
          "tiles": ["{z}/{x}/{y}.png"]}},
         "layers": [{"id": "plan", "type": "raster", "source": "plan", "paint": {"raster-fade-duration": 0}}]}
        """, to: "style.json")
      let found = try Browser.find(Self.walls, style: "style.json", zoom: 20, in: scratch)
      expectInPlace(found)
      // Half as near, tiles come from the overviews.
      expectInPlace(try Browser.find(Self.walls, style: "style.json", zoom: 19, in: scratch))
    }
  }
}
