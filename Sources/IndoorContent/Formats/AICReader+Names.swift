// What the format calls what it says.
extension AICReader {
  /// The properties that mean something in one of its lists, or in what stands within.
  static func known(in list: String) -> Set<String> {
    let all: Set = [
      "nid", "title", "translations", "floor", "location", "latitude", "longitude",
      "image_url", "large_image_full_path", "image_full_path", "thumbnail_full_path",
    ]
    return switch list {
    case "galleries": all.union(["closed", "gallery_id"])
    case "objects":
      all.union([
        "gallery_location", "gallery_id", "audio_commentary", "audio", "object_selector_number",
      ])
    case "audio_commentary": ["audio", "object_selector_number"]
    case "audio_files":
      [
        "nid", "title", "translations", "audio_file_url", "url", "audio_transcript",
        "credits",
      ]
    case "exhibitions", "events":
      all.union([
        "gallery_location", "gallery_id", "aic_start_at", "start_at", "aic_end_at", "end_at",
        "dates", "date",
      ])
    case "tours":
      all.union(["tour_stops", "stops", "tour_audio", "selector_number", "weight"])
    case "tour_stops", "stops": ["object", "audio_id", "audio", "audio_bumper", "sort"]
    case "tour_categories": ["nid", "title", "translations"]
    default: all.union(["annotation_type", "text_type"])
    }
  }

  /// Tells names that are nearly those of a list, and of what stands within its objects.
  mutating func tellNames(
    in list: String, of objects: [(members: Property.Members, line: Int?)]
  ) {
    let within =
      switch list {
      case "objects": ["audio_commentary"]
      case "tours": ["tour_stops", "stops"]
      default: [String]()
      }
    for list in [list] + within {
      var names = PropertyNames(known: Self.known(in: list))
      for (members, line) in objects {
        for inner in within.contains(list) ? members[list].list.map(\.members) : [members] {
          names.add(inner, line: line)
        }
      }
      names.tell(languages: "write the words under translations", &builder)
    }
  }
}
