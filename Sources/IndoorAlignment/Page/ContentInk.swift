internal import IndoorGeometry

/// What lines or areas are painted with, as far as it decides whether they show.
struct ContentInk {
  /// Which numbers are white in a colour space: all one, as of light, or all zero, as of inks.
  enum Space {
    case whiteIsOne
    case whiteIsZero
    /// An ink that paints nothing (8.6.6.4).
    case nothing
    case other
  }

  private var space = Space.whiteIsOne
  private(set) var isWhite = false
  /// Whether it is known to be one colour, and no pattern.
  private(set) var isSolid = true
  /// From 0, fully transparent, to 1.
  var alpha = 1.0

  /// Whether nothing shows of what is painted with it.
  var isClear: Bool { alpha <= 0 || space == .nothing }
  /// Whether nothing shows through it.
  var isOpaque: Bool { isSolid && alpha >= 1 }

  /// Takes a space, whose first colour is none of white.
  mutating func take(_ space: Space) {
    self.space = space
    (isWhite, isSolid) = (false, space != .other)
  }

  /// Takes a colour of the space.
  mutating func take(_ colour: [Double]) {
    isSolid = space != .other && !colour.isEmpty
    isWhite =
      switch space {
      case .whiteIsOne: !colour.isEmpty && colour.allSatisfy { $0 >= 1 }
      case .whiteIsZero: !colour.isEmpty && colour.allSatisfy { $0 <= 0 }
      case .nothing, .other: false
      }
  }

  /// Takes a space and a colour of it.
  mutating func take(_ colour: [Double], in space: Space) {
    take(space)
    take(colour)
  }
}

/// How far what has been painted reaches that white shows on, and an area may cover.
struct PaintedReach {
  /// Points that an area has to reach beyond what it is to cover, at least.
  private static let leastMargin = 2.0

  /// Around what was painted, without the lines' width; `nil` where nothing was.
  private(set) var box: BoundingBox<PagePoint>?
  /// Points that an area has to reach beyond the lines that it is to cover.
  private(set) var margin = Self.leastMargin

  mutating func take(_ point: PagePoint) {
    guard point.isFinite else { return }
    box?.extend(to: point)
    box = box ?? BoundingBox(minimum: point, maximum: point)
  }

  /// Takes in how far a line of a width reaches: half of it, and a corner of two lines twice that.
  mutating func take(width: Double) {
    margin = max(margin, width.isFinite ? width : .greatestFiniteMagnitude)
  }

  /// What of a page an area has to hide for all of it to be covered; `nil` where nothing was
  /// painted.
  func whole(on page: BoundingBox<PagePoint>) -> BoundingBox<PagePoint>? {
    box.map { box in
      BoundingBox(
        minimum: PagePoint(
          x: max(box.minimum.x - margin, page.minimum.x),
          y: max(box.minimum.y - margin, page.minimum.y)),
        maximum: PagePoint(
          x: min(box.maximum.x + margin, page.maximum.x),
          y: min(box.maximum.y + margin, page.maximum.y)))
    }
  }
}
