/// The simplex search of Nelder and Mead (1965), doi:10.1093/comjnl/7.4.308, with their own
/// coefficients.
enum NelderMead {
  /// The best place found in so many iterations, and its cost.
  static func minimum(
    from start: [Double], steps: [Double], iterations: Int, of cost: ([Double]) -> Double
  ) -> (place: [Double], cost: Double) {
    var simplex = [(place: start, cost: cost(start))]
    for axis in start.indices {
      var place = start
      place[axis] += steps[axis]
      simplex.append((place, cost(place)))
    }
    for _ in 0..<iterations {
      simplex.sort { $0.cost < $1.cost }
      let worst = simplex[simplex.count - 1]
      let others = simplex.dropLast()
      let middle = start.indices.map { axis in
        others.reduce(0) { $0 + $1.place[axis] } / Double(others.count)
      }
      func along(_ factor: Double) -> (place: [Double], cost: Double) {
        let place = start.indices.map { middle[$0] + factor * (worst.place[$0] - middle[$0]) }
        return (place, cost(place))
      }
      let reflected = along(-1)
      var next = reflected
      if reflected.cost < simplex[0].cost {
        let expanded = along(-2)
        if expanded.cost < reflected.cost { next = expanded }
      } else if reflected.cost >= simplex[simplex.count - 2].cost {
        next = along(reflected.cost < worst.cost ? -0.5 : 0.5)
      }
      if next.cost < worst.cost {
        simplex[simplex.count - 1] = next
        continue
      }
      let best = simplex[0].place
      for index in 1..<simplex.count {
        let place = zip(best, simplex[index].place).map { $0 + 0.5 * ($1 - $0) }
        simplex[index] = (place, cost(place))
      }
    }
    return simplex.min { $0.cost < $1.cost } ?? (start, .infinity)
  }
}
