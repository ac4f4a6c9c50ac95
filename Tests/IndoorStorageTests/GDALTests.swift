import Foundation
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// What other programs make of the file. GDAL is the reference reader; QGIS reads through it.
@Suite(.enabled(if: Ran.finds("ogrinfo"), "install gdal-bin"))
struct GDALTests {
  private static let layers = [
    "venue", "buildings", "levels", "units", "openings", "plans", "plan_files", "plan_anchors",
    "walks", "survey_points", "fingerprints", "transmitters", "radio_maps", "radio_map_blocks",
    "venue_file", "source_features", "plan_tyings", "plan_ties", "walk_rows", "matching_choices",
    "walk_journal", "forgotten_transmitters", "guide_collections", "guide_items", "guide_groups",
    "guide_memberships", "guide_texts", "guide_codes", "guide_media", "guide_media_uses",
    "guide_tours", "guide_stops", "guide_rules", "guide_templates", "guide_findings",
    "guide_prepared",
  ]

  /// A file with something in every layer.
  private static func filled(_ path: String) throws -> Venue {
    var samples = Samples(seed: 42)
    let file = try VenueFile.create(path)
    let venue = samples.venue()
    try file.save(
      venue,
      keeping: [SourceFeature(type: "amenity", id: "a", json: #"{"type":"Feature","id":"a"}"#)])
    try file.save(samples.plan(level: LevelKey(building: "A", ordinal: 0)))
    try file.append((0..<3).map { samples.walk("walk \($0)") })
    try file.save(GuideStorageTests.content())
    let map = samples.radioMap(walks: 3, rowsEach: 40)
    let saved = try #require(map)
    try file.save(saved)
    try file.save(saved, forgetting: [saved.transmitters[0]])
    try file.removeWalks(["hash of walk 1"], by: "ana")
    try file.keepWalkRows(recipe: "a") { try WalkRowsTests.rows(of: $0) }
    let candidate = MatchingChoice.Candidate(
      matching: .literature, evaalError: 5, standardError: 1)
    try file.keep(
      MatchingChoice(chosen: candidate, standard: candidate, rows: 120), for: saved, format: 1)
    return venue
  }

  @Test func `every layer is listed and read without a warning`() throws {
    let folder = try TemporaryFolder()
    _ = try Self.filled(folder.file())
    let list = try Ran("ogrinfo", ["-ro", folder.file()])
    #expect(list.status == 0)
    for layer in Self.layers { #expect(list.output.contains(": \(layer) ")) }
    #expect(list.output.split(separator: "\n").count == Self.layers.count + 2)
    let summary = try Ran("ogrinfo", ["-ro", "-al", "-so", folder.file()])
    let features = try Ran("ogrinfo", ["-ro", "-al", folder.file()])
    for run in [list, summary, features] {
      #expect(run.status == 0)
      // GDAL's messages begin so; the file's own texts have neither word.
      #expect(!run.output.contains("Warning"))
      #expect(!run.output.contains("ERROR"))
    }
    #expect(summary.output.contains("Geometry: Multi Polygon"))
    #expect(summary.output.contains("WGS 84"))
    #expect(summary.output.contains("Feature Count: 24"))
  }

  @Test func `an empty venue is read without a warning`() throws {
    let folder = try TemporaryFolder()
    _ = try VenueFile.create(folder.file())
    let run = try Ran("ogrinfo", ["-ro", "-al", folder.file()])
    #expect(run.status == 0)
    #expect(!run.output.contains("Warning") && !run.output.contains("ERROR"))
  }

  @Test func `GDAL reads a guide's items by level, and what hangs on them`() throws {
    let folder = try TemporaryFolder()
    _ = try Self.filled(folder.file())
    func read(_ layer: String, _ condition: String) throws -> String {
      // Views, as the relation's, are no layers otherwise.
      let all = ["-oo", "LIST_ALL_TABLES=YES"]
      let run = try Ran(
        "ogrinfo", ["-ro", "-q"] + all + [folder.file(), layer, "-where", condition])
      #expect(run.status == 0)
      return run.output
    }
    let lower = try read("guide_items", "ordinal = -1")
    #expect(lower.contains("POINT (-87.25 41.5)") && lower.contains("title (String) = Bowl"))
    #expect(try !read("guide_items", "ordinal = 0").contains("POINT"))
    let said = try read(
      "guide_texts", "owner_key = '1' AND name = 'title' AND language = 'zh-Hant'")
    #expect(said.contains("value (String) = 碗"))
    let codes = try read("guide_codes", "code = '109'")
    #expect(codes.contains("medium (String) = m") && codes.contains("rank (Integer64) = 1"))
    #expect(try read("guide_item_media", "role = 'audio'").contains("related_id (Integer64) = "))
  }

  @Test func `GDAL reads the coordinates that were saved`() throws {
    let folder = try TemporaryFolder()
    let venue = try Self.filled(folder.file())
    let output = folder.file("units.geojson")
    let run = try Ran(
      "ogr2ogr",
      ["-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=15", output, folder.file(), "units"])
    #expect(run.status == 0 && run.output.isEmpty)
    let collection = try JSONDecoder().decode(
      Collection.self, from: Data(contentsOf: URL(filePath: output)))
    #expect(collection.features.count == venue.units.count)
    for (feature, unit) in zip(collection.features, venue.units) {
      #expect(feature.properties.unit_id == unit.id)
      #expect(feature.properties.ordinal == unit.level.ordinal)
      let expected = unit.geometry.map { polygon in
        polygon.rings.map { ring in
          (ring + ring.prefix(1)).map { [$0.longitude, $0.latitude] }
        }
      }
      #expect((feature.geometry?.coordinates ?? []).count == expected.count)
      for (a, b) in zip(feature.geometry?.coordinates.joined() ?? [].joined(), expected.joined()) {
        #expect(a.count == b.count)
        // Degrees: what 15 digits leave of them.
        for (p, q) in zip(a.joined(), b.joined()) { #expect(abs(p - q) < 1e-12) }
      }
    }
  }

  @Test func `a layer that got a spatial index still takes walks`() throws {
    let folder = try TemporaryFolder()
    _ = try Self.filled(folder.file())
    for layer in ["fingerprints", "units"] {
      let run = try Ran(
        "ogrinfo", [folder.file(), "-sql", "SELECT CreateSpatialIndex('\(layer)', 'geom')"])
      #expect(run.status == 0)
    }
    var samples = Samples(seed: 77)
    let file = try VenueFile.open(folder.file())
    var walk = samples.walk("indexed", fingerprints: 1)
    walk.fingerprints[0].place = LocalPoint(x: 5_000, y: 5_000)
    try file.append([walk])
    try file.save(samples.venue())
    // Around that place alone: 48.18° N, 11.64° E. GDAL finds it through the index.
    let run = try Ran(
      "ogrinfo",
      ["-ro", "-spat", "11.63", "48.17", "11.65", "48.19", folder.file(), "fingerprints"])
    #expect(run.output.contains("Feature Count: 1"))
    #expect(!run.output.contains("Warning") && !run.output.contains("ERROR"))
  }

  @Test func `what is there is stored again where GDAL added spatial indices`() throws {
    let folder = try TemporaryFolder()
    let venue = try Self.filled(folder.file())
    let layers = ["levels", "units", "openings", "plans", "walks", "survey_points", "guide_items"]
    for layer in layers {
      let run = try Ran(
        "ogrinfo", [folder.file(), "-sql", "SELECT CreateSpatialIndex('\(layer)', 'geom')"])
      #expect(run.status == 0 && !run.output.contains("ERROR"), "\(run.output)")
    }
    let file = try VenueFile.open(folder.file())
    var moved = venue
    for index in moved.units.indices {
      moved.units[index].geometry = [
        Polygon(
          exterior: [(9.0, 50.0), (9.001, 50.0), (9.0, 50.001)].map {
            Coordinate(latitude: $0.1, longitude: $0.0)
          })
      ]
    }
    try file.save(moved)
    try file.save(GuideStorageTests.content())
    #expect(try file.venue() == moved)
    // GDAL finds the units through the index, at 50° N, 9° E alone.
    for (place, count) in [("9", moved.units.count), ("11", 0)] {
      let run = try Ran(
        "ogrinfo", ["-ro", "-so", "-spat", place, "40", "\(place).5", "51", folder.file(), "units"])
      #expect(run.output.contains("Feature Count: \(count)"), "\(run.output)")
    }
    for layer in layers {
      let run = try Ran(
        "sqlite3",
        [
          folder.file(),
          "SELECT count(*) FROM \(layer) WHERE geom IS NOT NULL AND id NOT IN (SELECT id FROM rtree_\(layer)_geom)",
        ])
      #expect(run.output == "0\n", "\(layer): \(run.output)")
    }
  }

  @Test func `units with heights are read without, and what is no area is told with its row`()
    throws
  {
    let folder = try TemporaryFolder()
    let venue = try Self.filled(folder.file())
    func append(_ geometry: String) throws {
      let source = folder.file("\(UUID().uuidString).geojson")
      try Data(
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"building":"A","ordinal":0},"geometry":\#(geometry)}]}"#
          .utf8
      ).write(to: URL(filePath: source))
      let run = try Ran("ogr2ogr", ["-update", "-append", folder.file(), source, "-nln", "units"])
      #expect(run.status == 0, "\(run.output)")
    }
    let ring = "[[[11.5,48.1,3],[11.501,48.1,3.5],[11.5,48.101,4],[11.5,48.1,3]]]"
    try append(#"{"type":"Polygon","coordinates":\#(ring)}"#)
    try append(#"{"type":"MultiPolygon","coordinates":[\#(ring)]}"#)
    let flat = Polygon(
      exterior: [(48.1, 11.5), (48.1, 11.501), (48.101, 11.5)].map {
        Coordinate(latitude: $0.0, longitude: $0.1)
      })
    let units = try #require(try VenueFile.open(folder.file(), readOnly: true).venue()).units
    #expect(units.count == venue.units.count + 2)
    #expect(units.suffix(2).map(\.geometry) == [[flat], [flat]])
    try append(#"{"type":"Point","coordinates":[11.5,48.1]}"#)
    let error = #expect(throws: StorageError.self) {
      try VenueFile.open(folder.file(), readOnly: true).venue()
    }
    #expect(
      error?.message.contains(
        "units, row \(units.count + 1): geom is not made of polygons); correct or delete that row")
        == true,
      "\(error?.message ?? "")")
  }

  @Test func `a layer saved in another reference system is told as that, and no row is blamed`()
    throws
  {
    let folder = try TemporaryFolder()
    _ = try Self.filled(folder.file())
    let copy = folder.file("copy.gpkg")
    try FileManager.default.copyItem(atPath: folder.file(), toPath: copy)
    let run = try Ran(
      "ogr2ogr", ["-update", "-overwrite", "-t_srs", "EPSG:3857", copy, folder.file(), "units"])
    #expect(run.status == 0, "\(run.output)")
    let error = #expect(throws: StorageError.self) {
      try VenueFile.open(copy, readOnly: true).venue()
    }
    #expect(
      error?.message.contains("its layer units is in EPSG:3857 and not in EPSG:4326") == true
        && error?.message.contains("save the layer in EPSG:4326") == true
        && error?.message.contains("row") == false, "\(error?.message ?? "")")
  }

  private struct Collection: Decodable {
    let features: [Feature]
    struct Feature: Decodable {
      let properties: Properties
      let geometry: MultiPolygon?
    }
    struct Properties: Decodable {
      let unit_id: String
      let ordinal: Int
    }
    struct MultiPolygon: Decodable { let coordinates: [[[[Double]]]] }
  }

  @Test func `what GDAL copied is read, and nothing is stored in it that would leave rows behind`()
    throws
  {
    let folder = try TemporaryFolder()
    let venue = try Self.filled(folder.file())
    let copy = folder.file("copy.gpkg")
    let run = try Ran("ogr2ogr", ["-f", "GPKG", copy, folder.file()])
    #expect(run.status == 0, "\(run.output)")
    #expect(try VenueFile.open(copy, readOnly: true).venue()?.units.count == venue.units.count)
    let error = #expect(throws: StorageError.self) { try VenueFile.open(copy) }
    #expect(
      error?.code == .foreignRule && error?.message.contains("has lost its foreign key") == true
        && error?.message.contains("copy the venue file itself") == true, "\(error?.message ?? "")")
  }
}
