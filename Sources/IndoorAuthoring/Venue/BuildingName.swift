import IndoorModel

/// A building as people name it: by its id or its name.
enum BuildingName {
  /// The id of the building of a name, in capitals or not where only one is called so, or the text
  /// itself where it is none that the venue has.
  ///
  /// - Throws: `.severalBuildings` for a name that two have.
  static func id(_ text: String, in venue: Venue, of path: String) throws(AuthoringError) -> String
  {
    // As the file spells it.
    let key = text.comparedID
    if let building = venue.buildings.first(where: { $0.id.comparedID == key }) {
      return building.id
    }
    let named = venue.buildings.filter { $0.name == text }
    guard named.count < 2 else {
      throw AuthoringError(
        .severalBuildings,
        "\(path): the buildings \(named.map(\.id).joined(separator: ", ")) are both called \"\(text)\"; name one by its id"
      )
    }
    if let only = named.first { return only.id }
    // As people write it who don't copy it.
    let loose = venue.buildings.filter {
      [$0.id, $0.name].contains { $0?.comparedName == text.comparedName }
    }
    return loose.count == 1 ? loose[0].id : text
  }

  /// What a building can be called by: its id, or its name where that is empty.
  static func shown(_ id: String, in venue: Venue) -> String {
    id.isEmpty ? venue.buildings.first { $0.id.isEmpty }?.name ?? "\"\"" : id
  }

  /// The same of several, in their order.
  static func shown(_ ids: some Sequence<String>, in venue: Venue) -> String {
    ids.sorted().map { shown($0, in: venue) }.joined(separator: ", ")
  }
}
