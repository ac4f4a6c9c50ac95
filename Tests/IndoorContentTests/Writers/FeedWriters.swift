import Foundation
import IndoorGeometry
import IndoorModel

/// A feed of artworks, and GeoJSON.
extension MuseumGuide {
  func artworks() throws -> String {
    try json([
      "campus_artworks": works.map { work in
        [
          "id": work.key, "title": work.title, "artist": work.artist, "yearOfWork": work.year,
          "Information": work.text, "lat": "\(work.coordinate.latitude)",
          "long": "\(work.coordinate.longitude)", "locationNotes": work.room.label,
          "fileName": work.picture.uri, "lastModified": "2026-03-01 10:00:00", "enabled": "1",
        ]
      }
    ])
  }

  func geojson() throws -> String {
    try json([
      "type": "FeatureCollection",
      "features": works.map { work -> [String: Any] in
        [
          "type": "Feature", "id": work.key,
          "geometry": [
            "type": "Point", "coordinates": [work.coordinate.longitude, work.coordinate.latitude],
          ] as [String: Any],
          "properties": [
            "title": work.title, "artist": work.artist, "year": work.year, "text": work.text,
            "title@de": work.germanTitle, "text@de": work.germanText, "level": work.level,
            "group": work.room.label, "code": work.code,
            "image": work.picture.uri, "audio": work.sound?.uri ?? "",
          ],
        ]
      },
    ])
  }
}
