import Foundation
import Testing

/// Archives beside which another source came into the file.
@Suite struct IMDFSecondImportTests {
  private func features(_ folder: String, _ type: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(type).geojson"))
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(root?["features"] as? [[String: Any]])
  }

  /// The small venue as an archive, with what a venue file has no place for.
  private func archive(in scratch: Scratch) throws -> String {
    let folder = scratch.path("archive")
    let made = try IndoorCommand.run(
      "venue", "export", try SmallVenue.imported(in: scratch), "--as", "imdf", "--output", folder,
      "--category", "museum", "--address", "Main St 1", "--locality", "Horta", "--country", "PT")
    #expect(made.status == 0 && made.errors.isEmpty, "\(made)")
    for (type, name, value) in [
      ("venue", "hours", "Mo-Fr 08:30-20:00"), ("building", "category", "transit.train"),
    ] {
      var all = try features(folder, type)
      var properties = try #require(all[0]["properties"] as? [String: Any])
      properties[name] = value
      all[0]["properties"] = properties
      let data = try JSONSerialization.data(
        withJSONObject: ["type": "FeatureCollection", "features": all])
      try data.write(to: URL(fileURLWithPath: "\(folder)/\(type).geojson"))
    }
    return folder
  }

  private func level(_ id: String, _ ordinal: Int, of building: String, _ more: String = "")
    -> String
  {
    """
    {"type":"FeatureCollection","features":[\(more)
    {"type":"Feature","properties":{"feature_type":"level","id":"\(id)","ordinal":\(ordinal),
    "label":"R","building_id":"\(building)"},"geometry":{"type":"Polygon",
    "coordinates":[[[13.4,52.5],[13.401,52.5],[13.401,52.5005],[13.4,52.5005],[13.4,52.5]]]}}]}
    """
  }

  private func building(of folder: String) throws -> String {
    try #require(try features(folder, "building")[0]["id"] as? String)
  }

  @Test func `a file of an archive in two languages is read as the archive was`() throws {
    try Scratch.with { scratch in
      let archive = try archive(in: scratch)
      var units = try features(archive, "unit")
      for index in units.indices {
        var properties = try #require(units[index]["properties"] as? [String: Any])
        properties["name"] = ["de": "Raum \(index)", "en": "Room \(index)"]
        units[index]["properties"] = properties
      }
      let path = "\(archive)/unit.geojson"
      try JSONSerialization.data(withJSONObject: ["type": "FeatureCollection", "features": units])
        .write(to: URL(fileURLWithPath: path))
      let manifest = "\(archive)/manifest.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
      try text.replacing(/"language": *"[^"]*"/, with: #""language":"de-DE""#).write(
        toFile: manifest, atomically: true, encoding: .utf8)
      let file = scratch.path("v.gpkg")
      for source in [archive, path] {
        #expect(try IndoorCommand.run("venue", "import", file, source).status == 0)
        let output = scratch.path("out-\(source == path)")
        let exported = try IndoorCommand.run(
          "venue", "export", file, "--as", "imdf", "--output", output)
        #expect(exported.status == 0 && !exported.errors.contains("other-languages"), "\(exported)")
        let names = try features(output, "unit").map {
          ($0["properties"] as? [String: Any])?["name"] as? [String: String]
        }
        #expect(
          Set(names) == [["de": "Raum 0", "en": "Room 0"], ["de": "Raum 1", "en": "Room 1"]])
      }
    }
  }

  @Test func `an archive's venue goes out as it came into a file that another source began`() throws
  {
    try Scratch.with { scratch in
      let archive = try archive(in: scratch)
      let file = scratch.path("begun.gpkg")
      let roof = try scratch.write(
        level("roof", 5, of: try building(of: archive)), to: "roof.geojson")
      #expect(try IndoorCommand.run("venue", "import", file, roof).status == 0)
      #expect(try IndoorCommand.run("venue", "import", file, archive).status == 0)
      let venue = try features(archive, "venue")
      let address = try features(archive, "address")
      // Its own folder is that of the same venue.
      let exported = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", archive)
      #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
      #expect(try features(archive, "venue") as NSArray == venue as NSArray)
      #expect(try features(archive, "address") as NSArray == address as NSArray)
      #expect(try features(archive, "level").count == 2)
    }
  }

  @Test func `a building that the archive didn't have asks for an address, and for no category`()
    throws
  {
    try Scratch.with { scratch in
      let archive = try archive(in: scratch)
      let file = scratch.path("annex.gpkg")
      let annex = try scratch.write(
        level(
          "annex0", 0, of: "annex",
          #"{"type":"Feature","properties":{"feature_type":"building","id":"annex"},"geometry":null},"#
        ), to: "annex.geojson")
      for source in [archive, annex] {
        #expect(try IndoorCommand.run("venue", "import", file, source).status == 0)
      }
      let told = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", scratch.path("one"))
      #expect(told.errors.contains("[no-address]") || told.errors.contains("address"), "\(told)")
      #expect(told.errors.contains("--country") && !told.errors.contains("--category"), "\(told)")
      let given = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", scratch.path("two"), "--address",
        "Main St 2", "--locality", "Horta", "--country", "PT")
      #expect(given.status == 0 && given.errors.isEmpty, "\(given)")
    }
  }

  @Test func `names that an import changes take nothing else of the venue and its buildings along`()
    throws
  {
    try Scratch.with { scratch in
      let archive = try archive(in: scratch)
      let file = scratch.path("named.gpkg")
      let id = try building(of: archive)
      let names = try scratch.write(
        level(
          "roof", 5, of: id,
          """
          {"type":"Feature","properties":{"feature_type":"venue","id":"x","name":"Sea"},"geometry":null},
          {"type":"Feature","properties":{"feature_type":"building","id":"\(id)","name":"Hall"},"geometry":null},
          """), to: "names.geojson")
      for source in [archive, names] {
        #expect(try IndoorCommand.run("venue", "import", file, source).status == 0)
      }
      let output = scratch.path("out")
      let exported = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", output)
      #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
      for (type, name) in [("venue", "Sea"), ("building", "Hall")] {
        var wanted = try features(archive, type)
        var properties = try #require(wanted[0]["properties"] as? [String: Any])
        properties["name"] = ["en": name]
        wanted[0]["properties"] = properties
        #expect(try features(output, type) as NSArray == wanted as NSArray)
      }
    }
  }
}
