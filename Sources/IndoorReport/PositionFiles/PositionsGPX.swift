import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// GPX 1.1: a track a recording; level and accuracy, which GPX has no element for, as extensions.
struct PositionsGPX: PositionsEncoder {
  var opening: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="IndoorKit" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:indoor="urn:indoorkit:gpx:1">

    """
  }

  var closing: String { "</gpx>\n" }

  func text(of positions: [Position], recording: String, isFirst: Bool) -> String {
    guard !positions.isEmpty else { return "" }
    // What is neither live is said: a track's source is there for how far it can be relied upon.
    let settled = positions[0].sources.intersection([.smoothed, .lagged]).text
    let source: Markup = settled.isEmpty ? "" : "<src>\(settled)</src>"
    let name: Markup = "<trk><name>\(recording)</name>\(source)<trkseg>"
    var text = name.source + "\n"
    for position in positions {
      text += "<trkpt lat=\"" + ShortNumber.fixed(position.coordinate.latitude, decimals: 8)
      text += "\" lon=\"" + ShortNumber.fixed(position.coordinate.longitude, decimals: 8) + "\">"
      text += "<time>\(UTCTime.text(position.time))</time><extensions>"
      text += "<indoor:level>\(position.level.ordinal)</indoor:level>"
      if let label = position.levelLabel {
        let label: Markup = "<indoor:label>\(label)</indoor:label>"
        text += label.source
      }
      if !position.level.building.isEmpty {
        let building: Markup = "<indoor:building>\(position.level.building)</indoor:building>"
        text += building.source
      }
      if let accuracy = position.horizontalAccuracy {
        text += "<indoor:accuracy>\(ShortNumber.text(accuracy))</indoor:accuracy>"
      }
      if let heading = position.heading {
        text += "<indoor:heading>\(ShortNumber.text(heading.tenths, decimals: 1))</indoor:heading>"
      }
      text += "</extensions></trkpt>\n"
    }
    return text + "</trkseg></trk>\n"
  }
}
