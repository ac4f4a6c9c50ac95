import CountedAllocations
import IndoorGuide
import IndoorModel
import Testing

@Suite(.enabled(if: countedAllocations() >= 0, "allocations are counted on glibc only"))
struct SearchMemoryTests {
  @Test func `a search takes no memory but its answer's`() {
    let words = ["Monet", "Monsoon", "Café", "vessel", "Straße", "2003.238.1", "美術館", "lamp"]
    var content = GuideContent(GuideCollection(key: "c", format: "test"))
    for index in 0..<2000 {
      let owner = GuideOwner(.item, "k\(index)")
      content.items.append(GuideItem(key: owner.key, kind: "object"))
      let title = "\(words[index % words.count]) \(words[index / 7 % words.count]) \(index)"
      content.texts.append(GuideText(owner, "title", language: "en", title))
      content.codes.append(GuideCode("\(index % 500)", rank: 0, owner: owner))
    }
    let guide = Guide([content])
    let queries = [
      "m", "mon", "monso", "12", "cafe ve", "STRASSE", "2003.23", "美術", "zzz", "lamp 19", "",
      "a longer text with many words that nobody ever wrote",
    ]
    for query in queries + queries { _ = guide.search(query) }
    for query in queries {
      let before = countedAllocations()
      let found = guide.search(query)
      let taken = countedAllocations() - before
      #expect(taken <= (found.isEmpty ? 0 : 1), "\(query): \(taken) for \(found.count)")
    }
  }
}
