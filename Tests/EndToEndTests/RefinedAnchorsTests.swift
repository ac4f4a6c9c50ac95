import Foundation
import Testing

/// What is said of anchors of a plan that is then laid on walls.
@Suite struct RefinedAnchorsTests {
  private static let museum = "\(repository)/FloorPlans/museum"

  /// All of them 4.7 m to the east: 0.00006° of longitude at 45° N.
  @Test func `walls that lay a plan far from its anchors are told`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("museum.gpkg")
      try IndoorCommand.run("venue", "import", venue, "\(Self.museum)/venue.geojson")
      for (shift, isTold) in [(0.0, false), (0.00006, true)] {
        let text = try String(
          contentsOfFile: "\(Self.museum)/level-G.anchors.geojson", encoding: .utf8)
        let moved = text.replacing(#/-29\.8[0-9]+/#) { "\((Double($0.output) ?? 0) + shift)" }
        let anchors = try scratch.write(moved, to: "moved.geojson")
        let told = try IndoorCommand.run(
          "align", "--plan", "\(Self.museum)/level-G.pdf", "--anchors", anchors, "--venue", venue,
          "--level", "0", "--refine")
        #expect(told.status == 0, "\(told)")
        #expect(
          (told.output + told.errors).contains("m (root mean square) from its anchors") == isTold,
          "\(told)")
      }
    }
  }

  @Test func `an anchor that is left out counts neither before nor on the walls`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("museum.gpkg")
      try IndoorCommand.run("venue", "import", venue, "\(Self.museum)/venue.geojson")
      // One of the six lies 23 m off: 0.0003° of longitude at 45° N.
      let right = try String(
        contentsOfFile: "\(Self.museum)/level-G.anchors.geojson", encoding: .utf8)
      try #require(right.contains("-29.869547798"))
      let anchors = try scratch.write(
        right.replacing("-29.869547798", with: "-29.869247798"), to: "wrong.geojson")
      let common = [
        "align", "--plan", "\(Self.museum)/level-G.pdf", "--anchors", anchors, "--venue", venue,
        "--level", "0",
      ]
      for more in [["--robust"], ["--robust", "--refine"]] {
        let told = try IndoorCommand.run(common + more)
        #expect(told.output.contains("by 5 of 6 anchors"), "\(told)")
        let json = try #require(
          try JSONSerialization.jsonObject(
            with: Data(IndoorCommand.run(common + more + ["--json"]).output.utf8))
            as? [String: Any])
        // The others are drawn and surveyed to a few centimetres.
        #expect((json["rmseMetres"] as? Double ?? 99) < 0.2, "\(json)")
        let marks = try #require(json["anchors"] as? [[String: Any]])
        #expect(marks.map { $0["leftOut"] as? Bool } == [false, false, true, false, false, false])
      }
      for (more, told) in [
        (["--robust"], "of 5 anchors, 1 left out"), (["--force"], "of 6 anchors, r"),
      ] {
        try IndoorCommand.run(common.map { $0 == "--venue" ? "--into" : $0 } + more)
        let lists = try ["plan list", "venue info"].map {
          try IndoorCommand.run($0.split(separator: " ").map(String.init) + [venue]).output
        }
        #expect(lists.allSatisfy { $0.contains(told) }, "\(lists)")
        let listed = try JSONSerialization.jsonObject(
          with: Data(IndoorCommand.run("plan", "list", venue, "--json").output.utf8))
        let plans = (listed as? [String: Any])?["plans"] as? [[String: Any]]
        let plan = try #require(plans?.first)
        let counts = told.contains("left out") ? [5, 1] : [6, 0]
        #expect([plan["anchors"], plan["leftOut"]].map { $0 as? Int } == counts, "\(plan)")
      }
      let all = try IndoorCommand.run(common + ["--refine"])
      #expect(all.output.contains("by 6 anchors"), "\(all)")
    }
  }
}
