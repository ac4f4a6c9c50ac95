/// A venue of one level with two rooms and a door, as GeoJSON.
enum SmallVenue {
  static func geoJSON(name: String = "Small", room: String = "hall") -> String {
    """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"feature_type":"venue","id":"v","name":"\(name)"},"geometry":null},
    {"type":"Feature","properties":{"feature_type":"level","id":"l0","ordinal":0,"label":"G"},
     "geometry":{"type":"Polygon","coordinates":[[[13.4,52.5],[13.401,52.5],[13.401,52.5005],[13.4,52.5005],[13.4,52.5]]]}},
    {"type":"Feature","properties":{"feature_type":"unit","id":"\(room)","level_id":"l0","category":"room","name":"Hall"},
     "geometry":{"type":"Polygon","coordinates":[[[13.4,52.5],[13.4005,52.5],[13.4005,52.5005],[13.4,52.5005],[13.4,52.5]]]}},
    {"type":"Feature","properties":{"feature_type":"unit","id":"shop","level_id":"l0","category":"room","name":"Shop"},
     "geometry":{"type":"Polygon","coordinates":[[[13.4005,52.5],[13.401,52.5],[13.401,52.5005],[13.4005,52.5005],[13.4005,52.5]]]}},
    {"type":"Feature","properties":{"feature_type":"opening","id":"door","level_id":"l0","category":"pedestrian"},
     "geometry":{"type":"LineString","coordinates":[[13.4005,52.5002],[13.4005,52.50022]]}}
    ]}
    """
  }

  /// Imports the venue into `venue.gpkg` of a folder and says where that is.
  static func imported(in scratch: Scratch) throws -> String {
    let source = try scratch.write(geoJSON(), to: "small.geojson")
    let file = scratch.path("venue.gpkg")
    let result = try IndoorCommand.run("venue", "import", file, source)
    guard result.status == 0 else { throw Failed(result: result) }
    return file
  }

  struct Failed: Error {
    var result: IndoorCommand.Result
  }
}
