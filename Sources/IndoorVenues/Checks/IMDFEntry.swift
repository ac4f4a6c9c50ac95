import IndoorJSON
import IndoorModel

/// A feature with the type that its file says.
struct IMDFEntry {
  let feature: GeoJSONFeature
  let source: VenueSource
  let fileType: String
  let type: String
  /// The id that stands among the properties alone, where programs put it that write nothing
  /// beside them, as GDAL does.
  let movedID: String?

  init(_ feature: GeoJSONFeature, in source: VenueSource, fileType: String) {
    (self.feature, self.source, self.fileType) = (feature, source, fileType)
    type = feature.node?["feature_type"]?.string ?? fileType
    let isThere = feature.id.flatMap(GeoJSONVenueReader.cleaned) != nil
    let told = isThere ? nil : feature.properties?["id"]?.string
    movedID = told.flatMap(GeoJSONVenueReader.cleaned)
  }

  /// The id that an import knows it by.
  var id: String? { movedID ?? feature.id }
  /// `unit at file:line`.
  var place: String { "\(type) at \(source.place(of: feature.index))" }
  /// `file:line: unit "ID"`.
  var subject: String {
    "\(source.place(of: feature.index)): \(type) \"\(id ?? "")\""
  }
}
