import IndoorJSON
import IndoorModel

/// Reads a feed of artworks: one list, whatever it is called, of values that are all texts.
///
/// A later feed holds what changed only; `enabled` of `0` hides a work. A work without an id is
/// known by its feed and its place in it.
enum ArtworksReader {
  static func read(_ document: JSONDocument, into builder: inout ContentBuilder) {
    let members = Array(document.root.members)
    let hasList = members.contains { $0.value.kind == .array && hasObjects($0.value) }
    let lone = members.filter { isWork($0.value) }
    let isLone = !hasList && (lone.count == 1 || lone.contains { Self.called.contains($0.key) })
    for (name, node) in members {
      let mayBeOne = isLone && (lone.count == 1 || Self.called.contains(name))
      let isBeside = hasList && !Self.called.contains(name)
      guard let works = works(of: node, isBeside: isBeside, mayBeOne: mayBeOne) else {
        builder.flatten(name, Property(node), of: .collection)
        if isBeside, node.listed(isOne: { _ in false })?.contains(where: isWork) == true,
          node.kind == .object
        {
          builder.find(
            .badValue,
            "its member \(name) has works, but is no list, and is kept as texts of the feed; write them as a list"
          )
        }
        continue
      }
      if works.isEmpty { builder.seeNothing() }
      let lines = document.lines(ofElementsIn: name)
      var names = PropertyNames(known: Self.names)
      for (index, work) in works.enumerated() {
        let members = Property(work).members
        let line = lines.indices.contains(index) ? lines[index] : nil
        read(members, index: index, line: line, into: &builder)
        names.add(members, line: line)
      }
      names.tell(
        languages: "write the words into a table of works, as title@fr in items.csv", &builder)
    }
  }

  /// What a feed calls its works, where one of them stands alone beside other objects.
  private static let called: Set = ["artworks", "artwork", "works", "work"]

  /// The works that a member lists; `nil` where it is something else, as a list of words or a word
  /// on the feed.
  ///
  /// - Parameters:
  ///   - isBeside: whether there is a list, so that what only looks like one is none.
  ///   - mayBeOne: whether it may be a work by itself.
  private static func works(
    of node: JSONNode, isBeside: Bool, mayBeOne: Bool
  ) -> [JSONNode]? {
    guard let works = node.listed(isOne: { mayBeOne && isWork($0) }) else { return nil }
    if node.kind == .array { return works.isEmpty || hasObjects(node) ? works : nil }
    return !isBeside && works.contains { isWork($0) || $0["title"] != nil } ? works : nil
  }

  private static func hasObjects(_ node: JSONNode) -> Bool {
    node.elements.contains { !Property($0).members.all.isEmpty }
  }

  private static func isWork(_ node: JSONNode) -> Bool {
    node["id"] != nil && GuideText.titles.contains { node[$0] != nil }
  }

  /// The names that say more than a text.
  private static let names: Set = [
    "id", "title", "lat", "latitude", "long", "lng", "lon", "longitude", "location", "enabled",
    "thumbnail", "fileName", "imagefileName", "ImagefileName",
  ]

  /// What isn't kept as a text, as an item says it otherwise.
  private static let read: Set = ["id", "enabled"]

  /// A place, and the names that say it and nothing else: beside the rest, or within a location.
  private static func place(
    _ members: Property.Members
  ) -> (latitude: String?, longitude: String?, names: Set<String>) {
    func first(_ names: [String], of members: Property.Members) -> String? {
      names.first { members[$0].word != nil }
    }
    let (north, east) = (["lat", "latitude"], ["long", "lng", "lon", "longitude"])
    let (latitude, longitude) = (first(north, of: members), first(east, of: members))
    let nested = members["location"].members
    if latitude == nil, longitude == nil, let within = first(north, of: nested) {
      let other = first(east, of: nested)
      let isAll = nested.all.allSatisfy { [within, other].contains($0.key) }
      return (nested[within].word, other.flatMap { nested[$0].word }, isAll ? ["location"] : [])
    }
    if latitude == nil, longitude == nil, let pair = pair(members["location"]) {
      return (pair.latitude, pair.longitude, ["location"])
    }
    return (
      latitude.flatMap { members[$0].word }, longitude.flatMap { members[$0].word },
      Set([latitude, longitude].compactMap(\.self))
    )
  }

  /// A location of `latitude,longitude`, as other feeds write it, to ten metres or better: other
  /// numbers may be rooms'.
  private static func pair(_ location: Property) -> (latitude: String, longitude: String)? {
    guard let word = location.word, let pair = AlmostNames.degrees(in: word),
      [pair.0, pair.1].allSatisfy({ ($0.split(separator: ".").last?.count ?? 0) > 3 })
    else { return nil }
    return (pair.0, pair.1)
  }

  /// Whether a location that is no word has two numbers or more, which its place may be.
  private static func hasNumbers(_ location: Property) -> Bool {
    location.word == nil
      && CollectiveAccessReader.all(location).count(where: {
        $0.contains(".") && Double(decimal: $0) != nil
      }) > 1
  }

  private static func read(
    _ members: Property.Members, index: Int, line: Int?, into builder: inout ContentBuilder
  ) {
    let id = members["id"].word
    let place = String(index + 1)
    let key =
      id
      ?? builder.key(
        at: place, former: "artwork \(place)",
        titles: GuideText.titles.compactMap { members[$0].word })
    if id == nil {
      builder.find(
        .missingKey, item: key, line: line,
        "the work has no id, so that it is called \(key), which changes with the feed; give it one")
    }
    var item = GuideItem(key: key, kind: "artwork")
    // A list of several is no answer.
    let isSaid = members["enabled"].saysAnything
    let enabled = Words.answer(members["enabled"].word ?? (isSaid ? "" : "yes"))
    item.isHidden = enabled == false
    let said = Self.place(members)
    item.place.coordinate = builder.coordinate(
      said.latitude, said.longitude, of: GuideOwner(.item, key), line: line)
    if Self.pair(members["location"]) == nil {
      item.place.building = members["location"].word
    }
    let owner = GuideOwner(.item, builder.add(item, line: line))
    let pictures = ["ImagefileName", "fileName", "imagefileName"]
    for name in pictures { builder.show(members[name].word, as: "image", by: owner) }
    builder.show(members["thumbnail"].word, as: "thumbnail", by: owner)
    let places = ["lat", "latitude", "long", "lng", "lon", "longitude"]
    let isPlaced = item.place.coordinate != nil
    _ = builder.used(
      (pictures + ["thumbnail"] + (isPlaced ? [] : places)).map {
        ($0, members[$0].word != nil)
      } + [("location", isPlaced || !Self.hasNumbers(members["location"]))],
      in: members, of: owner, line: line, remedies: ["location": "write lat and long"])
    var kept = isPlaced ? Self.read.union(said.names) : Self.read
    if enabled == nil {
      kept.remove("enabled")
      builder.find(
        .badValue, of: owner, line: line,
        "its enabled is neither 1 (yes) nor 0 (no), and the work is shown; write one of them")
    }
    builder.say(members, of: owner, except: kept)
  }
}
