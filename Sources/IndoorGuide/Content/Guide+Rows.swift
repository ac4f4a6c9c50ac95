import IndoorModel

extension Guide {
  /// What a list shows of an entry.
  func row(
    _ place: Int, distance: GuideRow.Distance? = nil, isFromSomewhere: Bool = false
  ) -> GuideRow {
    let entry = entries[place]
    let content = contents[entry.part]
    let item = content.items[entry.item]
    let owner = GuideOwner(.item, item.key)
    let title = text(named: nil, of: owner, in: entry.part)
    return GuideRow(
      id: GuideRow.ID(collection: content.collection.key, isTour: false, key: item.key),
      kind: item.kind, title: title?.value ?? "",
      language: title?.language ?? content.collection.language,
      place: GuideRow.Place(
        coordinate: item.place.coordinate, level: item.place.ordinal,
        building: item.place.building), groups: item.groups,
      codes: codes(of: owner, in: entry.part),
      distance: distance, isFromSomewhere: isFromSomewhere)
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
    var found: [String] = []
    let own = (parts[part].codes[owner] ?? []).map { contents[part].codes[$0] }
    for code in own.sorted(by: { $0.rank < $1.rank }) where !found.contains(code.code) {
      found.append(code.code)
    }
    return found
  }

  /// The text of a name, or without one the title, in the guide's language as far as it is there.
  func text(named name: String?, of owner: GuideOwner, in part: Int) -> GuideText? {
    let content = contents[part]
    let own = (parts[part].texts[owner] ?? []).map { content.texts[$0] }
    guard let name = name ?? Self.titleName(of: own) else { return nil }
    let named = own.filter { $0.name == name && $0.position == 0 && Self.isSaid($0.value) }
    let choice = LanguageChoice(language, fallback: content.collection.language)
    return choice.best(of: named.map(\.language)).map { named[$0] }
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
