import Foundation
import IndoorGeometry
import IndoorModel
import IndoorStorage
import IndoorSimulation
import TestWorlds
import Testing

/// A corridor's plan that lies on its walls in several ways, as somebody at a terminal meets it.
@Suite struct AlignRefusalTests {
  @Test func `a refusal is JSON with the candidates, and a page, and its flags settle it`() throws {
    try Scratch.with { scratch in
      let building = SymmetricBuilding(.corridor, seed: 3)
      let page = try #require(SymmetricPage(building, .init()))
      let plan = try scratch.write(page.plan.pdf, to: "plan.pdf")
      let file = scratch.path("venue.gpkg")
      try VenueFile.create(file).save(building.venue)
      let align = ["align", "--plan", plan, "--venue", file, "--level", "1", "--auto", "--json"]
      let report = scratch.path("report.html")

      let refused = try IndoorCommand.run(align + ["--report", report])
      #expect(refused.status == 65, "\(refused)")
      struct Answer: Decodable {
        struct Refused: Decodable {
          var code: String
          var message: String
        }
        struct Candidate: Decodable {
          var pageToLocal: [Double]
          var mirrored: Bool
          var lift: Double
          var margin: Double
          var inliers: Double
        }
        var refused: Refused
        var candidates: [Candidate]
      }
      let answer = try JSONDecoder().decode(Answer.self, from: Data(refused.output.utf8))
      #expect(answer.refused.code == "unsure-fit")
      #expect(answer.refused.message == refused.sentences.first)
      #expect(answer.refused.message.contains("--not-mirrored"))
      #expect(answer.candidates.count > 1)
      #expect(answer.candidates.allSatisfy { $0.pageToLocal.count == 6 && $0.lift > 0.35 })
      let text = try String(contentsOfFile: report, encoding: .utf8)
      #expect(text.contains("plan.pdf was not placed") && text.contains("Candidate 2"))

      let told = try IndoorCommand.run(
        align + ["--not-mirrored", "--up", "\(page.upDegrees - 20)"])
      #expect(told.status == 0, "\(told)")
      let wrong = try IndoorCommand.run("align", "--plan", plan, "--anchor", "1,1=1,1", "--up", "0")
      #expect(wrong.status == 64 && wrong.errors.contains("--up"), "\(wrong)")
    }
  }

  @Test func `a fit that is refused without candidates is JSON as well`() throws {
    try Scratch.with { scratch in
      let building = SymmetricBuilding(.tower, seed: 1)
      let page = try #require(SymmetricPage(building, .init()))
      let plan = try scratch.write(page.plan.pdf, to: "plan.pdf")
      var venue = building.venue
      venue.units = []
      venue.levels[0].outline = []
      let file = scratch.path("venue.gpkg")
      try VenueFile.create(file).save(venue)
      let refused = try IndoorCommand.run(
        "align", "--plan", plan, "--venue", file, "--level", "1", "--auto", "--json")
      #expect(refused.status == 65, "\(refused)")
      let answer = try JSONSerialization.jsonObject(with: Data(refused.output.utf8))
      let members = try #require(answer as? [String: Any])
      #expect((members["refused"] as? [String: String])?["code"] == "unsure-fit")
      #expect((members["candidates"] as? [Any])?.isEmpty == true)
    }
  }

  @Test func `a level that two buildings have alike is told with the flags that settle it`() throws
  {
    try Scratch.with { scratch in
      let file = scratch.path("museum.gpkg")
      let plans = "\(repository)/FloorPlans/museum"
      try IndoorCommand.run("venue", "import", file, "\(plans)/venue.geojson")
      var venue = try #require(try VenueFile.open(file, readOnly: true).venue())
      let key = LevelKey(building: "twin", ordinal: 0)
      func moved(_ place: Coordinate) -> Coordinate {
        Coordinate(latitude: place.latitude, longitude: place.longitude + 0.002)
      }
      func moved(_ areas: [Polygon<Coordinate>]) -> [Polygon<Coordinate>] {
        areas.map {
          Polygon(exterior: $0.exterior.map(moved), holes: $0.holes.map { $0.map(moved) })
        }
      }
      venue.levels = venue.levels.filter { $0.key.ordinal == 0 }
      venue.units = venue.units.filter { $0.level.ordinal == 0 }
      venue.openings = []
      let (levels, units) = (venue.levels, venue.units)
      venue.levels += levels.map {
        Level(id: "twin", key: key, label: "T", outline: moved($0.outline))
      }
      venue.units += units.map {
        Unit(id: "twin \($0.id)", level: key, geometry: moved($0.geometry))
      }
      let twins = scratch.path("twins.gpkg")
      try VenueFile.create(twins).save(venue)
      let align = ["align", "--plan", "\(plans)/level-G.pdf", "--venue", twins, "--auto"]
      let refused = try IndoorCommand.run(align)
      #expect(refused.status == 65, "\(refused)")
      #expect(
        refused.errors.contains(
          "name the level with --level, and one of the buildings with --building"), "\(refused)")
      let told = try IndoorCommand.run(align + ["--level", "0", "--building", "twin"])
      #expect(told.status == 0, "\(told)")
    }
  }

  /// The museum's storeys have their stairs, lift and west wing above each other.
  @Test(arguments: [("G", 0, "1"), ("1", 1, "0")])
  func `a sheet of a level that isn't drawn yet isn't taken for another's`(
    sheet: String, ordinal: Int, like: String
  ) throws {
    try Scratch.with { scratch in
      let plans = "\(repository)/FloorPlans/museum"
      let whole = scratch.path("museum.gpkg")
      try IndoorCommand.run("venue", "import", whole, "\(plans)/venue.geojson")
      var venue = try #require(try VenueFile.open(whole, readOnly: true).venue())
      venue.levels.removeAll { $0.key.ordinal == ordinal }
      venue.units.removeAll { $0.level.ordinal == ordinal }
      venue.openings.removeAll { $0.level.ordinal == ordinal }
      let file = scratch.path("part.gpkg")
      try VenueFile.create(file).save(venue)
      let align = ["align", "--plan", "\(plans)/level-\(sheet).pdf", "--venue", file, "--auto"]
      let refused = try IndoorCommand.run(align)
      #expect(refused.status == 65, "\(refused)")
      #expect(refused.errors.contains("% of its rooms' names, "), "\(refused)")
      #expect(refused.errors.contains("name the level with --level"), "\(refused)")
      let named = try IndoorCommand.run(align + ["--level", like])
      #expect(named.status == 0, "\(named)")
    }
  }

  @Test func `the page says what to do next with the level that was found`() throws {
    try Scratch.with { scratch in
      let (venue, page) = (scratch.path("the museum.gpkg"), scratch.path("a.html"))
      let plans = "\(repository)/FloorPlans/museum"
      try #require(
        try IndoorCommand.run("venue", "import", venue, "\(plans)/venue.geojson").status == 0)
      let placed = try IndoorCommand.run(
        "align", "--plan", "\(plans)/level-1.pdf", "--auto", "--into", venue, "--report", page)
      #expect(placed.status == 0, "\(placed)")
      let html = try String(contentsOfFile: page, encoding: .utf8)
      #expect(html.contains("the museum.gpkg&#39; --level 1 --as maplibre"))
    }
  }

  /// Another floor's plan on the basement, whose lift is short of what is needed by little.
  @Test func `a figure that is too small reads smaller than the one that is needed`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("museum.gpkg")
      let plans = "\(repository)/FloorPlans/museum"
      try IndoorCommand.run("venue", "import", venue, "\(plans)/venue.geojson")
      let refused = try IndoorCommand.run(
        "align", "--plan", "\(plans)/level-1.pdf", "--venue", venue, "--level", "-1", "--auto")
      #expect(refused.status == 65, "\(refused)")
      let figures = try #require(
        refused.errors.firstMatch(of: #/(?:lift|margin) ([0-9.]+), and ([0-9.]+) is needed/#))
      let (found, needed) = (Double(figures.output.1), Double(figures.output.2))
      #expect(try #require(found) < #require(needed), "\(refused)")
    }
  }
}
