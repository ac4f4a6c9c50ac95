import Foundation
import Testing

/// Anchors that agree with each other, and lay the plan where the level's walls don't have it.
struct AnchorsElsewhereTests {
  private static let museum = "\(repository)/FloorPlans/museum"

  /// The ground floor's anchors with their page points made anew, which count user space from the
  /// lower left corner.
  private func anchors(_ change: ([Double]) -> [Double]) throws -> [UInt8] {
    let file = URL(fileURLWithPath: "\(Self.museum)/level-G.anchors.geojson")
    let read = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    var collection = try #require(read as? [String: Any])
    var features = try #require(collection["features"] as? [[String: Any]])
    for at in features.indices {
      var properties = try #require(features[at]["properties"] as? [String: Any])
      properties["page"] = change(try #require(properties["page"] as? [Double]))
      features[at]["properties"] = properties
    }
    collection["features"] = features
    return Array(try JSONSerialization.data(withJSONObject: collection))
  }

  /// What is said of the walls where a plan is placed by anchors on the ground floor.
  private func told(
    _ plan: String, _ anchors: [UInt8], of venue: String, in scratch: Scratch
  ) throws -> [String] {
    let file = scratch.path("v.gpkg")
    if !FileManager.default.fileExists(atPath: file) {
      try IndoorCommand.run("venue", "import", file, venue)
    }
    let points = try scratch.write(anchors, to: "a.geojson")
    let result = try IndoorCommand.run(
      "align", "--plan", plan, "--anchors", points, "--venue", file, "--level", "0")
    try #require(result.status == 0, "\(result)")
    let told = result.errors.split(separator: "\n").map(String.init)
    #expect(told.filter { $0.contains("[other-page-unit]") }.count <= 1)
    return told.filter { $0.contains("[walls-elsewhere]") }
  }

  /// 1600 pixels are 0.67 times as many as the sheet's 2384 units; 36 dots an inch are a half.
  @Test(arguments: [(1600.0 / 2384, "0.67"), (1920.0 / 2384, "0.81"), (0.5, "0.50"), (2, "2.00")])
  func `anchors picked on a picture of another width are told by the walls`(
    size: Double, times: String
  ) throws {
    try Scratch.with { scratch in
      let (plan, venue) = ("\(Self.museum)/level-G.pdf", "\(Self.museum)/venue.geojson")
      let told = try told(
        plan, anchors { $0.map { $0 * size } }, of: venue, in: scratch)
      #expect(
        told.count == 1 && told.first?.contains("and \(times) times as large") == true, "\(told)")
    }
  }

  /// pdftocairo's SVGs are 2384 points wide, which are 3178.67 pixels.
  @Test func `anchors in points of an SVG's own are told by the walls, and pixels aren't`() throws {
    try Scratch.with { scratch in
      let venue = "\(Self.museum)/venue.geojson"
      let drawn = try IndoorCommand.shell(
        "pdftocairo -svg '\(Self.museum)/level-G.pdf' g.svg", in: scratch)
      try #require(drawn.status == 0, "\(drawn)")
      let plan = scratch.path("g.svg")
      let points = try told(plan, anchors { $0 }, of: venue, in: scratch)
      #expect(points.first?.contains("and 0.75 times as large") == true, "\(points)")
      let pixels = try told(plan, anchors { $0.map { $0 * 96 / 72 } }, of: venue, in: scratch)
      #expect(pixels == [])
    }
  }

  /// A page that holds nothing but a picture of the sheet, of 150 dots an inch.
  @Test func `anchors of a scan's smaller copy are told by the walls, and the scan's own aren't`()
    throws
  {
    try Scratch.with { scratch in
      let venue = "\(Self.museum)/venue.geojson"
      // SVG counts 96 pixels an inch.
      let drawn = try IndoorCommand.shell(
        "pdftocairo -jpeg -r 150 -singlefile '\(Self.museum)/level-G.pdf' g && base64 -w0 g.jpg > g.txt"
          + " && (printf '<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2384pt\" height=\"1684pt\">"
          + "<image width=\"2384pt\" height=\"1684pt\" href=\"data:image/jpeg;base64,'; cat g.txt;"
          + " printf '\"/></svg>') > g.svg && rsvg-convert -f pdf -o scan.pdf g.svg", in: scratch)
      try #require(drawn.status == 0, "\(drawn)")
      let plan = scratch.path("scan.pdf")
      let half = try told(plan, anchors { $0.map { $0 / 2 } }, of: venue, in: scratch)
      #expect(half.first?.contains("and 0.50 times as large") == true, "\(half)")
      #expect(try told(plan, anchors { $0 }, of: venue, in: scratch) == [])
    }
  }

  /// A page's fifth off, which its edge allows, and not at all.
  @Test func `anchors of other places are told by the walls, and right ones aren't`() throws {
    try Scratch.with { scratch in
      let (plan, venue) = ("\(Self.museum)/level-G.pdf", "\(Self.museum)/venue.geojson")
      let off = try told(plan, anchors { [$0[0] + 200, $0[1]] }, of: venue, in: scratch)
      // 200/72 inches at 1:150.
      #expect(off.first?.contains(" 11 m (root mean square) from where") == true, "\(off)")
      #expect(off.first?.contains("times as large") == false)
      #expect(try told(plan, anchors { $0 }, of: venue, in: scratch) == [])
    }
  }

  /// Nothing is told by walls of which a third is drawn, nor by those of a few rooms.
  @Test(arguments: [2, 3, 12]) func `a level that is drawn in part tells nothing of right anchors`(
    every: Int
  ) throws {
    try Scratch.with { scratch in
      let drawn = try Data(contentsOf: URL(fileURLWithPath: "\(Self.museum)/venue.geojson"))
      var venue = try #require(JSONSerialization.jsonObject(with: drawn) as? [String: Any])
      let features = try #require(venue["features"] as? [[String: Any]])
      func isRoom(_ feature: [String: Any]) -> Bool {
        let properties = feature["properties"] as? [String: Any]
        return properties?["feature_type"] as? String == "unit"
      }
      let rooms = features.filter(isRoom).enumerated().filter { $0.offset % every == 0 }
      venue["features"] = features.filter { !isRoom($0) } + rooms.map(\.element)
      let source = try scratch.write(
        Array(JSONSerialization.data(withJSONObject: venue)), to: "part.geojson")
      let told = try told(
        "\(Self.museum)/level-G.pdf", anchors { $0 }, of: source, in: scratch)
      #expect(told == [])
    }
  }
}
