internal import CPROJ
internal import IndoorGeometry

/// One `PJ` in a context of its own. Not for two threads at once: PROJ's contexts aren't.
struct Projection: ~Copyable {
  private let context: OpaquePointer
  private let operation: OpaquePointer
  /// Whether WGS 84 goes in and comes out in radians, as with a bare projection.
  private let isBare: Bool
  /// From the system to longitude and latitude on its own datum; `nil` for a bare projection.
  private let onDatum: OpaquePointer?
  /// Where the system is meant for; `nil` where nobody says it.
  let area: AreaOfUse?
  /// Whether the system's numbers are degrees.
  let isGeographic: Bool
  /// Whether nobody says which datum the system's ellipsoid lies on, and it is that of WGS 84.
  let isOnUnknownDatum: Bool

  /// From a system of PROJ's database to WGS 84, or `nil` where either is missing.
  init?(authority: String, code: String) {
    self.init { proj_create_from_database($0, authority, code, PJ_CATEGORY_CRS, 0, nil) }
  }

  /// From the system that well-known text defines to WGS 84, or `nil` where PROJ can't read it or
  /// knows no way.
  init?(wellKnownText: String) {
    self.init { proj_create_from_wkt($0, wellKnownText, nil, nil, nil) }
  }

  private init?(from system: (_ context: OpaquePointer) -> OpaquePointer?) {
    guard let context = Self.makeContext() else { return nil }
    let source = system(context)
    let target = proj_create_from_database(context, "EPSG", "4326", PJ_CATEGORY_CRS, 0, nil)
    defer {
      proj_destroy(source)
      proj_destroy(target)
    }
    // A system of heights or of x, y, z from the Earth's centre would pass its numbers on as
    // degrees.
    guard let source, let target, Self.horizontal.contains(proj_get_type(source)),
      let raw = Self.operation(context, from: source, to: target)
    else {
      proj_context_destroy(context)
      return nil
    }
    guard let operation = proj_normalize_for_visualization(context, raw) else {
      proj_destroy(raw)
      proj_context_destroy(context)
      return nil
    }
    proj_destroy(raw)
    self.context = context
    self.operation = operation
    isBare = false
    onDatum = Self.onDatum(context, of: source)
    area = AreaOfUse(of: source, context)
    isGeographic = [PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS].contains(
      proj_get_type(source))
    isOnUnknownDatum = Self.isOnUnknownDatum(context, source)
  }

  /// A projection on WGS 84 by a definition that this program built.
  init?(definition: String) {
    guard let context = Self.makeContext() else { return nil }
    guard let operation = proj_create(context, definition) else {
      proj_context_destroy(context)
      return nil
    }
    self.context = context
    self.operation = operation
    isBare = true
    onDatum = nil
    area = nil
    isGeographic = false
    isOnUnknownDatum = false
  }

  deinit {
    proj_destroy(onDatum)
    proj_destroy(operation)
    proj_context_destroy(context)
  }

  /// By how many metres the way to WGS 84 may be wrong about a place, as PROJ's database has it of
  /// the way that is taken there; `nil` where it doesn't say, or where the way leaves longitude and
  /// latitude as they are, as from ETRS89 and NAD83: then it is about what WGS 84 means.
  func statedAccuracy(x: Double, y: Double) -> Double? {
    guard let onDatum, let place = toWGS84(x: x, y: y) else { return nil }
    let accuracy = proj_pj_info(operation).accuracy
    let unmoved = proj_trans(onDatum, PJ_FWD, proj_coord(x, y, 0, .infinity)).xy
    // A hundred-millionth of a degree is a millimetre.
    guard accuracy >= 0,
      max(abs(unmoved.x - place.longitude), abs(unmoved.y - place.latitude)) > 1e-8
    else { return nil }
    return accuracy
  }

  func toWGS84(x: Double, y: Double) -> Coordinate? {
    let result = proj_trans(operation, isBare ? PJ_INV : PJ_FWD, proj_coord(x, y, 0, .infinity))
    guard result.xy.x.isFinite, result.xy.y.isFinite else { return nil }
    return isBare
      ? Coordinate(
        latitude: Angle.degrees(result.lp.phi), longitude: Angle.degrees(result.lp.lam))
      : Coordinate(latitude: result.xy.y, longitude: result.xy.x)
  }

  func fromWGS84(_ place: Coordinate) -> (x: Double, y: Double)? {
    let (longitude, latitude) =
      isBare
      ? (Angle.radians(place.longitude), Angle.radians(place.latitude))
      : (place.longitude, place.latitude)
    let result = proj_trans(
      operation, isBare ? PJ_FWD : PJ_INV, proj_coord(longitude, latitude, 0, .infinity))
    guard result.xy.x.isFinite, result.xy.y.isFinite else { return nil }
    return (result.xy.x, result.xy.y)
  }

  /// A reference system of a definition that this program built, as ESRI writes them; `nil` where
  /// PROJ refuses.
  static func wellKnownText(definition: String) -> String? {
    guard let context = makeContext() else { return nil }
    defer { proj_context_destroy(context) }
    guard let system = proj_create(context, "\(definition) +type=crs") else { return nil }
    defer { proj_destroy(system) }
    return proj_as_wkt(context, system, PJ_WKT1_ESRI, nil).map { String(cString: $0) }
  }

  /// A system of PROJ's database as text of ISO 19162:2019 in one line; `nil` where it is missing.
  static func wellKnownText2019(authority: String, code: String) -> String? {
    guard let context = makeContext() else { return nil }
    defer { proj_context_destroy(context) }
    guard
      let system = proj_create_from_database(context, authority, code, PJ_CATEGORY_CRS, 0, nil)
    else { return nil }
    defer { proj_destroy(system) }
    return "MULTILINE=NO".withCString { option in
      let options: [UnsafePointer<CChar>?] = [option, nil]
      return proj_as_wkt(context, system, PJ_WKT2_2019, options).map { String(cString: $0) }
    }
  }

  /// Whether PROJ finds its database and can read it.
  static var hasDatabase: Bool {
    guard let context = makeContext() else { return false }
    defer { proj_context_destroy(context) }
    return proj_context_get_database_path(context) != nil
  }

  private static func datum(_ context: OpaquePointer, of system: OpaquePointer) -> String? {
    guard let geodetic = proj_crs_get_geodetic_crs(context, system) else { return nil }
    defer { proj_destroy(geodetic) }
    guard let datum = proj_crs_get_datum_forced(context, geodetic) else { return nil }
    defer { proj_destroy(datum) }
    return proj_get_name(datum).map { String(cString: $0) }
  }

  /// Whether a system says the ellipsoid of GRS 80 or WGS 84, which differ by a tenth of a
  /// millimetre, and no datum: QGIS's own systems of a site, and Esri's, are often so.
  private static func isOnUnknownDatum(_ context: OpaquePointer, _ system: OpaquePointer) -> Bool {
    let name = datum(context, of: system)?.lowercased() ?? ""
    guard ["unknown", "not specified", "not_specified"].contains(where: { name.contains($0) }),
      !name.contains("towgs84"), proj_get_type(system) != PJ_TYPE_BOUND_CRS,
      let ellipsoid = proj_get_ellipsoid(context, system)
    else { return false }
    defer { proj_destroy(ellipsoid) }
    var (major, flattening) = (0.0, 0.0)
    guard
      proj_ellipsoid_get_parameters(context, ellipsoid, &major, nil, nil, &flattening) != 0
    else { return false }
    return abs(major - Ellipsoid.semiMajorAxis) < 1e-3 && abs(flattening - 298.2572) < 1e-4
  }

  private static func onDatum(
    _ context: OpaquePointer, of system: OpaquePointer
  ) -> OpaquePointer? {
    guard let geodetic = proj_crs_get_geodetic_crs(context, system) else { return nil }
    defer { proj_destroy(geodetic) }
    guard let raw = proj_create_crs_to_crs_from_pj(context, system, geodetic, nil, nil) else {
      return nil
    }
    defer { proj_destroy(raw) }
    return proj_normalize_for_visualization(context, raw)
  }

  private static let horizontal = [
    PJ_TYPE_GEOGRAPHIC_2D_CRS, PJ_TYPE_GEOGRAPHIC_3D_CRS, PJ_TYPE_PROJECTED_CRS,
    PJ_TYPE_COMPOUND_CRS, PJ_TYPE_BOUND_CRS,
  ]

  private static func makeContext() -> OpaquePointer? {
    guard let context = proj_context_create() else { return nil }
    // Some calls complain on standard error whatever the level.
    proj_log_func(context, nil) { _, _, _ in }
    proj_context_set_enable_network(context, 0)
    return context
  }

  private static func operation(
    _ context: OpaquePointer, from source: OpaquePointer, to target: OpaquePointer
  ) -> OpaquePointer? {
    // A ballpark transformation ignores the datum: a hundred metres that nobody would see, but for
    // China's of 2000, from which EPSG has no way to WGS 84 though they differ by decimetres.
    // One that says no datum lies on that of WGS 84 as far as anybody knows, and PROJ takes it so.
    let isAlike =
      datum(context, of: source) == "China 2000" || isOnUnknownDatum(context, source)
    return "ALLOW_BALLPARK=\(isAlike ? "YES" : "NO")".withCString { option in
      var options: [UnsafePointer<CChar>?] = [option, nil]
      return proj_create_crs_to_crs_from_pj(context, source, target, nil, &options)
    }
  }
}
