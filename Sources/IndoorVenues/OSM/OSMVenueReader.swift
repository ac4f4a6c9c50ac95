import IndoorGeometry
import IndoorJSON
import IndoorLibc

/// Reads OpenStreetMap's simple indoor tagging: its own XML, Overpass' JSON, and GeoJSON as
/// Overpass Turbo and osmtogeojson write it.
///
/// `indoor=level` and the building give outlines; rooms, areas and corridors become units, a copy
/// on each level of `level` and `repeat_on`; doors become openings along the wall that they are a
/// node of. Levels have their numbers; ordinals are counted when all sources are read.
struct OSMVenueReader {
  /// What a source says, and the ids of rooms and doors that it has and of which nothing could be
  /// made.
  typealias Result = (
    features: [VenueFeature], findings: [VenueFinding], unread: Set<String>
  )

  private var features: [VenueFeature] = []
  private(set) var findings: [VenueFinding] = []
  private var unread: Set<String> = []
  /// Corners, each once a level, of what has no id and may be on these.
  private var notedCorners = 0
  private let source: VenueSource
  private var labels: [Double: String] = [:]
  private var walls = OSMWalls()
  /// Levels that the buildings don't have, though they have such below and above.
  private var missingLevels: Set<Double> = []

  /// Whether the collection is tagged so: a feature with `indoor`, or with such tags gathered in
  /// one property, that says a level or has an id of OpenStreetMap's, where none says by the
  /// project's convention what it is. Other venues' rooms may have a property `indoor`, too.
  static func reads(_ collection: GeoJSONFeatureCollection) -> Bool {
    let tagged = collection.features.contains {
      let tags = OSMTags($0.properties)
      return tags.hasIndoor && (tags.hasLevel || OSMFeature($0).isElement) || tags.gatherInside
    }
    return tagged && !collection.features.contains(where: GeoJSONVenueReader.saysType)
  }

  /// Levels, copies of features on levels, and corners of copies beside the first, that a source
  /// may name: no town has more.
  private static let mostLevels = 2001, mostCopies = 300_000, mostCorners = 5_000_000

  /// - Throws: `VenueError` where the tags name more levels, or put features on more of them, than
  ///   there are.
  static func features(
    of collection: GeoJSONFeatureCollection
  ) throws(VenueError) -> Result {
    var reader = OSMVenueReader(source: VenueSource(collection))
    let all = collection.features.map { OSMFeature($0) }
    // Some exports have an element's middle beside itself.
    let whole = Set(all.lazy.filter { $0.lack == nil && $0.geometry != nil }.map(\.title))
    var features: [OSMFeature] = []
    for feature in all where feature.lack == nil || !whole.contains(feature.title) {
      features.append(reader.whole(feature))
    }
    reader.tellUntagged(
      features.lazy.filter { $0.isArea && $0.tags.mayBeRoom }.map {
        (reader.source.place(of: $0.index), $0.title)
      })
    try reader.read(features)
    return (reader.features, reader.findings, reader.unread)
  }

  /// The same of OpenStreetMap's own elements; ways that lack nodes, and rings of multipolygons
  /// that don't close, are findings.
  static func features(
    of data: OSMData
  ) throws(VenueError) -> Result {
    var reader = OSMVenueReader(source: VenueSource(data))
    reader.findings += data.repeats
    var features: [OSMFeature] = []
    let bare = OSMHoles.bare(in: data)
    let read = data.tagged.filter { OSMTags($0.tags).isRead }
    let bareAreas = data.tagged.filter { $0.kind != .node && OSMTags($0.tags).mayBeRoom }
    reader.tellUntagged(
      bareAreas.filter(\.isArea).map { (reader.source.place(of: $0.index), $0.name) })
    var used: Set<Int64> = []
    var corners = 0
    for element in bare + read {
      for member in element.members where !used.insert(member.way).inserted {
        corners += data.ways[member.way]?.count ?? 0
        guard corners <= mostCorners else {
          throw .tooManyShared(reader.source.place(of: element.index))
        }
      }
    }
    func finding(_ fault: OSMData.Fault, of element: OSMData.Element) -> VenueFinding {
      VenueFinding(
        fault.rule, "\(reader.source.place(of: element.index)): \(element.name) \(fault.clause)")
    }
    let holes = OSMHoles(of: bare, in: data)
    reader.findings += holes.faults.map { finding($0.fault, of: $0.relation) }
    for element in read {
      var (geometry, faults) = data.geometry(of: element)
      if element.kind == .way, case .polygon(var area) = geometry {
        area.holes = holes.holes[element.id] ?? []
        geometry = .polygon(area)
      }
      reader.findings += faults.map { finding($0, of: element) }
      var feature = OSMFeature(element, geometry: geometry)
      feature.isToldLost = geometry == nil && !faults.isEmpty
      features.append(feature)
    }
    try reader.read(features)
    return (reader.features, reader.findings, reader.unread)
  }

  private init(source: VenueSource) { self.source = source }

  private mutating func read(_ all: [OSMFeature]) throws(VenueError) {
    var indoor: [(feature: OSMFeature, tags: OSMTags, levels: [Double])] = []
    var buildings: [OSMFeature] = []
    // What may be on other levels than it says, or on some though it says none.
    var elsewhere: [(feature: OSMFeature, levels: [Double])] = []
    for feature in all {
      let tags = feature.tags
      if let building = tags["building"], building != "no",
        feature.geometry?.polygons.isEmpty == false
      {
        buildings.append(feature)
      }
      if tags.isRoom, feature.isWay, !feature.isArea, !feature.isToldLost,
        let room = tags["room"], tags["highway"] == nil, tags["barrier"] == nil
      {
        note(unread: feature)
        leaveOut(feature, "room=\(room.prefix(40)) that is no area", "; draw it as a closed way")
      }
      guard tags.isInside || feature.isArea && tags.isRoom else { continue }
      let levels = self.levels(of: feature, tags)
      if levels.isEmpty {
        note(unread: feature)
      } else {
        indoor.append((feature, tags, levels))
      }
      if levels.isEmpty || named(by: tags).contains(where: \.levels.isEmpty) {
        elsewhere.append((feature, levels))
      }
    }
    let building = self.building(of: indoor.lazy.map(\.feature), among: buildings)
    if !missingLevels.isEmpty {
      for index in indoor.indices {
        indoor[index].levels = named(by: indoor[index].tags).flatMap(\.levels).uniqued
      }
    }
    let outline = building?.corners ?? 0
    var first: [Double: OSMFeature] = [:]
    var copies = 0
    var corners = 0
    for (feature, _, levels) in indoor {
      copies += levels.count
      for level in levels where first[level] == nil { first[level] = feature }
      corners += feature.corners * (levels.count - 1)
      guard copies <= Self.mostCopies, first.count <= Self.mostLevels,
        corners + outline * (first.count - 1) <= Self.mostCorners
      else {
        throw .tooManyLevels(source.place(of: feature.index))
      }
    }
    for (feature, levels) in elsewhere { note(copiesOf: feature, on: first.keys, but: levels) }
    label(indoor.map { ($0.tags, $0.levels) })
    if let building {
      let id = building.id("building")
      features.append(feature(.building, building, id: id, tags: building.tags))
    }
    // A level that is a point, a line or cut off is left out itself, and not what is on it.
    let outlined = Set(
      indoor.filter { $0.tags["indoor"] == "level" && $0.feature.isArea }.flatMap(\.levels))
    for level in first.keys.sorted() where !outlined.contains(level) {
      guard let place = first[level] else { continue }
      var made = feature(.level, place, id: OSMLevels.id(level), tags: nil)
      made.geometry = building?.geometry
      add(made, level: level)
    }
    walls = OSMWalls(doors: Set(indoor.filter { $0.tags.isDoor }.compactMap(\.feature.point)))
    for (feature, tags, levels) in indoor { add(feature, tags, levels) }
    // A door may be in the building's own wall alone.
    for building in buildings {
      for ring in building.geometry?.polygons.flatMap(\.rings) ?? [] {
        walls.addEverywhere(ring + ring.prefix(1))
      }
    }
    for (feature, tags, levels) in indoor where tags.isDoor { addDoor(feature, tags, levels) }
    if let id = building?.id("building") {
      for index in features.indices where features[index].kind != .building {
        features[index].buildingIDs = [id]
      }
    }
  }

  /// A feature without the geometry that isn't its own, which is a finding, as it is of elements
  /// that lack nodes.
  private mutating func whole(_ feature: OSMFeature) -> OSMFeature {
    guard let lack = feature.lack, feature.tags.isRead else { return feature }
    var whole = feature
    // A way with holes is a multipolygon whose relation says nothing itself, and lacks one of them;
    // without, it may be such a one, too: a building's outline tells more than none.
    let isRing = feature.isWay && !feature.hasHoles && feature.tags.isInside
    let isKept = lack == .parts && feature.isArea && !isRing
    let what =
      switch lack {
      case .box: "is drawn by the box around it alone, as Overpass answers \"out bb\""
      case .middle: "is drawn by its middle alone, as Overpass answers \"out center\""
      case .parts: "lacks nodes or ways, as @tainted says"
      }
    findings.append(
      VenueFinding(
        .ringNotClosed,
        "\(source.place(of: feature.index)): \(feature.title) \(what), and "
          + (isKept ? "what is there was kept" : "was left out")
          + "; ask for all of it, by \"out geom\""))
    guard !isKept else { return feature }
    whole.geometry = nil
    whole.isToldLost = true
    return whole
  }

  /// The building that all is in; that there are several is a finding.
  private mutating func building(
    of rooms: some Sequence<OSMFeature>, among all: [OSMFeature]
  ) -> OSMFeature? {
    let buildings = OSMBuildings(all, rooms: rooms)
    missingLevels = buildings.missingLevels
    findings += buildings.inhabited.compactMap { building in
      guard let text = building.tags["non_existent_levels"], OSMLevels.parse(text) == nil else {
        return nil
      }
      return VenueFinding(
        .unreadLevel,
        "\(source.place(of: building.index)): has non_existent_levels=\(text.prefix(40)), which can't be"
          + " read and was passed over; write it as 13 or 4;13")
    }
    if buildings.inhabited.count > 1 {
      let names = buildings.inhabited.prefix(5).map { building in
        (building.id ?? "a building")
          + (building.tags["name"].map { " \"\($0.prefix(40))\"" } ?? "")
      }
      let more = buildings.inhabited.count - names.count
      findings.append(
        VenueFinding(
          .severalBuildings,
          "\(source.name): has rooms in \(buildings.inhabited.count) buildings,"
            + " \(names.joined(separator: ", "))\(more > 0 ? " and \(more) more" : ""), which are taken"
            + " for one with levels in common; if they aren't, import each from a file of its own"))
    }
    return buildings.only
  }

  /// The levels that a feature is on, each once; a tag that can't be read is a finding, and the
  /// other one's levels count.
  private mutating func levels(of feature: OSMFeature, _ tags: OSMTags) -> [Double] {
    let named = named(by: tags)
    let bad = named.filter(\.levels.isEmpty)
    let levels = named.flatMap(\.levels).uniqued
    let subject = "\(source.place(of: feature.index)): \(feature.title)"
    let said = bad.map { "\($0.key)=\($0.text.prefix(40))" }.joined(separator: " and ")
    let isLong = bad.contains { OSMLevels.namesTooMany($0.text) }
    let fault =
      isLong
      ? "names over \(OSMLevels.maximum) levels or one beyond \(Int(OSMLevels.highest))"
      : "can't be read"
    let remedy = isLong ? "correct its numbers" : "write it as 0, 0.5, 0;1 or -1-3"
    if levels.isEmpty {
      findings.append(
        VenueFinding(
          .missingLevel,
          bad.isEmpty
            ? "\(subject) has no level and was left out; set its tag level"
            : "\(subject) has \(said), which \(fault), and was left out; \(remedy)"))
    } else if !bad.isEmpty {
      findings.append(
        VenueFinding(
          .unreadLevel,
          "\(subject) has \(said), which \(fault), and is on its other levels alone; \(remedy)")
      )
    }
    return levels
  }

  /// The tags of levels, and which levels each names: none where it can't be read.
  private func named(by tags: OSMTags) -> [(key: String, text: String, levels: [Double])] {
    ["level", "repeat_on"].compactMap { key in
      tags[key].map { (key, $0, OSMLevels.parse($0, missing: missingLevels) ?? []) }
    }
  }

  /// The levels' labels: what the level's own outline says, or else what most that is on it alone.
  private mutating func label(_ tagged: [(OSMTags, [Double])]) {
    var said: [Double: [String: Int]] = [:]
    var own: [Double: String] = [:]
    var order: [Double: [String]] = [:]
    for (tags, levels) in tagged where levels.count == 1 {
      guard let label = tags["level:ref"], let level = levels.first else { continue }
      if said[level]?[label] == nil { order[level, default: []].append(label) }
      said[level, default: [:]][label, default: 0] += 1
      if tags["indoor"] == "level", own[level] == nil { own[level] = label }
    }
    for (level, counts) in said.sorted(by: { $0.key < $1.key }) {
      // Of as many the first.
      let most = counts.values.max() ?? 0
      let label = own[level] ?? order[level]?.first { counts[$0] == most }
      labels[level] = label
      let others = (order[level] ?? []).filter { $0 != label }
      guard let label, let first = others.first else { continue }
      let more = others.count > 1 ? " and \(others.count - 1) more" : ""
      findings.append(
        VenueFinding(
          .otherLabels,
          "\(source.name): level \(OSMLevels.digits(level)) is called \"\(label.prefix(40))\" by"
            + " \(counts[label] ?? 0) of its level:ref, and \"\(first.prefix(40))\"\(more) by others, which"
            + " don't count; correct those"))
    }
    // What is on several levels lists their labels in their order.
    for (tags, levels) in tagged where levels.count > 1 && tags["repeat_on"] == nil {
      func list(_ key: String) -> [String] {
        let parts = tags[key]?.split(separator: ";", omittingEmptySubsequences: false) ?? []
        let words = parts.map { String($0.trimmed) }
        return words.last == "" ? words.dropLast() : words
      }
      let (refs, parts) = (list("level:ref"), list("level"))
      // Of a range they are in doubt where it falls, and what is the same of all is no level's.
      let range = parts.count == 1 ? parts[0] : ""
      let isRising = range.indices.dropFirst().contains {
        range[$0] == "-" && Double(range[..<$0].trimmed) == levels[0]
      }
      guard refs.count == levels.count, parts.count == levels.count || isRising,
        Set(refs).count == refs.count
      else { continue }
      for (level, label) in zip(levels, refs) where labels[level] == nil && !label.isEmpty {
        labels[level] = label
      }
    }
  }

  private mutating func add(_ feature: OSMFeature, _ tags: OSMTags, _ levels: [Double]) {
    guard !tags.isDoor else { return }
    let kind = tags["indoor"] == "level" ? VenueFeature.Kind.level : .unit
    guard feature.isArea else {
      // A wall is no unit, but a door may be in it.
      for line in feature.outlines where tags["indoor"] == "wall" {
        walls.add(line, levels: levels)
      }
      if tags.isKept, tags["indoor"] != "wall" { note(unread: feature) }
      guard !feature.isToldLost else { return }
      let tag = tags["indoor"].map { "indoor=\($0.prefix(40))" } ?? "highway=elevator"
      return leaveOut(
        feature, "\(tag) that is no area",
        tags["indoor"] == "wall" || !tags.isKept ? "" : "; draw it as a closed way")
    }
    guard tags.isKept else {
      let tag = "indoor=\(tags["indoor"]?.prefix(40) ?? "")"
      return leaveOut(feature, tag, "; tag it room, area or corridor if it is one")
    }
    for level in levels {
      if kind == .level {
        add(self.feature(.level, feature, id: OSMLevels.id(level), tags: tags), level: level)
        continue
      }
      let id = feature.id("unit", level: level, of: levels.count)
      var unit = self.feature(.unit, feature, id: id, tags: tags)
      unit.levelID = OSMLevels.id(level)
      unit.osmLevel = level
      unit.category = tags.category
      features.append(unit)
    }
    guard kind == .unit else { return }
    for line in feature.outlines { walls.add(line, levels: levels) }
  }

  private mutating func note(unread feature: OSMFeature) {
    if let id = feature.id { unread.insert(id) }
  }

  /// Notes the ids that a feature has on levels where it couldn't be read to be.
  private mutating func note(
    copiesOf feature: OSMFeature, on all: some Collection<Double>, but levels: [Double]
  ) {
    // On one level alone it has its own.
    if levels.count > 1 { note(unread: feature) }
    notedCorners += feature.id == nil ? (feature.corners + 1) * all.count : all.count
    guard notedCorners <= Self.mostCorners, unread.count < Self.mostCopies else { return }
    let made = feature.id == nil ? feature.places : ""
    for level in all where !levels.contains(level) {
      for type in ["unit", "opening"] {
        unread.insert(feature.id(type, level: level, of: 2, places: made))
      }
    }
  }

  private mutating func leaveOut(_ feature: OSMFeature, _ what: String, _ remedy: String) {
    findings.append(
      VenueFinding(
        .otherFeature,
        "\(source.place(of: feature.index)): a venue doesn't keep \(what)\(remedy)"))
  }

  /// Says that areas on levels were left out, of which no tag says that they are rooms.
  private mutating func tellUntagged(_ areas: [(place: String, title: String)]) {
    guard let first = areas.first else { return }
    findings.append(
      VenueFinding(
        .otherFeature,
        areas.count == 1
          ? "\(first.place): \(first.title) has a level and no tag indoor, and was left out; if it is"
            + " a room, tag it indoor=room"
          : "\(source.name): \(areas.count) areas have a level and no tag indoor, as \(first.title) at"
            + " \(first.place), and were left out; tag those that are rooms indoor=room"))
  }

  private mutating func addDoor(_ feature: OSMFeature, _ tags: OSMTags, _ levels: [Double]) {
    guard !feature.isToldLost else { return note(unread: feature) }
    let width = width(of: feature, tags)
    for level in levels {
      let id = feature.id("opening", level: level, of: levels.count)
      var door = self.feature(.opening, feature, id: id, tags: tags)
      door.levelID = OSMLevels.id(level)
      door.osmLevel = level
      door.category = tags["entrance"] == "emergency" ? "emergencyexit" : "pedestrian"
      if let place = feature.point, let next = walls.next(to: place, level: level) {
        door.geometry = .lineString(Self.line(at: place, along: next, metres: width))
      }
      features.append(door)
    }
  }

  /// How wide a door is, in metres; a tag that can't be read is a finding.
  private mutating func width(of door: OSMFeature, _ tags: OSMTags) -> Double {
    guard door.point != nil, let text = tags["width"] else { return 0.9 }
    let width = OSMLength.metres(text)
    if let width, width > 0, width < 50 { return width }
    findings.append(
      VenueFinding(
        .unreadProperty,
        "\(source.place(of: door.index)): \(door.title) has width=\(text.prefix(40)), which "
          + (width == nil ? "can't be read," : "in metres is no door's,")
          + " and is 0.9 m wide; write it as 1.2, 120 cm or 3'11\""))
    return 0.9
  }

  private mutating func add(_ level: VenueFeature, level value: Double) {
    var level = level
    level.osmLevel = value
    level.label = labels[value]
    features.append(level)
  }

  private func feature(
    _ kind: VenueFeature.Kind, _ feature: OSMFeature, id: String, tags: OSMTags?
  ) -> VenueFeature {
    VenueFeature(
      kind: kind, id: id, name: tags?["name"] ?? (kind == .unit ? tags?["ref"] : nil),
      geometry: feature.geometry,
      faults: PropertyFaults(
        owner: feature.title,
        cleaned: ["name", "ref", "level:ref"].filter { tags?.hasControls($0) == true }),
      place: VenuePlace(source: source, index: feature.index))
  }

  private static func line(
    at place: Coordinate, along next: Coordinate, metres: Double
  ) -> [Coordinate] {
    let frame = LocalFrame(origin: place)
    let towards = frame.local(from: next)
    let length = hypot(towards.x, towards.y)
    guard length > 0 else { return [place] }
    let half = metres / 2 / length
    return [-half, half].map {
      frame.coordinate(from: LocalPoint(x: towards.x * $0, y: towards.y * $0))
    }
  }
}

extension [Double] {
  /// Each once, in the order in which they come first.
  fileprivate var uniqued: [Double] {
    var seen: Set<Double> = []
    return filter { seen.insert($0).inserted }
  }
}
