package import IndoorGeometry

/// Where what is drawn of a venue's levels lies, in boxes: what lies nowhere near them belongs
/// elsewhere.
package struct DrawnLevels {
  /// Metres from which on a plan lies away from its building: no wing stands farther off.
  package static let apart = 100.0

  /// Boxes of a level that are kept apart; more become one.
  private static let most = 50

  private var boxes: [LevelKey: [BoundingBox<LocalPoint>]] = [:]

  /// Looks where a venue's outlines and units lie.
  ///
  /// - Parameter planned: levels whose outline a plan made.
  package init(_ venue: Venue, except planned: Set<LevelKey> = []) {
    for level in venue.levels where !planned.contains(level.key) {
      for polygon in level.outline { add(polygon, to: level.key, venue.frame) }
    }
    for unit in venue.units {
      for polygon in unit.geometry { add(polygon, to: unit.level, venue.frame) }
    }
  }

  private mutating func add(
    _ polygon: Polygon<Coordinate>, to level: LevelKey, _ frame: LocalFrame
  ) {
    let corners = polygon.exterior.lazy.map { frame.local(from: $0) }.filter(\.isFinite)
    guard let box = BoundingBox(corners) else { return }
    boxes[level, default: []].append(box)
    guard let all = boxes[level], all.count > Self.most else { return }
    boxes[level] = BoundingBox(all.flatMap { [$0.minimum, $0.maximum] }).map { [$0] }
  }

  /// The levels of which something is drawn, in order.
  package var levels: [LevelKey] { boxes.keys.sorted() }

  /// Metres between a box and all that is drawn of a building; `nil` where nothing is.
  package func gap(from box: BoundingBox<LocalPoint>, to building: String) -> Double? {
    boxes.lazy.filter { $0.key.building == building }.flatMap(\.value).map { $0.gap(to: box) }
      .min()
  }

  /// Metres between what is drawn of two levels; `nil` where nothing is of one.
  package func gap(from level: LevelKey, to other: LevelKey) -> Double? {
    boxes[level]?.lazy.flatMap { box in (boxes[other] ?? []).map { $0.gap(to: box) } }.min()
  }
}
