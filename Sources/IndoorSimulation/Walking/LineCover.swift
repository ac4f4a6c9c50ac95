import IndoorGeometry

/// Which parts of a line other lines lie on.
enum LineCover {
  /// Metres within which a line runs along another one.
  static let reach = 0.05

  /// The parts of a line that none of the others runs along within 5 cm.
  static func uncovered(
    from a: LocalPoint, to b: LocalPoint, by others: [(LocalPoint, LocalPoint)]
  ) -> [(LocalPoint, LocalPoint)] {
    let length = a.distance(to: b)
    guard length > 0 else { return [] }
    let (dx, dy) = ((b.x - a.x) / length, (b.y - a.y) / length)
    var covered: [(Double, Double)] = []
    for (c, d) in others {
      let across = [c, d].map { abs(($0.x - a.x) * dy - ($0.y - a.y) * dx) }
      guard across[0] < reach, across[1] < reach else { continue }
      let along = [c, d].map { ($0.x - a.x) * dx + ($0.y - a.y) * dy }.sorted()
      if along[1] > 0.01, along[0] < length - 0.01 { covered.append((along[0], along[1])) }
    }
    func point(_ s: Double) -> LocalPoint { LocalPoint(x: a.x + dx * s, y: a.y + dy * s) }
    var result: [(LocalPoint, LocalPoint)] = []
    var from = 0.0
    for (low, high) in covered.sorted(by: { $0 < $1 }) {
      if low > from + 0.01 { result.append((point(from), point(low))) }
      from = max(from, high)
    }
    if from < length - 0.01 { result.append((point(from), b)) }
    return result
  }
}
