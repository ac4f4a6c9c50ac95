public import IndoorGeometry

/// All that a list shows of an item or a tour.
public struct GuideRow: Hashable, Sendable, Identifiable {
  /// What names it among all of a guide.
  public struct ID: Hashable, Sendable {
    /// The collection's key.
    public var collection: String
    /// Whether it is a tour.
    public var isTour: Bool
    /// The key in the collection.
    public var key: String
  }

  /// What names it.
  public var id: ID
  /// What it is: object, exhibition, amenity, tour.
  public var kind: String
  /// The text that people read first, empty where there is none.
  public var title: String
  /// The language of the title, BCP 47.
  public var language: String
  /// Where it is.
  public var place: Place
  /// Keys of the groups it is in.
  public var groups: [String]
  /// Its codes, those that are dialled first.
  public var codes: [String]
  /// How far it is, in lists from somewhere; `nil` also where its place isn't known.
  public var distance: Distance?
  /// Whether its list is one from somewhere.
  public var isFromSomewhere = false

  /// Where an item is, as far as its source says.
  public struct Place: Hashable, Sendable {
    /// Where.
    public var coordinate: Coordinate?
    /// The level's ordinal; `nil` for all levels.
    public var level: Int?
    /// The building.
    public var building: String?
  }

  /// How far something is.
  public struct Distance: Hashable, Sendable {
    /// Metres along the ground, straight.
    public var metres: Double
    /// Levels up to it, negative down.
    public var levels: Int
    /// What lists are sorted by, in metres: a level is worth 33⅓ of them, another building 200.
    public var cost: Double
  }
}

/// One page of a list.
public struct GuidePage: Hashable, Sendable {
  /// The rows, in order.
  public var rows: [GuideRow]
  /// How many rows all pages have.
  public var total: Int
  /// What asks for the next page; `nil` on the last.
  public var after: String?
}

/// Where somebody is, to look for what is near.
public struct GuidePosition: Hashable, Sendable {
  /// Where.
  public var coordinate: Coordinate
  /// The level's ordinal; `nil` where unknown.
  public var ordinal: Int?
  /// The building; `nil` where unknown.
  public var building: String?
  /// What else the guide calls the building: its name, where this is its id.
  package var names: Set<String> = []

  /// Makes a position.
  public init(_ coordinate: Coordinate, ordinal: Int? = nil, building: String? = nil) {
    self.coordinate = coordinate
    self.ordinal = ordinal
    self.building = building
  }
}
