import IndoorModel

/// A building as people name it: by its id or its name.
enum BuildingName {
  /// The id of the building of a name, or the text itself where it is none that the venue has.
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
    return named.first?.id ?? text
  }
}
