import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// A square of that side, in degrees, as a GeoJSON polygon.
func square(_ longitude: Double, _ latitude: Double, _ side: Double = 0.001) -> String {
  let (east, north) = (longitude + side, latitude + side)
  return """
    {"type":"Polygon","coordinates":[[[\(longitude),\(latitude)],[\(east),\(latitude)],\
    [\(east),\(north)],[\(longitude),\(north)],[\(longitude),\(latitude)]]]}
    """
}

/// A collection of features given as (properties, geometry).
func collection(
  _ features: (properties: String, geometry: String)...
) throws -> GeoJSONFeatureCollection {
  try collection(features)
}

/// A collection of features given as (properties, geometry).
func collection(
  _ features: [(properties: String, geometry: String)]
) throws -> GeoJSONFeatureCollection {
  let text = features.map {
    #"{"type":"Feature","properties":{\#($0.properties)},"geometry":\#($0.geometry)}"#
  }
  return try GeoJSONFeatureCollection(
    JSONDocument(
      bytes: Array(
        #"{"type":"FeatureCollection","features":[\#n\#(text.joined(separator: ",\n"))]}"#.utf8),
      name: "venue.geojson"))
}

func assembled(
  _ collections: GeoJSONFeatureCollection..., into existing: Venue? = nil, building: String? = nil,
  level: VenueImport.Level? = nil
) throws -> (venue: Venue, findings: [VenueFinding]) {
  var sources = VenueImport(into: existing, building: building, level: level)
  for collection in collections { try sources.add(collection) }
  return try sources.finish()
}

let ground = #""feature_type":"level","id":"L0","ordinal":0,"label":"G""#

struct VenueImportTests {
  @Test func `levels, units and openings come in with their references followed`() throws {
    let (venue, findings) = try assembled(
      collection(
        (#""feature_type":"unit","id":"u","level_id":"L1","category":"stairs""#, square(10, 50)),
        (
          #""feature_type":"opening","id":"o","level_id":"L0""#,
          #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
        )),
      collection(
        (#""feature_type":"venue","id":"v","name":"Museum""#, "null"),
        (#""feature_type":"building","id":"b","name":"Main""#, "null"),
        (ground, square(10, 50)),
        (
          #""feature_type":"level","id":"L1","ordinal":-1,"label":"B","building_id":"b""#,
          square(10, 50)
        )))
    #expect(findings.isEmpty)
    #expect(venue.id == "v" && venue.name == "Museum")
    #expect(venue.buildings == [Building(id: "b", name: "Main")])
    #expect(Set(venue.levels.map(\.key.ordinal)) == [0, -1])
    #expect(venue.levels.allSatisfy { $0.key.building == "b" && $0.outline.count == 1 })
    #expect(venue.units.map(\.level) == [LevelKey(building: "b", ordinal: -1)])
    #expect(venue.units.map(\.category) == ["stairs"])
    #expect(venue.openings.map(\.level) == [LevelKey(building: "b", ordinal: 0)])
  }

  @Test func `the origin is the middle of the first import's box and stays`() throws {
    let first = try assembled(collection((ground, square(10, 50)))).venue
    #expect(abs(first.origin.longitude - 10.0005) < 1e-12)
    #expect(abs(first.origin.latitude - 50.0005) < 1e-12)
    let second = try assembled(collection((ground, square(10.01, 50))), into: first).venue
    #expect(second.origin == first.origin)
    #expect(second.id == first.id)
  }

  @Test func `the origin of a venue on the antimeridian is on it`() throws {
    let venue = try assembled(
      collection(
        (ground, square(179.999, -16.5)),
        (#""feature_type":"unit","id":"u","level_id":"L0""#, square(-180, -16.5)))
    ).venue
    #expect(abs(abs(venue.origin.longitude) - 180) < 1e-9)
    let bounds = venue.units[0].geometry[0].exterior.map { venue.frame.local(from: $0).x }
    #expect(bounds.allSatisfy { abs($0) < 200 })
  }

  @Test func `a file of one level becomes its outline and units`() throws {
    let (venue, findings) = try assembled(
      collection(
        (#""name":"shop""#, square(10.0001, 50.0001, 0.0001)), ("", square(10, 50)),
        ("", square(10.0005, 50.0005, 0.0002))),
      level: VenueImport.Level(ordinal: -1, label: "B1"))
    #expect(findings.isEmpty)
    #expect(venue.levels.map(\.label) == ["B1"])
    #expect(venue.levels.map(\.key) == [LevelKey(ordinal: -1)])
    #expect(venue.levels.first?.outline.first?.exterior.count == 4)
    #expect(venue.units.map(\.name) == ["shop", nil])
    #expect(Set(venue.units.map(\.id)).count == 2)
    #expect(venue.units.allSatisfy { $0.level == LevelKey(ordinal: -1) })
  }

  @Test func `importing the same again gives the same ids`() throws {
    let source = try collection(("", square(10, 50)), ("", square(10.0005, 50.0005, 0.0002)))
    let level = VenueImport.Level(ordinal: 2)
    let first = try assembled(source, building: "A", level: level).venue
    #expect(try assembled(source, into: first, building: "A", level: level).venue == first)
  }

  @Test func `a level found under another id before keeps that id`() throws {
    let before = Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 50, longitude: 10),
      buildings: [Building(id: "")],
      levels: [Level(id: "level0", key: LevelKey(ordinal: 0), label: "G")])
    let venue = try assembled(
      collection(
        (ground, square(10, 50)),
        (#""feature_type":"unit","id":"u","level_id":"L0""#, square(10, 50))), into: before
    ).venue
    #expect(venue.levels.map(\.id) == ["level0"])
    #expect(venue.units.map(\.level) == [LevelKey(ordinal: 0)])
  }

  @Test func `a unit finds its level in the venue from before`() throws {
    let before = try assembled(collection((ground, square(10, 50)))).venue
    let (venue, findings) = try assembled(
      collection((#""feature_type":"unit","id":"u","level_id":"L0""#, square(10, 50))),
      into: before)
    #expect(findings.isEmpty && venue.units.map(\.level) == [LevelKey(ordinal: 0)])
  }

  @Test func `a self-crossing polygon is repaired and said so`() throws {
    // A bow tie: two triangles of a quarter of the square's area each.
    let bow =
      #"{"type":"Polygon","coordinates":[[[10,50],[10.001,50.001],[10.001,50],[10,50.001],[10,50]]]}"#
    let (venue, findings) = try assembled(
      collection(
        (ground, square(10, 50)), (#""feature_type":"unit","id":"u","level_id":"L0""#, bow)))
    #expect(findings.map(\.rule) == [.invalidPolygon])
    let message = try #require(findings.first).message
    #expect(message.contains("venue.geojson:3: unit \"u\""), "\(message)")
    #expect(message.contains("Self-intersection at 10.0005, 50.0005"), "\(message)")
    let area = { (polygons: [Polygon<Coordinate>]) in
      polygons.reduce(0) { $0 + venue.frame.local(from: $1).area }
    }
    #expect(venue.units[0].geometry.count == 2)
    #expect(abs(area(venue.units[0].geometry) / area(venue.levels[0].outline) - 0.5) < 1e-6)
  }

  @Test func `names and ids lose their control characters, and have spaces for line breaks`() throws
  {
    let venue = try assembled(
      collection(
        (#""feature_type":"level","id":"L\u0000\n0","ordinal":0,"name":"\u0007""#, square(10, 50)))
    ).venue
    #expect(venue.levels.map(\.id) == ["L 0"])
    #expect(venue.levels.map(\.name) == [nil])
  }

  @Test func `a name of blanks is none`() throws {
    for blank in ["", " ", #"\u00a0 \u2003"#, #" \t"#] {
      let properties =
        #""feature_type":"level","id":"L0","ordinal":2,"label":"\#(blank)","name":"\#(blank)""#
      let venue = try assembled(collection((properties, square(10, 50)))).venue
      #expect(venue.levels.map(\.label) == ["2"] && venue.levels.map(\.name) == [nil])
    }
  }

  /// As Apple's indoor mapping has the grounds around a building.
  @Test(arguments: [true, false])
  func `a building's level keeps its label where the grounds have its ordinal`(isFirst: Bool) throws
  {
    let building = (#""feature_type":"building","id":"b""#, "null")
    let floor = (
      #""feature_type":"level","id":"F","ordinal":0,"label":"0","building_id":"b""#, square(10, 50)
    )
    let grounds = (
      #""feature_type":"level","id":"O","ordinal":0,"label":"OUT""#, square(9.999, 49.999, 0.003)
    )
    let (venue, findings) = try assembled(
      collection([building] + (isFirst ? [grounds, floor] : [floor, grounds])))
    #expect(venue.levels.map(\.label) == ["0"] && venue.levels.map(\.id) == ["F"])
    let told = findings.filter { $0.rule == .sameOrdinal }.map(\.message)
    #expect(
      told == [
        "venue.geojson:\(isFirst ? 3 : 4): level \"O\", which names no building, has the ordinal 0 of "
          + "level \"F\" and was merged with it"
      ])
    // A file that has it by the grounds' id keeps that.
    let (first, _) = try assembled(
      collection([building, (grounds.0 + #","building_id":"b""#, grounds.1)]))
    #expect(first.levels.map(\.id) == ["O"])
    let again = try assembled(
      collection([building] + (isFirst ? [grounds, floor] : [floor, grounds])), into: first
    ).venue
    #expect(again.levels.map(\.id) == ["O"] && again.levels.map(\.label) == ["0"])
  }
}
