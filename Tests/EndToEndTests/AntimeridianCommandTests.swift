import Foundation
import Testing

/// A plan on Taveuni, which the antimeridian crosses.
@Suite struct AntimeridianCommandTests {
  private let align = [
    "align", "--plan", "\(repository)/docs/demo.png", "--anchor", "40,40=-16.999,179.9995",
    "--anchor", "360,260=-16.9998,-179.9995",
  ]

  @Test func `a plan that is stored without tiles is told, also where it is listed`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let result = try IndoorCommand.run(align + ["--into", venue, "--level", "0"])
      #expect(result.status == 0, "\(result)")
      #expect(result.errors.contains("antimeridian"), "\(result)")
      #expect(result.errors.contains("[no-tiles]"), "\(result)")
      let listed = try IndoorCommand.run("plan", "list", venue, "--json")
      #expect(listed.output.contains("no-tiles"), "\(listed)")
    }
  }

  @Test func `a guide's building whose works lie on both sides lies between them`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("g.gpkg")
      let items = try scratch.write(
        """
        key,title,building,latitude,longitude
        a,Canoe,east,-16.8,179.998
        b,Drum,east,-16.8,-179.996

        """, to: "items.csv")
      let imported = try IndoorCommand.run("guide", "import", file, items)
      #expect(imported.status == 0, "\(imported)")
      let list = try IndoorCommand.run(
        "guide", "list", "items", file, "--by", "building", "--json")
      let root = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any]
      let building = try #require((root?["buildings"] as? [[String: Any]])?.first, "\(list)")
      // The middle of the two, of which one is 2 and the other 4 thousandths from the line.
      let longitude = try #require(building["longitude"] as? Double, "\(list)")
      #expect(abs(longitude + 179.999) < 1e-9, "\(list)")
    }
  }

  /// Longitudes of each ring and each line of a file.
  private func longitudes(_ path: String) throws -> [[Double]] {
    func rings(_ value: Any) -> [[Double]] {
      guard let list = value as? [Any] else { return [] }
      if let points = list as? [[Double]] { return [points.map { $0[0] }] }
      return list.flatMap(rings)
    }
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    let features = try #require((root as? [String: Any])?["features"] as? [[String: Any]])
    return features.flatMap { feature in
      rings((feature["geometry"] as? [String: Any])?["coordinates"] ?? [])
    }
  }

  @Test
  func `what a survey draws across the antimeridian is cut there, and a hall goes round as it did`()
    throws
  {
    try Scratch.with { scratch in
      // Both parts of the hall go counter-clockwise.
      let parts = [(179.9998, 180.0), (-180.0, -179.9997)].map { west, east in
        "[[[\(west),-16.8],[\(east),-16.8],[\(east),-16.7998],[\(west),-16.7998],[\(west),-16.8]]]"
      }.joined(separator: ",")
      let shape = "\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[\(parts)]}"
      let hall = try scratch.write(
        """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":"L","properties":{"feature_type":"level","ordinal":0},\(shape)},
        {"type":"Feature","id":"u","properties":{"feature_type":"unit","level_id":"L","category":"room"},\(shape)}]}
        """, to: "hall.geojson")
      let scans = (0..<30).map {
        "{\"t\":\(1_784_545_200_000 + 2000 * $0),\"wifi\":[[\"02:00:5e:10:00:01\",\(-50 - $0)]]}\n"
      }.joined()
      let walk = try scratch.write(
        """
        {"format":"indoorkit","version":1,"id":"w","level":0}
        {"t":1784545200000,"waypoint":{"latitude":-16.7999,"longitude":179.9999}}
        {"t":1784545260000,"waypoint":{"latitude":-16.7999,"longitude":-179.9998}}
        \(scans)
        """, to: "walk.jsonl")
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("venue", "import", venue, hall)
      try IndoorCommand.run("survey", "import", venue, walk)
      try IndoorCommand.run("survey", "coverage", venue, "--output", scratch.path("cov"))
      try IndoorCommand.run("survey", "check", venue, "--output", scratch.path("found.geojson"))
      for file in ["cov/cells.geojson", "cov/next-walks.geojson", "found.geojson"] {
        let all = try longitudes(scratch.path(file))
        #expect(all.allSatisfy { ($0.max() ?? 0) - ($0.min() ?? 0) < 1 }, "\(file): \(all)")
      }
      #expect(try longitudes(scratch.path("cov/cells.geojson")).contains { $0.contains(180) })
      let export = try IndoorCommand.run(
        "venue", "export", venue, "--as", "geojson", "--output", scratch.path("out.geojson"))
      #expect(export.status == 0 && !export.errors.contains("clockwise"), "\(export)")
    }
  }

  @Test func `control points across the antimeridian place the plan again`() throws {
    try Scratch.with { scratch in
      func map(_ arguments: [String]) throws -> [Double] {
        let result = try IndoorCommand.run(arguments + ["--json"])
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return (json as? [String: Any])?["pageToLocal"] as? [Double] ?? []
      }
      let points = scratch.path("demo.points")
      let first = try map(align + ["--as", "points", "--output", points])
      let again = try map(Array(align.prefix(3)) + ["--anchors", points])
      try #require(first.count == 6 && again.count == 6)
      for (one, other) in zip(first, again) { #expect(abs(one - other) < 1e-6) }
    }
  }

  @Test func `in a style no picture and no outline goes around the world`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run(align + ["--into", venue, "--level", "0"])
      let style = scratch.path("L#1.json")
      let result = try IndoorCommand.run(
        "venue", "export", venue, "--as", "maplibre", "--output", style)
      #expect(result.status == 0, "\(result)")
      let text = try String(contentsOfFile: style, encoding: .utf8)
      #expect(text.contains("\"L%231.plan-0.png\""))
      let shapes = text.matches(of: #/\[\s*\[[-0-9.,\s\[\]]*\]\s*\]/#).map { shape in
        shape.output.matches(of: #/-?[0-9]+\.[0-9]+/#).compactMap { Double($0.output) }
          .filter { abs($0) > 179 && abs($0) < 181 }
      }
      #expect(shapes.count == 2 && shapes.allSatisfy { $0.count >= 4 }, "\(text)")
      for longitudes in shapes {
        #expect((longitudes.max() ?? 9) - (longitudes.min() ?? 0) < 0.01, "\(text)")
      }
    }
  }

  @Test func `a style isn't named as its page`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let page = scratch.path("map.html")
      let result = try IndoorCommand.run(
        "venue", "export", venue, "--as", "maplibre", "--output", page)
      expectBadInput(result, page, "as map.json")
    }
  }
}
