import IndoorGeometry
import IndoorModel

/// Rooms on the level that was given for their file. Those of several storeys lie over each other,
/// whatever the property that says so is called.
struct StackedRooms {
  /// Rooms that are looked at, of a file and of a room's corners: what is drawn finer is no room
  /// that storeys repeat.
  private static let mostLooks = 300, mostCorners = 1000
  /// How many rooms of a file lie on others at least, and which part of those that were looked at.
  private static let least = (rooms: 3, part: 0.15)
  /// How much larger than another a room may be that lies on it: booths lie in halls.
  private static let mostRatio = 2.5

  private var files: [[VenueFeature]] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  mutating func note(_ feature: VenueFeature) {
    let file = ObjectIdentifier(feature.place.source)
    if let index = indices[file] {
      files[index].append(feature)
    } else {
      indices[file] = files.count
      files.append([feature])
    }
  }

  /// Files whose rooms lie over each other, or over those of others: a file of each floor.
  ///
  /// - Parameter key: the level that was given.
  func findings(on key: LevelKey) -> [VenueFinding] {
    let found = files.compactMap { Self.finding(of: $0, on: key) }
    guard found.isEmpty, files.count > 1 else { return found }
    return [Self.finding(of: files.flatMap(\.self), on: key)].compactMap(\.self)
  }

  /// A room's place in its file, its drawing and square metres.
  private typealias Room = (feature: VenueFeature, area: Polygon<LocalPoint>, size: Double)

  private static func finding(of features: [VenueFeature], on key: LevelKey) -> VenueFinding? {
    let areas = features.lazy.filter { $0.areas.count == 1 }
    guard let corner = areas.first?.areas.first?.exterior.first else { return nil }
    let frame = LocalFrame(origin: corner)
    let rooms = areas.compactMap { feature -> (Room, BoundingBox<LocalPoint>)? in
      guard let polygon = feature.areas.first,
        polygon.rings.reduce(0, { $0 + $1.count }) <= mostCorners
      else { return nil }
      let area = frame.local(from: polygon)
      guard let box = BoundingBox(area.exterior.filter(\.isFinite)), area.area > 0 else {
        return nil
      }
      return ((feature, area, area.area), box)
    }
    let tree = BoxTree(rooms.map(\.1))
    let step = max(1, (rooms.count + mostLooks - 1) / mostLooks)
    let looked = stride(from: 0, to: rooms.count, by: step)
    var first: (room: Room, other: Room)?
    var count = 0
    for index in looked {
      let room = rooms[index].0
      guard let middle = room.area.middle else { continue }
      let point = BoundingBox(minimum: middle, maximum: middle)
      var other: Room?
      _ = tree.forEach(meeting: point) {
        let next = rooms[$0].0
        guard $0 != index, next.size <= mostRatio * room.size,
          room.size <= mostRatio * next.size, next.area.contains(middle)
        else { return true }
        other = next
        return false
      }
      guard let other else { continue }
      count += 1
      first = first ?? (room, other)
    }
    let all = looked.underestimatedCount
    guard let first, count >= least.rooms, Double(count) >= least.part * Double(all) else {
      return nil
    }
    let (one, two) = (first.room.feature, first.other.feature)
    let isOne = Set(features.lazy.map { ObjectIdentifier($0.place.source) }).count == 1
    let whose = isOne ? "its" : "the sources'"
    let which =
      step == 1 ? "\(count) of \(whose) \(all) rooms" : "\(count) of \(all) rooms looked at"
    let other = isOne ? two.called : "\(two.called) of \(two.place.source.name)"
    let remedy =
      isOne
      ? "make a file of each level's features and import each on its own level, or give them their levels' ordinal"
      : "import each level's sources by themselves, on their own level"
    return VenueFinding(
      .otherLevel,
      "\(one.place.source.name): \(which) lie on another one, as \(one.called) at \(one.place.text) on"
        + " \(other), and all of \(isOne ? "it is" : "them are") on level \(key.ordinal), which was given;"
        + " if they are rooms of several levels, \(remedy)")
  }
}
