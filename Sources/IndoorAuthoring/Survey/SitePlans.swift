import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorVenues

/// A competition site's levels, units and floor images on their way into a venue file.
struct SitePlans {
  let site: CompetitionSite
  private let images: [PlanFile?]

  /// Reads the floors' images, so that one that can't be read or stored is known before anything
  /// is.
  init(_ site: CompetitionSite) throws {
    self.site = site
    images = try site.floors.map { floor in
      guard let path = floor.imagePath else { return nil }
      let image = try PlanFile(path: path)
      try MayStorePlan.check(image.warnings, path)
      return image
    }
  }

  /// Stores what the site's folders tell; a level or a plan that is there from another source
  /// stays. Returns the venue that the file has then.
  ///
  /// - Parameter told: notes of the same folders, as where traces are named one by one.
  func store(
    named name: String, in file: VenueFile, known: Venue?, told: inout Set<String>,
    _ progress: ProgressHandler
  ) throws -> Venue {
    func note(_ code: AuthoringWarning.Code, _ sentence: String) {
      if told.insert(sentence).inserted { progress(.note(code, sentence)) }
    }
    let merging = site.merging(into: known, name: name)
    let venue = merging.venue
    if venue != known { try file.save(venue, on: VenueBasis(known)) }
    try tellShifts(from: known, to: venue, in: file, progress)
    for sentence in merging.renamed { progress(.note(.duplicateID, sentence)) }
    if let first = merging.stays.first {
      let more = merging.stays.count > 1 ? " (and \(merging.stays.count - 1) more like it)" : ""
      note(
        .drawingStays,
        "\(first)/geojson_map.json\(more): the venue has this level as another source draws it, and that stays; "
          + "where it is another floor's drawing, make the venue file anew")
    }
    for floor in site.floors where !floor.leftOut.isEmpty {
      let count = floor.leftOut.count
      progress(
        .warning(
          .featuresUnread,
          "\(floor.folder)/geojson_map.json: \(Counted.text(count, "room")) of no area \(count == 1 ? "is" : "are") left"
            + " out, first feature \(floor.leftOut[0]); draw each as a polygon"))
    }
    for floor in site.floors where floor.frame.misfit > 1.05 {
      progress(
        .warning(
          .otherExtent,
          "\(floor.folder)/floor_info.json: map_info has \(floor.frame.extents), and waypoints are stretched as much"
            + "; copy the floor's own folder again"))
    }
    for (floor, plan) in zip(site.floors, images) {
      guard let plan else { continue }
      let box = plan.page.box
      let placement = PlanPlacement(
        level: floor.level.key, page: plan.page,
        pageToLocal: floor.imageToLocal(width: box.width, height: box.height, in: venue.frame))
      let old = try file.plan(for: floor.level.key)
      if let old, let path = floor.imagePath {
        let outline = known?.level(floor.level.key)?.outline ?? []
        switch Self.meeting(of: old, plan, placement, outline: outline, frame: venue.frame) {
        case .same: continue
        case .moved(let metres):
          progress(
            .note(
              .planPlacedAnew,
              "\(path): lies \(Self.text(metres)) from where it lay by the level's earlier outline, and was "
                + "placed anew"))
        case .elsewhere(let metres):
          note(
            .planStays,
            "\(path): the level has this plan \(Self.text(metres)) from where the folder puts it, and it stays there; "
              + "remove the plan and import the folder again where that is wrong")
          continue
        case .other:
          note(
            .planStays,
            "\(path): the level has another picture, stored as \(old.fileName), which stays; remove that and import the folder "
              + "again where this one is meant")
          continue
        }
      }
      try file.save(
        Plan(
          placement: placement, fileName: plan.name, mediaType: plan.mediaType,
          original: plan.original, preview: PlanPreview.png(of: plan).png ?? []),
        warnings: plan.warnings.map(\.code.rawValue), replaces: old != nil, on: VenueBasis(venue))
    }
    return venue
  }

  /// Levels that the site draws elsewhere than before, with walks on them.
  private func tellShifts(
    from known: Venue?, to venue: Venue, in file: VenueFile, _ progress: ProgressHandler
  ) throws {
    guard let known, venue != known else { return }
    let shifts = LevelShifts.metres(from: known, to: venue)
    guard !shifts.isEmpty else { return }
    let uses = try file.uses()
    for floor in site.floors {
      guard let metres = shifts[floor.level.key], uses[floor.level.key]?.contains("walks") == true
      else { continue }
      progress(
        .warning(
          .walksStay,
          "\(floor.folder)/geojson_map.json: its level lies \(Self.text(metres)) from where it was drawn before, and "
            + "walks on it that aren't read again stay where they were"))
    }
  }

  /// How a folder's plan meets the one that a level has.
  private enum Meeting {
    /// The same in the same place.
    case same
    /// The same, that many metres from where the level's earlier outline put it.
    case moved(Double)
    /// The same, that many metres from where the folder puts it, and why isn't known.
    case elsewhere(Double)
    /// Another picture.
    case other
  }

  private static func text(_ metres: Double) -> String {
    "\((metres * 10).rounded() / 10) m"
  }

  /// Metres at a corner under which a plan is where it was.
  private static let alike = 0.5

  private static func meeting(
    of old: Plan, _ new: PlanFile, _ placement: PlanPlacement, outline: [Polygon<Coordinate>],
    frame: LocalFrame
  ) -> Meeting {
    guard old.original == new.original else { return .other }
    let before = old.placement.page.corners.map { old.placement.local(from: $0) }
    let now = placement.page.corners.map { placement.local(from: $0) }
    let metres = zip(before, now).map { $0.distance(to: $1) }.max() ?? 0
    guard metres >= alike else { return .same }
    guard old.placement.anchors.isEmpty, old.placement.tying == nil,
      let lay = BoundingBox(before),
      let drawn = BoundingBox(around: outline.map { $0.map { frame.local(from: $0) } }),
      lay.minimum.distance(to: drawn.minimum) < alike,
      lay.maximum.distance(to: drawn.maximum) < alike
    else { return .elsewhere(metres) }
    return .moved(metres)
  }
}
