package import IndoorModel

/// Ids for levels whose sources give none.
///
/// They are those of OpenStreetMap's levels as long as these are numbered by their ordinals. Beside
/// mezzanines the ordinal 3 isn't OpenStreetMap's level 3, and no such id is made.
package struct MadeLevelIDs {
  private var hasMezzanine = false

  /// Makes ids beside levels of these.
  package init(beside ids: some Sequence<String>) { note(ids) }

  /// Takes note of ids that sources give.
  mutating func note(_ ids: some Sequence<String>) {
    hasMezzanine =
      hasMezzanine
      || ids.contains { id in
        let own = id.lastIndex(of: "/").map { id[id.index(after: $0)...] } ?? id[...]
        return OSMLevels.level(ofID: own).map { $0 != $0.rounded() } == true
      }
  }

  /// An id for a level, none that is taken.
  package func id(of key: LevelKey, isTaken: (String) -> Bool) -> String {
    let own = "\(OSMLevels.madeID)\(key.ordinal)"
    let made = key.building.isEmpty ? own : "\(key.building)/\(own)"
    var copies = hasMezzanine ? 2 : 1
    var fresh = hasMezzanine ? "\(made)~2" : made
    while isTaken(fresh) {
      copies += 1
      fresh = "\(made)~\(copies)"
    }
    return fresh
  }
}
