import Foundation
import Testing

/// `venue import --replace` with a source that has a slip in it.
struct UnreadSourceTests {
  private func source(_ scratch: Scratch, _ name: String, level: String, rooms: ClosedRange<Int>)
    throws -> String
  {
    let units = rooms.map { number in
      let west = 11 + 0.0001 * Double(number)
      let on = number == 2 ? level : "l"
      return
        #"{"type":"Feature","properties":{"feature_type":"unit","id":"u\#(number)","level_id":"\#(on)"},"geometry":{"type":"Polygon","coordinates":[[[\#(west),48],[\#(west + 0.00005),48],[\#(west),48.0001],[\#(west),48]]]}}"#
    }
    return try scratch.write(
      #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"feature_type":"level","id":"l","ordinal":0},"geometry":{"type":"Polygon","coordinates":[[[11,48],[11.01,48],[11.01,48.001],[11,48.001],[11,48]]]}},
      \#(units.joined(separator: ",\n"))]}
      """#, to: name)
  }

  @Test func `a room with a slip in its level stays, and one that isn't there goes`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let first = try IndoorCommand.run(
        "venue", "import", file, try source(scratch, "a.geojson", level: "l", rooms: 1...4))
      #expect(first.status == 0 && first.output.contains("4 units"), "\(first)")
      let slip = try source(scratch, "b.geojson", level: "L9", rooms: 1...3)
      let told = try IndoorCommand.run("venue", "import", file, slip)
      #expect(told.errors.contains("1 unit and 0 openings of the same levels aren't in these"))
      let replaced = try IndoorCommand.run("venue", "import", file, slip, "--replace")
      #expect(replaced.status == 0, "\(replaced)")
      #expect(replaced.errors.contains("took out 1 unit and 0 openings"), "\(replaced)")
      #expect(
        replaced.errors.contains(
          "1 feature that the sources have and that couldn't be read stays as before: \"u2\""),
        "\(replaced)")
      let summary = try IndoorCommand.run("venue", "info", file)
      #expect(summary.output.contains("3 units"), "\(summary)")
    }
  }
}
