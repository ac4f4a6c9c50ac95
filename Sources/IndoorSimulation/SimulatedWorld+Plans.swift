import IndoorGeometry
import IndoorModel

extension SimulatedWorld {
  /// Walks through the venue as the seed has it: of three walks two are surveys of one level after
  /// the other, and one is a visit, on another day and with another phone, that changes level where
  /// stairs or a lift lead on.
  public func plans(count: Int) -> [WalkPlan] {
    var generator = SimulationRandom(seed: seed, for: "plans")
    let floors = WalkedFloors(levels: levels, grids: grids)
    let usable = grids.indices.filter { floors.pieces[$0] != nil }
    guard !usable.isEmpty else { return [] }
    // Of a thousand levels a few are walked on.
    var pools: [Int: [Int]] = [:]
    func pool(_ level: Int) -> [Int] {
      if let known = pools[level] { return known }
      let pool = floors.cells(of: level)
      pools[level] = pool
      return pool
    }
    return (0..<count).map { index in
      let isSurvey = index % 3 != 2
      let round = isSurvey ? index / 3 * 2 + index % 3 : index / 3
      let level = usable[round % usable.count]
      var stops = draw(6, on: level, from: pool(level), &generator)
      if !isSurvey, let next = floors.neighbour(of: level) {
        stops += draw(4, on: next, from: pool(next), &generator)
      }
      let kind = isSurvey ? "survey" : "visit"
      // 1 June 2026, 7:00 UTC; visits come seven weeks later.
      let day: Int64 = 1_780_297_200_000 + (isSurvey ? 0 : 4_244_400_000)
      return WalkPlan(
        id: "\(kind)-\(index + 1)", stops: stops,
        start: Timestamp(milliseconds: day + Int64(index) * 900_000),
        phone: isSurvey ? index % 2 : 2 + index % 3, surveyor: isSurvey ? "simulated" : "",
        isSurvey: isSurvey, prefersLift: index % 2 == 1)
    }
  }

  private func draw(
    _ count: Int, on level: Int, from cells: [Int], _ generator: inout SimulationRandom
  ) -> [WalkPlan.Stop] {
    let places = cells.map { grids[level].raster.middle(of: $0) }
    return RadioField.spread(count, over: places, &generator).map {
      .place(levels[level].key, $0)
    }
  }
}
