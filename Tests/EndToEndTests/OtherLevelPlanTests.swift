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

  /// The sheet of a wing that the venue lacks, above a level that has it.
  @Test func `a plan of the part of a level that isn't drawn isn't told to show another`() throws {
    try Scratch.with { scratch in
      let placed = try IndoorCommand.run(
        "align", "--plan", "\(Self.museum)/level-G.pdf", "--anchors",
        "\(Self.museum)/level-G.anchors.geojson", "--json")
      let json = try JSONSerialization.jsonObject(with: Data(placed.output.utf8)) as? [String: Any]
      // Longitude and latitude of the lower left corner and on, against the clock.
      let corners = try #require(json?["corners"] as? [[Double]])
      try #require(corners.count == 4)
      func at(_ across: Double) -> (lower: [Double], upper: [Double]) {
        func between(_ a: [Double], _ b: [Double]) -> [Double] {
          zip(a, b).map { $0 + across * ($1 - $0) }
        }
        return (between(corners[0], corners[1]), between(corners[3], corners[2]))
      }
      // West of the line between the page's halves, seen along it.
      let middle = at(0.5)
      func isLeft(_ place: [Double]) -> Bool {
        let line = zip(middle.upper, middle.lower).map { $0 - $1 }
        let off = zip(place, middle.lower).map { $0 - $1 }
        return line[0] * off[1] - line[1] * off[0] > 0
      }
      func first(_ value: Any?) -> [Double]? {
        (value as? [Double]) ?? (value as? [Any]).flatMap { first($0.first) }
      }
      let drawn = try Data(contentsOf: URL(fileURLWithPath: "\(Self.museum)/venue.geojson"))
      var venue = try #require(JSONSerialization.jsonObject(with: drawn) as? [String: Any])
      let features = try #require(venue["features"] as? [[String: Any]])
      venue["features"] = features.filter { feature in
        let properties = feature["properties"] as? [String: Any]
        guard properties?["level_id"] as? String == "level-G",
          let place = first((feature["geometry"] as? [String: Any])?["coordinates"])
        else { return true }
        return !isLeft(place)
      }
      let source = try scratch.write(
        Array(JSONSerialization.data(withJSONObject: venue)), to: "part.geojson")
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("venue", "import", file, source)
      let page = json?["page"] as? [String: Any]
      // Two pixels a point.
      let width = Int(try #require(page?["width"] as? Double))
      let height = 2 * Int(try #require(page?["height"] as? Double))
      let picture = try IndoorCommand.shell(
        "pdftocairo -png -r 144 -singlefile -x 0 -y 0 -W \(width) -H \(height)"
          + " '\(Self.museum)/level-G.pdf' half", in: scratch)
      try #require(picture.status == 0, "\(picture)")
      let (left, right) = (at(0), at(0.5))
      let anchors = [
        "0,\(height)=\(left.lower[1]),\(left.lower[0])", "0,0=\(left.upper[1]),\(left.upper[0])",
        "\(width),\(height)=\(right.lower[1]),\(right.lower[0])",
        "\(width),0=\(right.upper[1]),\(right.upper[0])",
      ]
      let result = try IndoorCommand.run(
        ["align", "--plan", scratch.path("half.png"), "--venue", file, "--level", "0"]
          + anchors.flatMap { ["--anchor", $0] })
      #expect(result.status == 0 && !result.errors.contains("other-level-fits"), "\(result)")
    }
  }
}
