import CGEOS
public import IndoorGeometry
public import IndoorModel

/// Where people can walk on a level: its outline less what blocks, rooms joined by openings.
///
/// Walls are strips along the edges of units that enclose (all but walkways and the like), open
/// where an opening lies. Units of solid matter, and enclosing units that no opening leads into,
/// block whole.
public struct GroundArea: Sendable {
  /// Sizes of what the venue doesn't draw.
  public struct Parameters: Sendable {
    /// Thickness of walls, in metres. Thicker walls part rooms more surely and leave less to walk
    /// on.
    public var wall = 0.2
    /// Metres that an opening reaches to either side of its line: at least a drawn wall's
    /// thickness, or it joins nothing.
    public var reach = 0.35
    /// Metres from an opening to the next room within which only a wall can be, where nothing is
    /// drawn between: the opening goes through it.
    public var thickest = 0.6
    /// Square metres below which a part is left out: nobody stands on less, and edges that nearly
    /// meet leave slivers.
    public var smallest = 0.25

    /// Whether a part of a very large level comes in one piece. Cut into pieces that lie side by
    /// side it takes less time.
    public var isJoined = true

    /// The defaults.
    public init() {}
  }

  /// The parts that hang together, in local metres, largest first.
  public let parts: [Polygon<LocalPoint>]

  /// Works out the area. A level without an outline has that of its units.
  public init(
    of level: Level, units: [Unit], openings: [Opening], frame: LocalFrame,
    parameters: Parameters = Parameters()
  ) {
    guard let arena = GEOSArena() else {
      parts = []
      return
    }
    let drawing = GroundDrawing(
      arena, outline: level.outline, units: units, openings: openings, frame: frame,
      parameters: parameters)
    let area = drawing.area(joined: parameters.isJoined)
    parts = (area.map { arena.localPolygons(of: $0) } ?? []).map { ($0, area: $0.area) }
      .filter { $0.area >= parameters.smallest }.sorted { $0.area > $1.area }.map(\.0)
  }
}

extension GroundArea {
  /// Checks whether a venue's ground can be worked out, which costs a small part of doing so.
  ///
  /// - Parameters:
  ///   - venue: the venue.
  ///   - name: what errors call it.
  /// - Throws: `VenueError` with `.tangledUnits` where two units of a level, or one and its
  ///   outline, have too many edges across each other, or all of them together.
  package static func check(_ venue: Venue, name: String) throws(VenueError) {
    let units = Dictionary(grouping: venue.units, by: \.level)
    var crossings = UnitCrossings()
    for level in venue.levels {
      let inside = units[level.key] ?? []
      let found =
        crossings.first(of: level, units: inside, frame: venue.frame)
        ?? crossings.heap(of: level, units: inside, frame: venue.frame)
      if let found { throw .tangled(name, found) }
    }
  }
}
