import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import TestWorlds
import Testing

/// Files that say where a recording's marks are.
struct WaypointFileTests {
  @Test(arguments: [
    ("1,48.1,11.5,2\n2,unit:a\n", 2), ("n,latitude,longitude,level\n1,48,11,2\n", 1),
    ("n,place,level\r1,\"48,11\",2\r2,unit:a\r", 2), ("1,\"48,11\"\n\n2,Caf\u{e9},1\n", 2),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":4,"level":"2F"},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}"#,
      1
    ),
  ])
  func `a file of waypoints is lines or points`(text: String, count: Int) throws {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/w")
      #expect(try WaypointFile(path: "\(folder)/w").count == count)
    }
  }

  @Test(arguments: [
    ("1,a\n1,b\n", ":2: names mark 1 again"), ("one,a\n", ":1: isn't n,place"),
    ("n;place;level\n1;a;2\n", ":1: has its columns separated by semicolons"),
    ("1;48,1;11,5;2\n", ":1: has its columns separated by semicolons"),
    ("\n1\tunit:a\n", ":2: has its columns separated by tabs"),
    ("1,a,b,c\n", ":1: isn't n,place"), ("\n", "has no mark"), ("1,\"a\n", ":1: has a quotation"),
    (
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}"#,
      "feature 1: is no single point with a whole number n"
    ),
    (points(#""n":1,"level_name":"G""#, point), "has a property \"level_name\", which isn't read"),
    (points(#""n":1,"level":"","piano":1"#, point), "has a property \"piano\", which isn't read"),
    (points(#""n":1,"piano":"Primo piano""#, point), "has a property \"piano\", which isn't read"),
    (points(#""n":1,"level":2,"ordinal":2"#, point), "has a property \"ordinal\", which isn't"),
    (points(#""n":1,"Level":2,"LEVEL":"3""#, point), "has the levels 2 and 3, of which"),
    (points(#""n":1,"floor":"2","Floor":3"#, point), "has the levels 2 and 3, of which"),
    (points(#""n":1,"piano":["1"]"#, point), "has a property \"piano\", which isn't read"),
    (points(#""n":1,"andar":"terceiro""#, point), "has a property \"andar\", which isn't read"),
    (points(#""n":1,"level":2,"floor":"3""#, point), "level \"2\" and the floor \"3\", of which"),
  ])
  func `a file of waypoints that isn't one is named`(text: String, words: String) throws {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/w")
      let error = #expect(throws: RecordingError.self) { try WaypointFile(path: "\(folder)/w") }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test func `a mark whose place a spreadsheet cut is told`() throws {
    let said = try read("n,lat,lon\n1,4.81E+01,1.15E+01\n")
    #expect(said.recording.waypoints.isEmpty)
    #expect(
      said.warnings.contains {
        $0.message.contains("\"4.81E+01,1.15E+01\" was cut to a few digits")
      },
      "\(said.warnings)")
  }

  private func warnings(_ text: String, in venue: Venue) throws -> [String] {
    try read(text, in: venue).warnings.map(\.message)
  }

  private func waypoints(
    _ text: String, in venue: Venue? = nil, mark: String = "1", usually level: LevelKey? = nil
  ) throws -> [Waypoint] {
    try read(text, in: venue, mark: mark, usually: level).recording.waypoints
  }

  private func read(
    _ text: String, in venue: Venue? = nil, mark: String = "1", usually level: LevelKey? = nil
  ) throws -> ReadRecording {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/w")
      let labels = RecordingLabels(
        places: PlaceNames(venue), waypoints: try WaypointFile(path: "\(folder)/w"), level: level)
      let marks = "time,seconds_elapsed,text\n1698501144500000000,0.5,\(mark)\n"
      return try SensorLoggerSamples.read(
        [("Annotation.csv", marks)], labels: labels, levels: LevelNames(venue)
      )
      .read
    }
  }

  private static func points(_ properties: String, _ geometry: String) -> String {
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(properties)},"#
      + #""geometry":{\#(geometry)}}]}"#
  }
  private static let point = #""type":"Point","coordinates":[11.5,48.1]"#

  @Test(arguments: [
    "n,longitude,latitude\n1,11.5,48.1\n", "level,n,lat,lon\n2,1,48.1,11.5\n",
    "\n\nN,Place,Level\n1,\"48.1,11.5\",2\n", "n,place\n1,48.1,11.5\n",
    "place,n\n\"48.1,11.5\",1\n", "n,lat,lon\n1.0,48.1,11.5\n",
    points(#""n":1.0"#, point), points(#""n":"1.0""#, point),
    points(#""N":1,"Level":"2""#, point), points(#""n":1,"level":2.0"#, point),
    points(#""n":1,"floor":"2""#, point), points(#""n":1,"FLOOR":2"#, point),
    points(#""n ":1,"level ":2"#, point), points(#"" n":1,"Floor ":"2""#, point),
    points("\"n\u{200B}\":1,\"level\u{AD}\":2", point), points(#""ｎ":1,"ｌｅｖｅｌ":2"#, point),
    points(#""n":1,"level":2,"level_name":"Second floor""#, point),
    // What may be a level's name and says something else.
    points(#""n":1,"level":2,"planta":"ficus""#, point),
    points(#""n":1,"level":2,"ordinal":[null],"piano":["Steinway"]"#, point),
    points(#""n":1,"level":"2","Level":"Second floor","piano":"Steinway""#, point),
    "n\u{200B},place,\u{FEFF}level \n1,\"48.1,11.5\",2\n",
    // As where two layers were merged.
    points(#""n":1,"level":null,"floor":"2","ordinal":null"#, point),
    points(#""n":1,"level":"","Floor":2"#, point), points(#""n":1,"level":2,"floor":"2""#, point),
    points(#""n":1,"level":null"#, #""type":"MultiPoint","coordinates":[[11.5,48.1]]"#),
  ])
  func `a waypoint's columns go by their names`(text: String) throws {
    let waypoint = try #require(try waypoints(text).first)
    #expect(waypoint.place == .coordinate(Coordinate(latitude: 48.1, longitude: 11.5)))
    #expect(waypoint.level == (text.contains("2") ? LevelKey(ordinal: 2) : nil))
  }

  @Test func `a room called 45.10 is a place where the venue has it, and degrees where it hasn't`()
    throws
  {
    var venue = Venue(
      id: "v", name: "V", origin: Coordinate(latitude: 45, longitude: 0))
    venue.levels = [Level(id: "0", key: LevelKey(ordinal: 0), label: "0")]
    venue.units = [Unit(id: "u7", level: LevelKey(ordinal: 0), name: "45.10", geometry: [])]
    let line = "1,45.10,0.0\n"
    let inside = try #require(try waypoints(line, in: venue).first)
    #expect(inside.place == .named("u7") && inside.level == LevelKey(ordinal: 0))
    let outside = try #require(try waypoints(line).first)
    #expect(outside.place == .coordinate(Coordinate(latitude: 45.1, longitude: 0)))
  }

  @Test
  func `levels are called by their labels where a name is of several units or on another one`()
    throws
  {
    let labels = [(-1, "B"), (0, "G"), (1, "G2")]
    let venue = Venue(
      id: "v", name: "V", origin: Coordinate(latitude: 45, longitude: 0),
      levels: labels.map {
        Level(id: $0.1, key: LevelKey(ordinal: $0.0), label: $0.1)
      },
      units: labels.map {
        Unit(id: "u\($0.1)", level: LevelKey(ordinal: $0.0), name: "Stair A", geometry: [])
      })
    for (line, words) in [
      ("1,Stair A\n", "\"Stair A\" is the name of 3 units (on level B, G, G2); name its level"),
      ("1,unit:uG,B\n", "\"unit:uG\" is on level G and not on the one that is stated"),
    ] {
      #expect(try warnings(line, in: venue).contains { $0.contains(words) }, "\(words)")
    }
  }

  private static let twoBuildings = Venue(
    id: "v", name: "V", origin: Coordinate(latitude: 45, longitude: 0),
    buildings: [Building(id: "a", name: "Main"), Building(id: "b", name: "Annex")],
    levels: [("a", 0, "G"), ("b", 0, "G"), ("b", 1, "2F")].map {
      Level(
        id: $0.0 + $0.2, key: LevelKey(building: $0.0, ordinal: $0.1), label: $0.2,
        outline: [
          Polygon(
            exterior: [(48, 11), (48, 12), (49, 12)].map {
              Coordinate(latitude: $0.0, longitude: $0.1)
            })
        ])
    })

  @Test(
    arguments: [
      ("n,lat,lon,level,building\n1,48.1,11.5,G,b\n", nil, LevelKey(building: "b", ordinal: 0)),
      (
        "building,n,place,level\nMain,1,\"48.1,11.5\",G\n", nil, LevelKey(building: "a", ordinal: 0)
      ),
      ("n,place,level\n1,\"48.1,11.5\",G\n", "b", LevelKey(building: "b", ordinal: 0)),
      ("n,place,level\n1,\"48.1,11.5\",2F\n", "a", LevelKey(building: "b", ordinal: 1)),
      (
        points(#""n":1,"level":"G","building":"Annex""#, point), nil,
        LevelKey(building: "b", ordinal: 0)
      ),
      (
        points(#""n":1,"level":"G","building_id":"a""#, point), "b",
        LevelKey(building: "a", ordinal: 0)
      ),
    ] as [(String, String?, LevelKey)])
  func `a mark's building tells which of two levels of a name is meant`(
    text: String, stated: String?, level: LevelKey
  ) throws {
    let usual = stated.map { LevelKey(building: $0, ordinal: 0) }
    let waypoint = try #require(try waypoints(text, in: Self.twoBuildings, usually: usual).first)
    #expect(waypoint.level == level)
  }

  @Test(arguments: [
    ("n,place,level\n1,\"48.1,11.5\",G\n", "name the building too"),
    ("n,place,level,building\n1,\"48.1,11.5\",2F,a\n", "level \"2F\""),
    ("n,place,level,building\n1,\"48.1,11.5\",2F,Main\n", "level \"2F\""),
    ("n,place,level,building\n1,\"48.1,11.5\",G,c\n", "\"c\""),
    ("n,place,level,building\n1,\"48.1,11.5\",2F,annexe\n", "building \"annexe\" is none of"),
    (points(#""n":1,"level":"2F","building":"Anex""#, point), "building \"Anex\" is none of"),
    (points(#""n":1,"level":"2F","building":["Anex"]"#, point), "building \"Anex\" is none of"),
    ("n,place,building\n1,\"48.1,11.5\",b\n", "names no level"),
    (points(#""n":1,"level":"G","building":"yes""#, point), "name the building too"),
  ])
  func `a mark of no building or another is told`(text: String, words: String) throws {
    let said = try read(text, in: Self.twoBuildings)
    #expect(said.recording.waypoints.isEmpty)
    #expect(said.warnings.contains { $0.message.contains(words) }, "\(said.warnings)")
  }

  /// As OpenStreetMap's tag, or a column of somebody's own.
  @Test(
    arguments: [
      (
        points(#""n":1,"level":"2F","building":"yes""#, point), nil,
        LevelKey(building: "b", ordinal: 1)
      ),
      (
        points(#""n":1,"level":"2F","building":true,"label":"Door 3""#, point), nil,
        LevelKey(building: "b", ordinal: 1)
      ),
      (
        "n,place,level,building\n1,\"48.1,11.5\",2F,house\n", nil,
        LevelKey(building: "b", ordinal: 1)
      ),
      (
        "n,place,level,building\n1,\"48.1,11.5\",2F,library\n", nil,
        LevelKey(building: "b", ordinal: 1)
      ),
      (
        "n,place,level,building\n1,\"48.1,11.5\",2F,2.0\n", nil, LevelKey(building: "b", ordinal: 1)
      ),
      (
        "n,place,level,building\n1,\"48.1,11.5\",2F,N/A\n", nil, LevelKey(building: "b", ordinal: 1)
      ),
      ("n,lat,lon,level,building\n1,48.1,11.5,2F\n", nil, LevelKey(building: "b", ordinal: 1)),
      ("n,place,building\n1,\"48.1,11.5\",Annex\n", "a", LevelKey(building: "b", ordinal: 0)),
    ] as [(String, String?, LevelKey)])
  func `a building that isn't needed is passed over, and one alone is on the level that is stated`(
    text: String, stated: String?, level: LevelKey
  ) throws {
    let usual = stated.map { LevelKey(building: $0, ordinal: 0) }
    let said = try read(text, in: Self.twoBuildings, usually: usual)
    #expect(said.recording.waypoints.map(\.level) == [level], "\(said.warnings)")
  }

  /// Campuses number their houses, by ids or by names; a database's id is no such number.
  @Test(arguments: [
    ("2", "House 2", "3", false), ("2", "House 2", "1.0", false), ("m", "2", "0", false),
    ("m", "2", "2", true), ("2", "House 2", "yes", true), ("123456789", "Louvre", "1", true),
    ("lib", "Library", "tower", false), ("museum", "M", "yes", true), ("m", "M", "tower", true),
    ("2", "House 2", "N/A", true), ("m", "M", "123456789", true),
  ])
  func `a number or a kind is another building where the venue's own are called so`(
    id: String, name: String, building: String, isRead: Bool
  ) throws {
    let venue = Venue(
      id: "v", name: "V", origin: Coordinate(latitude: 48.1, longitude: 11.5),
      buildings: [Building(id: id, name: name)],
      levels: Self.twoBuildings.levels.prefix(1).map {
        Level(
          id: $0.id, key: LevelKey(building: id, ordinal: 0), label: $0.label, outline: $0.outline)
      })
    let said = try read("n,place,level,building\n1,\"48.1,11.5\",G,\(building)\n", in: venue)
    #expect(said.recording.waypoints.count == (isRead ? 1 : 0))
    #expect(said.warnings.contains { $0.message.contains("is none of the venue's (") } != isRead)
  }

  @Test func `a building alone that hasn't the stated level is told`() throws {
    let said = try read(
      "n,place,building\n1,\"48.1,11.5\",a\n", in: Self.twoBuildings,
      usually: LevelKey(building: "b", ordinal: 1))
    #expect(said.recording.waypoints.isEmpty)
    #expect(
      said.warnings.contains { $0.message.contains("\"a\", which has no level of ordinal 1") })
  }

  /// RFC 9562, section 4: a UUID is "case-insensitive on input".
  @Test func `a place's UUID is the venue's in capitals and in small letters`() throws {
    let (id, door) = (
      "9e2a1b3c-aaaa-4bbb-8ccc-0123456789af", "efefefef-aaaa-4bbb-8ccc-012345678900"
    )
    let key = LevelKey(ordinal: 0)
    let venue = Venue(
      id: "v", name: "V", origin: Coordinate(latitude: 45, longitude: 0),
      levels: [Level(id: "0", key: key, label: "0")],
      units: [Unit(id: id, level: key, geometry: [])],
      openings: [Opening(id: door.uppercased(), level: key, line: [])])
    for word in ["unit:\(id.uppercased())", id.uppercased(), "unit:\(id)"] {
      #expect(try waypoints("1,\(word)\n", in: venue).first?.place == .named(id), "\(word)")
    }
    #expect(
      try waypoints("1,opening:\(door)\n", in: venue).first?.place == .named(door.uppercased()))
    #expect(try waypoints("1,opening:\(id)\n", in: venue).isEmpty)
  }

  @Test(arguments: [
    ("n,x,y\n1,48.1,11.5\n", ":1: has a column \"x\", which isn't read"),
    ("n,level\n1,2\n", ":1: doesn't name a number and one place"),
    ("n,latitude\n1,2\n", ":1: doesn't name a number and one place"),
    ("\nn,lat,lon,lng\n", ":2: has two columns for longitude"),
    (
      "n,latitude,longitude\n1,48.1\n",
      ":2: isn't n,latitude,longitude or n,latitude,longitude,level"
    ),
    (points(#""n":1,"level":1.5"#, point), "feature 1: has a level that is neither"),
    (
      points(#""n":1,"level":"G","floor":"1""#, point),
      "feature 1: has the level \"G\" and the floor \"1\", of which nobody knows which counts"
    ),
    (
      points(#""n":1,"ordinal":2"#, point),
      "feature 1: has a property \"ordinal\", which isn't read"
    ),
    (points(#""n":1,"Level":true"#, point), "feature 1: has a level that is neither"),
    (
      points(#""n":1"#, #""type":"MultiPoint","coordinates":[[11.5,48.1],[11.5,48.1]]"#),
      "feature 1: is no single point"
    ),
  ])
  func `a header or a level that isn't known is named`(text: String, words: String) throws {
    let error = #expect(throws: RecordingError.self) { try waypoints(text) }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
  }

  /// A venue of rooms that are called by numbers, on the levels 0 and 1.
  private static let numbered: Venue = {
    let corners = [(0.0, 0.0), (1e-3, 0), (1e-3, 1e-3)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let outline = Polygon(exterior: corners)
    let rooms = [("a", "45.10", 0), ("b", "45.11", 1), ("c", "1.0", 0), ("d", "48.1", 0)]
    return Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 0, longitude: 0),
      buildings: [Building(id: "")],
      levels: [0, 1].map {
        Level(id: "\($0)", key: LevelKey(ordinal: $0), label: "L\($0)", outline: [outline])
      },
      units: rooms.map {
        Unit(
          id: $0.0, level: LevelKey(ordinal: $0.2), category: "room", name: $0.1,
          geometry: [outline])
      })
  }()

  @Test(arguments: [
    ("1,45.10,0.0\n", "a", 0), ("n,place,level\n1,45.11,1.0\n", "b", 1), ("1.0,45.10\n", "a", nil),
    ("1,1.0,0.0\n", "c", 0),
  ])
  func `a room that is called by a number is no latitude`(text: String, id: String, level: Int?)
    throws
  {
    let waypoint = try #require(try waypoints(text, in: Self.numbered).first)
    #expect(waypoint.place == .named(id))
    #expect(waypoint.level == level.map { LevelKey(ordinal: $0) })
  }

  /// 11.5 is no level that a building can have, and a fourth field is the level.
  @Test(arguments: ["1,48.1,11.5,0\n", "1,48.1,11.5\n", "n,lat,lon\n1,48.1,11.5\n"])
  func `degrees are degrees though a room is called so`(text: String) throws {
    let place = try waypoints(text, in: Self.numbered, usually: LevelKey(ordinal: 0)).first?.place
    #expect(place == .coordinate(Coordinate(latitude: 48.1, longitude: 11.5)))
  }

  @Test(arguments: [("45.10,0.0", "a"), ("45.11,1", "b"), ("1.0", "c"), ("1.0,0", "c")])
  func `a mark's text may be a room's number with a fraction`(text: String, id: String) throws {
    let found = try waypoints("1,\"48.1,11.5\",0\n", in: Self.numbered, mark: "\"\(text)\"").first
    #expect(found?.place == .named(id))
  }

  /// Apps number marks from 1 on, and halls number their booths alike.
  @Test func `marks that count are no rooms' numbers without a word`() throws {
    var venue = Self.numbered
    venue.units = zip(venue.units, 1...).map { unit, number in
      var unit = unit
      (unit.name, unit.level) = ("\(number)", LevelKey(ordinal: 0))
      return unit
    }
    func walk(_ marks: [String], _ waypoints: WaypointFile? = nil) throws -> ReadRecording {
      let annotation =
        "time,seconds_elapsed,text,millisecond_press_duration\n"
        + marks.enumerated().map {
          "\(SensorLoggerSamples.start + Int64($0) * 1_000_000_000),\($0),\($1),80\n"
        }.joined()
      return try SensorLoggerSamples.read(
        SensorLoggerSamples.android.map {
          $0.name == "Annotation.csv" ? ($0.name, annotation) : $0
        },
        labels: RecordingLabels(places: PlaceNames(venue), waypoints: waypoints),
        levels: LevelNames(venue)
      ).read
    }
    func told(_ read: ReadRecording) -> [String] {
      read.warnings.map(\.code.rawValue).filter { $0 != "repeated-scans" }
    }
    let counted = try walk(["1", "2", "3"])
    #expect(counted.recording.waypoints.count == 3 && told(counted) == ["numbers-as-names"])
    #expect(told(try walk(["1", "2", "2", "3"])) == ["numbers-as-names"])
    #expect(told(try walk(["2", "3"])) == ["numbers-as-names"])
    #expect(told(try walk([#""1,0""#, #""2,0""#])) == ["numbers-as-names"])
    let places = try walk([#""1,5.5,0""#, #""2,5.5,0""#])
    #expect(places.recording.waypoints.count == 2 && told(places).isEmpty, "\(told(places))")
    #expect(told(try walk(["3", "1", "2"])).isEmpty)
    #expect(told(try walk(["1", "-9223372036854775808"])) == ["unresolved-place"])
    #expect(told(try walk(["1"])).isEmpty)
    let file = try withTemporaryFolder { folder in
      try write("1,unit:a\n2,unit:b\n", to: "\(folder)/w")
      return try WaypointFile(path: "\(folder)/w")
    }
    let missing = try walk(["1", "2", "3"], file)
    #expect(missing.recording.waypoints.isEmpty && told(missing) == ["unresolved-place"])
    #expect(missing.warnings.contains { $0.message.contains("mark 3 is not in") })
  }

  /// As programs write them that keep all numbers with fractions, or a spreadsheet with spaces that
  /// don't break.
  @Test(arguments: [
    ("n,place,level\n1.0,\"48.1,11.5\",2.0\n", "1"), ("1,\"48.1,11.5\",2\n", "1.0"),
    (points(#""n":1.0,"level":2.0"#, point), "1"), (points(#""n":"1.0","level":"2""#, point), "1"),
    ("\u{FEFF}n,place,\u{A0}level\n\u{A0}1,\"\u{202F}48.1,11.5\u{A0}\",2\u{2007}\n", "1"),
  ])
  func `a whole number may have a fraction of zero`(text: String, mark: String) throws {
    let waypoint = try #require(try waypoints(text, mark: mark).first)
    #expect(waypoint.place == .coordinate(Coordinate(latitude: 48.1, longitude: 11.5)))
    #expect(waypoint.level == LevelKey(ordinal: 2))
  }

  @Test(arguments: ["1.5,\"48.1,11.5\",2\n", "1e99,\"48.1,11.5\",2\n", "nan,a\n"])
  func `a number that isn't whole is no mark's`(text: String) throws {
    #expect(throws: RecordingError.self) { try waypoints(text) }
  }

  @Test func `no mutation of a file of waypoints traps`() throws {
    let texts = [
      "n,place,level\n1,\"48.13712,11.57538\",G\n2,unit:8f1c,\n3,Office,1\n",
      "n,latitude,longitude,level\n1,48.1,11.5,G\n2,48.2,11.6,1\n",
      #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1,"level":"G"},
      "geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}
      """#,
    ]
    var random = SplitMix64(seed: 9)
    try withTemporaryFolder { folder in
      let path = "\(folder)/w"
      for round in 0..<900 {
        let text = Array(texts[round % texts.count].utf8)
        try Data(round < texts.count ? text : random.mutated(text)).write(
          to: URL(fileURLWithPath: path))
        do { _ = try WaypointFile(path: path) } catch {
          let message = (error as? RecordingError)?.message ?? "\(error)"
          #expect(round >= texts.count && message.contains(path), "\(message)")
        }
      }
    }
  }
}
