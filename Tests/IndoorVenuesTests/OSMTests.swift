import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

struct OSMTests {
  /// Values as the wiki's pages "Simple Indoor Tagging" and "Key:level" have them.
  @Test(arguments: [
    ("0", [0.0]), ("0.5", [0.5]), ("-1", [-1]), ("0;1", [0, 1]), ("0; 2", [0, 2]),
    ("-1-3", [-1, 0, 1, 2, 3]), ("1-3", [1, 2, 3]), ("-3--1", [-3, -2, -1]),
    ("0;2-4", [0, 2, 3, 4]),
    ("0.5-2", [0.5, 1, 2]), ("1;1", [1]), ("3-1", [1, 2, 3]), ("\u{A0}2", [2]),
    ("1\u{202F}-\u{A0}2;\u{2007}4 ", [1, 2, 4]),
  ])
  func `level values are read as the wiki has them`(value: String, levels: [Double]) throws {
    let (venue, _) = try tagged((#""indoor":"room","level":"\#(value)""#, square(10, 50)))
    #expect(venue.levels.compactMap { Double($0.label) }.sorted() == levels.sorted())
    #expect(venue.units.count == levels.count)
  }

  /// As ogr2ogr writes OpenStreetMap's polygons by default, with TAGS_FORMAT=JSON and into a text,
  /// and as PostgreSQL's manual has hstore.
  @Test(arguments: [
    #""other_tags":"\"indoor\"=>\"room\",\"level\"=>\"1\",\"note\"=>\"\\\"a\\\\\"""#,
    #""other_tags":{"indoor":"room","level":1}"#,
    #""all_tags":"{\"level\":\"1\",\"indoor\":\"room\"}""#,
    #""tags":"\"door\"=>NULL, \"level\" => \"1\", \"indoor\"=>\"room\"""#,
  ])
  func `tags may be gathered in one property`(tags: String) throws {
    for level in [nil, VenueImport.Level(ordinal: 5)] {
      let collection = try collection([(#""name":"Lab",\#(tags)"#, square(10, 50))])
      let (venue, findings) = try assembled(collection, level: level)
      #expect(venue.units.map(\.name) == ["Lab"] && venue.units.map(\.category) == ["room"])
      #expect(venue.units.map(\.level.ordinal) == [1], "\(findings)")
    }
  }

  /// Somebody corrected what ogr2ogr wrote.
  @Test(arguments: [
    #""level":"2","name":"Shop","other_tags":"\"indoor\"=>\"room\",\"level\"=>\"1\",\"name\"=>\"Lab\"""#,
    #""level":"","category":null,"name":" ","other_tags":"\"indoor\"=>\"room\",\"level\"=>\"2\",\"name\"=>\"Shop\"""#,
    #""tags":{"indoor":"room","level":2,"name":"Shop"},"all_tags":"\"level\"=>\"1\"""#,
  ])
  func `a property of its own counts before what is gathered`(properties: String) throws {
    let (venue, _) = try assembled(
      try collection([(#""osm_way_id":7,\#(properties)"#, square(10, 50))]))
    #expect(venue.units.map(\.name) == ["Shop"] && venue.units.map(\.level.ordinal) == [2])
    #expect(venue.units.map(\.id).allSatisfy { $0.contains("way/7") }, "\(venue.units.map(\.id))")
  }

  /// GDAL has points in a layer of their own.
  @Test func `doors whose rooms are in another file are told as such`() throws {
    let rooms = try collection([
      (#""other_tags":"\"indoor\"=>\"room\",\"level\"=>\"1\"""#, square(10, 50))
    ])
    let doors = try collection([
      (
        #""osm_id":"9","other_tags":"\"door\"=>\"hinged\",\"level\"=>\"1\"""#,
        #"{"type":"Point","coordinates":[10.00005,50]}"#
      )
    ])
    let (venue, findings) = try assembled(rooms, doors)
    #expect(venue.units.count == 1 && venue.openings.isEmpty)
    let told = findings.filter { $0.rule == .noLine }
    #expect(told.map { $0.message.contains("give the .osm itself") } == [true], "\(findings)")
  }

  /// A venue's own file with one more line that somebody drew, and a layer of one level's.
  @Test func `a door by properties of its own makes no venue OpenStreetMap's`() throws {
    let door = (
      #""door":"single","level":"0""#,
      #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
    )
    let own = try collection([
      (#""feature_type":"level","id":"L","ordinal":0,"label":"G""#, square(10, 50)),
      (#""feature_type":"unit","id":"u","level_id":"L","name":"Hall""#, square(10, 50)), door,
    ])
    #expect(try assembled(own).venue.units.map(\.name) == ["Hall"])
    let layer = try collection([
      (#""name":"Hall","level":"0""#, square(10, 50)),
      (#""name":"Lab","level":"0""#, square(10.001, 50)), door,
    ])
    let venue = try assembled(layer, level: VenueImport.Level(ordinal: 0)).venue
    #expect(venue.units.map(\.name) == ["Hall", "Lab"])
    let kiosk = try collection([
      (#""feature_type":"level","id":"L","ordinal":0,"label":"G""#, square(10, 50)),
      (#""feature_type":"unit","id":"u","level_id":"L","name":"Hall""#, square(10, 50)),
      (#""indoor":"room","level":"0","name":"Kiosk""#, square(10.001, 50)),
    ])
    let (kept, findings) = try assembled(kiosk)
    #expect(kept.units.map(\.name) == ["Hall"])
    #expect(findings.contains { $0.rule == .untypedFeature }, "\(findings)")
    let gathered = try collection([
      (#""feature_type":"level","id":"L","ordinal":0,"label":"G""#, square(10, 50)),
      (#""feature_type":"unit","id":"u","level_id":"L","name":"Hall""#, square(10, 50)),
      (#""other_tags":"\"indoor\"=>\"room\",\"level\"=>\"1\"""#, square(10.001, 50)),
    ])
    #expect(try assembled(gathered).venue.units.map(\.name) == ["Hall"])
  }

  /// A venue's own rooms, one of which has a property `indoor`, as GDAL writes them from a table.
  @Test(arguments: [#""indoor":"yes""#, #""indoor":1"#, #""indoor":"room""#])
  func `rooms without levels and ids of OpenStreetMap's may have a property of that name`(
    indoor: String
  ) throws {
    let rooms = try collection([
      (#""name":"a",\#(indoor)"#, square(10, 50)),
      (#""name":"b","indoor":null"#, square(10.001, 50)),
    ])
    let venue = try assembled(rooms, level: VenueImport.Level(ordinal: 3)).venue
    #expect(venue.units.map(\.name) == ["a", "b"])
    #expect(venue.units.map(\.level.ordinal) == [3, 3])
  }

  /// Of the layers that a venue file has as a GeoPackage, in GDAL's GeoJSON, with a column more.
  @Test func `a venue file's own rows may have a column indoor`() throws {
    let columns = #""building":"","ordinal":0,"level_id":"L""#
    let rows = try collection([
      (#"\#(columns),"label":"0","indoor":null"#, square(10, 50)),
      (#"\#(columns),"unit_id":"u","name":"Hall","indoor":"yes","level":"0""#, square(10, 50)),
      (#"\#(columns),"unit_id":"v","name":"Lab","indoor":null"#, square(10, 50)),
    ])
    #expect(try assembled(rows).venue.units.compactMap(\.name).sorted() == ["Hall", "Lab"])
  }

  /// Malls' shops are often areas with a level and no `indoor`.
  @Test func `areas on levels that no tag calls rooms are told`() throws {
    let (venue, findings) = try tagged(
      (#""indoor":"room","level":"0","name":"a""#, square(10, 50)),
      (#""shop":"shoes","level":"0","name":"b""#, square(10.0001, 50)),
      (#""shop":"toys","level":"1","name":"c""#, square(10.0002, 50)),
      (#""highway":"footway","area":"yes","level":"0""#, square(10.0003, 50)),
      (#""indoor":"no","level":"0","name":"d""#, square(10.0004, 50)))
    #expect(venue.units.map(\.name) == ["a"])
    #expect(findings.map(\.rule) == [.otherFeature])
    #expect(findings.first?.message.contains("2 areas have a level and no tag indoor") == true)
  }

  /// Texts of tags that another venue has of its own.
  @Test(arguments: [
    #""tags":"{\"colour\":\"red\",\"indoor\":\"yes\"}""#, #""tags":"{\"indoor\":\"no\"}""#,
    #""other_tags":"\"indoor\"=>\"room\",\"level\"=>\"4\"""#,
  ])
  func `another venue's texts of tags don't make it OpenStreetMap's`(tags: String) throws {
    let rooms = try collection([
      (#""name":"a","category":"room",\#(tags)"#, square(10, 50)),
      (#""name":"b","category":"office""#, square(10.001, 50)),
    ])
    let venue = try assembled(rooms, level: VenueImport.Level(ordinal: 0)).venue
    #expect(venue.units.map(\.name) == ["a", "b"])
  }

  @Test(arguments: [
    "a", "0;a", "1--", "--1", "nan", "inf", "1e3", "0x1", "-1000000-1000000", "0-999",
  ])
  func `what is no level is reported`(value: String) throws {
    let (venue, findings) = try tagged(
      (#""indoor":"room","level":"\#(value)""#, square(10, 50)),
      (#""indoor":"room","level":"0""#, square(10, 50)))
    #expect(findings.map(\.rule) == [.missingLevel])
    #expect(venue.units.count == 1)
  }

  @Test(arguments: [
    ("-1;0;2", [-1: "-1", 0: "0", 2: "2"]), ("-1;0;0.5;1", [-1: "-1", 0: "0", 1: "0.5", 2: "1"]),
    ("-1.5;-1;1", [-2: "-1.5", -1: "-1", 0: "1"]),
  ])
  func `ordinals are the levels themselves, or count past a mezzanine`(
    value: String, labels: [Int: String]
  ) throws {
    let (venue, _) = try tagged((#""indoor":"room","level":"\#(value)""#, square(10, 50)))
    #expect(
      Dictionary(uniqueKeysWithValues: venue.levels.map { ($0.key.ordinal, $0.label) }) == labels)
  }

  @Test func `a line break in a tag is a space, told once of a room on two levels`() throws {
    let (venue, findings) = try tagged(
      (#""indoor":"room","level":"0;1","name":"Meeting\nRoom""#, square(10, 50)))
    #expect(venue.units.map(\.name) == ["Meeting Room", "Meeting Room"])
    #expect(findings.map(\.rule) == [.unreadProperty])
  }

  @Test func `what has no level, or a line break in a tag, is named`() throws {
    let (_, findings) = try tagged(
      (#""@id":"way/7","indoor":"room","level":"0","name":"Meeting\nRoom""#, square(10, 50)),
      (#""@id":"way/8","indoor":"room""#, square(10, 50, 0.0005)),
      (#""indoor":"room""#, square(10, 50, 0.0006)))
    let messages = findings.map(\.message)
    #expect(messages.contains { $0.contains("name of \"way/7\" has line breaks") }, "\(messages)")
    #expect(messages.contains { $0.contains("way/8 has no level") }, "\(messages)")
    #expect(messages.contains { $0.contains("feature 3 has no level") }, "\(messages)")
  }

  func tagged(_ tags: (String, String)...) throws -> (venue: Venue, findings: [VenueFinding]) {
    var text: [(properties: String, geometry: String)] = []
    for (properties, geometry) in tags { text.append((properties, geometry)) }
    return try assembled(collection(text))
  }

  @Test func `rooms come in on every level they repeat on, labels apart from ordinals`() throws {
    let (venue, findings) = try tagged(
      (#""@id":"way/1","building":"yes","name":"Station""#, square(10, 50)),
      (
        #""@id":"way/2","indoor":"room","level":"0","level:ref":"G","name":"Hall""#,
        square(10.0001, 50.0001, 0.0002)
      ),
      (
        #""@id":"way/3","indoor":"room","stairs":"yes","level":"-1-1""#,
        square(10.0004, 50.0001, 0.0001)
      ),
      (
        #""@id":"way/4","indoor":"corridor","level":"0","repeat_on":"1""#,
        square(10.0006, 50.0001, 0.0001)
      ))
    #expect(findings.isEmpty)
    #expect(venue.buildings == [Building(id: "way/1", name: "Station")])
    #expect(
      Dictionary(uniqueKeysWithValues: venue.levels.map { ($0.key.ordinal, $0.label) })
        == [-1: "-1", 0: "G", 1: "1"])
    #expect(venue.levels.allSatisfy { $0.outline.count == 1 && $0.key.building == "way/1" })
    #expect(
      Set(venue.units.map(\.id)) == [
        "way/2", "way/3@-1", "way/3@0", "way/3@1", "way/4@0", "way/4@1",
      ])
    #expect(venue.units.filter { $0.id.hasPrefix("way/3") }.allSatisfy { $0.category == "stairs" })
    #expect(venue.units.filter { $0.id.hasPrefix("way/4") }.allSatisfy { $0.category == "walkway" })
  }

  @Test func `of several labels of a level the one that most say counts, and the others are told`()
    throws
  {
    func room(_ number: Int, _ ref: String) -> (String, String) {
      (
        #""@id":"way/\#(number)","indoor":"room","level":"1","level:ref":"\#(ref)""#,
        square(10 + 0.002 * Double(number), 50)
      )
    }
    let rooms = [room(1, "2.OG"), room(2, "1.OG"), room(3, "1.OG")]
    let (venue, findings) = try assembled(collection(rooms))
    #expect(venue.levels.map(\.label) == ["1.OG"])
    let told = findings.filter { $0.rule == .otherLabels }.map(\.message)
    #expect(
      told == [
        "venue.geojson: level 1 is called \"1.OG\" by 2 of its level:ref, and \"2.OG\" by others, which "
          + "don't count; correct those"
      ])
    // What the level's own outline says counts before rooms.
    let outline = (
      #""@id":"way/9","indoor":"level","level":"1","level:ref":"E""#, square(10, 50, 0.01)
    )
    #expect(try assembled(collection(rooms + [outline])).venue.levels.map(\.label) == ["E"])
  }

  /// As of https://wiki.openstreetmap.org/wiki/Key:level:ref, of stairs over several levels.
  @Test func `a list of labels goes with a list of levels`() throws {
    let (venue, _) = try tagged(
      (
        #""@id":"way/1","indoor":"room","level":"0;1;2","level:ref":"EG;1.OG; 2.OG;""#,
        square(10, 50)
      ),
      (#""@id":"way/2","indoor":"room","level":"1","level:ref":"H""#, square(10.001, 50)),
      (#""@id":"way/3","indoor":"room","level":"2;3","level:ref":"2.OG""#, square(10.002, 50)),
      (#""@id":"way/4","indoor":"room","level":"5-4","level:ref":"5.OG;4.OG""#, square(10.003, 50)),
      (#""@id":"way/5","indoor":"room","level":"4;5","level:ref":"A;A""#, square(10.004, 50)),
      (#""@id":"way/6","indoor":"room","level":"-2--1","level:ref":"T2;T1""#, square(10.005, 50)))
    #expect(
      Dictionary(uniqueKeysWithValues: venue.levels.map { ($0.key.ordinal, $0.label) })
        == [-2: "T2", -1: "T1", 0: "EG", 1: "H", 2: "2.OG", 3: "3", 4: "4", 5: "5"])
  }

  /// A falling range whose ends begin alike, and a rising one.
  @Test(arguments: [("11-1", "1"), ("1-11", "K1"), ("1 - 11", "K1"), ("1.0-11.0", "K1")])
  func `labels of a range go with its levels where it rises`(level: String, label: String) throws {
    let labels = (1...11).map { "K\($0)" }.joined(separator: ";")
    let (venue, _) = try tagged(
      (
        #""@id":"way/1","indoor":"room","level":"\#(level)","level:ref":"\#(labels)""#,
        square(10, 50)
      ))
    #expect(venue.level(LevelKey(ordinal: 1))?.label == label)
  }

  @Test func `a mezzanine has an ordinal of its own and keeps its label`() throws {
    let (venue, findings) = try tagged(
      (#""indoor":"room","level":"0""#, square(10, 50)),
      (#""indoor":"room","level":"0.5""#, square(10, 50)),
      (#""indoor":"room","level":"1""#, square(10, 50)))
    #expect(venue.levels.map(\.key.ordinal).sorted() == [0, 1, 2])
    #expect(venue.levels.first { $0.key.ordinal == 1 }?.label == "0.5")
    #expect(findings.map(\.rule) == [.fractionalLevel, .fractionalLevel])
  }

  @Test func `a door lies along the wall that it is a node of`() throws {
    let room = """
      {"type":"Polygon","coordinates":[[[10,50],[10.0005,50],[10.001,50],[10.001,50.001],[10,50.001],[10,50]]]}
      """
    let (venue, _) = try tagged(
      (#""indoor":"room","level":"0""#, room),
      (#""door":"hinged","level":"0","width":"2""#, #"{"type":"Point","coordinates":[10.0005,50]}"#)
    )
    let line = try #require(venue.openings.first).line.map { venue.frame.local(from: $0) }
    // Two metres from west to east.
    #expect(abs(line[0].distance(to: line[1]) - 2) < 1e-6)
    #expect(abs(line[0].y - line[1].y) < 1e-4)
  }

  @Test func `tags in an object of their own are read, features without a level are reported`()
    throws
  {
    let (venue, findings) = try tagged(
      (#""id":"way/1","tags":{"indoor":"room","level":"2"}"#, square(10, 50)),
      (#""indoor":"room","level":"top""#, square(10, 50)))
    #expect(venue.units.map(\.level.ordinal) == [2])
    #expect(findings.map(\.rule) == [.missingLevel])
  }

  /// The wiki's "Key:room" and "Key:stairs" have both on what is inside, `indoor` or not; outside
  /// and without a level they say nothing of a venue.
  @Test func `areas that say their room and level are units without a tag indoor`() throws {
    let (venue, findings) = try tagged(
      (#""indoor":"room","level":"0""#, square(10, 50)),
      (#""room":"office","level":"1","name":"A""#, square(10, 50, 0.0001)),
      (#""stairs":"yes","level":"0-1""#, square(10, 50, 0.0002)),
      (#""room":"office""#, square(10, 50, 0.0003)),
      (#""room":"no","level":"0""#, square(10, 50, 0.0004)),
      (#""building":"yes","room":"office","level":"0""#, square(10, 50, 0.001)))
    #expect(venue.units.compactMap(\.category).sorted() == ["office", "room", "stairs", "stairs"])
    #expect(venue.units.filter { $0.category == "stairs" }.map(\.level.ordinal).sorted() == [0, 1])
    #expect(findings == [])
    // "Key:room" has the number of an office's, too, on its point.
    let (points, told) = try tagged(
      (#""indoor":"room","level":"0""#, square(10, 50)),
      (
        #""office":"company","room":"203","level":"0.5""#,
        #"{"type":"Point","coordinates":[10.00005,50.00005]}"#
      ),
      (
        #""highway":"steps","stairs":"yes","level":"3","area":"no""#,
        #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
      ))
    #expect(points.levels.map(\.label) == ["0"] && told == [])
    let (_, open) = try tagged(
      (#""indoor":"room","level":"0""#, square(10, 50)),
      (
        #""@id":"way/7","room":"office","level":"1""#,
        #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
      ))
    #expect(open.map { $0.message.contains("room=office that is no area") } == [true], "\(open)")
  }
}
