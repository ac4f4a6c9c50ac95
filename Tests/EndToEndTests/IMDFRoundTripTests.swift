import Foundation
import GRDB
import Testing

@Suite struct IMDFRoundTripTests {
  private typealias Features = [String: [[String: Any]]]

  /// The features of an archive in a folder, by the name of their file.
  private func features(_ folder: String) throws -> Features {
    var found: Features = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".geojson") {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      found[name] = try #require(root["features"] as? [[String: Any]])
    }
    return found
  }

  private func uuid(_ number: Int) -> String {
    "1111AAAA-1111-4111-8111-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
  }

  /// The small venue's archive with a feature of each other type of IMDF 1.0.0, and properties that
  /// the model doesn't know.
  private func archive(in scratch: Scratch) throws -> (folder: String, features: Features) {
    let venue = try SmallVenue.imported(in: scratch)
    let folder = scratch.path("archive")
    try IndoorCommand.run(
      "venue", "export", venue, "--as", "imdf", "--output", folder, "--category", "museum")
    var features = try features(folder)
    func id(_ file: String) throws -> String {
      try #require(features[file]?.first?["id"] as? String)
    }
    func change(_ file: String, _ more: [String: Any]) throws {
      var first = try #require(features[file]?.first)
      var properties = try #require(first["properties"] as? [String: Any])
      properties.merge(more) { $1 }
      first["properties"] = properties
      features[file]?[0] = first
    }
    try change("unit.geojson", ["accessibility": ["wheelchair"], "alt_name": ["fr": "Salle"]])
    try change("opening.geojson", ["door": ["automatic": true, "material": "glass"]])
    try change("level.geojson", ["outdoor": true, "restriction": "employeesonly"])
    try change("building.geojson", ["category": "transit.train"])
    try change("venue.geojson", ["hours": "Mo-Fr 08:30-20:00", "phone": "+12225551212"])
    try change("address.geojson", ["locality": "Horta", "country": "PT"])
    let (unit, level) = (try id("unit.geojson"), try id("level.geojson"))
    let point: [String: Any] = ["type": "Point", "coordinates": [13.4002, 52.5001]]
    let line: [String: Any] = [
      "type": "LineString", "coordinates": [[13.4001, 52.5001], [13.4002, 52.5001]],
    ]
    let area: [String: Any] = [
      "type": "Polygon",
      "coordinates": [
        [[13.4001, 52.5001], [13.4002, 52.5001], [13.4002, 52.5002], [13.4001, 52.5001]]
      ],
    ]
    let more: [(String, Any, [String: Any])] = [
      ("amenity", point, ["category": "atm", "unit_ids": [unit], "name": ["en": "Cash"]]),
      ("anchor", point, ["unit_id": unit, "address_id": NSNull()]),
      ("detail", line, ["level_id": level]),
      ("fixture", area, ["category": "desk", "level_id": level]),
      ("geofence", area, ["category": "platform", "level_ids": [level]]),
      ("kiosk", area, ["level_id": level, "name": ["en": "Kiosk 7 \"é\""]]),
      (
        "occupant", NSNull(),
        ["category": "restaurant", "name": ["en": "Bistro"], "anchor_id": uuid(2)]
      ),
      (
        "relationship", NSNull(),
        [
          "category": "stairs", "direction": "undirected",
          "origin": ["id": unit, "feature_type": "unit"],
        ]
      ),
      ("section", area, ["category": "exhibit", "level_id": level]),
    ]
    for (number, (type, geometry, properties)) in more.enumerated() {
      features["\(type).geojson"] = [
        [
          "type": "Feature", "id": uuid(number + 1), "feature_type": type, "geometry": geometry,
          "properties": properties,
        ]
      ]
    }
    for (name, list) in features {
      let data = try JSONSerialization.data(
        withJSONObject: ["type": "FeatureCollection", "features": list])
      try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return (folder, features)
  }

  @Test func `an archive comes out as it went in, every type and property of it`() throws {
    try Scratch.with { scratch in
      let (folder, original) = try archive(in: scratch)
      let manifest = try String(contentsOfFile: "\(folder)/manifest.json", encoding: .utf8)
      try scratch.write(manifest.replacing("\"en\"", with: "\"pt\""), to: "archive/manifest.json")
      let checked = try IndoorCommand.run("venue", "check", folder)
      #expect(checked.status == 0, "\(checked)")
      let file = scratch.path("imported.gpkg")
      let imported = try IndoorCommand.run("venue", "import", file, folder)
      #expect(imported.status == 0 && imported.errors.isEmpty, "\(imported)")
      let again = scratch.path("again")
      let exported = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", again)
      #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
      let found = try features(again)
      let language = try String(contentsOfFile: "\(again)/manifest.json", encoding: .utf8)
      #expect(language.contains("\"language\": \"pt\""), "\(language)")
      #expect(found.keys.sorted() == original.keys.sorted())
      #expect(original.count == 16)
      for (name, list) in original {
        let wanted = list as NSArray
        #expect((found[name] ?? []) as NSArray == wanted, "\(name): \(found[name] ?? [])")
      }
    }
  }

  @Test func `what a newer import says of a feature isn't overruled by what an archive said`()
    throws
  {
    try Scratch.with { scratch in
      let (folder, original) = try archive(in: scratch)
      let file = scratch.path("imported.gpkg")
      try IndoorCommand.run("venue", "import", file, folder)
      let unit = try #require(original["unit.geojson"]?.first?["id"] as? String)
      let level = try #require(original["level.geojson"]?.first?["id"] as? String)
      let newer = try scratch.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"feature_type":"unit",
        "id":"\(unit)","level_id":"\(level)","category":"library","name":"Books"},
        "geometry":{"type":"Polygon","coordinates":[[[13.4,52.5],[13.4005,52.5],[13.4005,52.5004],[13.4,52.5]]]}}]}
        """, to: "newer.geojson")
      try IndoorCommand.run("venue", "import", file, newer)
      let again = scratch.path("again")
      try IndoorCommand.run("venue", "export", file, "--as", "imdf", "--output", again)
      let found = try features(again)
      let changed = found["unit.geojson"]?.first { $0["id"] as? String == unit }
      #expect((changed?["properties"] as? [String: Any])?["category"] as? String == "library")
      #expect(found["amenity.geojson"]?.count == 1)
    }
  }

  /// As QGIS and `ogrinfo` write into the file's layers.
  @Test
  func `what is changed in the file since comes out, and nothing else of the archive changes`()
    throws
  {
    try Scratch.with { scratch in
      let (folder, original) = try archive(in: scratch)
      let file = scratch.path("imported.gpkg")
      try IndoorCommand.run("venue", "import", file, folder)
      let unit = try #require(original["unit.geojson"]?.first?["id"] as? String)
      let level = try #require(
        (original["unit.geojson"]?.first?["properties"] as? [String: Any])?["level_id"] as? String)
      try DatabaseQueue(path: file).write {
        try $0.execute(
          sql: "UPDATE units SET name = 'Renamed', category = 'library' WHERE unit_id = ?",
          arguments: [unit])
        try $0.execute(sql: "UPDATE levels SET label = 'EG' WHERE level_id = ?", arguments: [level])
      }
      let again = scratch.path("again")
      try IndoorCommand.run("venue", "export", file, "--as", "imdf", "--output", again)
      var wanted = original
      func change(_ name: String, _ id: String, _ values: [String: Any]) throws {
        let at = try #require(wanted[name]?.firstIndex { $0["id"] as? String == id })
        var properties = try #require(wanted[name]?[at]["properties"] as? [String: Any])
        properties.merge(values) { $1 }
        wanted[name]?[at]["properties"] = properties
      }
      try change("unit.geojson", unit, ["name": ["en": "Renamed"], "category": "library"])
      try change("level.geojson", level, ["short_name": ["en": "EG"]])
      let found = try features(again)
      for (name, list) in wanted {
        #expect((found[name] ?? []) as NSArray == list as NSArray, "\(name): \(found[name] ?? [])")
      }
    }
  }

  /// Out as GeoJSON, a room's name changed, and in again, as one edits a venue in most programs.
  @Test func `what the venue's own GeoJSON can't say stays when that is edited and comes back`()
    throws
  {
    try Scratch.with { scratch in
      let (folder, original) = try archive(in: scratch)
      let (file, plain) = (scratch.path("imported.gpkg"), scratch.path("plain.geojson"))
      try IndoorCommand.run("venue", "import", file, folder)
      try IndoorCommand.run("venue", "export", file, "--as", "geojson", "--output", plain)
      let data = try Data(contentsOf: URL(fileURLWithPath: plain))
      var root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      var all = try #require(root["features"] as? [[String: Any]])
      let unit = try #require(original["unit.geojson"]?.first?["id"] as? String)
      let at = try #require(
        all.firstIndex { ($0["properties"] as? [String: Any])?["id"] as? String == unit })
      var properties = try #require(all[at]["properties"] as? [String: Any])
      properties["name"] = "Renamed"
      all[at]["properties"] = properties
      root["features"] = all
      try JSONSerialization.data(withJSONObject: root).write(to: URL(fileURLWithPath: plain))
      let edited = try IndoorCommand.run("venue", "import", file, plain)
      #expect(edited.status == 0 && edited.errors.isEmpty, "\(edited)")
      let again = scratch.path("again")
      try IndoorCommand.run("venue", "export", file, "--as", "imdf", "--output", again)
      var wanted = original
      var first = try #require(wanted["unit.geojson"]?.first)
      var said = try #require(first["properties"] as? [String: Any])
      said["name"] = ["en": "Renamed"]
      first["properties"] = said
      wanted["unit.geojson"]?[0] = first
      let found = try features(again)
      for (name, list) in wanted {
        #expect((found[name] ?? []) as NSArray == list as NSArray, "\(name): \(found[name] ?? [])")
      }
    }
  }

  @Test func `a file of an archive that was corrected and comes alone counts, and all else stays`()
    throws
  {
    try Scratch.with { scratch in
      let (folder, original) = try archive(in: scratch)
      let file = scratch.path("imported.gpkg")
      try IndoorCommand.run("venue", "import", file, folder)
      var wanted = original
      var first = try #require(wanted["unit.geojson"]?.first)
      var said = try #require(first["properties"] as? [String: Any])
      said["restriction"] = "restricted"
      said["accessibility"] = NSNull()
      first["properties"] = said
      wanted["unit.geojson"]?[0] = first
      let alone = scratch.path("unit.geojson")
      let units = try #require(wanted["unit.geojson"])
      try JSONSerialization.data(withJSONObject: ["type": "FeatureCollection", "features": units])
        .write(to: URL(fileURLWithPath: alone))
      // That of the venue doesn't make it a whole archive.
      #expect(
        try IndoorCommand.run("venue", "import", file, "\(folder)/venue.geojson", alone).status == 0
      )
      let again = scratch.path("again")
      try IndoorCommand.run("venue", "export", file, "--as", "imdf", "--output", again)
      let found = try features(again)
      for (name, list) in wanted {
        #expect((found[name] ?? []) as NSArray == list as NSArray, "\(name): \(found[name] ?? [])")
      }
    }
  }

  /// Adds a level of the first one's building and ordinal above a part of it, with a unit, an
  /// opening and a fixture on it.
  private func addMezzanine(to folder: String, _ features: inout Features) throws {
    func added(_ file: String, _ number: Int, _ properties: [String: Any], _ ring: [[Double]]?)
      throws -> [String: Any]
    {
      var feature = try #require(features[file]?.first)
      feature["id"] = uuid(100 + number)
      var all = try #require(feature["properties"] as? [String: Any])
      all.merge(properties) { $1 }
      feature["properties"] = all
      if let ring { feature["geometry"] = ["type": "Polygon", "coordinates": [ring]] }
      return feature
    }
    let ring = [[13.4001, 52.5001], [13.4004, 52.5001], [13.4004, 52.5004], [13.4001, 52.5001]]
    let name: [String: Any] = ["name": ["en": "Mezzanine"], "display_point": NSNull()]
    let on: [String: Any] = ["level_id": uuid(101), "display_point": NSNull()]
    let above = [
      ("level.geojson", try added("level.geojson", 1, name, ring)),
      ("unit.geojson", try added("unit.geojson", 2, on, ring)),
      ("opening.geojson", try added("opening.geojson", 3, on, nil)),
      ("fixture.geojson", try added("fixture.geojson", 4, on, ring)),
    ]
    for (file, feature) in above { features[file]?.append(feature) }
    for (name, list) in features {
      let data = try JSONSerialization.data(
        withJSONObject: ["type": "FeatureCollection", "features": list])
      try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
  }

  @Test func `two levels of one building and ordinal come out as two, with all that is on them`()
    throws
  {
    try Scratch.with { scratch in
      var (folder, original) = try archive(in: scratch)
      try addMezzanine(to: folder, &original)
      let file = scratch.path("imported.gpkg")
      let imported = try IndoorCommand.run("venue", "import", file, folder)
      #expect(imported.status == 0, "\(imported)")
      #expect(imported.errors.contains("was merged with it [same-ordinal]"), "\(imported)")
      #expect(imported.output.contains("1 level, 3 units, 2 openings"), "\(imported)")
      let again = scratch.path("again")
      let exported = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", again)
      #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
      #expect(exported.output.contains("1 level (2 in the archive), 3 units"), "\(exported)")
      let found = try features(again)
      for (name, list) in original {
        let ids = { (list: [[String: Any]]) in Set(list.compactMap { $0["id"] as? String }) }
        #expect(ids(found[name] ?? []) == ids(list), "\(name)")
        for feature in list {
          let after = found[name]?.first { $0["id"] as? String == feature["id"] as? String }
          #expect(after.map { $0 as NSDictionary } == feature as NSDictionary, "\(name)")
        }
      }
      let check = try IndoorCommand.run("venue", "check", again)
      #expect(!check.output.contains("dangling-reference"), "\(check)")
      guard Ogr.isThere else { return }
      for name in ["level", "unit", "opening", "fixture"] {
        let (before, after) = (
          try Ogr.summary("\(folder)/\(name).geojson"), try Ogr.summary("\(again)/\(name).geojson")
        )
        #expect(before == after && before.contains("count"), "\(name): \(before) \(after)")
      }
      // The same file described anew: the mezzanine's units are on the level that stays.
      let newer = try scratch.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"feature_type":"level",
        "id":"\(original["level.geojson"]?.first?["id"] as? String ?? "")","ordinal":0,"label":"G",
        "building_id":"\(original["building.geojson"]?.first?["id"] as? String ?? "")"},
        "geometry":{"type":"Polygon","coordinates":[[[13.4,52.5],[13.401,52.5],[13.401,52.5005],[13.4,52.5005],[13.4,52.5]]]}}]}
        """, to: "newer.geojson")
      #expect(try IndoorCommand.run("venue", "import", file, newer).status == 0)
      let third = scratch.path("third")
      #expect(
        try IndoorCommand.run("venue", "export", file, "--as", "imdf", "--output", third).status
          == 0)
      let last = try IndoorCommand.run("venue", "check", third)
      #expect(!last.output.contains("dangling-reference"), "\(last)")
      let counts = try features(third).mapValues(\.count)
      #expect(counts["unit.geojson"] == 3 && counts["opening.geojson"] == 2)
    }
  }

  @Test func `an archive of another venue doesn't take away what one before it said`() throws {
    try Scratch.with { scratch in
      let (folder, original) = try archive(in: scratch)
      let file = scratch.path("imported.gpkg")
      try IndoorCommand.run("venue", "import", file, folder)
      let other = scratch.path("other")
      try FileManager.default.copyItem(atPath: folder, toPath: other)
      for name in original.keys {
        let text = try String(contentsOfFile: "\(other)/\(name)", encoding: .utf8)
        // Every id is another one: of a house beside the first.
        try scratch.write(
          text.replacing(/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}-)/) { "3333CCCC\($0.1)" },
          to: "other/\(name)")
      }
      let manifest = try String(contentsOfFile: "\(folder)/manifest.json", encoding: .utf8)
      try scratch.write(
        manifest.replacing("\"en\"", with: "\"fr\""), to: "other/manifest.json")
      let second = try IndoorCommand.run("venue", "import", file, other)
      #expect(second.status == 0, "\(second)")
      let again = scratch.path("again")
      try IndoorCommand.run("venue", "export", file, "--as", "imdf", "--output", again)
      let found = try features(again)
      for name in ["unit.geojson", "opening.geojson", "fixture.geojson", "amenity.geojson"] {
        #expect(found[name]?.count == 2 * (original[name]?.count ?? 0), "\(name)")
      }
      let hall = found["building.geojson"]?.compactMap {
        ($0["properties"] as? [String: Any])?["category"] as? String
      }
      #expect(hall == ["transit.train", "transit.train"])
      // The language stays that of the archive which the venue came from.
      let language = try String(contentsOfFile: "\(again)/manifest.json", encoding: .utf8)
      #expect(language.contains("\"language\": \"en\""), "\(language)")
    }
  }
}

/// GDAL's view of a GeoJSON file.
private enum Ogr {
  private static let path = "/usr/bin/ogrinfo"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// How many features there are, and their area or length together to 10⁻¹⁰ square degrees.
  static func summary(_ file: String) throws -> String {
    let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let result = try IndoorCommand.run(
      [
        "-ro", "-q", "-dialect", "sqlite", "-sql",
        "SELECT count(*) AS count, round(sum(ST_Area(geometry) + ST_Length(geometry)) * 1e10) AS size FROM \"\(name)\"",
        file,
      ], program: path)
    return result.status == 0 ? result.output : "\(result)"
  }
}
