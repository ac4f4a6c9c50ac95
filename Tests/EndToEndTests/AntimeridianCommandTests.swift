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
