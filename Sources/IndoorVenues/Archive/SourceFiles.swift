import Foundation
import IndoorFiles
import IndoorJSON
import IndoorLibc
import IndoorXML

/// What is read of one source: a GeoJSON file, OpenStreetMap's XML or Overpass' JSON, an IMDF
/// archive's files, or a zip's or folder's GeoJSON files that are none of IMDF's.
struct SourceFiles {
  /// The collections, of an archive with the feature type that the file's name says.
  private(set) var files: [(type: String?, collection: GeoJSONFeatureCollection)] = []
  /// OpenStreetMap's own elements, where the source has those.
  private(set) var elements: OSMData?
  /// An archive's manifest, where it has one.
  private(set) var manifest: JSONNode?
  /// Whether the source is an IMDF archive.
  private(set) var isArchive = false
  /// Bytes of memory that it takes, by an estimate.
  private(set) var memory = 0
  /// Files that couldn't be read but aren't needed.
  private(set) var findings: [VenueFinding] = []

  /// Bytes of memory that all sources of an import may take, by an estimate, and that those of
  /// archives may, whose features are kept as they came, too.
  private static let mostMemory = 850_000_000, mostOfArchives = 650_000_000

  /// What a venue keeps; without these there is no import.
  private static let needed: Set<String> = ["venue", "building", "level", "unit", "opening"]

  /// What no archive is without.
  private static let always = ["venue", "level", "unit"]

  /// - Parameters:
  ///   - others: the paths of what is read as well.
  ///   - used: bytes of memory that what was read before takes.
  ///   - waiting: told of a pipe that nothing has come through for a second.
  init(
    _ path: String, beside others: [String] = [], memory used: Int = 0,
    waiting: (_ path: String) -> Void = { _ in }
  ) throws(VenueError) {
    var limits = JSONLimits()
    guard VenueArchive.kind(of: path) != .file else {
      limits.maximumMemory = Self.mostMemory - used
      try read(path, InputPipe.isPipe(path) ? try Self.piped(path, waiting) : nil, limits)
      return
    }
    // The bytes of each go as its document comes.
    var unread = Array(try VenueArchive.read(path).files.reversed())
    var fault: JSONError?
    while let (name, bytes) = unread.popLast() {
      let type = VenueArchive.type(of: name)
      limits.maximumMemory = Self.mostOfArchives - used - memory
      do throws(JSONError) {
        let document = try JSONDocument(bytes: bytes, name: "\(path)/\(name)", limits: limits)
        memory += document.memory
        if let type {
          files.append((type, try GeoJSONFeatureCollection(document)))
        } else {
          manifest = document.root
        }
      } catch {
        // What is left out for its size would seem to be gone from the venue.
        guard type.map(Self.needed.contains) != true, error.code != .tooLarge else {
          throw VenueError(error)
        }
        if type != nil { fault = fault ?? error }
        findings.append(VenueFinding(.unreadableFile, error.message))
      }
    }
    findings += PassedOverSources.findings(of: path, beside: others)
    isArchive = manifest != nil || files.contains { Self.isIMDF($0.type, $0.collection) }
    guard isArchive else {
      // Of files that are called as somebody likes, any may be needed.
      if let fault {
        throw .badArchive(
          fault.message,
          "if the venue doesn't need that file, take it out of \(PathParts(path).name)")
      }
      files = files.map { (nil, $0.collection) }
      return
    }
    for type in Self.always where !files.contains(where: { $0.type == type }) {
      // Some divide their units by levels.
      let other = files.first { file in
        file.collection.features.contains { $0.node?["feature_type"]?.string == type }
      }
      findings.append(
        VenueFinding(
          .missingFile,
          "\(path): has no \(type).geojson, which every IMDF archive has; "
            + (other.map {
              "\(PathParts($0.collection.document.name).name) has features of it, which are read; put them"
                + " together in one file of that name"
            } ?? "export it whole again")))
    }
  }

  /// Whether a file is called as IMDF's are, or its features are IMDF's, which have their type
  /// beside their properties.
  private static func isIMDF(_ type: String?, _ collection: GeoJSONFeatureCollection) -> Bool {
    type.map { IMDFSchema.all[$0] != nil } == true
      || collection.features.contains { $0.node?["feature_type"] != nil }
  }

  /// - Parameter piped: what came through the pipe that the path is.
  private mutating func read(
    _ path: String, _ piped: [UInt8]?, _ limits: JSONLimits
  ) throws(VenueError) {
    let start = piped.map { Array($0.prefix(Self.startBytes)) } ?? Self.start(of: path)
    if piped != nil, ForeignKind(start) == .zip {
      throw .badArchive(path, "is a zip in a pipe, whose end comes first; write it to a file")
    }
    // A blob's header follows its length (OpenStreetMap's wiki, PBF Format).
    if start.dropFirst(6).starts(with: "OSMHeader".utf8) { throw .packed(path) }
    if let kind = ForeignKind(start), kind == .webPage {
      throw .badArchive(path, "\(kind.sentence), and no venue; \(kind.remedy)")
    }
    if Self.isXML(start) {
      let stream: XMLStream
      do throws(XMLError) {
        stream =
          if let piped {
            try XMLStream(bytes: piped, name: path)
          } else { try XMLStream(path: path) }
      } catch { throw VenueError(error) }
      elements = try OSMXMLReader.read(stream)
      return
    }
    let document: JSONDocument
    do throws(JSONError) {
      document =
        if let piped {
          try JSONDocument(bytes: piped, name: path, limits: limits)
        } else { try JSONDocument(path: path, limits: limits) }
      memory = document.memory
    } catch { throw VenueError(error) }
    if OverpassReader.reads(document) {
      elements = try OverpassReader.read(document)
      return
    }
    do throws(JSONError) { files = [(nil, try GeoJSONFeatureCollection(document))] } catch {
      throw VenueError(error)
    }
  }

  /// What comes through a pipe.
  private static func piped(
    _ path: String, _ waiting: (_ path: String) -> Void
  ) throws(VenueError) -> [UInt8] {
    do throws(InputPipe.Fault) {
      return try InputPipe.read(path, limit: JSONLimits().maximumBytes, waiting: waiting)
    } catch {
      let sentence: String
      var isMachineFault = false
      switch error {
      case .unwritten: sentence = error.sentence ?? ""
      case .tooLarge:
        sentence = "has over \(JSONError.size(JSONLimits().maximumBytes)); split the venue"
      case .system(let fault):
        sentence = "can't be read (\(fault.reason)); \(fault.remedy("check the path and rights"))"
        isMachineFault = fault.isMachineFault
      }
      throw VenueError(
        code: .unreadable, message: "\(path): \(sentence)", isMachineFault: isMachineFault)
    }
  }

  /// Bytes that are looked at to tell what a file is; it may begin with empty lines.
  private static let startBytes = 1 << 16

  /// A file's first bytes; none where it can't be read.
  private static func start(of path: String) -> [UInt8] {
    guard let handle = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? handle.close() }
    return [UInt8]((try? handle.read(upToCount: startBytes)) ?? Data())
  }

  /// Whether a file begins as XML does.
  private static func isXML(_ start: [UInt8]) -> Bool {
    start.first { !" \r\n\t\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "<")
  }
}
