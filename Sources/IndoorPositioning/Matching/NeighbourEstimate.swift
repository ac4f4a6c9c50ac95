package import IndoorGeometry
import IndoorLibc
package import IndoorModel

/// A place that a scan's neighbours agree on.
package struct NeighbourEstimate: Hashable, Sendable {
  /// Mean of the neighbours on the level, each weighted as the matching says, in local metres.
  package var place: LocalPoint
  /// The level that has most of the weight, as an index into the map's levels.
  package var level: Int
  /// That level's share of the weight, 0 to 1.
  package var levelShare: Double
  /// Root mean square of the distances between the place and its neighbours, weighted, in metres.
  package var spread: Double
  /// Distance of the most alike row by the matching's measure.
  package var nearest: Double
  /// Radius, in metres, that holds 68% of the errors where the map was surveyed.
  package var radius: Double
  /// Whether the scan is more unlike every row than 95% of the scans from where was surveyed are,
  /// and so likely comes from elsewhere; `nil` where the map doesn't know what is usual.
  package var isOutside: Bool?

  /// The estimate of neighbours, nearest first; of the first `count` where that is given, and as
  /// another matching than the index's weighs them. `nil` where there are none.
  package init?(
    _ neighbours: ContiguousArray<Neighbour>, of index: NearestRowsIndex,
    count: Int? = nil, matching: Matching? = nil
  ) {
    let matching = matching ?? index.matching
    let used = neighbours.prefix(count ?? neighbours.count)
    guard let first = used.first else { return nil }
    nearest = first.distance
    let sharpness = matching.sharpness
    func weigh(_ neighbour: Neighbour) -> Double {
      // Relative to the nearest, so that none of them is too small a number.
      sharpness > 0
        ? exp(-sharpness * (neighbour.distance - first.distance))
        : 1 / max(1e-6, neighbour.distance)
    }
    var total = 0.0
    var best = (level: UInt16(0), weight: 0.0)
    // There are few neighbours: counting for each of them anew is quicker than a table.
    for candidate in used {
      let level = index.rows.levelIndices[candidate.row]
      var weight = 0.0
      for neighbour in used where index.rows.levelIndices[neighbour.row] == level {
        weight += weigh(neighbour)
      }
      if weight > best.weight { best = (level, weight) }
      total += weigh(candidate)
    }
    var x = 0.0
    var y = 0.0
    for neighbour in used where index.rows.levelIndices[neighbour.row] == best.level {
      let weight = weigh(neighbour) / best.weight
      x += weight * index.rows.places[neighbour.row].x
      y += weight * index.rows.places[neighbour.row].y
    }
    place = LocalPoint(x: x, y: y)
    var square = 0.0
    for neighbour in used where index.rows.levelIndices[neighbour.row] == best.level {
      let distance = index.rows.places[neighbour.row].distance(to: place)
      square += weigh(neighbour) / best.weight * distance * distance
    }
    level = Int(best.level)
    levelShare = best.weight / total
    spread = square.squareRoot()
    radius = matching.radius(spread: spread, nearest: nearest)
    isOutside = matching.isOutside(nearest: nearest)
  }
}
