import IndoorGeometry
import IndoorJSON

/// Which of a source's buildings its rooms are in: an extract has neighbours, too.
struct OSMBuildings {
  /// The buildings that rooms are in, that with the most first; each but the first has rooms that
  /// none before it has. Where no room is in any and there is but one, that one.
  let inhabited: [OSMFeature]

  init(_ buildings: [OSMFeature], rooms: some Sequence<OSMFeature>) {
    guard buildings.count > 1,
      let origin = buildings.lazy.compactMap({ $0.geometry?.polygons.first?.exterior.first }).first
    else {
      inhabited = buildings
      return
    }
    let frame = LocalFrame(origin: origin)
    let index = PolygonIndex(
      buildings.map { ($0.geometry?.polygons ?? []).map { frame.local(from: $0) } })
    // Of each set of buildings that hold a room, as a kiosk and the hall around it, one is enough.
    var holders: Set<[Int]> = []
    var counts = [Int](repeating: 0, count: buildings.count)
    for room in rooms {
      for outline in room.geometry?.polygons ?? [] {
        guard let middle = frame.local(from: outline).middle else { continue }
        let around = index.areas(containing: middle)
        for building in around { counts[building] += 1 }
        if !around.isEmpty { holders.insert(around) }
      }
    }
    var chosen: [Int] = []
    for building in counts.indices.sorted(by: { (counts[$1], $0) < (counts[$0], $1) }) {
      let left = holders.filter { !$0.contains(building) }
      if left.count < holders.count { chosen.append(building) }
      holders = left
    }
    inhabited = chosen.map { buildings[$0] }
  }

  /// The levels that all of the buildings say they don't have, as where no floor is called 13.
  var missingLevels: Set<Double> {
    let missing = inhabited.map { building in
      Set(building.tags["non_existent_levels"].flatMap { OSMLevels.parse($0) } ?? [])
    }
    return missing.dropFirst().reduce(missing.first ?? []) { $0.intersection($1) }
  }

  /// The building that all is in, `nil` where there are several or none.
  var only: OSMFeature? { inhabited.count == 1 ? inhabited.first : nil }
}
