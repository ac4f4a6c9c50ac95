import IndoorGeometry
import IndoorModel

// What lists show of a collection, value by value.

extension Packer {
  mutating func put(_ content: GuideContent, items: [GuideItem]) {
    let collection = content.collection
    text(collection.key)
    text(collection.format)
    optional(collection.version)
    text(collection.hash)
    text(collection.language)
    optional(collection.zone)
    optional(collection.licence)
    list(items) { packer, item in
      packer.text(item.key)
      packer.text(item.kind)
      packer.put(item.place)
      packer.double(item.sort)
      packer.list(item.groups) { $0.text($1) }
    }
    list(content.groups) { packer, group in
      packer.text(group.key)
      packer.optional(group.parent)
      packer.text(group.kind)
      packer.text(group.label)
      packer.double(group.sort)
      packer.put(group.place)
      packer.number(group.isClosed ? 1 : 0)
    }
    let keys = Set(items.map(\.key))
    list(content.texts.filter { Self.isListed($0, keys) }) { packer, text in
      packer.put(text.owner)
      packer.text(text.name)
      packer.text(text.language)
      packer.text(text.value)
    }
    list(content.codes) { packer, code in
      packer.text(code.code)
      packer.number(code.rank)
      packer.put(code.owner)
      packer.optional(code.medium)
    }
    list(content.tours) { packer, tour in
      packer.text(tour.key)
      packer.double(tour.sort)
      packer.put(tour.place)
      packer.list(tour.stops) { packer, stop in
        packer.double(stop.sort)
        for key in [stop.item, stop.medium, stop.bumper] { packer.optional(key) }
      }
    }
    list(content.rules) { packer, rule in
      packer.put(rule.owner)
      switch rule.when {
      case .hours(let hours): packer.optional(hours)
      case .interval(let begin, let end):
        packer.optional(nil as String?)
        packer.optional(begin)
        packer.optional(end)
      }
    }
  }

  /// Whether lists may show a text: a title of an item, a tour or a group.
  private static func isListed(_ text: GuideText, _ items: Set<String>) -> Bool {
    guard text.position == 0 else { return false }
    switch text.owner.kind {
    case .item: return GuideText.titles.contains(text.name) && items.contains(text.owner.key)
    case .tour, .group: return GuideText.titles.contains(text.name)
    case .collection, .medium, .stop: return false
    }
  }

  private mutating func put(_ place: GuidePlace) {
    double(place.coordinate?.latitude)
    double(place.coordinate?.longitude)
    optional(place.building)
    optional(place.ordinal)
  }

  private mutating func put(_ owner: GuideOwner) {
    number(GuideOwner.Kind.allCases.firstIndex(of: owner.kind) ?? 0)
    text(owner.key)
    number(owner.position)
  }
}

extension Unpacker {
  mutating func content() throws(Damaged) -> GuideContent {
    var content = GuideContent(
      GuideCollection(
        key: try text(), format: try text(), version: try optionalText(), hash: try text(),
        language: try text(), zone: try optionalText(), licence: try optionalText()))
    content.items = try list { unpacker throws(Damaged) in
      GuideItem(
        key: try unpacker.text(), kind: try unpacker.text(), place: try unpacker.place(),
        sort: try unpacker.double(), groups: try unpacker.texts())
    }
    content.groups = try list { unpacker throws(Damaged) in
      GuideGroup(
        key: try unpacker.text(), parent: try unpacker.optionalText(), kind: try unpacker.text(),
        label: try unpacker.text(), sort: try unpacker.double(), place: try unpacker.place(),
        isClosed: try unpacker.number() != 0)
    }
    content.texts = try list { unpacker throws(Damaged) in
      GuideText(
        try unpacker.owner(), try unpacker.text(), language: try unpacker.text(),
        try unpacker.text())
    }
    content.codes = try list { unpacker throws(Damaged) in
      let (code, rank) = (try unpacker.text(), try unpacker.number())
      return GuideCode(
        code, rank: rank, owner: try unpacker.owner(), medium: try unpacker.optionalText())
    }
    content.tours = try list { unpacker throws(Damaged) in
      GuideTour(
        key: try unpacker.text(), sort: try unpacker.double(), place: try unpacker.place(),
        stops: try unpacker.list { unpacker throws(Damaged) in
          GuideStop(
            sort: try unpacker.double(), item: try unpacker.optionalText(),
            medium: try unpacker.optionalText(), bumper: try unpacker.optionalText())
        })
    }
    content.rules = try list { unpacker throws(Damaged) in
      let owner = try unpacker.owner()
      if let hours = try unpacker.optionalText() { return GuideRule(owner, .hours(hours)) }
      let (begin, end) = (try unpacker.optionalText(), try unpacker.optionalText())
      return GuideRule(owner, .interval(begin: begin, end: end))
    }
    return content
  }

  private mutating func texts() throws(Damaged) -> [String] {
    try list { unpacker throws(Damaged) in try unpacker.text() }
  }

  private mutating func place() throws(Damaged) -> GuidePlace {
    let (latitude, longitude) = (try double(), try double())
    var place = GuidePlace(building: try optionalText(), ordinal: try optionalNumber())
    if let latitude, let longitude {
      place.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return place
  }

  private mutating func owner() throws(Damaged) -> GuideOwner {
    let kind = try number()
    guard GuideOwner.Kind.allCases.indices.contains(kind) else { throw Damaged() }
    return GuideOwner(
      GuideOwner.Kind.allCases[kind], try text(), position: try number())
  }
}
