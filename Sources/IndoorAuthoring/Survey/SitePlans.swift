import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorRecordings
import IndoorStorage

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
  func store(
    named name: String, in file: VenueFile, known: Venue?, _ progress: ProgressHandler
  ) throws -> Venue {
    let (venue, renamed) = site.merging(into: known, name: name)
    if venue != known { try file.save(venue, on: VenueBasis(known)) }
    for sentence in renamed { progress(.note(.duplicateID, sentence)) }
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
      guard let plan, try file.plan(for: floor.level.key) == nil else { continue }
      let box = plan.page.box
      let placement = PlanPlacement(
        level: floor.level.key, page: plan.page,
        pageToLocal: floor.imageToLocal(width: box.width, height: box.height, in: venue.frame))
      try file.save(
        Plan(
          placement: placement, fileName: plan.name, mediaType: plan.mediaType,
          original: plan.original, preview: PlanPreview.png(of: plan).png ?? []),
        warnings: plan.warnings.map(\.code.rawValue), replaces: false, on: VenueBasis(venue))
    }
    return venue
  }
}
