import IndoorModel
import Testing

struct TimestampTests {
  @Test func `milliseconds round down on both sides of zero`() {
    #expect(Timestamp(microseconds: 1_999).milliseconds == 1)
    #expect(Timestamp(microseconds: -1).milliseconds == -1)
    #expect(Timestamp(microseconds: -1_000).milliseconds == -1)
    #expect(Timestamp(microseconds: -1_001).milliseconds == -2)
    #expect(Timestamp(microseconds: .min).milliseconds == -9_223_372_036_854_776)
  }

  @Test func `hostile milliseconds are clamped, not trapped on`() {
    #expect(Timestamp(milliseconds: .max).microseconds == .max)
    #expect(Timestamp(milliseconds: .min).microseconds == .min)
    #expect(
      Timestamp(milliseconds: .max).seconds(since: Timestamp(milliseconds: .min)).isFinite)
  }
}
