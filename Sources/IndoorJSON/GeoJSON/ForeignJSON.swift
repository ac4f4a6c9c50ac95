/// JSON of other kinds that maps and buildings come as, and that is given where GeoJSON is meant.
package enum ForeignJSON {
  /// A city model (CityJSON 2.0, sections 1 and 3).
  case cityJSON
  /// Arcs that areas share (TopoJSON 1.0, section 2.1).
  case topoJSON
  /// What ArcGIS answers with (GeoServices REST, feature set): no types, and a geometry's rings.
  case esriJSON

  /// The kind of a document that isn't GeoJSON; `nil` where nothing tells it.
  package init?(_ root: JSONNode) {
    switch root["type"]?.string {
    case "CityJSON", "CityJSONFeature": self = .cityJSON
    case "Topology": self = .topoJSON
    case nil where root["geometryType"]?.string?.hasPrefix("esri") == true: self = .esriJSON
    default: return nil
    }
  }

  /// What it is, and what to do with it.
  package var sentence: String {
    switch self {
    case .cityJSON: "is CityJSON, a city model; make GeoJSON of its floors, as in QGIS"
    case .topoJSON: "is TopoJSON; make GeoJSON of it, as by ogr2ogr"
    case .esriJSON:
      "is Esri's JSON; make GeoJSON in WGS 84 degrees (EPSG:4326) of it, as by ogr2ogr"
    }
  }
}
