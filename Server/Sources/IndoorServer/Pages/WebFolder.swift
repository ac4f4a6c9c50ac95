import Foundation
import IndoorFiles

/// The folder of the pages: plain files, read once when the server starts.
///
/// They are answered from a table of their names, so that no path of a request reaches the disk.
struct WebFolder: Sendable {
  /// A file as it goes out.
  struct File: Sendable {
    var bytes: [UInt8]
    var type: String
    /// Its content's hash, as a strong tag.
    var tag: String

    init(_ bytes: [UInt8], type: String) {
      self.bytes = bytes
      self.type = type
      tag = "\"\(SHA256.hexadecimal(Array(SHA256.digest(of: bytes).prefix(16))))\""
    }
  }

  /// The files by their paths in the folder: `home/index.html`.
  let files: [String: File]

  /// Whether MapLibre is there, which is fetched and not ours.
  var hasMapLibre: Bool {
    files["maplibre/maplibre-gl.js"] != nil && files["maplibre/maplibre-gl.css"] != nil
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
  ]
  /// What is larger is no file of a page.
  private static let mostBytes = 8 << 20

  /// - Throws: `.noPages` where the folder has none.
  init(_ path: String) throws(ServerError) {
    var files: [String: File] = [:]
    let names = FileManager.default.enumerator(atPath: path)
    while let name = names?.nextObject() as? String {
      let type = name.split(separator: ".").last.flatMap { Self.types[String($0)] }
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
      guard let type, !isHidden,
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)"),
        attributes[.type] as? FileAttributeType == .typeRegular,
        (attributes[.size] as? Int ?? .max) <= Self.mostBytes,
        let data = FileManager.default.contents(atPath: "\(path)/\(name)")
      else { continue }
      files[name] = File([UInt8](data), type: type)
    }
    guard files[Self.home] != nil else { throw .noPages(path) }
    self.files = files
  }

  private static let home = "home/index.html"

  /// Where the pages are: beside the program, in the source tree that it was built in, or where a
  /// package puts them.
  static func standard(program: URL? = Bundle.main.executableURL) -> String? {
    var places: [String] = []
    if let program = program?.resolvingSymlinksInPath() {
      var folder = program.deletingLastPathComponent()
      places.append(folder.appendingPathComponent("../share/indoorkit/web").path)
      for _ in 0..<5 {
        places.append(folder.appendingPathComponent("web").path)
        folder.deleteLastPathComponent()
      }
    }
    places.append("/usr/share/indoorkit/web")
    return places.first { FileManager.default.fileExists(atPath: "\($0)/\(home)") }
  }
}
