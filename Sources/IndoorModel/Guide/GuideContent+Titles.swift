extension GuideContent {
  /// The titles in the collection's language, which programs of maps label items and tours with.
  package var titles: [GuideOwner: String] {
    var found: [GuideOwner: (rank: Int, text: String)] = [:]
    for text in texts where text.language == collection.language {
      guard let rank = GuideText.titles.firstIndex(of: text.name),
        rank < found[text.owner]?.rank ?? .max
      else { continue }
      found[text.owner] = (rank, text.value)
    }
    return found.mapValues(\.text)
  }
}
