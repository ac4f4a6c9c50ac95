package import IndoorModel

extension ContentCheck {
  /// Tells works of the collection that stand there twice, under different keys.
  mutating func twins() {
    let twins = TwinWorks.within(content)
    guard let first = twins.first else { return }
    find(.twinWorks, first.key, Self.sentence(twins, first, nil))
  }

  /// Works that several collections have under different keys, told of the later one.
  package static func sharedWorks(
    of contents: [GuideContent]
  ) -> [(collection: String, finding: GuideFinding)] {
    TwinWorks.across(contents).compactMap { collection, twins in
      guard let first = twins.first else { return nil }
      return (
        collection,
        GuideFinding(
          .twinWorks, item: first.key, source: nil,
          Words.onOneLine(sentence(twins, first, (collection, first.collection))))
      )
    }
  }

  private static func sentence(
    _ twins: [TwinWorks.Twin], _ first: TwinWorks.Twin, _ collections: (own: String, other: String)?
  ) -> String {
    let isOne = twins.count == 1
    let what = twins.allSatisfy(\.isPlaced) ? "title, level and place" : "title and level"
    let pair = collections.map { "\(first.other) of \($0.other) and \(first.key) of \($0.own)" }
    let remedy =
      collections == nil
      ? "write one key for each, import them again by it and take the others out"
      : "import them into one collection, by the keys that they have there, and take the others out"
    return "\(twins.count) \(isOne ? "work has" : "works have") the \(what) of "
      + "\(isOne ? "another" : "others"), as \(pair ?? "\(first.other) and \(first.key)") "
      + "\"\(first.title.prefix(60))\", and \(isOne ? "seems" : "seem") to stand there twice; \(remedy)"
  }
}
