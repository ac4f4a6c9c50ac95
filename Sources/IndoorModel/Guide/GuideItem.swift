public import IndoorGeometry

/// Anything that is shown: a work, a species, a room's name on the map, an exhibition.
public struct GuideItem: Hashable, Sendable {
  /// The source's own id, one of its collection.
  public var key: String
  /// What it is, in the source's word, lower case: object, exhibition, amenity.
  public var kind: String
  /// Where it is, where the source says.
  public var place: GuidePlace
  /// Its rank among its likes, smaller first; what has none comes by the source's order.
  public var sort: Double?
  /// Keys of the groups it is in, the most particular last.
  public var groups: [String]
  /// The name of its template, where the source has templates.
  public var template: String?
  /// Whether the source says not to show it.
  public var isHidden: Bool
  /// `file:line` of the source, where known.
  public var source: String?

  /// Makes an item.
  public init(
    key: String, kind: String, place: GuidePlace = GuidePlace(), sort: Double? = nil,
    groups: [String] = [], template: String? = nil, isHidden: Bool = false, source: String? = nil
  ) {
    self.key = key
    self.kind = kind
    self.place = place
    self.sort = sort
    self.groups = groups
    self.template = template
    self.isHidden = isHidden
    self.source = source
  }
}

/// Where something of a guide is, as far as its source says.
public struct GuidePlace: Hashable, Sendable {
  /// Where; `nil` where the source doesn't say.
  public var coordinate: Coordinate?
  /// The building, where the source says one.
  public var building: String?
  /// The level's ordinal, 0 the ground; `nil` for all levels.
  public var ordinal: Int?

  /// Makes a place.
  public init(_ coordinate: Coordinate? = nil, building: String? = nil, ordinal: Int? = nil) {
    self.coordinate = coordinate
    self.building = building
    self.ordinal = ordinal
  }
}

/// What items are sorted into: a gallery, a department, a chapter, a kind of frogs.
public struct GuideGroup: Hashable, Sendable {
  /// What names it, one of its collection.
  public var key: String
  /// The key of the group it is in, `nil` at the top.
  public var parent: String?
  /// What it is, in the source's word: gallery, group, subgroup.
  public var kind: String
  /// What people call it.
  public var label: String
  /// Its rank among its likes, smaller first; what has none comes by the source's order.
  public var sort: Double?
  /// Where it is, where the source says.
  public var place: GuidePlace
  /// Whether it is closed, and what is in it hidden.
  public var isClosed: Bool
  /// `file:line` of the source, where known.
  public var source: String?

  /// Makes a group.
  public init(
    key: String, parent: String? = nil, kind: String = "group", label: String,
    sort: Double? = nil, place: GuidePlace = GuidePlace(), isClosed: Bool = false,
    source: String? = nil
  ) {
    self.key = key
    self.parent = parent
    self.kind = kind
    self.label = label
    self.sort = sort
    self.place = place
    self.isClosed = isClosed
    self.source = source
  }
}
