import IndoorModel

extension Guide {
  /// A tour with its stops.
  public struct Tour: Hashable, Sendable {
    /// What lists show of it.
    public var row: GuideRow
    /// Its stops, in order.
    public var stops: [Stop]
    /// Metres from stop to stop, of those whose place is known.
    public var metres: Double { stops.compactMap(\.legMetres).reduce(0, +) }
  }

  /// A stop of a tour.
  public struct Stop: Hashable, Sendable {
    /// Its number, from 1.
    public var order: Int
    /// The item that it is at.
    public var item: GuideRow?
    /// What people read first: the item's title, else the title of what is played.
    public var title: String
    /// What is played and shown: before, there, and what the item shows.
    public var media: [Shown]
    /// Metres from the stop before, straight; the first's from where somebody is. `nil` where
    /// either place isn't known.
    public var metres: Double?
    /// The same, but of the first stop.
    var legMetres: Double?
  }

  /// The tours, by sort, then in the source's order.
  public func tours() -> [Tour] {
    contents.indices.flatMap { part in
      contents[part].tours.enumerated().sorted {
        let (first, second) = ($0.element.sort ?? .infinity, $1.element.sort ?? .infinity)
        return first == second ? $0.offset < $1.offset : first < second
      }.map { tour($0.element, in: part, from: nil) }
    }
  }

  /// A tour with its stops. Stops at what isn't there, or isn't shown, are left out.
  ///
  /// - Parameters:
  ///   - key: the tour's key.
  ///   - position: where somebody is.
  /// - Throws: `.noTour`.
  public func tour(_ key: String, from position: GuidePosition? = nil) throws(GuideError) -> Tour {
    for (part, content) in contents.enumerated() {
      if let index = parts[part].tours[key] {
        return tour(content.tours[index], in: part, from: position)
      }
    }
    throw .missing(.noTour, "tour", key)
  }

  private func tour(_ tour: GuideTour, in part: Int, from position: GuidePosition?) -> Tour {
    var stops: [Stop] = []
    var before = position.map { EarthPoint($0.coordinate) }
    let ordered = tour.stops.enumerated().sorted {
      let (first, second) = ($0.element.sort ?? .infinity, $1.element.sort ?? .infinity)
      return first == second ? $0.offset < $1.offset : first < second
    }
    for (offset, stop) in ordered {
      let place = stop.item.flatMap { parts[part].items[$0] }
      if stop.item != nil, place == nil { continue }
      let here = place.flatMap { places[$0] }
      let metres = before.flatMap { before in here.map { before.metres(to: $0) } }
      let item = place.map { row($0) }
      stops.append(
        Stop(
          order: stops.count + 1, item: item, title: title(of: stop, item, in: part),
          media: shown(at: stop, of: GuideOwner(.stop, tour.key, position: offset), in: part),
          metres: metres, legMetres: stops.isEmpty ? nil : metres))
      before = here
    }
    return Tour(row: row(ofTour: tour, in: part), stops: stops)
  }

  private func title(of stop: GuideStop, _ item: GuideRow?, in part: Int) -> String {
    if let title = item?.title, !title.isEmpty { return title }
    let medium = stop.medium.flatMap { text(named: nil, of: GuideOwner(.medium, $0), in: part) }
    return medium?.value ?? ""
  }

  private func shown(at stop: GuideStop, of owner: GuideOwner, in part: Int) -> [Shown] {
    var shown: [Shown] = []
    for (role, key) in [("bumper", stop.bumper), ("audio", stop.medium)] {
      if let medium = key.flatMap({ medium($0, in: part) }) {
        shown.append(Shown(role: role, medium: medium))
      }
    }
    shown += media(of: owner, in: part)
    if let key = stop.item {
      let own = media(of: GuideOwner(.item, key), in: part)
      shown += own.filter { one in !shown.contains { $0.medium.key == one.medium.key } }
    }
    return shown
  }
}
