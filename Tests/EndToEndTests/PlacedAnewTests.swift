import Foundation
import Testing

/// What a plan that is placed anew leaves behind in its venue file, on the sample museum.
@Suite struct PlacedAnewTests {
  private static let museum = "\(repository)/FloorPlans/museum"

  private func align(_ options: String..., into file: String) throws -> IndoorCommand.Result {
    let result = try IndoorCommand.run(
      ["align", "--plan", "\(Self.museum)/level-G.pdf", "--into", file] + options)
    #expect(result.status == 0, "\(result)")
    return result
  }

  @Test func `walks that stay where the plan lay are told, where it lies elsewhere now`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("museum.gpkg")
      let anchors = "\(Self.museum)/level-G.anchors.geojson"
      _ = try align("--anchors", anchors, "--level", "0", into: file)
      let walk = try scratch.write(
        """
        {"format":"indoorkit","version":1,"level":0}
        {"t":1000,"waypoint":{"page":[500,600]}}
        {"t":2000,"columns":[["A",-50]]}
        {"t":3000,"waypoint":{"page":[510,600]}}

        """, to: "walk.jsonl")
      try #require(try IndoorCommand.run("survey", "import", file, walk).status == 0)
      let same = try align("--anchors", anchors, "--level", "0", into: file)
      #expect(
        !same.errors.contains("walks-stay") && !same.errors.contains("of the survey on level"))
      let moved = try align(
        "--anchor", "500,600=45.3206,-29.8697", "--anchor", "900,600=45.3206,-29.8695",
        "--level", "0", into: file)
      let told = "1 walk of the survey on level 0 stays where the plan lay before"
      #expect(moved.errors.contains(told), "\(moved)")
      _ = try align("--anchors", anchors, "--level", "1", into: file)
      let tying = ["plan", "align-levels", file, "--tie", "A=0:500,500", "--tie", "A=1:500,500"]
      #expect(try IndoorCommand.run(tying).errors.contains(told))
    }
  }

  @Test func `a label that another level has is told`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("museum.gpkg")
      let anchors = "\(Self.museum)/level-G.anchors.geojson"
      let first = try align("--anchors", anchors, "--level", "0", "--label", "G", into: file)
      #expect(!first.errors.contains("have one label"))
      let other = try align("--anchors", anchors, "--level", "1", "--label", "g", into: file)
      #expect(
        other.errors.contains("the levels of ordinals 1 and 0 have one label, \"g\""), "\(other)")
    }
  }
}
