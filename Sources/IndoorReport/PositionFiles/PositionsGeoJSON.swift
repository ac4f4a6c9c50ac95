import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// A FeatureCollection of a Point a position; the properties bear the names of positions.csv.
struct PositionsGeoJSON: PositionsEncoder {
  var opening: String { "{\"type\":\"FeatureCollection\",\"features\":[" }
  var closing: String { "\n]}\n" }

  func text(of positions: [Position], recording: String, isFirst: Bool) -> String {
    let name = JSONText.string(recording)
    var text = ""
    for (index, position) in positions.enumerated() {
      text += isFirst && index == 0 ? "\n" : ",\n"
      text += "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":"
      text += JSONText.coordinates(position.coordinate) + "},\"properties\":{"
      text += "\"recording\":\(name),\"time_ms\":\(position.time.milliseconds)"
      text += ",\"level\":\(position.level.ordinal)"
      text += ",\"building\":" + JSONText.string(position.level.building)
      if let accuracy = position.horizontalAccuracy {
        text += ",\"horizontal_accuracy_m\":" + ShortNumber.text(accuracy)
      }
      if let heading = position.heading {
        text += ",\"heading_deg\":" + ShortNumber.text(heading.tenths, decimals: 1)
        text += ",\"heading_accuracy_deg\":" + ShortNumber.text(heading.accuracy, decimals: 1)
      }
      text += ",\"source\":" + JSONText.string(position.sources.text)
      if let label = position.levelLabel { text += ",\"label\":" + JSONText.string(label) }
      if let conditions = position.conditions.json { text += ",\"conditions\":" + conditions }
      text += "}}"
    }
    return text
  }
}
