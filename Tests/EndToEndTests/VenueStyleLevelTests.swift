import Foundation
import GRDB
import Testing

@Suite struct VenueStyleLevelTests {
  /// Somebody deleted the level's row, as in QGIS; its units say still where they are.
  @Test func `a style has the levels that only units name`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let above = try scratch.write(
        SmallVenue.geoJSON(room: "above").replacing("\"l0\"", with: "\"l1\"")
          .replacing("\"ordinal\":0,\"label\":\"G\"", with: "\"ordinal\":1,\"label\":\"1\"")
          .replacing("\"shop\"", with: "\"café\"").replacing("\"door\"", with: "\"window\""),
        to: "above.geojson")
      #expect(try IndoorCommand.run("venue", "import", venue, above).status == 0)
      try DatabaseQueue(path: venue).write {
        try $0.execute(sql: "DELETE FROM levels WHERE ordinal = 1")
      }
      let path = scratch.path("style.json")
      let exported = try IndoorCommand.run(
        "venue", "export", venue, "--as", "maplibre", "--output", path)
      #expect(exported.status == 0, "\(exported)")
      #expect(exported.output.contains("2 levels, 4 units"), "\(exported)")
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let style = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      let levels = (style["metadata"] as? [String: Any])?["indoor:levels"] as? [[String: Any]]
      #expect(levels?.compactMap { $0["ordinal"] as? Int } == [0, 1])
      let units = (style["sources"] as? [String: [String: Any]] ?? [:]).values.flatMap {
        ($0["data"] as? [String: Any])?["features"] as? [[String: Any]] ?? []
      }.filter { ($0["properties"] as? [String: Any])?["kind"] as? String == "unit" }
      #expect(units.count == 4)
    }
  }

  @Test func `a style has the level that a plan alone is on`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let corners = "[[13.4,52.5],[13.401,52.5],[13.401,52.5005],[13.4,52.5005],[13.4,52.5]]"
      let above = try scratch.write(
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":"#
          + #"{"feature_type":"level","id":"l1","ordinal":1,"label":"1"},"#
          + #""geometry":{"type":"Polygon","coordinates":[\#(corners)]}}]}"#,
        to: "above.geojson")
      #expect(try IndoorCommand.run("venue", "import", venue, above).status == 0)
      let aligned = try IndoorCommand.run(
        "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--into", venue,
        "--level", "1", "--anchor", "100,150=52.5001,13.4001", "--anchor",
        "400,150=52.5001,13.4009")
      #expect(aligned.status == 0, "\(aligned)")
      try DatabaseQueue(path: venue).write {
        try $0.execute(sql: "DELETE FROM levels WHERE ordinal = 1")
      }
      let path = scratch.path("style.json")
      let exported = try IndoorCommand.run(
        "venue", "export", venue, "--as", "maplibre", "--output", path)
      #expect(exported.status == 0, "\(exported)")
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      let style = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      let levels = (style["metadata"] as? [String: Any])?["indoor:levels"] as? [[String: Any]]
      #expect(levels?.compactMap { $0["ordinal"] as? Int } == [0, 1])
      let sources = style["sources"] as? [String: [String: Any]] ?? [:]
      #expect(sources["plan-1"]?["type"] as? String == "image", "\(sources.keys)")
    }
  }
}
