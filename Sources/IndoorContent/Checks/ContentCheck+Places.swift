import IndoorGeometry
import IndoorGuide
import IndoorModel

extension ContentCheck {
  mutating func places() {
    let middle = venue.map { VenueGround($0).bounds.centre ?? $0.origin } ?? median()
    let box = outlineBox()
    floors()
    // Galleries come first: what is far from one that is told isn't.
    var exchanged: Set<GuideOwner> = []
    let others = placed.filter { $0.owner.kind != .item }
    for (owner, place) in others {
      guard let place = place.coordinate, isExchanged(place, of: owner, middle, box) else {
        continue
      }
      exchanged.insert(owner)
    }
    let galleries = Dictionary(
      content.groups.filter { !exchanged.contains(GuideOwner(.group, $0.key)) }
        .map { ($0.key, $0) }
    ) { first, _ in first }
    let groups = Dictionary(content.groups.map { ($0.key, $0) }) { first, _ in first }
    for item in content.items {
      for key in item.groups {
        guard let gallery = groups[key], Self.isElsewhere(item.place, gallery.place) else {
          continue
        }
        find(
          .farFromGallery, item.key,
          "item \(item.key) is on another level (ordinal \(item.place.ordinal ?? 0)) than its gallery"
            + " \(gallery.label) (\(gallery.place.ordinal ?? 0)); check which of the two is wrong")
      }
      guard let place = item.place.coordinate,
        !isExchanged(place, of: GuideOwner(.item, item.key), middle, box)
      else { continue }
      for key in item.groups {
        guard let gallery = galleries[key], let there = gallery.place.coordinate else { continue }
        let metres = Self.metres(place, there)
        guard metres > Self.galleryRadius else { continue }
        find(
          .farFromGallery, item.key,
          "item \(item.key) lies \(Int(metres.rounded())) m from the middle of its gallery \(gallery.label); check which of the two is wrong"
        )
      }
    }
  }

  /// Whether two places are on different levels of one building.
  private static func isElsewhere(_ a: GuidePlace, _ b: GuidePlace) -> Bool {
    guard let own = a.ordinal, let other = b.ordinal, own != other else { return false }
    return a.building == nil || b.building == nil || a.building == b.building
  }

  /// Tells a place that has latitude and longitude exchanged, or lies outside the venue.
  ///
  /// - Returns: whether they are exchanged, so that nothing else is to be told of it.
  private mutating func isExchanged(
    _ place: Coordinate, of owner: GuideOwner, _ middle: Coordinate?, _ box: Box?
  ) -> Bool {
    let what = "\(owner.kind.rawValue) \(owner.key)"
    if let middle, Self.metres(place, middle) > 1e6,
      case let turned = Coordinate(latitude: place.longitude, longitude: place.latitude),
      turned.isValid, Self.metres(turned, middle) < 1e5
    {
      find(
        .swappedCoordinates, of: owner,
        "the location of \(what) has latitude and longitude exchanged; exchange them")
      return true
    }
    if let box, !box.contains(place) {
      find(
        .outsideVenue, of: owner,
        "\(what) lies over 50 m outside of the venue's levels; check its location")
    }
    return false
  }

  /// Everything that may have a place.
  private var placed: [(owner: GuideOwner, place: GuidePlace)] {
    content.items.map { (GuideOwner(.item, $0.key), $0.place) }
      + content.groups.map { (GuideOwner(.group, $0.key), $0.place) }
      + content.tours.map { (GuideOwner(.tour, $0.key), $0.place) }
  }

  /// What is on levels, or in buildings, that the venue doesn't have.
  private mutating func floors() {
    let floors = GuideFloors(venue)
    guard !floors.isEmpty else { return }
    for (owner, place) in placed {
      guard let ordinal = place.ordinal else { continue }
      let what = "\(owner.kind.rawValue) \(owner.key)"
      let building = place.building ?? ""
      if floors.levels(ordinal).isEmpty {
        find(
          .wrongFloor, of: owner,
          "\(what) is on level \(ordinal), which the venue doesn't have; correct it, or import the level"
        )
      } else if !floors.knows(building: building) {
        find(
          .badValue, of: owner,
          "\(what) is in building \"\(building)\", which the venue doesn't have; write its id or its name"
        )
      } else if floors.levels(ordinal, building: building).isEmpty {
        find(
          .wrongFloor, of: owner,
          "\(what) is on level \(ordinal) of building \"\(building)\", which has no such level; correct one of the two"
        )
      }
    }
  }

  static func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
    Guide.metres(from: a, to: b)
  }

  /// The median of the items' places, by latitude and by longitude.
  private func median() -> Coordinate? {
    let written = content.items.compactMap(\.place.coordinate)
    guard let first = written.first, written.count >= 3 else { return nil }
    let places = written.map { $0.unbroken(near: first.longitude) }
    return Coordinate(
      latitude: places.map(\.latitude).sorted()[places.count / 2],
      longitude: places.map(\.longitude).sorted()[places.count / 2]
    ).unbroken(near: 0)
  }

  private struct Box {
    var south, west, north, east: Double

    func contains(_ place: Coordinate) -> Bool {
      (south...north).contains(place.latitude)
        && (west...east).contains(place.unbroken(near: (west + east) / 2).longitude)
    }
  }

  /// The box of all levels' outlines, 50 m wider; `nil` where none has one.
  private func outlineBox() -> Box? {
    let exteriors = (venue?.levels ?? []).flatMap { $0.outline.flatMap(\.exterior) }
    // Across the antimeridian longitudes run on.
    let middle = exteriors.first?.longitude ?? 0
    let places = exteriors.map { $0.unbroken(near: middle) }
    guard let south = places.map(\.latitude).min(), let north = places.map(\.latitude).max(),
      let west = places.map(\.longitude).min(), let east = places.map(\.longitude).max()
    else { return nil }
    // Degrees of 50 m along a meridian; along a parallel at least as much, up to 80°.
    let margin = 50 / 111_320.0
    return Box(
      south: south - margin, west: west - margin * 6, north: north + margin,
      east: east + margin * 6)
  }
}
