public import IndoorPositioning

/// The formats that positions are written in.
public enum PositionsFormat: String, CaseIterable, Hashable, Sendable {
  /// A row a position, with a header.
  case csv
  /// A FeatureCollection (RFC 7946) of a Point a position.
  case geojson
  /// A track a recording (GPX 1.1, Topografix 2004).
  case gpx
  /// A moving point a recording (OGC Moving Features Encoding Extension - JSON, 19-045r3).
  case movingFeatures = "moving-features"

  /// The line that a table of positions begins with.
  package static let csvHeader =
    "recording,time_ms,latitude,longitude,level,building,horizontal_accuracy_m,heading_deg,"
    + "heading_accuracy_deg,source,label\n"

  /// What turns positions into this format's text.
  func encoder(namesBuildings: Bool) -> any PositionsEncoder {
    switch self {
    case .csv: PositionsCSV(namesBuildings: namesBuildings)
    case .geojson: PositionsGeoJSON()
    case .gpx: PositionsGPX()
    case .movingFeatures: PositionsMovingFeatures()
    }
  }
}

/// Text of positions in one format, recording after recording.
protocol PositionsEncoder {
  /// What the file begins with.
  var opening: String { get }
  /// What it ends with.
  var closing: String { get }
  /// One recording's positions; `isFirst` until something was written.
  func text(of positions: [Position], recording: String, isFirst: Bool) -> String
}

extension Position.Sources {
  /// The sources joined by `+`, in the order wifi, ble, motion, pressure, map, fix, smoothed,
  /// lagged.
  public var text: String {
    let names: [(Position.Sources, String)] = [
      (.wifi, "wifi"), (.ble, "ble"), (.motion, "motion"), (.pressure, "pressure"), (.map, "map"),
      (.fix, "fix"), (.smoothed, "smoothed"), (.lagged, "lagged"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
  }
}

extension PositionUpdate.Conditions {
  /// What a position would be misread without, as a JSON array of stable words; `nil` where there
  /// is nothing.
  var json: String? {
    let words: [(PositionUpdate.Conditions, String)] = [
      (.outdoors, "\"outdoors\""), (.unsureLevel, "\"unsure-level\""),
    ]
    let own = words.filter { contains($0.0) }.map(\.1)
    return own.isEmpty ? nil : "[" + own.joined(separator: ",") + "]"
  }
}
