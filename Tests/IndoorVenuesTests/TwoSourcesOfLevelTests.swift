import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// A level of which one source says some and another the rest: sources come in any order.
struct TwoSourcesOfLevelTests {
  private func source(
    _ more: String = "", _ geometry: String = square(10, 50), id: String = "l0"
  ) throws -> GeoJSONFeatureCollection {
    let level = #""feature_type":"level","id":"\#(id)","ordinal":0,"building_id":"b""#
    return try collection((level + more, geometry))
  }

  private let named = #","label":"G","name":"Ground floor""#

  private func level(
    _ sources: [GeoJSONFeatureCollection], into existing: Venue? = nil,
    level: VenueImport.Level? = nil
  ) throws -> [Level] {
    var venue = VenueImport(into: existing, level: level)
    for source in sources { try venue.add(source) }
    return try venue.finish().venue.levels
  }

  @Test(arguments: ["null", square(10, 50), square(10.0005, 50)])
  func `label and name are those that a source says, whichever comes first`(geometry: String) throws
  {
    let (outline, names) = (try source(), try source(named, geometry))
    for sources in [[outline, names], [names, outline]] {
      let levels = try level(sources)
      #expect(levels.map(\.label) == ["G"] && levels.map(\.name) == ["Ground floor"])
      #expect(levels.map(\.outline.count) == [1])
    }
  }

  @Test func `of two that say it the first counts`() throws {
    let other = try source(#","label":"0","name":"Hall""#)
    let levels = try level([source(named), other])
    #expect(levels.map(\.label) == ["G"] && levels.map(\.name) == ["Ground floor"])
  }

  @Test func `what the venue knew gives way to either source`() throws {
    let before = try assembled(source(#","label":"old","name":"Old""#, square(10.01, 50))).venue
    let (outline, names) = (try source(), try source(named, "null"))
    for sources in [[outline, names], [names, outline]] {
      let levels = try level(sources, into: before)
      #expect(levels.map(\.label) == ["G"] && levels.map(\.name) == ["Ground floor"])
      let corners = Set(levels.flatMap(\.outline).flatMap(\.exterior).map(\.longitude))
      #expect(corners == [10, 10.001])
    }
    // And stays where neither says it.
    let levels = try level([outline, outline], into: before)
    #expect(levels.map(\.label) == ["old"] && levels.map(\.name) == ["Old"])
  }

  @Test func `a label that is given is for levels of which no source says one`() throws {
    let given = VenueImport.Level(ordinal: 0, label: "E")
    let (outline, names) = (try source(), try source(named))
    for sources in [[outline, names], [names, outline]] {
      #expect(try level(sources, level: given).map(\.label) == ["G"])
    }
    #expect(try level([outline, outline], level: given).map(\.label) == ["E"])
  }

  @Test func `a mezzanine takes no name from the level that the venue knew below it`() throws {
    let before = try assembled(source(named)).venue
    let above = try source(#","label":"M","name":"Mezzanine""#, id: "mezzanine")
    let levels = try level([source(), above], into: before)
    #expect(levels.map(\.label) == ["G"] && levels.map(\.name) == ["Ground floor"])
    // Where nobody knew it, either's is better than none.
    #expect(try level([source(), above]).map(\.label) == ["M"])
  }
}
