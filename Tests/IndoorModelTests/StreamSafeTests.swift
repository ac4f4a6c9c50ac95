import IndoorModel
import Testing

/// UAX #15, section 13: "The limit of 30 non-starters".
struct StreamSafeTests {
  private func longestRun(_ text: String) -> Int {
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest
  }

  @Test func `no letter keeps over thirty marks in a row, and none is lost`() {
    let text = "a" + String(repeating: "\u{0316}\u{0301}", count: 100_000) + "b"
    let safe = text.streamSafe
    #expect(longestRun(safe) == 30)
    #expect(safe.unicodeScalars.filter { $0 != "\u{034F}" } == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    "Café", String(repeating: "展览馆", count: 500), String(repeating: "e\u{0301}", count: 500),
    String(repeating: "ก็", count: 500), "a" + String(repeating: "\u{0301}", count: 20),
  ])
  func `what people write stays as it is`(text: String) {
    #expect(Array(text.streamSafe.unicodeScalars) == Array(text.unicodeScalars))
  }
}
