import Foundation
import GRDB
import Testing

/// Plans that come before any venue: the file is made by the first, and rooms are drawn in it.
@Suite struct AlignWithoutVenueTests {
  private static let museum = "\(repository)/FloorPlans/museum"
  private static let gdal = FileManager.default.isExecutableFile(atPath: "/usr/bin/gdalinfo")

  /// A sheet of 400 × 300 units that draws a frame of 200 × 100 and in it a black square of 20 × 20
  /// around (170, 150).
  static func sheet(
    rotate: Int = 0, userUnit: Int = 1, content: String = frame
  ) -> String {
    return """
      %PDF-1.6
      1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
      2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
      3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Rotate \(rotate)/UserUnit \(userUnit)/Contents 4 0 R>> endobj
      4 0 obj <</Length \(content.utf8.count)>> stream
      \(content)
      endstream endobj
      trailer <</Root 1 0 R>>

      """
  }

  static let frame = "2 w 100 100 200 100 re S 0 g 160 140 20 20 re f"

  /// Where a page point of the sheet lies by the anchors below: a tenth of a metre a unit, turned
  /// by a quarter, near 48° N 11° E; on the ellipsoid there a degree is 111,194 m north and 74,625
  /// m east (to a part in ten thousand).
  static func place(_ x: Double, _ y: Double) -> (latitude: Double, longitude: Double) {
    (48 + x * 0.1 / 111_194, 11 - y * 0.1 / 74_625)
  }

  static func anchors(_ pages: [(Double, Double)]) -> [String] {
    pages.flatMap { x, y in
      let place = place(x, y)
      return ["--anchor", "\(x),\(y)=\(place.latitude),\(place.longitude)"]
    }
  }

  static let corners = [(20.0, 20.0), (380.0, 20.0), (380.0, 280.0), (20.0, 280.0)]

  /// Each `q` keeps a copy of the graphics state, for which there is no memory.
  @Test func `a page that can't be drawn is not exported, and nothing said to be stored`() throws {
    try Scratch.with { scratch in
      let content = String(repeating: "q ", count: 8_000_000)
      let plan = try scratch.write(Self.sheet(content: content), to: "states.pdf")
      let (file, output) = (scratch.path("new.gpkg"), scratch.path("plan.kml"))
      let common = ["align", "--plan", plan, "--as", "kml", "--output", output]
      for storing in [[], ["--into", file, "--level", "0"]] {
        let result = try IndoorCommand.run(common + storing + Self.anchors(Self.corners))
        expectBadInput(result, "states.pdf", "the page could not be drawn (pdftocairo ")
        #expect(!result.errors.contains("stored"), "\(result)")
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["states.pdf"])
      }
    }
  }

  @Test func `a reference system beside places in degrees is told to have no effect`() throws {
    let common = [
      "align", "--plan", "\(Self.museum)/level-G.pdf", "--anchors",
      "\(Self.museum)/level-G.anchors.geojson",
    ]
    let given = try IndoorCommand.run(common + ["--anchor-crs", "EPSG:25832"])
    #expect(given.status == 0, "\(given)")
    #expect(
      given.errors.contains("anchors.geojson: the anchors' reference system was given, but a"),
      "\(given)")
    let plain = try IndoorCommand.run(common)
    #expect(plain.output == given.output && !plain.errors.contains("no-effect"), "\(plain)")
  }

  @Test func `degrees of a reference system are told to have longitude first`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(Self.sheet(), to: "plan.pdf")
      func placed(_ west: String, _ east: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          "align", "--plan", plan, "--anchor", "0,0=\(west)", "--anchor", "400,0=\(east)",
          "--anchor-crs", "EPSG:4326")
      }
      let numbers = try placed("8.54,47.37", "8.541,47.37")
      #expect(numbers.status == 0 && numbers.errors.contains("[longitude-first]"), "\(numbers)")
      let letters = try placed("47.37N,8.54E", "47.37N,8.541E")
      #expect(letters.output == numbers.output && !letters.errors.contains("longitude-first"))
    }
  }

  /// GDAL's manual, DXF: "DXF_INLINE_BLOCKS=FALSE" leaves blocks apart from where they are put.
  @Test func `somebody's own settings of GDAL change no drawing`() throws {
    try Scratch.with { scratch in
      func lines(_ ends: [(Int, Int, Int, Int)]) -> String {
        ends.map { "0\nLINE\n8\n0\n10\n\($0.0)\n20\n\($0.1)\n11\n\($0.2)\n21\n\($0.3)\n" }.joined()
      }
      let room = lines([(0, 0, 5, 0), (5, 0, 5, 8), (5, 8, 0, 8), (0, 8, 0, 0)])
      let inserts = (0..<12).map { "0\nINSERT\n8\n0\n2\nROOM\n10\n\($0 * 5)\n20\n0\n" }.joined()
      let plan = try scratch.write(
        "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n0\nSECTION\n2\nBLOCKS\n"
          + "0\nBLOCK\n8\n0\n2\nROOM\n70\n0\n10\n0\n20\n0\n30\n0\n3\nROOM\n\(room)0\nENDBLK\n8\n0\n0\nENDSEC\n"
          + "0\nSECTION\n2\nENTITIES\n\(inserts)\(lines([(0, 20, 60, 20)]))0\nENDSEC\n0\nEOF\n",
        to: "blocks.dxf")
      try FileManager.default.createDirectory(
        atPath: scratch.path("home/.gdal"), withIntermediateDirectories: true)
      try scratch.write("[configoptions]\nDXF_INLINE_BLOCKS=FALSE\n", to: "home/.gdal/gdalrc")
      func placed(_ environment: [String: String]) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          ["align", "--plan", plan] + Self.anchors([(0, 0), (60, 0)]), environment: environment)
      }
      let plain = try placed([:])
      #expect(plain.status == 0, "\(plain)")
      for environment in [["DXF_INLINE_BLOCKS": "FALSE"], ["HOME": scratch.path("home")]] {
        let result = try placed(environment)
        #expect(result.status == 0 && result.output == plain.output, "\(result)")
      }
    }
  }

  @Test func `a PDF's settings that are given for an image are told to have no effect`() throws {
    try Scratch.with { scratch in
      let plan = scratch.path("plan.png")
      try scratch.write(
        Array("P5\n300 200\n255\n".utf8) + [UInt8](repeating: 200, count: 60_000), to: "grey.pgm")
      try IndoorCommand.run(
        ["-q", "-of", "PNG", scratch.path("grey.pgm"), plan], program: "/usr/bin/gdal_translate")
      let points = try scratch.write(
        "#CRS: PROJCRS[\"UTM\",ID[\"EPSG\",25832]]\nmapX,mapY,sourceX,sourceY,enable\n"
          + "500000,5316300,0,-200,1\n500030,5316300,300,-200,1\n", to: "plan.points")
      let common = ["align", "--plan", plan, "--anchors", points]
      let given = try IndoorCommand.run(common + ["--box", "media", "--points-dpi", "200"])
      #expect(given.status == 0, "\(given)")
      #expect(given.errors.split(separator: "\n").count { $0.hasSuffix("[no-effect]") } == 2)
      let plain = try IndoorCommand.run(common)
      #expect(plain.output == given.output && !plain.errors.contains("no-effect"), "\(plain)")
      let file = scratch.path("new.gpkg")
      try IndoorCommand.run(common + ["--into", file, "--level", "0"])
      for (format, option) in [("kml", "--resolution"), ("points", "--points-dpi")] {
        let exported = try IndoorCommand.run(
          "plan", "export", file, "--level", "0", "--as", format, "--output", scratch.path(format),
          option, "2")
        #expect(exported.status == 0 && exported.errors.contains("leave it out"), "\(exported)")
      }
    }
  }

  /// Places the sheet into `new.gpkg` of a folder.
  private func placed(in scratch: Scratch, level: String = "1") throws -> String {
    let plan = try scratch.write(Self.sheet(), to: "sheet.pdf")
    let file = scratch.path("new.gpkg")
    let result = try IndoorCommand.run(
      ["align", "--plan", plan, "--into", file, "--level", level, "--label", " \(level)a "]
        + Self.anchors(Self.corners))
    #expect(result.status == 0, "\(result)")
    return file
  }

  @Test func `a building without an id is called by what names it, and one that isn't there too`()
    throws
  {
    try Scratch.with { scratch in
      let file = try placed(in: scratch)
      let sheet = scratch.path("sheet.pdf")
      let annex = try IndoorCommand.run(
        ["align", "--plan", sheet, "--into", file, "--level", "1", "--building", "Annex"]
          + Self.anchors(Self.corners))
      #expect(annex.status == 0, "\(annex)")
      func export(_ options: String...) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          ["plan", "export", file, "--as", "points", "--output", scratch.path("p")] + options)
      }
      let several = try export("--level", "1")
      #expect(several.status == 65)
      #expect(
        several.errors.contains("the buildings \"\", Annex all have that level"), "\(several)")
      let none = try export("--level", "1", "--building", "Nope")
      #expect(none.errors.contains("has no plan of building Nope, only of \"\", Annex"), "\(none)")
      let level = try export("--level", "2", "--building", "Annex")
      #expect(
        level.errors.contains("has no plan on level 2 of building Annex, only on 1"), "\(level)")
      for building in ["", "Annex"] {
        #expect(try export("--level", "1", "--building", building).status == 0)
      }
    }
  }

  @Test func `the first plan makes the file, its origin, the level and an outline`() throws {
    try Scratch.with { scratch in
      let file = try placed(in: scratch)
      let middle = Self.place(200, 150)
      try DatabaseQueue(path: file).read { db throws in
        let origin = try #require(
          try Row.fetchOne(db, sql: "SELECT origin_latitude, origin_longitude FROM venue"))
        #expect(abs(origin[0] as Double - middle.latitude) < 1e-9)
        #expect(abs(origin[1] as Double - middle.longitude) < 1e-9)
        let level = try #require(
          try Row.fetchOne(db, sql: "SELECT ordinal, label, outline_from FROM levels"))
        #expect(level == ["ordinal": 1, "label": "1a", "outline_from": "plan"])
        // What is drawn, not the page: 200 × 100 units of a tenth of a metre.
        let box = try #require(
          try Row.fetchOne(
            db,
            sql: """
              SELECT min_x, max_x, min_y, max_y FROM gpkg_contents WHERE table_name = 'levels'
              """))
        #expect(abs((box[3] as Double - box[2]) * 111_194 - 20) < 0.01)
        #expect(abs((box[1] as Double - box[0]) * 74_625 - 10) < 0.01)
      }
      // The next plan keeps the origin.
      let shifted = Self.corners.flatMap { x, y in
        let place = Self.place(x + 50, y)
        return ["--anchor", "\(x),\(y)=\(place.latitude),\(place.longitude)"]
      }
      let next = try IndoorCommand.run(
        ["align", "--plan", scratch.path("sheet.pdf"), "--into", file, "--level", "2"] + shifted)
      #expect(next.status == 0, "\(next)")
      try DatabaseQueue(path: file).read { db throws in
        let latitude = try Double.fetchOne(db, sql: "SELECT origin_latitude FROM venue")
        #expect(abs((latitude ?? 0) - middle.latitude) < 1e-9)
        #expect(
          try String.fetchAll(db, sql: "SELECT label FROM levels ORDER BY ordinal") == ["1a", "2"])
      }
    }
  }

  @Test func `a plan that can't be placed leaves no file`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(Self.sheet(), to: "sheet.pdf")
      let file = scratch.path("new.gpkg")
      let result = try IndoorCommand.run(
        ["align", "--plan", plan, "--into", file, "--level", "1"] + Self.anchors([(20, 20)]))
      expectBadInput(result, "anchors", "two")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["sheet.pdf"])
    }
  }

  @Test func `an outline that is imported replaces the plan's`() throws {
    try Scratch.with { scratch in
      let file = try placed(in: scratch)
      let (a, b) = (Self.place(0, 0), Self.place(400, 300))
      let ring = [
        [a.longitude, a.latitude], [b.longitude, a.latitude], [b.longitude, b.latitude],
        [a.longitude, b.latitude], [a.longitude, a.latitude],
      ]
      let source = try scratch.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":
        {"feature_type":"level","id":"level1","ordinal":1},
        "geometry":{"type":"Polygon","coordinates":[\(ring)]}}]}
        """, to: "level.geojson")
      let imported = try IndoorCommand.run("venue", "import", file, source)
      #expect(imported.status == 0, "\(imported)")
      try DatabaseQueue(path: file).read { db throws in
        #expect(
          try Row.fetchAll(db, sql: "SELECT label, outline_from FROM levels")
            == [["label": "1a", "outline_from": nil]])
      }
    }
  }

  @Test func `a plan is exported at once, without a venue file`() throws {
    try Scratch.with { scratch in
      let plan = try scratch.write(Self.sheet(), to: "sheet.pdf")
      let result = try IndoorCommand.run(
        ["align", "--plan", plan, "--as", "maplibre", "--output", scratch.path("style.json")]
          + Self.anchors(Self.corners))
      #expect(result.status == 0, "\(result)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.folder).sorted()
          == ["sheet.pdf", "style.json", "style.png"])
    }
  }

  /// SQLite's names are one in capitals or not.
  @Test func `a plan is stored beside somebody's layer that is called as its own would be`() throws
  {
    try Scratch.with { scratch in
      let file = try placed(in: scratch)
      let queue = try DatabaseQueue(path: file)
      try queue.write { try $0.execute(sql: "CREATE TABLE PLAN_LEVEL_2 (fid INTEGER PRIMARY KEY)") }
      try queue.close()
      #expect(try placed(in: scratch, level: "2") == file)
      let tables = try DatabaseQueue(path: file).read {
        try String.fetchAll(
          $0, sql: "SELECT table_name FROM gpkg_contents WHERE data_type = 'tiles' ORDER BY 1")
      }
      #expect(tables == ["plan_level_1", "plan_level_2_2"])
    }
  }

  @Test(.enabled(if: gdal, "install gdal-bin"))
  func `the plan lies in the file as tiles that GDAL reads where they belong`() throws {
    try Scratch.with { scratch in
      let file = try placed(in: scratch)
      let raster = "GPKG:\(file):plan_level_1"
      func grey(_ x: Double, _ y: Double) throws -> Int? {
        let place = Self.place(x, y)
        let read = try IndoorCommand.run(
          ["-wgs84", "-valonly", "-b", "1", raster, "\(place.longitude)", "\(place.latitude)"],
          program: "/usr/bin/gdallocationinfo")
        return Int(read.output.filter { !$0.isWhitespace })
      }
      // The square's middle and just within its edges are black, just beyond them white.
      for (dx, dy) in [(0.0, 0.0), (9, 0), (-9, 0), (0, 9), (0, -9)] {
        #expect(try (grey(170 + dx, 150 + dy) ?? 255) < 40, "\(dx), \(dy)")
      }
      for (dx, dy) in [(11.0, 0.0), (-11, 0), (0, 11), (0, -11)] {
        #expect(try (grey(170 + dx, 150 + dy) ?? 0) > 215, "\(dx), \(dy)")
      }
      let info = try IndoorCommand.run(["-mm", raster], program: "/usr/bin/gdalinfo")
      #expect(info.status == 0 && info.output.contains("EPSG\",3857"), "\(info)")
      #expect(!info.errors.contains("Warning") && !info.errors.contains("ERROR"), "\(info)")
    }
  }

  @Test(.enabled(if: gdal, "install gdal-bin"))
  func `rooms that other programs draw in the file are rooms of the venue`() throws {
    try Scratch.with { scratch in
      let file = try placed(in: scratch)
      func ring(_ x: Double, _ y: Double) -> [[Double]] {
        [(x, y), (x + 40, y), (x + 40, y + 40), (x, y + 40), (x, y)].map {
          let place = Self.place($0.0, $0.1)
          return [place.longitude, place.latitude]
        }
      }
      let lab = try scratch.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature",
        "properties":{"name":"Lab","category":"walkway"},
        "geometry":{"type":"Polygon","coordinates":[\(ring(110, 110))]}}]}
        """, to: "lab.geojson")
      let appended = try IndoorCommand.run(
        ["-append", "-nln", "units", "-nlt", "MULTIPOLYGON", file, lab],
        program: "/usr/bin/ogr2ogr")
      #expect(appended.status == 0 && !appended.errors.contains("ERROR"), "\(appended)")
      let text = ring(200, 110).map { "\($0[0]) \($0[1])" }.joined(separator: ", ")
      let inserted = try IndoorCommand.run(
        [
          file, "-sql",
          "INSERT INTO units (geom, name, category) VALUES (ST_GeomFromText('MULTIPOLYGON(((\(text))))', 4326), 'Hall', 'walkway')",
        ], program: "/usr/bin/ogrinfo")
      #expect(inserted.status == 0 && !inserted.errors.contains("ERROR"), "\(inserted)")

      for (x, name) in [(130.0, "Lab"), (220.0, "Hall")] {
        let place = Self.place(x, 130)
        let at = try IndoorCommand.run("venue", "at", file, "\(place.latitude),\(place.longitude)")
        #expect(at.status == 0 && at.output.contains(name), "\(at)")
      }
      let area = scratch.path("walkable.geojson")
      let walkable = try IndoorCommand.run(
        "venue", "export", file, "--as", "walkable", "--output", area)
      #expect(walkable.status == 0 && walkable.output.contains("2 units"), "\(walkable)")
      // The next command that writes fills in what was left out.
      let plan = try IndoorCommand.run(
        ["align", "--plan", scratch.path("sheet.pdf"), "--into", file, "--level", "1"]
          + Self.anchors(Self.corners))
      #expect(plan.status == 0, "\(plan)")
      try DatabaseQueue(path: file).read { db throws in
        #expect(
          try Row.fetchAll(db, sql: "SELECT unit_id, building, ordinal FROM units ORDER BY id") == [
            ["unit_id": "units-1", "building": "", "ordinal": 1],
            ["unit_id": "units-2", "building": "", "ordinal": 1],
          ])
      }
      // On one of two levels it is nobody's to guess.
      let second = try IndoorCommand.run(
        ["align", "--plan", scratch.path("sheet.pdf"), "--into", file, "--level", "2"]
          + Self.anchors(Self.corners))
      #expect(second.status == 0, "\(second)")
      try IndoorCommand.run(
        [file, "-sql", "INSERT INTO units (geom, name) SELECT geom, 'Loft' FROM units LIMIT 1"],
        program: "/usr/bin/ogrinfo")
      let check = try IndoorCommand.run("venue", "check", file)
      #expect(
        check.output.contains("units, row 3 \"Loft\"") && check.output.contains("missing-level"),
        "\(check)")
    }
  }
}
