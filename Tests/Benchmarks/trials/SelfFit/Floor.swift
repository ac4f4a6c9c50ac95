import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import IndoorRecordings
import IndoorVenues

/// A level whose walls are known, with the plan that came with it where its true place is known.
struct Floor {
  var site: String
  var level: LevelKey
  var venue: Venue
  /// A file and where its page lies.
  var own: (file: PlanFile, truth: IndoorGeometry.AffineTransform)?

  var name: String { "\(site)/\(venue.level(level)?.label ?? "\(level.ordinal)")" }

  /// Root mean square distance, in metres, of the outline's vertices from where a placement has
  /// them.
  func error(
    of placement: IndoorGeometry.AffineTransform, truth: IndoorGeometry.AffineTransform
  ) -> Double {
    let places = (venue.level(level)?.outline ?? []).flatMap(\.exterior)
      .map { venue.frame.local(from: $0) }
    guard let back = truth.inverse, !places.isEmpty else { return .infinity }
    let squares = places.map { place -> Double in
      let page: PagePoint = back.apply(place)
      let miss = placement.apply(page, as: LocalPoint.self).distance(to: place)
      return miss * miss
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  static func competition(_ site: String, data: String) throws -> [Floor] {
    let source = try CompetitionSite("\(data)/indoor-location-competition/\(site)")
    let nothing: Venue? = nil
    let venue = source.merged(into: nothing, name: site)
    return try source.floors.map { floor in
      guard let image = floor.imagePath else {
        return Floor(site: site, level: floor.level.key, venue: venue)
      }
      let file = try PlanFile(path: image)
      let box = file.page.box
      return Floor(
        site: site, level: floor.level.key, venue: venue,
        own: (file, floor.imageToLocal(width: box.width, height: box.height, in: venue.frame)))
    }
  }

  /// The sample museum, whose sheets lie where their anchors say.
  static func museum(_ folder: String) throws -> [Floor] {
    var sources = VenueImport()
    try sources.read("\(folder)/venue.geojson")
    let venue = try sources.finish().venue
    return try venue.levels.map { level in
      let stem = "\(folder)/level-\(level.label)"
      let file = try PlanFile(path: stem + ".pdf")
      let anchors = try AnchorFile.read(stem + ".anchors.geojson")
      let truth = try PlanAligner(page: file.page, frame: venue.frame).align(anchors)
      return Floor(
        site: "museum", level: level.key, venue: venue, own: (file, truth.pageToLocal))
    }
  }
}
