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

  private let plans = "\(repository)/FloorPlans/museum"

  /// The museum, or its first room alone, so many degrees east of where it is.
  private func museum(
    east: Double, onlyARoom: Bool = false, in scratch: Scratch
  ) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(plans)/venue.geojson"))
    var venue = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    var isDone = false
    venue["features"] = (venue["features"] as? [[String: Any]])?.map { feature in
      var feature = feature
      let type = (feature["properties"] as? [String: Any])?["feature_type"] as? String
      guard !isDone, !onlyARoom || type == "unit",
        var geometry = feature["geometry"] as? [String: Any],
        let coordinates = geometry["coordinates"]
      else { return feature }
      isDone = onlyARoom
      geometry["coordinates"] = shifted(coordinates, east: east)
      feature["geometry"] = geometry
      return feature
    }
    let moved = scratch.path("moved\(east).geojson")
    try JSONSerialization.data(withJSONObject: venue).write(to: URL(fileURLWithPath: moved))
    return moved
  }

  /// A file's origin: latitude, longitude.
  private func origin(of file: String) throws -> [Double] {
    let queue = try DatabaseQueue(path: file)
    defer { try? queue.close() }
    return try queue.read { db in
      let row = try Row.fetchOne(db, sql: "SELECT origin_latitude, origin_longitude FROM venue")
      return [try #require(row?[0] as Double?), try #require(row?[1] as Double?)]
    }
  }

  private func align(_ level: String, _ ordinal: Int, into file: String) throws
    -> IndoorCommand.Result
  {
    try IndoorCommand.run(
      "align", "--plan", "\(plans)/level-\(level).pdf", "--anchors",
      "\(plans)/level-\(level).anchors.geojson", "--level", "\(ordinal)", "--into", file)
  }

  /// A walk through the museum's ground floor.
  private func walk(_ address: String, in scratch: Scratch) throws -> String {
    try scratch.write(
      """
      {"format":"indoorkit","version":1,"level":0}
      {"t":1000,"waypoint":{"latitude":45.3203,"longitude":-29.8696}}
      {"t":2000,"wifi":[["aa:bb:cc:dd:ee:\(address)",-50],["aa:bb:cc:dd:ee:02",-60]]}
      {"t":3000,"waypoint":{"latitude":45.3204,"longitude":-29.8696}}

      """, to: "\(address).jsonl")
  }

  /// A degree of longitude is 78 km at 45.32° north, and the middle of a box half of that.
  @Test(arguments: [(1.0, "39 km"), (3.0, "117 km")])
  func `a venue that is mended while nothing is in local metres gets a new origin`(
    east: Double, words: String
  ) throws {
    try Scratch.with { scratch in
      let source = "\(plans)/venue.geojson"
      let (file, fresh) = (scratch.path("v.gpkg"), scratch.path("fresh.gpkg"))
      try IndoorCommand.run("venue", "import", fresh, source)
      let stray = try museum(east: east, onlyARoom: true, in: scratch)
      let first = try IndoorCommand.run("venue", "import", file, stray)
      #expect(first.errors.contains("[wide-venue]"), "\(first)")
      #expect(!first.errors.contains("local metres"), "\(first)")
      let strayOrigin = try origin(of: file)
      // As long as the room lies there, the origin is in the middle.
      try IndoorCommand.run("venue", "import", file, stray)
      #expect(try origin(of: file) == strayOrigin)
      let mended = try IndoorCommand.run("venue", "import", file, source, "--replace")
      #expect(mended.status == 0, "\(mended)")
      #expect(
        mended.errors.hasPrefix("\(file): the origin of its local metres, \(words) from"),
        "\(mended)")
      #expect(!mended.errors.contains("warning"), "\(mended)")
      for (one, other) in zip(try origin(of: file), try origin(of: fresh)) {
        #expect(abs(one - other) < 1e-12)
      }
      let again = try IndoorCommand.run("venue", "import", file, source, "--replace")
      #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
      let check = try IndoorCommand.run("venue", "check", file)
      #expect(!check.output.contains("far-origin"), "\(check)")
      let placed = try align("G", 0, into: file)
      #expect(placed.status == 0 && !placed.errors.contains("km from"), "\(placed)")
    }
  }

  @Test func `an origin stays where walks and plans are in its metres, and is told`() throws {
    try Scratch.with { scratch in
      let source = "\(plans)/venue.geojson"
      let (file, other) = (scratch.path("v.gpkg"), scratch.path("other.gpkg"))
      try IndoorCommand.run("venue", "import", other, source)
      try IndoorCommand.run("survey", "import", other, try walk("0a", in: scratch))
      let stray = try museum(east: 1, onlyARoom: true, in: scratch)
      try IndoorCommand.run("venue", "import", file, stray)
      // The anchors lie on the venue's own corners.
      let first = try align("G", 0, into: file)
      #expect(first.status == 0, "\(first)")
      try IndoorCommand.run("survey", "import", file, try walk("0b", in: scratch))
      let strayOrigin = try origin(of: file)
      let mended = try IndoorCommand.run("venue", "import", file, source, "--replace")
      #expect(mended.status == 0, "\(mended)")
      #expect(mended.errors.contains("lies 39 km from all that it holds"), "\(mended)")
      #expect(mended.errors.contains("[far-origin]"), "\(mended)")
      #expect(try origin(of: file) == strayOrigin)
      let check = try IndoorCommand.run("venue", "check", file)
      #expect(check.output.contains("[far-origin]"), "\(check)")
      let second = try align("1", 1, into: file)
      #expect(second.status == 0 && !second.errors.contains("km from"), "\(second)")
      let merged = try IndoorCommand.run("survey", "import", file, other)
      #expect(merged.output.contains("1 new walk"), "\(merged)")
      // As the warning advises.
      let new = scratch.path("new.gpkg")
      try IndoorCommand.run("venue", "import", new, source)
      let moved = try IndoorCommand.run("survey", "import", new, file)
      #expect(moved.output.contains("2 new walk"), "\(moved)")
      #expect(try IndoorCommand.run("venue", "check", new).output.contains("far-origin") == false)
    }
  }

  @Test func `merged walks that lie beside the venue as it is drawn here are told`() throws {
    try Scratch.with { scratch in
      let (file, other) = (scratch.path("v.gpkg"), scratch.path("other.gpkg"))
      try IndoorCommand.run("venue", "import", other, "\(plans)/venue.geojson")
      try IndoorCommand.run("survey", "import", other, try walk("0a", in: scratch))
      // 235 m, and not at all.
      for (east, isTold) in [(0.003, true), (0, false)] {
        let drawn = try museum(east: east, in: scratch)
        try? FileManager.default.removeItem(atPath: file)
        try IndoorCommand.run("venue", "import", file, drawn)
        let merged = try IndoorCommand.run("survey", "import", file, other)
        #expect(merged.status == 0 && merged.output.contains("1 new walk"), "\(merged)")
        #expect(merged.errors.contains("m beside what is drawn") == isTold, "\(merged)")
      }
    }
  }

  @Test func `a walk that is hidden keeps the origin, too`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      try IndoorCommand.run(
        "venue", "import", file, try museum(east: 3, onlyARoom: true, in: scratch))
      try IndoorCommand.run("venue", "import", file, "\(plans)/venue.geojson")
      let before = try origin(of: file)
      try IndoorCommand.run("survey", "import", file, try walk("0c", in: scratch))
      #expect(try IndoorCommand.run("survey", "remove", file, "0c").status == 0)
      let far = try museum(east: 0.1, in: scratch)
      let moved = try IndoorCommand.run("venue", "import", file, far)
      #expect(moved.status == 0, "\(moved)")
      #expect(try origin(of: file) == before)
    }
  }

  @Test func `a venue that moved away from a plan is told, and one where nothing is isn't`() throws
  {
    try Scratch.with { scratch in
      let moved = try museum(east: 0.001, in: scratch)
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
