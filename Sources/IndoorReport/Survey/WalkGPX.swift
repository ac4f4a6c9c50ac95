public import IndoorGeometry

/// Walks to take as GPX 1.1 (https://www.topografix.com/GPX/1/1/): a route a walk, its points
/// numbered, as outdoor apps show them.
public enum WalkGPX {
  /// A walk.
  public struct Route: Sendable {
    /// What it is called: its level.
    public var name: String
    /// Its waypoints in the order to walk, with what people call each place; empty where it has no
    /// name.
    public var points: [(place: Coordinate, name: String)]

    /// Makes a route.
    public init(name: String, points: [(place: Coordinate, name: String)]) {
      self.name = name
      self.points = points
    }
  }

  /// The whole file.
  public static func text(_ routes: [Route]) -> String {
    var gpx: Markup = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="IndoorKit" xmlns="http://www.topografix.com/GPX/1/1">

      """
    for (number, route) in routes.enumerated() {
      gpx += "<rte><name>\(route.name)</name><number>\(number + 1)</number>\n"
      for (index, point) in route.points.enumerated() where point.place.isValid {
        let description: Markup = point.name.isEmpty ? "" : "<desc>\(point.name)</desc>"
        gpx += """
          <rtept lat="\(ShortNumber.fixed(point.place.latitude, decimals: 8))" \
          lon="\(ShortNumber.fixed(point.place.longitude, decimals: 8))"><name>\(index + 1)</name>\(description)</rtept>

          """
      }
      gpx += "</rte>\n"
    }
    gpx += "</gpx>\n"
    return gpx.source
  }
}
