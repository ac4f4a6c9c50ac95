/// What IMDF 1.0.0 (OGC 20-094, Reference) asks of each feature type.
struct IMDFSchema {
  /// The geometry that a type has.
  enum Geometry {
    case none
    case point
    case line
    case area
    case any
  }

  let geometry: Geometry
  /// Properties that must be there and not null.
  let required: [String]
  /// Properties that name features, and the type of these.
  let references: [String: String]
  /// Known categories, or `nil` where any will do.
  let categories: Set<String>?

  /// Properties of a relationship that name features with their types.
  static let ends = ["origin", "destination", "intermediary"]

  /// Properties that are labels, a text by language, of whatever type they are.
  static let labels = ["alt_name", "name", "short_name"]

  /// By feature type.
  static let all: [String: IMDFSchema] = [
    "address": IMDFSchema(
      geometry: .none, required: ["address", "locality", "country"], references: [:],
      categories: nil),
    "amenity": IMDFSchema(
      geometry: .point, required: ["category", "unit_ids"],
      references: ["unit_ids": "unit", "address_id": "address"], categories: IMDFCategories.amenity),
    "anchor": IMDFSchema(
      geometry: .point, required: ["unit_id"],
      references: ["unit_id": "unit", "address_id": "address"], categories: nil),
    "building": IMDFSchema(
      geometry: .none, required: ["category"], references: ["address_id": "address"],
      categories: IMDFCategories.building),
    "detail": IMDFSchema(
      geometry: .line, required: ["level_id"], references: ["level_id": "level"], categories: nil),
    "fixture": IMDFSchema(
      geometry: .area, required: ["category", "level_id"],
      references: ["level_id": "level", "anchor_id": "anchor"], categories: IMDFCategories.fixture),
    "footprint": IMDFSchema(
      geometry: .area, required: ["category", "building_ids"],
      references: ["building_ids": "building"], categories: ["ground", "aerial", "subterranean"]),
    "geofence": IMDFSchema(
      geometry: .area, required: ["category"],
      references: ["building_ids": "building", "level_ids": "level", "parents": "geofence"],
      categories: IMDFCategories.geofence),
    "kiosk": IMDFSchema(
      geometry: .area, required: ["level_id"],
      references: ["level_id": "level", "anchor_id": "anchor"], categories: nil),
    "level": IMDFSchema(
      geometry: .area, required: ["category", "ordinal", "name", "short_name"],
      references: ["building_ids": "building", "address_id": "address"],
      categories: IMDFCategories.level),
    "occupant": IMDFSchema(
      geometry: .none, required: ["category", "name", "anchor_id"],
      references: ["anchor_id": "anchor"], categories: nil),
    "opening": IMDFSchema(
      geometry: .line, required: ["category", "level_id"], references: ["level_id": "level"],
      categories: IMDFCategories.opening),
    "relationship": IMDFSchema(
      geometry: .any, required: ["category", "direction"], references: [:],
      categories: IMDFCategories.relationship),
    "section": IMDFSchema(
      geometry: .area, required: ["category", "level_id"],
      references: ["level_id": "level", "address_id": "address", "parents": "section"],
      categories: IMDFCategories.section),
    "unit": IMDFSchema(
      geometry: .area, required: ["category", "level_id"], references: ["level_id": "level"],
      categories: IMDFCategories.unit),
    "venue": IMDFSchema(
      geometry: .area, required: ["category", "name", "address_id", "display_point"],
      references: ["address_id": "address"], categories: IMDFCategories.venue),
  ]
}
