import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Every transmitter of a venue and how strongly it is received where.
struct RadioField {
  /// A box on a ceiling or a wall: what it is heard as shares its place, walls and shadows.
  struct Station {
    var level: Int
    var place: LocalPoint
    /// Metres above its level's floor.
    var height: Double
    var signals: [Signal]
    /// When it is there.
    var presence: Presence
    var shadow: SmoothField
  }

  struct Signal {
    var transmitter: Transmitter
    var megahertz: Double
    /// Radiated power, in dBm.
    var power: Double
  }

  /// Access points come and go between a survey and the day when somebody is located.
  enum Presence { case always, surveyOnly, testOnly }

  /// Which of the two it is.
  enum Epoch { case survey, test }

  /// By building and ordinal, ascending.
  let levels: [WalkedLevel]
  /// Levels by place, of which `placed` says the numbers.
  private let tree: BoxTree
  private let placed: [Int]
  private(set) var stations: [Station]
  private let shadowDeviation = 4.0

  init(levels: [WalkedLevel], grids: [WalkGrid], seed: UInt64) {
    self.levels = levels
    placed = levels.indices.filter { levels[$0].box != nil }
    tree = BoxTree(levels.compactMap(\.box))
    stations = []
    var generator = SimulationRandom(seed: seed, for: "stations")
    let uuid = (generator.next(), generator.next())
    for (index, grid) in grids.enumerated() {
      let cells = grid.clearance.indices.filter { grid.clearance[$0] >= 0.6 }
      guard !cells.isEmpty else { continue }
      let area = Double(cells.count) * grid.raster.side * grid.raster.side
      let points = Self.spread(
        max(3, min(60, Int(area / 330))), over: cells.map { grid.raster.middle(of: $0) }, &generator
      )
      for point in points {
        add(Self.accessPoint(&generator), level: index, place: point, height: 2.9, &generator)
      }
      let beacons = Self.spread(
        max(3, min(120, Int(area / 100))), over: cells.map { grid.raster.middle(of: $0) },
        &generator)
      for (number, point) in beacons.enumerated() {
        let beacon = Transmitter.beacon(
          uuidHigh: uuid.0, uuidLow: uuid.1, major: UInt16(clamping: index + 1),
          minor: UInt16(clamping: number + 1))
        // At a metre a phone then reads about -57 dBm: a beacon set to 0 dBm, whose maker states
        // -59.
        let signal = Signal(transmitter: beacon, megahertz: 2440, power: -11)
        add([signal], level: index, place: point, height: 2.2, &generator)
      }
    }
  }

  private mutating func add(
    _ signals: [Signal], level: Int, place: LocalPoint, height: Double,
    _ generator: inout SimulationRandom
  ) {
    let fate = generator.uniform()
    let presence: Presence = fate < 0.07 ? .surveyOnly : fate < 0.14 ? .testOnly : .always
    stations.append(
      Station(
        level: level, place: place, height: height, signals: signals, presence: presence,
        shadow: SmoothField(length: 5, generator: &generator)))
  }

  /// Two bands, and on each the house's network and the guests', whose address is the first one's
  /// made local.
  private static func accessPoint(_ generator: inout SimulationRandom) -> [Signal] {
    let base = 0x00_1f_c5_00_00_00 | (generator.next() & 0xff_ff_f0)
    let power = 14 + generator.uniform(-2, 2)
    let channel = [2412.0, 2437, 2462][generator.index(below: 3)]
    let high = [5180.0, 5220, 5260, 5500, 5580][generator.index(below: 5)]
    return [(UInt64(0), channel, power), (8, high, power + 3)].flatMap { offset, band, power in
      [
        Signal(transmitter: .wifi(base + offset), megahertz: band, power: power),
        Signal(
          transmitter: .wifi((base + offset + 1) | 0x02_00_00_00_00_00), megahertz: band,
          power: power),
      ]
    }
  }

  /// Points far from each other: the best of a few candidates each time (Mitchell 1991,
  /// doi:10.1145/122718.122736).
  static func spread(
    _ count: Int, over points: [LocalPoint], _ generator: inout SimulationRandom
  ) -> [LocalPoint] {
    var chosen: [LocalPoint] = []
    for _ in 0..<count {
      let candidates = (0..<12).map { _ in points[generator.index(below: points.count)] }
        .map { (place: $0, distance: distance(from: $0, toNearestOf: chosen)) }
      if let best = candidates.max(by: { $0.distance < $1.distance }) { chosen.append(best.place) }
    }
    return chosen
  }

  private static func distance(
    from place: LocalPoint, toNearestOf others: [LocalPoint]
  ) -> Double {
    var nearest = others.isEmpty ? 0 : Double.infinity
    // No distance is less than what it is along an axis; to look at that takes far less time.
    for other in others where max(abs(other.x - place.x), abs(other.y - place.y)) < nearest {
      nearest = min(nearest, other.distance(to: place))
    }
    return nearest
  }

  /// Mean strength, in dBm, of each signal of a station at a place and an elevation, the device
  /// aside; where all are under `least`, any under it.
  func strengths(
    of station: Station, at place: LocalPoint, elevation: Double, least: Double
  ) -> [Double] {
    let source = levels[station.level].elevation + station.height
    let distance = hypot(station.place.distance(to: place), source - elevation)
    let free = station.signals.map {
      $0.power - PathLoss.freeSpace(metres: distance, megahertz: $0.megahertz)
    }
    // Most stations of a tower are too far off whatever their shadow is.
    let strongest = free.max() ?? least
    guard strongest + shadowDeviation * station.shadow.most >= least else { return free }
    let shadow = shadowDeviation * station.shadow.value(at: place)
    let most = strongest + shadow - least
    let (walls, slabs) = obstacles(from: station, source, to: place, elevation, most: most)
    return zip(station.signals, free).map { signal, free in
      free - walls * PathLoss.wallFactor(megahertz: signal.megahertz) - PathLoss.slabs(slabs)
        + shadow
    }
  }

  /// What a ray meets: the walls' attenuation, in dB at 2.4 GHz, and the number of slabs, as far as
  /// they don't take `most` dB already. A void has no slab.
  private func obstacles(
    from station: Station, _ za: Double, to b: LocalPoint, _ zb: Double, most: Double
  ) -> (walls: Double, slabs: Int) {
    let a = station.place
    let building = levels[station.level].key.building
    var loss = 0.0
    var slabs = 0
    for index in levelsOnTheWay(from: a, za, to: b, zb, at: station.level) {
      guard min(loss, Self.mostLoss) + PathLoss.slabs(slabs) < most else { break }
      let level = levels[index]
      let floor = level.elevation
      // A slab between the two ends, where it isn't open there.
      if (za - floor) * (zb - floor) < 0 {
        let t = (floor - za) / (zb - za)
        let crossing = LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y))
        // Of the station's own building the slabs go on outside, as a ray that leaves it meets
        // others' instead.
        let isThere = level.key.building == building || level.box?.contains(crossing) == true
        if isThere, !level.isOpenToBelow(crossing) { slabs += 1 }
      }
      guard let part = Self.part(from: za, to: zb, within: floor..<(floor + WalkedLevel.height))
      else {
        continue
      }
      loss = walls(of: level, a, b, part, after: loss)
    }
    // Past some ten walls power comes round them rather than through.
    return (min(loss, Self.mostLoss), slabs)
  }

  private static let mostLoss = 38.0

  /// The levels whose walls or slabs a ray may meet, ascending: of the station's building those at
  /// its height, of others those at its place too.
  private func levelsOnTheWay(
    from a: LocalPoint, _ za: Double, to b: LocalPoint, _ zb: Double, at own: Int
  ) -> [Int] {
    let building = levels[own].key.building
    let lowest = Int((min(za, zb) / WalkedLevel.height).rounded(.down)) - 1
    let highest = Int((max(za, zb) / WalkedLevel.height).rounded(.up))
    func isOnTheWay(_ index: Int) -> Bool {
      levels.indices.contains(index) && levels[index].key.building == building
        && (lowest...highest).contains(levels[index].key.ordinal)
    }
    // A station hangs on its own level, around which the others lie.
    var (first, last) = (own, own)
    while isOnTheWay(first - 1) { first -= 1 }
    while isOnTheWay(last + 1) { last += 1 }
    var found = Array(first...last)
    guard hasSeveralBuildings else { return found }
    tree.forEach(along: a, to: b) { number in
      let key = levels[placed[number]].key
      if key.building != building, (lowest...highest).contains(key.ordinal) {
        found.append(placed[number])
      }
      return true
    }
    return found.sorted()
  }

  private var hasSeveralBuildings: Bool {
    levels.first?.key.building != levels.last?.key.building
  }

  /// What walls of a level take of a ray's part on it, beside what others took before.
  private func walls(
    of level: WalkedLevel, _ a: LocalPoint, _ b: LocalPoint, _ part: ClosedRange<Double>,
    after before: Double
  ) -> Double {
    var loss = before
    guard loss < Self.mostLoss else { return loss }
    func place(_ t: Double) -> LocalPoint {
      LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y))
    }
    var near: [Int] = []
    level.wallTree.forEach(along: place(part.lowerBound), to: place(part.upperBound)) {
      near.append($0)
      return true
    }
    for index in near.sorted() {
      let wall = level.walls[index]
      guard wall.loss > 0, let t = Self.crossing(a, b, wall.start, wall.end), part.contains(t)
      else { continue }
      loss += wall.loss
      if loss >= Self.mostLoss { break }
    }
    return loss
  }

  /// Which part of a ray, 0 to 1, is between two heights, or `nil` where none is.
  private static func part(
    from za: Double, to zb: Double, within heights: Range<Double>
  ) -> ClosedRange<Double>? {
    guard abs(zb - za) > 1e-9 else { return heights.contains(za) ? 0...1 : nil }
    let (one, other) = (
      (heights.lowerBound - za) / (zb - za), (heights.upperBound - za) / (zb - za)
    )
    let (low, high) = (max(0, min(one, other)), min(1, max(one, other)))
    return low < high ? low...high : nil
  }

  /// How far along a to b, 0 to 1, the line from c to d crosses it.
  private static func crossing(
    _ a: LocalPoint, _ b: LocalPoint, _ c: LocalPoint, _ d: LocalPoint
  ) -> Double? {
    let (rx, ry) = (b.x - a.x, b.y - a.y)
    let (sx, sy) = (d.x - c.x, d.y - c.y)
    let cross = rx * sy - ry * sx
    guard abs(cross) > 1e-12 else { return nil }
    let t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross
    let u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross
    return t > 0 && t < 1 && u >= 0 && u <= 1 ? t : nil
  }
}
