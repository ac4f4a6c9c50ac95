internal import CPROJ
internal import Foundation
public import IndoorGeometry
package import IndoorModel
internal import Synchronization

/// A coordinate reference system, as PROJ knows it, and the way from it to WGS 84 and back.
///
/// Systems come from PROJ's database by `AUTHORITY:CODE`, or from a definition built here; free
/// text never reaches PROJ, which guesses (the name `nope` gives it a moon of Jupiter). x is always
/// east or longitude, y north or latitude, whatever order the authority says
/// (`proj_normalize_for_visualization`).
///
/// Any thread may use one; calls take turns. `named(_:)` keeps what it made.
public final class ReferenceSystem: Sendable {
  /// `EPSG:25832`, or a description where the system has no code.
  public let name: String

  private let area: AreaOfUse?
  /// Whether its numbers are degrees of longitude and latitude.
  package let isGeographic: Bool
  private let isOnUnknownDatum: Bool
  private let projection: Mutex<Projection>

  private static let known = Mutex<[String: ReferenceSystem]>([:])
  /// Systems kept; a caller that walks through the database does not fill the memory.
  private static let maximumKept = 32

  /// Degrees outside of a system's area beyond which no place is: zones are used by their
  /// neighbours, and zone 33 in all of Norway, 4 degrees beyond its own.
  private static let beyond = 10.0
  /// Degrees outside beyond which no place is that lies inside once its numbers are exchanged.
  private static let beyondExchanged = 1.0

  private init(name: String, projection: consuming sending Projection) {
    self.name = name
    area = projection.area
    isGeographic = projection.isGeographic
    isOnUnknownDatum = projection.isOnUnknownDatum
    self.projection = Mutex(projection)
  }

  /// The system that an authority has under a code, as `EPSG:25832`.
  ///
  /// - Throws: a sentence where the text is no `AUTHORITY:CODE`, the database has none such, or
  ///   there is no transformation from it to WGS 84 that is better than a guess.
  public static func named(_ code: String) throws(AlignmentError) -> ReferenceSystem {
    if let system = known.withLock({ $0[code] }) { return system }
    let parts = code.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(isPlain) else { throw .badReferenceSystem(code) }
    guard
      let projection = Projection(authority: String(parts[0]), code: String(parts[1]))
    else {
      let isThere =
        Projection.wellKnownText2019(authority: String(parts[0]), code: String(parts[1])) != nil
      throw isThere ? .noWay(code) : .notFound(code)
    }
    let system = ReferenceSystem(name: code, projection: projection)
    known.withLock { systems in
      if systems.count >= maximumKept { systems.removeAll() }
      systems[code] = system
    }
    return system
  }

  /// The system of a file's well-known text: of the outermost EPSG code in it, else `other`, else
  /// what the text defines by itself, as of a building site's own or of a plan's that was exported
  /// here.
  ///
  /// - Returns: `nil` where neither says it.
  /// - Throws: a sentence where PROJ doesn't know the code.
  static func described(
    by text: some StringProtocol, or other: ReferenceSystem?
  ) throws(AlignmentError) -> ReferenceSystem? {
    if let code = EPSGCode.outermost(in: Substring(text)) { return try named("EPSG:\(code)") }
    if let other { return other }
    // Text that names a grid would have PROJ look for a file of that name.
    let capitals = text.prefix(maximumText + 1).uppercased()
    guard !text.isEmpty, capitals.count <= maximumText,
      !["EXTENSION", "PARAMETERFILE", "GRIDS"].contains(where: { capitals.contains($0) }),
      let projection = Projection(wellKnownText: String(text))
    else { return nil }
    return ReferenceSystem(
      name: "the reference system that the file defines", projection: projection)
  }

  /// Characters of a system's well-known text.
  private static let maximumText = 16_384

  /// PROJ's own transverse Mercator on a venue's origin: what `LocalFrame` computes by itself.
  public static func local(_ frame: LocalFrame) throws(AlignmentError) -> ReferenceSystem {
    let definition = localDefinition(frame)
    guard let projection = Projection(definition: definition) else {
      throw .notFound(definition)
    }
    return ReferenceSystem(name: "local frame", projection: projection)
  }

  /// A PROJ string of a venue's local frame, for files and programs that want one.
  public static func localDefinition(_ frame: LocalFrame) -> String {
    let latitude = String(format: "%.15f", frame.origin.latitude)
    let longitude = String(format: "%.15f", frame.origin.longitude)
    return "+proj=tmerc +lat_0=\(latitude) +lon_0=\(longitude) +k=1 +x_0=0 +y_0=0 +datum=WGS84"
      + " +units=m +no_defs"
  }

  /// The local frame as well-known text in ESRI's dialect, which `.prj` files have.
  static func wellKnownText(_ frame: LocalFrame) throws(AlignmentError) -> String {
    let definition = localDefinition(frame)
    guard let text = Projection.wellKnownText(definition: definition) else {
      throw .notFound(definition)
    }
    return text
  }

  /// WGS 84, longitude and latitude in degrees, as well-known text of 2019 in one line.
  static func wgs84Text() throws(AlignmentError) -> String {
    guard let text = Projection.wellKnownText2019(authority: "EPSG", code: "4326") else {
      throw .notFound("EPSG:4326")
    }
    return text
  }

  /// The WGS 84 coordinate of a place in this system, x east and y north (or longitude and
  /// latitude).
  ///
  /// - Throws: a sentence where the place lies outside what the system can express, or far outside
  ///   of the area that it is meant for.
  public func coordinate(x: Double, y: Double) throws(AlignmentError) -> Coordinate {
    let place = try anywhere(x: x, y: y)
    guard let area else { return place }
    let outside = area.degreesOutside(place)
    guard outside > Self.beyondExchanged else { return place }
    let exchanged = try? anywhere(x: y, y: x)
    let isExchanged = exchanged.map { area.degreesOutside($0) == 0 } ?? false
    // Near the equator eastings and northings are alike, and a neighbour's lie in the zone when
    // exchanged; degrees of one datum are another's to metres, wherever they are.
    let isFar = outside > Self.beyond && !isGeographic
    guard isFar || isExchanged && (outside > Self.beyond || area.isFarFromEquator) else {
      return place
    }
    throw .outsideArea(
      area, of: name, place, x: x, y: y,
      exchanged: isExchanged
        ? isGeographic ? "longitude and latitude" : "easting and northing" : nil)
  }

  /// The same, wherever that is.
  func anywhere(x: Double, y: Double) throws(AlignmentError) -> Coordinate {
    guard var place = projection.withLock({ $0.toWGS84(x: x, y: y) }) else {
      throw .outsideReferenceSystem(name, x: x, y: y)
    }
    // Of a file that goes on across the antimeridian.
    if abs(place.longitude) <= 360 { place = place.unbroken(near: 0) }
    guard place.isValid else { throw .outsideReferenceSystem(name, x: x, y: y) }
    return place
  }

  /// The place of a WGS 84 coordinate in this system, x east and y north (or longitude and
  /// latitude), or `nil` where the system can't express it.
  public func place(of coordinate: Coordinate) -> (x: Double, y: Double)? {
    projection.withLock { $0.fromWGS84(coordinate) }
  }

  /// Whether easting and northing of places may as well be the other way round: where these lie in
  /// the system's area, too.
  package func mayBeExchanged(_ places: [Anchor]) -> Bool {
    !isGeographic && !places.isEmpty
      && places.allSatisfy {
        guard let (x, y) = place(of: $0.coordinate) else { return false }
        return (try? coordinate(x: y, y: x)) != nil
      }
  }

  /// Metres of accuracy up to which a conversion goes unsaid: EPSG gives one to the best ways from
  /// national systems to WGS 84, whose own realisations differ by as much.
  private static let usualAccuracy = 1.0

  /// That places of this system are converted to WGS 84 by a way that may be over a metre wrong, as
  /// an older national system's are without a grid of its distortions, or that it names no datum;
  /// `nil` where they aren't.
  func inexactness(at place: Coordinate) -> AlignmentWarning? {
    guard !isOnUnknownDatum else { return .unknownDatum(name) }
    let accuracy = projection.withLock { projection in
      projection.fromWGS84(place).flatMap { projection.statedAccuracy(x: $0.x, y: $0.y) }
    }
    guard let accuracy, accuracy > Self.usualAccuracy else { return nil }
    return .inexactConversion(name, metres: accuracy)
  }

  /// The same of the first of several anchors.
  package func inexactness(of anchors: [Anchor]) -> [AlignmentWarning] {
    [anchors.first.flatMap { inexactness(at: $0.coordinate) }].compactMap(\.self)
  }

  private static func isPlain(_ text: Substring) -> Bool {
    !text.isEmpty && text.count <= 20
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
      }
  }
}

extension AlignmentWarning {
  static func inexactConversion(_ name: String, metres: Double) -> AlignmentWarning {
    let text = String(format: "%.3g", metres)
    var warning = AlignmentWarning(
      .inexactConversion,
      "places of \(name) are converted to WGS 84 to \(text) m only, by which the whole plan may be shifted: install PROJ's grid files (in Debian proj-data) if they have a better way, or give the anchors in WGS 84 or ETRS89"
    )
    warning.sharedErrorMetres = metres
    return warning
  }
}

extension AlignmentWarning {
  static func unknownDatum(_ name: String) -> AlignmentWarning {
    AlignmentWarning(
      .inexactConversion,
      "\(name) says an ellipsoid and no datum, and is taken for one on WGS 84, as PROJ and GDAL do: check that it isn't on an older one, by which the whole plan would be shifted"
    )
  }
}

extension AlignmentError {
  /// Why PROJ has no system of a name: without its database it knows none.
  static func notFound(_ code: String) -> AlignmentError {
    Projection.hasDatabase ? badReferenceSystem(code) : noSystems(code)
  }

  static func noSystems(_ code: String) -> AlignmentError {
    AlignmentError(
      .machine,
      "\(code.prefix(60)): PROJ can't read its database of reference systems, proj.db; install PROJ with its data, or check the folder that PROJ_DATA names"
    )
  }

  static func badReferenceSystem(_ code: String) -> AlignmentError {
    AlignmentError(
      .badReferenceSystem,
      "\(code.prefix(60)): PROJ has no such reference system, give AUTHORITY:CODE as in EPSG:25832"
    )
  }

  /// A system that PROJ has, and that no places can be told in: one of heights, or one whose datum
  /// lies somewhere near that of WGS 84.
  static func noWay(_ code: String) -> AlignmentError {
    AlignmentError(
      .badReferenceSystem,
      "\(code.prefix(60)): PROJ has no exact way from this reference system to WGS 84, convert the places to EPSG:4326 or another one"
    )
  }

  /// A place that no system of its kind would be used for, and which numbers may be exchanged where
  /// that explains it.
  static func outsideArea(
    _ area: AreaOfUse, of name: String, _ place: Coordinate, x: Double, y: Double,
    exchanged: String?
  ) -> AlignmentError {
    func number(_ degrees: Double) -> String { "\((degrees * 10).rounded() / 10)" }
    let check =
      exchanged.map { "check whether \($0) are swapped: the other way round it lies there" }
      ?? "check that the numbers are complete, and the reference system"
    return AlignmentError(
      .coordinateOutOfRange,
      "\(x),\(y): this lies at latitude \(number(place.latitude)), longitude \(number(place.longitude)), outside \(name), which is for \(area.text); \(check)"
    )
  }

  static func outsideReferenceSystem(_ name: String, x: Double, y: Double) -> AlignmentError {
    AlignmentError(
      .coordinateOutOfRange,
      "\(x),\(y): this lies outside \(name), check the numbers and whether easting and northing are swapped"
    )
  }
}
