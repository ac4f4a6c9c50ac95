import Foundation
import Testing

/// The whole way on the sample museum, by what the commands print and leave. Its recordings are
/// simulated.
@Suite struct MuseumTests {
  private static func json(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any])
  }

  private static func samples(_ folder: String, _ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(repository)/\(folder)")
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".jsonl") }.sorted()
      .map { "\(repository)/\(folder)/\($0)" }
  }

  /// Tracks and delayed positions have the live ones' times, say what they are, and can't be asked
  /// for together.
  private static func checkLater(
    _ file: String, _ visits: [String], _ rows: [Substring], _ scratch: Scratch
  ) throws {
    func times(_ rows: [Substring]) -> [String] {
      rows.dropFirst().map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
    }
    for (options, mark) in [(["--smooth"], "+smoothed,"), (["--lag", "5"], "+lagged,")] {
      let output = scratch.path("later.csv")
      let located = try IndoorCommand.run(
        ["locate", file] + visits + ["--output", output] + options)
      #expect(located.status == 0, "\(located)")
      let later = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
      #expect(times(later) == times(rows))
      #expect(later.dropFirst().allSatisfy { $0.contains(mark) })
    }
    #expect(!rows.contains { $0.contains("+smoothed,") || $0.contains("+lagged,") })
    for options in [
      ["--smooth", "--lag", "5"], ["--lag", "0"], ["--lag", "61"], ["--lag", "nan"],
      ["--smooth", "--scan-alone"], ["--smooth", "--watch"],
    ] {
      let output = scratch.path("none.csv")
      let refused = try IndoorCommand.run(
        ["locate", file] + visits + ["--output", output] + options)
      #expect(refused.status == 64, "\(options): \(refused)")
    }
  }

  @Test func `from a drawing and anchors to positions on the right floor`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("museum.gpkg")
      let plans = "\(repository)/FloorPlans/museum"
      let imported = try IndoorCommand.run("venue", "import", file, "\(plans)/venue.geojson")
      #expect(imported.status == 0, "\(imported)")

      for (label, ordinal) in [("B", "-1"), ("G", "0"), ("1", "1")] {
        let aligned = try IndoorCommand.run(
          "align", "--plan", "\(plans)/level-\(label).pdf", "--anchors",
          "\(plans)/level-\(label).anchors.geojson", "--into", file, "--level", ordinal, "--json",
          "--report", scratch.path("align-\(label).html"))
        #expect(aligned.status == 0, "\(aligned)")
        let result = try Self.json(aligned.output)
        // The anchors were picked with 0.3 points of noise, which are 16 mm at 1:150.
        #expect(try #require(result["rmseMetres"] as? Double) < 0.05)
        #expect(result["mirrored"] as? Bool == false)
      }

      let walks = try Self.samples("Surveys/museum", "survey-")
      let surveyed = try IndoorCommand.run(["survey", "import", file] + walks)
      #expect(surveyed.output.contains("\(walks.count) new walks"), "\(surveyed)")
      let again = try IndoorCommand.run(["survey", "import", file] + walks)
      #expect(again.output.contains("0 new walks"), "\(again)")
      #expect(try IndoorCommand.run("radiomap", "build", file).status == 0)

      let visits = try Self.samples("Surveys/museum", "visit-upper")
      let (positions, report) = (scratch.path("positions.csv"), scratch.path("report.html"))
      let located = try IndoorCommand.run(
        ["locate", file] + visits + ["--output", positions, "--report", report, "--json"])
      #expect(located.status == 0, "\(located)")
      let score = try Self.json(located.output)
      // Far looser than what is reached: this asks whether the parts fit together.
      #expect(try #require(score["floor"] as? Double) > 0.9)
      #expect(try #require(score["mean"] as? Double) < 8)
      #expect(try #require(score["answered"] as? Double) > 0.99)

      let rows = try String(contentsOfFile: positions, encoding: .utf8).split(separator: "\n")
      try Self.checkLater(file, visits, rows, scratch)
      #expect(
        rows.first
          == "recording,time_ms,latitude,longitude,level,building,horizontal_accuracy_m,heading_deg,heading_accuracy_deg,source,label"
      )
      // The last column is what the lift's button says of the level, the fifth its ordinal.
      let buttons = ["-1": "B", "0": "G", "1": "1"]
      for row in rows.dropFirst() {
        let fields = row.split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields.count == 11 && buttons[String(fields[4])] == fields.last.map { String($0) })
      }
      #expect(
        Set(rows.dropFirst().compactMap { $0.split(separator: ",").first }).count == visits.count)
      let page = try String(contentsOfFile: report, encoding: .utf8)
      #expect(page.utf8.count < 3_000_000)
      #expect(page.contains("data:image/png;base64,"))
    }
  }

  @Test func `the demo says what it does, how far off it was, and that all of it is simulated`()
    throws
  {
    try Scratch.with { scratch in
      let demo = try IndoorCommand.run("demo", "--output", scratch.path("out"), in: scratch.folder)
      #expect(demo.status == 0, "\(demo)")
      for part in [
        "simulated", "$ indoor venue import", "$ indoor align", "$ indoor survey import",
        "$ indoor radiomap build", "$ indoor locate", "$ indoor guide import",
        "$ indoor guide list items", "true error", "median", "report.html",
      ] {
        #expect(demo.output.contains(part), "\(part)")
      }
      for name in ["museum.gpkg", "positions.csv", "report.html"] {
        #expect(FileManager.default.fileExists(atPath: scratch.path("out/\(name)")), "\(name)")
      }
      let page = try String(contentsOfFile: scratch.path("out/report.html"), encoding: .utf8)
      #expect(page.contains("Everything here is simulated"))
    }
  }

  @Test func `the demo leaves somebody else's file alone`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      try FileManager.default.moveItem(atPath: file, toPath: scratch.path("museum.gpkg"))
      let before = try Data(contentsOf: URL(fileURLWithPath: scratch.path("museum.gpkg")))
      let demo = try IndoorCommand.run("demo", "--output", scratch.folder)
      #expect(demo.status == 65)
      #expect(demo.sentences.first?.contains("not the demo's") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("museum.gpkg"))) == before)
    }
  }

  @Test func `the demo replaces its own file, and none that somebody worked on`() throws {
    try Scratch.with { scratch in
      let file = scratch.path("museum.gpkg")
      try IndoorCommand.run(
        "venue", "import", file, "\(repository)/FloorPlans/museum/venue.geojson")
      let walk = "\(repository)/Surveys/museum/survey-basement-foyer.jsonl"
      try IndoorCommand.run("survey", "import", file, walk)
      let pristine = try Data(contentsOf: URL(fileURLWithPath: file))
      try IndoorCommand.run("survey", "rename", file, "survey-basement-foyer", "mine")
      let changed = try Data(contentsOf: URL(fileURLWithPath: file))
      let demo = try IndoorCommand.run("demo", "--output", scratch.folder)
      #expect(
        demo.status == 65 && demo.errors.contains("\(file): this venue file has walks that aren't"),
        "\(demo)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == changed)
      try pristine.write(to: URL(fileURLWithPath: file))
      try scratch.write("mine", to: "positions.csv")
      let beside = try IndoorCommand.run("demo", "--output", scratch.folder)
      #expect(
        beside.status == 65 && beside.errors.contains("positions.csv: this file is not the demo's"),
        "\(beside)")
      // As where the demo was ended in its first step.
      try "recording,time_ms\nvisit-galleries,1\n".write(
        toFile: scratch.path("positions.csv"), atomically: true, encoding: .utf8)
      #expect(try IndoorCommand.run("demo", "--output", scratch.folder).status == 0)
    }
  }

  @Test(arguments: ["positions.csv", "report.html"])
  func `the demo leaves results alone that no demo made`(name: String) throws {
    try Scratch.with { scratch in
      let path = try scratch.write("mine", to: name)
      let demo = try IndoorCommand.run("demo", "--output", scratch.folder)
      #expect(demo.status == 65, "\(demo)")
      #expect(
        demo.sentences.first?.contains("\(name): this file is not the demo's") == true, "\(demo)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("museum.gpkg")))
    }
  }

  @Test func `without the samples the demo says where to run it`() throws {
    try Scratch.with { scratch in
      let copy = scratch.path("indoor")
      try FileManager.default.copyItem(atPath: try IndoorCommand.path(), toPath: copy)
      let demo = try IndoorCommand.run(["demo"], in: scratch.folder, program: copy)
      #expect(demo.status == 65, "\(demo)")
      #expect(demo.sentences.first?.contains("make museum") == true, "\(demo)")
    }
  }

  @Test func `without the recordings the demo names their folder and makes nothing`() throws {
    try Scratch.with { scratch in
      for name in ["plans", "surveys"] {
        try FileManager.default.createDirectory(
          atPath: scratch.path("\(name)/FloorPlans"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: scratch.path("\(name)/FloorPlans/museum"),
          withDestinationPath: "\(repository)/FloorPlans/museum")
      }
      try FileManager.default.createDirectory(
        atPath: scratch.path("surveys/Surveys/museum"), withIntermediateDirectories: true)
      for name in ["plans", "surveys"] {
        let demo = try IndoorCommand.run("demo", in: scratch.path(name))
        #expect(demo.status == 65 && demo.output.isEmpty, "\(demo)")
        #expect(demo.sentences.first?.contains("Surveys/museum: ") == true, "\(demo)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("\(name)/demo")))
      }
    }
  }
}
