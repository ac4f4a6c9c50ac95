import Foundation
import Testing

/// The pages and files that a survey team takes along.
@Suite struct SurveyPagesTests {
  private static let hasGDAL = FileManager.default.isExecutableFile(atPath: "/usr/bin/ogrinfo")

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `findings are named by the units that lie there`() throws {
    try Scratch.with { scratch in
      let venue = try SurveyedMuseum.file(in: scratch)
      let check = try object(try IndoorCommand.run("survey", "check", venue, "--json").output)
      let findings = try #require(check["findings"] as? [[String: Any]])
      let named = findings.filter { ($0["place"] as? String)?.hasPrefix("in ") == true }
      #expect(!named.isEmpty)
      for finding in named.prefix(4) {
        let latitude = try #require(finding["latitude"] as? Double)
        let longitude = try #require(finding["longitude"] as? Double)
        let level = try #require(finding["level"] as? Int)
        let there = try object(
          "{\"units\": "
            + IndoorCommand.run("venue", "at", venue, "\(latitude),\(longitude)", "--json").output
            + "}")
        let units = try #require(there["units"] as? [[String: Any]])
        let names = units.filter { $0["level"] as? Int == level }.flatMap {
          [$0["name"] as? String, ($0["category"] as? String).map { "the \($0)" }]
        }.compactMap { $0.map { "in \($0)" } }
        #expect(names.contains(try #require(finding["place"] as? String)), "\(finding)")
      }
    }
  }

  @Test func `the check's page has every rule that found something, and a map of each level`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try SurveyedMuseum.file(in: scratch)
      let path = scratch.path("check.html")
      let check = try object(
        try IndoorCommand.run("survey", "check", venue, "--json", "--report", path).output)
      let findings = try #require(check["findings"] as? [[String: Any]])
      let page = try String(contentsOfFile: path, encoding: .utf8)
      for code in Set(findings.compactMap { $0["code"] as? String }) {
        #expect(page.contains("<code>\(code)</code>"))
      }
      let levels = Set(findings.filter { $0["latitude"] != nil }.compactMap { $0["level"] as? Int })
      #expect(page.components(separatedBy: "<svg class=\"map\"").count == 1 + levels.count)
    }
  }

  @Test(.enabled(if: hasGDAL, "needs GDAL's ogrinfo"))
  func `the next walk is a route whose points GDAL counts, and a sheet with a line for each`()
    throws
  {
    try Scratch.with { scratch in
      let venue = scratch.path("museum.gpkg")
      try IndoorCommand.run(
        "venue", "import", venue, "\(repository)/FloorPlans/museum/venue.geojson")
      try IndoorCommand.run(
        "survey", "import", venue, "\(repository)/Surveys/museum/survey-ground-west.jsonl")
      let folder = scratch.path("coverage")
      let json = try object(
        try IndoorCommand.run("survey", "coverage", venue, "--output", folder, "--json").output)
      let levels = try #require(json["levels"] as? [[String: Any]])
      let walks = levels.compactMap { $0["nextWalk"] as? [String: Any] }
      let waypoints = walks.reduce(0) { $0 + (($1["waypoints"] as? [Any])?.count ?? 0) }
      #expect(waypoints > 2)
      let counted = try IndoorCommand.run(
        ["-so", "\(folder)/next-walks.gpx", "route_points"], program: "/usr/bin/ogrinfo")
      #expect(counted.output.contains("Feature Count: \(waypoints)"), "\(counted)")
      let routes = try IndoorCommand.run(
        ["-so", "\(folder)/next-walks.gpx", "routes"], program: "/usr/bin/ogrinfo")
      #expect(routes.output.contains("Feature Count: \(walks.count)"), "\(routes)")
      let sheet = try String(contentsOfFile: "\(folder)/next-walks.html", encoding: .utf8)
      #expect(sheet.components(separatedBy: "☐").count == 1 + waypoints)
    }
  }

  @Test func `an evaluation's page shows where it is bad`() throws {
    try Scratch.with { scratch in
      let venue = try SurveyedMuseum.file(in: scratch)
      let path = scratch.path("evaluation.html")
      let result = try IndoorCommand.run("radiomap", "evaluate", venue, "--report", path)
      #expect(result.status == 0, "\(result)")
      let page = try String(contentsOfFile: path, encoding: .utf8)
      #expect(page.contains("Where it is bad"))
      // The museum has three levels, and all were surveyed.
      #expect(page.components(separatedBy: "<svg class=\"map\"").count == 1 + 3)
    }
  }
}
