import IndoorGeometry
import IndoorModel

extension VenueAssembly {
  /// Says where most rooms of a level are in holes of its outline, which then is that of the walls:
  /// the ground between them is all that there is to walk on.
  mutating func findRoomsInHoles(_ names: [String], beside existing: Venue?) {
    let come = Set(units.map(\.id))
    let all = units + (existing?.units.filter { !come.contains($0.id) } ?? [])
    let onLevels = Dictionary(grouping: all, by: \.level)
    for level in levels where level.outline.contains(where: { !$0.holes.isEmpty }) {
      guard let origin = level.outline.first?.exterior.first else { continue }
      let units = onLevels[level.key] ?? []
      let frame = LocalFrame(origin: origin)
      let holes = level.outline.flatMap(\.holes).map { hole in
        Polygon(exterior: hole.map { frame.local(from: $0) })
      }
      let boxes = holes.compactMap { BoundingBox(around: [$0]) }
      guard boxes.count == holes.count else { continue }
      let tree = BoxTree(boxes)
      let inside = units.filter { unit in
        let polygons = unit.geometry.map { frame.local(from: $0) }
        guard let middle = BoundingBox(around: polygons)?.centre else { return false }
        return tree.items(meeting: BoundingBox(minimum: middle, maximum: middle)).contains {
          holes[$0].contains(middle)
        }
      }
      guard inside.count > 1, inside.count * 2 > units.count, let first = inside.first else {
        continue
      }
      find(
        .roomsInHoles,
        "\(names.joined(separator: ", ")): \(inside.count) of the \(units.count) units of level"
          + " \"\(level.label.isEmpty ? level.id : level.label)\", as \"\(first.name ?? first.id)\", are in holes of"
          + " its outline, where there is nothing of the level, as if that were its walls; draw the"
          + " outline around the rooms")
    }
  }
}
