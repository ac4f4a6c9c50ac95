import Foundation
import Testing

@Suite struct ExitCodeTests {
  @Test func `help is on standard output and ends with 0`() throws {
    let result = try IndoorCommand.run("--help")
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: indoor"))
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    ["nonsense"], ["venue", "import"], ["venue", "export", "x.gpkg", "--as", "nonsense"],
    ["venue", "import", "x.gpkg", "y.geojson", "--nonsense"],
    ["align"], ["align", "--plan", "x.pdf", "--anchor", "1,2=3,4", "--page", "0"],
    ["simulate", "x.gpkg", "--output", "x", "--seed", "-1"],
    ["simulate", "x.gpkg", "--output", "x", "--seed", "1", "--walks", "-1"],
    ["locate", "x.gpkg", "x", "--output", "x.csv", "--keep-every-scan", "-1"], ["locate"],
    ["align", "--plan", "x.pdf", "--anchor", "1,2"],
    ["radiomap", "evaluate", "x.gpkg", "--as-read"],
    ["radiomap", "forget", "x.gpkg", "--before", "2962-01-01"], ["venue", "at", "x.gpkg", "95,2"],
    ["explain", "x.gpkg", "x", "--scan", "-1"],
    ["venue", "import", "x.gpkg", "y.geojson", "--building", "a\nb"],
    ["venue", "import", "x.gpkg", "y.geojson", "--building", "\u{1B}[31mred"],
    [
      "align", "--plan", "x.pdf", "--anchor", "1,2=3,4", "--into", "x.gpkg", "--level", "0",
      "--building", "  ",
    ],
  ])
  func `bad usage ends with 64 and says what is wrong`(arguments: [String]) throws {
    let result = try IndoorCommand.run(arguments)
    #expect(result.status == 64, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Error: "))
    #expect(!arguments.contains("-1") || !result.errors.contains("Missing value"), "\(result)")
  }

  private static let auto = ["align", "--plan", "p.pdf", "--auto", "--venue", "v.gpkg"]
  private static let export = [
    "plan", "export", "v.gpkg", "--level", "0", "--output", "o", "--as",
  ]

  @Test(
    arguments: [
      (Self.auto, "--page-origin top-left"), (Self.auto, "--points-dpi 200"),
      (Self.auto, "--robust"),
      (Self.auto, "--anchor-crs EPSG:25832"), (Self.auto, "--declared-scale 200"),
      (Self.auto, "--force"), (Self.align, "--force"), (Self.align, "--building a"),
      (Self.align, "--points-dpi 200"),
      (["align", "--plan", "p.png", "--anchors", "p.pgw"], "--page-origin top-left"),
      (Self.export + ["kml"], "--points-dpi 200"), (Self.export + ["points"], "--transparent"),
      (Self.export + ["points"], "--crop level"), (Self.export + ["points"], "--resolution 0.1"),
      (["venue", "export", "v.gpkg", "--as", "svg", "--output", "o"], "--country DE"),
      (["venue", "export", "v.gpkg", "--as", "geojson", "--output", "o"], "--category museum"),
      (["guide", "list", "tours", "v.gpkg"], "--near 48,11"),
      (["guide", "list", "items", "v.gpkg", "--by", "building"], "--after x"),
      (["survey", "import", "v.gpkg", "w", "--format", "wigle"], "--columns x=x"),
      (["survey", "check", "v.gpkg", "--json"], "--limit 3"),
      (["guide", "check", "v.gpkg", "--json"], "--limit 3"),
      (["explain", "v.gpkg", "w", "--scan", "1", "--json"], "--limit 3"),
      (Self.align + ["--convention", "mapkit"], "--robust"),
      (Self.locate + ["--scan-alone"], "--seed 1"),
    ] as [([String], String)])
  func `an option that would do nothing is bad usage`(command: [String], option: String) throws {
    let words = option.split(separator: " ").map(String.init)
    let result = try IndoorCommand.run(command + words)
    #expect(result.status == 64, "\(result)")
    #expect(result.errors.contains("\(words[0]) goes with "), "\(result)")
  }

  private static let locate = ["locate", "v.gpkg", "walk.jsonl", "--output", "p.csv"]
  private static let tie = ["plan", "align-levels", "v.gpkg", "--tie"]
  private static let archive = ["venue", "export", "v.gpkg", "--as", "imdf", "--output", "o"]
  private static let align = [
    "align", "--plan", "p.pdf", "--anchor", "1,2=3,4", "--anchor", "5,6=7,8",
  ]

  @Test(arguments: [
    (["survey", "check", "v.gpkg", "--limit", "-1"], "--limit can't be negative"),
    (["guide", "check", "v.gpkg", "--limit=-1"], "--limit can't be negative"),
    (Self.archive + ["--country", "xyz"], "--country xyz: takes two"),
    (Self.archive + ["--country", "UK"], "capital letters of ISO 3166-1, as GB"),
    (Self.archive + ["--category", "nope"], "--category nope: is none"),
    (Self.archive + ["--address", ""], "--address is empty"),
    (Self.archive + ["--locality", " "], "--locality is empty"),
    (Self.archive + ["--language", "not a lang"], "--language not a lang: is no tag"),
    (["guide", "list", "items", "v.gpkg", "--limit", "-1"], "--limit can't be negative"),
    (Self.locate + ["--scan-alone", "--without", "map,wifi,fix"], "--without fix,map goes with"),
    (Self.align + ["--points-dpi", "-5"], "--points-dpi takes 1 to 2400"),
    (Self.align + ["--declared-scale", "1e-320"], "from 1 to 1000000"),
    (["venue", "at", "v.gpkg", "0x30,11"], "LATITUDE,LONGITUDE"),
    (["venue", "at", "v.gpkg", "48,86,2,33"], "with decimal points"),
    (["guide", "list", "items", "v.gpkg", "--near", "45,32,7,65"], "with decimal points"),
    (["guide", "tour", "v.gpkg", "t", "--from", "45,32 7,65"], "with decimal points"),
    (["align", "--plan", "p.pdf", "--anchor", "1,5,2,5=48,1,11,5"], "with decimal points"),
    (Self.tie + ["Lift=0:1,5,2,5"], "with decimal points"),
    (
      ["venue", "import", "v.gpkg", "a.geojson", "--level", "0", "--label", "\u{1B}[31mG"],
      "--label takes a name on one line"
    ),
    (Self.align + ["--into", "v.gpkg", "--level", "0", "--label", "G\nH"], "--label takes a name"),
    (["survey", "rename", "v.gpkg", "walk", "a\u{9B}2J"], "takes a name on one line"),
    (["survey", "rename", "v.gpkg", "walk", " "], "The new name is empty"),
    (["survey", "remove", "v.gpkg", "walk", "--by", ""], "--by is empty"),
    (["survey", "restore", "v.gpkg", "walk", "--by", "a\tb"], "--by takes a name on one line"),
    (["survey", "import", "v.gpkg", "w.csv", "--columns", "q=1"], "--columns: \"q=1\" is"),
    (["survey", "import", "v.gpkg", "w.csv", "--columns", "x=x,x=y"], "--columns: "),
    (["locate", "v.gpkg", "w.csv", "--output", "p.csv", "--columns", "x=a,y=a"], "--columns: "),
    (["survey", "import", "v.gpkg", "w.csv", "--time-zone", "Mars/X"], "--time-zone Mars/X"),
    (["survey", "import", "v.gpkg", "w.csv", "--time-zone", "BST"], "--time-zone BST"),
    (["guide", "import", "v.gpkg", "items.csv", "--zone", "Mars/X"], "--zone Mars/X"),
    (["guide", "import", "v.gpkg", "items.csv", "--zone", "ist"], "--zone ist"),
    (["guide", "list", "items", "v.gpkg", "--open-at", "2026-02-30"], "--open-at 2026-02-30"),
    (Self.locate + ["--lag", "0x10"], "'0x10' is invalid for '--lag"),
    (Self.locate + ["--radio-offset", "0x1p3"], "'0x1p3' is invalid for '--radio-offset"),
    (Self.align + ["--declared-scale", "0xC8"], "'0xC8' is invalid for '--declared-scale"),
    (Self.align + ["--points-dpi", "0x96"], "'0x96' is invalid for '--points-dpi"),
    (Self.align + ["--refine", "--up", "0x10"], "'0x10' is invalid for '--up"),
    (
      ["simulate", "v.gpkg", "--output", "o", "--seed", "1", "--radio-offset", "0x3"],
      "'0x3' is invalid for '--radio-offset"
    ),
    (["radiomap", "evaluate", "v.gpkg", "--unheard", "0x1p-2"], "is invalid for '--unheard"),
    (
      ["plan", "export", "v.gpkg", "--level", "0", "--as", "kml", "--output", "o"]
        + ["--resolution", "0x1"], "'0x1' is invalid for '--resolution"
    ),
  ]) func `numbers that can't be are told by their bounds`(
    arguments: [String], part: String
  ) throws {
    let result = try IndoorCommand.run(arguments)
    #expect(result.status == 64 && result.errors.contains(part), "\(result)")
  }

  #if os(Linux)
    @Test func `a title gives no orders to the terminal, and is data in a file`() throws {
      try Scratch.with { scratch in
        try IndoorCommand.run(
          "guide", "import", scratch.path("v.gpkg"),
          scratch.write(
            "key,title\na,\u{1B}[31mRed\u{9B}2J\u{202E}gpj\u{2066}\n", to: "items.csv"))
        let list = ["guide", "list", "items", scratch.path("v.gpkg")]
        let plain = try IndoorCommand.run(list)
        #expect(plain.output.contains("\u{1B}[31mRed\u{9B}2J\u{202E}gpj\u{2066}"), "\(plain)")
        // util-linux' script runs it on a terminal of its own.
        let words = ([try IndoorCommand.path()] + list).map { "'\($0)'" }.joined(separator: " ")
        let shown = try IndoorCommand.run(
          ["-qec", words, scratch.path("typescript")], program: "/usr/bin/script")
        let harmless = "\u{FFFD}[31mRed\u{FFFD}2J\u{FFFD}gpj\u{FFFD}"
        #expect(shown.output.contains(harmless), "\(shown)")
        #expect(!shown.output.unicodeScalars.contains("\u{1B}"))
      }
    }
  #endif

  #if os(Linux)
    /// What a process's memory begins with can't be read, as a disk's broken sector can't (EIO).
    @Test(arguments: [
      "venue import n.gpkg MEM", "venue check MEM", "survey import n.gpkg MEM",
      "survey import n.gpkg MEM --format indoorkit", "survey import n.gpkg folder",
      "survey import n.gpkg MEM --format sensor-logger", "survey import n.gpkg . --waypoints MEM",
      "guide import n.gpkg MEM", "guide import n.gpkg MEM --format csv --language en",
      "guide import n.gpkg MEM --format artworks --language en",
      "guide import n.gpkg MEM --format collectiveaccess-xml --language en",
      "align --plan MEM --anchor 1,2=3,4 --anchor 5,6=7,8",
    ])
    func `an input that the machine doesn't hand out is the machine's fault`(line: String) throws {
      try Scratch.with { scratch in
        try FileManager.default.createDirectory(
          atPath: scratch.path("folder"), withIntermediateDirectories: false)
        try #require(symlink("/proc/self/mem", scratch.path("folder/walk.jsonl")) == 0)
        let result = try IndoorCommand.run(
          line.split(separator: " ").map { $0 == "MEM" ? "/proc/self/mem" : String($0) },
          in: scratch.folder)
        #expect(result.status == 70, "\(result)")
        #expect(result.errors.contains("(Input/output error)"), "\(result)")
        #expect(result.errors.contains("check the disk"), "\(result)")
      }
    }
  #endif

  @Test func `a file's name doesn't turn the sentence around that names it`() throws {
    let result = try IndoorCommand.run("venue", "info", "\u{202E}gpkg.v\u{200F}")
    #expect(result.sentences.first?.hasPrefix("\u{FFFD}gpkg.v\u{FFFD}: ") == true, "\(result)")
  }

  @Test func `usage that is wrong shows the usage of its command`() throws {
    let result = try IndoorCommand.run("venue", "at", "x.gpkg", "48.86")
    #expect(result.status == 64)
    #expect(
      result.errors.contains("indoor venue at <venue> <latitude>,<longitude> [--json]"), "\(result)"
    )
    let none = try IndoorCommand.run("venue", "at", "x.gpkg")
    #expect(none.status == 64)
    #expect(none.errors.contains("Give the place as LATITUDE,LONGITUDE"), "\(none)")
  }

  @Test(arguments: ["geojson", "walkable"])
  func `a folder in the place of an export is named, and is bad input`(format: String) throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let result = try IndoorCommand.run(
        "venue", "export", file, "--as", format, "--output", scratch.folder)
      #expect(result.status == 65, "\(result)")
      #expect(result.errors.contains("this is a folder"), "\(result)")
    }
  }

  @Test func `a folder that can't be written is the machine's fault`() throws {
    try #require(getuid() == 0 || FileManager.default.fileExists(atPath: "/proc"), "needs /proc")
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let result = try IndoorCommand.run(
        "venue", "export", file, "--as", "geojson", "--output", "/proc/self/nothing.geojson")
      #expect(result.status == 70, "\(result)")
      #expect(result.sentences.count == 1)
    }
  }

  @Test func `a venue file that can't be written is the machine's fault, as any output`() throws {
    try #require(FileManager.default.fileExists(atPath: "/proc"), "needs /proc")
    try Scratch.with { scratch in
      let source = try scratch.write(SmallVenue.geoJSON(), to: "small.geojson")
      let result = try IndoorCommand.run("venue", "import", "/proc/venue.gpkg", source)
      #expect(result.status == 70 && result.errors.contains("can't be written"), "\(result)")
      let nowhere = try IndoorCommand.run(
        "venue", "import", scratch.path("missing/venue.gpkg"), source)
      #expect(
        nowhere.status == 65 && nowhere.errors.contains("its folder isn't there"), "\(nowhere)")
      let link = scratch.path("link.gpkg")
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: scratch.path("missing/venue.gpkg"))
      expectBadInput(
        try IndoorCommand.run("venue", "import", link, source), link,
        "make the folder that it names")
    }
  }
}
