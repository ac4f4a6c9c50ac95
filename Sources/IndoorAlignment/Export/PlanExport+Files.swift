internal import Foundation
internal import IndoorFiles
internal import IndoorModel

extension PlanExport {
  /// The files that a format consists of, where the one asked for has this path: that one first.
  ///
  /// - Throws: `.noPlace` where the path ends as a file that belongs beside it or as none that
  ///   readers take for the format, and where no VRT could name the picture.
  public static func paths(
    of format: Format, at path: String
  ) throws(AlignmentError) -> [String] {
    let parts = PathParts(path)
    let endings =
      switch format {
      case .worldfile: ["pgw", "prj"]
      case .geotiff, .gpkgTiles, .mbtiles, .points: [String]()
      case .kml, .maplibre, .gcp: ["png"]
      case .mapkit: ["swift", "png"]
      }
    if endings.contains(parts.ending.lowercased()) {
      throw .besideOutput(path, instead: "\(parts.stem).\(format.ending)")
    }
    // What is no name at all is told as that later.
    if !["", ".", ".."].contains(parts.name),
      let why = format.needsEnding(insteadOf: parts.ending.lowercased())
    {
      throw .otherEnding(path, why: why, instead: "\(parts.stem).\(format.ending)")
    }
    if format == .gcp, !XMLText.holds(parts.name) { throw .unnameable(path) }
    return [path] + endings.map { parts.beside(ending: $0) }
      + (format == .worldfile ? ["\(path).aux.xml"] : [])
  }

  /// What only an export writes, and in which of its files: by that the files beside the one asked
  /// for are known as an earlier export's.
  ///
  /// - Parameter paths: the files that the format consists of.
  package static func mark(
    of format: Format, in paths: [String]
  ) -> (path: String, text: String)? {
    guard paths.count > 1 else { return nil }
    return switch format {
    // The system of a venue's local metres has no name.
    case .worldfile: (paths[2], "PROJCS[\"unknown\",")
    case .kml: (paths[0], "<GroundOverlay>\n    <name>")
    case .maplibre: (paths[0], "\"raster-resampling\"")
    case .mapkit: (paths[0], "\"imageToMapPoint\"")
    case .gcp: (paths[0], "dataAxisToSRSAxisMapping=\"2,1\">\n    <GCP Id=\"1\"")
    case .geotiff, .gpkgTiles, .mbtiles, .points: nil
    }
  }

  /// Writes a text that names the picture, and the picture beside it.
  ///
  /// - Parameter bytes: the picture; the preview without them.
  func writeWithPicture(
    _ bytes: [UInt8]? = nil, to path: String, text: (String) -> String
  ) throws(AlignmentError) {
    let picture = PathParts(path).beside(ending: "png")
    try Self.write([
      (path, [UInt8](text(PathParts(picture).name).utf8)), (picture, bytes ?? plan.preview),
    ])
  }

  static func write(_ files: [(path: String, bytes: [UInt8])]) throws(AlignmentError) {
    do { try OutputFile.write(files) } catch { throw AlignmentError(error) }
  }

  static func write(_ text: String, to path: String) throws(AlignmentError) {
    do { try OutputFile.write(text, to: path) } catch { throw AlignmentError(error) }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(AlignmentError) {
    do { try OutputFile.write(bytes, to: path) } catch { throw AlignmentError(error) }
  }
}

extension PlanExport.Format {
  /// What a file of the format ends in.
  package var ending: String {
    switch self {
    case .worldfile: "png"
    case .geotiff: "tif"
    case .gpkgTiles: "gpkg"
    case .mbtiles: "mbtiles"
    case .kml: "kml"
    case .maplibre, .mapkit: "json"
    case .gcp: "vrt"
    case .points: "points"
    }
  }
}

extension PlanExport.Format {
  /// What pictures, drawings and what belongs beside an export end in: by that programs, and
  /// people, take the file for one of these.
  private static let others = Set(allCases.map(\.ending)).union([
    "pgw", "prj", "jpg", "jpeg", "svg", "pdf", "dxf", "tiff", "kmz", "geojson", "swift",
  ])

  /// Why a file that ends otherwise would be read by nobody, or taken for another; `nil` where it
  /// would be read, too.
  fileprivate func needsEnding(insteadOf ending: String) -> String? {
    switch self {
    // GDAL's rule: .pgw is looked for beside .png, .jgw beside .jpg.
    case .worldfile where ending != "png":
      "the picture is a PNG, by whose ending its world file is found"
    // GDAL's driver asks for the ending.
    case .mbtiles where ending != "mbtiles": "MBTiles are known by their ending"
    case .kml where ending == "kmz": "KML in a zip ends so, and this is the text beside a picture"
    case .geotiff where ending == "tiff": nil
    case _ where ending != self.ending && Self.others.contains(ending):
      "files of another kind end so, and this is \(rawValue)"
    default: nil
    }
  }
}

extension AlignmentError {
  static func otherEnding(_ path: String, why: String, instead name: String) -> AlignmentError {
    AlignmentError(.noPlace, "\(path): \(why); name it \(name)")
  }

  static func unnameable(_ path: String) -> AlignmentError {
    AlignmentError(
      .noPlace,
      "\(path): XML has no place for a character of this name, so that the file couldn't name its picture; leave it out"
    )
  }

  package static func besideOutput(_ path: String, instead name: String) -> AlignmentError {
    AlignmentError(
      .noPlace,
      "\(path): what ends so belongs beside the file that is written; name that one, as \(name)")
  }
}
