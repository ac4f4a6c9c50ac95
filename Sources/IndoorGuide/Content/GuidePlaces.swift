import IndoorModel

/// Where all items are, to compare all of them at once: a column a number.
struct GuidePlaces: Sendable {
  private var x: [Double] = []
  private var y: [Double] = []
  private var z: [Double] = []
  private let ordinals: [Int?]
  private let buildings: [String?]

  init(_ places: [GuidePlace]) {
    for place in places {
      // What has no place is nowhere near anything.
      let point = place.coordinate.map(EarthPoint.init)
      x.append(point?.x ?? .infinity)
      y.append(point?.y ?? .infinity)
      z.append(point?.z ?? .infinity)
    }
    ordinals = places.map(\.ordinal)
    buildings = places.map(\.building)
  }

  /// An item's place on the ellipsoid; `nil` where it has none.
  subscript(_ index: Int) -> EarthPoint? {
    x[index].isFinite ? EarthPoint(x: x[index], y: y[index], z: z[index]) : nil
  }

  /// How far an item is; `nil` where it has no place.
  func distance(
    _ index: Int, _ here: EarthPoint, _ position: GuidePosition
  ) -> GuideRow.Distance? {
    guard let metres = self[index].map({ here.metres(to: $0) }) else { return nil }
    return GuideRow.Distance(
      metres: metres, levels: levels(to: index, from: position.ordinal),
      cost: metres + extra(to: index, from: position))
  }

  private func levels(to index: Int, from: Int?) -> Int {
    guard let to = ordinals[index], let from else { return 0 }
    let (levels, overflow) = to.subtractingReportingOverflow(from)
    return overflow ? (to > from ? .max : .min) : levels
  }

  /// What levels and buildings cost, in metres: a minute of walking a level, as the Art Institute
  /// of Chicago's app has it, at 2 km/h.
  private func extra(to index: Int, from position: GuidePosition) -> Double {
    let stairs = 100.0 / 3 * abs(Double(levels(to: index, from: position.ordinal)))
    guard let building = buildings[index], let other = position.building, building != other,
      !position.names.contains(building)
    else { return stairs }
    return stairs + 200
  }

  /// The items with the least costs, at most `limit`; equals in their order.
  func nearest(_ limit: Int, to position: GuidePosition) -> [Int] {
    let here = EarthPoint(position.coordinate)
    var best: [(cost: Double, index: Int)] = []
    best.reserveCapacity(min(limit, x.count) + 1)
    // No item costs less than the straight line through the Earth to it, whose square is quick.
    var bound = Double.infinity
    for index in x.indices {
      let (dx, dy, dz) = (x[index] - here.x, y[index] - here.y, z[index] - here.z)
      let square = dx * dx + dy * dy + dz * dz
      guard square < bound, let distance = distance(index, here, position) else { continue }
      if best.count == limit {
        guard distance.cost < best[limit - 1].cost else { continue }
        best.removeLast()
      }
      let place = Self.place(of: distance.cost, in: best)
      best.insert((distance.cost, index), at: place)
      // Rounding must not shut out an equal.
      if best.count == limit { bound = best[limit - 1].cost * best[limit - 1].cost * (1 + 1e-12) }
    }
    return best.map(\.index)
  }

  /// Where an entry of a cost goes: behind its equals.
  private static func place(of cost: Double, in best: [(cost: Double, index: Int)]) -> Int {
    var (low, high) = (0, best.count)
    while low < high {
      let middle = (low + high) / 2
      if best[middle].cost <= cost { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
