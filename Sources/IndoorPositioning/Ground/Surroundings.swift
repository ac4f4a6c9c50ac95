import IndoorGeometry
import IndoorModel

/// The ground around a venue's buildings, and the entrances that lead in.
///
/// To particles it is one more level, numbered after the map's (`LevelStack.outdoors`), that no
/// stairs lead to: they come to it and leave it through entrances alone.
struct Surroundings: Sendable {
  /// What a place on the ground is.
  enum Place: Hashable, Sendable {
    /// Under the open sky.
    case open
    /// In a building, behind its walls.
    case building
    /// At an entrance to a level, by its index.
    case threshold(level: Int32, isInside: Bool)

    /// Whether it is in a building.
    var isInside: Bool {
      switch self {
      case .open: false
      case .building: true
      case .threshold(_, let isInside): isInside
      }
    }
  }

  /// What leads from a level into the open.
  private struct Entrance: Sendable {
    var level: Int32
    /// From one side of it to the other, or round a whole building that no entrance is known of.
    var lines: [[LocalPoint]]
  }

  /// A stretch of an entrance's line.
  private struct Stretch: Sendable {
    var level: Int32
    var from: LocalPoint
    var to: LocalPoint

    var box: BoundingBox<LocalPoint> {
      var box = BoundingBox(minimum: from, maximum: from)
      box.extend(to: to)
      return box
    }
  }

  /// Metres around an entrance's line in which it is one: a step is less, and what a device knows
  /// of its place is not finer. People make for doors, while particles go straight on: with 2 m
  /// those that were a little beside the door died at its wall, and the rest came late.
  private static let reach = 3.5
  /// Metres that an entrance may lie off the outline that it leads through.
  private static let offOutline = 1.5
  /// Entrances that are told apart.
  private static let most = 32_000

  private var raster = LevelRaster.empty
  /// 0 in the open, 1 in a building, and from 2 on twice an entrance's number outside of it, one
  /// more inside. Shape: the raster's.
  private var cells: ContiguousArray<UInt16> = []
  private var entrances: [Entrance] = []
  /// All their lines' stretches, in the same order, and a tree over them.
  private var stretches: [Stretch] = []
  private var tree = BoxTree([])
  /// Levels that lie on the ground. Shape: levels.
  private var isGround: [Bool] = []
  /// The same levels, by their indices.
  private(set) var groundLevels: [Int] = []

  /// No building is known.
  init() {}

  /// Lays out a venue's buildings.
  ///
  /// A building is what is drawn of its level 0, or of the levels that its entrances are on.
  /// Entrances are openings at that outline, but for emergency exits; on other levels than 0 they
  /// count where there are none on it, and where they are principal ones. Where there are none at
  /// all, a building may be entered anywhere.
  init(venue: Venue, levels: [LevelKey], units: [LevelUnits]) {
    let frame = venue.frame
    let outlines = zip(levels, units).map { level, units in
      let outline = (venue.level(level)?.outline ?? []).map { frame.local(from: $0) }
      return outline.isEmpty ? units.areas.flatMap { $0 } : outline
    }
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    isGround = levels.map { _ in false }
    for building in Set(levels.map(\.building)).sorted() {
      let own = levels.indices.filter {
        levels[$0].building == building && !outlines[$0].isEmpty
      }
      guard let ground = own.min(by: { levels[$0].isNearerToGround(than: levels[$1]) }) else {
        continue
      }
      let doors = own.flatMap { level in
        (openings[levels[level]] ?? []).compactMap { opening -> (level: Int, Opening)? in
          let line = opening.line.map { frame.local(from: $0) }
          return Self.leads(opening, line, out: outlines[level]) ? (level, opening) : nil
        }
      }
      let isEnteredOnGround = doors.contains { levels[$0.level].ordinal == 0 }
      let found = doors.filter { level, opening in
        levels[level].ordinal == 0 || !isEnteredOnGround
          || opening.category == "pedestrian.principal"
      }.map { level, opening in
        Entrance(level: Int32(level), lines: [opening.line.map { frame.local(from: $0) }])
      }
      let rings = outlines[ground].flatMap(\.rings).map { $0 + $0.prefix(1) }
      entrances += found.isEmpty ? [Entrance(level: Int32(ground), lines: rings)] : found
      isGround[ground] = true
      for entrance in found { isGround[Int(entrance.level)] = true }
    }
    groundLevels = isGround.indices.filter { isGround[$0] }
    entrances.removeLast(max(0, entrances.count - Self.most))
    stretches = entrances.flatMap { entrance in
      entrance.lines.flatMap { zip($0, $0.dropFirst()) }.map {
        Stretch(level: entrance.level, from: $0, to: $1)
      }
    }
    tree = BoxTree(stretches.map(\.box))
    rasterise(zip(outlines, isGround).flatMap { $1 ? $0 : [] })
  }

  /// Whether an opening leads out of a level.
  private static func leads(
    _ opening: Opening, _ line: [LocalPoint], out outline: [Polygon<LocalPoint>]
  ) -> Bool {
    guard opening.category != "emergencyexit", let first = line.first, let last = line.last else {
      return false
    }
    let middle = LocalPoint(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2)
    return outline.lazy.flatMap(\.rings).contains { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).contains {
        middle.distance(toLine: $0, $1) <= offOutline
      }
    }
  }

  private mutating func rasterise(_ buildings: [Polygon<LocalPoint>]) {
    guard var box = BoundingBox(around: buildings), box.width * box.height > 0 else { return }
    let margin = 2 * Self.reach
    box.minimum = LocalPoint(x: box.minimum.x - margin, y: box.minimum.y - margin)
    box.maximum = LocalPoint(x: box.maximum.x + margin, y: box.maximum.y + margin)
    let raster = LevelRaster(covering: box, side: 0.5)
    var cells = ContiguousArray(repeating: UInt16(0), count: raster.count)
    for building in buildings {
      raster.forEachSpan(of: [building]) { span in for cell in span { cells[cell] = 1 } }
    }
    for (number, entrance) in entrances.enumerated() {
      let marks = EntranceCells(entrance.lines, within: Self.reach, raster)
      marks.forEach { cells[$0] = UInt16(2 + 2 * number) | (cells[$0] & 1) }
    }
    (self.raster, self.cells) = (raster, cells)
  }

  /// Whether nothing is known of any building.
  var isEmpty: Bool { cells.isEmpty }

  /// What a place is.
  @inline(__always)
  func place(x: Float, y: Float) -> Place {
    guard let cell = raster.cell(x: x, y: y, level: 0) else { return .open }
    let value = cells[cell]
    guard value > 1 else { return value == 0 ? .open : .building }
    return .threshold(
      level: entrances[Int(value >> 1) - 1].level, isInside: value & 1 == 1)
  }

  /// Whether a level, by its index, lies on the ground.
  func isOnGround(_ level: Int) -> Bool { isGround.indices.contains(level) && isGround[level] }

  /// The level, by its index, of the entrance that is nearest to a place; `nil` where no building
  /// is known.
  func level(nearest place: LocalPoint) -> Int? {
    guard let only = entrances.first?.level, entrances.contains(where: { $0.level != only }) else {
      return entrances.first.map { Int($0.level) }
    }
    return tree.nearest(to: place) { place.distance(toLine: stretches[$0].from, stretches[$0].to) }
      .map { Int(stretches[$0.item].level) }
  }

  /// The nearest place that is inside, or outside; the place itself where there is none within some
  /// thirty metres.
  func nearest(to place: LocalPoint, isInside: Bool) -> LocalPoint {
    func isSuch(_ place: LocalPoint) -> Bool {
      self.place(x: Float(place.x), y: Float(place.y)).isInside == isInside
    }
    guard !isSuch(place) else { return place }
    for reach in [4, 16, 64] {
      var best: (place: LocalPoint, metres: Double)?
      raster.forEachCell(near: place, reach: reach) { cell, metres in
        guard metres < best?.metres ?? .infinity, cells[cell] & 1 == (isInside ? 1 : 0) else {
          return
        }
        best = (raster.middle(of: cell), metres)
      }
      if let best { return best.place }
    }
    return place
  }
}

extension LevelKey {
  /// Whether it is likelier than another level of its building to lie on the ground.
  fileprivate func isNearerToGround(than other: LevelKey) -> Bool {
    (ordinal.magnitude, ordinal < 0 ? 1 : 0) < (other.ordinal.magnitude, other.ordinal < 0 ? 1 : 0)
  }
}
