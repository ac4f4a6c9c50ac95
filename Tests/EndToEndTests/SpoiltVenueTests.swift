import Foundation
import GRDB
import Testing

/// Sources of venues and venue files that are no such, and what is said of them.
struct SpoiltVenueTests {
  @Test func `XML of another kind than OpenStreetMap's is told what to become`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(
        "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"></gpx>\n", to: "walk.gpx")
      let result = try IndoorCommand.run("venue", "import", scratch.path("v.gpkg"), source)
      expectBadInput(result, source, "GeoJSON")
    }
  }

  @Test func `a name in an archive's folder that isn't UTF-8 is said to be that`() throws {
    try Scratch.with { scratch in
      try scratch.write(SmallVenue.geoJSON(), to: "archive/venue.geojson")
      let made = "\(scratch.path("archive"))/un".withCString { folder in
        var name = Array(UnsafeBufferPointer(start: folder, count: strlen(folder)))
        name += [CChar(bitPattern: 0xE9)] + ".geojson".utf8.map { CChar(bitPattern: $0) } + [0]
        return open(name, O_CREAT | O_WRONLY, 0o600)
      }
      #expect(made >= 0)
      close(made)
      let result = try IndoorCommand.run(
        "venue", "import", scratch.path("v.gpkg"), scratch.path("archive"))
      expectBadInput(result, scratch.path("archive"), "not UTF-8")
    }
  }

  @Test(arguments: ["worldfile", "kml", "maplibre", "geotiff"])
  func `a plan whose picture is damaged isn't exported`(format: String) throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let plans = "\(repository)/FloorPlans/museum"
      try IndoorCommand.run("venue", "import", venue, "\(plans)/venue.geojson")
      let placed = try IndoorCommand.run(
        "align", "--plan", "\(plans)/level-G.pdf", "--anchors", "\(plans)/level-G.anchors.geojson",
        "--level", "0", "--into", venue)
      #expect(placed.status == 0, "\(placed)")
      try DatabaseQueue(path: venue).write {
        try $0.execute(
          sql: "UPDATE plan_files SET preview = substr(preview, 1, length(preview) / 2)")
      }
      let output = scratch.path(format == "worldfile" ? "out.png" : "out")
      let result = try IndoorCommand.run(
        "plan", "export", venue, "--level", "0", "--as", format, "--output", output)
      expectBadInput(result, "level-G.pdf", "picture in the venue file is damaged")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }

  @Test func `an ordinal that is no whole number is damage`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      try DatabaseQueue(path: venue).write {
        try $0.execute(sql: "UPDATE levels SET ordinal = 0.5")
      }
      expectBadInput(try IndoorCommand.run("venue", "check", venue), venue, "damaged")
    }
  }

  @Test func `a level whose building isn't there is shown, and its building is told to be wrong`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      try DatabaseQueue(path: venue).write {
        try $0.execute(sql: "UPDATE levels SET building = 'nope'")
      }
      let info = try IndoorCommand.run("venue", "info", venue)
      #expect(info.output.contains("building nope\n  level G (ordinal 0)"), "\(info)")
      let json = try IndoorCommand.run("venue", "info", venue, "--json")
      #expect(json.output.contains(#""id": "nope""#) && json.output.contains(#""label": "G""#))
      let check = try IndoorCommand.run("venue", "check", venue)
      #expect(check.status == 1)
      #expect(
        check.output.contains(
          "level \"l0\" is of building \"nope\", which isn't there; correct its building"),
        "\(check)")
      #expect(check.output.contains("correct the building of level \"l0\" if it is that one"))
    }
  }

  @Test(arguments: [Int64.max, .min])
  func `walks on a level that can't be are damage where a survey is checked`(ordinal: Int64) throws
  {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let table = try scratch.write(
        "x,y,level,A\n0,0,0,-50\n1,1,0,-55\n2,2,0,-57\n", to: "t.csv")
      #expect(try IndoorCommand.run("survey", "import", venue, table).status == 0)
      try DatabaseQueue(path: venue).write {
        try $0.execute(sql: "UPDATE fingerprints SET ordinal = \(ordinal) WHERE id = 1")
      }
      expectBadInput(
        try IndoorCommand.run("survey", "check", venue), venue, "fingerprints, row 1: ordinal is")
    }
  }

  /// As QGIS draws a room whose form nobody fills in.
  @Test(arguments: ["geojson", "imdf", "svg", "walkable", "maplibre"])
  func `a room on no level is told by an export that hasn't it`(format: String) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      try DatabaseQueue(path: venue).write { db in
        for name in try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
        { try db.execute(sql: "DROP TRIGGER \(name)") }
        try db.execute(
          sql: "UPDATE units SET building = 'x', ordinal = NULL WHERE unit_id = 'shop'")
      }
      let address = [
        "--address", "Street 1", "--locality", "Town", "--country", "DE", "--category", "museum",
      ]
      let result = try IndoorCommand.run(
        ["venue", "export", venue, "--as", format, "--output", scratch.path("o")]
          + (format == "imdf" ? address : []))
      #expect(result.status == 0, "\(result)")
      #expect(result.errors.contains("is on no level that is clear, and is left out"), "\(result)")
    }
  }

  /// As `UPDATE units SET geom = NULL` in QGIS leaves them, and a clip the `POLYGON EMPTY` that
  /// GDAL writes.
  @Test(arguments: ["NULL", "X'47500011E6100000010300000000000000'"])
  func `what has lost its geometry is told, and no archive has it`(area: String) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      try DatabaseQueue(path: venue).write { db in
        for name in try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
        { try db.execute(sql: "DROP TRIGGER \(name)") }
        try db.execute(sql: "UPDATE units SET geom = \(area) WHERE unit_id = 'shop'")
        try db.execute(sql: "UPDATE openings SET geom = NULL")
      }
      let check = try IndoorCommand.run("venue", "check", venue)
      #expect(check.status == 1, "\(check)")
      for part in [
        "unit \"shop\" has no area; draw it, as in QGIS, or delete its row [no-polygon]",
        "opening \"door\" has no line; draw it, as in QGIS, or delete its row [no-line]",
      ] { #expect(check.output.contains(part), "\(check)") }

      let archive = scratch.path("a")
      let written = try IndoorCommand.run(
        "venue", "export", venue, "--as", "imdf", "--output", archive)
      #expect(
        written.status == 0 && written.errors.contains("unit \"shop\" has no area and is left out"))
      let checked = try IndoorCommand.run("venue", "check", archive)
      #expect(checked.status == 0, "\(checked)")

      let file = scratch.path("v.geojson")
      let exported = try IndoorCommand.run(
        "venue", "export", venue, "--as", "geojson", "--output", file)
      #expect(
        exported.errors.contains("\"shop\" has no area and is left out by an import"), "\(exported)"
      )
    }
  }

  @Test func `a level with nothing on it has its building's outline in an archive`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write(
        SmallVenue.geoJSON().replacingOccurrences(
          of: "{\"type\":\"Feature\",\"properties\":{\"feature_type\":\"unit\",\"id\":\"hall\"",
          with: """
            {"type":"Feature","properties":{"feature_type":"level","id":"l1","ordinal":1,"label":"1"},
             "geometry":null},
            {"type":"Feature","properties":{"feature_type":"unit","id":"hall"
            """), to: "venue.geojson")
      let venue = scratch.path("v.gpkg")
      #expect(try IndoorCommand.run("venue", "import", venue, source).status == 0)
      let archive = scratch.path("a")
      let written = try IndoorCommand.run(
        "venue", "export", venue, "--as", "imdf", "--output", archive)
      #expect(
        written.errors.contains(
          "level \"l1\" has no outline; the outlines of its building's other levels stand for it"),
        "\(written)")
      let checked = try IndoorCommand.run("venue", "check", archive)
      #expect(checked.status == 0, "\(checked)")
    }
  }

  @Test(arguments: [
    (
      "UPDATE units SET ordinal = 77 WHERE id = 1",
      "unit \"room-B.01\" (Lower foyer) of the table units is on level 77 of building \"\", which isn't"
        + " there; set its ordinal to a level's", "dangling-level"
    ),
    (
      "UPDATE plans SET tile_table = 'units'",
      "the plan \"level-G.pdf\" of level 0: the tiles that other programs show are gone",
      "picture-lost"
    ),
    (
      "DELETE FROM gpkg_tile_matrix",
      "the plan \"level-G.pdf\" of level 0: the tiles that other programs show are gone",
      "picture-lost"
    ),
  ])
  func `what is damaged and leaves the rest usable is a finding`(
    change: String, part: String, code: String
  ) throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let plans = "\(repository)/FloorPlans/museum"
      try IndoorCommand.run("venue", "import", venue, "\(plans)/venue.geojson")
      try IndoorCommand.run(
        "align", "--plan", "\(plans)/level-G.pdf", "--anchors", "\(plans)/level-G.anchors.geojson",
        "--level", "0", "--into", venue)
      #expect(try IndoorCommand.run("venue", "check", venue).status == 0)
      // The spatial index asks for functions that this connection hasn't.
      try DatabaseQueue(path: venue).write { db in
        for name in try String.fetchAll(
          db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'units'")
        { try db.execute(sql: "DROP TRIGGER \(name)") }
        try db.execute(sql: change)
      }
      let check = try IndoorCommand.run("venue", "check", venue)
      #expect(check.status == 1, "\(check)")
      #expect(check.output.contains("\(venue): \(part)"), "\(check)")
      #expect(check.output.contains("[\(code)]"), "\(check)")
      #expect(try IndoorCommand.run("venue", "info", venue).status == 0)
    }
  }

  @Test(arguments: ["info", "check"])
  func `a walk counted under nothing is damage where a venue is described`(command: String) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let table = try scratch.write("x,y,level,A\n0,0,0,-50\n1,1,0,-55\n", to: "t.csv")
      #expect(try IndoorCommand.run("survey", "import", venue, table).status == 0)
      try DatabaseQueue(path: venue).write {
        try $0.execute(sql: "UPDATE walks SET fingerprint_count = -1")
      }
      expectBadInput(
        try IndoorCommand.run("venue", command, venue), venue,
        "fewer scans than none, or more than any walk); restore")
    }
  }

  @Test(arguments: [
    ["52.5,13.4", "52.6,13.5"], ["52,5;13,4"], ["52.5,N,13.4"], ["52.5,13.4,"], ["52.5"],
  ])
  func `what is not one place is bad usage`(place: [String]) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let result = try IndoorCommand.run(["venue", "at", venue] + place)
      #expect(result.status == 64 && result.output.isEmpty, "\(result)")
      let exchanged = try IndoorCommand.run("venue", "at", venue, "13.4002,52.5002")
      #expect(exchanged.output.contains("no unit is there; write the latitude first"))
      let nowhere = try IndoorCommand.run("venue", "at", venue, "13.4002,52.6")
      #expect(nowhere.output == "no unit is there\n")
      let spaced = try IndoorCommand.run("venue", "at", venue, "52.5002,", "13.4002")
      #expect(spaced.status == 0, "\(spaced)")
      let south = try IndoorCommand.run("venue", "at", venue, "--", "-36.85,174.76")
      #expect(south.status == 0, "\(south)")
    }
  }
}
