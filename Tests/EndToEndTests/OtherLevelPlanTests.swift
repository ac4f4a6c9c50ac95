import Foundation
import Testing

/// Plans that anchors place where they belong, on one level or another of the building.
struct OtherLevelPlanTests {
  private static let museum = "\(repository)/FloorPlans/museum"
  private static let levels = ["B": -1, "G": 0, "1": 1]

  /// What is said of the plan of a level, placed by its own anchors on some level of a venue file.
  private func told(of plan: String, on ordinal: Int, of file: String) throws -> [String] {
    let result = try IndoorCommand.run(
      "align", "--plan", "\(Self.museum)/level-\(plan).pdf", "--anchors",
      "\(Self.museum)/level-\(plan).anchors.geojson", "--venue", file, "--level", "\(ordinal)")
    try #require(result.status == 0, "\(result)")
    return result.errors.split(separator: "\n").filter { $0.contains("[other-level-fits]") }
      .map(String.init)
  }

  @Test(arguments: ["B", "G", "1"], [-1, 0, 1])
  func `a plan on the walls of another level is told, and which it shows`(
    plan: String, ordinal: Int
  ) throws {
    let own = try #require(Self.levels[plan])
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("venue", "import", file, "\(Self.museum)/venue.geojson")
      let told = try told(of: plan, on: ordinal, of: file)
      #expect(told.count == (own == ordinal ? 0 : 1), "\(told)")
      #expect(told.allSatisfy { $0.contains("better on the walls of level \(own) ") }, "\(told)")
    }
  }

  /// Levels stand above each other: what isn't drawn of one may be of another.
  @Test func `a plan of a level that is drawn in part isn't told to show another`() throws {
    try Scratch.with { scratch in
      let drawn = try Data(contentsOf: URL(fileURLWithPath: "\(Self.museum)/venue.geojson"))
      var venue = try #require(JSONSerialization.jsonObject(with: drawn) as? [String: Any])
      let features = try #require(venue["features"] as? [[String: Any]])
      func isRoom(_ feature: [String: Any]) -> Bool {
        let properties = feature["properties"] as? [String: Any]
        return properties?["feature_type"] as? String == "unit"
          && properties?["level_id"] as? String == "level-G"
      }
      let rooms = features.filter(isRoom)
      try #require(rooms.count > 8)
      venue["features"] = features.filter { !isRoom($0) } + rooms.prefix(rooms.count / 3)
      let source = try scratch.write(
        Array(JSONSerialization.data(withJSONObject: venue)), to: "part.geojson")
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("venue", "import", file, source)
      #expect(try told(of: "G", on: 0, of: file) == [])
      #expect(try told(of: "1", on: 0, of: file).count == 1)
    }
  }
}
