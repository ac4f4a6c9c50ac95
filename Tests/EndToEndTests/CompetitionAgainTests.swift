import Foundation
import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorStorage
import TestWorlds
import Testing

/// Floors' folders of the Indoor Location Competition that were mended, and are imported again.
@Suite struct CompetitionAgainTests {
  /// A folder of the ground floor, as wide and deep as its outline, with a room, a picture and a
  /// walk.
  private func floor(
    _ folder: String, in scratch: Scratch, east: Double = 0, id: String = "o",
    isWide: Bool = false
  ) throws {
    let (west, room) = (120 + east, 120.001 + east)
    try scratch.write(
      #"{"map_info":{"width":289.6,"height":221.7}}"#, to: "\(folder)/F1/floor_info.json")
    try scratch.write(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"\(id)","properties":{},"geometry":{"type":"Polygon","coordinates":[[[\(west),30],
      [\(west + 0.003),30],[\(west + 0.003),30.002],[\(west),30.002],[\(west),30]]]}},
      {"type":"Feature","id":"\(id)-room","properties":{},"geometry":{"type":"Polygon","coordinates":[[[\(room),30.001],
      [\(room + 0.001),30.001],[\(room + 0.001),30.0015],[\(room),30.0015],[\(room),30.001]]]}}]}
      """, to: "\(folder)/F1/geojson_map.json")
    var lines = ["1000\tTYPE_WAYPOINT\t10\t50"]
    for second in stride(from: 2, through: 20, by: 2) {
      lines.append(
        "\(second)000\tTYPE_WIFI\tname\t00:00:00:00:00:01\t-\(50 + second)\t2412\t\(second)000")
    }
    lines.append("21000\tTYPE_WAYPOINT\t30\t50")
    try scratch.write(
      lines.joined(separator: "\n"), to: "\(folder)/F1/path_data_files/walk.txt")
    let picture = try #require(Data(base64Encoded: isWide ? Self.wide : Self.square))
    try scratch.write([UInt8](picture), to: "\(folder)/F1/floor_image.png")
  }

  /// White pictures, of 20 by 20 and of 30 by 20 pixels, as Python's zlib packs them.
  private static let square =
    "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAAAAACo4kLRAAAAEUlEQVR4nGP4jwUwjAoOJkEA7J6OgOdVB2oAAAAASUVORK5CYII="
  private static let wide =
    "iVBORw0KGgoAAAANSUhEUgAAAB4AAAAUCAAAAAC/wNIYAAAAE0lEQVR4nGP4jxcwjEqPSlNLGgDmOVXHgRWCVAAAAABJRU5ErkJggg=="

  @Test func `walks on a level that their own folder draws are on one that the venue has`() throws {
    try Scratch.with { scratch in
      try floor("site", in: scratch)
      try floor("upper", in: scratch, id: "u")
      let site = scratch.path("site")
      try FileManager.default.moveItem(atPath: scratch.path("upper/F1"), toPath: "\(site)/F2")
      let walk = "\(site)/F2/path_data_files/walk.txt"
      let text = try String(contentsOfFile: walk, encoding: .utf8)
      try text.replacing("00:00:00:00:00:01", with: "00:00:00:00:00:02").write(
        toFile: walk, atomically: true, encoding: .utf8)
      let result = try IndoorCommand.run(
        "survey", "import", scratch.path("v.gpkg"), "\(site)/F1", "\(site)/F2")
      #expect(result.status == 0 && result.output.contains("2 new walks"), "\(result)")
      #expect(!result.errors.contains("which the venue doesn't have"), "\(result)")
    }
  }

  @Test func `a plan goes along with the outline that placed it, and walks that stay are told`()
    throws
  {
    try Scratch.with { scratch in
      try floor("bad", in: scratch, east: 0.001)
      try floor("good", in: scratch)
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", file, scratch.path("bad"))
      let again = try IndoorCommand.run("survey", "import", file, scratch.path("good"))
      #expect(again.status == 0, "\(again)")
      // A thousandth of a degree of longitude at 30° north, on WGS 84: 111.32 km by cos 30° by
      // 1.0008.
      let moved = "96.5 m from where it"
      #expect(again.errors.split(separator: "\n").count == 2, "\(again)")
      #expect(
        again.errors.contains(
          "F1/geojson_map.json: its level lies \(moved) was drawn before, and walks"))
      #expect(again.errors.contains("F1/floor_image.png: lies \(moved) lay"), "\(again)")
      let stored = try VenueFile.open(file)
      let venue = try #require(try stored.venue())
      let plan = try #require(try stored.plan(for: LevelKey(ordinal: 0)))
      let corners = plan.placement.page.corners.map {
        venue.frame.coordinate(from: plan.placement.local(from: $0)).longitude
      }
      #expect(abs((corners.min() ?? 0) - 120) < 1e-7)
      let same = try IndoorCommand.run("survey", "import", file, scratch.path("good"))
      #expect(same.status == 0 && same.errors.isEmpty, "\(same)")
    }
  }

  @Test func `another picture, and another drawing, stay out and are told`() throws {
    try Scratch.with { scratch in
      try floor("one", in: scratch)
      try floor("picture", in: scratch, isWide: true)
      try floor("drawing", in: scratch, id: "n")
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", file, scratch.path("one"))
      for (folder, told) in [
        ("picture", "floor_image.png: the level has another picture, stored as floor_image.png"),
        ("drawing", "geojson_map.json: the venue has this level as another source draws it"),
      ] {
        let again = try IndoorCommand.run(
          "survey", "import", file, scratch.path(folder), "--again")
        #expect(again.status == 0 && again.errors.split(separator: "\n").count == 1, "\(again)")
        #expect(again.errors.contains(told), "\(again)")
      }
    }
  }

  @Test func `a level that a table told of alone is drawn by the folder`() throws {
    try Scratch.with { scratch in
      try floor("site", in: scratch)
      let table = try scratch.write(
        "latitude,longitude,level,AP-1\n30.001,120.001,0,-50\n30.0011,120.001,0,-60\n",
        to: "table.csv")
      let file = scratch.path("v.gpkg")
      let first = try IndoorCommand.run("survey", "import", file, table)
      #expect(first.status == 0, "\(first)")
      for _ in 0..<2 {
        let again = try IndoorCommand.run("survey", "import", file, scratch.path("site"))
        #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
      }
      let venue = try #require(try VenueFile.open(file).venue())
      #expect(venue.levels.map(\.outline.count) == [1] && venue.units.map(\.id) == ["o-room"])
    }
  }
}
