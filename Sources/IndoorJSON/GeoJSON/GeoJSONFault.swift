import IndoorGeometry

/// What is wrong with a feature; the place is added where the document is known.
enum GeoJSONFault: Error {
  case noType
  case foreign(ForeignJSON)
  case noFeatures
  case tooManyFeatures
  case notAFeature
  case unknownGeometry(String)
  case noCoordinates(String)
  case notAPosition
  case decimalCommas
  case outOfRange(longitude: Double, latitude: Double)

  func jsonError(place: String, feature: Int?) -> JSONError {
    let what = feature.map { "features[\($0)]" } ?? "it"
    return switch self {
    case .noType:
      .notGeoJSON(place, "has no GeoJSON type; is it another kind of JSON?")
    case .foreign(let kind): .notGeoJSON(place, kind.sentence)
    case .noFeatures:
      .notGeoJSON(place, "is a FeatureCollection without an array of features; add it")
    case .tooManyFeatures:
      JSONError(
        code: .tooLarge,
        message:
          "\(place): it has over \(GeoJSONFeatureCollection.maximumFeatures) features, more than any"
          + " venue; give it in parts")
    case .notAFeature:
      .notGeoJSON(place, "\(what) isn't of type Feature; correct its type or take it out")
    case .unknownGeometry(let type):
      .notGeoJSON(
        place, "\(what) has the geometry type \"\(type)\", which GeoJSON doesn't know; convert it")
    case .noCoordinates(let type):
      .notGeoJSON(place, "\(what) has no coordinates as a \(type) nests them; export it again")
    case .notAPosition:
      .notGeoJSON(
        place, "\(what) has a position that isn't [longitude, latitude] in numbers; correct it")
    case .decimalCommas:
      .notGeoJSON(
        place,
        "\(what) has a position of more numbers than two, as where decimal commas part one number in two; write "
          + "decimal points")
    case .outOfRange(let longitude, let latitude):
      JSONError(
        code: .outOfRange,
        message:
          "\(place): \(what) has longitude \(longitude) and latitude \(latitude), which is out of"
          + " range; \(Self.remedy(longitude: longitude, latitude: latitude))")
    }
  }

  private static func remedy(longitude: Double, latitude: Double) -> String {
    if Coordinate(latitude: longitude, longitude: latitude).isValid {
      return "are they swapped? GeoJSON puts longitude first"
    }
    if longitude > 180, longitude <= 360, abs(latitude) <= 90 {
      return
        "do its longitudes count from 0 to 360? Take 360 off those over 180; or is it in metres or "
        + "pixels? Convert it to WGS 84 degrees (EPSG:4326)"
    }
    return abs(longitude) > 360 || abs(latitude) > 360
      ? "is it in projected metres? Convert it to WGS 84 degrees (EPSG:4326)" : "correct it"
  }
}

extension JSONError {
  fileprivate static func notGeoJSON(_ place: String, _ sentence: String) -> JSONError {
    JSONError(code: .notGeoJSON, message: "\(place): \(sentence)")
  }
}
