import IndoorModel
import IndoorVenues
import Testing

/// A venue file's layers as QGIS and ogr2ogr save them: rows without `feature_type` that say their
/// ordinal, and other files whose features name a level of their own.
struct LayerRowTests {
  private func unit(_ id: String, _ ordinal: String, building: String = "") -> String {
    #""unit_id":"\#(id)","building":"\#(building)","ordinal":\#(ordinal),"category":"office","name":"N""#
  }

  @Test func `units are on the level that they say, whatever level is given`() throws {
    // The one around the others is a unit all the same.
    let source = try collection(
      (unit("a", "-1"), square(10, 50)), (unit("b", "0"), square(10, 50, 0.0001)),
      (unit("c", "2"), square(10.0002, 50, 0.0001)))
    for level in [nil, VenueImport.Level(ordinal: 0)] {
      let (venue, findings) = try assembled(source, level: level)
      #expect(findings.isEmpty)
      #expect(venue.units.map(\.id) == ["a", "b", "c"])
      #expect(venue.units.map(\.level.ordinal) == [-1, 0, 2])
      #expect(venue.units.allSatisfy { $0.category == "office" && $0.name == "N" })
      #expect(Set(venue.levels.map(\.key.ordinal)) == [-1, 0, 2])
    }
  }

  @Test func `levels, units and openings of a file with buildings come back as they were`() throws {
    let line = #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
    let (venue, findings) = try assembled(
      collection((unit("u", "1", building: "b"), square(10, 50, 0.0001))),
      collection(
        (#""opening_id":"o","building":"b","ordinal":1,"category":null,"name":null"#, line)),
      collection(
        (
          #""level_id":"L","building":"b","ordinal":1,"label":"1st","name":null,"outline_from":null"#,
          square(10, 50)
        )))
    #expect(findings.isEmpty)
    let key = LevelKey(building: "b", ordinal: 1)
    #expect(venue.levels.map(\.id) == ["L"] && venue.levels.map(\.label) == ["1st"])
    #expect(venue.levels.first?.key == key && venue.levels.first?.outline.count == 1)
    #expect(venue.units.map(\.level) == [key] && venue.openings.map(\.level) == [key])
    #expect(venue.openings.map(\.id) == ["o"])
  }

  /// As QGIS and ogrmerge.py write layers that were merged into one.
  @Test func `rows of layers that were merged have the others' columns without values`() throws {
    let line = #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
    let (venue, findings) = try assembled(
      collection(
        (
          #""level_id":"L","unit_id":null,"opening_id":null,"building":"","ordinal":-1,"label":"B1""#,
          square(10, 50)
        ),
        (
          #""level_id":null,"unit_id":"u","opening_id":null,"building":"","ordinal":-1,"label":null"#,
          square(10, 50, 0.0001)
        ),
        (
          #""level_id":null,"unit_id":null,"opening_id":"o","building":"","ordinal":-1,"label":null"#,
          line
        )))
    #expect(findings.isEmpty, "\(findings)")
    #expect(venue.levels.map(\.label) == ["B1"] && venue.levels.map(\.outline.count) == [1])
    #expect(venue.units.map(\.id) == ["u"] && venue.openings.map(\.id) == ["o"])
  }

  @Test func `a level that the venue has keeps its label where none is given`() throws {
    let before = try assembled(collection((ground, square(10, 50)))).venue
    let source = try collection((#""name":"shop""#, square(10, 50, 0.0001)))
    let level = VenueImport.Level(ordinal: 0)
    #expect(try assembled(source, into: before, level: level).venue.levels.map(\.label) == ["G"])
    #expect(try assembled(source, level: level).venue.levels.map(\.label) == ["0"])
  }

  @Test func `features without a type are on the level of their ordinal`() throws {
    let source = try collection(
      (#""ordinal":1"#, square(10, 50)), (#""ordinal":1"#, square(10, 50, 0.0001)),
      ("", square(10, 50)), ("", square(10, 50, 0.0002)))
    let (venue, findings) = try assembled(source, level: VenueImport.Level(ordinal: 0))
    #expect(findings.isEmpty)
    #expect(venue.units.map(\.level.ordinal).sorted() == [0, 1])
    #expect(venue.levels.map(\.outline.count) == [1, 1])
  }

  @Test func `a property level that says otherwise than what is given is told`() throws {
    let source = try collection(
      ("", square(10, 50)), (#""level":1"#, square(10, 50, 0.0001)),
      (#""level":0"#, square(10.0002, 50, 0.0001)), (#""level":"G""#, square(10.0004, 50, 0.0001)))
    let (venue, findings) = try assembled(source, level: VenueImport.Level(ordinal: 0))
    #expect(venue.units.count == 3 && venue.levels.count == 1)
    #expect(findings.map(\.rule) == [.otherLevel] && findings.first?.severity == .warning)
    #expect(findings.first?.message.hasPrefix("venue.geojson:3: has the property level 1") == true)
  }
}
