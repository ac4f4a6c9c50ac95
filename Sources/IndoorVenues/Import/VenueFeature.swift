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
  /// The building that it is in, and others of a level that is in several.
  var buildingIDs: [String] = []
  var levelID: String?
  /// `nil` where it is missing or no whole number; of a unit or opening its level's.
  var ordinal: Int?
  var label: String?
  /// The number that OpenStreetMap has for the level that it is or is on.
  var osmLevel: Double?
  var name: String?
  var category: String?
  var geometry: GeoJSONGeometry?
  var faults = PropertyFaults()
  var place: VenuePlace

  /// Its areas.
  var areas: [Polygon<Coordinate>] { geometry?.polygons ?? [] }

  /// What sentences call it: by its id or, without, by its name or its place in its file.
  var called: String { (id ?? name).map { "\"\($0)\"" } ?? "feature \(place.index + 1)" }
}

/// What a feature's properties say of it, as far as a venue keeps it.
struct VenueProperties {
  var buildingIDs: [String]
  var levelID: String?
  var ordinal: Int?
  var label: String?
  var name: String?
  var category: String?
}

/// A feature's properties that weren't taken as they are.
struct PropertyFaults {
  /// The id of whose they are, as sentences name it: a file may have all of its features on one
  /// line.
  var owner: String?
  /// Names of those that are neither text nor number, where they should be.
  var unread: [String] = []
  /// Names of those out of whose texts control characters were taken.
  var cleaned: [String] = []
  /// A property and the number of a level that it has.
  typealias Level = (name: String, ordinal: Int)
  /// What one called `level` says, which isn't the convention's and may mean anything.
  var level: Level?
  /// What others say that name the level in no way of the convention's.
  var levelNames: [SaidLevels.Name] = []
  /// The name that is almost `feature_type`, of a feature that has none: a Shapefile's ten letters
  /// of it, or capitals.
  var almostType: String?
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
  private let line: (Int) -> Int

  init(_ collection: GeoJSONFeatureCollection) {
    name = collection.document.name
    // Found when something is to be said of a feature.
    var lines: [Int]?
    line = { index in
      let known = lines ?? collection.lines()
      lines = known
      return known.indices.contains(index) ? known[index] : 1
    }
  }

  init(_ data: OSMData) {
    name = data.name
    line = data.line
  }

  func place(of index: Int) -> String { "\(name):\(line(index))" }
}
