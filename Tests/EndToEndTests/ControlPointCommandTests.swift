import Foundation
import Testing

/// Control points of QGIS's georeferencer, there and back.
extension AlignWithoutVenueTests {
  @Test(arguments: [(0, 1), (90, 1), (180, 2), (270, 1)])
  func `control points go to QGIS's file and come back`(rotate: Int, userUnit: Int) throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(Self.sheet(rotate: rotate, userUnit: userUnit), to: "sheet.pdf")
      let points = scratch.path("sheet.points")
      let given = try IndoorCommand.run(
        ["align", "--plan", plan, "--as", "points", "--output", points, "--json"]
          + Self.anchors(Self.corners))
      #expect(given.status == 0, "\(given)")
      let lines = try String(contentsOfFile: points, encoding: .utf8).split(separator: "\n")
      #expect(lines[0].hasPrefix("#CRS: GEOGCRS[") && lines[0].hasSuffix("ID[\"EPSG\",4326]]"))
      #expect(lines[1] == "mapX,mapY,sourceX,sourceY,enable,dX,dY,residual")
      // GDAL draws the turned page at 72 dots an inch for each unit that it states: of the page
      // point (20, 20) the pixel is, as `gdal_translate` puts a square there, so far right and
      // down.
      let pixel = Double(userUnit)
      let expected: [Int: (Double, Double)] = [
        0: (20, 280), 90: (20, 20), 180: (380, 20), 270: (280, 380),
      ]
      let source = lines[2].split(separator: ",").compactMap { Double($0) }
      let place = try #require(expected[rotate])
      #expect(abs(source[2] - place.0 * pixel) < 1e-6 && abs(source[3] + place.1 * pixel) < 1e-6)
      let back = try IndoorCommand.run(
        "align", "--plan", plan, "--anchors", points, "--json")
      #expect(back.status == 0, "\(back)")
      func numbers(_ text: String) throws -> [Double] {
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(json?["pageToWebMercator"] as? [Double])
      }
      for (a, b) in try zip(numbers(given.output), numbers(back.output)) {
        #expect(abs(a - b) < 1e-6)
      }
    }
  }

  @Test func `control points without an outlier place the plan where it lies`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(Self.sheet(), to: "sheet.pdf")
      let points = scratch.path("sheet.points")
      // Where the page's middle lies is said 20 points of it too far right.
      let wrong = Self.place(220, 150)
      let given = try IndoorCommand.run(
        ["align", "--plan", plan, "--robust", "--as", "points", "--output", points, "--json"]
          + Self.anchors(Self.corners + [(20, 150), (380, 150)])
          + ["--anchor", "200,150=\(wrong.latitude),\(wrong.longitude)"])
      #expect(given.status == 0 && given.errors.contains("[outlier]"), "\(given)")
      let enabled = try String(contentsOfFile: points, encoding: .utf8).split(separator: "\n")
        .dropFirst(2).map { $0.split(separator: ",")[4] }
      #expect(enabled == ["1", "1", "1", "1", "1", "1", "0"])
      let back = try IndoorCommand.run("align", "--plan", plan, "--anchors", points, "--json")
      func numbers(_ text: String) throws -> [Double] {
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(json?["pageToWebMercator"] as? [Double])
      }
      for (a, b) in try zip(numbers(given.output), numbers(back.output)) {
        #expect(abs(a - b) < 1e-6)
      }
      // Whatever the file is called, its rows count downwards from the top.
      let text = scratch.path("sheet.txt")
      try FileManager.default.copyItem(atPath: points, toPath: text)
      let turned = try IndoorCommand.run(
        "align", "--plan", plan, "--anchors", text, "--page-origin", "top-left", "--json")
      #expect(turned.status == 0 && turned.errors.contains("[no-effect]"), "\(turned)")
      #expect(try numbers(turned.output) == numbers(back.output))
    }
  }

  @Test func `a file of anchors may have a number sign in its name`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(Self.sheet(), to: "sheet.pdf")
      let features = Self.corners.map { x, y in
        let place = Self.place(x, y)
        return """
          {"type": "Feature", "properties": {"page": [\(x), \(y)]}, "geometry":
            {"type": "Point", "coordinates": [\(place.longitude), \(place.latitude)]}}
          """
      }
      let anchors = try scratch.write(
        #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ", "))]}"#,
        to: "EG.json#1.geojson")
      let placed = try IndoorCommand.run("align", "--plan", plan, "--anchors", anchors)
      #expect(placed.status == 0, "\(placed)")
    }
  }
}
