import IndoorGeometry
public import IndoorModel
public import IndoorPositioning

/// What happened at a region.
public struct RegionEvent: Hashable, Sendable {
  /// The region's id.
  public var region: String
  /// What happened.
  public var kind: Kind
  /// When.
  public var time: Timestamp

  /// Makes an event.
  public init(region: String, kind: Kind, time: Timestamp) {
    self.region = region
    self.kind = kind
    self.time = time
  }

  /// What can happen at a region.
  public enum Kind: Hashable, Sendable {
    /// The device came in.
    case enter
    /// The device went out, or the region's time was over.
    case exit
    /// The device has been inside for the region's dwell time.
    case dwell
  }
}

/// Tells when a device enters, leaves and dwells in regions.
///
/// A position on the edge flickers, so that coming in takes being inside by `margin` and going out
/// being outside by as much; on either side that has to last for `persistence`. What happens within
/// it is no event.
public struct RegionMonitor: Sendable {
  /// What may be tuned.
  public struct Parameters: Hashable, Sendable {
    /// How far inside or outside the edge counts, in metres. Larger is calmer and later. A region
    /// that is too small for it is entered halfway to its middle.
    public var margin = 1.0
    /// How long that has to last, in seconds. Larger is calmer and later.
    public var persistence = 1.5
    /// Least confidence in the level, 0 to 1; positions below it say nothing.
    public var levelConfidence = 0.6

    /// The defaults.
    public init() {}
  }

  /// What is known of a region.
  private struct State {
    var isInside = false
    /// Since when positions have been saying otherwise.
    var doubtedSince: Timestamp?
    var enteredAt: Timestamp?
    var hasDwelt = false
  }

  /// The regions.
  public let regions: [Region]
  /// What may be tuned.
  public let parameters: Parameters
  private var states: [State]
  private let margins: [Double]

  /// Makes a monitor; the device is outside of all regions.
  public init(_ regions: [Region], parameters: Parameters = Parameters()) {
    self.regions = regions
    self.parameters = parameters
    states = Array(repeating: State(), count: regions.count)
    margins = regions.map { min(parameters.margin, Self.depth(of: $0) / 2) }
  }

  /// Ids of the regions that the device is in, in the order given.
  public var current: [String] {
    zip(regions, states).filter { $0.1.isInside }.map(\.0.id)
  }

  /// Takes a position and returns what has happened, in the regions' order.
  public mutating func update(_ position: Position) -> [RegionEvent] {
    guard position.levelConfidence >= parameters.levelConfidence, position.place.isFinite else {
      return []
    }
    var events: [RegionEvent] = []
    for index in regions.indices {
      if let kind = judge(index, position) {
        events.append(RegionEvent(region: regions[index].id, kind: kind, time: position.time))
      }
    }
    return events
  }

  private mutating func judge(_ index: Int, _ position: Position) -> RegionEvent.Kind? {
    let region = regions[index]
    let time = position.time
    let isOpen = region.window?.contains(time) ?? true
    guard isOpen else {
      defer { states[index] = State() }
      return states[index].isInside ? .exit : nil
    }
    let distance =
      region.level == position.level ? region.distance(to: position.place) : .infinity
    let isInside = states[index].isInside
    let says = isInside ? distance < margins[index] : distance <= -margins[index]
    guard says != isInside else {
      states[index].doubtedSince = nil
      guard isInside, !states[index].hasDwelt, let dwell = region.dwell,
        let entered = states[index].enteredAt, time.seconds(since: entered) >= dwell
      else { return nil }
      states[index].hasDwelt = true
      return .dwell
    }
    let since = states[index].doubtedSince ?? time
    states[index].doubtedSince = since
    guard time.seconds(since: since) >= parameters.persistence else { return nil }
    states[index] = State(isInside: says, enteredAt: says ? time : nil)
    return says ? .enter : .exit
  }

  /// About how far the edge is from the middle, in metres.
  private static func depth(of region: Region) -> Double {
    switch region.area {
    case .circle(_, let radius): return max(0, radius)
    case .polygons(let polygons): return polygons.map(Self.depth).max() ?? 0
    }
  }

  private static func depth(of polygon: Polygon<LocalPoint>) -> Double {
    guard var previous = polygon.exterior.last else { return 0 }
    var perimeter = 0.0
    for vertex in polygon.exterior {
      perimeter += previous.distance(to: vertex)
      previous = vertex
    }
    // Of a circle and of a square alike: twice the area by the perimeter is the inscribed radius.
    return perimeter > 0 ? 2 * abs(polygon.area) / perimeter : 0
  }
}
