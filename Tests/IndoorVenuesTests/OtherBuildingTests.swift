import IndoorModel
import IndoorVenues
import Testing

/// Imports of what has a venue's ids and lies elsewhere.
struct OtherBuildingTests {
  /// A level and three rooms in a row, all moved by degrees of latitude; one in 111,000 is a metre.
  private func rooms(moved: Double = 0, first: Double? = nil) throws -> Venue {
    try imported(into: nil, moved: moved, first: first).venue
  }

  private func imported(
    into existing: Venue?, moved: Double = 0, first: Double? = nil
  ) throws -> (venue: Venue, findings: [VenueFinding]) {
    try assembled(
      collection(
        [(ground, square(10, 50 + moved))]
          + (0..<3).map { room in
            (
              "\"feature_type\":\"unit\",\"id\":\"\(room)\",\"level_id\":\"L0\"",
              square(10 + 0.0002 * Double(room), 50 + (room == 0 ? first ?? moved : moved), 0.0001)
            )
          }), into: existing)
  }

  @Test func `what lies elsewhere with all of its ids is told, by how far`() throws {
    let (_, findings) = try imported(into: rooms(), moved: 0.01)
    let told = findings.filter { $0.rule == .venueMoved }
    #expect(told.count == 1 && told.first?.severity == .warning)
    #expect(
      told.first?.message.contains(
        "venue.geojson: all 4 levels, units and openings that the venue has by the same ids were 1112 to "
          + "1112 m from where they are now") == true,
      "\(told.first?.message ?? "")")
  }

  @Test(arguments: [(0, nil), (0.00015, nil), (0, 0.01)] as [(Double, Double?)])
  func `what is drawn better, or in part, isn't`(moved: Double, first: Double?) throws {
    let (_, findings) = try imported(into: rooms(), moved: moved, first: first)
    #expect(!findings.contains { $0.rule == .venueMoved })
  }

  @Test func `rooms that have nothing of their places in common are told from 20 m on`() throws {
    let (_, findings) = try imported(into: rooms(), moved: 0.0004)
    #expect(
      findings.first?.message.contains("all 3 levels, units and openings") == true, "\(findings)")
    #expect(findings.map(\.rule) == [.venueMoved])
  }

  @Test func `two rooms of three that lie elsewhere are told, by their ids`() throws {
    let (_, findings) = try imported(into: rooms(), moved: 0.01, first: 0)
    #expect(findings.map(\.rule) == [.venueMoved], "\(findings)")
    #expect(
      findings.first?.message.contains(
        "2 of the 3 units and openings that the venue has by the same ids, as \"1\", were 1112 to 1112 m"
          + " from where they are now; if those are others, give them other ids") == true,
      "\(findings)")
  }
}
