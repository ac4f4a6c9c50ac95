import IndoorModel

extension Guide {
  /// Items, nearest first where somebody is somewhere, else in the source's order.
  ///
  /// - Parameters:
  ///   - filter: which items.
  ///   - position: where somebody is.
  ///   - limit: how many rows a page has at most.
  ///   - cursor: what the page before gave as `after`.
  /// - Throws: `.noGroup`, `.noField`, `.badTime`, `.badCursor`.
  public func items(
    _ filter: GuideFilter = GuideFilter(), near position: GuidePosition? = nil, limit: Int = 25,
    after cursor: String? = nil
  ) throws(GuideError) -> GuidePage {
    let isWanted = try test(filter)
    let wanted = sourceOrder.filter(isWanted)
    let order: [(place: Int, distance: GuideRow.Distance?)] =
      if let position { sorted(wanted, from: position) } else { wanted.map { ($0, nil) } }
    var start = 0
    if let cursor {
      let last = try entry(of: cursor)
      guard let index = order.firstIndex(where: { $0.place == last }) else {
        throw .badCursor(cursor)
      }
      start = index + 1
    }
    let rows = order[start...].prefix(max(0, limit)).map {
      row($0.place, distance: $0.distance, isFromSomewhere: position != nil)
    }
    let isLast = start + rows.count >= order.count
    return GuidePage(
      rows: rows, total: order.count, after: isLast ? nil : rows.last.map { Self.cursor($0.id) })
  }

  /// The nearest items that have a place, nearest first.
  ///
  /// Costs are in metres: straight ones along the ground, 33⅓ for a level of difference and 200 for
  /// another building. Equals come by sort, then by key.
  ///
  /// - Parameters:
  ///   - position: where somebody is.
  ///   - limit: how many rows to give at most.
  public func nearest(to position: GuidePosition, limit: Int = 25) -> [GuideRow] {
    guard limit > 0 else { return [] }
    let here = EarthPoint(position.coordinate)
    return places.nearest(limit, to: position).map {
      row($0, distance: places.distance($0, here, position), isFromSomewhere: true)
    }
  }

  /// What items call the buildings that they are in.
  package var buildings: Set<String> { Set(rows.compactMap(\.place.building)) }

  /// All of some entries by cost; those without a place last, in the source's order.
  private func sorted(
    _ wanted: [Int], from position: GuidePosition
  ) -> [(place: Int, distance: GuideRow.Distance?)] {
    let here = EarthPoint(position.coordinate)
    let all = wanted.map { (place: $0, distance: places.distance($0, here, position)) }
    let placed = all.filter { $0.distance != nil }.sorted {
      let (first, second) = ($0.distance?.cost ?? 0, $1.distance?.cost ?? 0)
      return first == second ? $0.place < $1.place : first < second
    }
    return placed + all.filter { $0.distance == nil }
  }
}
