import Foundation
import IndoorModel

/// What CollectiveAccess' services answer: rows of its tables, each with bundles.
extension MuseumGuide {
  private struct Row {
    let table, counter, key: String
    let bundles: [(name: String, value: String)]
  }

  private var rows: [Row] {
    let locations = (levels + rooms).map { group in
      Row(
        table: "ca_storage_locations", counter: "location_id", key: group.key,
        bundles: [
          ("displayLabel", group.label), ("ca_storage_locations.parent_id", group.parent ?? ""),
        ])
    }
    let objects = works.map { work in
      Row(
        table: "ca_objects", counter: "object_id", key: work.key,
        bundles: [
          ("displayLabel", work.title), ("idno", work.code), ("ca_objects.artist", work.artist),
          ("ca_objects.year", work.year), ("ca_objects.description", work.text),
          ("ca_objects.georeference", "\(work.room.label) [\(work.location)]"),
          ("ca_storage_locations.location_id", work.room.key),
          ("ca_object_representations.media.icon", "<img src='\(work.picture.uri)' width='72'/>"),
          (
            "ca_object_representations.media.original",
            work.sound.map { "https://museum.example/\($0.uri)" } ?? ""
          ),
        ])
    }
    let walks = tours.flatMap { tour in
      [
        Row(
          table: "ca_tours", counter: "tour_id", key: tour.key,
          bundles: [
            ("displayLabel", tour.title), ("ca_tours.tour_description", tour.description),
          ])
      ]
        + tour.stops.enumerated().map { index, key in
          Row(
            table: "ca_tour_stops", counter: "stop_id", key: "\(tour.key)-\(index)",
            bundles: [
              ("ca_tour_stops.tour_id", tour.key), ("ca_tour_stops.rank", "\(index)"),
              ("ca_tour_stops.object_id", key),
            ])
        }
    }
    return locations + objects + walks
  }

  func collectiveAccessXML() -> String {
    func escaped(_ text: String) -> String {
      text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
    return rows.reduce(into: "<?xml version=\"1.0\"?>\n<CaSearchResult>\n") { text, row in
      text += "<\(row.table) \(row.counter)=\"\(row.key)\">"
      // What is empty is absent.
      for (name, value) in row.bundles where !value.isEmpty {
        text += "<\(name)>\(escaped(value))</\(name)>"
      }
      text += "</\(row.table)>\n"
    } + "</CaSearchResult>\n"
  }

  func collectiveAccessJSON() throws -> String {
    let results = rows.map { row -> [String: Any] in
      var members: [String: Any] = [row.counter: row.key, "id": row.key]
      for (name, value) in row.bundles {
        let name = name == "displayLabel" ? "display_label" : name
        // Empty lists are objects there.
        members[name] = value.isEmpty ? [String: String]() as Any : value
      }
      return members
    }
    return try json(["ok": true, "total": results.count, "results": results])
  }

  /// What `item` answers of each work, which alone has languages.
  func collectiveAccessItems() throws -> [String] {
    try works.map { work in
      try json([
        "ok": true, "object_id": ["value": work.key], "id": ["value": work.key],
        "idno": ["value": work.code],
        "type_id": ["value": "24", "display_text": ["en_US": "Work"]] as [String: Any],
        "preferred_labels": ["en_US": [work.title], "de_DE": [work.germanTitle]],
        "ca_objects.description": [
          ["en_US": ["description": work.text], "de_DE": ["description": work.germanText]]
        ],
        "ca_objects.artist": [["en_US": ["artist": work.artist]]],
        "ca_objects.year": [["en_US": ["year": work.year]]],
        "ca_objects.georeference": [
          ["en_US": ["georeference": "[\(work.location)]"]]
        ],
      ])
    }
  }
}
