import Foundation
import IndoorArchive
import IndoorFiles
import IndoorLibc

/// What a folder or a zip has of a venue's sources beside those that are read of it: GeoJSON files
/// that are called otherwise, OpenStreetMap's, zips, and a folder's folders that hold such.
struct PassedOverSources {
  /// Names in all, and folders within a folder, that are looked into.
  private static let most = 10_000, depth = 4
  /// Bytes of a file's start that say what it is.
  private static let startBytes = 1 << 14
  /// Files of a zip that are unpacked for a look, and bytes of each.
  private static let mostUnpacked = 20, mostBytes: UInt64 = 64 << 20

  /// Names that may still be looked at.
  private var left = most
  /// What is read as well, by the paths that lead to it.
  private let named: Set<String>

  /// One finding where something isn't read of a folder or zip, or none.
  ///
  /// - Parameter others: the paths of what is read as well.
  static func findings(of path: String, beside others: [String]) -> [VenueFinding] {
    var search = PassedOverSources(named: Set(others.compactMap(real)))
    let names = VenueArchive.kind(of: path) == .folder ? search.inFolder(path) : inZip(path)
    guard !names.isEmpty else { return [] }
    let isOne = names.count == 1
    let more = names.count > 3 ? " and \(names.count - 3) more" : ""
    return [
      VenueFinding(
        .passedOver,
        "\(path): " + names.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ") + more
          + " \(isOne ? "seems" : "seem") to be of a venue, too, and \(isOne ? "isn't" : "aren't") read with"
          + " it; name \(isOne ? "it" : "them") as well where \(isOne ? "it is" : "they are") of this one"
      )
    ]
  }

  private init(named: Set<String>) { self.named = named }

  /// A path without links.
  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private mutating func inFolder(_ path: String) -> [String] {
    names(in: path).filter { !VenueArchive.isPart($0) && isSource("\(path)/\($0)", Self.depth) }
  }

  /// Whether a file or something in a folder is read as well.
  private func isNamed(_ path: String) -> Bool {
    guard !named.isEmpty, let real = Self.real(path) else { return false }
    return named.contains { $0 == real || $0.hasPrefix(real + "/") }
  }

  private mutating func names(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let some = names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }.sorted().prefix(max(0, left))
    left -= some.count
    return Array(some)
  }

  private mutating func isSource(_ path: String, _ depth: Int) -> Bool {
    if isNamed(path) { return false }
    switch VenueArchive.kind(of: path) {
    case .folder:
      // A link may lead back.
      var status = stat()
      guard depth > 0, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        return false
      }
      return names(in: path).contains {
        Self.isPart($0) || isSource("\(path)/\($0)", depth - 1)
      }
    case .zip:
      let entries = (try? ZipArchive(path))?.entries ?? []
      return entries.contains { Self.isPart($0.fileName) }
    case .file:
      var status = stat()
      guard Self.mayBe(path), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let file = FileHandle(forReadingAtPath: path)
      else { return false }
      defer { try? file.close() }
      return Self.isSource([UInt8]((try? file.read(upToCount: Self.startBytes)) ?? Data()))
    }
  }

  private static func inZip(_ path: String) -> [String] {
    guard let zip = try? ZipArchive(path) else { return [] }
    let others = zip.entries.filter {
      !$0.name.hasPrefix("__MACOSX/") && !$0.fileName.hasPrefix(".")
        && !VenueArchive.isPart($0.fileName)
    }
    return others.filter { mayBe($0.fileName) && $0.size <= mostBytes }.prefix(mostUnpacked)
      .filter { entry in
        (try? zip.bytes(of: entry)).map { isSource($0.prefix(startBytes)) } ?? false
      }
      .map(\.name)
  }

  /// Whether a file is called as GeoJSON and OpenStreetMap's files are that don't end in
  /// `.geojson`.
  private static func mayBe(_ name: String) -> Bool {
    let name = name.lowercased()
    guard !name.hasSuffix(".anchors.json") else { return false }
    return [".json", ".osm", ".xml", ".geojson.txt"].contains { name.hasSuffix($0) }
  }

  /// Whether a file in a folder is called as a venue's GeoJSON is, and not as anchors are.
  private static func isPart(_ name: String) -> Bool {
    VenueArchive.type(of: name).map { !$0.hasSuffix(".anchors") } ?? false
  }

  private static func isSource(_ start: some Collection<UInt8>) -> Bool {
    let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
    // Of GeoJSON's own members: a style has such as a source within it.
    let own =
      text.prefix { $0 != "{" } + "{" + text.drop { $0 != "{" }.dropFirst().prefix { $0 != "{" }
    return own.contains(#""type":"FeatureCollection""#)
      || own.contains(#""features":["#) && text.contains(#""features":[{"#)
      || text.contains("<osmversion=") || text.contains("\"elements\"") && text.contains("\"lat\"")
  }
}
