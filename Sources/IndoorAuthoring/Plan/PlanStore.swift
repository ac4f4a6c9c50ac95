import IndoorAlignment
import IndoorFiles
import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorStorage
import IndoorVenues

/// The venue file that a placed plan goes into; made with the plan where it is missing, so that a
/// plan that can't be placed leaves none.
struct PlanStore {
  private let target: VenueTarget
  private var path: String { target.path }
  /// The venue that is there.
  var venue: Venue? { target.venue }

  init(_ target: VenueTarget) { self.target = target }

  /// Refuses a plan that is placed on another file's venue whose local metres aren't this one's.
  func checkOrigin(of other: Venue, in otherPath: String) throws {
    guard let venue, venue.origin != other.origin else { return }
    throw AuthoringError.otherOrigin(path, other: otherPath)
  }

  /// Stores a plan, its picture on the ground, and what of the venue comes with it: a level that
  /// wasn't there, outlined by what the plan draws, and the building, venue and file around it.
  ///
  /// - Parameter warnings: what was found of the plan, whose codes are stored with it, and here
  ///   that its picture has no tiles.
  /// - Returns: the venue, with the level.
  func save(
    _ plan: Plan, of source: PlanFile, on key: LevelKey, label: String?, frame: LocalFrame,
    warnings: inout [AlignmentWarning]
  ) throws -> Venue {
    var whole =
      venue
      ?? Venue(id: PathParts(path).stem, name: PathParts(path).stem, origin: frame.origin)
    var made = whole
    (made.levels, made.units, made.openings) = ([], [], [])
    made.buildings = whole.buildings.filter { $0.id == key.building }
    if made.buildings.isEmpty {
      made.buildings = [
        Building(id: key.building, name: key.building.isEmpty ? nil : key.building)
      ]
      whole.buildings += made.buildings
    }
    let known = whole.level(key)
    if let known, let label, known.label != label {
      throw AuthoringError.otherLabel(path, key, label: known.label, asked: label)
    }
    if try known?.outline.isEmpty ?? true || outlinedByPlan().contains(key) {
      let corners = try source.outline(placed: plan.placement, &warnings)
      let level = Level(
        id: known?.id ?? freshID(of: key, in: whole), key: key,
        label: known?.label ?? label ?? String(key.ordinal), name: known?.name,
        outline: [Polygon(exterior: corners.map { frame.coordinate(from: $0) })])
      made.levels = [level]
      whole.levels = (whole.levels.filter { $0.key != key } + made.levels)
        .sorted { $0.key < $1.key }
    }
    let tiles = try PlanTiles(plan, frame: frame).map { RasterTiles($0) }
    if tiles == nil, !plan.preview.isEmpty { warnings.append(.noTiles(plan.fileName)) }
    // How numbers were read, and what was given without effect, says nothing of the plan.
    let codes = warnings.map(\.code).filter { ![.noEffect, .longitudeFirst].contains($0) }
      .map(\.rawValue)
    warnings += try remarks(placing: plan, in: whole)
    let level = made.levels.isEmpty && venue != nil ? nil : made
    try target.store { file in
      try file.save(
        plan, tiles: tiles, warnings: codes, making: level, on: VenueBasis(venue))
    }
    return whole
  }

  /// The levels of the file whose outline is that of their plan.
  func outlinedByPlan() throws -> Set<LevelKey> { try target.file?.levelsOutlinedByPlan() ?? [] }

  /// What placing a level's plan anew leaves behind, and that another level is called the same.
  private func remarks(
    placing plan: Plan, in venue: Venue
  ) throws -> [AlignmentWarning] {
    let placement = plan.placement
    let key = placement.level
    let others = venue.levels.filter { $0.key.building == key.building && $0.key != key }
    var remarks: [AlignmentWarning] = []
    if let label = venue.level(key)?.label, !label.isEmpty,
      let other = others.first(where: { $0.label.lowercased() == label.lowercased() })
    {
      remarks.append(.sameLabel(path, key, other.key, label))
    }
    guard let file = target.file,
      let before = try file.placements().first(where: { $0.level == key })
    else { return remarks }
    if let old = try file.plan(for: key), Self.isOther(plan, than: old) {
      remarks.append(.planReplaced(path, key, old, by: plan))
    }
    let named = (before.tying?.ties ?? []).filter { !$0.tie.isFound }.map(\.tie.connector)
    if !named.isEmpty { remarks.append(.tiesLost(path, key, named.sorted())) }
    if let sentence = StayingWalks.sentence(path, file, placement, before: before) {
      remarks.append(AlignmentWarning(.walksStay, sentence))
    }
    return remarks
  }

  /// Radians by which a sheet that is issued anew is turned at most.
  private static let mostTurn = Double.pi / 18

  /// Whether a plan isn't the one that a level had, be it issued anew: of another name and content,
  /// another page, or of the same name and another content whose page covers other ground.
  private static func isOther(_ plan: Plan, than old: Plan) -> Bool {
    let (new, before) = (plan.placement, old.placement)
    if new.page.number != before.page.number { return true }
    guard old.original != plan.original else { return false }
    if old.fileName != plan.fileName { return true }
    func ground(_ placement: PlanPlacement) -> BoundingBox<LocalPoint>? {
      BoundingBox(placement.page.corners.map(placement.local(from:)))
    }
    func axis(_ placement: PlanPlacement) -> Double {
      let corners = placement.page.corners.map(placement.local(from:))
      return atan2(corners[1].y - corners[0].y, corners[1].x - corners[0].x)
    }
    let turn = (axis(new) - axis(before)).remainder(dividingBy: 2 * .pi)
    if abs(turn) > Self.mostTurn { return true }
    guard let here = ground(new), let there = ground(before) else { return true }
    // One may be cut out of the other, or drawn again at another size.
    return here.sharedArea(with: there) < 0.8 * min(here.area, there.area)
  }

  /// An id that no level has, as imports make them.
  private func freshID(of key: LevelKey, in venue: Venue) -> String {
    let taken = Set(venue.levels.map(\.id))
    return MadeLevelIDs(beside: taken).id(of: key, isTaken: taken.contains)
  }
}

extension RasterTiles {
  /// What alignment draws, for storage.
  init(_ drawn: PlanTiles) {
    self.init(
      extent: drawn.extent,
      tiles: drawn.tiles.map {
        Tile(zoom: $0.zoom, column: $0.column, row: $0.row, png: $0.png)
      })
  }
}

extension AlignmentWarning {
  fileprivate static func planReplaced(
    _ path: String, _ key: LevelKey, _ old: Plan, by new: Plan
  ) -> AlignmentWarning {
    func page(_ plan: Plan) -> String { "page \(plan.placement.page.number) of \(plan.fileName)" }
    let (one, other) =
      old.fileName != new.fileName
      ? (new.fileName, old.fileName)
      : old.placement.page.number != new.placement.page.number
        ? (page(new), page(old)) : ("another \(new.fileName)", "the \(old.fileName) that was")
    return AlignmentWarning(
      .planReplaced,
      "\(path): \(one) took the place of \(other) on level \(key.ordinal), which has one plan; where the"
        + " level has several sheets, put them together in one file first, and where this is another"
        + " level's, place both again"
    )
  }

  fileprivate static func tiesLost(
    _ path: String, _ key: LevelKey, _ names: [String]
  ) -> AlignmentWarning {
    let some = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    return AlignmentWarning(
      .tiesLost,
      "\(path): the plan of level \(key.ordinal) was tied to other levels by points named on it (\(some)), which are forgotten as it is placed anew; name them again and tie the levels"
    )
  }

  fileprivate static func sameLabel(
    _ path: String, _ key: LevelKey, _ other: LevelKey, _ label: String
  ) -> AlignmentWarning {
    AlignmentWarning(
      .sameLabel,
      "\(path): the levels of ordinals \(key.ordinal) and \(other.ordinal) have one label, \"\(label)\"; give each its own, so that recordings can name it"
    )
  }

  fileprivate static func noTiles(_ name: String) -> AlignmentWarning {
    AlignmentWarning(
      .noTiles,
      "\(name): its picture is stored without the Web Mercator tiles that QGIS shows, which end at the antimeridian and at 85° of latitude; export the plan as geotiff to look at it there"
    )
  }
}

extension AuthoringError {
  fileprivate static func otherOrigin(_ path: String, other: String) -> AuthoringError {
    AuthoringError(
      .otherPlace,
      "\(path): counts metres from another origin than \(other), so that a plan placed on one would lie "
        + "wrong in the other; import the venue into it, and place the plan on that"
    )
  }

  static func otherLabel(
    _ path: String, _ key: LevelKey, label: String, asked: String
  ) -> AuthoringError {
    AuthoringError(
      .otherLabel,
      "\(path): level \(key.ordinal) has the label \"\(label)\" and not \"\(asked)\"; leave the label out, or correct the level's ordinal"
    )
  }
}
