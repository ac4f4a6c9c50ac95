public import IndoorGeometry
public import IndoorModel

/// An area on a level that an app wants to be told of when the device comes and goes.
public struct Region: Hashable, Sendable, Identifiable {
  /// What names it.
  public var id: String
  /// The level it is on.
  public var level: LevelKey
  /// Its area, in local metres.
  public var area: Area
  /// When it counts: seconds of the day, in the clock's own day, from and until; `nil` for always.
  /// A window whose end is before its begin runs past midnight.
  public var window: Window?
  /// Seconds inside after which a dwell is told; `nil` for never.
  public var dwell: Double?

  /// Makes a region.
  public init(
    id: String, level: LevelKey, area: Area, window: Window? = nil, dwell: Double? = nil
  ) {
    self.id = id
    self.level = level
    self.area = area
    self.window = window
    self.dwell = dwell
  }

  /// The shape of a region.
  public enum Area: Hashable, Sendable {
    /// All within a radius, in metres.
    case circle(centre: LocalPoint, radius: Double)
    /// All within any of some polygons.
    case polygons([Polygon<LocalPoint>])

    /// All within a polygon.
    public static func polygon(_ polygon: Polygon<LocalPoint>) -> Area { .polygons([polygon]) }
  }

  /// A part of the day.
  public struct Window: Hashable, Sendable {
    /// Second of the day, 0 to 86,400, that it begins with.
    public var begin: Double
    /// Second of the day, 0 to 86,400, that it ends before.
    public var end: Double
    /// What local time is ahead of the clock, in seconds.
    public var offset: Double

    /// Makes a window.
    public init(begin: Double, end: Double, offset: Double = 0) {
      self.begin = begin
      self.end = end
      self.offset = offset
    }

    /// Whether a moment is in the window.
    public func contains(_ time: Timestamp) -> Bool {
      let day = 86_400.0
      var second = (Double(time.microseconds) * 1e-6 + offset)
        .truncatingRemainder(dividingBy: day)
      if second < 0 { second += day }
      return begin <= end ? second >= begin && second < end : second >= begin || second < end
    }
  }

  /// Metres from a place to the region's edge: negative inside.
  public func distance(to place: LocalPoint) -> Double {
    switch area {
    case .circle(let centre, let radius): return centre.distance(to: place) - radius
    case .polygons(let polygons):
      return polygons.lazy.map { $0.edgeDistance(to: place) }.min() ?? .infinity
    }
  }
}
