internal import Foundation
internal import IndoorFiles
internal import IndoorModel

extension PlanExport {
  /// The files that a format consists of, where the one asked for has this path: that one first.
  public static func paths(of format: Format, at path: String) -> [String] {
    func beside(_ ending: String) -> String { PathParts(path).beside(ending: ending) }
    return switch format {
    case .worldfile: [path, beside("pgw"), beside("prj"), "\(path).aux.xml"]
    case .geotiff, .gpkgTiles, .mbtiles, .points: [path]
    case .kml, .maplibre, .gcp: [path, beside("png")]
    case .mapkit: [path, beside("swift"), beside("png")]
    }
  }

  func writeWithPicture(
    to path: String, text: (String) -> String
  ) throws(AlignmentError) {
    let picture = PathParts(path).beside(ending: "png")
    try Self.write([(path, [UInt8](text(PathParts(picture).name).utf8)), (picture, plan.preview)])
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

  static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
