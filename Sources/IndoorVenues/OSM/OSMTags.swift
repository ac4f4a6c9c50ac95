import IndoorJSON

/// A feature's tags: its own, or as GeoJSON has them, in `properties`, in an object `tags` in
/// there, or in one text as GDAL and databases write them.
struct OSMTags {
  private let node: JSONNode?
  private let own: [String: String]

  init(_ properties: JSONNode?) {
    let tags = properties?["tags"]
    node = tags?.kind == .object ? tags : properties
    own = GatheredTags(properties).tags
  }

  init(_ tags: [String: String]) {
    node = nil
    own = tags
  }

  /// A tag's value; numbers as their digits. What has a property of its own may be corrected, and
  /// counts before what is gathered.
  subscript(_ key: String) -> String? {
    stated(key) ?? own[key].flatMap(GeoJSONVenueReader.cleaned)
  }

  /// What a property of its own says.
  private func stated(_ key: String) -> String? {
    node?[key].flatMap { $0.string ?? $0.digits }.flatMap(GeoJSONVenueReader.cleaned)
  }

  /// Whether there is `indoor`, in a property of its own; `no` says that it isn't inside.
  var hasIndoor: Bool { stated("indoor").map { $0 != "no" } == true }

  /// Whether there is a tag that names levels.
  var hasLevel: Bool { has("level") || has("repeat_on") }

  /// Whether what is gathered in one property is OpenStreetMap's, of a part of what is inside on a
  /// level: other venues may have texts of tags.
  var gatherInside: Bool {
    let (indoor, door) = (own["indoor"] ?? "no", own["door"] ?? "no")
    return (indoor != "no" && isKept || door != "no" && isDoor)
      && hasLevel && stated("category") == nil
  }

  /// Whether a tag is there and doesn't say `no`.
  private func has(_ key: String) -> Bool { self[key].map { $0 != "no" } == true }

  /// Whether a tag's value has control characters.
  func hasControls(_ key: String) -> Bool {
    (stated(key) == nil ? own[key] : node?[key]?.string).map(GeoJSONVenueReader.hasControls) == true
  }

  /// Whether a venue's reader looks at what is tagged so.
  var isRead: Bool { isInside || isRoom || self["building"] != nil }

  /// Whether an area so tagged is a room though it has no tag `indoor`. A point's `room` is the
  /// number of an office's.
  var isRoom: Bool {
    self["indoor"] == nil && saysRoom && !has("building") && hasLevel
  }

  /// Whether it is a part of what is inside: `no` says that it isn't, and `yes` of a building that
  /// its inside is drawn.
  var isInside: Bool {
    let isIndoor =
      switch self["indoor"] {
      case nil, "no": false
      case "yes": self["building"] == nil || self["building"] == "no"
      default: true
      }
    return isIndoor || has("door") || self["highway"] == "elevator"
  }

  /// A node or way that is a door; an area may have a door tag without being one.
  var isDoor: Bool {
    self["indoor"] == "door"
      || (self["indoor"] == nil && has("door"))
  }

  /// Whether an area so tagged is one that a venue keeps.
  var isKept: Bool {
    switch self["indoor"] {
    case nil, "room", "area", "corridor", "level", "column", "wall", "yes": true
    default:
      saysRoom || ["elevator", "steps"].contains(self["highway"])
    }
  }

  /// Whether the tags beside `indoor` say which room it is.
  private var saysRoom: Bool { has("room") || self["stairs"] == "yes" }

  /// Whether an area so tagged may be a room of which nobody said so: it is on a level, and neither
  /// `indoor` nor another tag says what else it is. Shops and offices are often drawn so.
  var mayBeRoom: Bool {
    hasLevel && !isInside && !isRoom && self["indoor"] == nil && self["room"] == nil
      && !Self.otherAreas.contains(where: has) && self["amenity"]?.hasPrefix("parking") != true
  }

  /// Tags of areas with a level that are no rooms.
  private static let otherAreas = [
    "building", "building:part", "highway", "area:highway", "railway", "public_transport",
    "man_made", "barrier", "bridge", "landuse", "natural", "leisure", "roof",
  ]

  /// IMDF's category of what these tags describe.
  var category: String {
    switch (self["indoor"], self["highway"], self["room"]) {
    case ("wall", _, _): return "structure"
    case (_, "elevator", _), (_, _, "elevator"): return "elevator"
    case (_, "steps", _), (_, _, "stairs"), (_, _, "steps"):
      return has("conveying") ? "escalator" : "stairs"
    case ("corridor", _, _), (_, _, "corridor"), (_, "corridor", _): return "walkway"
    case ("column", _, _): return "column"
    default: break
    }
    if self["stairs"] == "yes" { return "stairs" }
    if self["amenity"] == "toilets" || self["room"]?.hasPrefix("toilet") == true {
      switch (self["male"] == "yes", self["female"] == "yes", self["unisex"] == "yes") {
      case (true, false, false): return "restroom.male"
      case (false, true, false): return "restroom.female"
      case (_, _, true): return "restroom.unisex"
      default: return "restroom"
      }
    }
    let known = [
      "class": "classroom", "classroom": "classroom", "lecture": "auditorium",
      "auditorium": "auditorium", "office": "office", "kitchen": "kitchen",
      "storage": "storage", "conference": "conferenceroom", "lobby": "lobby",
      "laboratory": "laboratory", "waiting": "waitingroom", "shower": "shower",
      "library": "library",
    ]
    if let category = self["room"].flatMap({ known[$0] }) { return category }
    if has("office") { return "office" }
    if ["restaurant", "cafe", "fast_food", "bar"].contains(self["amenity"]) {
      return "foodservice"
    }
    if self["indoor"] == "area" { return "walkway" }
    return self["access"] == "private" || self["access"] == "no" ? "nonpublic" : "room"
  }
}
