import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// What a level that is given for a file says of features that speak of levels themselves.
struct GivenLevelTests {
  @Test func `features whose types are called otherwise aren't put on the level that is given`()
    throws
  {
    let upper = try collection([
      (#""FEATURE_TYPE":"unit","id":"a","ORDINAL":1"#, square(10, 50)),
      (#""id":"b""#, square(10.001, 50)), (#""id":"c""#, square(10.002, 50)),
    ])
    let (venue, findings) = try assembled(upper, level: VenueImport.Level(ordinal: 0))
    #expect(venue.units.map(\.id) == ["b", "c"])
    #expect(findings.contains { $0.message.contains("rename its FEATURE_TYPE to feature_type") })
  }

  /// As a Shapefile's column that nobody filled in.
  @Test(arguments: ["null", #""""#, #"" ""#]) func `a type that is empty is none`(
    value: String
  ) throws {
    let rooms = try collection([
      (#""FEATURE_TY":\#(value),"id":"a""#, square(10, 50)),
      (#""FEATURE_TY":\#(value),"id":"b""#, square(10.001, 50)),
    ])
    let (venue, _) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(venue.units.count == 2)
  }

  @Test(arguments: ["level", "LEVEL", "Ordinal", "VERTICAL_ORDER"])
  func `a number of another level is told, of rooms and of the outline around them`(
    name: String
  ) throws {
    let rooms = try collection([
      (#""id":"around","\#(name)":1"#, square(10, 50, 0.01)),
      (#""id":"a","\#(name)":1"#, square(10.001, 50.001)),
      (#""id":"b","\#(name)":0"#, square(10.004, 50.001)),
    ])
    let (venue, findings) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(venue.levels.map(\.outline.isEmpty) == [false])
    #expect(findings.count { $0.rule == .otherLevel } == 2)
  }

  /// A layer that was made of a spreadsheet, whose columns had blanks behind their names.
  @Test func `names of properties may have blanks around them`() throws {
    let (venue, findings) = try assembled(
      try collection([
        (#""feature_type ":"level","id":"L","ordinal ":-1,"label ":"B""#, square(10, 50)),
        (
          #""feature_type ":"unit","id":"u","level_id ":"L","name ":"Hall"," category":"room""#,
          square(10, 50)
        ),
      ]))
    #expect(venue.levels.map(\.key.ordinal) == [-1] && venue.levels.map(\.label) == ["B"])
    #expect(venue.units.map(\.name) == ["Hall"] && venue.units.map(\.category) == ["room"])
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A layer whose columns a program wrote in capitals.
  @Test(arguments: [("Label", #""B1""#, "B1"), ("LABEL", #""B1""#, "B1"), ("LABEL", "4", "4")])
  func `a level's label may be in capitals`(name: String, value: String, label: String) throws {
    let level = (
      #""feature_type":"level","id":"L","ordinal":-1,"\#(name)":\#(value)"#, square(10, 50)
    )
    #expect(try assembled(try collection([level])).venue.levels.map(\.label) == [label])
  }

  /// As ArcGIS Indoors has its rooms: https://pro.arcgis.com (Units: LEVEL_ID, NAME).
  @Test(arguments: ["LEVEL_ID", "floor", "Geschoss", "FLOOR_NO", "Floor Name", "Geschoß", "LVL"])
  func `rooms of several levels on the one that is given are told once`(name: String) throws {
    let rooms = try collection([
      (#""NAME":"Hall","\#(name)":"F.L1""#, square(10, 50)),
      (#""NAME":"Lab","\#(name)":"F.L2""#, square(10.001, 50)),
      (#""NAME":"Store","\#(name)":"F.L2""#, square(10.002, 50)),
    ])
    let (venue, findings) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(venue.units.map(\.name) == ["Hall", "Lab", "Store"])
    #expect(findings.map(\.rule) == [.otherLevel])
    #expect(
      findings.first?.message.contains(#"\#(name) is "F.L2" here and "F.L1" before"#) == true)
  }

  /// A table of a whole building: each room's storey is in a column that nobody knows.
  @Test func `rooms that lie over each other on the level that is given are told once`() throws {
    let shifts = (0..<6).map { Double($0 % 3) * 0.001 }
    let rooms = try collection(
      shifts.enumerated().map {
        (#""name":"\#($0)","Ebenenschlüssel":\#($0 / 3)"#, square(10 + $1, 50))
      })
    let (venue, findings) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(venue.units.count == 6)
    #expect(findings.map(\.rule) == [.otherLevel])
    #expect(findings.first?.message.contains("6 of its 6 rooms lie on another one") == true)
  }

  /// A file of each floor, as a layer that was split by its storeys; and two wings of one.
  @Test(arguments: [(0.0, true), (0.01, false)]) func `rooms over those of another file are told`(
    shift: Double, areTold: Bool
  ) throws {
    func floor(_ name: String, _ longitude: Double) throws -> GeoJSONFeatureCollection {
      try collection(
        (0..<4).map { (#""id":"\#(name)\#($0)""#, square(longitude + Double($0) * 0.001, 50)) })
    }
    let (venue, findings) = try assembled(
      floor("G", 10), floor("1", 10 + shift), level: VenueImport.Level(ordinal: 0))
    #expect(venue.units.count == 8)
    #expect(findings.map(\.rule) == (areTold ? [.otherLevel] : []), "\(findings)")
    let message = findings.first?.message ?? "8 of the sources' 8 rooms lie on another one"
    #expect(message.contains("8 of the sources' 8 rooms lie on another one"), "\(message)")
  }

  /// A hall's booths, and rooms side by side, of which two have a copy.
  @Test(arguments: [0.0003, 0.001]) func `booths and a few copies aren't taken for storeys`(
    size: Double
  ) throws {
    var rooms = (0..<20).map { (#""name":"\#($0)""#, square(10 + Double($0) * 0.001, 50, 0.001)) }
    rooms += (0..<(size < 0.001 ? 20 : 1)).map {
      (#""name":"booth \#($0)""#, square(10.0002 + Double($0) * 0.001, 50.0002, size))
    }
    let findings = try assembled(try collection(rooms), level: VenueImport.Level(ordinal: 0))
      .findings
    #expect(findings.allSatisfy { $0.rule != .otherLevel }, "\(findings)")
  }

  /// A floor's outline with a balcony that stands out of it by a third, and a corridor along rooms.
  @Test(arguments: [true, false]) func `an outline out of which a room stands is told`(
    hasOutline: Bool
  ) throws {
    let rooms = (0..<6).map { (#""name":"\#($0)""#, square(10 + Double($0) * 0.001, 50)) }
    let outline = (#""name":"floor""#, square(9.9995, 49.9995, 0.0062))
    let corridor = (
      #""name":"corridor""#,
      #"{"type":"Polygon","coordinates":[[[10,49.999],[10.006,49.999],[10.006,50],[10,50],[10,49.999]]]}"#
    )
    let source = try collection(rooms + [hasOutline ? outline : corridor])
    let findings = try assembled(source, level: VenueImport.Level(ordinal: 0)).findings
    #expect(findings.map(\.rule) == (hasOutline ? [.untypedFeature] : []))
    #expect(
      findings.allSatisfy { $0.message.contains("\"floor\" is around most others") }, "\(findings)")
  }

  /// A spreadsheet's column with a blank behind its name.
  @Test(arguments: [("1", "Level 1", false), ("1", "Level 2", true)])
  func `a name with a blank behind it says a level as one without`(
    first: String, second: String, isTold: Bool
  ) throws {
    let rooms = try collection([
      (#""name":"Hall","floor ":"\#(first)""#, square(10, 50)),
      (#""name":"Lab","floor ":"\#(second)""#, square(10.001, 50)),
    ])
    let findings = try assembled(rooms, level: VenueImport.Level(ordinal: 1)).findings
    #expect(findings.map(\.rule) == (isTold ? [.otherLevel] : []))
    #expect(findings.allSatisfy { $0.message.contains(": floor is \"") }, "\(findings)")
  }

  /// Two columns that differ in a blank alone.
  @Test func `a room's two names of its level aren't compared with each other`() throws {
    let rooms = try collection([
      (#""name":"Hall","level_name":"First","level_name ":"1. OG""#, square(10, 50)),
      (#""name":"Lab","level_name":"First","level_name ":"1. OG""#, square(10.001, 50)),
    ])
    #expect(try assembled(rooms, level: VenueImport.Level(ordinal: 1)).findings.isEmpty)
  }

  /// As merged layers have it, of which some call the same in capitals.
  @Test(arguments: [#""name":null,"category":null,"#, #""name":" ","#, ""])
  func `a name and a category in capitals count where there are none in small letters`(
    empty: String
  ) throws {
    let rooms = try collection([
      (#""feature_type":"unit","name":"Hall","category":"room","NAME":"Other""#, square(10, 50)),
      (
        #""feature_type":"unit",\#(empty)"Name":"Lab","CATEGORY":"office""#,
        square(10.001, 50)
      ),
      (#""feature_type":"unit",\#(empty)"NAME":"<Null>","CATEGORY":3"#, square(10.002, 50)),
    ])
    let (venue, _) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(venue.units.map(\.name) == ["Hall", "Lab", nil])
    #expect(venue.units.map(\.category) == ["room", "office", nil])
  }

  @Test(arguments: [
    (#""floor":"tile""#, #""floor":"carpet""#), (#""LEVEL_ID":"L1""#, #""LEVEL_ID":"l1""#),
    (#""LEVEL":"L0""#, #""LEVEL":"L0;L1""#), (#""floor":"Teppich""#, #""floor":"PVC""#),
    (#""piano":"none""#, #""piano":"grand""#), (#""piano":"no""#, #""piano":"2""#),
    (#""story":"A fine hall""#, #""story":"An older room""#),
    (#""story":"Built in 1890""#, #""story":"Burnt in 1944""#),
    (#""floor":"OK""#, #""floor":"wc""#),
    (#""floor":"first-class oak""#, #""floor":"lower grade pine""#),
    (#""floor":"—""#, #""floor":"?""#), (#""floor":"tile 2""#, #""floor":"tile 3""#),
    (#""floor":"20 mm""#, #""floor":"25 mm""#), (#""floor":"C25/30""#, #""floor":"C20/25""#),
    (#""floor":102.35"#, #""floor":102.4"#),
    (#""floor":"Oak floor 20mm""#, #""floor":"Tile floor 10mm""#),
    (#""floor":"Oak floor 20 mm""#, #""floor":"Tile floor 10 mm""#),
    (#""floor":"3 m""#, #""floor":"4 m""#), (#""floor":"60x60""#, #""floor":"30x30""#),
    (#""floor":"20m²""#, #""floor":"30m²""#), (#""floor":"½""#, #""floor":"¼""#),
    (#""floor":"5%""#, #""floor":"10%""#), (#""floor":"5 kPa""#, #""floor":"3 kPa""#),
    (#""floor":"Ground floor oak""#, #""floor":"Ground floor tile""#),
    (#""floor":"1 - East""#, #""floor":"1 - West""#), (#""floor":"Floor 2""#, #""floor":"2""#),
    (#""floor":"first floor, 20 mm""#, #""floor":"first floor, 30 mm""#),
    (#""floor":"Building 3""#, #""floor":"Building 4""#), (#""floor":"10 MM""#, #""floor":"20MM""#),
    (#""floor":"Building B""#, #""floor":"Building G""#), (#""floor":"2.50""#, #""floor":"3.25""#),
    (#""floor":250"#, #""floor":350"#), (#""floor":"5 dB""#, #""floor":"8 dB""#),
    (#""floor":"1 in""#, #""floor":"2 in""#), (#""floor":"1e1""#, #""floor":"0x1""#),
    (#""floor":"Haus 2, EG""#, #""floor":"Haus 3, EG""#),
    (#""floor":"Building 12a""#, #""floor":"Building 12b""#),
    (#""floor":"Building 12. Floor 2""#, #""floor":"Building 13. Floor 2""#),
    (#""floor":"Building 2 GF""#, #""floor":"Building 3 GF""#),
    (#""floor":"Tower A Floor 2""#, #""floor":"Tower B Floor 2""#),
    (#""floor":"Tower One Level 2""#, #""floor":"Tower Two Level 2""#),
    (#""floor":"Building No. 2, Floor 1""#, #""floor":"Building No. 3, Floor 1""#),
    (#""floor":"Building No. 2, Floor 1""#, #""floor":"Building 3, Floor 1""#),
    (#""floor":"Building 12. Floor G""#, #""floor":"Building 13. Floor G""#),
    (#""floor":"Haus 2 OG 1""#, #""floor":"Haus 3 OG 1""#),
    (#""floor":"Haus 2 Erdgeschoss""#, #""floor":"Haus 3 Erdgeschoss""#),
    (#""floor":"Haus 2. Erdgeschoss""#, #""floor":"Haus 3. Erdgeschoss""#),
    (
      #""story":"On the 2nd floor lived the duke""#,
      #""story":"In the basement 12 barrels of wine were kept""#
    ),
  ])
  func `what is no other level isn't told`(first: String, second: String) throws {
    let rooms = try collection([(first, square(10, 50)), (second, square(10.001, 50))])
    let (_, findings) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(arguments: [
    (#""floor":"EG""#, #""floor":"OG""#), (#""floor":"Ground floor""#, #""floor":"First floor""#),
    (#""story":1"#, #""story":2"#), (#""piano":"Terra""#, #""piano":"Primo""#),
    (#""planta":"Planta baja""#, #""planta":"Planta primera""#), (#""piso":"1""#, #""piso":"2""#),
    (#""floor":"Floor one""#, #""floor":"Floor two""#), (#""floor":"2nd floor""#, #""floor":"3""#),
    (#""floor":"B1""#, #""floor":"U-2""#), (#""floor":"1. OG""#, #""floor":"2. OG""#),
    (#""floor":"1. Stock""#, #""floor":"Stock 2""#),
    (#""floor":"1er étage""#, #""floor":"2ème étage""#),
    (#""floor":"Lower Ground""#, #""floor":"Upper Ground""#),
    (#""floor":"Floor 01 - Main""#, #""floor":"Floor 02 - Main""#),
    (#""floor":"2 (Upper)""#, #""floor":"Basement 1""#),
    (#""planta":"1ª planta""#, #""planta":"2ª""#), (#""story":"1階""#, #""story":"2階""#),
    (#""floor":"1.0""#, #""floor":"2.0""#), (#""floor":"FL 2""#, #""floor":"FL 3""#),
    (#""floor":"Building 3 Floor 2""#, #""floor":"Building 3 Floor 3""#),
    (#""floor":"0 - Ground Floor""#, #""floor":"1 - First Floor""#),
    (#""floor":"Level B-1""#, #""floor":"Level P-2""#), (#""floor":"2M""#, #""floor":"3M""#),
    (#""piso":"Piso n.º 2""#, #""piso":"Piso n.º 3""#), (#""floor":"SS 1""#, #""floor":"SS 2""#),
    (#""floor":"Floor No. 2""#, #""floor":"Floor No. 3""#), (#""floor":0.5"#, #""floor":1.5"#),
    (#""floor":"Building A - Main Campus - Floor 2""#, #""floor":"Floor 1 in Building A""#),
    (#""floor":"Floor 2, Tower East Side Wing""#, #""floor":"Floor 3 (M)""#),
    (#""floor":"Level -1""#, #""floor":"Level 1""#), (#""floor":"B-1""#, #""floor":"B+1""#),
    (#""floor":"Floor 1""#, #""floor":"Basement 1""#), (#""floor":"1. KG""#, #""floor":"2. KG""#),
    (#""floor":"East wing, 2nd floor""#, #""floor":"East wing, 3rd floor""#),
    (#""floor":"Haus 2. OG""#, #""floor":"Haus 3. OG""#), (#""floor":"1KG""#, #""floor":"2KG""#),
    (#""floor":"Tower L2""#, #""floor":"Tower L3""#), (#""floor":"East 2""#, #""floor":"East 3""#),
    (#""floor":"Main building, 2nd floor""#, #""floor":"Main building, 3rd floor""#),
    (#""floor":"Level1""#, #""floor":"Level2""#), (#""floor":"Bldg1_L2""#, #""floor":"Bldg1_L3""#),
    (#""floor":"Fifth Floor""#, #""floor":"Sixth floor""#),
    (#""floor":"Level –1""#, #""floor":"Level 1""#), (#""floor":"–1""#, #""floor":"1""#),
    (#""floor":"Parking Level 1""#, #""floor":"Level 1""#),
    (#""floor":"Sub-level 1""#, #""floor":"Level 1""#),
    (#""floor":"Haus 2. Stock""#, #""floor":"Haus 3. Stock""#),
    (#""floor":"Haus 2. Obergeschoss""#, #""floor":"Haus 3. Obergeschoss""#),
    (#""floor":"Haus 1. KG""#, #""floor":"Haus 2. KG""#),
    (#""floor":"Tower 1F""#, #""floor":"Tower 2F""#),
    (#""floor":"Wing 2M""#, #""floor":"Wing 3M""#),
    (#""floor":"Haus 2 OG""#, #""floor":"Haus 3 OG""#),
    (#""floor":"1.OG/2.OG""#, #""floor":"3.OG/4.OG""#), (#""floor":"200""#, #""floor":"300""#),
  ])
  func `what may be something else is a level where it is called as one`(
    first: String, second: String
  ) throws {
    let rooms = try collection([(first, square(10, 50)), (second, square(10.001, 50))])
    let (_, findings) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(findings.map(\.rule) == [.otherLevel])
  }

  @Test func `long names are told apart by where they differ`() throws {
    let long = String(repeating: "A", count: 70)
    let rooms = try collection([
      (#""LEVEL_ID":"\#(long)1""#, square(10, 50)),
      (#""LEVEL_ID":"\#(long)2""#, square(10.001, 50)),
    ])
    let (_, findings) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    let sentence = findings.first?.message ?? ""
    let shown = "…\(String(repeating: "A", count: 20))"
    #expect(
      sentence.contains(#"LEVEL_ID is "\#(shown)2" here and "\#(shown)1" before"#), "\(sentence)")
  }

  @Test func `rooms that name one level in words are on the one that is given`() throws {
    let rooms = try collection([
      (#""LEVEL_ID":"F.L1""#, square(10, 50)), (#""LEVEL_ID":"F.L1""#, square(10.001, 50)),
      ("", square(10.002, 50)),
    ])
    let (_, findings) = try assembled(rooms, level: VenueImport.Level(ordinal: 0))
    #expect(findings.isEmpty)
  }
}
