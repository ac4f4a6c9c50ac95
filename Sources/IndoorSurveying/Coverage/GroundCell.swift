public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A square of ground that is counted as one.
public struct GroundCell: Hashable, Sendable {
  /// Side, in metres: what a walker passes in about three seconds, which is a scan or two.
  public static let side = 4.0

  /// The level it is on.
  public var level: LevelKey
  /// Squares east of the venue's origin.
  public var column: Int32
  /// Squares north of the venue's origin.
  public var row: Int32

  /// The cell at whole numbers of squares from the origin.
  public init(level: LevelKey, column: Int32, row: Int32) {
    (self.level, self.column, self.row) = (level, column, row)
  }

  /// The cell of a place; places that can't be in a building are put at the edge of what can be
  /// counted.
  public init(level: LevelKey, place: LocalPoint) {
    func number(_ metres: Double) -> Int32 {
      let cells = (metres / Self.side).rounded(.down)
      return cells.isFinite ? Int32(max(-1e9, min(1e9, cells))) : 0
    }
    self.init(level: level, column: number(place.x), row: number(place.y))
  }

  /// Its middle, in local metres.
  public var middle: LocalPoint {
    LocalPoint(x: (Double(column) + 0.5) * Self.side, y: (Double(row) + 0.5) * Self.side)
  }

  /// Its four corners, counter-clockwise from the south-west, in local metres.
  public var polygon: Polygon<LocalPoint> {
    let (west, south) = (Double(column) * Self.side, Double(row) * Self.side)
    return Polygon(exterior: [
      LocalPoint(x: west, y: south), LocalPoint(x: west + Self.side, y: south),
      LocalPoint(x: west + Self.side, y: south + Self.side),
      LocalPoint(x: west, y: south + Self.side),
    ])
  }
}

extension GroundCell: Comparable {
  /// By level, then from south to north and from west to east.
  public static func < (a: GroundCell, b: GroundCell) -> Bool {
    if a.level != b.level { return a.level < b.level }
    return (a.row, a.column) < (b.row, b.column)
  }
}

/// What a survey took in a cell.
public struct CellTally: Hashable, Sendable {
  /// How many scans that heard something.
  public var scans = 0
  /// How many walks they are of.
  public var walks = 0
  /// Whether scans were taken facing two directions over 90° apart; a body takes some decibels from
  /// what is behind it.
  public var isTwoWay = false

  /// Whether it is known where the surveyor was facing.
  public var hasCourse: Bool { firstCourse != nil }

  private var firstCourse: Double?
  private var lastWalk = -1

  /// Counts a scan.
  ///
  /// - Parameters:
  ///   - walk: the walk's number; one walk's scans come together.
  ///   - course: where the surveyor walked, in radians; `nil` where unknown.
  mutating func add(walk: Int, course: Double?) {
    scans += 1
    if walk != lastWalk { walks += 1 }
    lastWalk = walk
    guard let course else { return }
    if let firstCourse {
      if cos(course - firstCourse) < 0 { isTwoWay = true }
    } else {
      firstCourse = course
    }
  }
}
