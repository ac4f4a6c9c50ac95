import IndoorModel

extension Guide.Part {
  /// What a list shows of an item.
  func row(of item: GuideItem, in content: GuideContent) -> GuideRow {
    let owner = GuideOwner(.item, item.key)
    let title = text(named: nil, of: owner, in: content)
    return GuideRow(
      id: GuideRow.ID(collection: content.collection.key, isTour: false, key: item.key),
      kind: item.kind, title: title.map { content.texts[$0].value } ?? "",
      language: title.map { content.texts[$0].language } ?? content.collection.language,
      place: GuideRow.Place(
        coordinate: item.place.coordinate, level: item.place.ordinal,
        building: item.place.building), groups: item.groups,
      codes: codeTexts(of: owner, in: content))
  }

  /// An owner's codes, those that are dialled first, each once.
  func codeTexts(of owner: GuideOwner, in content: GuideContent) -> [String] {
    guard let own = codes[owner] else { return [] }
    var found: [String] = []
    for index in own.sorted(by: { content.codes[$0].rank < content.codes[$1].rank }) {
      let code = content.codes[index].code
      if !found.contains(code) { found.append(code) }
    }
    return found
  }

  /// Which text is that of a name, or without one the title, in the best language.
  func text(named name: String?, of owner: GuideOwner, in content: GuideContent) -> Int? {
    var best: (index: Int, name: Int, language: Int)?
    for index in texts[owner] ?? [] where content.texts[index].position == 0 {
      let own = content.texts[index].name
      guard let rank = name.map({ $0 == own ? 0 : nil }) ?? GuideText.titles.firstIndex(of: own)
      else { continue }
      let language = choice.rank(of: content.texts[index].language)
      if let best, (best.name, best.language) <= (rank, language) { continue }
      if Guide.isSaid(content.texts[index].value) { best = (index, rank, language) }
    }
    return best?.index
  }
}

extension Guide {
  /// What a list shows of an entry.
  func row(
    _ place: Int, distance: GuideRow.Distance? = nil, isFromSomewhere: Bool = false
  ) -> GuideRow {
    var row = rows[place]
    row.distance = distance
    row.isFromSomewhere = isFromSomewhere
    return row
  }

  /// What a list shows of a tour.
  func row(ofTour tour: GuideTour, in part: Int) -> GuideRow {
    let owner = GuideOwner(.tour, tour.key)
    let title = text(named: nil, of: owner, in: part)
    let collection = contents[part].collection
    return GuideRow(
      id: GuideRow.ID(collection: collection.key, isTour: true, key: tour.key), kind: "tour",
      title: title?.value ?? "", language: title?.language ?? collection.language,
      place: GuideRow.Place(
        coordinate: tour.place.coordinate, level: tour.place.ordinal, building: tour.place.building),
      groups: [], codes: codes(of: owner, in: part))
  }

  private func codes(of owner: GuideOwner, in part: Int) -> [String] {
    parts[part].codeTexts(of: owner, in: contents[part])
  }

  /// The text of a name, or without one the title, in the guide's language as far as it is there.
  func text(named name: String?, of owner: GuideOwner, in part: Int) -> GuideText? {
    parts[part].text(named: name, of: owner, in: contents[part]).map { contents[part].texts[$0] }
  }

  /// What names a row in a cursor: the same in every process.
  static func cursor(_ id: GuideRow.ID) -> String {
    (id.collection.utf8 + [0] + id.key.utf8).map { byte in
      let hex = String(byte, radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }.joined()
  }

  /// The entry that a cursor names.
  func entry(of cursor: String) throws(GuideError) -> Int {
    let digits = Array(cursor.utf8)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count - 1, by: 2) {
      guard
        let byte = UInt8(String(decoding: digits[start...(start + 1)], as: UTF8.self), radix: 16)
      else { throw .badCursor(cursor) }
      bytes.append(byte)
    }
    guard digits.count % 2 == 0, let gap = bytes.firstIndex(of: 0) else {
      throw .badCursor(cursor)
    }
    let collection = String(decoding: bytes[..<gap], as: UTF8.self)
    let key = String(decoding: bytes[(gap + 1)...], as: UTF8.self)
    guard let part = contents.firstIndex(where: { $0.collection.key == collection }),
      let entry = parts[part].items[key]
    else { throw .badCursor(cursor) }
    return entry
  }
}
