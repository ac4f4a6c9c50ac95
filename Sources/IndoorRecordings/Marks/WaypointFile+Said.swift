import IndoorJSON
import IndoorModel

extension WaypointFile {
  /// What a point's properties say, by their names in capitals or not. Those that say nothing
  /// aren't there: layers that were merged have the others' empty.
  struct Said {
    /// One of them.
    struct Member {
      /// Its name in small letters, without what nobody sees around it.
      let name: String
      /// Its name as it is written.
      let key: String
      let value: JSONNode

      /// What it says, to be compared: 2 and "2" are one.
      var word: String { value.string?.trimmed ?? value.digits ?? "" }
    }

    private let members: [Member]

    init(_ properties: JSONNode?) {
      members = (properties?.members.map(\.self) ?? []).compactMap { key, value in
        guard !value.isNull, value.string?.trimmed.isEmpty != true else { return nil }
        return Member(name: key.seen.folded, key: key, value: value)
      }
    }

    subscript(_ name: String) -> JSONNode? { named([name]).first?.value }

    /// Those that are called so, the first names first; of one name what is spelled so first.
    func named(_ names: [String]) -> [Member] {
      names.flatMap { name in
        let all = members.filter { $0.name == name }
        return all.filter { $0.key == name } + all.filter { $0.key != name }
      }
    }

    /// The building that it names, by its id or its name; empty where it names none.
    var building: String {
      let node = self["building"] ?? self["building_id"]
      let listed = node.map { $0.elements.prefix(2).map(\.self) } ?? []
      let said = listed.count == 1 ? listed[0] : node
      guard let said, let word = said.string ?? said.integer.map({ String($0) }) else { return "" }
      // OpenStreetMap's tag says that something is a building, and not which.
      return ["yes", "no", "true", "false"].contains(word.trimmed.lowercased()) ? "" : word.trimmed
    }

    /// The name of a property that says the level as others do.
    ///
    /// - Parameter isWritten: whether there is a level by its own name, beside which others may say
    ///   the same in other words.
    func otherLevel(beside isWritten: Bool) -> String? {
      let other = members.first { member in
        guard
          Self.otherLevels.contains(member.name)
            || !isWritten && Self.lesserLevels.contains(member.name),
          (member.value.string ?? member.value.digits) != nil
            || member.value.elements.contains(where: { !$0.isNull })
        else { return false }
        return !Self.ambiguous.contains(member.name) || LevelText.level(member.word) != nil
      }
      return other?.key
    }

    /// What others call a mark's level.
    private static let otherLevels: Set<String> = [
      "ordinal", "level_id", "storey", "etage", "ebene", "stockwerk", "geschoss", "niveau", "piso",
      "planta",
    ]

    /// What they call it, too, or say beside it.
    private static let lesserLevels: Set<String> = [
      "level_name", "level_no", "level_number", "levelname", "levelid", "floor_id", "floor_name",
      "floor_no", "floor_number", "floorid", "floorname", "floornumber", "floornum", "flr", "lvl",
      "vertical_order", "level:ref", "piano", "andar", "verdieping", "geschoß", "étage",
    ]

    /// Those of them that say other things as well, as a plant, how something is played, or how
    /// strong it was heard.
    private static let ambiguous: Set<String> = ["planta", "piano", "andar", "lvl"]
  }
}
