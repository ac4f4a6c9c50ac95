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
    ["align"], ["align", "--plan", "x.pdf", "--anchor", "1,2=3,4", "--page", "-1"],
    ["simulate", "x.gpkg", "--output", "x", "--seed", "-1"],
    ["simulate", "x.gpkg", "--output", "x", "--seed", "1", "--walks", "-1"],
    ["locate", "x.gpkg", "x", "--output", "x.csv", "--keep-every-scan", "-1"], ["locate"],
    ["align", "--plan", "x.pdf", "--anchor", "1,2"],
    ["radiomap", "evaluate", "x.gpkg", "--as-read"], ["venue", "at", "x.gpkg", "95,2"],
    ["explain", "x.gpkg", "x", "--scan", "-1"],
  ])
  func `bad usage ends with 64 and says what is wrong`(arguments: [String]) throws {
    let result = try IndoorCommand.run(arguments)
    #expect(result.status == 64, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Error: "))
    #expect(!arguments.contains("-1") || !result.errors.contains("Missing value"), "\(result)")
  }

  @Test func `usage that is wrong shows the usage of its command`() throws {
    let result = try IndoorCommand.run("venue", "at", "x.gpkg", "48.86")
    #expect(result.status == 64)
    #expect(result.errors.contains("indoor venue at"), "\(result)")
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
}
