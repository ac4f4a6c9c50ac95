import IndoorGeometry
package import IndoorModel

/// Names and categories that units and openings had and that a source of the same ids doesn't have,
/// as a drawing made anew: what has an id is replaced as a whole.
package enum LostNames {
  /// Units, or openings, from which on it isn't one that was meant, and what share they are of
  /// those that had one and come again.
  private static let least = 2, share = 0.5

  /// - Parameter name: what the finding's sentence calls the venue.
  package static func finding(from before: Venue, to after: Venue, name: String) -> VenueFinding? {
    func lost<Feature>(
      _ before: [Feature], _ after: [Feature], _ id: KeyPath<Feature, String>,
      _ property: KeyPath<Feature, String?>
    ) -> [String] {
      let now = Dictionary(after.map { ($0[keyPath: id], $0) }) { first, _ in first }
      let had = before.filter { $0[keyPath: property] != nil && now[$0[keyPath: id]] != nil }
      let lost = had.map { $0[keyPath: id] }.filter { now[$0]?[keyPath: property] == nil }
      let isMuch = lost.count >= least && Double(lost.count) >= share * Double(had.count)
      return isMuch ? lost : []
    }
    let nameless =
      lost(before.units, after.units, \.id, \.name)
      + lost(before.openings, after.openings, \.id, \.name)
    let without =
      lost(before.units, after.units, \.id, \.category)
      + lost(before.openings, after.openings, \.id, \.category)
    guard let first = nameless.first ?? without.first else { return nil }
    let what = [(nameless.count, "name"), (without.count, "category")].filter { $0.0 > 0 }
      .map { "\($0.0) lose their \($0.1)" }.joined(separator: " and ")
    return VenueFinding(
      .namesLost,
      "\(name): of the units and openings that the sources have by the same ids \(what), as"
        + " \"\(first)\", of which they say none; import a file that does")
  }
}
