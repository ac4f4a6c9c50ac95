import Foundation
import IndoorAlignment
import Testing

struct InlineImageTests {
  private func end(_ content: String, budget: inout Int) throws -> Int {
    let bytes = [UInt8](content.utf8)
    let mark = try #require(content.range(of: " ID ")?.upperBound)
    let data = content.utf8.distance(from: content.startIndex, to: mark) - 1
    return InlineImage.end(in: bytes, dictionary: 3..<(data - 2), data: data, budget: &budget)
  }

  @Test(arguments: ["/F /A85", "/F /Fl"])
  func `what is looked through in vain is bounded, and the first mark ends the image`(
    filter: String
  ) throws {
    let content = "BI \(filter) ID ab EI \u{1}" + String(repeating: "xE", count: 2000)
    let first = content.prefix { $0 != "\u{1}" }.count - 1
    var budget = 1000
    #expect(try end(content, budget: &budget) == first)
    // Every byte is looked at once, or until the budget is spent.
    #expect((-4100...0).contains(budget))
    let spent = budget
    #expect(try end(content, budget: &budget) == first)
    #expect(budget == spent || budget == spent - 2, "looked for again: \(spent), \(budget)")
    var ample = 100_000
    #expect(try end(content, budget: &ample) == first)
    #expect(ample > 90_000)
  }

  @Test func `an end that isn't in vain costs nothing`() throws {
    let content = "BI /F /A85 ID \(String(repeating: "a", count: 5000))~> EI Q"
    var budget = 1000
    #expect(try end(content, budget: &budget) == content.utf8.count - 2)
    #expect(budget == 1000)
  }
}
