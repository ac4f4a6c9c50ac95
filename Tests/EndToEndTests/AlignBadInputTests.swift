import Foundation
import Testing

/// What comes in through `align`; whatever it is, the plan stored before stays.
@Suite struct AlignBadInputTests {
  private static let museum = "\(repository)/FloorPlans/museum"
  private static let plan = "\(museum)/level-G.pdf"
  private static let twoAnchors = [
    "--anchor", "100,100=45.32,-29.87", "--anchor", "900,900=45.3205,-29.8693",
  ]

  /// Runs `align --into` on a venue that holds a plan, checks the sentence, and that the file is
  /// the same to the byte.
  private func expectRefused(
    _ arguments: [String], _ place: String, _ word: String, in scratch: Scratch,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = scratch.path("museum.gpkg")
    if !FileManager.default.fileExists(atPath: file) {
      try IndoorCommand.run("venue", "import", file, "\(Self.museum)/venue.geojson")
      let stored = try IndoorCommand.run(
        "align", "--plan", Self.plan, "--anchors", "\(Self.museum)/level-G.anchors.geojson",
        "--into", file, "--level", "0")
      #expect(stored.status == 0, "\(stored)", sourceLocation: sourceLocation)
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let result = try IndoorCommand.run(["align"] + arguments + ["--into", file, "--level", "0"])
    expectBadInput(result, place, word, sourceLocation: sourceLocation)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: file)) == before, sourceLocation: sourceLocation)
  }

  @Test func `a floor or an anchor of appData that stands twice is refused`() throws {
    try Scratch.with { scratch in
      let pixels = #""anchor_pixel_1":"100,100","anchor_pixel_2":"900,900""#
      let places =
        #""anchor_location_1":"45.32,-29.87","anchor_location_2":"45.3205,-29.8693""#
      let floor = "{\(pixels),\(places)}"
      for (floors, twice) in [
        (#""map_floor1":\#(floor),"map_floor1":\#(floor)"#, "map_floor1"),
        (#""map_floor1":{\#(pixels),\#(places),"anchor_pixel_1":"1,1"}"#, "anchor_pixel_1"),
      ] {
        let path = try scratch.write("{\"map_floors\":{\(floors)}}", to: "appData.json")
        try expectRefused(
          ["--plan", Self.plan, "--anchors", "\(path)#map_floor1"], path, "has \"\(twice)\" twice",
          in: scratch)
      }
    }
  }

  @Test func `anchors that coincide, lie too close or out of range are refused`() throws {
    try Scratch.with { scratch in
      func refuse(_ anchors: [String], _ place: String, _ word: String) throws {
        try expectRefused(
          ["--plan", Self.plan] + anchors.flatMap { ["--anchor", $0] }, place, word, in: scratch)
      }
      try refuse(["100,100=45.32,-29.87", "100,100=45.321,-29.87"], "anchors", "page")
      try refuse(["100,100=45.32,-29.87", "900,900=45.32,-29.87"], "anchors", "m")
      try refuse(["100,100=45.32,-29.87", "101,100=45.3200001,-29.87"], "anchors", "page")
      try refuse(["100,100=145.32,-29.87", "900,900=45.3,-29.87"], "--anchor", "swapped")
      try refuse(["100,100=45.32,-29.87"], "anchors", "two")
      try refuse(["100,100=unit:nowhere#0", "900,900=45.3,-29.87"], "--anchor", "nowhere")
    }
  }

  @Test func `a plan that is missing, has no such page or isn't one is named`() throws {
    try Scratch.with { scratch in
      try expectRefused(
        ["--plan", scratch.path("no.pdf")] + Self.twoAnchors, "", "no.pdf", in: scratch)
      try expectRefused(
        ["--plan", Self.plan, "--page", "9"] + Self.twoAnchors, Self.plan, "page", in: scratch)
      let text = try scratch.write("hello", to: "plan.pdf")
      try expectRefused(["--plan", text] + Self.twoAnchors, text, "export", in: scratch)
      let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
      let image = try scratch.write(png, to: "cut.png")
      try expectRefused(["--plan", image] + Self.twoAnchors, image, "PNG", in: scratch)
      let pdf = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.plan)))
      let cut = try scratch.write(Array(pdf.prefix(200)), to: "cut.pdf")
      try expectRefused(["--plan", cut] + Self.twoAnchors, cut, "damaged", in: scratch)
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qpdf"), "needs the program qpdf"))
  func `a plan that needs a password is named`() throws {
    try Scratch.with { scratch in
      let locked = scratch.path("locked.pdf")
      let qpdf = Process()
      qpdf.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
      qpdf.arguments = ["--encrypt", "secret", "secret", "256", "--", Self.plan, locked]
      try qpdf.run()
      qpdf.waitUntilExit()
      try expectRefused(
        ["--plan", locked] + Self.twoAnchors, locked, "password", in: scratch)
    }
  }

  @Test(arguments: ["EPSG:5773", "EPSG:4978"])
  func `a system of heights or from the Earth's centre is none for anchors`(code: String) throws {
    expectBadInput(
      try IndoorCommand.run(
        "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--anchor-crs", code,
        "--anchor", "342,422=45.32,-29.87", "--anchor", "1627,535=45.321,-29.869"), code, "PROJ")
  }

  @Test func `anchors that are no GeoJSON are named with their line`() throws {
    try Scratch.with { scratch in
      for (content, word) in [
        ("{", "JSON"), ("{\"type\":\"Feature\"}", "FeatureCollection"),
        ("{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\"}]}", ":2: "),
      ] {
        let anchors = try scratch.write(content, to: "anchors.geojson")
        try expectRefused(
          ["--plan", Self.plan, "--anchors", anchors], anchors, word, in: scratch)
      }
    }
  }

  @Test(arguments: ["1001", "-99999999999"])
  func `an ordinal that no building has makes no level`(level: String) throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(
        ["align", "--plan", Self.plan] + Self.twoAnchors
          + ["--into", scratch.path("new.gpkg"), "--level", level])
      expectBadInput(result, "level \(level)", "between -1000 and 1000")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder).isEmpty)
    }
  }

  @Test func `a level that the venue doesn't have is named, with those that it has`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let result = try IndoorCommand.run(
        ["align", "--plan", Self.plan] + Self.twoAnchors + ["--venue", file, "--level", "-3"])
      expectBadInput(result, file, "-3")
      let elsewhere = try IndoorCommand.run(
        ["align", "--plan", Self.plan] + Self.twoAnchors
          + ["--venue", file, "--level", "0", "--building", "annex"])
      expectBadInput(elsewhere, file, "in building \"annex\"")
    }
  }

  @Test func `a plan whose anchors can't be right is stored only by force`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      func align(_ anchors: [String], _ more: String...) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          ["align", "--plan", Self.plan, "--level", "0"] + anchors.flatMap { ["--anchor", $0] }
            + more)
      }
      // Three corners of the venue; the last two exchanged; latitude and longitude exchanged; half
      // a world between two.
      let right = ["0,0=52.5,13.4", "1000,0=52.5,13.401", "1000,820=52.5005,13.401"]
      let wrong = [
        ("swapped-anchors", ["0,0=52.5,13.4", "1000,820=52.5,13.401", "1000,0=52.5005,13.401"]),
        ("swapped-coordinates", ["0,0=13.4,52.5", "1000,0=13.401,52.5"]),
        ("anchors-far-apart", ["0,0=52.5,13.4", "1000,0=-33.9,151.2"]),
        // 500 m to the north-east, as places read off a map in GCJ-02 are in Beijing.
        ("plan-off-building", ["0,0=52.503,13.405", "1000,0=52.503,13.406"]),
      ]
      for (code, anchors) in wrong {
        let refused = try align(anchors, "--into", venue)
        expectBadInput(refused, venue, code)
        expectBadInput(
          try IndoorCommand.run(
            "plan", "export", venue, "--level", "0", "--as", "kml", "--output", scratch.path("x")),
          venue, "no placed plan")
        let looked = try align(anchors, "--venue", venue)
        #expect(looked.status == 0 && looked.errors.contains("[\(code)]"), "\(looked)")
      }
      #expect(try align(wrong[0].1, "--into", venue, "--force").status == 0)
      #expect(try align(wrong[3].1, "--into", venue, "--force").status == 0)
      func check() throws -> String { try IndoorCommand.run("venue", "check", venue).output }
      #expect(try check().contains("[plan-off-building]"))
      #expect(try align(right, "--into", venue).status == 0)
      #expect(try !check().contains("plan-off-building"))
    }
  }

  /// A PDF of one page with entries of its dictionary; qpdf mends that it has no cross-reference
  /// table.
  private static func page(_ entries: String) -> String {
    """
    %PDF-1.7
    1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
    2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
    3 0 obj << /Type /Page /Parent 2 0 R \(entries) >> endobj
    trailer << /Root 1 0 R >>
    """
  }

  @Test func `a plan whose page box is broken is stored only by force, and every output says so`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let plan = try scratch.write(
        Self.page("/MediaBox [0 0 x 500] /Rotate 45 /UserUnit 0"), to: "plan.pdf")
      let anchors = ["--anchor", "0,0=52.5,13.4", "--anchor", "600,700=52.5005,13.401"]
      let common = ["align", "--plan", plan, "--level", "0"] + anchors
      expectBadInput(
        try IndoorCommand.run(common + ["--into", venue]), venue, "page-box-replaced")
      let report = scratch.path("report.html")
      let looked = try IndoorCommand.run(
        common + ["--venue", venue, "--json", "--report", report])
      #expect(looked.status == 0, "\(looked)")
      let page = try String(contentsOfFile: report, encoding: .utf8)
      for code in ["page-box-replaced", "rotate-ignored", "user-unit-ignored"] {
        #expect(looked.output.contains("\"code\": \"\(code)\""), "\(looked)")
        #expect(looked.errors.contains("[\(code)]"), "\(looked)")
        #expect(page.contains(code))
      }
      let forced = try IndoorCommand.run(common + ["--into", venue, "--force"])
      #expect(forced.status == 0, "\(forced)")
    }
  }

  @Test func `a plan whose content is damaged is stored only by force`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let damaged = """
        4 0 obj << /Length 9 /Filter /FlateDecode >> stream
        no zlib !
        endstream endobj
        """
      let plan = try scratch.write(
        Self.page("/MediaBox [0 0 600 700] /Contents 4 0 R")
          .replacing("trailer", with: damaged + "\ntrailer"), to: "plan.pdf")
      let common = [
        "align", "--plan", plan, "--level", "0", "--anchor", "0,0=52.5,13.4", "--anchor",
        "600,700=52.5005,13.401",
      ]
      expectBadInput(try IndoorCommand.run(common + ["--into", venue]), venue, "damaged-page")
      let forced = try IndoorCommand.run(common + ["--into", venue, "--force"])
      #expect(forced.status == 0 && forced.errors.contains("[damaged-page]"), "\(forced)")
    }
  }

  @Test func `anchors that can't be right are named with file and line`() throws {
    try Scratch.with { scratch in
      func point(_ place: String, _ properties: String) -> String {
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":\(place)},\"properties\":{\(properties)}}"
      }
      let good = point("[-29.87,45.32]", "\"page\":[342,422]")
      let deep = String(repeating: "[", count: 100_000)
      let wrong: [(feature: String, line: String, word: String)] = [
        (deep, ":3: ", "nests deeper"),
        (point("[NaN,45.3]", "\"page\":[1,2]"), ":3: ", "no NaN"),
        (point("[1e400,45.3]", "\"page\":[1,2]"), ":3: ", "beyond a double"),
        (point("[-29,45]", "\"page\":[1e300,2]"), ":3: ", "beyond any page"),
        (point("[-29,89.5]", "\"page\":[1,2]"), ":3: ", "out of range"),
        (point("[-29,45]", "\"page\":[1]"), ":3: ", "page"),
        (
          point("[-29,45]", "\"page\":[1,2],\"name\":\"\(String(repeating: "n", count: 1001))\""),
          ":3: ", "name of over"
        ),
        ("{\"type\":\"Feature\",\"properties\":{\"page\":[1,2]}}", ":3: ", "Point"),
        (
          "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"page\":[1,2]}}", ":3: ",
          "Point"
        ),
        (good, ": ", "same page point"),
      ]
      for (feature, line, word) in wrong {
        let anchors = try scratch.write(
          "{\"type\":\"FeatureCollection\",\"features\":[\n\(good),\n\(feature)\n]}",
          to: "anchors.geojson")
        expectBadInput(
          try IndoorCommand.run("align", "--plan", Self.plan, "--anchors", anchors),
          anchors + line, word)
      }
      let none = try scratch.write(
        "{\"type\":\"FeatureCollection\",\"features\":[]}", to: "none.geojson")
      expectBadInput(
        try IndoorCommand.run("align", "--plan", Self.plan, "--anchors", none), none, "no anchor")
      let large = try scratch.write(
        "{\"type\":\"FeatureCollection\",\"features\":[\n\(String(repeating: " ", count: 17 << 20))]}",
        to: "large.geojson")
      expectBadInput(
        try IndoorCommand.run("align", "--plan", Self.plan, "--anchors", large), large, "anchors")
    }
  }

  @Test func `an anchor's name steers no terminal and makes no line of its own`() throws {
    try Scratch.with { scratch in
      let names = ["\\u001b[31mred", "a\\nerror: forged", "plain"]
      let pages = ["[100,100]", "[900,100]", "[900,900]"]
      let places = ["[-29.87,45.32]", "[-29.869,45.32]", "[-29.869,45.321]"]
      let features = names.indices.map {
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":\(places[$0])},\"properties\":{\"page\":\(pages[$0]),\"name\":\"\(names[$0])\"}}"
      }
      let anchors = try scratch.write(
        "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
        to: "anchors.geojson")
      let result = try IndoorCommand.run("align", "--plan", Self.plan, "--anchors", anchors)
      #expect(result.status == 0, "\(result)")
      #expect(!result.output.contains("\u{1B}") && !result.errors.contains("\u{1B}"))
      #expect(result.output.split(separator: "\n").allSatisfy { !$0.hasPrefix("error: ") })
      #expect(result.output.contains("aerror: forged") && result.output.contains("plain"))
    }
  }

  @Test func `a venue of three kilometres takes no more memory than one of three hundred metres`()
    throws
  {
    try Scratch.with { scratch in
      // Rooms of different widths in a corner of a level that is far too large.
      func polygon(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        let corners: [[Double]] = [[0, 0], [width, 0], [width, height], [0, height], [0, 0]]
        let points = corners.map { (corner: [Double]) -> String in
          let longitude = 13.4 + (x + corner[0]) / 67_768
          let latitude = 52.5 + (y + corner[1]) / 111_270
          return "[\(longitude),\(latitude)]"
        }
        return "{\"type\":\"Polygon\",\"coordinates\":[[\(points.joined(separator: ","))]]}"
      }
      func feature(_ properties: String, _ geometry: String) -> String {
        "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":\(geometry)}"
      }
      var features = [
        feature("\"feature_type\":\"venue\",\"id\":\"v\",\"name\":\"V\"", "null"),
        feature(
          "\"feature_type\":\"level\",\"id\":\"l\",\"ordinal\":0,\"label\":\"G\"",
          polygon(0, 0, 2800, 2800)),
      ]
      for i in 0..<30 {
        let x = Double(2700 + 11 * (i % 6) + i % 5)
        let unit =
          "\"feature_type\":\"unit\",\"id\":\"u\(i)\",\"level_id\":\"l\",\"category\":\"room\""
        features.append(feature(unit, polygon(x, Double(2700 + 13 * (i / 6)), 9, 11)))
      }
      let geoJSON =
        "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
      let venue = scratch.path("wide.gpkg")
      let imported = try IndoorCommand.run(
        "venue", "import", venue, scratch.write(geoJSON, to: "wide.geojson"))
      #expect(imported.status == 0, "\(imported)")
      // At half a metre a cell, the maps of walls would take 1.7 GB.
      let result = try IndoorCommand.run(
        [
          "-c", "ulimit -v 1500000; exec \"$0\" \"$@\"", IndoorCommand.path(), "align", "--plan",
          Self.plan, "--auto", "--venue", venue, "--level", "0",
        ], program: "/bin/sh")
      expectBadInput(result, "level 0", "not sure")
    }
  }
}
