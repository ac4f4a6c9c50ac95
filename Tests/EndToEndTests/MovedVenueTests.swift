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
      let words =
        "warning: \(file): level \"G\" (ordinal 0) moved by 78 m as a whole, away from a plan;"
      #expect(result.errors.contains(words), "\(result)")
      #expect(result.errors.contains("[level-shifted]"), "\(result)")
      // The other two have nothing that would stay behind.
      #expect(!result.errors.contains("like it"), "\(result)")
    }
  }

  /// Levels of a building of this id, by label and ordinal.
  private func levels(_ levels: [(id: String, ordinal: Int)], of building: String) -> String {
    let features = levels.map { level in
      #"{"type":"Feature","id":"\#(level.id)","properties":{"feature_type":"level","building_id":"\#(building)","#
        + #""ordinal":\#(level.ordinal),"label":"\#(level.id)"},"geometry":{"type":"Polygon","#
        + #""coordinates":[[[13,52],[13.001,52],[13.001,52.001],[13,52.001],[13,52]]]}}"#
    }
    return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
  }

  /// docs/venues.md: another ordinal for a level that a guide is on would put it on the wrong
  /// floor.
  @Test(arguments: [
    ("", "items.csv", "key,title,ordinal\n1,Vase,1\n"),
    ("a", "items.csv", "key,title,ordinal\n1,Vase,1\n"),
    ("a", "groups.csv", "key,label,ordinal,building\ng,Hall,1,a\n"),
    ("a", "tours.csv", "key,title,ordinal\nt,Tour,1\n"),
  ])
  func `no level is moved away from what of a guide is on it`(
    building: String, table: String, rows: String
  ) throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let first = try scratch.write(
        levels([("G", 0), ("1", 1)], of: building), to: "first.geojson")
      let second = try scratch.write(
        levels([("G", 0), ("M", 1), ("1", 2)], of: building), to: "second.geojson")
      let guide = try scratch.write(rows, to: table)
      try #require(try IndoorCommand.run("venue", "import", file, first).status == 0)
      let imported = try IndoorCommand.run("guide", "import", file, guide, "--collection", "c")
      try #require(imported.status == 0, "\(imported)")
      let refused = try IndoorCommand.run("venue", "import", file, second)
      #expect(
        refused.status == 65 && refused.errors.contains("level \"1\" has a guide's "), "\(refused)")
    }
  }

  @Test func `a plan on a level that isn't there is told`() throws {
    try Scratch.with { scratch in
      let (file, plans) = (scratch.path("v.gpkg"), "\(repository)/FloorPlans/museum")
      try IndoorCommand.run("venue", "import", file, "\(plans)/venue.geojson")
      try IndoorCommand.run(
        "align", "--plan", "\(plans)/level-G.pdf", "--anchors", "\(plans)/level-G.anchors.geojson",
        "--level", "0", "--into", file)
      #expect(try IndoorCommand.run("venue", "check", file).status == 0)
      let queue = try DatabaseQueue(path: file)
      try queue.write { db in try db.execute(sql: "UPDATE plans SET ordinal = 5") }
      try queue.close()
      let told = try IndoorCommand.run("venue", "check", file)
      #expect(told.status == 1 && told.output.contains("a plan is on level 5"), "\(told)")
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
