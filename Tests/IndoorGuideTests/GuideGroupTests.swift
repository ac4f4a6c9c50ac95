import IndoorGeometry
import IndoorGuide
import IndoorModel
import Testing

/// Groups in groups, however deep, and those that are in themselves.
struct GuideGroupTests {
  private static let middle = Coordinate(latitude: 41.8796, longitude: -87.6235)

  private static func content(
    parents: [Int?], items: [[Int]], isPlaced: Bool = true
  ) -> GuideContent {
    var content = GuideContent(GuideCollection(key: "c", format: "test"))
    content.groups = parents.enumerated().map { index, parent in
      GuideGroup(key: "g\(index)", parent: parent.map { "g\($0)" }, label: "Room")
    }
    for (index, groups) in items.enumerated() {
      let place = Coordinate(
        latitude: middle.latitude + 1e-5 * Double(items.count - index), longitude: middle.longitude)
      content.items.append(
        GuideItem(
          key: "i\(index)", kind: "object",
          place: isPlaced ? GuidePlace(place) : GuidePlace(), groups: groups.map { "g\($0)" }))
    }
    return content
  }

  @Test func `a group has each item once that a walk out of its groups meets it with`() throws {
    var random = SplitMix64(seed: 3)
    for count in [1, 2, 3, 10, 40] {
      for _ in 0..<10 {
        // Any group may be in any: trees, circles, trees that hang on circles.
        let parents = (0..<count).map { _ in
          Int.random(in: 0...3, using: &random) == 0
            ? nil : Int.random(in: 0..<count, using: &random)
        }
        let items = (0..<20).map { _ in
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Int.random(in: 0..<count, using: &random)
          }
        }
        var members: [Set<Int>] = Array(repeating: [], count: count)
        for (item, groups) in items.enumerated() {
          for group in groups {
            var next: Int? = group
            for _ in 0...count {
              if let group = next { members[group].insert(item) }
              next = next.flatMap { parents[$0] }
            }
          }
        }
        let guide = Guide([Self.content(parents: parents, items: items)])
        #expect(guide.groups().map(\.items) == members.map(\.count))
        // The last items are the nearest.
        let rows = guide.groups(near: GuidePosition(Self.middle))
        let whole = try guide.items(near: GuidePosition(Self.middle)).rows
        for row in rows {
          let nearest = Int(row.key.dropFirst()).flatMap { members[$0].max() }
          #expect(
            row.distance
              == nearest.flatMap { item in
                whole.first { $0.id.key == "i\(item)" }?.distance
              })
        }
      }
    }
  }

  /// Walking out of each item's groups takes hours.
  @Test(arguments: [nil, 99_999, 50_000])
  func `groups may lie a hundred thousand deep, or in a circle of as many`(outermost: Int?) throws {
    let start = ContinuousClock.now
    let count = 100_000
    var content = Self.content(
      parents: (0..<count).map { $0 == 0 ? outermost : $0 - 1 },
      items: Array(repeating: [count - 1, count / 2], count: 5000), isPlaced: false)
    content.groups[0].place = GuidePlace(Self.middle)
    content.rules = [GuideRule(GuideOwner(.group, "g1"), .hours("24/7"))]
    content.tours = [
      GuideTour(key: "t", stops: content.items.map { GuideStop(item: $0.key) })
    ]
    let guide = Guide([content])
    #expect(guide.groups().allSatisfy { $0.items == 5000 })
    #expect(try guide.tour("t").stops.allSatisfy { $0.place.coordinate == Self.middle })
    #expect(try guide.tours().first?.stops.count == 5000)
    var filter = GuideFilter()
    filter.openAt = "2026-05-06T11:15"
    #expect(try guide.items(filter).total == 5000)
    content.rules[0].when = .hours("off")
    #expect(try Guide([content]).items(filter).total == 0)
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  /// Formats call what a group's label is taken from title, preferred_labels and so on.
  @Test(arguments: ["label", "title", "preferred_labels"], [false, true])
  func `a group is called and found by its name in each language`(
    name: String, isPrepared: Bool
  ) throws {
    var content = Self.content(parents: [nil], items: [[0]])
    let owner = GuideOwner(.group, "g0")
    content.texts = [
      GuideText(owner, name, language: "en", "Room"),
      GuideText(owner, name, language: "de", "Saal"),
      GuideText(owner, "note", language: "de", "Ecke"),
    ]
    let source = Kept(content: content, isPrepared: isPrepared)
    for (language, label) in [
      ("de", "Saal"), ("deu-AT", "Saal"), ("ger", "Saal"), ("en", "Room"), ("fr", "Room"),
    ] {
      let guide = try Guide(source, language: language)
      #expect(guide.groups().map(\.label) == [label])
      for word in ["Room", "Saal", "g0"] {
        var filter = GuideFilter()
        filter.group = word
        #expect(try guide.items(filter).rows.map(\.id.key) == ["i0"], "\(word)")
      }
      var filter = GuideFilter()
      filter.group = "Ecke"
      #expect(throws: GuideError.self) { try guide.items(filter) }
    }
  }

  /// As a translator's table of `key` and `title@fr` adds it; a title beside it in the guide's own
  /// language is something else.
  @Test(arguments: [false, true])
  func `a label's translation may be called a title`(isPrepared: Bool) throws {
    var content = Self.content(parents: [nil], items: [[0]])
    let owner = GuideOwner(.group, "g0")
    content.groups[0].label = "Room"
    content.texts = [
      GuideText(owner, "label", language: "en", "Room"),
      GuideText(owner, "title", language: "fr", "Salle"),
      GuideText(owner, "name", language: "en", "Curator"),
      GuideText(owner, "name", language: "fr", "Conservatrice"),
    ]
    let source = Kept(content: content, isPrepared: isPrepared)
    for (language, label) in [("fr", "Salle"), ("en", "Room"), ("de", "Room")] {
      let guide = try Guide(source, language: language)
      #expect(guide.groups().map(\.label) == [label])
      for word in ["Room", "Salle", "g0"] {
        var filter = GuideFilter()
        filter.group = word
        #expect(try guide.items(filter).rows.map(\.id.key) == ["i0"], "\(word)")
      }
    }
  }

  /// A guide that is kept with what was prepared of it, or without.
  private struct Kept: GuideSource {
    let content: GuideContent
    let isPrepared: Bool

    func guides() -> [GuideContent] { [content] }

    func guide(_ key: String, of owners: [GuideOwner]) -> GuideContent { content }

    func preparedGuide(_ part: PreparedGuidePart) -> [UInt8]? {
      isPrepared ? Guide.prepared([content])[part] : nil
    }
  }
}
