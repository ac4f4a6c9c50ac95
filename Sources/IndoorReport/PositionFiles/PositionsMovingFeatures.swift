import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// OGC Moving Features JSON: a MovingPoint a recording; level, building and accuracy as temporal
/// properties.
struct PositionsMovingFeatures: PositionsEncoder {
  var opening: String { "{\"type\":\"FeatureCollection\",\"features\":[" }
  var closing: String { "\n]}\n" }

  func text(of positions: [Position], recording: String, isFirst: Bool) -> String {
    // Times within a moving point are strictly ascending: of one moment the last position stays.
    var kept: [Position] = []
    for position in positions {
      if kept.last?.time.milliseconds == position.time.milliseconds { kept.removeLast() }
      kept.append(position)
    }
    guard !kept.isEmpty else { return "" }
    let name = JSONText.string(recording)
    let times = Self.list(kept) { "\"\(UTCTime.text($0.time))\"" }
    var text = isFirst ? "\n" : ",\n"
    text += "{\"type\":\"Feature\",\"id\":\(name),\"temporalGeometry\":{\"type\":\"MovingPoint\""
    text += ",\"datetimes\":\(times),\"coordinates\":"
    text += Self.list(kept) { JSONText.coordinates($0.coordinate) }
    text += ",\"interpolation\":\"Linear\"},\"temporalProperties\":[{\"datetimes\":\(times)"
    text += ",\"level\":{\"type\":\"Measure\",\"values\":"
    text += Self.list(kept) { "\($0.level.ordinal)" } + ",\"interpolation\":\"Step\"}"
    if kept.allSatisfy({ $0.levelLabel != nil }) {
      text += ",\"label\":{\"type\":\"Text\",\"values\":"
      text += Self.list(kept) { JSONText.string($0.levelLabel ?? "") }
      text += ",\"interpolation\":\"Step\"}"
    }
    if kept.contains(where: { !$0.level.building.isEmpty }) {
      text += ",\"building\":{\"type\":\"Text\",\"values\":"
      text += Self.list(kept) { JSONText.string($0.level.building) }
      text += ",\"interpolation\":\"Step\"}"
    }
    if kept.allSatisfy({ $0.horizontalAccuracy != nil }) {
      text += ",\"horizontalAccuracy\":{\"type\":\"Measure\",\"form\":\"MTR\",\"values\":"
      text += Self.list(kept) { ShortNumber.text($0.horizontalAccuracy ?? 0) }
      text += ",\"interpolation\":\"Step\"}"
    }
    let settled = kept[0].sources.intersection([.smoothed, .lagged]).text
    let source = settled.isEmpty ? "" : ",\"source\":" + JSONText.string(settled)
    return text + "}],\"properties\":{\"recording\":\(name)\(source)}}"
  }

  private static func list(_ positions: [Position], _ text: (Position) -> String) -> String {
    "[" + positions.map(text).joined(separator: ",") + "]"
  }
}
