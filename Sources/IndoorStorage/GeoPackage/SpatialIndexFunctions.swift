import Foundation
import GRDB

/// The SQL functions that the triggers of the extension `gpkg_rtree_index` call (OGC 12-128r18,
/// annex F.3).
///
/// The file has no such index, but QGIS and GDAL add one to a layer when asked, and then walks must
/// still go in.
enum SpatialIndexFunctions {
  static func add(to db: Database) {
    add("ST_MinX", to: db) { $0.west }
    add("ST_MaxX", to: db) { $0.east }
    add("ST_MinY", to: db) { $0.south }
    add("ST_MaxY", to: db) { $0.north }
    db.add(
      function: DatabaseFunction("ST_IsEmpty", argumentCount: 1, pure: true) { values in
        extent(of: values) == nil
      })
  }

  private static func add(
    _ name: String, to db: Database, _ edge: @escaping @Sendable (Extent) -> Double
  ) {
    db.add(
      function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        extent(of: values).map(edge)
      })
  }

  /// What a geometry spans; `nil` for an empty one, and for what is none.
  private static func extent(of values: [DatabaseValue]) -> Extent? {
    guard let blob = values.first.flatMap(Data.fromDatabaseValue),
      let geometry = try? blob.withUnsafeBytes({ try GeometryBlob.decode($0, name: "geom") })
    else { return nil }
    return Extent(geometry.coordinates)
  }
}
