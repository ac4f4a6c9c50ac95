internal import Foundation
internal import IndoorFiles
internal import IndoorModel

extension PlanExport {
  /// The files that a format consists of, where the one asked for has this path: that one first.
  ///
  /// - Throws: `.noPlace` where the path ends as a file that belongs beside it.
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
    return [path] + endings.map { parts.beside(ending: $0) }
      + (format == .worldfile ? ["\(path).aux.xml"] : [])
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

extension AlignmentError {
  static func besideOutput(_ path: String, instead name: String) -> AlignmentError {
    AlignmentError(
      .noPlace,
      "\(path): what ends so belongs beside the file that is written; name that one, as \(name)")
  }
}
