import IndoorGeometry
import IndoorJSON

/// Which of a source's buildings its rooms are in: an extract has neighbours, too.
struct OSMBuildings {
  /// The buildings that rooms are in, that with the most first; each but the first has rooms that
  /// none before it has. None where most rooms are in no building, as those around a kiosk in a
  /// hall that nobody drew; where no room is drawn as an area and there is but one building, that
  /// one.
  let inhabited: [OSMFeature]

  init(_ buildings: [OSMFeature], rooms: some Sequence<OSMFeature>) {
    guard
      let origin = buildings.lazy.compactMap({ $0.geometry?.polygons.first?.exterior.first }).first
    else {
      inhabited = buildings
      return
    }
    let frame = LocalFrame(origin: origin)
    let index = PolygonIndex(
      buildings.map { ($0.geometry?.polygons ?? []).map { frame.local(from: $0) } })
    // What is a room and a building, as a kiosk, says where it is itself and no more.
    let own = Set(buildings.map(\.index))
    let others = rooms.filter {
      !own.contains($0.index) && $0.geometry?.polygons.isEmpty == false
    }
    // Of each set of buildings that hold a room, as a kiosk and the hall around it, one is enough.
    var holders: Set<[Int]> = []
    var counts = [Int](repeating: 0, count: buildings.count)
    var (all, held) = (0, 0)
    for room in others.isEmpty ? Array(rooms) : others {
      for outline in room.geometry?.polygons ?? [] {
        guard let middle = frame.local(from: outline).middle else { continue }
        let around = index.areas(containing: middle)
        for building in around { counts[building] += 1 }
        all += 1
        guard !around.isEmpty else { continue }
        held += 1
        holders.insert(around)
      }
    }
    guard all > 0 || buildings.count > 1 else {
      inhabited = buildings
      return
    }
    guard 2 * held >= all else {
      inhabited = []
      return
    }
    inhabited = Self.chosen(of: Array(holders), counts).map { buildings[$0] }
  }

  /// Buildings such that each set has one of them, the one with the most rooms first.
  private static func chosen(of holders: [[Int]], _ counts: [Int]) -> [Int] {
    var sets = [[Int]](repeating: [], count: counts.count)
    for (set, buildings) in holders.enumerated() {
      for building in buildings { sets[building].append(set) }
    }
    var isOpen = [Bool](repeating: true, count: holders.count)
    return counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }.filter { building in
      let own = sets[building].filter { isOpen[$0] }
      for set in own { isOpen[set] = false }
      return !own.isEmpty
    }
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
