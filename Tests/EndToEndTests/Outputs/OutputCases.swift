import Foundation
import Testing

/// A command that writes files, and which.
struct OutputCase: CustomTestStringConvertible, Sendable {
  var name: String
  /// The files it writes, by their names in a folder of their own.
  var files: [String]
  /// The arguments, from that folder.
  var arguments: @Sendable (_ folder: String) throws -> [String]
  /// Whether the same command writes the same bytes again.
  var isRepeatable = true
  /// Whether it names the first file, of which the others take their names.
  var isNamedFile = false
  /// What may be there before, by the file's name.
  var before: @Sendable (_ name: String) -> String = { _ in "old" }

  var testDescription: String { name }

  /// The museum with a placed plan, some walks and their radio map, made once.
  static let venue: String = {
    let folder = NSTemporaryDirectory() + "indoor-test-outputs-\(getpid())"
    atexit {
      try? FileManager.default.removeItem(
        atPath: NSTemporaryDirectory() + "indoor-test-outputs-\(getpid())")
    }
    let file = "\(folder)/museum.gpkg"
    let walks = ["ground-entrance", "ground-entrance-again", "upper-west"].map {
      "\(repository)/Surveys/museum/survey-\($0).jsonl"
    }
    let made = Result {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try IndoorCommand.run("venue", "import", file, "\(plans)/venue.geojson")
      try IndoorCommand.run(
        "align", "--plan", "\(plans)/level-G.pdf", "--anchors", anchors, "--into", file,
        "--level", "0")
      try IndoorCommand.run(["survey", "import", file] + walks)
      try IndoorCommand.run("radiomap", "build", file)
    }
    if case .failure(let error) = made { Issue.record(error) }
    return file
  }()

  static let plans = "\(repository)/FloorPlans/museum"
  static let anchors = "\(plans)/level-G.anchors.geojson"
  static let visit = "\(repository)/Surveys/museum/visit-upper.jsonl"
  /// A recording with waypoints.
  static let walk = "\(repository)/Surveys/museum/survey-lift.jsonl"

  /// Every command with every output that it has.
  static let all: [OutputCase] = {
    func file(
      _ name: String, _ option: String, _ arguments: [String], beside: [String] = []
    ) -> OutputCase {
      var output = OutputCase(
        name: arguments.joined(separator: " ") + " \(option)", files: [name] + beside
      ) {
        arguments.map { $0 == "VENUE" ? venue : $0 } + [option, "\($0)/\(name)"]
      }
      output.isNamedFile = true
      // Others' files beside it stay where they are.
      output.before = { $0 == name ? "old" : "" }
      return output
    }
    func exported(_ format: String, _ name: String, _ beside: [String] = []) -> OutputCase {
      file(name, "--output", ["venue", "export", "VENUE", "--as", format], beside: beside)
    }
    func plan(_ format: String, _ name: String, _ beside: [String] = []) -> OutputCase {
      file(
        name, "--output", ["plan", "export", "VENUE", "--level", "0", "--as", format],
        beside: beside)
    }
    var cases = [
      exported("geojson", "o"), exported("walkable", "o"), exported("imdf", "o.ZIP"),
      exported("maplibre", "o.json", ["o.html", "o.plan-0.png"]),
      OutputCase(
        name: "venue export --as imdf", files: ["unit.geojson", "manifest.json"],
        arguments: { ["venue", "export", venue, "--as", "imdf", "--output", $0] },
        before: { _ in "" }),
      OutputCase(
        name: "venue export --as svg", files: ["level0.svg"],
        arguments: { ["venue", "export", venue, "--as", "svg", "--output", $0] },
        before: { _ in "" }),
      plan("worldfile", "o.png", ["o.pgw", "o.prj", "o.png.aux.xml"]), plan("kml", "o", ["o.png"]),
      plan("maplibre", "o.json", ["o.png"]), plan("mapkit", "o", ["o.png", "o.swift"]),
      plan("gcp", "o", ["o.png"]),
      file(
        "r", "--report", ["align", "--plan", "\(plans)/level-G.pdf", "--anchors", anchors]),
      file("o", "--output", ["survey", "check", "VENUE"]),
      file("r", "--report", ["survey", "coverage", "VENUE"]),
      OutputCase(
        name: "survey coverage --output",
        files: ["coverage.html", "cells.geojson", "next-walks.geojson", "level-0.svg"],
        arguments: { ["survey", "coverage", venue, "--output", $0] }, before: { _ in "" }),
      file("r", "--report", ["radiomap", "evaluate", "VENUE"]),
      OutputCase(name: "motion", files: ["o", "s", "r"]) {
        ["motion", visit, "--output", "\($0)/o", "--steps", "\($0)/s", "--report", "\($0)/r"]
      },
    ]
    for format in ["csv", "geojson", "gpx", "moving-features"] {
      cases.append(
        OutputCase(name: "locate --as \(format)", files: ["o", "r"]) {
          ["locate", venue, visit, "--as", format, "--output", "\($0)/o", "--report", "\($0)/r"]
        })
    }
    cases += [
      OutputCase(
        name: "simulate", files: ["survey-1.jsonl", "survey-1.truth.csv"],
        arguments: { ["simulate", venue, "--seed", "1", "--walks", "1", "--output", $0] },
        before: {
          $0.hasSuffix(".csv")
            ? "recording,time_ms,latitude,longitude,level,building,horizontal_accuracy_m,heading_deg,"
              + "heading_accuracy_deg,source,label\n"
            : #"{"format":"indoorkit","version":1,"device":"Simulated phone 1"}"#
        }),
      OutputCase(
        name: "demo", files: ["positions.csv", "report.html"],
        arguments: { ["demo", "--output", $0] }, before: { _ in "" }),
      OutputCase(
        name: "make-museum", files: ["venue.geojson", "level-G.pdf", "level-1.anchors.geojson"],
        arguments: { ["make-museum", "--floor-plans", $0] },
        before: { $0 == "venue.geojson" ? #"{"name":"Museum of the Open Sea"}"# : "old" }),
    ]
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/gdal_translate") {
      cases += [plan("geotiff", "o"), plan("mbtiles", "o.mbtiles")]
      var tiles = plan("gpkg-tiles", "o")
      // GDAL notes the time.
      tiles.isRepeatable = false
      cases.append(tiles)
    }
    return cases
  }()

  /// Runs the command, its outputs going into a folder.
  func run(into folder: String) throws -> IndoorCommand.Result {
    try IndoorCommand.run(
      arguments(folder), in: repository, environment: ["SOURCE_DATE_EPOCH": "0"])
  }

  /// What it writes into an empty folder.
  func contents(in scratch: Scratch) throws -> [String: Data] {
    let folder = scratch.path("plain")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let result = try run(into: folder)
    #expect(result.status == 0, "\(result)")
    var contents: [String: Data] = [:]
    for name in files {
      contents[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return contents
  }
}
