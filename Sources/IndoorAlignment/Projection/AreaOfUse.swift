internal import CPROJ
internal import IndoorGeometry
import IndoorLibc

/// The area for which a reference system is meant, as PROJ's database has it, in degrees.
struct AreaOfUse: Hashable, Sendable {
  let west: Double
  let south: Double
  /// Less than `west` where the area lies across the antimeridian.
  let east: Double
  let north: Double

  init(west: Double, south: Double, east: Double, north: Double) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// That of a system, or `nil` where none is known, as of a definition of one's own.
  init?(of system: OpaquePointer, _ context: OpaquePointer) {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    // What isn't known is -1000.
    guard proj_get_area_of_use(context, system, &west, &south, &east, &north, nil) != 0,
      abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90
    else { return nil }
    self.init(west: west, south: south, east: east, north: north)
  }

  /// Degrees of latitude within which an area's edge is the equator.
  private static let atEquator = 0.01
  /// Degrees of latitude from the equator where eastings and northings are nothing alike.
  private static let farthest = 15.0

  /// Whether eastings of all of it are nothing like northings.
  var isFarFromEquator: Bool {
    south > Self.farthest || north < -Self.farthest
  }

  /// How far outside of it a place lies, in degrees of a great circle, to north or south or along
  /// its parallel; 0 within.
  func degreesOutside(_ place: Coordinate) -> Double {
    func turned(_ degrees: Double) -> Double {
      degrees - 360 * (degrees / 360).rounded(.down)
    }
    // Northings go on below zero across the equator, as rasters of a hemisphere's zones have them.
    let reach = max(abs(south), abs(north))
    let low = abs(south) < Self.atEquator ? -reach : south
    let high = abs(north) < Self.atEquator ? reach : north
    let across = max(0, low - place.latitude, place.latitude - high)
    let width = east >= west ? east - west : turned(east - west)
    let beyond = turned(place.longitude - west) - width
    guard beyond > 0 else { return across }
    let along = min(beyond, 360 - width - beyond)
    return max(across, along * cos(Angle.radians(place.latitude)))
  }

  /// `latitude 47.4 to 54.6, longitude 10.5 to 13.5`.
  var text: String {
    func number(_ degrees: Double) -> String { "\((degrees * 10).rounded() / 10)" }
    return "latitude \(number(south)) to \(number(north)), "
      + "longitude \(number(west)) to \(number(east))"
  }
}
