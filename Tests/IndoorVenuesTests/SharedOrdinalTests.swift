import Foundation
import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// What becomes of levels that share an ordinal, in one building or in several.
struct SharedOrdinalTests {
  /// Imports files, and says what their export is.
  private func outAndIn(
    _ files: [(name: String, text: String)]
  ) throws -> (venue: Venue, findings: [VenueFinding], files: [(name: String, text: String)]) {
    try MuseumArchive.withFolder(files) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let (venue, findings) = try sources.finish()
      let writer = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept)
      #expect(writer.findings.isEmpty, "\(writer.findings)")
      return (venue, findings, writer.files())
    }
  }

  private func features(_ files: [(name: String, text: String)], _ type: String) throws -> [String:
    [String: Any]]
  {
    let text = try #require(files.first { $0.name == "\(type).geojson" }).text
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let list = try #require(root["features"] as? [[String: Any]])
    var features: [String: [String: Any]] = [:]
    for feature in list { features[try #require(feature["id"] as? String)] = feature }
    #expect(features.count == list.count)
    return features
  }

  /// A geometry's rings as sets of edges, which neither the first vertex nor the winding changes.
  private func edges(_ feature: [String: Any]?) throws -> Set<Set<[Double]>> {
    let geometry = try #require(feature?["geometry"] as? [String: Any])
    let rings: [[[Double]]]
    switch geometry["type"] as? String {
    case "Polygon": rings = try #require(geometry["coordinates"] as? [[[Double]]])
    case "MultiPolygon":
      rings = try #require(geometry["coordinates"] as? [[[[Double]]]]).flatMap { $0 }
    default: rings = [try #require(geometry["coordinates"] as? [[Double]])]
    }
    return Set(rings.flatMap { ring in zip(ring, ring.dropFirst()).map { Set([$0, $1]) } })
  }

  @Test func `an archive of buildings that share ordinals comes out as it went in`() throws {
    let archive = ManyBuildings()
    let original = try archive.files()
    let (venue, findings, files) = try outAndIn(original)
    #expect(findings.filter { $0.rule == .sameOrdinal }.count == 2)
    #expect(venue.units.count == archive.count("unit"))
    #expect(venue.openings.count == archive.count("opening"))
    // Ground, mezzanine and gallery are one level; B's ground floor, A's upper and the court are
    // others.
    #expect(venue.levels.count == 4)
    for type in archive.features.keys.sorted() {
      let (before, after) = (try features(original, type), try features(files, type))
      #expect(Set(before.keys) == Set(after.keys), "\(type)")
      for (id, feature) in before {
        let properties = feature["properties"] as? NSDictionary
        #expect(properties == after[id]?["properties"] as? NSDictionary, "\(type) \(id)")
        guard feature["geometry"] as? NSNull == nil else { continue }
        #expect(try edges(feature) == edges(after[id]), "\(type) \(id)")
      }
    }
    let check = try MuseumArchive.withFolder(files) { try VenueCheck(source: $0) }
    #expect(!check.findings.contains { $0.rule == .danglingReference }, "\(check.findings)")
    #expect(!check.findings.contains { $0.rule == .invalidPolygon }, "\(check.findings)")
    // And again, to the byte.
    #expect(try outAndIn(files).files.map(\.text) == files.map(\.text))
  }

  @Test func `outlines that lie over each other are united, those beside each other stay`() throws {
    let venue = try outAndIn(ManyBuildings().files()).venue
    let ground = try #require(
      venue.levels.first { $0.key.ordinal == 0 && $0.label == "G" && $0.outline.count == 1 })
    let area = ground.outline.reduce(0) { $0 + venue.frame.local(from: $1).area }
    // The mezzanine is inside of the ground floor; the gallery is half as large again and touches
    // it. 111.2 m are a thousandth of a degree of latitude, 71.7 m of longitude at 50°.
    #expect(abs(area - 3 * 71.7 * 111.2) < 100, "\(area)")
    let other = try #require(venue.levels.first { $0.outline.count == 2 })
    #expect(other.key.ordinal == 0)
    // A point of the mezzanine is on the level by the even-odd rule too, which walkable areas and
    // maps go by.
    let place = venue.frame.local(from: Coordinate(latitude: 50.0004, longitude: 10.001))
    #expect(ground.outline.filter { venue.frame.local(from: $0).contains(place) }.count == 1)
  }

  @Test func `a level that the venue knew by another id doesn't lose what an archive has on it`()
    throws
  {
    let archive = ManyBuildings()
    let building = try #require(archive.features["building"]?.first?["id"] as? String)
    let before = Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 50, longitude: 10),
      levels: [Level(id: "level1", key: LevelKey(building: building, ordinal: 1), label: "1")])
    try MuseumArchive.withFolder(try archive.files()) { folder in
      var sources = VenueImport(into: before)
      try sources.read(folder)
      let venue = try sources.finish().venue
      #expect(venue.levels.contains { $0.id == "level1" })
      let files = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept).files()
      let check = try MuseumArchive.withFolder(files) { try VenueCheck(source: $0) }
      #expect(!check.findings.contains { $0.rule == .danglingReference }, "\(check.findings)")
      #expect(try outAndIn(files).venue.units.count == archive.count("unit"))
    }
  }

  @Test func `what was changed of levels that an archive had apart goes out`() throws {
    try MuseumArchive.withFolder(try ManyBuildings().files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      let merged = try #require(
        sources.kept.first { $0.type == "level" && $0.json.hasPrefix("[") })
      let at = try #require(venue.levels.firstIndex { $0.id == merged.id })
      func written(
        telling rules: [VenueRule] = [], _ change: (inout Level) -> Void
      ) throws -> [String: [String: Any]] {
        var changed = venue
        change(&changed.levels[at])
        let writer = IMDFWriter(changed, details: MuseumArchive.details, kept: sources.kept)
        #expect(writer.findings.map(\.rule) == rules, "\(writer.findings)")
        let files = writer.files()
        let levels = try features(files, "level")
        // Rooms and furniture of levels that went are on the one that stayed.
        for type in ["unit", "opening", "fixture"] {
          let all = try features(files, type)
          #expect(all.count == ManyBuildings().count(type), "\(type)")
          for (id, feature) in all {
            let level = (feature["properties"] as? [String: Any])?["level_id"] as? String
            #expect(
              level.map { levels[$0] != nil } == true, "\(type) \(id) is on \(level ?? "none")")
          }
        }
        return levels
      }
      func said(_ levels: [String: [String: Any]], _ id: String) throws -> [String: Any] {
        try #require(levels[id]?["properties"] as? [String: Any])
      }
      let before = try written { _ in }
      // Ground, mezzanine and gallery were one level, which is called by the first one's name.
      let named = try written {
        $0.name = "Erdgeschoss"
        $0.label = "EG"
      }
      #expect(named.count == before.count)
      #expect(try said(named, merged.id)["name"] as? [String: String] == ["en": "Erdgeschoss"])
      #expect(try said(named, merged.id)["short_name"] as? [String: String] == ["en": "EG"])
      for id in before.keys where id != merged.id {
        #expect(try said(named, id) as NSDictionary == said(before, id) as NSDictionary)
      }
      // A metre at one corner of it.
      let redrawn = try written(telling: [.sameOrdinal]) { level in
        let corner = level.outline[0].exterior[0]
        level.outline[0].exterior[0] = Coordinate(
          latitude: corner.latitude - 1e-5, longitude: corner.longitude)
      }
      #expect(redrawn.count == before.count - 2)
      let moved = try #require(redrawn[merged.id])
      #expect(try edges(moved) != edges(before[merged.id]))
      #expect(try said(redrawn, merged.id)["ordinal"] as? Int == 0)
      let point = "display_point"
      var (one, other) = (try said(redrawn, merged.id), try said(before, merged.id))
      (one[point], other[point]) = (nil, nil)
      #expect(one as NSDictionary == other as NSDictionary)
    }
  }

  @Test func `levels merged in a file of before lead their units to the level that stayed`() throws
  {
    let archive = ManyBuildings()
    try MuseumArchive.withFolder(try archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      // As it was kept once: levels one by one, without a geometry.
      let kept = sources.kept.filter { $0.type != "level" || !$0.json.hasPrefix("[") }
      let files = IMDFWriter(venue, details: MuseumArchive.details, kept: kept).files()
      let check = try MuseumArchive.withFolder(files) { try VenueCheck(source: $0) }
      #expect(!check.findings.contains { $0.rule == .danglingReference }, "\(check.findings)")
      let again = try outAndIn(files).venue
      #expect(again.units.count == archive.count("unit"))
      #expect(again.openings.count == archive.count("opening"))
    }
  }

  @Test func `units on a level that isn't there are written with one that stands for it`() throws {
    var museum = try MuseumArchive.venue()
    let gone = museum.levels.removeFirst()
    let count = museum.units.filter { $0.level == gone.key }.count
    #expect(count > 0)
    let files = IMDFWriter(museum, details: MuseumArchive.details).files()
    let again = try outAndIn(files).venue
    #expect(again.units.count == museum.units.count)
    #expect(again.levels.count == museum.levels.count + 1)
    let text = GeoJSONVenueWriter.text(of: museum)
    #expect(
      text.split(separator: "\n").count { $0.contains(#""feature_type":"level""#) }
        == museum.levels.count + 1)
    #expect(VenueCheck(museum, name: "m").findings.contains { $0.rule == .danglingLevel })
  }

  @Test func `two levels never get one id`() throws {
    let before = try assembled(collection((ground, square(10, 50)))).venue
    let (venue, _) = try assembled(
      collection(
        (#""feature_type":"level","id":"new","ordinal":0"#, square(10, 50)),
        (#""feature_type":"level","id":"L0","ordinal":1"#, square(10, 50)),
        (#""feature_type":"level","id":"level2","ordinal":5"#, square(10, 50)),
        (#""feature_type":"level","ordinal":2"#, square(10, 50)),
        (#""feature_type":"unit","id":"u","level_id":"L0""#, square(10, 50))), into: before)
    #expect(Set(venue.levels.map(\.id)).count == 4, "\(venue.levels.map(\.id))")
    #expect(venue.level(LevelKey(ordinal: 0))?.id == "new")
    #expect(venue.units.map(\.level.ordinal) == [1])
  }

  /// Each building's file was drawn by itself, and all call their levels L0.
  @Test(arguments: [[0, 1], [1, 0]])
  func `a unit's level is that of its own file or building`(order: [Int]) throws {
    func level(_ building: String, _ x: Double) -> (String, String) {
      (
        #""feature_type":"level","id":"L0","ordinal":0,"building_id":"\#(building)""#,
        square(x, 50)
      )
    }
    func unit(_ id: String, _ x: Double, _ member: String = "") -> (String, String) {
      (
        #""feature_type":"unit","id":"\#(id)","level_id":"L0"\#(member)"#,
        square(x + 0.0001, 50.0001, 0.0003)
      )
    }
    let files = [
      try collection(level("C", 10), unit("c", 10)),
      try collection(level("D", 11), unit("d", 11)),
      try collection(unit("e", 11, #","building_id":"D""#)),
    ]
    var sources = VenueImport()
    for index in order + [2] { try sources.add(files[index]) }
    let units = try sources.finish().venue.units
    #expect(
      Dictionary(uniqueKeysWithValues: units.map { ($0.id, $0.level.building) })
        == ["c": "C", "d": "D", "e": "D"])
  }
}
