/// What a member `crs` says: GeoJSON of 2008 had it (<https://geojson.org/geojson-spec.html>,
/// section 3), RFC 7946 took it out, QGIS and `ogr2ogr` still write it.
///
/// Positions are x and y, or longitude and latitude, whatever the order of the system's axes
/// (section 2.1.1), as GDAL reads and writes them.
package enum GeoJSONReferenceSystem: Hashable, Sendable {
  /// Longitude and latitude of WGS 84, which is also meant where nothing is said.
  case wgs84
  /// Another system, by its EPSG code.
  case epsg(Int)
  /// What can't be told, as it is written.
  case other(String)

  /// Reads a member.
  package init(_ member: JSONNode?) {
    guard let member, !member.isNull else {
      self = .wgs84
      return
    }
    let properties = member["properties"]
    let code = properties?["code"]
    let name: String? =
      switch member["type"]?.string?.lowercased() {
      case "name": properties?["name"]?.string
      // As drafts of the format had it.
      case "ogc": properties?["urn"]?.string
      case "epsg": (code?.string ?? code?.integer.map(String.init)).map { "EPSG:\($0)" }
      // As some programs leave the type out.
      case nil: member.string ?? properties?["name"]?.string
      default: nil
      }
    let instead = member.kind == .object ? "an object without a name" : "no object"
    self = name.map(Self.init(name:)) ?? .other(member["type"]?.string ?? instead)
  }

  /// A system by its name: `EPSG:25832`, `urn:ogc:def:crs:EPSG::25832`,
  /// `urn:ogc:def:crs:OGC:1.3:CRS84`, `http://www.opengis.net/def/crs/EPSG/0/25832`. Those with
  /// heights, CRS84h and EPSG:4979, have the same longitude and latitude.
  private init(name: String) {
    let parts = name.uppercased().split { ":/#".contains($0) }
    switch parts.last {
    case "CRS84", "CRS84H", "WGS84": self = .wgs84
    case "84" where parts.dropLast().last == "CRS": self = .wgs84
    case let code? where parts.dropLast().contains { $0 == "EPSG" || $0 == "EPSG.XML" }:
      // Of a system of two, such as one with heights, the last code isn't all.
      let number = name.contains(",") ? nil : Int(code)
      self = [4326, 4979].contains(number) ? .wgs84 : number.map(Self.epsg) ?? .other(name)
    default: self = .other(name)
    }
  }

  /// What it is called in sentences.
  package var name: String {
    switch self {
    case .wgs84: "WGS 84"
    case .epsg(let code): "EPSG:\(code)"
    case .other(let name): "\"\(name.prefix(60))\""
    }
  }
}
