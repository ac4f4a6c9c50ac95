import Foundation
import Testing

/// What comes in through `align`; whatever it is, the plan stored before stays.
@Suite struct AlignBadInputTests {
  private static let museum = "\(repository)/FloorPlans/museum"
  private static let plan = "\(museum)/level-G.pdf"
  private static let twoAnchors = [
    "--anchor", "100,100=45.32,-29.87", "--anchor", "900,900=45.3205,-29.8693",
  ]

  /// Runs `align --into` on a venue that holds a plan, checks the sentence, and that the file is the same to the byte.
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

  @Test func `a level that the venue doesn't have is named, with those that it has`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let result = try IndoorCommand.run(
        ["align", "--plan", Self.plan] + Self.twoAnchors + ["--into", file, "--level", "-3"])
      expectBadInput(result, file, "-3")
      let elsewhere = try IndoorCommand.run(
        ["align", "--plan", Self.plan] + Self.twoAnchors
          + ["--into", file, "--level", "0", "--building", "annex"])
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
      // Three corners of the venue; the last two exchanged; latitude and longitude exchanged; half a world between two.
      let right = ["0,0=52.5,13.4", "1000,0=52.5,13.401", "1000,820=52.5005,13.401"]
      let wrong = [
        ("swapped-anchors", ["0,0=52.5,13.4", "1000,820=52.5,13.401", "1000,0=52.5005,13.401"]),
        ("swapped-coordinates", ["0,0=13.4,52.5", "1000,0=13.401,52.5"]),
        ("anchors-far-apart", ["0,0=52.5,13.4", "1000,0=-33.9,151.2"]),
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
      #expect(try align(right, "--into", venue).status == 0)
    }
  }
}
