import Foundation
import IndoorModel
import IndoorVenues
import Testing

/// Archives of which a program that keeps properties alone has saved files anew: GDAL 3.6 drops
/// `feature_type` beside them (`ogr2ogr -noNativeData`) and puts `id` among them.
struct IMDFBareFeatureTests {
  private static func features(
    _ files: [(name: String, text: String)]
  ) throws -> [String: [String: Any]] {
    var found: [String: [String: Any]] = [:]
    for (name, text) in files where name != "manifest.json" {
      let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      for feature in try #require(root?["features"] as? [[String: Any]]) {
        found[try #require(feature["id"] as? String)] = feature
      }
    }
    return found
  }

  /// The export of an archive into which nothing was changed.
  private func exported(
    _ archive: MuseumArchive
  ) throws -> (features: [String: [String: Any]], findings: [VenueFinding], kept: Int) {
    try MuseumArchive.withFolder(try archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let (venue, findings) = try sources.finish()
      let writer = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept)
      return (try Self.features(writer.files()), findings, sources.kept.count)
    }
  }

  /// The museum with what a venue doesn't keep itself, on each unit and in a file of its own.
  private func museum() throws -> MuseumArchive {
    var archive = try MuseumArchive()
    for index in try #require(archive.features["unit"]).indices {
      var properties = archive.features["unit"]?[index]["properties"] as? [String: Any] ?? [:]
      properties["restriction"] = "restricted"
      properties["accessibility"] = ["wheelchair"]
      archive.features["unit"]?[index]["properties"] = properties
    }
    archive.features["geofence"] = [
      [
        "type": "Feature", "id": "11111111-2222-4333-8444-000000000001", "feature_type": "geofence",
        "geometry": archive.features["venue"]?.first?["geometry"] as Any,
        "properties": ["category": "concourse", "name": ["en": "Hall"]],
      ]
    ]
    return archive
  }

  private func save(_ archive: inout MuseumArchive, movingID: Bool) {
    for (type, list) in archive.features {
      archive.features[type] = list.map { feature in
        var feature = feature
        feature["feature_type"] = nil
        guard movingID, var properties = feature["properties"] as? [String: Any] else {
          return feature
        }
        properties["id"] = feature["id"]
        feature["properties"] = properties
        feature["id"] = nil
        return feature
      }
    }
  }

  @Test(arguments: [false, true])
  func `an archive whose files say no types comes out as the whole one does`(movingID: Bool) throws
  {
    let archive = try museum()
    let whole = try exported(archive)
    var bare = archive
    save(&bare, movingID: movingID)
    let saved = try exported(bare)
    #expect(saved.findings.isEmpty, "\(saved.findings)")
    #expect(saved.kept == whole.kept)
    #expect(Set(saved.features.keys) == Set(whole.features.keys))
    for (id, feature) in whole.features {
      #expect(feature as NSDictionary == saved.features[id] as NSDictionary?, "\(id)")
    }
    let unit = try #require(whole.features.values.first { $0["feature_type"] as? String == "unit" })
    let properties = try #require(unit["properties"] as? [String: Any])
    #expect(properties["restriction"] as? String == "restricted")
  }

  @Test func `a check finds the ids that are properties, and says where they belong`() throws {
    let whole = try museum()
    var bare = whole
    save(&bare, movingID: true)
    let (before, after) = (try whole.check().findings, try bare.check().findings)
    let count = bare.features.values.reduce(0) { $0 + $1.count }
    let moved = after.filter { $0.rule == .missingID }
    #expect(moved.count == count)
    #expect(
      moved.allSatisfy { $0.message.hasSuffix("among its properties alone; move it beside them") })
    // What features refer to is there, and each is called by its id.
    #expect(!after.contains { $0.rule == .danglingReference || $0.message.contains("\"\"") })
    let rest: (VenueFinding) -> Bool = { ![.missingID, .wrongFeatureType].contains($0.rule) }
    #expect(after.filter(rest).map(\.rule) == before.filter(rest).map(\.rule))
    // One that comes twice is told, too.
    let twin = try #require(bare.features["unit"]?.first)
    bare.features["unit"]?.append(twin)
    #expect(try bare.check().findings.contains { $0.rule == .duplicateID })
  }

  @Test func `an id that is a property and no UUID is known, and told to be none`() throws {
    var bare = try museum()
    save(&bare, movingID: true)
    let first = bare.features["level"]?.first?["properties"] as? [String: Any]
    let level = try #require(first?["id"] as? String)
    for (type, list) in bare.features {
      bare.features[type] = list.map { feature in
        var feature = feature
        guard var properties = feature["properties"] as? [String: Any] else { return feature }
        for name in ["id", "level_id"] where properties[name] as? String == level {
          properties[name] = "level-1"
        }
        feature["properties"] = properties
        return feature
      }
    }
    let findings = try bare.check().findings
    #expect(!findings.contains { $0.rule == .danglingReference })
    let told = findings.filter { $0.rule == .idNotUUID }
    #expect(told.count == 1, "\(told)")
    #expect(
      told.first?.message.contains(#"level "level-1" has an id that is no UUID"#) == true,
      "\(told)")
  }

  /// Files by the project's convention may be called as IMDF's are.
  @Test(arguments: [#""feature_type":"unit","#, ""])
  func `a room by the convention goes out with what IMDF asks of it`(type: String) throws {
    let level =
      #""id":"9b1b6ca0-0000-4000-8000-000000000001","ordinal":0,"label":"G","category":"unspecified""#
    let unit =
      type + #""id":"9b1b6ca0-0000-4000-8000-000000000002","name":"Hall","category":"room","#
      + #""level_id":"9b1b6ca0-0000-4000-8000-000000000001""#
    func file(_ properties: String) -> String {
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{\(properties)},\
      "geometry":\(square(10, 50))}]}
      """
    }
    let files = [("level.geojson", file(level)), ("unit.geojson", file(unit))]
    let written = try MuseumArchive.withFolder(files) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      #expect(sources.kept.isEmpty)
      return IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept).files()
    }
    let check = try MuseumArchive.withFolder(written) { try VenueCheck(source: $0) }
    #expect(check.count(.error) == 0, "\(check.findings)")
    #expect(!check.findings.contains { $0.rule == .wrongLabels }, "\(check.findings)")
  }
}
