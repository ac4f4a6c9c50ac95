public import IndoorGeometry
public import IndoorModel

extension PlanFile {
  /// The rectangle on the ground, turned as it has to be, around what the page draws; for an image,
  /// and for a page that draws no lines, around the page.
  ///
  /// - Parameter placement: where the page lies.
  /// - Returns: four corners in local metres, counter-clockwise.
  public func outline(placed placement: PlanPlacement) throws(AlignmentError) -> [LocalPoint] {
    var warnings: [AlignmentWarning] = []
    return try outline(placed: placement, &warnings)
  }

  /// The same, with what is to be said of it.
  package func outline(
    placed placement: PlanPlacement, _ warnings: inout [AlignmentWarning]
  ) throws(AlignmentError) -> [LocalPoint] {
    var points: [PagePoint] = []
    if format == .pdf {
      let document = try PDFDocument(page: pagePDF, name: name)
      points = document.drawnCorners(in: page.box)
      let warning = AlignmentWarning.linesLeftOut(name)
      if document.leavesLinesOut, !warnings.contains(warning) { warnings.append(warning) }
    }
    return OrientedRectangle.around(placement.local(from: points))
      ?? OrientedRectangle.around(placement.local(from: page.corners))
      ?? placement.local(from: page.corners)
  }
}

/// The smallest rectangle around points.
enum OrientedRectangle {
  /// Its corners counter-clockwise; `nil` where the points span no area.
  ///
  /// One of its sides lies along an edge of the points' hull (Freeman and Shapira 1975,
  /// doi:10.1145/360881.360919).
  static func around(_ points: [LocalPoint]) -> [LocalPoint]? {
    let hull = hull(of: points.filter(\.isFinite))
    guard hull.count > 2 else { return nil }
    var best: (area: Double, corners: [LocalPoint])?
    for (from, to) in zip(hull, hull.dropFirst() + hull.prefix(1)) {
      let length = from.distance(to: to)
      guard length > 0 else { continue }
      let (ux, uy) = ((to.x - from.x) / length, (to.y - from.y) / length)
      var (low, high) = (LocalPoint(x: 0, y: 0), LocalPoint(x: 0, y: 0))
      for point in hull {
        let (dx, dy) = (point.x - from.x, point.y - from.y)
        let (along, across) = (dx * ux + dy * uy, dy * ux - dx * uy)
        low = LocalPoint(x: min(low.x, along), y: min(low.y, across))
        high = LocalPoint(x: max(high.x, along), y: max(high.y, across))
      }
      let area = (high.x - low.x) * (high.y - low.y)
      guard area > 0, area < best?.area ?? .infinity else { continue }
      best = (
        area,
        [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)].map {
          LocalPoint(x: from.x + $0.0 * ux - $0.1 * uy, y: from.y + $0.0 * uy + $0.1 * ux)
        }
      )
    }
    return best?.corners
  }

  /// The convex hull, counter-clockwise (Andrew 1979, doi:10.1016/0020-0190(79)90072-3).
  private static func hull(of points: [LocalPoint]) -> [LocalPoint] {
    let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func half(_ points: some Sequence<LocalPoint>) -> [LocalPoint] {
      var chain: [LocalPoint] = []
      for point in points {
        while chain.count > 1 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0 else { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
  }
}
