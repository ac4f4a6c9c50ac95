import IndoorGeometry
import IndoorJSON

/// A feature with OpenStreetMap's tags, from whatever file.
struct OSMFeature {
  /// `way/123`, or what GeoJSON says.
  var id: String
  var tags: OSMTags
  var geometry: GeoJSONGeometry?
  /// Its place in the file, for `VenueSource`.
  var index: Int
  /// Whether a finding says already why it has no geometry.
  var isToldLost = false

  init(_ feature: GeoJSONFeature) {
    let id =
      feature.id ?? feature.properties?["@id"]?.string ?? feature.properties?["id"]?.string
    self.id = id.flatMap(GeoJSONVenueReader.cleaned) ?? "feature\(feature.index)"
    tags = OSMTags(feature.properties)
    geometry = feature.geometry
    index = feature.index
  }

  init(_ element: OSMData.Element, geometry: GeoJSONGeometry?) {
    id = element.name
    tags = OSMTags(element.tags)
    self.geometry = geometry
    index = element.index
  }

  /// Where it is, if it is a point.
  var point: Coordinate? {
    if case .point(let place) = geometry { place } else { nil }
  }

  /// How many vertices its areas have.
  var corners: Int {
    geometry?.polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } } ?? 0
  }
}
