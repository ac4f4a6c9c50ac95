import IndoorGeometry
import IndoorGuide
import IndoorModel

extension ContentCheck {
  mutating func places() {
    let groups = Dictionary(content.groups.map { ($0.key, $0) }) { first, _ in first }
    let middle = venue?.origin ?? median()
    let box = outlineBox()
    floors()
    for item in content.items {
      guard let place = item.place.coordinate else { continue }
      if let middle, Self.metres(place, middle) > 1e6,
        case let turned = Coordinate(latitude: place.longitude, longitude: place.latitude),
        turned.isValid, Self.metres(turned, middle) < 1e5
      {
        find(
          .swappedCoordinates, item.key,
          "the location of item \(item.key) has latitude and longitude exchanged; exchange them")
        continue
      }
      if let box, !box.contains(place) {
        find(
          .outsideVenue, item.key,
          "item \(item.key) lies over 50 m outside of the venue's levels; check its location")
      }
      for key in item.groups {
        guard let gallery = groups[key]?.place.coordinate else { continue }
        let metres = Self.metres(place, gallery)
        guard metres > Self.galleryRadius else { continue }
        find(
          .farFromGallery, item.key,
          "item \(item.key) lies \(Int(metres.rounded())) m from the middle of its gallery \(groups[key]?.label ?? key); check which of the two is wrong"
        )
      }
    }
  }

  /// What is on levels, or in buildings, that the venue doesn't have.
  private mutating func floors() {
    let floors = GuideFloors(venue)
    guard !floors.isEmpty else { return }
    let places =
      content.items.map { (GuideOwner(.item, $0.key), $0.place) }
      + content.groups.map { (GuideOwner(.group, $0.key), $0.place) }
      + content.tours.map { (GuideOwner(.tour, $0.key), $0.place) }
    for (owner, place) in places {
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

  /// The median of all places, by latitude and by longitude.
  private func median() -> Coordinate? {
    let places = content.items.compactMap(\.place.coordinate)
    guard places.count >= 3 else { return nil }
    return Coordinate(
      latitude: places.map(\.latitude).sorted()[places.count / 2],
      longitude: places.map(\.longitude).sorted()[places.count / 2])
  }

  private struct Box {
    var south, west, north, east: Double

    func contains(_ place: Coordinate) -> Bool {
      (south...north).contains(place.latitude) && (west...east).contains(place.longitude)
    }
  }

  /// The box of all levels' outlines, 50 m wider; `nil` where none has one.
  private func outlineBox() -> Box? {
    let places = (venue?.levels ?? []).flatMap { $0.outline.flatMap(\.exterior) }
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
