/// What lines or areas are painted with, as far as it decides whether they show.
struct ContentInk {
  /// Which numbers are white in a colour space: all one, as of light, or all zero, as of inks.
  enum Space {
    case whiteIsOne
    case whiteIsZero
    case other
  }

  private var space = Space.whiteIsOne
  private(set) var isWhite = false
  /// Whether it is known to be one colour, and no pattern.
  private(set) var isSolid = true
  /// From 0, fully transparent, to 1.
  var alpha = 1.0

  /// Whether it is fully transparent.
  var isClear: Bool { alpha <= 0 }
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
      case .other: false
      }
  }

  /// Takes a space and a colour of it.
  mutating func take(_ colour: [Double], in space: Space) {
    take(space)
    take(colour)
  }
}
