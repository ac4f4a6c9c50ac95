import Foundation
import Testing

/// `plan align-levels` by its command, on the sample museum with one level badly anchored.
@Suite struct AlignLevelsTests {
  private static let museum = "\(repository)/FloorPlans/museum"

  @discardableResult
  private func align(
    _ level: (name: String, ordinal: String), _ anchors: [String], into file: String
  ) throws -> IndoorCommand.Result {
    let result = try IndoorCommand.run(
      ["align", "--plan", "\(Self.museum)/level-\(level.name).pdf", "--level", level.ordinal]
        + ["--into", file] + anchors)
    #expect(result.status == 0, "\(result)")
    return result
  }

  /// The outcome, and where it puts level 1's outer corner, over 30 m from its two close anchors.
  private func tie(_ file: String, _ more: String...) throws -> (
    json: [String: Any], corner: SIMD2<Double>
  ) {
    let result = try IndoorCommand.run(["plan", "align-levels", file, "--json"] + more)
    #expect(result.status == 0, "\(result)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let levels = try #require(json["levels"] as? [[String: Any]])
    let upper = try #require(levels.first { $0["level"] as? Int == 1 })
    let t = try #require(upper["pageToLocal"] as? [Double])
    let page = SIMD2(316.53, 342.72)
    return (
      json,
      SIMD2(t[0] * page.x + t[2] * page.y + t[4], t[1] * page.x + t[3] * page.y + t[5])
    )
  }

  @Test func `lifts and stairs set right a level whose anchors lie close together`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("museum.gpkg")
      try IndoorCommand.run("venue", "import", file, "\(Self.museum)/venue.geojson")
      for (name, ordinal) in [("B", "-1"), ("G", "0"), ("1", "1")] {
        try align(
          (name, ordinal), ["--anchors", "\(Self.museum)/level-\(name).anchors.geojson"],
          into: file)
      }
      let truth = try tie(file, "--dry-run").corner
      for far in ["L=0:1e8,5", "L=0:5,-9000"] {
        let refused = try IndoorCommand.run(
          "plan", "align-levels", file, "--tie", far, "--tie", "L=1:5,5")
        expectBadInput(refused, "\"\(far)\"", "far off the level's page")
      }

      // Where -1 is meant.
      let twice = try IndoorCommand.run(
        "plan", "align-levels", file, "--tie", "L=0:500,500", "--tie", "L=0:510,500")
      #expect(twice.status == 64, "\(twice)")
      #expect(
        twice.errors.contains(
          "\"L=0:510,500\": level 0 has \"L=0:500,500\" of that name already"), "\(twice)")
      expectBadInput(
        try IndoorCommand.run("plan", "align-levels", file, "--tie", "L=1:500,500"),
        "\"L=1:500,500\"", "named on this level alone")

      // Two anchors of level 1 that lie 17 m apart, the first half a metre too far north.
      try align(
        ("1", "1"),
        [
          "--anchor", "1261.41,871.27=45.32014576,-29.869615359",
          "--anchor", "1034.56,1098.6=45.320286891,-29.869550272",
        ], into: file)
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let tried = try tie(file, "--dry-run")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)

      let off = tried.corner - truth
      #expect((off * off).sum().squareRoot() < 0.5)
      let rms = try #require(tried.json["rmsBeforeMetres"] as? Double)
      let tiedRMS = try #require(tried.json["rmsAfterMetres"] as? Double)
      #expect(tiedRMS < rms / 3)

      // However often it runs, it starts from what the anchors say.
      let stored = try tie(file)
      let again = try tie(file)
      #expect(stored.corner == tried.corner && again.corner == tried.corner)

      // Points that were named are forgotten where the level is placed anew.
      _ = try tie(file, "--tie", "Hoist=0:500,500", "--tie", "Hoist=1:500,500")
      let other = try align(
        ("1", "1"), ["--anchors", "\(Self.museum)/level-1.anchors.geojson"], into: file)
      #expect(
        other.errors.contains("warning: \(file): the plan of level 1 was tied"))
      #expect(other.errors.contains("(Hoist)"))
    }
  }
}
