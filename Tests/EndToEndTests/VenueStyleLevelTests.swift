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
}
