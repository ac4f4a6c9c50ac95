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
    /// Where it is: where the item is, else where the nearest group is that it is in, a gallery.
    public var place: GuideRow.Place
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
  ///
  /// - Throws: `.unreadable`.
  public func tours() throws(GuideError) -> [Tour] {
    var tours: [Tour] = []
    for part in parts.indices {
      var located = GroupPlaces(parts[part])
      for value in Self.inOrder(parts[part].content.tours, by: \.sort) {
        tours.append(try tour(value.element, in: part, &located, from: nil))
      }
    }
    return tours
  }

  /// The same of what is in memory alone: stops with their places and metres, without what is said
  /// and shown there.
  package func tourLengths() -> [Tour] {
    parts.indices.flatMap { index in
      var located = GroupPlaces(parts[index])
      return Self.inOrder(parts[index].content.tours, by: \.sort).map { value in
        tour(value.element, in: index, saidBy: parts[index], &located, from: nil)
      }
    }
  }

  /// Values by their sort, those without one last, equals in the order they stand in.
  static func inOrder<Value>(
    _ values: [Value], by sort: (Value) -> Double?
  ) -> [(offset: Int, element: Value)] {
    values.enumerated().sorted {
      let (first, second) = (sort($0.element) ?? .infinity, sort($1.element) ?? .infinity)
      return first == second ? $0.offset < $1.offset : first < second
    }
  }

  /// A tour with its stops. Stops at what isn't there, or isn't shown, are left out.
  ///
  /// - Parameters:
  ///   - key: the tour's key.
  ///   - position: where somebody is.
  /// - Throws: `.noTour`, `.unreadable`.
  public func tour(_ key: String, from position: GuidePosition? = nil) throws(GuideError) -> Tour {
    guard let found = try place(of: key, "tour", in: \.tours) else {
      throw .missing(.noTour, "tour", key)
    }
    var located = GroupPlaces(parts[found.part])
    return try tour(
      parts[found.part].content.tours[found.place], in: found.part, &located, from: position)
  }

  private func tour(
    _ tour: GuideTour, in index: Int, _ located: inout GroupPlaces, from position: GuidePosition?
  ) throws(GuideError) -> Tour {
    var owners = [GuideOwner(.tour, tour.key)]
    for (offset, stop) in tour.stops.enumerated() {
      owners.append(GuideOwner(.stop, tour.key, position: offset))
      owners += [stop.item.map { GuideOwner(.item, $0) }].compactMap(\.self)
      owners += [stop.medium, stop.bumper].compactMap(\.self).map { GuideOwner(.medium, $0) }
    }
    return self.tour(
      tour, in: index, saidBy: try part(index, with: owners), &located, from: position)
  }

  private func tour(
    _ tour: GuideTour, in index: Int, saidBy part: GuidePart, _ located: inout GroupPlaces,
    from position: GuidePosition?
  ) -> Tour {
    var stops: [Stop] = []
    var before = position.map { EarthPoint($0.coordinate) }
    for (offset, stop) in Self.inOrder(tour.stops, by: \.sort) {
      let item = stop.item.flatMap { parts[index].items[$0] }.map { row($0) }
      if stop.item != nil, item == nil { continue }
      let place = item.map { Self.place(of: $0, &located) } ?? GuideRow.Place()
      let here = place.coordinate.map(EarthPoint.init)
      let metres = before.flatMap { before in here.map { before.metres(to: $0) } }
      stops.append(
        Stop(
          order: stops.count + 1, item: item, place: place,
          title: Self.title(of: stop, item, in: part),
          media: Self.shown(
            at: stop, of: GuideOwner(.stop, tour.key, position: offset), in: part),
          metres: metres, legMetres: stops.isEmpty ? nil : metres))
      before = here
    }
    return Tour(row: parts[index].row(of: tour), stops: stops)
  }

  /// Where an item is, else the most particular of its groups that is somewhere.
  private static func place(of item: GuideRow, _ located: inout GroupPlaces) -> GuideRow.Place {
    guard item.place.coordinate == nil else { return item.place }
    var place = item.place
    for key in item.groups.reversed() {
      guard place.coordinate == nil, let group = located.place(around: key) else { continue }
      place.coordinate = group.coordinate
      place.level = place.level ?? group.ordinal
      place.building = place.building ?? group.building
    }
    return place
  }

  private static func title(of stop: GuideStop, _ item: GuideRow?, in part: GuidePart) -> String {
    if let title = item?.title, !title.isEmpty { return title }
    return stop.medium.flatMap { part.text(named: nil, of: GuideOwner(.medium, $0)) }?.value ?? ""
  }

  private static func shown(
    at stop: GuideStop, of owner: GuideOwner, in part: GuidePart
  ) -> [Shown] {
    var shown: [Shown] = []
    for (role, key) in [("bumper", stop.bumper), ("audio", stop.medium)] {
      if let medium = key.flatMap(part.medium) { shown.append(Shown(role: role, medium: medium)) }
    }
    shown += part.media(of: owner)
    if let key = stop.item {
      let own = part.media(of: GuideOwner(.item, key))
      shown += own.filter { one in !shown.contains { $0.medium.key == one.medium.key } }
    }
    return shown
  }
}
