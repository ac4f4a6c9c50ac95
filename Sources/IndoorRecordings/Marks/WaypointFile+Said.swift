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
    }

    private let members: [Member]

    init(_ properties: JSONNode?) {
      members = (properties?.members.map(\.self) ?? []).compactMap { key, value in
        guard !value.isNull, value.string?.trimmed.isEmpty != true else { return nil }
        return Member(name: key.seen.folded, key: key, value: value)
      }
    }

    /// What is called so, or else the first that looks so.
    subscript(_ name: String) -> JSONNode? {
      (members.first { $0.key == name } ?? members.first { $0.name == name })?.value
    }

    /// What a level's property says, to be compared: 2 and "2" are one.
    static func word(_ node: JSONNode) -> String { node.string?.trimmed ?? node.digits ?? "" }

    /// Two numbers that it says of its level under names that look alike, as `level` and `LEVEL`,
    /// or by `floor`.
    var twoLevels: (Int, Int)? {
      let numbers = members.filter { ["level", "floor"].contains($0.name) }.compactMap {
        Int(Self.word($0.value))
      }
      guard let first = numbers.first, let other = numbers.first(where: { $0 != first }) else {
        return nil
      }
      return (first, other)
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
            || !isWritten && Self.lesserLevels.contains(member.name)
        else { return false }
        let value = member.value
        let texts = ([value] + value.elements.map(\.self)).compactMap { $0.string ?? $0.digits }
        // A yes or no names no level, nor does a list of nothing.
        return Self.ambiguous.contains(member.name)
          ? texts.contains { LevelText.level($0) != nil }
          : texts.contains { !$0.trimmed.isEmpty } || value.members.contains { _ in true }
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

    /// Those of them that say other things as well: that there is a plant, or a piano.
    private static let ambiguous: Set<String> = ["planta", "piano"]
  }
}
