import IndoorGeometry
public import IndoorModel
public import IndoorPositioning

/// What recordings themselves tell of a venue that nobody has drawn: where it is, and which levels
/// it has.
public struct VenueSketch {
  private var places: [Coordinate] = []
  private var levels: Set<LevelKey> = []
  private var labels: [LevelKey: String] = [:]
  private var hasLocalPlaces = false

  /// Whether a recording names no level, and whether none does.
  package private(set) var hasNameless = false
  package var namesNoLevel: Bool { levels.isEmpty }

  /// Makes a sketch of nothing.
  public init() {}

  /// Takes a recording's waypoints into account.
  ///
  /// - Parameters:
  ///   - recording: what a surveyor recorded.
  ///   - labels: what the recording calls its levels, where that is more than their
  ///     ordinals.
  public mutating func add(_ recording: Recording, labels: [LevelKey: String] = [:]) {
    self.labels.merge(labels) { first, _ in first }
    var (says, lacks) = (false, false)
    for waypoint in recording.waypoints {
      switch waypoint.place {
      case .coordinate(let place) where place.isValid: places.append(place)
      case .local: hasLocalPlaces = true
      default: continue
      }
      if let level = waypoint.level ?? recording.level {
        levels.insert(level)
        says = true
      } else {
        lacks = true
      }
    }
    if lacks, !says { hasNameless = true }
  }

  /// The venue: the one there is with the levels it lacks, or a new one whose origin is the middle
  /// of all places, of those that lie too far apart for a venue the median (0°, 0° where they are
  /// local metres). Levels have no outline, and their ordinals
  /// for labels where the recordings have no others. Where nobody names a level, there is one, the
  /// ground floor.
  ///
  /// A venue with outlines is somebody's drawing, and stays as it is.
  ///
  /// - Parameters:
  ///   - to: the venue there is.
  ///   - path: the recordings, for the message.
  ///   - name: what a new venue is called.
  ///   - leftOut: what of the recordings couldn't be read, for the message.
  /// - Throws: `.noVenue` where there is none and nothing to make one of.
  public func venue(
    adding to: Venue?, name: String, path: String, leftOut: String? = nil
  ) throws(SurveyError) -> Venue {
    if let to, to.levels.contains(where: { !$0.outline.isEmpty }) { return to }
    var venue: Venue
    if let to {
      venue = to
    } else if let origin {
      venue = Venue(id: name, name: name, origin: origin)
    } else if hasLocalPlaces {
      venue = Venue(id: name, name: name, origin: Coordinate(latitude: 0, longitude: 0))
    } else {
      throw .noVenue(path, leftOut: leftOut)
    }
    var levels = levels
    if levels.isEmpty, venue.levels.isEmpty { levels = [LevelKey(ordinal: 0)] }
    // A drawing may call another level so.
    var taken = Set(venue.levels.map(\.id))
    for key in levels.sorted() where venue.level(key) == nil {
      let id = Self.freeID(for: key, beside: taken)
      taken.insert(id)
      venue.levels.append(Level(id: id, key: key, label: labels[key] ?? String(key.ordinal)))
      if !venue.buildings.contains(where: { $0.id == key.building }) {
        venue.buildings.append(Building(id: key.building))
      }
    }
    venue.levels.sort { $0.key < $1.key }
    return venue
  }

  private static func freeID(for key: LevelKey, beside taken: Set<String>) -> String {
    let name = "level-" + (key.building.isEmpty ? "" : "\(key.building)-") + String(key.ordinal)
    var (fresh, copies) = (name, 1)
    while taken.contains(fresh) {
      copies += 1
      fresh = "\(name)~\(copies)"
    }
    return fresh
  }

  /// The middle of all places.
  private var origin: Coordinate? {
    guard let first = places.first else { return nil }
    // Across the antimeridian longitudes go on.
    let latitudes = places.map(\.latitude).sorted()
    let longitudes = places.map { place in
      place.longitude + 360 * ((first.longitude - place.longitude) / 360).rounded()
    }.sorted()
    func middle(_ sorted: [Double]) -> Double { (sorted[0] + sorted[sorted.count - 1]) / 2 }
    func median(_ sorted: [Double]) -> Double { sorted[sorted.count / 2] }
    func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
      let turns = (longitude / 360).rounded()
      return Coordinate(latitude: latitude, longitude: longitude - 360 * turns)
    }
    let centre = coordinate(middle(latitudes), middle(longitudes))
    let frame = LocalFrame(origin: centre)
    let isWide = [latitudes[0], latitudes[latitudes.count - 1]].contains { latitude in
      let corner = frame.local(from: coordinate(latitude, longitudes[0]))
      // Of what is half the Earth away it may be no number.
      return !(abs(corner.x) <= WaypointResolver.reach && abs(corner.y) <= WaypointResolver.reach)
    }
    return isWide ? coordinate(median(latitudes), median(longitudes)) : centre
  }
}
