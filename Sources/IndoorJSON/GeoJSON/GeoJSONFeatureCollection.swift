/// A feature: a geometry and what is said of it.
public struct GeoJSONFeature: Sendable {
  /// Its place in the file, from 0.
  public let index: Int
  /// `id` of the feature itself; a number as its digits.
  public let id: String?
  /// Its geometry; `nil` where the file has null, none or an empty one.
  public let geometry: GeoJSONGeometry?
  /// `properties`, or `nil` where they are null or no object.
  public let properties: JSONNode?
  /// The whole feature, with whatever foreign members it has; `nil` for a bare geometry.
  public let node: JSONNode?
}

/// GeoJSON by RFC 7946: a FeatureCollection, a Feature or a bare geometry, which is taken for a
/// collection of one.
///
/// Read leniently where the RFC says so (either winding, foreign members, heights), with a warning
/// where a file breaks it harmlessly, and not at all where a coordinate can't be one.
public struct GeoJSONFeatureCollection: Sendable {
  /// The features, in the file's order.
  public let features: [GeoJSONFeature]
  /// What was mended or passed over, each kind once, with its count.
  public let warnings: [GeoJSONWarning]
  /// Features that are read at most: each takes a kilobyte, whatever little it says.
  static let maximumFeatures = 500_000
  /// What was read.
  public let document: JSONDocument

  /// Reads a document. Throws `JSONError` with the feature's line and number where it isn't
  /// GeoJSON, a longitude or latitude is out of range, or it has over 500,000 features.
  public init(_ document: JSONDocument) throws(JSONError) {
    let root = document.root
    let member = "features"
    var reader = GeoJSONReader(name: document.name)
    var features: [GeoJSONFeature] = []
    var index = 0
    do throws(GeoJSONFault) {
      switch root["type"]?.string {
      case "FeatureCollection":
        guard let list = root[member], list.kind == .array else { throw .noFeatures }
        reader.noteReferenceSystem(of: root, feature: nil)
        features.reserveCapacity(list.elements.underestimatedCount)
        for node in list.elements {
          guard index < Self.maximumFeatures else { throw .tooManyFeatures }
          features.append(try reader.feature(node, index: index))
          index += 1
        }
      case "Feature":
        features = [try reader.feature(root, index: 0)]
      case let type:
        if let kind = ForeignJSON(root) { throw .foreign(kind) }
        if type == nil { throw .noType }
        reader.noteReferenceSystem(of: root, feature: nil)
        features = [
          GeoJSONFeature(
            index: 0, id: nil, geometry: try reader.geometry(root, feature: 0), properties: nil,
            node: nil)
        ]
      }
    } catch {
      let line = document.line(ofElement: index, in: member)
      throw error.jsonError(
        place: "\(document.name):\(line ?? 1)", feature: line == nil ? nil : index)
    }
    self.features = features
    self.document = document
    warnings = reader.warnings
  }

  /// The line, from 1, on which each feature begins; see `JSONDocument.lines(ofElementsIn:)`.
  public func lines() -> [Int] {
    let lines = document.lines(ofElementsIn: "features")
    return lines.isEmpty ? [1] : lines
  }
}

/// Something in a GeoJSON file that was mended or passed over.
public struct GeoJSONWarning: Hashable, Sendable {
  /// What it is, for code that acts on it.
  public enum Code: String, Hashable, Sendable {
    /// A `crs` member, obsolete since RFC 7946: the coordinates are taken for WGS 84 all the same.
    case obsoleteReferenceSystem = "obsolete-crs"
    /// A ring whose last position isn't its first: it was closed.
    case ringNotClosed = "ring-not-closed"
    /// A ring of fewer than three different vertices: it was left out.
    case ringTooShort = "ring-too-short"
    /// An object that has a key twice: the last counts.
    case keyTwice = "key-twice"
  }

  /// What it is.
  public let code: Code
  /// The first feature that has it, from 0; `nil` where the file itself does.
  public let feature: Int?
  /// How often it came.
  public internal(set) var count: Int
  /// The file.
  public let name: String

  /// A sentence with the file, the first feature and the count.
  public var message: String {
    let what =
      switch code {
      case .obsoleteReferenceSystem:
        "the obsolete member crs is ignored, coordinates are WGS 84 longitude and latitude"
      case .ringNotClosed: "a ring doesn't end where it begins and was closed"
      case .keyTwice: "an object has a key twice, and the last counts; write each once"
      case .ringTooShort: "a ring has fewer than three different vertices and was left out"
      }
    let times = count > 1 ? " (\(count) times)" : ""
    return "\(name): \(feature.map { "features[\($0)]: " } ?? "")\(what)\(times)"
  }
}
