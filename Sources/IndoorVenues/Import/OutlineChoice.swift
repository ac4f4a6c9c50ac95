import IndoorGeometry

/// Which of a level's nameless polygons is its outline.
enum OutlineChoice {
  /// The part of a level's outline under which a polygon alone in its file is none.
  static let least = 0.25

  /// The feature whose box holds the boxes of all others, or `nil` where none does, or that one has
  /// a room's category.
  static func index(of features: [VenueFeature]) -> Int? {
    guard let index = index(of: features.map(\.areas)) else { return nil }
    guard let category = features[index].category?.lowercased(), !category.isEmpty else {
      return index
    }
    let isRoom = category != "unspecified" && IMDFCategories.unit.contains(category)
    return isRoom || category == "corridor" ? nil : index
  }

  /// A feature over most others that isn't their outline, as where a balcony stands out of it;
  /// `nil` where there is none.
  static func almost(of features: [VenueFeature]) -> Int? {
    let areas = features.map { area(of: $0.areas) }
    guard features.count > 3, let largest = areas.indices.max(by: { areas[$0] < areas[$1] }),
      let corner = features[largest].areas.first?.exterior.first
    else { return nil }
    let frame = LocalFrame(origin: corner)
    let outline = features[largest].areas.map { frame.local(from: $0) }
    let others = features.indices.filter { $0 != largest && !features[$0].areas.isEmpty }
    // Of an outline of a hundred thousand corners around as many rooms nobody waits for it.
    let corners = outline.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } }
    guard corners <= 50_000_000 / max(1, others.count) else { return nil }
    let out = others.count { index in
      let box = BoundingBox(
        features[index].areas.flatMap(\.exterior).map { frame.local(from: $0) }
          .filter(\.isFinite))
      return box.map { box in !outline.contains { $0.contains(box.centre) } } ?? true
    }
    return out * 5 <= others.count ? largest : nil
  }

  /// Square metres.
  static func area(of polygons: [Polygon<Coordinate>]) -> Double {
    guard let first = polygons.first?.exterior.first else { return 0 }
    let frame = LocalFrame(origin: first)
    return polygons.reduce(0) { $0 + frame.local(from: $1).area }
  }

  /// The feature whose box holds the boxes of all others, or `nil` where none does.
  static func index(of features: [[Polygon<Coordinate>]]) -> Int? {
    guard let first = features.first(where: { !$0.isEmpty })?.first?.exterior.first else {
      return nil
    }
    let frame = LocalFrame(origin: first)
    let boxes = features.map { polygons in
      var box: BoundingBox<LocalPoint>?
      for polygon in polygons {
        for vertex in polygon.exterior {
          let point = frame.local(from: vertex)
          if box == nil { box = BoundingBox(minimum: point, maximum: point) }
          box?.extend(to: point)
        }
      }
      return box
    }
    guard
      let largest = boxes.indices.max(by: { area(boxes[$0]) < area(boxes[$1]) }),
      let outline = boxes[largest]
    else { return nil }
    // Drawn walls may stand out by their thickness: a hundredth of the outline.
    let margin = 0.01 * max(outline.width, outline.height)
    let grown = BoundingBox(
      minimum: LocalPoint(x: outline.minimum.x - margin, y: outline.minimum.y - margin),
      maximum: LocalPoint(x: outline.maximum.x + margin, y: outline.maximum.y + margin))
    let holdsAll = boxes.allSatisfy { box in
      box.map { grown.contains($0.minimum) && grown.contains($0.maximum) } ?? true
    }
    return holdsAll ? largest : nil
  }

  private static func area(_ box: BoundingBox<LocalPoint>?) -> Double {
    box.map { $0.width * $0.height } ?? -1
  }
}
