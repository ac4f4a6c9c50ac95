import IndoorGeometry
import IndoorJSON

/// A feature with OpenStreetMap's tags, from whatever file.
struct OSMFeature {
  /// `way/123`, or what GeoJSON says; `nil` where it has none that lasts.
  var id: String?
  /// What sentences call it: `way/-123` also where that doesn't last, else its number in the file.
  let title: String
  var tags: OSMTags
  var geometry: GeoJSONGeometry?
  /// Its place in the file, for `VenueSource`.
  var index: Int
  /// Whether a finding says already why it has no geometry.
  var isToldLost = false
  /// What of its geometry osmtogeojson says that the file it was made of lacked.
  private(set) var lack: Lack?

  /// What stands in for a geometry (osmtogeojson's README, `tainted` and `geometry`).
  enum Lack {
    /// The box around it.
    case box
    /// That box' middle.
    case middle
    /// Some of its nodes or ways.
    case parts
  }

  init(_ feature: GeoJSONFeature) {
    let ids = [
      feature.id, feature.properties?["@id"]?.string, feature.properties?["id"]?.string,
      // GDAL's, of a polygon that a way is.
      feature.properties?["osm_way_id"].flatMap { $0.string ?? $0.digits }
        .flatMap { Int64($0).flatMap { $0 > 0 ? "way/\($0)" : nil } },
    ]
    let told = ids.compactMap { $0.flatMap(GeoJSONVenueReader.cleaned) }
    id = told.first(where: Self.isLasting)
    title = id ?? told.first ?? "feature \(feature.index + 1)"
    tags = OSMTags(feature.properties)
    geometry = feature.geometry.map(Self.only)
    // As of OpenStreetMap's own elements; some programs write each way as a line.
    if case .lineString(let line) = geometry, line.count > 3, line.first == line.last,
      tags["area"] != "no"
    {
      geometry = .polygon(Polygon(exterior: Array(line.dropLast())))
    }
    index = feature.index
    lack = Self.lack(feature.properties)
  }

  private static func lack(_ properties: JSONNode?) -> Lack? {
    // Beside tags of their own, which may be called so, too, these words stand plain.
    let sign = properties?["tags"]?.kind == .object ? "" : "@"
    switch properties?["\(sign)geometry"]?.string {
    case "bounds": return .box
    case "center": return .middle
    default: break
    }
    guard let word = properties?["\(sign)tainted"] else { return nil }
    return word.bool == true || ["true", "1"].contains(word.string ?? word.digits) ? .parts : nil
  }

  /// A point or a line as itself where it is the only one of several, as QGIS and GDAL save layers.
  private static func only(_ geometry: GeoJSONGeometry) -> GeoJSONGeometry {
    switch geometry {
    case .multiPoint(let points) where points.count == 1: .point(points[0])
    case .multiLineString(let lines) where lines.count == 1: .lineString(lines[0])
    case .collection(let parts) where parts.count == 1: only(parts[0])
    default: geometry
    }
  }

  init(_ element: OSMData.Element, geometry: GeoJSONGeometry?) {
    id = Self.isLasting(element.name) ? element.name : nil
    title = element.name
    tags = OSMTags(element.tags)
    self.geometry = geometry
    index = element.index
  }

  /// Its id as the building, or on one of several levels as a unit or an opening.
  ///
  /// Where it has none that lasts, its place makes one: the same in any file and wherever it stands
  /// there, and no other's.
  ///
  /// - Parameter places: `places`, where they are known already.
  func id(
    _ type: String, level: Double? = nil, of count: Int = 1, places: String? = nil
  ) -> String {
    let digits = level.map(OSMLevels.digits) ?? ""
    if let id { return count > 1 ? "\(id)@\(digits)" : id }
    return IMDFIdentifier.uuid("\(digits) \(places ?? self.places)", type: type, venue: "")
  }

  /// Its vertices as exact as OpenStreetMap stores places, in an order of their own: a ring may
  /// begin at any vertex and run either way.
  var places: String {
    func grid(_ degrees: Double) -> Int64 { Int64(exactly: (degrees * 1e7).rounded()) ?? 0 }
    let places = (geometry?.polygons.flatMap(\.rings) ?? []) + (geometry?.lines ?? [])
    let vertices = (places.flatMap(\.self) + [point].compactMap(\.self)).map {
      (grid($0.latitude), grid($0.longitude))
    }.sorted { $0 < $1 }
    return "\(vertices)"
  }

  /// Whether an id stays with what it is of: below zero JOSM counts what isn't uploaded yet, in
  /// each file anew.
  private static func isLasting(_ id: String) -> Bool {
    let parts = id.split(separator: "/", omittingEmptySubsequences: false)
    let isElement = parts.count == 2 && OSMData.Kind(rawValue: String(parts[0])) != nil
    guard parts.count == 1 || isElement, let number = parts.last.flatMap({ Int64($0) }) else {
      return true
    }
    return number >= 0
  }

  var hasHoles: Bool { geometry?.polygons.contains { !$0.holes.isEmpty } == true }

  /// Whether it has a name of OpenStreetMap's, as `way/123`.
  var isElement: Bool {
    let parts = title.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && OSMData.Kind(rawValue: String(parts[0])) != nil
      && Int64(parts[1]) != nil
  }

  /// Whether it has a way's name.
  var isWay: Bool { title.hasPrefix("\(OSMData.Kind.way.rawValue)/") }

  /// Where it is, if it is a point.
  var point: Coordinate? {
    if case .point(let place) = geometry { place } else { nil }
  }

  /// Whether it is an area; a wall that is closed is a line unless it says that it is an area.
  var isArea: Bool {
    guard let polygons = geometry?.polygons, !polygons.isEmpty else { return false }
    // What has several rings is of no closed way, whether or not its tags still say so.
    return tags["indoor"] != "wall" || tags["area"] == "yes" || tags["type"] == "multipolygon"
      || polygons.reduce(0) { $0 + $1.rings.count } > 1
  }

  /// Its lines, and its areas' rings with their first vertex again.
  var outlines: [[Coordinate]] {
    (geometry?.polygons.flatMap(\.rings) ?? []).map { $0 + $0.prefix(1) }
      + (geometry?.lines ?? [])
  }

  /// How many vertices its areas have.
  var corners: Int {
    geometry?.polygons.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } } ?? 0
  }
}
