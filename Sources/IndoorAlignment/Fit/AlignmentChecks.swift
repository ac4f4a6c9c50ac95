internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// What is odd about an alignment once it is made.
enum AlignmentChecks {
  /// Share of the page's diagonal below which the longest baseline is called short.
  static let shortShare = 0.25
  /// Share by which a plan's scales may differ in two directions.
  static let maximumStretch = 0.005
  /// Share by which the scale may differ from the declared one: prints are reduced by 29% or more.
  static let maximumScaleError = 0.02
  /// Metres from what the venue holds, or from each other, beyond which anchors belong to another
  /// place.
  static let maximumDistance = 20_000.0

  /// Anchors that contradict the others, of which each gets a sentence.
  private static let maximumNamed = 20

  static func warnings(
    _ alignment: PlanAlignment, venue: LocalFrame?, ground: VenueGround?, swapped: [(Int, Int)],
    declared: Double?, countedPerInch: Double?
  ) -> [AlignmentWarning] {
    let anchors = alignment.anchors
    var warnings: [AlignmentWarning] = []
    if let short = shortBaseline(alignment) { warnings.append(short) }
    warnings += AnchorChecks.warnings(anchors.map(\.anchor), on: alignment.page)
    if let first = anchors.first?.anchor.coordinate,
      let farthest = anchors.map({ Geodesic.distance(first, $0.anchor.coordinate) }).max(),
      farthest > maximumDistance
    {
      warnings.append(.farApart(kilometres: farthest / 1000))
    }
    if let venue, let far = farFromVenue(anchors.map(\.anchor.coordinate), venue, ground) {
      warnings.append(far)
    }
    if !swapped.isEmpty {
      warnings.append(.swappedAnchors(swapped, of: anchors.map(\.anchor)))
    }
    let outliers = anchors.enumerated().filter(\.element.isOutlier)
    for (i, anchor) in outliers.prefix(maximumNamed) {
      warnings.append(
        .outlier(
          anchor.anchor.label(i), metres: anchor.leaveOneOutMetres ?? anchor.residualMetres,
          isLeftOut: anchor.isLeftOut))
    }
    if outliers.count > maximumNamed {
      warnings.append(.moreOutliers(outliers.count - maximumNamed))
    }
    if alignment.isMirrored { warnings.append(.mirrored()) }
    if let stretch = stretch(alignment) { warnings.append(stretch) }
    if let mismatch = mismatch(alignment, declared: declared) { warnings.append(mismatch) }
    if let unit = SheetUnit(of: alignment, declared: declared) {
      warnings.append(.otherPageUnit(unit))
    } else {
      let counts = CountedResolution.explaining(
        alignment, declared: declared, perInch: countedPerInch)
      if !counts.isEmpty { warnings.append(.otherPageUnit(counts, of: alignment)) }
    }
    if alignment.varianceFactor > 1 {
      warnings.append(.largeResiduals(factor: alignment.varianceFactor))
    }
    if let offset = conventionOffset(alignment) { warnings.append(offset) }
    return warnings
  }

  /// That an alignment has another scale than the plan says.
  static func mismatch(_ alignment: PlanAlignment, declared: Double?) -> AlignmentWarning? {
    guard let declared, abs(alignment.metresPerUnit / declared - 1) > maximumScaleError else {
      return nil
    }
    return .scaleMismatch(alignment.metresPerUnit, declared: declared)
  }

  private static func shortBaseline(_ alignment: PlanAlignment) -> AlignmentWarning? {
    let pages = alignment.anchors.filter { !$0.isLeftOut }.map(\.anchor.page)
    let length = AnchorChecks.longestBaseline(pages) { $0.distance(to: $1) }
    let diagonal = AnchorChecks.diagonal(alignment.page)
    guard length < shortShare * diagonal else { return nil }
    let worst = alignment.page.corners.map { alignment.predictedError(at: $0) }.max() ?? 0
    return .shortBaseline(
      metres: length * alignment.metresPerUnit, diagonal: diagonal * alignment.metresPerUnit,
      worst: worst)
  }

  private static func farFromVenue(
    _ places: [Coordinate], _ venue: LocalFrame, _ ground: VenueGround?
  ) -> AlignmentWarning? {
    func distance(_ place: Coordinate) -> Double {
      Geodesic.distance(place, ground?.nearest(to: place) ?? venue.origin)
    }
    let distances = places.map(distance)
    guard let nearest = distances.min(), nearest > maximumDistance else { return nil }
    let swapped = places.map { Coordinate(latitude: $0.longitude, longitude: $0.latitude) }
    let isSwapped = swapped.allSatisfy {
      $0.isValid && distance($0) < maximumDistance
    }
    return isSwapped
      ? .swappedCoordinates(kilometres: nearest / 1000)
      : .farFromVenue(kilometres: nearest / 1000)
  }

  /// The ratio of the largest to the smallest scale, by the singular values of the map's linear
  /// part.
  static func scaleRatio(_ map: AffineTransform) -> Double {
    let sum = hypot(map.a + map.d, map.b - map.c)
    let difference = hypot(map.a - map.d, map.b + map.c)
    let (large, small) = (sum + difference, abs(sum - difference))
    return small > 0 ? large / small : .infinity
  }

  static func stretch(_ alignment: PlanAlignment) -> AlignmentWarning? {
    guard alignment.model == .affine else { return nil }
    let ratio = scaleRatio(alignment.pageToLocal)
    return ratio > 1 + maximumStretch ? .unequalScales(ratio: ratio) : nil
  }

  private static func conventionOffset(_ alignment: PlanAlignment) -> AlignmentWarning? {
    guard alignment.convention == .mapkit else { return nil }
    let worst =
      alignment.anchors.map {
        Geodesic.distance(alignment.coordinate(of: $0.anchor.page), $0.anchor.coordinate)
      }.max() ?? 0
    return worst > 0.01 ? .conventionOffset(metres: worst) : nil
  }
}
