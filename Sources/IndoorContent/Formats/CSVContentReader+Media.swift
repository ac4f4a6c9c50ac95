import IndoorModel

// The table of media.
extension CSVContentReader {
  static func medium(_ row: CSVContentRow, _ builder: inout ContentBuilder) {
    guard let uri = row.word("uri") ?? row.word("key") else {
      return builder.find(
        .missingKey, line: row.line,
        "a medium has neither key nor uri and is left out; give it both, or take the line out")
    }
    let key = row.word("key") ?? uri
    if row.word("uri") != nil, let odd = ListText.odd(medium: uri) {
      builder.find(
        .badValue, of: GuideOwner(.medium, key), line: row.line,
        "the column uri has \(uri.prefix(200)), which \(odd)")
    }
    let stored = builder.stored.media[key] ?? []
    let said = language(of: row, uri: uri, beside: stored, &builder)
    let language = said ?? ""
    // Where nothing tells languages apart, a row is of all of them, but for what is of one alone.
    let old =
      said == nil
      ? stored
      : stored.filter { LanguageTag.shortest($0.language) == LanguageTag.shortest(language) }
    let meant = said == nil ? meant(of: stored, builder) : Set(old.map(\.language))
    if meant.isEmpty, !old.isEmpty { tellUnsaid(row, key: key, uri: uri, stored, &builder) }
    let fresh = fresh(GuideMedium(key: key, uri: uri, type: "", language: language), row, stored)
    var (isFirst, isTold) = (true, false)
    for medium in old.isEmpty ? [fresh] : old {
      var medium = medium
      let isMeant = old.isEmpty || meant.contains(medium.language)
      let isMoved = isMeant && row.says("uri") && medium.uri != uri
      if isMoved { medium.uri = uri }
      if row.says("type") || isMoved {
        medium.type = type(of: row, uri: medium.uri, &builder, tells: !isTold)
        isTold = true
      }
      if row.says("credit") { medium.about.credit = row.word("credit") }
      if row.says("licence") { medium.about.licence = row.word("licence") }
      if row.says("free_only") { medium.about.isFreeOnly = row.truth("free_only") }
      if isMeant, row.says("alt") { medium.about.alternative = row.lines("alt") }
      if isMeant, row.says("transcript") { medium.about.transcript = row.lines("transcript") }
      isFirst = builder.add(medium) && isFirst
    }
    if !isFirst {
      let also = language.isEmpty ? "" : " and the language \(language)"
      let remedy =
        row.word("language") == nil
        ? "write the language of each into the column language, or give one another key"
        : "give one another"
      builder.find(
        .duplicateKey, line: row.line,
        "two media have the key \(key)\(also), and only the first is kept; \(remedy)")
    }
    say(row, of: GuideOwner(.medium, key), except: Kind.media.columns, &builder)
  }

  /// The language of a row's medium: that which it says, or, where it says none and somebody said
  /// one of them all, that one. A picture has none where nothing is said of it in words, or in
  /// those of the collection. `nil` where nothing tells languages apart.
  private static func language(
    of row: CSVContentRow, uri: String, beside stored: [GuideMedium],
    _ builder: inout ContentBuilder
  ) -> String? {
    if let word = row.word("language") { return builder.tag(word) }
    guard builder.options.isLanguageSaid else { return row.says("language") ? "" : nil }
    let said = builder.language
    let isThere = stored.contains {
      LanguageTag.shortest($0.language) == LanguageTag.shortest(said)
    }
    guard !isThere else { return said }
    let isOwn = isOwn(said, builder)
    let hasPlain = stored.contains(where: \.language.isEmpty)
    if isOwn, hasPlain { return "" }
    let hasWords = row.word("alt") != nil || row.word("transcript") != nil
    let isPlain = isPicture(row, uri: uri, stored) && (isOwn || !hasWords)
    return isPlain && (hasPlain || stored.isEmpty) ? "" : said
  }

  /// Whether a language is the collection's, in whatever region.
  private static func isOwn(_ language: String, _ builder: ContentBuilder) -> Bool {
    func noun(_ tag: String) -> Substring {
      LanguageTag.shortest(tag.lowercased()).prefix { $0 != "-" && $0 != "_" }
    }
    return noun(language) == noun(builder.stored.language ?? builder.language)
  }

  private static func isPicture(
    _ row: CSVContentRow, uri: String, _ stored: [GuideMedium]
  ) -> Bool {
    let type =
      row.word("type").flatMap(MediaType.called) ?? stored.first?.type ?? MediaType.of(uri)
    return MediaType.plain(type).hasPrefix("image/")
  }

  /// Of which of a medium's languages the address and the words are in a row that names none: the
  /// medium without a language, or the only one where that is the collection's.
  private static func meant(of stored: [GuideMedium], _ builder: ContentBuilder) -> Set<String> {
    if stored.contains(where: \.language.isEmpty) { return [""] }
    guard stored.count == 1, let only = stored.first, isOwn(only.language, builder) else {
      return []
    }
    return [only.language]
  }

  /// Tells an address and words that may be of one language alone, and are left as they were.
  private static func tellUnsaid(
    _ row: CSVContentRow, key: String, uri: String, _ stored: [GuideMedium],
    _ builder: inout ContentBuilder
  ) {
    let address = builder.address(of: uri)
    let others = [
      ("uri", stored.contains { $0.uri != uri && $0.uri != address }),
      ("alt", stored.contains { $0.about.alternative != row.lines("alt") }),
      ("transcript", stored.contains { $0.about.transcript != row.lines("transcript") }),
    ].filter { row.says($0.0) && $0.1 }.map(\.0)
    guard let first = others.first else { return }
    let value = row.word(first).map { $0.prefix(40) } ?? "nothing"
    builder.find(
      .badValue, of: GuideOwner(.medium, key), line: row.line,
      "the column \(first) has \(value), and the row no language, where the medium \(key) is in "
        + stored.map(\.language).joined(separator: " and ")
        + ", so that its \(others.joined(separator: " and ")) stayed as \(others.count > 1 ? "they were" : "it was"); "
        + "add the column language, or say what language the table is in")
  }

  /// A medium in a language that it wasn't in: where the table has no addresses, at that of its
  /// others.
  private static func fresh(
    _ medium: GuideMedium, _ row: CSVContentRow, _ stored: [GuideMedium]
  ) -> GuideMedium {
    var medium = medium
    medium.type = MediaType.of(medium.uri)
    guard !row.says("uri"), let like = stored.first(where: \.language.isEmpty) ?? stored.first
    else { return medium }
    (medium.uri, medium.type, medium.about) = (like.uri, like.type, like.about)
    (medium.about.alternative, medium.about.transcript) = (nil, nil)
    return medium
  }

  /// Tells a sound of a table in another language than the collection's, which is played in all of
  /// them.
  static func tellForeignSound(
    _ row: CSVContentRow, of owner: GuideOwner, _ builder: inout ContentBuilder
  ) {
    guard builder.options.isLanguageSaid, !isOwn(builder.language, builder) else { return }
    let old = builder.stored.uses(of: owner).filter { $0.role == "audio" }.map(\.medium)
    let new = row.words("audio")
    guard let fresh = new.first(where: { !old.contains($0) }),
      let gone = old.first(where: { !new.contains($0) })
    else { return }
    builder.find(
      .badValue, of: owner, line: row.line,
      "the column audio has \(fresh.prefix(60)), which is played in all languages now in place of "
        + "\(gone.prefix(60)); leave the latter there, and give it a row of media.csv in \(builder.language)"
    )
  }

  /// The media type that a row gives, or that of the file's name where it gives a word such as
  /// `audio` or `JPEG`; where the name doesn't tell one, what the word stands for.
  private static func type(
    of row: CSVContentRow, uri: String, _ builder: inout ContentBuilder, tells: Bool
  ) -> String {
    let named = MediaType.of(uri)
    guard let word = row.word("type") else { return named }
    let called = MediaType.called(word)
    if MediaType.isOne(word), called == nil { return word }
    let isKnown = named != MediaType.unknown
    if let called, !isKnown || MediaType.isOf(named, called) { return isKnown ? named : called }
    if MediaType.isOne(word) { return word }
    if tells {
      let taken =
        isKnown
        ? ", so that \(named) is taken, by the name \(uri.prefix(200))"
        : ", and the name \(uri.prefix(200)) tells none"
      builder.find(
        .badValue, line: row.line,
        "the column type has \"\(word.prefix(40))\", which is no media type\(taken); write one, as "
          + "audio/mpeg or image/jpeg")
    }
    return named
  }
}
