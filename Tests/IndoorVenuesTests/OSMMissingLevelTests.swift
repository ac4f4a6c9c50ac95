import IndoorModel
import IndoorVenues
import Testing

/// The tag `non_existent_levels` of OpenStreetMap's "Simple Indoor Tagging".
struct OSMMissingLevelTests {
  private func imported(
    _ building: String, _ room: String
  ) throws -> (ordinals: [Int], findings: [VenueFinding]) {
    let (venue, findings) = try assembled(
      collection(
        (#""@id":"way/1","building":"yes"\#(building)"#, square(10, 50)),
        (#""@id":"way/2","indoor":"room",\#(room)"#, square(10.0002, 50.0002, 0.0002))))
    return (venue.units.map(\.level.ordinal).sorted(), findings)
  }

  @Test(arguments: [#""level":"11-15""#, #""level":"11","repeat_on":"12-15""#])
  func `no range passes over a level that the building doesn't have`(levels: String) throws {
    #expect(try imported("", levels).ordinals == [11, 12, 13, 14, 15])
    let (ordinals, findings) = try imported(#","non_existent_levels":"4;13""#, levels)
    #expect(ordinals == [11, 12, 14, 15])
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `a level that is named itself is one, whatever the building says`() throws {
    let missing = #","non_existent_levels":"12-14""#
    #expect(try imported(missing, #""level":"13""#).ordinals == [13])
    #expect(try imported(missing, #""level":"11;13-15""#).ordinals == [11, 13, 15])
  }

  @Test func `levels that can't be read are told`() throws {
    let (ordinals, findings) = try imported(
      #","non_existent_levels":"thirteen""#, #""level":"12-14""#)
    #expect(ordinals == [12, 13, 14])
    #expect(findings.map(\.rule) == [.unreadLevel])
    #expect(
      findings.first?.message.contains(
        "venue.geojson:2: has non_existent_levels=thirteen, which can't") == true)
  }

  /// A neighbour has all floors, and no room.
  @Test func `of buildings in which rooms are all have to say so`() throws {
    func levels(_ neighbour: String) throws -> [Int] {
      try assembled(
        collection(
          (#""@id":"way/1","building":"yes","non_existent_levels":"13""#, square(10, 50)),
          (#""@id":"way/3","building":"yes""#, square(10.002, 50)),
          (#""@id":"way/2","indoor":"room","level":"12-14""#, square(10.0002, 50.0002, 0.0002)),
          (#""@id":"way/4",\#(neighbour)"#, square(10.0022, 50.0002, 0.0002)))
      ).venue.units.map(\.level.ordinal).sorted()
    }
    #expect(try levels(#""shop":"yes""#) == [12, 14])
    #expect(try levels(#""indoor":"room","level":"0""#) == [0, 12, 13, 14])
  }
}
