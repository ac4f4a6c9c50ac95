import IndoorGeometry
package import IndoorModel

/// Outlines of levels that leave out units which lay in the one before: a level has one outline,
/// and of files of its parts that come one after the other the last one's counts.
package enum ReplacedOutlines {
  /// One finding for each level of whose units some that stay lie outside of its new outline.
  ///
  /// - Parameter name: what the finding's sentence calls the venue.
  package static func findings(
    from before: Venue, to after: Venue, name: String
  ) -> [VenueFinding] {
    let come = Set(after.units.map(\.id))
    let frame = before.frame
    func boxes(_ polygons: [Polygon<Coordinate>]) -> [BoundingBox<LocalPoint>] {
      polygons.compactMap { BoundingBox(around: [frame.local(from: $0)]) }
    }
    let outlines = Dictionary(after.levels.map { ($0.id, $0.outline) }) { first, _ in first }
    let units = Dictionary(grouping: before.units.filter { !come.contains($0.id) }, by: \.level)
    return before.levels.compactMap { level in
      guard let outline = outlines[level.id], !outline.isEmpty, outline != level.outline else {
        return nil
      }
      let (was, now) = (boxes(level.outline), boxes(outline))
      let outside = (units[level.key] ?? []).filter { unit in
        guard let box = BoundingBox(around: unit.geometry.map { frame.local(from: $0) }) else {
          return false
        }
        let isOutside = !now.contains { $0.sharesGround(with: box) }
        return isOutside && was.contains { $0.contains(box.centre) }
      }
      guard let first = outside.first else { return nil }
      let label = level.label.isEmpty ? level.id : level.label
      let isOne = outside.count == 1
      return VenueFinding(
        .outlineReplaced,
        "\(name): the outline that level \"\(label)\" (ordinal \(level.key.ordinal)) gets leaves out"
          + " \(isOne ? "unit" : "\(outside.count) units, as") \"\(first.name ?? first.id)\","
          + " that \(isOne ? "lies" : "lie") in the one it had and \(isOne ? "stays" : "stay"); draw one around all"
          + " of the level, or import its files at once")
    }
  }
}
