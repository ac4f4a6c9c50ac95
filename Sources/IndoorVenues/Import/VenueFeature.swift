import IndoorGeometry
import IndoorJSON

/// One feature of a source, before its references are followed.
struct VenueFeature {
  /// What it is to a venue.
  enum Kind: Hashable {
    case venue
    case building
    case level
    case unit
    case opening
    /// A type that a venue doesn't keep.
    case other(String)
    /// A feature that doesn't say what it is.
    case untyped
  }

  var kind: Kind
  var id: String?
  var buildingID: String?
  var levelID: String?
  /// `nil` where it is missing or no whole number.
  var ordinal: Int?
  var label: String?
  var name: String?
  var category: String?
  var geometry: GeoJSONGeometry?
  var place: VenuePlace
}

/// Where a feature stands.
struct VenuePlace {
  let source: VenueSource
  let index: Int

  /// `file:line`.
  var text: String { source.place(of: index) }
}

/// One file of features.
final class VenueSource {
  let name: String
  private let readLines: () -> [Int]
  /// Found when something is to be said of a feature.
  private lazy var lines = readLines()

  init(_ collection: GeoJSONFeatureCollection) {
    name = collection.document.name
    readLines = collection.lines
  }

  func place(of index: Int) -> String {
    "\(name):\(lines.indices.contains(index) ? lines[index] : 1)"
  }
}
