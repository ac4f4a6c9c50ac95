import Foundation
import Testing

/// What outputs leave as it was.
struct KeptFilesTests {
  @Test(arguments: OutputCase.all)
  func `no output takes the place of a venue file`(output: OutputCase) throws {
    try Scratch.with { scratch in
      let venue = try Data(contentsOf: URL(fileURLWithPath: SmallVenue.imported(in: scratch)))
      for name in output.files {
        let folder = scratch.path("out-\(name)")
        let path = try scratch.write([UInt8](venue), to: "out-\(name)/\(name)")
        expectBadInput(try output.run(into: folder), path, "this is a venue file")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == venue)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
      }
    }
  }

  private static let align = [
    "align", "--plan", "\(OutputCase.plans)/level-G.pdf", "--anchors", OutputCase.anchors,
  ]

  @Test func `an output where the plan is stored is refused before the file is made`() throws {
    try Scratch.with { scratch in
      let store = scratch.path("new.gpkg")
      for other in [store, scratch.path("./new.gpkg")] {
        let result = try IndoorCommand.run(
          Self.align + ["--into", store, "--level", "0", "--as", "gpkg-tiles", "--output", other])
        expectBadInput(result, other, "two outputs")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder).isEmpty)
      }
    }
  }

  @Test func `anchors that are named with a floor are not overwritten`() throws {
    try Scratch.with { scratch in
      let text = #"{"map_floors": {"f": {}}}"#
      let anchors = try scratch.write(text, to: "appData.json")
      let result = try IndoorCommand.run(
        "align", "--plan", "\(OutputCase.plans)/level-G.pdf", "--anchors", "\(anchors)#f",
        "--report", anchors)
      expectBadInput(result, anchors, "overwritten")
    }
  }

  @Test func `recordings in a folder that is evaluated are not overwritten by the page`() throws {
    try Scratch.with { scratch in
      let walk = scratch.path("walks/walk.jsonl")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: OutputCase.walk))
      try scratch.write([UInt8](bytes), to: "walks/walk.jsonl")
      let result = try IndoorCommand.run(
        "radiomap", "evaluate", OutputCase.venue, "--against", scratch.path("walks"), "--report",
        walk)
      expectBadInput(result, walk, "overwritten")
      #expect(try Data(contentsOf: URL(fileURLWithPath: walk)) == bytes)
    }
  }

  @Test func `a page in the place of the folder of results is refused before any work`() throws {
    try Scratch.with { scratch in
      let folder = scratch.path("c")
      func run(_ output: String, _ report: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          ["survey", "coverage", OutputCase.venue, "--output", output, "--report", report],
          in: scratch.folder)
      }
      for (output, report) in [(folder, folder), ("c", "./c"), ("c/d", "c"), ("c/", "c")] {
        expectBadInput(try run(output, report), report, "two outputs")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder).isEmpty)
      }
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("link"), withDestinationPath: "c")
      for report in ["c/coverage.html", "link/next-walks.gpx", "link/level-0.svg"] {
        expectBadInput(try run("c", report), report, "two outputs")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      }
      let file = try scratch.write("text", to: "file")
      expectBadInput(try run(file, "page.html"), file, "is a file")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("page.html")))
    }
  }

  @Test func `an archive isn't written beside files of another one, and nothing is deleted`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let folder = scratch.path("archive")
      func export(_ from: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run("venue", "export", from, "--as", "imdf", "--output", folder)
      }
      #expect(try export(venue).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      try scratch.write("mine", to: "archive/notes.txt")
      #expect(try export(venue).status == 0)
      // As of an older venue, which had fixtures; and a venue file that bears such a name.
      let stale = try scratch.write(
        #"{"type":"FeatureCollection","features":[]}"#, to: "archive/fixture.geojson")
      for left in [stale, scratch.path("archive/kiosk.geojson")] {
        if left != stale { try FileManager.default.copyItem(atPath: venue, toPath: left) }
        let unit = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/unit.geojson"))
        let refused = try export(left == stale ? venue : left)
        #expect(refused.status == 65 && refused.output.isEmpty, "\(refused)")
        #expect(refused.errors.contains("error: \(left): this archive has no such file"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/unit.geojson")) == unit)
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            == (names + ["notes.txt", URL(fileURLWithPath: left).lastPathComponent]).sorted())
        try FileManager.default.removeItem(atPath: left)
      }
    }
  }

  @Test func `the page with a style holds names as data, whatever they say`() throws {
    try Scratch.with { scratch in
      let name = "<!--<script>alert(1)</script>&\u{2028}"
      let source = try scratch.write(SmallVenue.geoJSON(name: name), to: "v.geojson")
      let venue = scratch.path("v.gpkg")
      #expect(try IndoorCommand.run("venue", "import", venue, source).status == 0)
      let result = try IndoorCommand.run(
        "venue", "export", venue, "--as", "maplibre", "--output", scratch.path("style.json"))
      #expect(result.status == 0, "\(result)")
      let page = try String(contentsOfFile: scratch.path("style.html"), encoding: .utf8)
      // The standard's tokenizer enters other states at each of these in a script.
      #expect(!page.contains("<!--"))
      #expect(page.components(separatedBy: "<script").count == 3)
      #expect(page.components(separatedBy: "</script").count == 3)
      let start = try #require(page.range(of: "const style = ")).upperBound
      let end = try #require(page.range(of: ";\n", range: start..<page.endIndex)).lowerBound
      let style = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
      #expect((style as? [String: Any])?["name"] as? String == name)
    }
  }

  @Test func `a name that begins with a dash is told how it is given`() throws {
    try Scratch.with { scratch in
      let walk = OutputCase.visit
      let wrong = try IndoorCommand.run(["motion", walk, "--output", "-x.csv"], in: scratch.folder)
      #expect(wrong.status == 64 && wrong.errors.contains("--output=-x.csv"), "\(wrong)")
      let missing = try IndoorCommand.run(["motion", walk, "--output", "--report", "r"])
      #expect(missing.status == 64 && !missing.errors.contains("--output="), "\(missing)")
      let right = try IndoorCommand.run(["motion", walk, "--output=-x.csv"], in: scratch.folder)
      #expect(right.status == 0, "\(right)")
      #expect(FileManager.default.fileExists(atPath: scratch.path("-x.csv")))
    }
  }

  @Test func `PROJ without its database is the machine's fault`() throws {
    try Scratch.with { scratch in
      try scratch.write(
        Array("P5\n30 20\n255\n".utf8) + [UInt8](repeating: 200, count: 600), to: "grey.pgm")
      let tiff = scratch.path("plan.tif")
      try IndoorCommand.run(
        [
          "-q", "-a_srs", "EPSG:3857", "-a_ullr", "950000", "6003000", "950030", "6002980",
          scratch.path("grey.pgm"), tiff,
        ], program: "/usr/bin/gdal_translate")
      for arguments in [
        ["align", "--plan", tiff],
        [
          "align", "--plan", "\(OutputCase.plans)/level-G.pdf", "--anchor-crs", "EPSG:25832",
          "--anchor", "342,422=500000,5316300", "--anchor", "1627,535=500100,5316300",
        ],
        [
          "plan", "export", OutputCase.venue, "--level", "0", "--as", "points", "--output",
          scratch.path("p.points"),
        ],
      ] {
        let result = try IndoorCommand.run(arguments, environment: ["PROJ_DATA": scratch.folder])
        #expect(result.status == 70, "\(result)")
        #expect(result.sentences.count == 1 && result.errors.contains("PROJ_DATA"), "\(result)")
      }
    }
  }
}
