import Foundation
import GRDB
import Testing

/// What is said of a venue that isn't where, or hasn't the levels that, its contents go by.
@Suite struct MovedVenueTests {
  /// The coordinates in there, so many degrees east.
  private func shifted(_ value: Any, east: Double) -> Any {
    if let place = value as? [Double] { return [place[0] + east, place[1]] }
    return (value as? [Any])?.map { shifted($0, east: east) } ?? value
  }

  @Test func `a venue that moved away from a plan is told, and one where nothing is isn't`() throws
  {
    try Scratch.with { scratch in
      let plans = "\(repository)/FloorPlans/museum"
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(plans)/venue.geojson"))
      var venue = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      venue["features"] = (venue["features"] as? [[String: Any]])?.map { feature in
        var feature = feature
        guard var geometry = feature["geometry"] as? [String: Any],
          let coordinates = geometry["coordinates"]
        else { return feature }
        geometry["coordinates"] = shifted(coordinates, east: 0.001)
        feature["geometry"] = geometry
        return feature
      }
      let moved = scratch.path("moved.geojson")
      try JSONSerialization.data(withJSONObject: venue).write(to: URL(fileURLWithPath: moved))
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("venue", "import", file, "\(plans)/venue.geojson")
      try IndoorCommand.run(
        "align", "--plan", "\(plans)/level-G.pdf", "--anchors", "\(plans)/level-G.anchors.geojson",
        "--level", "0", "--into", file)
      let again = try IndoorCommand.run("venue", "import", file, "\(plans)/venue.geojson")
      #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
      let result = try IndoorCommand.run("venue", "import", file, moved)
      #expect(result.status == 0, "\(result)")
      // A thousandth of a degree at 45.32° north is 78.4 m.
      let words = "warning: \(file): level \"level-G\" moved by 78 m as a whole, away from a plan;"
      #expect(result.errors.contains(words), "\(result)")
      #expect(result.errors.contains("[level-shifted]"), "\(result)")
      // The other two have nothing that would stay behind.
      #expect(!result.errors.contains("like it"), "\(result)")
    }
  }

  @Test func `an archive's levels are counted with those that only rooms name`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let queue = try DatabaseQueue(path: file)
      try queue.write { db in
        for name in try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'levels'")
        { try db.execute(sql: "DROP TRIGGER \(name)") }
        try db.execute(sql: "DELETE FROM levels")
      }
      try queue.close()
      let archive = scratch.path("archive")
      let result = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", archive)
      #expect(result.output.contains("1 level, 2 units, 1 opening\n"), "\(result)")
      let levels = try String(contentsOfFile: "\(archive)/level.geojson", encoding: .utf8)
      #expect(levels.components(separatedBy: #""feature_type":"level""#).count - 1 == 1)
    }
  }
}
