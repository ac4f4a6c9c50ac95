import IndoorModel

/// Where the stops of a collection's tours are, by what they stop at.
struct StoredStops {
  /// A tour, and the item that it stops at or what is heard there.
  private struct Place: Hashable {
    let tour: String
    let what: String?
  }

  /// The last one first.
  private var positions: [Place: [Int]] = [:]

  init(_ tours: [GuideTour]) {
    for tour in tours {
      for (position, stop) in tour.stops.enumerated().reversed() {
        positions[Self.place(stop, of: tour.key), default: []].append(position)
      }
    }
  }

  private static func place(_ stop: GuideStop, of tour: String) -> Place {
    Place(tour: tour, what: stop.item ?? stop.medium)
  }

  /// Where a stop is, the first that wasn't taken yet; `nil` where there is none.
  mutating func take(_ stop: GuideStop, of tour: String) -> Int? {
    positions[Self.place(stop, of: tour)]?.popLast()
  }
}
