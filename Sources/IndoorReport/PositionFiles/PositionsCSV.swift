import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// positions.csv: a row a position.
struct PositionsCSV: PositionsEncoder {
  /// Whether a position's building stands in its row; a venue of one building needs none.
  var namesBuildings: Bool

  var opening: String { PositionsFormat.csvHeader }

  var closing: String { "" }

  func text(of positions: [Position], recording: String, isFirst: Bool) -> String {
    let name = Self.field(recording)
    var text = ""
    text.reserveCapacity(positions.count * 120)
    for position in positions {
      let building = namesBuildings ? Self.field(position.level.building) : ""
      let accuracy = position.horizontalAccuracy.map { ShortNumber.fixed($0, decimals: 2) } ?? ""
      let heading = position.heading.map { ShortNumber.fixed($0.tenths, decimals: 1) } ?? ""
      let headingAccuracy =
        position.heading.map { ShortNumber.fixed($0.accuracy, decimals: 1) } ?? ""
      text += "\(name),\(position.time.milliseconds),"
      text += ShortNumber.fixed(position.coordinate.latitude, decimals: 8) + ","
      text += ShortNumber.fixed(position.coordinate.longitude, decimals: 8) + ","
      text += "\(position.level.ordinal),\(building),\(accuracy),\(heading),\(headingAccuracy),"
      text += position.sources.text + "," + Self.field(position.levelLabel ?? "") + "\n"
    }
    return text
  }

  /// A field by RFC 4180: quoted where it has to be.
  static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }) else {
      return text
    }
    // By scalars: to Swift a quotation mark and the accent behind it are one character.
    var quoted = "\""
    for scalar in text.unicodeScalars {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }
}

extension Heading {
  /// Degrees to one decimal, 0 to 359.9: what would round to 360 is 0.
  var tenths: Double {
    let rounded = (degrees * 10).rounded() / 10
    return rounded >= 360 ? 0 : rounded
  }
}
