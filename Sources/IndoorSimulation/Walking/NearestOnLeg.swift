import IndoorGeometry

/// Which of the places that someone went through was nearest to another, for many others.
struct NearestOnLeg {
  private let places: [LocalPoint]
  /// Around each stretch of places on end.
  private let boxes: [BoundingBox<LocalPoint>]

  private static let stretch = 256

  init(_ places: [LocalPoint]) {
    self.places = places
    boxes = stride(from: 0, to: places.count, by: Self.stretch).compactMap {
      BoundingBox(places[$0..<min(places.count, $0 + Self.stretch)])
    }
  }

  /// The first of the nearest places, from one on; `nil` where there is none.
  func nearest(to turn: LocalPoint, from start: Int) -> Int? {
    var best: (index: Int, metres: Double)?
    for (number, box) in boxes.enumerated().dropFirst(start / Self.stretch) {
      let first = max(start, number * Self.stretch)
      if let best, Self.isFurther(box, from: turn, than: best.metres) { continue }
      for index in first..<min(places.count, (number + 1) * Self.stretch) {
        let metres = places[index].distance(to: turn)
        if metres < best?.metres ?? .infinity { best = (index, metres) }
      }
    }
    return best?.index
  }

  /// Whether a box is surely further away, rounding aside.
  private static func isFurther(
    _ box: BoundingBox<LocalPoint>, from place: LocalPoint, than metres: Double
  ) -> Bool {
    let reach = metres + 1e-6
    return box.minimum.x - place.x > reach || place.x - box.maximum.x > reach
      || box.minimum.y - place.y > reach || place.y - box.maximum.y > reach
  }
}
