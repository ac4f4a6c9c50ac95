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

  /// A stair on two levels, a room on one and a room without an id, as JOSM saves what isn't
  /// uploaded yet, on the other.
  @Test func `OpenStreetMap's copies stay whose tags became unreadable`() throws {
    func source(_ scratch: Scratch, _ name: String, stair: String, plain: String, nameless: String)
      throws -> String
    {
      let rooms = [
        ("way/1", stair), ("way/2", plain), ("way/-3", nameless), ("way/4", "\"level\":\"1\""),
      ]
      .enumerated().map { index, room in
        let west = 11 + 0.0001 * Double(index)
        return
          #"{"type":"Feature","id":"\#(room.0)","properties":{"indoor":"room",\#(room.1)},"geometry":{"type":"Polygon","coordinates":[[[\#(west),48],[\#(west + 0.00005),48],[\#(west),48.0001],[\#(west),48]]]}}"#
      }
      return try scratch.write(
        #"{"type":"FeatureCollection","features":[\#(rooms.joined(separator: ",\n"))]}"#, to: name)
    }
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let zero = #""level":"0""#
      let both = #""level":"0","repeat_on":"1""#
      let one = #""level":"1""#
      let first = try source(scratch, "a.geojson", stair: both, plain: zero, nameless: one)
      let imported = try IndoorCommand.run("venue", "import", file, first)
      #expect(imported.status == 0 && imported.output.contains("3 units"), "\(imported)")
      // The stair's other level, and the nameless room's, have slips in them.
      let slip = try source(
        scratch, "b.geojson", stair: #""level":"0","repeat_on":"1st""#, plain: zero,
        nameless: #""level":"1st""#)
      let replaced = try IndoorCommand.run("venue", "import", file, slip, "--replace")
      #expect(replaced.status == 0, "\(replaced)")
      #expect(
        replaced.errors.contains("2 features that the sources have and that couldn't be read stay"),
        "\(replaced)")
      #expect(replaced.errors.contains("\"way/1@1\""), "\(replaced)")
      #expect(replaced.errors.contains("took out 1 unit"), "\(replaced)")
      let summary = try IndoorCommand.run("venue", "info", file)
      #expect(summary.output.contains("3 units"), "\(summary)")
      // A room of one level has its id without a level.
      let moved = try source(
        scratch, "c.geojson", stair: both, plain: #""level":"1;2","repeat_on":"1st""#,
        nameless: one)
      let again = try IndoorCommand.run("venue", "import", file, moved, "--replace")
      #expect(again.errors.contains("stays as before: \"way/2\""), "\(again)")
    }
  }

  @Test func `a folder of files that one can't be read of changes nothing`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      _ = try source(scratch, "house/east.geojson", level: "l", rooms: 1...4)
      _ = try scratch.write("{", to: "house/west.geojson")
      let folder = scratch.path("house")
      let refused = try IndoorCommand.run("venue", "import", file, folder, "--replace")
      expectBadInput(refused, folder + "/west.geojson:1: ", "ends in the middle")
      #expect(!FileManager.default.fileExists(atPath: file))
      // What an editor leaves beside a file is none of them.
      try FileManager.default.removeItem(atPath: folder + "/west.geojson")
      _ = try scratch.write("\u{0}", to: "house/~$east.geojson")
      let read = try IndoorCommand.run("venue", "import", file, folder)
      #expect(read.status == 0 && read.output.contains("4 units"), "\(read)")
    }
  }

  /// Of 350,000 features each takes over a kilobyte in memory: two files would take a gigabyte.
  @Test func `files that take a gigabyte together are refused before they are read`() throws {
    try Scratch.with { scratch in
      _ = try source(scratch, "museum/rooms.geojson", level: "l", rooms: 1...4)
      let kiosk =
        #"{"type":"Feature","properties":{"feature_type":"kiosk"},"geometry":{"type":"Point","coordinates":[11,48]}}"#
      let kiosks = Array(repeating: kiosk, count: 350_000).joined(separator: ",\n")
      for name in ["kiosks", "more"] {
        _ = try scratch.write(
          #"{"type":"FeatureCollection","features":[\#(kiosks)]}"#, to: "museum/\(name).geojson")
      }
      let result = try IndoorCommand.shell(
        "ulimit -v 1000000; $indoor venue import v.gpkg museum", in: scratch)
      #expect(result.status == 65, "\(result)")
      #expect(result.errors.contains("more.geojson: takes too much memory"), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("v.gpkg")))
    }
  }
}
