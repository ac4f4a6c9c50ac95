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
  /// Those of titles that several galleries have.
  private var alike: [String: [String]] = [:]
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
        builder.seeNothing()
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
    // PHP writes nothing as false.
    if let word = Property(node).word, word != "false" {
      builder.flatten(name, Property(node), of: .collection)
      builder.find(
        .badValue,
        "the member \(name) is neither an object nor a list, and is kept as it is; write it as one")
    }
    let data = data(of: node, in: name)
    let lines = data == nil ? document.lines(ofElementsIn: name) : []
    let all = entries(of: data ?? node, in: name)
    if all.isEmpty { builder.seeNothing() }
    for (key, value) in data == nil ? [] : Array(node.members) where key != "data" {
      builder.flatten("\(name).\(key)", Property(value), of: .collection)
    }
    var (isTold, isOddTold) = (false, false)
    var objects: [(members: Property.Members, line: Int?)] = []
    for (index, (key, value)) in all.enumerated() {
      let line = lines.indices.contains(index) ? lines[index] : nil
      let members = Property(value).members
      guard value.kind == .object || !members.all.isEmpty else {
        let kept = "\(name).\(key ?? String(index))"
        builder.flatten(kept, Property(value), of: .collection)
        if !isOddTold, Property(value).saysAnything {
          builder.find(
            .badValue, line: line,
            "\(kept) is no object, and is kept as a text; write it as one, in braces")
          isOddTold = true
        }
        continue
      }
      objects.append((members, line))
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
    tellNames(in: name, of: objects)
  }

  // MARK: Nouns

  private mutating func gallery(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    let place = place(members, of: GuideOwner(.group, id), line: line)
    let title = members["title"].word ?? id
    let gallery = GuideGroup(
      key: id, kind: "gallery", label: title, place: place, isClosed: truth(members["closed"]))
    guard builder.add(gallery, line: line) else { return }
    if let other = galleries[title] {
      alike[title, default: [other]].append(id)
    } else {
      galleries[title] = id
    }
    galleries[id] = id
    if let other = members["gallery_id"].word { galleries[other] = galleries[other] ?? id }
    galleryPlaces[id] = place
    let owner = GuideOwner(.group, id)
    let isAnswer = ["true", "1", "yes", "false", "0", "no"]
      .contains(members["closed"].word?.lowercased())
    let used = builder.used(
      words(["nid", "floor"], in: members) + [("closed", isAnswer)], in: members, of: owner,
      line: line, remedies: ["closed": "write yes or no"])
    translate(members, of: owner, except: used.union(located(members, at: place)))
  }

  private mutating func object(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    var item = GuideItem(key: id, kind: "object")
    item.place = place(members, of: GuideOwner(.item, id), line: line)
    if let gallery = gallery(
      named: ["gallery_location", "gallery_id"], in: members, on: item.place, of: id, line: line)
    {
      item.groups.append(gallery)
      item.place.ordinal = item.place.ordinal ?? galleryPlaces[gallery]?.ordinal
      item.place.building = item.place.building ?? galleryPlaces[gallery]?.building
    }
    let owner = GuideOwner(.item, builder.add(item, line: line))
    for (index, commentary) in members["audio_commentary"].list.enumerated() {
      self.commentary(commentary, of: owner, position: index, line: line)
    }
    for (index, audio) in members["audio"].list.enumerated() {
      guard let word = audio.word else {
        keep(audio, of: owner, as: "audio", position: index, line: line)
        continue
      }
      play(word, as: "audio", of: owner)
    }
    dial("object_selector_number", in: members, of: owner, medium: nil, rank: 1, line: line)
    tell(["floor"], members, owner, line)
    pictures(members, of: owner, line: line)
    let used = builder.used(words(["nid"], in: members), in: members, of: owner, line: line)
    translate(
      members, of: owner,
      except: used.union(located(members, at: item.place)).union(["audio_commentary", "audio"]))
  }

  /// The gallery that an item is in, by its title or id. Of several that are called so it is the
  /// one that another property means, else the one on the item's own floor, else the first, which
  /// is told.
  private mutating func gallery(
    named names: [String], in members: Property.Members, on place: GuidePlace, of item: String,
    line: Int?
  ) -> String? {
    let said = names.compactMap { members[$0].word }
    guard let first = said.first else {
      tell(names, members, GuideOwner(.item, item), line)
      return nil
    }
    guard let some = alike[first] else { return galleries[first] ?? first }
    let others = said.dropFirst().compactMap { galleries[$0] }
    if let meant = others.first(where: some.contains) { return meant }
    let here = some.filter { place.ordinal != nil && galleryPlaces[$0]?.ordinal == place.ordinal }
    if here.count == 1 { return here[0] }
    builder.find(
      .badValue, item: item, line: line,
      "its gallery is called \(first), as \(some.count) are, and the first is taken; name its gallery_id"
    )
    return some[0]
  }

  private mutating func annotation(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = id(members, key) else { return }
    let type = members["annotation_type"].word
    let kind = (type == "Text" ? members["text_type"].word : nil) ?? type ?? "annotation"
    var item = GuideItem(key: id, kind: kind.lowercased())
    item.place = place(members, of: GuideOwner(.item, id), line: line)
    let owner = GuideOwner(.item, builder.add(item, line: line))
    pictures(members, of: owner, line: line)
    let used = builder.used(
      words(["nid", "floor"], in: members), in: members, of: owner, line: line)
    translate(members, of: owner, except: used.union(located(members, at: item.place)))
  }

  private mutating func shown(
    _ key: String?, _ members: Property.Members, as kind: String, line: Int?
  ) {
    guard let id = id(members, key) else { return }
    var item = GuideItem(key: id, kind: kind)
    let own = place(members, of: GuideOwner(.item, id), line: line)
    item.place = own
    if let gallery = gallery(
      named: ["gallery_id", "gallery_location"], in: members, on: own, of: id, line: line)
    {
      item.groups.append(gallery)
      if let place = galleryPlaces[gallery] {
        item.place.ordinal = item.place.ordinal ?? place.ordinal
        item.place.building = item.place.building ?? place.building
        item.place.coordinate = item.place.coordinate ?? place.coordinate
      }
    }
    let owner = GuideOwner(.item, builder.add(item, line: line))
    var begin = members["aic_start_at"].word ?? members["start_at"].word
    var end = members["aic_end_at"].word ?? members["end_at"].word
    tell(
      ["floor", "aic_start_at", "start_at", "aic_end_at", "end_at", "dates", "date"], members,
      owner, line)
    if begin == nil, end == nil, let dates = members["dates"].word ?? members["date"].word,
      let gap = dates.firstRange(of: " to ")
    {
      begin = Words.trimmed(String(dates[..<gap.lowerBound]))
      end = Words.trimmed(String(dates[gap.upperBound...]))
    }
    if begin != nil || end != nil {
      builder.content.rules.append(GuideRule(owner, .interval(begin: begin, end: end)))
    }
    pictures(members, of: owner, line: line)
    var used = builder.used(words(["nid"], in: members), in: members, of: owner, line: line)
    if members["id"].word == id { used.insert("id") }
    translate(members, of: owner, except: used.union(located(members, at: own)))
  }

  private mutating func category(_ key: String?, _ members: Property.Members, line: Int?) {
    guard let id = key ?? id(members, nil) else { return }
    let group = GuideGroup(key: id, kind: "tour category", label: members["title"].word ?? id)
    guard builder.add(group, line: line) else { return }
    translate(members, of: GuideOwner(.group, id), except: [])
  }
}
