import Foundation
import Testing

@Suite struct OutputPlacesTests {
  @Test func `a working folder that was taken away is a folder that isn't there`() throws {
    try Scratch.with { scratch in
      let museum = "\(repository)/FloorPlans/museum/venue.geojson"
      let venue = scratch.path("v.gpkg")
      try #require(try IndoorCommand.run("venue", "import", venue, museum).status == 0)
      for arguments in [
        ["venue", "import", "n.gpkg", museum],
        ["venue", "export", venue, "--as", "geojson", "--output", "o.geojson"],
        ["venue", "export", venue, "--as", "svg", "--output", "drawings"],
      ] {
        let result = try IndoorCommand.run(
          [
            "-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" \"$@\"",
            try IndoorCommand.path(),
          ]
            + arguments, in: scratch.folder, program: "/bin/sh")
        #expect(result.status == 65 && result.errors.contains("folder"), "\(arguments): \(result)")
      }
    }
  }

  @Test func `an output that is an input is refused, by whatever link it is named`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let walks = try SurveySamples.folder(3, in: scratch)
      try IndoorCommand.run("survey", "import", venue, walks)
      try IndoorCommand.run("radiomap", "build", venue)
      let walk = "\(walks)/walk-0.jsonl"
      let link = scratch.path("link.csv")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: venue)
      let drawing = "\(repository)/FloorPlans/museum/level-G"
      let plan = scratch.path("plan.pdf")
      try FileManager.default.copyItem(atPath: "\(drawing).pdf", toPath: plan)
      let before = try [venue, walk, plan].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }

      let runs: [(output: String, arguments: [String])] = [
        (venue, ["locate", venue, walk, "--output", venue]),
        (link, ["locate", venue, walk, "--output", link]),
        (walk, ["locate", venue, walks, "--output", walk]),
        (venue, ["locate", venue, walk, "--output", scratch.path("p.csv"), "--report", venue]),
        (walk, ["motion", walk, "--output", walk]),
        (venue, ["venue", "export", venue, "--as", "geojson", "--output", venue]),
        (
          plan,
          ["align", "--plan", plan, "--anchors", "\(drawing).anchors.geojson", "--report", plan]
        ),
      ]
      for (output, arguments) in runs {
        expectBadInput(try IndoorCommand.run(arguments), output, "overwritten")
      }
      let after = try [venue, walk, plan].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      #expect(after == before)
    }
  }

  @Test func `a report that can't be written leaves the output as it was`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let drawing = "\(repository)/FloorPlans/museum/level-G"
      let before = try Data(contentsOf: URL(fileURLWithPath: venue))
      let page = scratch.path("missing/page.html")
      expectBadInput(
        try IndoorCommand.run(
          "align", "--plan", "\(drawing).pdf", "--anchors", "\(drawing).anchors.geojson",
          "--into", venue, "--level", "0", "--report", page), page, "folder")
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == before)

      let visit = "\(repository)/Surveys/museum/visit-lift.jsonl"
      let attitude = try scratch.write("earlier\n", to: "attitude.csv")
      for (page, word) in [(page, "folder"), (attitude, "two outputs")] {
        expectBadInput(
          try IndoorCommand.run("motion", visit, "--output", attitude, "--report", page), page,
          word)
      }
      #expect(try String(contentsOfFile: attitude, encoding: .utf8) == "earlier\n")
    }
  }

  /// SQLite keeps changes to a database beside it under these endings
  /// (<https://www.sqlite.org/tempfiles.html>, 2).
  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `a report can't go where a new venue file's changes are kept`(ending: String) throws {
    try Scratch.with { scratch in
      let drawing = "\(repository)/FloorPlans/museum/level-G"
      let venue = scratch.path("new.gpkg")
      let result = try IndoorCommand.run(
        "align", "--plan", "\(drawing).pdf", "--anchors", "\(drawing).anchors.geojson",
        "--into", venue, "--level", "0", "--report", venue + ending)
      expectBadInput(result, venue + ending, "two outputs lead to this file")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder).isEmpty)
    }
  }

  @Test func `an output without a name is refused`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      expectBadInput(
        try IndoorCommand.run("simulate", venue, "--seed", "1", "--output", "", in: scratch.folder),
        "the output", "empty")
      expectBadInput(
        try IndoorCommand.run("demo", "--output", "", in: repository), "the output", "empty")
    }
  }

  @Test func `a recording that somebody walked stays where simulated ones would go`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let folder = "\(scratch.folder)/walks"
      let simulate = ["simulate", venue, "--seed", "1", "--walks", "1", "--output", folder]
      for _ in 0..<2 { #expect(try IndoorCommand.run(simulate, in: scratch.folder).status == 0) }
      let walked = #"{"format":"indoorkit","version":1,"device":"Pixel 8"}"# + "\n"
      let path = try scratch.write(walked, to: "walks/survey-1.jsonl")
      expectBadInput(
        try IndoorCommand.run(simulate, in: scratch.folder), path, "was not simulated")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == walked)
    }
  }

  @Test func `a level whose rooms nobody gets into is told, and a venue of such refused`() throws {
    try Scratch.with { scratch in
      func room(_ ordinal: Int, _ x: Double) -> String {
        """
        {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[\(x),48],[\(x + 0.0002),48],\
        [\(x + 0.0002),48.0002],[\(x),48.0002],[\(x),48]]]},"properties":{"feature_type":"unit",\
        "ordinal":\(ordinal),"level_id":"\(ordinal)","id":"\(ordinal)/\(x)","category":"room"}}
        """
      }
      func level(_ ordinal: Int) -> String {
        #"{"type":"Feature","geometry":null,"properties":{"feature_type":"level","id":"\#(ordinal)","ordinal":\#(ordinal)}}"#
      }
      let door =
        #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[11.0002,48.0001],[11.0002,48.00012]]},"#
        + #""properties":{"feature_type":"opening","level_id":"0","id":"d","category":"pedestrian"}}"#
      let rooms = [
        level(0), level(1), room(0, 11), room(0, 11.0002), room(1, 11), room(1, 11.0002),
      ]
      func simulated(_ features: [String], _ name: String) throws -> IndoorCommand.Result {
        let file = try scratch.write(
          #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
          to: "\(name).geojson")
        let venue = scratch.path("\(name).gpkg")
        #expect(try IndoorCommand.run("venue", "import", venue, file).status == 0)
        return try IndoorCommand.run(
          "simulate", venue, "--seed", "1", "--walks", "1", "--output", scratch.path(name))
      }
      expectBadInput(
        try simulated(rooms, "closed"), "venue closed", "doors of levels that have none")
      let open = try simulated(rooms + [door], "open")
      #expect(open.status == 0 && open.errors.contains("no walk is on level \"1\""), "\(open)")
    }
  }

  @Test func `walks of an earlier run that a new one doesn't make are told`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      func simulate(_ walks: Int) throws -> String {
        try IndoorCommand.run(
          "simulate", venue, "--seed", "1", "--walks", "\(walks)", "--output",
          scratch.path("walks"), in: scratch.folder
        ).errors
      }
      #expect(try simulate(4) == "")
      #expect(try simulate(4) == "")
      // What somebody walked, and its name, are nobody's earlier run.
      try scratch.write(#"{"format":"indoorkit","version":1}"# + "\n", to: "walks/survey-9.jsonl")
      let error = try simulate(2)
      #expect(error.contains("walks/survey-4.jsonl: this and 1 more were simulated"))
      #expect(error.split(separator: "\n").count == 1)
      #expect(FileManager.default.fileExists(atPath: scratch.path("walks/visit-3.jsonl")))
      try FileManager.default.removeItem(atPath: scratch.path("walks/survey-4.jsonl"))
      #expect(try simulate(2).contains("walks/visit-3.jsonl: this was simulated"))
    }
  }

  @Test func `drawings of levels that the venue doesn't have any more are told`() throws {
    try Scratch.with { scratch in
      let museum = scratch.path("museum.gpkg")
      try IndoorCommand.run(
        "venue", "import", museum, "\(repository)/FloorPlans/museum/venue.geojson")
      func export(_ venue: String) throws -> String {
        let result = try IndoorCommand.run(
          "venue", "export", venue, "--as", "svg", "--output", scratch.path("out"))
        #expect(result.status == 0, "\(result)")
        return result.errors
      }
      #expect(try export(museum) == "")
      #expect(try export(museum) == "")
      // What somebody drew, and what is called otherwise, is nobody's earlier export.
      try scratch.write("<svg/>\n", to: "out/level7.svg")
      let drawing = try String(contentsOfFile: scratch.path("out/level1.svg"), encoding: .utf8)
      try scratch.write(drawing, to: "out/plan.svg")
      let error = try export(SmallVenue.imported(in: scratch))
      #expect(
        error.contains("/out/level-1.svg, level1.svg: are by an earlier export"), "\(error)")
      #expect(error.split(separator: "\n").count == 1)
      #expect(FileManager.default.fileExists(atPath: scratch.path("out/level1.svg")))
    }
  }

  @Test(arguments: [
    "time_ms,latitude,longitude,level\n1,50,10,0\n",
    // Written by locate, of another recording.
    "recording,time_ms,latitude,longitude,level,building,horizontal_accuracy_m,heading_deg,"
      + "heading_accuracy_deg,source,label\nmine,1,50,10,0,,,,,,\n",
  ])
  func `a truth that nobody simulated stays where a simulated one would go`(text: String) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let simulate = [
        "simulate", venue, "--seed", "1", "--walks", "1", "--output", scratch.path("walks"),
      ]
      try FileManager.default.createDirectory(
        atPath: scratch.path("walks"), withIntermediateDirectories: true)
      // Without a recording beside it, and with one that was simulated.
      for _ in 0..<2 {
        let path = try scratch.write(text, to: "walks/survey-1.truth.csv")
        let recording = scratch.path("walks/survey-1.jsonl")
        let before = FileManager.default.contents(atPath: recording)
        expectBadInput(
          try IndoorCommand.run(simulate, in: scratch.folder), path, "was not simulated")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(FileManager.default.contents(atPath: recording) == before)
        try FileManager.default.removeItem(atPath: path)
        #expect(try IndoorCommand.run(simulate, in: scratch.folder).status == 0)
      }
    }
  }

  @Test func `a folder under a file is refused`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let file = try scratch.write("text", to: "file")
      let folder = "\(file)/deep/down"
      for arguments in [
        ["simulate", venue, "--seed", "1", "--output", folder],
        ["demo", "--output", folder],
        ["venue", "export", venue, "--as", "svg", "--output", folder],
        ["simulate", venue, "--seed", "1", "--output", file],
      ] {
        expectBadInput(
          try IndoorCommand.run(arguments, in: repository), arguments[arguments.count - 1],
          "is a file")
      }
    }
  }

  @Test func `a plan's own drawing isn't replaced by a picture of it`() throws {
    try Scratch.with { scratch in
      let museum = "\(repository)/FloorPlans/museum"
      let (first, venue) = (scratch.path("first.gpkg"), scratch.path("v.gpkg"))
      let (drawing, other) = (scratch.path("plan.png"), scratch.path("other.png"))
      try IndoorCommand.run("venue", "import", first, "\(museum)/venue.geojson")
      try IndoorCommand.run(
        "align", "--plan", "\(museum)/level-G.pdf", "--anchors",
        "\(museum)/level-G.anchors.geojson",
        "--into", first, "--level", "0")
      try IndoorCommand.run(
        "plan", "export", first, "--level", "0", "--as", "worldfile", "--output", drawing)
      try IndoorCommand.run(
        "align", "--plan", drawing, "--anchor", "0,0=45.32,-29.87", "--anchor",
        "400,400=45.3204,-29.8694", "--into", venue, "--level", "0")
      let before = try Data(contentsOf: URL(fileURLWithPath: drawing))
      func exported(_ name: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          "plan", "export", venue, "--level", "0", "--as", "kml", "--transparent", "--output",
          scratch.path(name))
      }
      expectBadInput(try exported("plan.kml"), drawing, "the drawing that the plan was placed from")
      #expect(try Data(contentsOf: URL(fileURLWithPath: drawing)) == before)
      // Its own earlier picture is.
      #expect(try exported("other.kml").status == 0 && exported("other.kml").status == 0)
      #expect(FileManager.default.fileExists(atPath: other))
    }
  }

  /// macOS lets a process have 256 files open, Linux often 1024.
  @Test func `more files are written and merged than may be open`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      func runWithFewFiles(_ arguments: String...) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          ["-c", "ulimit -n 64; exec \"$0\" \"$@\"", try IndoorCommand.path()] + arguments,
          in: scratch.folder, program: "/bin/sh")
      }
      let walks = try runWithFewFiles(
        "simulate", venue, "--seed", "1", "--walks", "80", "--output", "walks")
      #expect(walks.status == 0, "\(walks)")
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("walks"))
      #expect(names.count { $0.hasSuffix(".jsonl") } == 80)

      let walk = scratch.path("walks/\(names.first { $0.hasSuffix(".jsonl") } ?? "")")
      let one = scratch.path("one.gpkg")
      try FileManager.default.copyItem(atPath: venue, toPath: one)
      try #require(try IndoorCommand.run("survey", "import", one, walk).status == 0)
      try FileManager.default.createDirectory(
        atPath: scratch.path("team"), withIntermediateDirectories: true)
      let team = (0..<80).map { scratch.path("team/\($0).gpkg") }
      for path in team { try FileManager.default.copyItem(atPath: one, toPath: path) }
      let merged = try IndoorCommand.run(
        [
          "-c", "ulimit -n 64; exec \"$0\" survey import \"$1\" team/*.gpkg",
          try IndoorCommand.path(), venue,
        ],
        in: scratch.folder, program: "/bin/sh")
      #expect(merged.status == 0 && merged.output.contains("79 walks stored before"), "\(merged)")
    }
  }
}
