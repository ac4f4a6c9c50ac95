import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

@Suite struct SurveyCheckCommandTests {
  private func museum(in scratch: Scratch) throws -> String {
    let venue = scratch.path("museum.gpkg")
    try IndoorCommand.run(
      "venue", "import", venue, "\(repository)/FloorPlans/museum/venue.geojson")
    return venue
  }

  private func object(_ result: IndoorCommand.Result) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
  }

  private func surveyedMuseum(in scratch: Scratch) throws -> String {
    let venue = try museum(in: scratch)
    let walks = try FileManager.default.contentsOfDirectory(atPath: "\(repository)/Surveys/museum")
      .filter { $0.hasPrefix("survey-") && $0.hasSuffix(".jsonl") }.sorted()
      .map { "\(repository)/Surveys/museum/\($0)" }
    try IndoorCommand.run(["survey", "import", venue] + walks)
    return venue
  }

  @Test func `the museum's survey ends with 0`() throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(
        "survey", "check", try surveyedMuseum(in: scratch), "--json")
      #expect(result.status == 0, "\(result)")
      let report = try object(result)
      #expect(report["errors"] as? Int == 0)
      #expect(report["walks"] as? Int == 17)
      let findings = try #require(report["findings"] as? [[String: Any]])
      #expect(findings.allSatisfy { $0["code"] is String && $0["remedy"] is String })
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo"), "needs GDAL's ogrinfo"))
  func `GDAL opens the findings that have a place`() throws {
    try Scratch.with { scratch in
      let map = scratch.path("findings.geojson")
      let report = try object(
        IndoorCommand.run(
          "survey", "check", try surveyedMuseum(in: scratch), "--json", "--output", map))
      let findings = try #require(report["findings"] as? [[String: Any]])
      let opened = try IndoorCommand.run(["-al", "-so", map], program: "/usr/bin/ogrinfo")
      let placed = findings.count { $0["latitude"] != nil }
      #expect(placed > 5)
      #expect(opened.output.contains("Feature Count: \(placed)"), "\(opened)")
      #expect(opened.output.contains("WGS 84") && opened.errors.isEmpty, "\(opened)")
    }
  }

  @Test func `a walk that nobody can have walked ends with 1 and its code`() throws {
    try Scratch.with { scratch in
      var recording = SurveySamples.recording(1)
      recording.waypoints[1].time = Timestamp(
        microseconds: recording.waypoints[0].time.microseconds + 2_000_000)
      let path = scratch.path("fast.jsonl")
      try RecordingWriter.write(recording, to: path)
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, path)
      let result = try IndoorCommand.run("survey", "check", venue)
      #expect(result.status == 1, "\(result)")
      #expect(result.output.contains("[impossible-speed]"), "\(result)")
      #expect(result.output.contains("1 error"), "\(result)")
    }
  }

  @Test func `a clock that was set back while recording is seen by the check`() throws {
    try Scratch.with { scratch in
      let path = scratch.path("back.jsonl")
      try RecordingWriter.write(SurveySamples.recording(1), to: path)
      var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let moved = lines.remove(at: 12)
      lines.append(moved)
      let file = try scratch.write(lines.joined(separator: "\n") + "\n", to: "back.jsonl")
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, file)
      let result = try IndoorCommand.run("survey", "check", venue)
      #expect(result.status == 1, "\(result)")
      #expect(result.output.contains("[clock-jump]"), "\(result)")
      #expect(try !IndoorCommand.run("survey", "check", venue, "--json").output.contains("silence"))
    }
  }

  @Test func `a venue without walks, and what is no venue, are told what to do`() throws {
    try Scratch.with { scratch in
      let empty = try museum(in: scratch)
      for command in ["check", "coverage"] {
        expectBadInput(
          try IndoorCommand.run("survey", command, empty), empty, "survey import")
        let foreign = try scratch.write("no database", to: "foreign.gpkg")
        expectBadInput(try IndoorCommand.run("survey", command, foreign), foreign, "geopackage")
        let missing = scratch.path("missing.gpkg")
        expectBadInput(try IndoorCommand.run("survey", command, missing), missing, "there is no")
      }
    }
  }

  @Test func `a walk of one waypoint in a venue without outlines is checked`() throws {
    try Scratch.with { scratch in
      var recording = SurveySamples.recording(1)
      recording.waypoints.removeLast()
      let path = scratch.path("one.jsonl")
      try RecordingWriter.write(recording, to: path)
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, path)
      let result = try IndoorCommand.run("survey", "check", venue)
      #expect(result.status == 0, "\(result)")
      #expect(result.output.contains("[unplaced-scans]"), "\(result)")
      #expect(result.output.contains("[no-ground]"), "\(result)")
    }
  }
}
