import Foundation
import GRDB
import Testing

/// What comes in through `venue import`, and what comes as the venue file itself.
@Suite struct VenueBadInputTests {
  private static func feature(_ coordinates: String) -> String {
    """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"feature_type":"level","id":"l","ordinal":0,"label":"G"},
    "geometry":{"type":"Polygon","coordinates":[[[13.4,52.5],\(coordinates),[13.401,52.5005],[13.4,52.5]]]}}]}
    """
  }

  @Test(arguments: [
    ("cut.geojson", String(SmallVenue.geoJSON().prefix(700)), "cut"),
    ("deep.geojson", String(repeating: "[", count: 100_000), "nest"),
    (
      "deep-cut.geojson",
      "{\"type\":\"FeatureCollection\",\"features\":" + String(repeating: "{\"a\":", count: 5000),
      "nest"
    ),
    ("nan.geojson", feature("[NaN,52.5]"), "NaN"),
    ("huge.geojson", feature("[1e999,52.5]"), "number"),
    ("swapped.geojson", feature("[52.5,113.4]"), "swapped"),
    ("empty.geojson", "", "empty"),
    ("other.geojson", "{\"hello\":1}", "GeoJSON"),
    ("area.osm.pbf", "\0\0\0\r\n\tOSMHeader", "PBF"),
    ("text.geojson", "hello", "JSON"),
  ])
  func `a source that is no GeoJSON is named, and the venue stays as it was`(
    name: String, content: String, word: String
  ) throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let good = try scratch.write(
        SmallVenue.geoJSON(room: "other"), to: "good.geojson")
      let bad = try scratch.write(content, to: name)
      expectBadInput(try IndoorCommand.run("venue", "import", file, good, bad), bad, word)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }

  @Test(arguments: [
    (
      "outdoors.osm", #"<osm version="0.6"><node id="1" lat="52.5" lon="13.4"/></osm>"#,
      "indoor tagging"
    ),
    (
      "nodeless.json",
      #"{"version":0.6,"elements":[{"type":"way","id":1,"nodes":[1,2,3,1],"tags":{"indoor":"room","level":"0"}}]}"#,
      "with their nodes"
    ),
  ])
  func `a source of OpenStreetMap that has nothing for a venue says what it lacks`(
    name: String, content: String, word: String
  ) throws {
    try Scratch.with { scratch in
      let (file, bad) = (scratch.path("new.gpkg"), try scratch.write(content, to: name))
      expectBadInput(try IndoorCommand.run("venue", "import", file, bad), bad, word)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `a source that is missing is named, and no venue file is made`() throws {
    try Scratch.with { scratch in
      let (file, source) = (scratch.path("new.gpkg"), scratch.path("missing.geojson"))
      expectBadInput(try IndoorCommand.run("venue", "import", file, source), source, "such file")
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `a venue file that ends in a slash is refused, and none is made`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(SmallVenue.geoJSON(), to: "small.geojson")
      let items = try scratch.write("key,title\na,A\n", to: "items.csv")
      for (number, arguments) in [
        ["venue", "import", "", source], ["guide", "import", "", items],
      ].enumerated() {
        let file = scratch.path("new\(number)")
        var arguments = arguments
        arguments[2] = file + "/"
        expectBadInput(try IndoorCommand.run(arguments), file + "/", "ends in a slash")
        #expect(!FileManager.default.fileExists(atPath: file))
      }
      let venue = try SmallVenue.imported(in: scratch)
      expectBadInput(
        try IndoorCommand.run("venue", "import", venue + "/", source), venue + "/", "slash")
    }
  }

  @Test func `somebody else's database, text and folder are refused and stay as they are`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(SmallVenue.geoJSON(), to: "small.geojson")
      let foreign = scratch.path("foreign.sqlite")
      try DatabaseQueue(path: foreign).write { db in
        try db.execute(sql: "CREATE TABLE accounts (id INTEGER PRIMARY KEY)")
      }
      let text = try scratch.write("hello", to: "notes.txt")
      for (path, word) in [(foreign, "database"), (text, "GeoPackage")] {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        expectBadInput(try IndoorCommand.run("venue", "import", path, source), path, word)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      }
      expectBadInput(
        try IndoorCommand.run("venue", "import", scratch.folder, source), scratch.folder, "folder")
    }
  }

  @Test func `a venue file of a newer version is refused and stays as it is`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let queue = try DatabaseQueue(path: file)
      try queue.write { try $0.execute(sql: "UPDATE venue_file SET format = 99") }
      try queue.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let source = try scratch.write(SmallVenue.geoJSON(room: "new"), to: "new.geojson")
      expectBadInput(try IndoorCommand.run("venue", "import", file, source), file, "update")
      expectBadInput(
        try IndoorCommand.run(
          "venue", "export", file, "--as", "geojson", "--output", scratch.path("out.geojson")),
        file, "update")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }

  /// SQLite keeps its log beside the file that links lead to.
  @Test func `a file that another program writes isn't updated, through a link neither`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let link = scratch.path("link.gpkg")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      let log = try scratch.write("x", to: (file as NSString).lastPathComponent + "-wal")
      for path in [file, link] {
        let result = try IndoorCommand.run("venue", "update", path, "http://127.0.0.1:9/none")
        expectBadInput(result, path, "another program has the file open")
      }
      try FileManager.default.removeItem(atPath: log)
      let journal = file + "-journal"
      mkfifo(journal, 0o600)
      expectBadInput(try IndoorCommand.run("venue", "info", link), link, "is no file; move it away")
    }
  }

  @Test func `where curl is missing the machine is at fault, and not the address`() throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(
        ["venue", "update", scratch.path("v.gpkg"), "http://127.0.0.1:9/none"],
        environment: ["PATH": scratch.folder])
      #expect(result.status == 70)
      #expect(result.errors.contains("curl: the program is missing"))
    }
  }

  @Test func `a source with latitude and longitude swapped doesn't replace what is stored`() throws
  {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let swapped = try scratch.write(
        SmallVenue.geoJSON().replacing(/\[(1[\d.]+),(5[\d.]+)\]/) { "[\($0.2),\($0.1)]" },
        to: "swapped.geojson")
      expectBadInput(try IndoorCommand.run("venue", "import", file, swapped), swapped, "swapped")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "-1001"])
  func `an ordinal that no building has is bad usage`(ordinal: String) throws {
    let result = try IndoorCommand.run("venue", "import", "v.gpkg", "x", "--level", ordinal)
    #expect(result.status == 64, "\(result)")
  }

  @Test func `a cut venue file is refused`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let cut = try scratch.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.gpkg")
      expectBadInput(
        try IndoorCommand.run(
          "venue", "export", cut, "--as", "geojson", "--output", scratch.path("out.geojson")),
        cut, "damaged")
    }
  }

  @Test func `what is imported twice is there once, and what is new is added`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let more = try scratch.write(SmallVenue.geoJSON(room: "annex"), to: "more.geojson")
      for source in [scratch.path("small.geojson"), more] {
        #expect(try IndoorCommand.run("venue", "import", file, source).status == 0)
      }
      let output = scratch.path("out.geojson")
      try IndoorCommand.run("venue", "export", file, "--as", "geojson", "--output", output)
      // A feature a line.
      let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
      for id in ["hall", "annex", "shop", "door"] {
        #expect(lines.count { $0.contains("\"\(id)\"") } == 1, "\(id)")
      }
    }
  }

  @Test func `what is taken out is gone at once, also of a level with another ordinal`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let moved = try scratch.write(
        SmallVenue.geoJSON(room: "annex").replacing("\"ordinal\":0", with: "\"ordinal\":1"),
        to: "moved.geojson")
      let replaced = try IndoorCommand.run("venue", "import", file, moved, "--replace")
      #expect(replaced.status == 0 && replaced.errors.contains("took out 1 unit"), "\(replaced)")
      let output = scratch.path("out.geojson")
      try IndoorCommand.run("venue", "export", file, "--as", "geojson", "--output", output)
      let text = try String(contentsOfFile: output, encoding: .utf8)
      #expect(
        ["hall", "annex", "shop", "door"].map { text.contains("\"\($0)\"") }
          == [false, true, true, true])
    }
  }

  @Test func `what a source no longer has is told, and taken out when asked`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let changed = try scratch.write(SmallVenue.geoJSON(room: "annex"), to: "changed.geojson")
      func ids() throws -> [String] {
        let output = scratch.path("out.geojson")
        try IndoorCommand.run("venue", "export", file, "--as", "geojson", "--output", output)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        return ["hall", "annex", "shop", "door"].filter { text.contains("\"\($0)\"") }
      }
      let kept = try IndoorCommand.run("venue", "import", file, changed)
      #expect(kept.errors.contains("1 unit and 0 openings") && kept.errors.contains("--replace"))
      #expect(try ids() == ["hall", "annex", "shop", "door"])
      let replaced = try IndoorCommand.run("venue", "import", file, changed, "--replace")
      #expect(replaced.status == 0 && replaced.errors.contains("took out 1 unit"), "\(replaced)")
      #expect(try ids() == ["annex", "shop", "door"])

      // A file of another level, or of doors alone, takes nothing with it.
      let other = try scratch.write(
        SmallVenue.geoJSON(room: "loft").replacing("l0", with: "l1")
          .replacing("\"ordinal\":0", with: "\"ordinal\":1").replacing("shop", with: "shop1")
          .replacing("\"label\":\"G\"", with: "\"label\":\"1\"")
          .replacing("\"door\"", with: "\"door1\""), to: "other.geojson")
      let upstairs = try IndoorCommand.run("venue", "import", file, other, "--replace")
      #expect(upstairs.status == 0 && upstairs.errors.isEmpty, "\(upstairs)")
      let doors = try scratch.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature",
        "properties":{"feature_type":"opening","id":"door","level_id":"l0"},
        "geometry":{"type":"LineString","coordinates":[[13.4005,52.5002],[13.4005,52.50023]]}}]}
        """, to: "doors.geojson")
      let doorsAlone = try IndoorCommand.run("venue", "import", file, doors, "--replace").errors
      #expect(
        doorsAlone.contains("2 units of levels of which the sources have openings alone stay"),
        "\(doorsAlone)")
      #expect(try ids() == ["annex", "shop", "door"])
    }
  }

  /// Squares: levels with their ordinals, and units with their levels, each named after its id.
  private static func drawn(
    levels: KeyValuePairs<String, Int>, units: KeyValuePairs<String, String> = [:]
  ) -> String {
    let square = "[[[11,48],[11.0002,48],[11.0002,48.0002],[11,48.0002],[11,48]]]"
    let levels = levels.map { id, ordinal in
      #""feature_type":"level","id":"\#(id)","label":"\#(id)","ordinal":\#(ordinal)"#
    }
    let units = units.map { id, level in
      #""feature_type":"unit","id":"\#(id)","name":"\#(id)","level_id":"\#(level)""#
    }
    let features = (levels + units).map {
      #"{"type":"Feature","properties":{\#($0)},"geometry":{"type":"Polygon","coordinates":\#(square)}}"#
    }
    return #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  @Test(arguments: [
    (drawn(levels: ["B": 2]), ["ua": 0, "ub": 2]),
    (drawn(levels: ["A": 1, "B": 0]), ["ua": 1, "ub": 0]),
    (drawn(levels: ["A": 0, "C": 1, "B": 2], units: ["uc": "C"]), ["ua": 0, "ub": 2, "uc": 1]),
  ])
  func `rooms stay on a level that gets another ordinal`(
    changed: String, ordinals: [String: Int]
  ) throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let first = try scratch.write(
        Self.drawn(levels: ["A": 0, "B": 1], units: ["ua": "A", "ub": "B"]), to: "first.geojson")
      let second = try scratch.write(changed, to: "second.geojson")
      for source in [first, second] {
        let result = try IndoorCommand.run("venue", "import", file, source)
        #expect(result.status == 0, "\(result)")
      }
      let rows = try DatabaseQueue(path: file).read { db in
        try Row.fetchAll(db, sql: "SELECT unit_id, ordinal FROM units")
      }
      let found = rows.map { (row: Row) -> (String, Int) in (row[0], row[1]) }
      #expect(Dictionary(found) { first, _ in first } == ordinals)
    }
  }

  @Test func `a level can't get the ordinal of one that the sources don't name`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("v.gpkg")
      let first = try scratch.write(
        Self.drawn(levels: ["A": 0, "B": 1], units: ["ua": "A"]), to: "first.geojson")
      let second = try scratch.write(Self.drawn(levels: ["A": 1]), to: "second.geojson")
      #expect(try IndoorCommand.run("venue", "import", file, first).status == 0)
      let before = try Data(contentsOf: URL(filePath: file))
      let result = try IndoorCommand.run("venue", "import", file, second)
      expectBadInput(
        result, file, "would become ordinal 1 of building \"\", which level \"B\" has")
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }
  }

  @Test func `a level with walks keeps its ordinal, and the file what it holds`() throws {
    try Scratch.with { scratch in
      let file = try SurveyedMuseum.file(in: scratch)
      let drawing = try String(
        contentsOfFile: "\(repository)/FloorPlans/museum/venue.geojson", encoding: .utf8)
      let changed = drawing.replacing(/"ordinal": ?1\b/, with: "\"ordinal\":5")
      let source = try scratch.write(changed, to: "moved.geojson")
      let before = try Data(contentsOf: URL(filePath: file))
      let refused = try IndoorCommand.run("venue", "import", file, source)
      #expect(refused.status == 65, "\(refused)")
      #expect(refused.errors.contains("fingerprints") && refused.errors.contains("ordinal 5"))
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }
  }
}
