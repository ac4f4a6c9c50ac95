import IndoorGuide
import IndoorModel
import Testing

/// What is open on a day: what has some of its time on it.
struct OpenDayTests {
  private static func isOpen(_ when: GuideRule.When, _ time: String) throws -> Bool {
    var content = GuideContent(GuideCollection(key: "c", format: "test"))
    content.items = [GuideItem(key: "a", kind: "event")]
    content.rules = [GuideRule(GuideOwner(.item, "a"), when)]
    var filter = GuideFilter()
    filter.openAt = time
    return try Guide([content]).items(filter).total == 1
  }

  /// When an event begins and ends, and the days that have some of it.
  private static let events: [(begin: String?, end: String?, days: [String])] = [
    ("2026-05-01T10:00", "2026-05-01T18:00", ["2026-05-01"]),
    ("2026-05-01", "2026-05-02", ["2026-05-01", "2026-05-02"]),
    ("2026-05-01T23:59:59", nil, ["2026-05-01", "2026-05-02", "2026-05-03"]),
    (nil, "2026-05-01T00:00:01", ["2026-04-30", "2026-05-01"]),
    // It begins with the next day, and ends with its first moment.
    ("2026-05-02T00:00", "2026-05-03T00:00", ["2026-05-02"]),
    // In UTC+14 the first of May ends at 10:00 of UTC.
    ("2026-05-01T10:00+02:00", nil, ["2026-05-01", "2026-05-02", "2026-05-03"]),
    ("2026-05-01T23:00+02:00", nil, ["2026-05-02", "2026-05-03"]),
  ]

  @Test(arguments: events)
  func `a day has what begins on it, is on or ends on it`(
    begin: String?, end: String?, days: [String]
  ) throws {
    let asked = ["2026-04-30", "2026-05-01", "2026-05-02", "2026-05-03"]
    #expect(try asked.filter { try Self.isOpen(.interval(begin: begin, end: end), $0) } == days)
  }

  @Test func `a day's opening hours and its events are asked for alike`() throws {
    for when in [
      GuideRule.When.hours("Fr 10:00-18:00"),
      .interval(begin: "2026-05-01T10:00", end: "2026-05-01T18:00"),
    ] {
      // The first of May 2026 is a Friday.
      #expect(try Self.isOpen(when, "2026-05-01") && Self.isOpen(when, "2026-05-01T10:00"))
      #expect(try !Self.isOpen(when, "2026-05-01T09:59") && !Self.isOpen(when, "2026-05-02"))
    }
  }
}
