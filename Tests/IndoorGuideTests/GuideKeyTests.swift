import IndoorGuide
import IndoorModel
import Testing

/// Keys as accession numbers are, beside collections that are called as these begin.
struct GuideKeyTests {
  private func collection(_ name: String, _ items: [String: String]) -> GuideContent {
    var content = GuideContent(GuideCollection(key: name, format: "test"))
    for (key, title) in items.sorted(by: { $0.key < $1.key }) {
      content.items.append(GuideItem(key: key, kind: "object"))
      content.texts.append(GuideText(GuideOwner(.item, key), "title", language: "en", title))
    }
    return content
  }

  @Test func `what is told to write for a key of several collections leads to each`() throws {
    let guide = Guide([
      collection("ka", ["12": "Jug", "1999/12": "Vase"]), collection("1999", ["12": "Bowl"]),
    ])
    let error = #expect(throws: GuideError.self) { try guide.details("12") }
    #expect(
      error?.message == "2 collections of the guide have the item 12; write ka/12 or 1999//12")
    let titles = [
      "ka/12": "Jug", "1999//12": "Bowl", "1999/12": "Vase", "ka/1999/12": "Vase",
      "ka//12": "Jug",
    ]
    for (key, title) in titles { #expect(try guide.details(key).row.title == title, "\(key)") }
    #expect(throws: GuideError.self) { try guide.details("1999//1999/12") }
  }
}
