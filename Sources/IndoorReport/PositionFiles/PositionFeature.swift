import IndoorGeometry
import IndoorModel
public import IndoorPositioning

/// A position as a GeoJSON Point whose properties are the columns of positions.csv, their numbers
/// in the same digits, and how sure its level is.
public enum PositionFeature {
  /// The feature, on one line.
  ///
  /// - Parameters:
  ///   - position: the position.
  ///   - namesBuildings: whether the building is said; a venue of one building needs none.
  ///   - session: whose position it is, where that is said.
  public static func text(
    of position: Position, namesBuildings: Bool, session: String? = nil
  ) -> String {
    let longitude = ShortNumber.fixed(position.coordinate.longitude, decimals: 8)
    let latitude = ShortNumber.fixed(position.coordinate.latitude, decimals: 8)
    func fixed(_ number: Double?, _ decimals: Int) -> String {
      number.map { $0.isFinite ? ShortNumber.fixed($0, decimals: decimals) : "null" } ?? "null"
    }
    var members = session.map { [("session", JSONText.string($0))] } ?? []
    members += [
      ("time_ms", "\(position.time.milliseconds)"), ("latitude", latitude),
      ("longitude", longitude), ("level", "\(position.level.ordinal)"),
      ("building", JSONText.string(namesBuildings ? position.level.building : "")),
      ("horizontal_accuracy_m", fixed(position.horizontalAccuracy, 2)),
      ("heading_deg", fixed(position.heading?.tenths, 1)),
      ("heading_accuracy_deg", fixed(position.heading?.accuracy, 1)),
      ("source", JSONText.string(position.sources.text)),
      ("label", position.levelLabel.map(JSONText.string) ?? "null"),
      ("level_confidence", fixed(position.levelConfidence, 2)),
    ]
    if let conditions = position.conditions.json { members.append(("conditions", conditions)) }
    if let unit = position.unit { members.append(("unit", JSONText.string(unit))) }
    return
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]},\"properties\":{"
      + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}}"
  }
}
