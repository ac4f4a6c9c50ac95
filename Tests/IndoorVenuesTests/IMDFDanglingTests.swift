import Foundation
import IndoorModel
import IndoorVenues
import Testing

/// Archives of venues in which something names what isn't there.
struct IMDFDanglingTests {
  private func check(_ writer: IMDFWriter) throws -> VenueCheck {
    try MuseumArchive.withFolder(writer.files()) { try VenueCheck(source: $0) }
  }

  /// The museum with its first building called so, which its first unit has for its id.
  private func named(_ name: String) throws -> Venue {
    var museum = try MuseumArchive.venue()
    museum.buildings[0].name = name
    museum.units[0].level.building = name
    return museum
  }

  @Test func `a unit of a building that isn't there leaves an archive whole`() throws {
    let museum = try named("The Quay House")
    let writer = IMDFWriter(museum, details: MuseumArchive.details)
    let check = try check(writer)
    #expect(check.count(.error) == 0, "\(check.findings)")
    let found = VenueCheck.findings(missingIn: museum, of: "m").map(\.message)
    #expect(found.count == 1)
    #expect(
      found[0].hasSuffix(
        "set its building to \"\(museum.buildings[0].id)\", whose name that is"), "\(found)")
  }

  @Test func `a building's name that two have is no remedy`() throws {
    var museum = try named("House")
    museum.buildings.append(Building(id: "other", name: "House"))
    let found = VenueCheck.findings(missingIn: museum, of: "m").map(\.message)
    #expect(found.count == 1 && found[0].hasSuffix("or import that level"), "\(found)")
  }

  @Test func `a level whose building has gone leaves an archive whole`() throws {
    var museum = try MuseumArchive.venue()
    museum.buildings = []
    let writer = IMDFWriter(museum, details: MuseumArchive.details)
    let check = try check(writer)
    #expect(check.count(.error) == 0, "\(check.findings)")
  }

  @Test(arguments: ["origin", "destination", "intermediary"])
  func `a relationship with a unit that has gone is told`(end: String) throws {
    var archive = try MuseumArchive()
    let units = try #require(archive.features["unit"]).compactMap { $0["id"] as? String }
    func reference(_ id: String) -> [String: String] { ["id": id, "feature_type": "unit"] }
    var properties: [String: Any] = [
      "category": "stairs", "direction": "undirected", "origin": reference(units[1]),
      "destination": reference(units[2]), "intermediary": [reference(units[3])],
    ]
    properties[end] = end == "intermediary" ? [reference(units[0])] : reference(units[0])
    archive.features["relationship"] = [
      [
        "type": "Feature", "id": "11111111-2222-4333-8444-555555555555",
        "feature_type": "relationship", "geometry": [String: Any]?.none as Any,
        "properties": properties,
      ]
    ]
    try MuseumArchive.withFolder(try archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      var venue = try sources.finish().venue
      func found() -> [VenueFinding] {
        IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept).findings
          .filter { $0.rule == .danglingReference }
      }
      #expect(found() == [])
      venue.units.removeAll { $0.id.lowercased() == units[0].lowercased() }
      #expect(found().count == 1)
      #expect(
        found().first?.message.contains(
          "\(end) names \"\(units[0])\", which isn't there, and is left out") == true)
      // An archive without it is whole, and so is the one that is made of that.
      for _ in 0..<2 {
        let writer = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept)
        try MuseumArchive.withFolder(writer.files()) { folder in
          let check = try VenueCheck(source: folder)
          #expect(check.count(.error) == 0, "\(check.findings)")
          sources = VenueImport()
          try sources.read(folder)
          venue = try sources.finish().venue
          let left = sources.kept.filter { $0.type == "relationship" }
          #expect(left.count == (end == "intermediary" ? 1 : 0))
        }
        #expect(found() == [])
      }
    }
  }

  /// By IMDF 1.0.0 an amenity has units, an anchor its unit and an occupant its anchor.
  @Test func `what can't be without a room that has gone goes with it`() throws {
    var archive = try MuseumArchive()
    let units = try #require(archive.features["unit"]).compactMap { $0["id"] as? String }
    func feature(_ type: String, _ number: Int, _ properties: [String: Any]) -> [String: Any] {
      let point: [String: Any] = ["type": "Point", "coordinates": [-29.8697, 45.3203]]
      return [
        "type": "Feature", "id": "11111111-2222-4333-8444-00000000000\(number)",
        "feature_type": type, "properties": properties,
        "geometry": type == "occupant" ? [String: Any]?.none as Any : point,
      ]
    }
    archive.features["amenity"] = [
      feature("amenity", 1, ["category": "restroom", "unit_ids": [units[0], units[1]]]),
      feature("amenity", 2, ["category": "restroom", "unit_ids": [units[0]]]),
    ]
    archive.features["anchor"] = [feature("anchor", 3, ["unit_id": units[0]])]
    archive.features["occupant"] = [
      feature(
        "occupant", 4,
        [
          "category": "restaurant", "name": ["en": "Café"],
          "anchor_id": "11111111-2222-4333-8444-000000000003",
        ])
    ]
    try MuseumArchive.withFolder(try archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      var venue = try sources.finish().venue
      venue.units.removeAll { $0.id.lowercased() == units[0].lowercased() }
      let writer = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept)
      #expect(writer.findings.filter { $0.rule == .danglingReference }.count == 4)
      #expect(try !check(writer).findings.contains { $0.rule == .danglingReference })
      let files = Dictionary(uniqueKeysWithValues: writer.files().map { ($0.name, $0.text) })
      #expect(files["amenity.geojson"]?.contains("00000000000\(1)") == true)
      #expect(files["amenity.geojson"]?.contains("00000000000\(2)") == false)
      #expect(files["anchor.geojson"]?.contains("Feature\"") == false)
      #expect(files["occupant.geojson"]?.contains("Feature\"") == false)
    }
  }
}
