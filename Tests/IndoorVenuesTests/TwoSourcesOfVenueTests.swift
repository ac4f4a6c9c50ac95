import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// A venue and a building whose name one source says and another doesn't: sources come in any
/// order.
struct TwoSourcesOfVenueTests {
  private func source(_ ordinal: Int, name: String? = nil) throws -> GeoJSONFeatureCollection {
    let more = name.map { #","name":"\#($0)""# } ?? ""
    return try collection(
      (#""feature_type":"venue","id":"m"\#(more)"#, "null"),
      (#""feature_type":"building","id":"b"\#(more)"#, "null"),
      (
        #""feature_type":"level","id":"l\#(ordinal)","ordinal":\#(ordinal),"building_id":"b""#,
        square(10, 50)
      ))
  }

  private func names(_ sources: [GeoJSONFeatureCollection], into existing: Venue?) throws
    -> [String?]
  {
    var venue = VenueImport(into: existing)
    for source in sources { try venue.add(source) }
    let made = try venue.finish().venue
    return [made.name] + made.buildings.map(\.name)
  }

  @Test func `names are those that a source says, whichever comes first`() throws {
    let (nameless, named) = (try source(0), try source(1, name: "New"))
    let old = try assembled(source(0, name: "Old")).venue
    for sources in [[nameless, named], [named, nameless]] {
      #expect(try names(sources, into: nil) == ["New", "New"])
      #expect(try names(sources, into: old) == ["New", "New"])
    }
    // What no source names keeps its name, or has its id for one.
    #expect(try names([nameless], into: old) == ["Old", "Old"])
    #expect(try names([nameless], into: nil) == ["m", nil])
  }

  @Test func `a second venue's name isn't the first one's`() throws {
    let other = try collection(
      (#""feature_type":"venue","id":"n","name":"Other""#, "null"), (ground, square(10, 50)))
    #expect(try names([source(0), other], into: nil).first == "m")
  }
}
