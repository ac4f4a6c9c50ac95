import IndoorGeometry
import IndoorModel

/// The units of one level and what finds them.
struct LevelUnits: Sendable {
  let units: [Unit]
  let areas: [[Polygon<LocalPoint>]]
  let index: PolygonIndex

  init(venue: Venue, level: LevelKey) {
    let frame = venue.frame
    units = venue.units.filter { $0.level == level }
    areas = units.map { $0.geometry.map { frame.local(from: $0) } }
    index = PolygonIndex(areas)
  }

  /// The smallest unit that holds a place.
  func unit(at place: LocalPoint) -> Unit? {
    index.smallestArea(containing: place).map { units[$0] }
  }
}
