import Foundation
import Testing

/// Programs that end otherwise than they should: stand-ins of their names come first on the way.
struct FailingProgramTests {
  /// An environment in which a script is found as a program.
  private func standIn(
    _ name: String, _ script: String, in scratch: Scratch
  ) throws -> [String: String] {
    let programs = scratch.path("bin")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let tool = "\(programs)/\(name)"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: tool))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": "\(programs):\(path)"]
  }

  /// One that writes nothing and says that all is well, and one that is killed at once, as where
  /// memory is short.
  @Test(arguments: [
    ("exit 0", "wrote nothing for it"),
    ("kill -KILL $$", "it broke off, perhaps for want of memory"),
  ])
  func `what GDAL's program didn't do is said as it is`(script: String, words: String) throws {
    try Scratch.with { scratch in
      let (file, museum) = (scratch.path("v.gpkg"), "\(repository)/FloorPlans/museum")
      try IndoorCommand.run("venue", "import", file, "\(museum)/venue.geojson")
      let placed = try IndoorCommand.run(
        "align", "--plan", "\(museum)/level-G.pdf", "--anchors",
        "\(museum)/level-G.anchors.geojson", "--into", file, "--level", "0")
      try #require(placed.status == 0, "\(placed)")
      let environment = try standIn("gdal_translate", script, in: scratch)
      let output = scratch.path("a.tif")
      let result = try IndoorCommand.run(
        ["plan", "export", file, "--level", "0", "--as", "geotiff", "--output", output],
        environment: environment)
      #expect(result.status == 70 && result.errors.contains(words), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: output))
    }
  }

  /// A second of sleep is none of the processor's, however many of these there are.
  @Test(arguments: [
    ("exit 0", "gdal_translate can't read the plan (it wrote nothing)"),
    ("sleep 13; kill -KILL $$", "it broke off, perhaps at its limit of"),
  ])
  func `a plan that GDAL's program didn't convert is refused with what it did`(
    script: String, words: String
  ) throws {
    try Scratch.with { scratch in
      let environment = try standIn("gdal_translate", script, in: scratch)
      try scratch.write(
        Array("P5\n30 20\n255\n".utf8) + [UInt8](repeating: 200, count: 600), to: "grey.pgm")
      let plan = scratch.path("plan.tif")
      let made = try IndoorCommand.run(
        ["-q", scratch.path("grey.pgm"), plan], program: "/usr/bin/gdal_translate")
      try #require(made.status == 0)
      let result = try IndoorCommand.run(
        ["align", "--plan", plan], environment: environment)
      #expect(result.status == 65 && result.errors.contains(words), "\(result)")
    }
  }

  @Test func `a drawing of which its program made nothing isn't called a damaged PDF`() throws {
    try Scratch.with { scratch in
      let environment = try standIn("rsvg-convert", "exit 0", in: scratch)
      let plan = try scratch.write(
        #"<svg xmlns="http://www.w3.org/2000/svg" width="9cm" height="9cm"><path d="M1 1h9"/></svg>"#,
        to: "plan.svg")
      let result = try IndoorCommand.run(
        [
          "align", "--plan", plan, "--anchor", "0,0=48,11", "--anchor", "9,9=48.0001,11.0001",
        ], environment: environment)
      #expect(
        result.status == 65
          && result.errors.contains("rsvg-convert can't read the plan (it wrote nothing)"),
        "\(result)")
    }
  }

  @Test(arguments: ["pdftocairo", "qpdf"])
  func `a program that can't be started is the machine's fault and not the plan's`(
    name: String
  ) throws {
    try Scratch.with { scratch in
      let complaint = "\(name): error while loading shared libraries: libx.so.1"
      let environment = try standIn(name, "echo '\(complaint)' >&2\nexit 127", in: scratch)
      let museum = "\(repository)/FloorPlans/museum"
      let result = try IndoorCommand.run(
        [
          "align", "--plan", "\(museum)/level-G.pdf", "--anchors",
          "\(museum)/level-G.anchors.geojson", "--report", scratch.path("r.html"),
        ], environment: environment)
      #expect(
        result.status == 70
          && result.errors.contains(
            "\(scratch.path("bin/\(name)")): the program can't be started (\(complaint))"
          ),
        "\(result)")
    }
  }
}
