import IndoorJSON
import IndoorModel

/// Reads the Art Institute of Chicago app's `appData.json`.
///
/// Three dialects are in use. Of 2017: stops under `stops`, an object's sounds as a list of ids. Of
/// 2018, which its repository has a sample of. Of 2024: ids such as `artwork:12`, a location of `,`
/// where it isn't known, latitude and longitude beside it. Ids are numbers here and texts there.
/// `map_annontations` is how the format spells it.
struct AICReader {
  private let document: JSONDocument
  var builder: ContentBuilder
  /// Keys of galleries by their titles and by the museum's own ids.
  private var galleries: [String: String] = [:]
  private var galleryPlaces: [String: GuidePlace] = [:]

  static func read(_ document: JSONDocument, into builder: inout ContentBuilder) {
    var reader = AICReader(document: document, builder: builder)
    reader.run()
    builder = reader.builder
  }

  private init(document: JSONDocument, builder: ContentBuilder) {
    self.document = document
    self.builder = builder
  }

  private mutating func run() {
    each("galleries") { $0.gallery($1, $2, line: $3) }
    each("audio_files") { $0.audio($1, $2, line: $3) }
    each("objects") { $0.object($1, $2, line: $3) }
    each("map_annontations") { $0.annotation($1, $2, line: $3) }
    each("map_annotations") { $0.annotation($1, $2, line: $3) }
    each("exhibitions") { $0.shown($1, $2, as: "exhibition", line: $3) }
    each("events") { $0.shown($1, $2, as: "event", line: $3) }
    each("tour_categories") { $0.category($1, $2, line: $3) }
    each("tours") { $0.tour($1, $2, line: $3) }
    for (name, value) in document.root.members where !Self.nouns.contains(name) {
      let property = Property(value)
      if name == "general_info" {
        translate(property.members, of: .collection, prefix: "general_info.", except: [])
      } else {
        builder.flatten(name, property, of: .collection)
      }
    }
  }

  private static let nouns: Set = [
    "galleries", "audio_files", "objects", "map_annontations", "map_annotations", "exhibitions",
    "events", "tour_categories", "tours",
  ]

  /// Goes over the values of an object by their names, or over a list, which may stand under
  /// `data`.
  private mutating func each(
    _ name: String,
    _ take: (inout AICReader, _ key: String?, _ members: Property.Members, _ line: Int?) -> Void
  ) {
    guard let node = document.root[name] else { return }
    let data = node["data"]
    let isWrapped = data?.kind == .array
    let inner = isWrapped ? data ?? node : node
    let lines = isWrapped ? [] : document.lines(ofElementsIn: name)
    let values =
      inner.kind == .array
      ? inner.elements.map { (nil, $0) } : inner.members.map { (Optional($0.key), $0.value) }
    var isTold = false
    for (index, (key, value)) in values.enumerated() {
      let line = lines.indices.contains(index) ? lines[index] : nil
      guard value.kind == .object else {
        builder.flatten("\(name).\(key ?? String(index))", Property(value), of: .collection)
        continue
      }
      let members = Property(value).members
      guard key == nil, id(members, nil) == nil else {
        take(&self, key, members, line)
        continue
      }
      let place = "\(ReadContent.stem(builder.path)) \(name) \(index + 1)"
      if !isTold {
        builder.find(
          .missingKey, line: line,
          "\(name) have no nid, so that this one is called \(place), which changes with the file; "
            + "give each an nid")
      }
      isTold = true
      take(&self, place, members, line)
    }
  }

  // MARK: Nouns

  private mutating func gallery(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    let place = place(members, of: GuideOwner(.group, id), line: line)
    let title = members["title"].word ?? id
    builder.add(
      GuideGroup(
        key: id, kind: "gallery", label: title, place: place,
        isClosed: truth(members["closed"])), line: line)
    galleries[title] = galleries[title] ?? id
    galleries[id] = id
    if let other = members["gallery_id"].word { galleries[other] = galleries[other] ?? id }
    galleryPlaces[id] = place
    translate(members, of: GuideOwner(.group, id), except: ["nid", "location", "floor", "closed"])
  }

  private mutating func object(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    var item = GuideItem(key: id, kind: "object")
    item.place = place(members, of: GuideOwner(.item, id), line: line)
    for name in ["gallery_location", "gallery_id"] {
      guard item.groups.isEmpty, let named = members[name].word else { continue }
      let gallery = galleries[named] ?? named
      item.groups.append(gallery)
      item.place.ordinal = item.place.ordinal ?? galleryPlaces[gallery]?.ordinal
      item.place.building = item.place.building ?? galleryPlaces[gallery]?.building
    }
    let owner = GuideOwner(.item, builder.add(item, line: line))
    for (index, commentary) in members["audio_commentary"].list.enumerated() {
      builder.say(
        commentary.members, of: owner, prefix: "audio_commentary.", position: index,
        except: ["audio", "object_selector_number"])
      play(commentary["audio"].word, as: "audio", of: owner)
      guard let code = commentary["object_selector_number"].word else { continue }
      builder.content.codes.append(
        GuideCode(code, rank: 0, owner: owner, medium: commentary["audio"].word))
    }
    for audio in members["audio"].list { play(audio.word, as: "audio", of: owner) }
    if let code = members["object_selector_number"].word {
      builder.content.codes.append(GuideCode(code, rank: 1, owner: owner))
    }
    pictures(members, of: owner)
    translate(
      members, of: owner,
      except: ["nid", "location", "latitude", "longitude", "audio_commentary", "audio"])
  }

  private mutating func audio(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    func spoken(_ members: Property.Members, language: String) -> GuideMedium? {
      let uri = members["audio_file_url"].word ?? members["url"].word
      guard let uri else { return nil }
      var medium = GuideMedium(key: id, uri: uri, type: MediaType.of(uri), language: language)
      if medium.type == "application/octet-stream" { medium.type = "audio/mpeg" }
      medium.about.transcript = members["audio_transcript"].word
      medium.about.credit = members["credits"].word
      return medium
    }
    if let medium = spoken(members, language: builder.language) { builder.add(medium) }
    for translation in members["translations"].list {
      guard let language = translation["language"].word else { continue }
      if let medium = spoken(translation.members, language: language) { builder.add(medium) }
    }
    translate(
      members, of: GuideOwner(.medium, id),
      except: ["nid", "audio_file_url", "audio_transcript", "url"])
  }

  private mutating func annotation(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    let type = members["annotation_type"].word
    let kind = (type == "Text" ? members["text_type"].word : nil) ?? type ?? "annotation"
    var item = GuideItem(key: id, kind: kind.lowercased())
    item.place = place(members, of: GuideOwner(.item, id), line: line)
    let owner = GuideOwner(.item, builder.add(item, line: line))
    pictures(members, of: owner)
    translate(members, of: owner, except: ["nid", "location", "latitude", "longitude", "floor"])
  }

  private mutating func shown(
    _ key: String?, _ members: Property.Members, as kind: String, line: Int?
  ) {
    guard let id = id(members, key) else { return }
    var item = GuideItem(key: id, kind: kind)
    item.place = place(members, of: GuideOwner(.item, id), line: line)
    if let named = members["gallery_id"].word ?? members["gallery_location"].word {
      let gallery = galleries[named] ?? named
      item.groups.append(gallery)
      if let place = galleryPlaces[gallery] {
        item.place.ordinal = item.place.ordinal ?? place.ordinal
        item.place.coordinate = item.place.coordinate ?? place.coordinate
      }
    }
    let owner = GuideOwner(.item, builder.add(item, line: line))
    var begin = members["aic_start_at"].word ?? members["start_at"].word
    var end = members["aic_end_at"].word ?? members["end_at"].word
    if begin == nil, end == nil, let dates = members["dates"].word ?? members["date"].word,
      let gap = dates.firstRange(of: " to ")
    {
      begin = Words.trimmed(String(dates[..<gap.lowerBound]))
      end = Words.trimmed(String(dates[gap.upperBound...]))
    }
    if begin != nil || end != nil {
      builder.content.rules.append(GuideRule(owner, .interval(begin: begin, end: end)))
    }
    pictures(members, of: owner)
    translate(members, of: owner, except: ["nid", "id", "location", "latitude", "longitude"])
  }

  private mutating func category(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = key ?? id(members, nil) else { return }
    builder.add(
      GuideGroup(key: id, kind: "tour category", label: members["title"].word ?? id), line: line)
    translate(members, of: GuideOwner(.group, id), except: [])
  }

  private mutating func tour(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    var tour = GuideTour(key: id, sort: members["weight"].word.flatMap { Double(decimal: $0) })
    tour.place = place(members, of: GuideOwner(.tour, id), line: line)
    let stops = members["tour_stops"].list + members["stops"].list
    tour.stops = stops.map { stop in
      GuideStop(
        sort: stop["sort"].word.flatMap { Double(decimal: $0) }, item: stop["object"].word,
        medium: stop["audio_id"].word ?? stop["audio"].word, bumper: stop["audio_bumper"].word)
    }
    let owner = GuideOwner(.tour, builder.add(tour, line: line))
    for (index, stop) in stops.enumerated() {
      builder.say(
        stop.members, of: GuideOwner(.stop, owner.key, position: index),
        except: ["sort", "object", "audio_id", "audio", "audio_bumper"])
    }
    play(members["tour_audio"].word, as: "audio", of: owner)
    if let code = members["selector_number"].word {
      builder.content.codes.append(
        GuideCode(code, rank: 0, owner: owner, medium: members["tour_audio"].word))
    }
    pictures(members, of: owner)
    translate(
      members, of: owner,
      except: [
        "nid", "location", "latitude", "longitude", "floor", "weight", "tour_stops", "stops",
        "tour_audio",
      ])
  }
}
