import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorRecordings
import IndoorStorage

/// A competition site's levels, units and floor images on their way into a venue file.
enum SitePlans {
  /// Stores what the site's folders tell; a level or a plan that is there from another source stays.
  static func store(_ site: CompetitionSite, named name: String, in file: VenueFile) throws {
    let known = try file.venue()
    let venue = site.merged(into: known, name: name)
    if venue != known { try file.save(venue) }
    for floor in site.floors {
      guard let image = floor.imagePath, try file.plan(for: floor.level.key) == nil else {
        continue
      }
      let plan = try PlanFile(path: image)
      let box = plan.page.box
      let placement = PlanPlacement(
        level: floor.level.key, page: plan.page,
        pageToLocal: floor.imageToLocal(width: box.width, height: box.height, in: venue.frame))
      try file.save(
        Plan(
          placement: placement, fileName: plan.name, mediaType: plan.format.mediaType,
          original: plan.bytes, preview: PlanPreview.png(of: plan).png ?? []))
    }
  }
}
