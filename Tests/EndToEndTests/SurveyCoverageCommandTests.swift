import Foundation
import Testing

@Suite struct SurveyCoverageCommandTests {
  @Test func `coverage writes a page, pictures and maps, and says where to walk next`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("museum.gpkg")
      try IndoorCommand.run(
        "venue", "import", venue, "\(repository)/FloorPlans/museum/venue.geojson")
      // The auditorium's walk is left out, so that there is something to walk.
      let walks = [
        "basement-foyer", "basement-west", "ground-west", "ground-west-again", "ground-entrance",
      ].map { "\(repository)/Surveys/museum/survey-\($0).jsonl" }
      try IndoorCommand.run(["survey", "import", venue] + walks)
      let folder = scratch.path("coverage")
      let result = try IndoorCommand.run("survey", "coverage", venue, "--output", folder)
      #expect(result.status == 0, "\(result)")
      #expect(result.output.contains("next on B (ordinal -1): "), "\(result)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(
        files == [
          "cells.geojson", "coverage.html", "level--1.svg", "level-0.svg", "level-1.svg",
          "next-walks.geojson", "next-walks.gpx", "next-walks.html",
        ])
      let json = try IndoorCommand.run("survey", "coverage", venue, "--json")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let levels = try #require(report["levels"] as? [[String: Any]])
      #expect(levels.compactMap { $0["level"] as? Int } == [-1, 0, 1])
      #expect(levels[2]["scans"] as? Int == 0 && levels[2]["covered"] as? Double == 0)
      let walk = try #require(levels[0]["nextWalk"] as? [String: Any])
      let places = try #require(walk["waypoints"] as? [[Double]])
      #expect(places.allSatisfy { abs($0[0] + 29.87) < 0.01 && abs($0[1] - 45.32) < 0.01 })
    }
  }

  @Test func `a venue without outlines has its surveyed cells drawn`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run(
        "survey", "import", venue, try SurveySamples.folder(6, in: scratch))
      let page = scratch.path("page.html")
      let result = try IndoorCommand.run("survey", "coverage", venue, "--report", page)
      #expect(result.status == 0, "\(result)")
      #expect(result.output.contains("no level has an outline"), "\(result)")
      #expect(try String(contentsOfFile: page, encoding: .utf8).contains("What was surveyed"))
    }
  }

  @Test func `a venue whose rooms have no doors is said to have no openings`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let ring =
        "[[[10.999,47.999],[11.002,47.999],[11.002,48.001],[10.999,48.001],[10.999,47.999]]]"
      let features = [
        #""feature_type":"level","id":"l","ordinal":0,"label":"0""#,
        #""feature_type":"unit","id":"u","level_id":"l","category":"room""#,
      ].map {
        #"{"type":"Feature","properties":{\#($0)},"geometry":{"type":"Polygon","coordinates":\#(ring)}}"#
      }
      let drawing = try scratch.write(
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
        to: "v.geojson")
      try IndoorCommand.run("venue", "import", venue, drawing)
      try IndoorCommand.run("survey", "import", venue, try SurveySamples.file(0, in: scratch))
      let result = try IndoorCommand.run("survey", "coverage", venue)
      #expect(result.output.contains("import the venue's openings"), "\(result)")
      #expect(!result.output.contains("no level has an outline"), "\(result)")
    }
  }

  @Test func `the venue file is never overwritten by the page`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run(
        "survey", "import", venue, try SurveySamples.folder(2, in: scratch))
      expectBadInput(
        try IndoorCommand.run("survey", "coverage", venue, "--report", venue), venue, "overwritten")
    }
  }
}
