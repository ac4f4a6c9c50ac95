import IndoorGeometry
import IndoorGuide
import IndoorJSON
import IndoorModel

/// Reads points with any properties, and areas and several points by the middle of their box.
///
/// `level` is a label, `ordinal` a number; `building`, `kind`, `group`, `sort`, `code`, `hidden`,
/// `opening_hours`, `begins` and `ends` say what they are called, and where there is no geometry
/// `latitude` and `longitude` do. The key is the feature's `id`, or the property of that name; a
/// feature without one is known by its file and its place in it.
enum GeoJSONContentReader {
  /// Geographic systems that differ from WGS 84 by less than a person sees: ETRS89, NAD83, RGF93.
  private static let alike = [4326, 4979, 4258, 4269, 4171]

  /// Refuses coordinates that the old member `crs` says to be in another system (GeoJSON of 2008):
  /// they would lie elsewhere.
  static func checkSystem(_ document: JSONDocument, _ path: String) throws(ContentError) {
    let member = document.root["crs"]
    let name: String
    switch GeoJSONReferenceSystem(member) {
    case .wgs84: return
    case .epsg(let code) where alike.contains(code): return
    case .epsg(let code): name = member?["properties"]?["name"]?.string ?? "EPSG:\(code)"
    case .other:
      // What only points to a system elsewhere, or names none, says nothing.
      guard let written = member?["properties"]?["name"]?.string,
        let code = written.split(whereSeparator: { ":/".contains($0) }).last,
        !["CRS84", "CRS84h"].contains(code),
        !alike.contains(where: { String($0) == code })
      else { return }
      name = written
    }
    throw .malformed(
      path, "its member crs says \(name.prefix(60))",
      remedy: "convert it to EPSG:4326, as with ogr2ogr -t_srs EPSG:4326")
  }

  private static func isFeature(_ node: JSONNode) -> Bool { node["type"]?.string == "Feature" }

  /// The features of a collection, or a feature that stands alone.
  private static func features(
    of root: JSONNode, _ builder: inout ContentBuilder
  ) -> [JSONNode] {
    if isFeature(root) { return [root] }
    guard let written = root["features"] else { return [] }
    guard let features = written.listed(isOne: isFeature) else {
      guard Property(written).saysAnything else { return [] }
      builder.find(
        .badValue, "its features are no list, and are passed over; write them as one, in brackets")
      return []
    }
    if features.isEmpty { builder.seeNothing() }
    return Array(features.prefix(ContentBuilder.most + 1))
  }

  static func read(_ document: JSONDocument, into builder: inout ContentBuilder) {
    let features = features(of: document.root, &builder)
    guard builder.hasRoom(for: features.count) else { return }
    let lines = document.lines(ofElementsIn: "features")
    var keyless: (key: String, line: Int?)?
    // Of what has a geometry other numbers may be called lat, as where its picture was taken.
    var placeless = PropertyNames(known: ["latitude", "longitude"])
    var names = PropertyNames(known: known, titles: Set(GuideText.titles))
    var misplaced = Misplaced()
    for (index, feature) in features.enumerated() {
      let line = lines.indices.contains(index) ? lines[index] : nil
      let members = feature["properties"].map { Property($0).members } ?? Property.Members()
      misplaced.add(feature, line: line)
      names.add(members, line: line)
      if geometry(of: feature) == nil { placeless.add(members, line: line) }
      let id = feature["id"].map { Property($0) }?.word
      let written = id ?? members["id"].word ?? members["key"].word
      let key =
        written
        ?? builder.key(
          at: String(index + 1), former: "feature \(index + 1)",
          titles: [members["title"].word].compactMap(\.self))
      if written == nil { keyless = keyless ?? (key, line) }
      read(feature, members, key: key, line: line, into: &builder)
    }
    misplaced.tell(&builder)
    _ = placeless.tellAlmost(&builder)
    names.tell(besides: ["latitude", "longitude"], &builder)
    if let keyless {
      builder.find(
        .missingKey, item: keyless.key, line: keyless.line,
        "features have no id, so that this one is called \(keyless.key), which changes with the file; "
          + "give each an id")
    }
    let own =
      isFeature(document.root)
      ? feature.union(known).union(GuideText.titles) : collection
    for (name, value) in document.root.members where !own.contains(name) {
      builder.flatten(name, Property(value), of: .collection)
    }
  }

  /// What a collection has that is read, and a feature.
  private static let collection: Set = ["type", "features"]
  private static let feature: Set = ["type", "id", "geometry", "properties", "bbox", "crs"]

  /// The properties that mean something.
  private static let known: Set<String> = [
    "level", "ordinal", "building", "kind", "group", "sort", "code", "image", "audio", "hidden",
    "opening_hours", "begins", "ends",
  ]

  private static func read(
    _ feature: JSONNode, _ members: Property.Members, key: String, line: Int?,
    into builder: inout ContentBuilder
  ) {
    var item = GuideItem(key: key, kind: members["kind"].word ?? "item")
    let level = builder.level(
      members["level"].word, ordinal: members["ordinal"].word, in: members["building"].word,
      of: GuideOwner(.item, key), line: line)
    item.place = GuidePlace(
      building: members["building"].word ?? level?.building, ordinal: level?.ordinal)
    item.sort = members["sort"].word.flatMap { Double(decimal: $0) }
    item.groups = words(members["group"])
    item.isHidden = members["hidden"].word.flatMap(Words.answer) ?? false
    if let geometry = geometry(of: feature) {
      var box: Box?
      widen(&box, by: geometry, depth: 0)
      item.place.coordinate = builder.coordinate(
        box.map { String(($0.south + $0.north) / 2) } ?? "none",
        box.map { String($0.middleEast) } ?? "none", of: GuideOwner(.item, key), line: line)
      if ["MultiPoint", "GeometryCollection", "LineString", "MultiLineString"].contains(
        geometry["type"]?.string), let box, box.hasExtent
      {
        builder.find(
          .severalPoints, item: key, line: line,
          "its points are several, and its place is in the middle of them; give each a feature of its own"
        )
      }
    } else {
      item.place.coordinate = builder.coordinate(
        members["latitude"].word, members["longitude"].word, of: GuideOwner(.item, key), line: line)
    }
    for group in item.groups where !builder.hasGroup(group) && builder.stored.groups[group] == nil {
      builder.add(GuideGroup(key: group, label: group), line: line)
    }
    let owner = GuideOwner(.item, builder.add(item, line: line))
    if let hours = hours(members) {
      builder.content.rules.append(GuideRule(owner, .hours(hours)))
    }
    let (begin, end) = (time("begins", members), time("ends", members))
    if begin != nil || end != nil {
      builder.content.rules.append(GuideRule(owner, .interval(begin: begin, end: end)))
    }
    let codes = words(members["code"])
    for code in codes { builder.content.codes.append(GuideCode(code, rank: 0, owner: owner)) }
    for why in ListText.odd(codes: codes) {
      builder.find(.badValue, item: key, line: line, "its code \(why)")
    }
    for role in ["image", "audio"] {
      for medium in words(members[role]) {
        if let odd = ListText.odd(medium: medium) {
          builder.find(.badValue, item: key, line: line, "the \(role) \(medium.prefix(200)) \(odd)")
        }
        builder.show(medium, as: role, by: owner)
      }
    }
    let isCalled = GuideText.titles.contains { members[$0].word != nil }
    for name in (isCalled ? [] : GuideText.titles) + ["image", "audio"]
    where members[name].list.contains(where: { $0.text == nil && $0.saysAnything }) {
      builder.find(
        .badValue, item: key, line: line,
        "its \(name) is no text and is kept as it is written; write a text, or several as a list")
    }
    let read = used(members, of: feature, by: item, line: line, &builder)
    let names = Set(members.all.lazy.filter { $0.value.saysAnything }.map(\.key))
    for (name, value) in members.pairs where !read.contains(name) {
      let said = text(name, beside: names)
      builder.say(said?.name ?? name, value, of: owner, language: said?.language)
    }
  }

  /// What features say where nobody looks for it: the first of each, and how many there are.
  private struct Misplaced {
    private var beside: (name: String, line: Int?, count: Int)?
    private var odd: (line: Int?, count: Int)?

    mutating func add(_ feature: JSONNode, line: Int?) {
      let said = feature["properties"]
      if let said, said.kind != .object, Property(said).saysAnything, !Property(said).isNull {
        odd = (odd?.line ?? line, (odd?.count ?? 0) + 1)
      }
      if let name = GeoJSONContentReader.beside(feature) {
        beside = (beside?.name ?? name, beside?.line ?? line, (beside?.count ?? 0) + 1)
      }
    }

    func tell(_ builder: inout ContentBuilder) {
      func more(_ count: Int) -> String { count > 1 ? " (and \(count - 1) more are so)" : "" }
      if let odd {
        builder.find(
          .badValue, line: odd.line,
          "a feature's properties are no object\(more(odd.count)), and are passed over; write them as one, in braces"
        )
      }
      if let beside {
        builder.find(
          .badValue, line: beside.line,
          "a feature has \(beside.name) beside its properties\(more(beside.count)), where it is passed over; write it into them"
        )
      }
    }
  }

  /// The first of what means something that a feature has beside its properties (RFC 7946, section
  /// 6.1).
  private static func beside(_ feature: JSONNode) -> String? {
    feature.members.first { name, value in
      (known.contains(name) || GuideText.titles.contains(name))
        && feature["properties"]?[name] == nil && Property(value).saysAnything
    }?.key
  }

  /// Opening hours that can be read. Maps' own may say more than these are, as of holidays: what
  /// can't be read is no reason to close a work.
  private static func hours(_ members: Property.Members) -> String? {
    members["opening_hours"].word.flatMap { OpeningHours($0) == nil ? nil : $0 }
  }

  /// A date or a time that can be read: a building may begin in 1889.
  private static func time(_ name: String, _ members: Property.Members) -> String? {
    members[name].word.flatMap { Guide.isTime($0) ? $0 : nil }
  }

  /// The text that a property stands for where it says another one of the feature's in a language:
  /// `title@es` is the title in Spanish, and `@id` and `mail@work` are what they are called.
  private static func text(
    _ property: String, beside names: Set<String>
  ) -> (name: String, language: String)? {
    let parts = property.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2,
      names.contains(parts[0]) || GuideText.titles.contains(parts[0]),
      LanguageTag.isShort(parts[1].prefix { $0 != "-" }.lowercased())
    else { return nil }
    return (parts[0], parts[1])
  }

  /// A feature's geometry, where it says a place.
  private static func geometry(of feature: JSONNode) -> JSONNode? {
    feature["geometry"].flatMap { $0.isNull || isEmpty($0) ? nil : $0 }
  }

  /// The values of a list, or of a text that has several.
  private static func words(_ property: Property) -> [String] {
    property.list.compactMap(\.word).flatMap(ListText.parts)
  }

  /// The properties that have said what they can; what is odd is told and stays a text.
  private static func used(
    _ members: Property.Members, of feature: JSONNode, by item: GuideItem, line: Int?,
    _ builder: inout ContentBuilder
  ) -> Set<String> {
    // Of two ids the one that isn't the key may be the work's own number.
    let keys = Set(["id", "key"].filter { members[$0].word == item.key })
    let words = ["kind", "level", "ordinal", "building"].map { ($0, members[$0].word != nil) }
    let others = [
      ("opening_hours", hours(members) != nil), ("begins", time("begins", members) != nil),
      ("ends", time("ends", members) != nil),
      ("hidden", members["hidden"].word.flatMap(Words.answer) != nil),
      ("sort", item.sort != nil), ("group", !item.groups.isEmpty),
      ("code", members["code"].list.contains { $0.word != nil }),
    ]
    // Places are told where they are read.
    let hasPlace = item.place.coordinate != nil && geometry(of: feature) == nil
    let degrees = hasPlace ? Set(["latitude", "longitude"]) : []
    return builder.used(
      words + others, in: members, of: GuideOwner(.item, item.key), line: line,
      remedies: [
        "sort": ContentBuilder.writeNumber, "hidden": "write true or false",
        "opening_hours": "write them as Mo-We,Fr 10:30-17:00", "begins": "write it as 2026-05-01",
        "ends": "write it as 2026-05-01",
      ]
    ).union(keys).union(degrees)
  }

  private struct Box {
    var west, south, east, north: Double

    var hasExtent: Bool { west < east || south < north }

    /// West and east of the same where those west of Greenwich are counted on behind 180 degrees.
    var around: (west: Double, east: Double)

    init(_ east: Double, _ north: Double) {
      (west, south, self.east, self.north) = (east, north, east, north)
      around = (Self.around(east), Self.around(east))
    }

    mutating func widen(_ east: Double, _ north: Double) {
      (west, self.east) = (min(west, east), max(self.east, east))
      (south, self.north) = (min(south, north), max(self.north, north))
      around = (min(around.west, Self.around(east)), max(around.east, Self.around(east)))
    }

    private static func around(_ east: Double) -> Double { east < 0 ? east + 360 : east }

    /// The middle of the narrower of both: no guide's area is half the Earth wide, and one across
    /// the antimeridian has both signs (RFC 7946, section 3.1.9).
    var middleEast: Double {
      guard around.east - around.west < east - west else { return (west + east) / 2 }
      let middle = (around.west + around.east) / 2
      return middle > 180 ? middle - 360 : middle
    }
  }

  /// Whether a geometry is one of no coordinates, which are no place (RFC 7946, section 3.1).
  private static func isEmpty(_ node: JSONNode, depth: Int = 0) -> Bool {
    if node.kind == .object {
      guard let inner = node["geometries"] ?? node["coordinates"] else { return false }
      return isEmpty(inner, depth: depth + 1)
    }
    return node.kind == .array && depth < 16
      && node.elements.allSatisfy { isEmpty($0, depth: depth + 1) }
  }

  private static func widen(_ box: inout Box?, by node: JSONNode, depth: Int) {
    if node.kind == .object {
      // A collection has geometries (RFC 7946, section 3.1.8), every other one coordinates.
      if depth < 16, let inner = node["geometries"] ?? node["coordinates"] {
        widen(&box, by: inner, depth: depth + 1)
      }
      return
    }
    let values = Array(node.elements.prefix(2))
    if values.count == 2, let east = values[0].number, let north = values[1].number {
      if box == nil { box = Box(east, north) } else { box?.widen(east, north) }
    } else if depth < 16 {
      for value in node.elements { widen(&box, by: value, depth: depth + 1) }
    }
  }
}
