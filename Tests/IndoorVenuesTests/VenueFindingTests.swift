import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

struct VenueFindingTests {
  static let unit = #""feature_type":"unit","id":"u","level_id":"L0""#

  @Test(arguments: [
    (#""feature_type":"unit","id":"x""#, VenueRule.missingLevel),
    (#""feature_type":"unit","id":"x","level_id":"L9""#, .danglingLevel),
    (#""feature_type":"unit","id":"u","level_id":"L0""#, .duplicateID),
    (#""feature_type":"level","id":"L2","ordinal":0"#, .sameOrdinal),
    (#""feature_type":"opening","id":"o","level_id":"L0""#, .noLine),
    (#""feature_type":"kiosk","id":"k","level_id":"L0""#, .otherFeature),
    (#""name":"?""#, .untypedFeature),
  ])
  func `what a venue can't take as it is gives one finding with its line`(
    properties: String, rule: VenueRule
  ) throws {
    let (venue, findings) = try assembled(
      collection(
        (ground, square(10, 50)), (Self.unit, square(10, 50)),
        (properties, square(10.0002, 50.0002, 0.0001))))
    #expect(findings.map(\.rule) == [rule])
    #expect(findings.allSatisfy { $0.message.hasPrefix("venue.geojson:4: ") }, "\(findings)")
    #expect(venue.levels.count == 1)
    #expect(venue.units.map(\.id) == (rule == .duplicateID ? ["u", "u~2"] : ["u"]))
  }

  /// A Shapefile's names have ten letters, some databases' are in capitals.
  @Test(arguments: ["feature_ty", "FEATURE_TYPE", "Feature_Type"])
  func `a type under almost its name is told with that name`(name: String) throws {
    let room = #""\#(name)":"unit","id":"u""#
    let mixed = try assembled(collection((ground, square(10, 50)), (room, square(10, 50))))
    #expect(mixed.findings.map(\.rule) == [.untypedFeature] && mixed.venue.units.isEmpty)
    #expect(mixed.findings[0].message.contains("rename its \(name) to feature_type"))
    let error = #expect(throws: VenueError.self) {
      try assembled(collection((room, square(10, 50))))
    }
    #expect(error?.message.contains("have \(name) and no feature_type") == true)
  }

  @Test(arguments: ["Unit", "UNIT"]) func `a type may be written in capitals`(type: String) throws {
    let room = #""feature_type":"\#(type)","id":"u","ordinal":0"#
    let (venue, findings) = try assembled(
      collection((ground, square(10, 50)), (room, square(10, 50))))
    #expect(venue.units.map(\.id) == ["u"] && findings.isEmpty, "\(findings)")
    let other = try assembled(
      collection((ground, square(10, 50)), (#""feature_type":"Kiosk""#, square(10, 50))))
    #expect(other.findings.contains { $0.message.hasSuffix(#"features of type "Kiosk""#) })
  }

  /// A thousandth of a degree of longitude is 72 m there, of latitude 111 m.
  @Test(arguments: [
    // Wings beside each other and 29 m apart, one that a third level joins, and a mistyped number.
    ([10, 10.0005, 10.0019], []), ([10, 10.0014], []), ([10, 10.0026, 10.0013], []),
    ([10, 10, 10.1], ["L2"]), ([10, 10.1, 10.1], ["L0"]), ([10, 10.1], ["L1"]), ([10], []),
  ])
  func `a level that lies away from the others of its building is told`(
    west: [Double], told: [String]
  ) throws {
    let levels = west.enumerated().map { ordinal, longitude in
      (
        #""feature_type":"level","id":"L\#(ordinal)","ordinal":\#(ordinal)"#,
        square(longitude, 50)
      )
    }
    let (venue, _) = try assembled(collection(levels))
    let found = VenueCheck(venue, name: "v.gpkg").findings.filter { $0.rule == .levelApart }
    #expect(
      found.map(\.message)
        == told.map { id in
          "v.gpkg: level \"\(id)\" lies 7.1 km from the other levels of its building; correct its coordinates,"
            + " or give it a building of its own"
        })
    // Buildings may stand as far apart as they like.
    let houses = west.enumerated().map { ordinal, longitude in
      (
        #""feature_type":"level","id":"L\#(ordinal)","ordinal":\#(ordinal),"building_id":"\#(ordinal)""#,
        square(longitude, 50)
      )
    }
    let campus = try assembled(collection(houses)).venue
    #expect(!VenueCheck(campus, name: "v").findings.contains { $0.rule == .levelApart })
  }

  @Test func `levels that name none of several buildings are told`() throws {
    let buildings = ["b1", "b2"].map {
      (#""feature_type":"building","id":"\#($0)""#, square(10, 50))
    }
    let levels = (0...1).map {
      (#""feature_type":"level","id":"l\#($0)","ordinal":\#($0)"#, square(10, 50))
    }
    let (venue, findings) = try assembled(collection(buildings + levels))
    #expect(findings.map(\.rule) == [.levelWithoutBuilding])
    #expect(findings[0].message.contains("level \"l0\" (and 1 more) names none of the 2 buildings"))
    #expect(venue.levels.allSatisfy { $0.key.building.isEmpty })
    // One building is the levels'.
    let one = try assembled(collection(Array(buildings.prefix(1)) + levels))
    #expect(one.findings.isEmpty && one.venue.levels.allSatisfy { $0.key.building == "b1" })
  }

  @Test func `a level that is given where the venue has several buildings is told`() throws {
    let buildings = try ["b1", "b2"].map { building in
      try collection([
        (#""feature_type":"building","id":"\#(building)""#, square(10, 50)),
        (
          #""feature_type":"level","id":"l\#(building)","ordinal":0,"building_id":"\#(building)""#,
          square(10, 50)
        ),
      ])
    }
    let before = try assembled(buildings[0], buildings[1]).venue
    let rooms = try collection((#""name":"a""#, square(10, 50, 0.0001)))
    let findings = try assembled(rooms, into: before, level: VenueImport.Level(ordinal: 1)).findings
    #expect(findings.map(\.rule) == [.levelWithoutBuilding])
    #expect(findings.first?.message.contains("which of the 2 buildings level 1 is in") == true)
  }

  @Test func `another venue's name doesn't take the place of the file's`() throws {
    func source(_ id: String, _ name: String) throws -> GeoJSONFeatureCollection {
      try collection([
        (#""feature_type":"venue","id":"\#(id)","name":"\#(name)""#, square(10, 50)),
        (#""feature_type":"level","id":"l\#(id)","ordinal":0"#, square(10, 50)),
      ])
    }
    let ids = ["6b1a3289-a639-5f09-991c-f770e612bd9a", "086010a8-a690-5d4a-bfdd-f742c77eb981"]
    let house = try assembled(source(ids[0], "House")).venue
    let (both, findings) = try assembled(source(ids[1], "Annexe"), into: house)
    #expect(both.id == ids[0] && both.name == "House")
    #expect(findings.filter { $0.rule == .venueCount }.count == 1, "\(findings)")
    let (again, none) = try assembled(source(ids[0], "The House"), into: house)
    #expect(again.name == "The House" && none.isEmpty)
    // Without the standard's ids it is told, and called so.
    let plain = try assembled(source("v2", "Annexe"), into: assembled(source("v1", "House")).venue)
    #expect(plain.venue.name == "Annexe" && plain.findings.map(\.rule) == [.venueCount])
  }

  /// Offices north of a corridor and south of it, 11 m apart, each file's numbered from 1.
  @Test(arguments: [true, false]) func `rooms that take the place of others by their ids are told`(
    isOther: Bool
  ) throws {
    func side(_ name: String, _ latitude: Double) throws -> GeoJSONFeatureCollection {
      try collection(
        [(#""feature_type":"level","id":"L","ordinal":0"#, square(10, 50, 0.002))]
          + (1...4).map {
            (
              #""feature_type":"unit","id":"\#($0)","level_id":"L","name":"\#(name)\#($0)""#,
              square(10 + Double($0) * 0.0001, latitude, 0.00005)
            )
          })
    }
    let north = try assembled(side("N", 50.0001)).venue
    let findings = try assembled(side(isOther ? "S" : "N", 50), into: north).findings
    #expect(findings.map(\.rule) == (isOther ? [.venueMoved] : []), "\(findings)")
    #expect(
      findings.allSatisfy {
        $0.message.contains("4 units of the same ids took the place of as many")
      })
  }

  /// Where buildings come, a level's that is none of them was mistyped; without any it says all
  /// there is of it.
  @Test(arguments: [("maim", true), ("main ", true), ("main", false)])
  func `a level's building that isn't there is told`(id: String, isTold: Bool) throws {
    let building = #""feature_type":"building","id":"main","name":"Main""#
    let levels = (0...1).map { ordinal in
      (
        #""feature_type":"level","id":"l\#(ordinal)","ordinal":\#(ordinal),"building_id":"\#(id)""#,
        square(10, 50)
      )
    }
    let alone = try assembled(collection(levels))
    #expect(alone.findings.isEmpty && alone.venue.buildings.map(\.id) == [id])
    let (venue, findings) = try assembled(collection([(building, square(10, 50))] + levels))
    #expect(venue.levels.allSatisfy { $0.key.building == id })
    #expect(findings.map(\.rule) == (isTold ? [.danglingReference] : []))
    #expect(
      findings.allSatisfy {
        $0.message.hasPrefix("venue.geojson:3: level \"l0\" is in the building \"\(id)\"")
      }, "\(findings)")
    let known = try assembled(collection(levels), into: venue)
    #expect(known.findings.isEmpty, "\(known.findings)")
  }

  @Test func `a level's second building that isn't there isn't made, and said to be passed over`()
    throws
  {
    let (venue, findings) = try assembled(
      collection(
        (#""feature_type":"building","id":"main","name":"Main""#, square(10, 50)),
        (
          #""feature_type":"level","id":"l","ordinal":0,"building_ids":["main","gone"]"#,
          square(10, 50)
        )))
    #expect(venue.buildings.map(\.id) == ["main"])
    #expect(findings.map(\.rule) == [.severalBuildings], "\(findings)")
    #expect(findings.first?.message.contains("counts as a level of \"main\" alone") == true)
  }

  /// As of a drawing's walls made one polygon.
  @Test func `rooms in the holes of their level's outline are told`() throws {
    func ring(_ west: Double, _ size: Double) -> String {
      let (east, north) = (west + size, 50 + size)
      return "[[\(west),50],[\(east),50],[\(east),\(north)],[\(west),\(north)],[\(west),50]]"
    }
    let rooms = (0..<3).map { 10.001 + 0.002 * Double($0) }
    let walls =
      #"{"type":"Polygon","coordinates":["#
      + "[[9.999,49.999],[10.01,49.999],[10.01,50.01],[9.999,50.01],[9.999,49.999]],"
      + rooms.map { ring($0, 0.001) }.joined(separator: ",") + "]}"
    let units = rooms.map { (#""feature_type":"unit","level_id":"L0""#, square($0, 50, 0.001)) }
    let (_, told) = try assembled(collection([(ground, walls)] + units))
    #expect(told.map(\.rule) == [.roomsInHoles], "\(told)")
    #expect(told.first?.message.contains("3 of the 3 units") == true, "\(told)")
    // An atrium has none, or few.
    let others = (0..<2).map {
      (
        #""feature_type":"unit","level_id":"L0""#,
        square(10.002, 50.002 + 0.002 * Double($0), 0.001)
      )
    }
    #expect(
      try assembled(collection([(ground, walls)] + others + units.prefix(1))).findings.isEmpty)
  }

  @Test func `a unit without an area is left out`() throws {
    let (venue, findings) = try assembled(collection((ground, square(10, 50)), (Self.unit, "null")))
    #expect(findings.map(\.rule) == [.noPolygon] && venue.units.isEmpty)
    // A door drawn as a line, in a file that says no types.
    let line = #"{"type":"LineString","coordinates":[[10,50],[10.001,50]]}"#
    let (untyped, told) = try assembled(
      collection([(#""name":"Hall""#, square(10, 50)), (#""name":"Gate""#, line)]),
      level: VenueImport.Level(ordinal: 0))
    #expect(told.map(\.rule) == [.noPolygon] && untyped.openings.isEmpty)
    #expect(told.first?.message.contains("set its feature_type to opening if it is a door") == true)
  }

  /// RFC 7946, 3.1.6: a polygon's rings are closed lines, and no closed line is a polygon.
  @Test func `a level of lines alone is told, and keeps the outline that it has`() throws {
    let lines =
      #"{"type":"LineString","coordinates":[[11,48],[11.001,48],[11.001,48.001],[11,48]]}"#
    let (new, told) = try assembled(collection((ground, lines), (Self.unit, square(10, 50))))
    #expect(told.map(\.rule) == [.levelWithoutOutline] && new.levels.map(\.outline) == [[]])
    let known = try assembled(collection((ground, square(10, 50)))).venue
    let (kept, again) = try assembled(collection((ground, lines)), into: known)
    #expect(again.map(\.rule) == [.levelWithoutOutline] && kept.levels == known.levels)
    let (_, bare) = try assembled(collection((ground, "null"), (Self.unit, square(10, 50))))
    #expect(bare.isEmpty)
  }

  @Test func `the same unit twice is kept once`() throws {
    let (venue, findings) = try assembled(
      collection((ground, square(10, 50)), (Self.unit, square(10, 50)), (Self.unit, square(10, 50)))
    )
    #expect(findings.map(\.rule) == [.duplicateID] && venue.units.map(\.id) == ["u"])
  }

  @Test func `two levels of one id and different ordinals are both kept`() throws {
    let (venue, findings) = try assembled(
      collection(
        (ground, square(10, 50)),
        (#""feature_type":"level","id":"L0","ordinal":1"#, square(10, 50))))
    #expect(findings.map(\.rule) == [.duplicateID])
    #expect(Set(venue.levels.map(\.id)).count == 2)
    #expect(venue.levels.map(\.key.ordinal) == [0, 1])
  }

  private static func levels(_ labels: [(ordinal: Int, label: String)]) throws
    -> GeoJSONFeatureCollection
  {
    try collection(
      labels.map { ordinal, label in
        (
          #""feature_type":"level","id":"L\#(ordinal)","ordinal":\#(ordinal),"label":"\#(label)""#,
          square(10, 50)
        )
      })
  }

  @Test(
    arguments: [
      ([(0, "G"), (3, "B1")], [VenueRule.labelOffOrdinal]),
      ([(0, "G"), (-1, "2F")], [.labelOffOrdinal]), ([(-1, "G"), (0, "-1")], [.labelOffOrdinal]),
      ([(1, "3"), (2, "L2"), (3, "4")], [.labelOffOrdinal]),
      // Ordinals that were exchanged.
      ([(-1, "B1"), (0, "1"), (1, "G")], [.labelOffOrdinal]),
      ([(0, "0"), (1, "1"), (2, "G")], []), ([(-1, "G"), (0, "1")], []),
      ([(0, "G"), (1, "G1"), (2, "1")], []),
      ([(-1, "G"), (0, "b")], [.labelOffOrdinal]), ([(-1, "EG"), (0, "UG")], [.labelOffOrdinal]),
      ([(0, "Erdgeschoss"), (1, "UG")], [.labelOffOrdinal]),
      ([(0, "G"), (1, "UG"), (2, "1. OG")], [.labelOffOrdinal]),
      // Lower ground, ground and upper ground.
      ([(-1, "LG"), (0, "G"), (1, "UG"), (2, "1")], []), ([(-1, "UG"), (0, "EG")], []),
      ([(0, "G"), (1, "LG")], [.labelOffOrdinal]),
      ([(0, "1.OG"), (1, "EG")], [.labelOffOrdinal]),
      ([(1, "2. Obergeschoss"), (2, "1. Obergeschoss")], [.labelOffOrdinal]),
      ([(-1, "Level 2"), (1, "Level 1")], [.labelOffOrdinal]),
      // A house on a slope, half storeys, and a gallery beside a level 0.
      ([(-1, "Level 1"), (0, "Level 2"), (1, "Level 3")], []),
      ([(0, "Level 1"), (1, "Level 1.5"), (2, "Level 2")], []),
      ([(0, "1. OG"), (1, "1.5 OG"), (2, "2. OG")], []), ([(0, "L 1"), (1, "Level 1 2")], []),
      ([(0, "Level 0"), (1, "Level 1"), (2, "G")], []), ([(0, "LG"), (1, "1 UG"), (2, "G")], []),
      ([(0, "2nd floor"), (1, "1st floor")], [.labelOffOrdinal]),
      ([(0, "2楼"), (1, "1楼")], [.labelOffOrdinal]), ([(1, "1.UG")], [.labelOffOrdinal]),
      ([(-2, "2.UG"), (-1, "1.UG"), (0, "EG"), (1, "1.OG"), (2, "2. OG"), (3, "DG")], []),
      ([(0, "1er étage"), (1, "2e étage"), (2, "3 1/2")], []), ([(1, "UG1")], []),
      ([(-1, "Basement"), (0, "Ground floor")], []), ([(0, "B"), (1, "C")], []),
      ([(0, "Hall"), (1, "hall"), (2, "Roof")], [.sameLabel]),
      ([(-2, "B2"), (-1, "B1"), (0, "F1"), (1, "F2")], []), ([(-1, "LG"), (0, "1"), (1, "2")], []),
      ([(11, "12"), (12, "14"), (13, "Roof")], []), ([(0, "0"), (1, "1"), (2, "1.5")], []),
    ] as [([(Int, String)], [VenueRule])])
  func `labels that contradict ordinals or each other are told, by an import and by a check`(
    labels: [(Int, String)], rules: [VenueRule]
  ) throws {
    let (venue, findings) = try assembled(Self.levels(labels))
    #expect(findings.map(\.rule) == rules, "\(findings)")
    #expect(findings.allSatisfy { $0.severity == .warning })
    let about: Set<VenueRule> = [.labelOffOrdinal, .sameLabel]
    let check = VenueCheck(venue, name: "v.gpkg").findings.filter { about.contains($0.rule) }
    #expect(check.map(\.rule) == rules)
    #expect(check.allSatisfy { $0.message.hasPrefix("v.gpkg: ") })
  }

  @Test func `two levels of one building and ordinal are an error of a venue file`() throws {
    var (venue, _) = try assembled(Self.levels([(0, "G"), (1, "1")]))
    func found() -> [VenueFinding] {
      VenueCheck(venue, name: "v.gpkg").findings.filter { $0.rule == .levelTwice }
    }
    #expect(found().isEmpty)
    venue.levels[1].key = venue.levels[0].key
    let findings = found()
    #expect(findings.map(\.severity) == [.error])
    let message = try #require(findings.first).message
    #expect(message.hasPrefix("v.gpkg: the levels \"L0\", \"L1\" are all of ordinal 0"))
  }

  @Test func `a label of a level that the venue has already is told`() throws {
    let (venue, _) = try assembled(Self.levels([(0, "G"), (1, "1")]))
    let (_, findings) = try assembled(Self.levels([(2, "1")]), into: venue)
    #expect(findings.map(\.rule) == [.sameLabel])
    #expect(findings.first?.message.contains("ordinals 1, 2 have one label, \"1\"") == true)
    let (_, again) = try assembled(Self.levels([(1, "1")]), into: venue)
    #expect(again.isEmpty)
  }

  @Test func `a venue wider than any building is warned about`() throws {
    let (_, findings) = try assembled(
      collection((ground, square(10, 50)), (Self.unit, square(11, 50))))
    #expect(findings.map(\.rule) == [.wideVenue])
  }

  /// A spike of 5 cm, as CAD programs leave them, at each of a room's corners.
  @Test(arguments: [false, true], 0..<6)
  func `a repaired ring goes round and begins as the source does`(
    isClockwise: Bool, spike: Int
  ) throws {
    let metres: [(Double, Double)] = [(0, 0), (40, 0), (40, 10), (20, 10), (20, 20), (0, 20)]
    let corners = metres.map { (10 + $0.0 * 1e-5, 50 + $0.1 * 1e-5) }
    var ring = isClockwise ? corners.reversed() : corners
    let corner = ring[spike]
    ring.insert(contentsOf: [(corner.0 - 1e-6, corner.1 - 1e-6), corner], at: spike + 1)
    let closed = ring + [ring[0]]
    let text = closed.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let (venue, findings) = try assembled(
      collection(
        (ground, square(10, 50)),
        (Self.unit, #"{"type":"Polygon","coordinates":[[\#(text)]]}"#)))
    let repaired = try #require(venue.units.first?.geometry.first?.exterior)
    #expect(repaired.first?.longitude == ring[0].0 && repaired.first?.latitude == ring[0].1)
    #expect(repaired.last?.longitude == ring[ring.count - 1].0)
    let told = findings.filter { $0.rule == .invalidPolygon }
    #expect(told.count == 1)
    #expect(told.first?.message.contains("corners may have other numbers") == true)
  }

  private static let farCorners: [([(Double, Double)], String?)] = [
    ([(10, 50), (10.001, 50), (10.001, 50.01), (10, 50.0005)], "50.01, 10.001, 1.1 km"),
    ([(10, 50), (10.001, 50), (10.001, 50.0005), (179, 50.0005)], "50.0005, 179.0, "),
    ([(10, 50), (10.03, 50), (10.03, 50.01), (10, 50.01)], nil),
    ([(10, 50), (10.03, 50), (10.015, 50.01), (10.016, 50.01)], nil),
    ([(10, 50), (10.001, 50), (10.001, 50.0005), (10, 50.0005)], nil),
    ([(10, 50), (10.001, 50), (10.001, 50.1)], "50.1, 10.001, 11.1 km"),
    ([(10, 50), (10.001, 50), (10.001, 50.0005)], nil),
    ([(10, 50), (11.001, 50), (11.001, 50.0005), (10, 50.0005), (9.9995, 50)], nil),
    ([(10, 50), (10.014, 50), (10.014, 50.0001), (10, 50.0001), (9.9999, 50)], nil),
    ([(10, 50), (10.072, 50), (10.072, 50.0225), (10, 50.0225)], nil),
  ]

  /// A hundredth of a degree of latitude is 1.1 km: a wrong digit of a corner, two airfields and a
  /// building; a wrong digit of a triangle's; a far end of a passage; a concourse of 1 km and a
  /// large airport.
  @Test(arguments: farCorners)
  func `a corner far from all others is told by a check`(
    corners: [(Double, Double)], words: String?
  ) {
    let ring = corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }
    let key = LevelKey(building: "", ordinal: 0)
    var venue = Venue(id: "v", name: "v", origin: ring[0])
    venue.levels = [Level(id: "G", key: key, label: "G", outline: [Polygon(exterior: ring)])]
    venue.units = [Unit(id: "u", level: key, category: "room", geometry: [Polygon(exterior: ring)])]
    let told = VenueCheck(venue, name: "v.gpkg").findings.filter { $0.rule == .farCorner }
    #expect(told.count == (words == nil ? 0 : 2))
    #expect(told.allSatisfy { $0.message.contains(words ?? "-") }, "\(told)")
  }

  /// The last corner's second digit behind the point is wrong, so that two edges cross; and two
  /// blocks of a level 7 km apart.
  @Test func `a far corner is told where its ring crosses itself, a far block isn't`() throws {
    let ring = "[[10,50],[10.001,50],[10.001,50.001],[10.0005,50.0005],[10.05,50.0002],[10,50]]"
    let (venue, findings) = try assembled(
      collection(
        (ground, square(10, 50)), (Self.unit, #"{"type":"Polygon","coordinates":[\#(ring)]}"#)))
    #expect(findings.contains { $0.rule == .invalidPolygon }, "\(findings)")
    #expect(venue.units.first?.geometry.count ?? 0 > 1)
    let told = FarCorner.findings(of: venue, name: "v.gpkg")
    #expect(told.count == 1)
    #expect(told.first?.message.contains("at 50.0002, 10.05, 3.5 km") == true, "\(told)")

    var blocks = venue
    let block = [(10.0, 50.0), (10.001, 50), (10.001, 50.001)]
    blocks.units[0].geometry = [0, 0.1].map { east in
      Polygon(exterior: block.map { Coordinate(latitude: $0.1, longitude: $0.0 + east) })
    }
    #expect(FarCorner.findings(of: blocks, name: "v.gpkg").isEmpty)
    // A wrong corner of one block is told however far the other one is.
    let wrong = Coordinate(latitude: 50.02, longitude: 10.0005)
    blocks.units[0].geometry[0] = Polygon(exterior: blocks.units[0].geometry[0].exterior + [wrong])
    #expect(FarCorner.findings(of: blocks, name: "v.gpkg").count == 1)
  }

  @Test(arguments: [
    "", #","ordinal":0.5"#, #","ordinal":null"#, #","ordinal":"G""#, #","ordinal":1e9"#,
  ])
  func `a level without a whole ordinal is refused with its line`(ordinal: String) throws {
    let source = try collection((#""feature_type":"level","id":"L7"\#(ordinal)"#, square(10, 50)))
    let error = #expect(throws: VenueError.self) { try assembled(source) }
    #expect(error?.code == .noOrdinal)
    #expect(error?.message.hasPrefix("venue.geojson:2: level \"L7\" has no ordinal") == true)
  }

  @Test func `a source without anything of a venue is refused`() throws {
    let source = try collection((#""name":"?""#, square(10, 50)))
    #expect(throws: VenueError.self) { try assembled(source) }
    #expect(throws: VenueError.self) { try assembled(collection()) }
  }

  @Test func `a venue on the pole is refused`() throws {
    let source = try collection((ground, square(10, 89.5)))
    let error = #expect(throws: VenueError.self) { try assembled(source) }
    #expect(error?.code == .unsupportedPlace)
  }

  // A column of 0, 0.5 and 1 is written with decimals by pandas.
  @Test(arguments: [
    ("0.5", "0.5"), ("1.0", "1"), ("-1", "-1"), ("\"G\"", "G"),
    ("18446744073709551615", "18446744073709551615"),
    (#"{"en":null,"de":"EG"}"#, "EG"), (#"{"en":"G","de":"EG"}"#, "G"),
  ])
  func `numbers are texts by their shortest digits`(label: String, expected: String) throws {
    let (venue, findings) = try assembled(
      collection(
        (
          #""feature_type":"level","id":\#(label),"ordinal":0,"label":\#(label),"name":\#(label)"#,
          square(10, 50)
        ),
        (
          #""feature_type":"unit","id":"u","level_id":\#(label),"category":\#(label)"#,
          square(10, 50)
        )))
    #expect(venue.levels.map(\.label) == [expected] && venue.levels.map(\.name) == [expected])
    #expect(venue.units.map(\.category) == [expected])
    #expect(!findings.contains { $0.rule == .unreadProperty })
  }

  @Test(arguments: [#"["room","office"]"#, "true", #"{"en":["x"]}"#])
  func `what is neither text nor number is told`(value: String) throws {
    let unit = #""feature_type":"unit","id":"u","level_id":"L0","category":\#(value)"#
    let (venue, findings) = try assembled(
      collection((ground, square(10, 50)), (unit, square(10, 50))))
    #expect(venue.units.map(\.category) == [nil])
    #expect(findings.map(\.rule) == [.unreadProperty])
    #expect(
      findings.first?.message
        == "venue.geojson:3: category of \"u\" is neither text nor number and was passed over; write a text"
    )
    let unread = try assembled(
      collection(
        (ground, square(10, 50)),
        (#""feature_type":"unit","id":"u","level_id":\#(value)"#, square(10, 50)))
    ).findings
    #expect(unread.map(\.rule) == [.missingLevel, .unreadProperty])
    #expect(unread.first?.message.contains("names no level that can be read") == true)
  }

  @Test(arguments: [
    (#"Meeting\nRoom\t1"#, "Meeting Room 1"), (#"Meeting \r\n Room"#, "Meeting Room"),
    (#"\tRoom\n"#, "Room"), (#"Ro\u0000om\u007f\u009b"#, "Room"), (#"a\u0085b\u000bc"#, "a b c"),
    (#"a \u0001 b"#, "a  b"),
  ])
  func `line breaks and tabs in a text are spaces, other control characters nothing, and told`(
    name: String, expected: String
  ) throws {
    let (venue, findings) = try assembled(
      collection(
        (ground, square(10, 50)),
        (
          #""feature_type":"unit","id":"u","level_id":"L0","name":{"en":"\#(name)"},"category":"x""#,
          square(10, 50)
        )))
    #expect(venue.units.map(\.name) == [expected])
    #expect(findings.map(\.rule) == [.unreadProperty])
    #expect(
      findings.first?.message.hasPrefix("venue.geojson:3: name of \"u\" has line breaks") == true)
  }

  @Test func `ids that differ by control characters alone are one, and both is told`() throws {
    let (venue, findings) = try assembled(
      collection(
        (ground.replacing("L0", with: #"L\u00010"#), square(10, 50)), (Self.unit, square(10, 50)),
        (
          #""feature_type":"unit","id":"u\u0001","level_id":"L0","name":"B""#,
          square(10, 50, 0.0005)
        )))
    #expect(venue.levels.map(\.id) == ["L0"] && venue.units.map(\.id) == ["u", "u~2"])
    #expect(findings.map(\.rule) == [.duplicateID, .unreadProperty, .unreadProperty])
    #expect(
      findings.last?.message.hasPrefix("venue.geojson:4: id of \"u\" has line breaks") == true)
  }

  @Test(
    arguments: [
      ("1", 1), (#""1""#, 1), ("1.0", 1), (#""1.0""#, 1), (#""-2.0""#, -2), (#""1e1""#, 10),
      (#""1.5""#, nil), (#""""#, nil), (#""0x1""#, nil), (#""1001.0""#, nil), (#""1e999""#, nil),
    ] as [(String, Int?)])
  func `an ordinal is a whole number, also as programs write it that know no others`(
    ordinal: String, expected: Int?
  ) throws {
    let source = try collection(
      (#""feature_type":"level","id":"L","ordinal":\#(ordinal)"#, square(10, 50)))
    if let expected {
      #expect(try assembled(source).venue.levels.map(\.key.ordinal) == [expected])
    } else {
      #expect(throws: VenueError.self) { try assembled(source) }
    }
  }

  @Test(arguments: ["null", "[]", "{}", "[null]", #"{"en":null}"#, #""""#])
  func `what is empty is told of by nobody`(value: String) throws {
    let unit = #""feature_type":"unit","id":"u","level_id":"L0","category":\#(value)"#
    #expect(
      try assembled(collection((ground, square(10, 50)), (unit, square(10, 50)))).findings.isEmpty)
  }
}
