public import IndoorGeometry
public import IndoorModel

/// What positioners know of a venue: what is heard where, and where one can walk. Several of them may share it.
public struct PositioningMap: Sendable {
  /// The venue's local frame.
  public let frame: LocalFrame
  /// The radio map's index.
  public let index: RadioIndex
  let walkable: WalkableGrid

  /// Makes a map of a venue with its units and outlines.
  public init(venue: Venue, map: RadioMap) {
    frame = venue.frame
    index = RadioIndex(map: map)
    var surveyed: [[LocalPoint]] = Array(repeating: [], count: map.levels.count)
    for (place, level) in zip(map.places, map.levelIndices) { surveyed[Int(level)].append(place) }
    walkable = WalkableGrid(venue: venue, levels: map.levels, surveyed: surveyed)
  }

  /// Makes a map without walls.
  public init(frame: LocalFrame, map: RadioMap) {
    self.init(frame: frame, index: RadioIndex(map: map), walkable: WalkableGrid())
  }

  init(frame: LocalFrame, index: RadioIndex, walkable: WalkableGrid) {
    self.frame = frame
    self.index = index
    self.walkable = walkable
  }
}
