import Foundation
import IndoorGeometry
import IndoorModel

/// The Art Institute of Chicago app's `appData.json` in its three dialects.
extension MuseumGuide {
  enum AICDialect: String {
    case of2017, of2018, of2024
  }

  func aic(_ dialect: AICDialect) throws -> String {
    let isNew = dialect == .of2024
    func id(_ kind: String, _ key: String) -> String { isNew ? "\(kind):\(key)" : key }
    var galleries: [String: Any] = [:]
    for room in rooms {
      let key = id("gallery", room.key)
      let place = room.place.coordinate.map { "\($0.latitude),\($0.longitude)" } ?? ""
      galleries[key] =
        [
          "nid": key, "title": room.label, "gallery_id": "g-\(room.key)", "closed": false,
          "location": place, "floor": level(of: room),
        ] as [String: Any]
    }
    var (objects, sounds): ([String: Any], [String: Any]) = ([:], [:])
    for work in works {
      let key = id("artwork", work.key)
      var object: [String: Any] = [
        "nid": key, "title": work.title, "location": work.location,
        "gallery_location": work.room.label, "artist_culture_place_delim": work.artist,
        "object_selector_number": Int(work.code) ?? 0, "large_image_full_path": work.picture.uri,
      ]
      if isNew {
        object["latitude"] = work.coordinate.latitude
        object["longitude"] = work.coordinate.longitude
      }
      if dialect == .of2017 {
        object["audio"] = [work.sound?.key].compactMap(\.self)
      } else {
        object["audio_commentary"] = [work.sound?.key].compactMap(\.self).map {
          ["object_selector_number": work.code, "audio": $0]
        }
      }
      objects[key] = object
      if let sound = work.sound { sounds[sound.key] = file(sound, of: work) }
    }
    return try json([
      "galleries": galleries, "objects": objects, "audio_files": sounds,
      "tours": tours.map { tour($0, dialect, id) }, "map_annontations": [String: Any](),
    ])
  }

  private func level(of room: GuideGroup) -> String {
    Self.floors.first { $0.value == room.place.ordinal }?.key ?? ""
  }

  private func file(_ sound: GuideMedium, of work: Work) -> [String: Any] {
    [
      "nid": sound.key, "title": work.title, "audio_file_url": sound.uri,
      "audio_transcript": sound.about.transcript ?? "",
      "translations": work.sounds.dropFirst().map { other in
        [
          "language": other.language, "title": work.germanTitle, "audio_file_url": other.uri,
          "audio_transcript": other.about.transcript ?? "",
        ]
      },
    ]
  }

  private func tour(
    _ tour: Tour, _ dialect: AICDialect, _ id: (String, String) -> String
  ) -> [String: Any] {
    let stops = tour.stops.enumerated().map { index, key -> [String: Any] in
      let sound: Any = work(key)?.sound?.key ?? NSNull()
      let object = id("artwork", key)
      if dialect == .of2017 { return ["sort": "\(index)", "object": object, "audio": sound] }
      return ["sort": index, "object": object, "audio_id": sound, "audio_bumper": NSNull()]
    }
    var members: [String: Any] = [
      "nid": id("tour", tour.key), "title": tour.title, "description": tour.description,
      "weight": tour.sort, (dialect == .of2017 ? "stops" : "tour_stops"): stops,
      "translations": [
        [
          "language": "de", "title": tour.germanTitle, "description": tour.germanDescription,
        ]
      ],
    ]
    if dialect != .of2017 { members["selector_number"] = tour.code }
    return members
  }
}
