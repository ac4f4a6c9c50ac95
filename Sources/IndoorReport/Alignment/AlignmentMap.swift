import Foundation
import IndoorGeometry
import IndoorModel

/// A plan over its venue: the walls that its lines lie along, or error ellipses; anchors with
/// residual arrows. Arrows and ellipses are enlarged until they can be seen.
struct AlignmentMap {
  var aligned: AlignedPlan
  var venue: Venue?

  /// How many times residuals are enlarged: one of 1, 2, 5, 10, … so that the largest shows.
  private let residualTimes: Double
  /// The share of the errors that an ellipse holds.
  private static let share = 0.68
  /// How many times ellipses are enlarged, in the same way.
  private let errorTimes: Double
  private let extent: BoundingBox<LocalPoint>

  /// Describes the map; `nil` where the placement is singular or not finite.
  init?(_ aligned: AlignedPlan, venue: Venue?) {
    self.aligned = aligned
    self.venue = venue
    let placement = aligned.plan.placement
    let corners = placement.page.corners.map { placement.local(from: $0) }
    let anchors = aligned.anchors.map(\.place).filter(\.isFinite)
    guard corners.allSatisfy(\.isFinite), var box = BoundingBox(corners + anchors) else {
      return nil
    }
    if let venue, let level = LocalMap.extent(of: [placement.level], of: venue),
      // A venue on the other side of the town would leave nothing of the plan to be seen.
      level.width < box.width * 20, level.centre.distance(to: box.centre) < box.width * 20
    {
      box.extend(to: level.minimum)
      box.extend(to: level.maximum)
    }
    let size = hypot(box.width, box.height) * 0.05
    residualTimes = Self.enlargement(of: aligned.anchors.map(\.residual), to: size)
    errorTimes = Self.enlargement(
      of: aligned.predicted.map { $0.ellipse.semiMajor * ErrorEllipse.factor(holding: Self.share) },
      to: size)
    extent = BoundingBox(
      minimum: LocalPoint(x: box.minimum.x - size / 2, y: box.minimum.y - size / 2),
      maximum: LocalPoint(x: box.maximum.x + size / 2, y: box.maximum.y + size / 2))
  }

  /// The walls that the plan's lines lie along.
  private var met: [(from: LocalPoint, to: LocalPoint)] { aligned.walls?.met ?? [] }

  private static func enlargement(of lengths: [Double], to size: Double) -> Double {
    let largest = lengths.filter(\.isFinite).max() ?? 0
    guard largest > 0 else { return 1 }
    let steps: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
    return steps.last { $0 <= size / largest } ?? 1
  }

  var map: LocalMap {
    let placement = aligned.plan.placement
    var map = LocalMap(extent: extent, label: "\(aligned.title): the plan over the venue")
    if let venue { map.addLevel(placement.level, of: venue) }
    map.addPlan(aligned.plan)
    let corners = placement.page.corners.map { placement.local(from: $0) }
    map.addLine(corners + corners.prefix(1), ink: .muted, style: .dashed)
    let factor = ErrorEllipse.factor(holding: Self.share)
    map.addLines(met.map { [$0.from, $0.to] }, ink: .third, style: .band)
    // Of a plan that lies on walls the error is the same everywhere: nothing for a map.
    for error in aligned.predicted where met.isEmpty {
      let place = placement.local(from: error.page)
      let ellipse = error.ellipse.scaled(by: factor)
      let tip =
        "\(error.name)\npredicted error \(ShortNumber.metres(error.metres))\n68% within "
        + "\(ShortNumber.metres(ellipse.semiMajor)) by \(ShortNumber.metres(ellipse.semiMinor))"
      map.addEllipse(
        at: place, semiMajor: ellipse.semiMajor * errorTimes,
        semiMinor: ellipse.semiMinor * errorTimes, direction: ellipse.directionDegrees,
        ink: .third, tip: tip)
      map.addMark(at: place, ink: .third, tip: tip)
    }
    for (index, fitted) in aligned.anchors.enumerated() {
      let name = fitted.anchor.name ?? "\(index + 1)"
      let ink: Ink = fitted.isOutlier ? .alert : .estimate
      if aligned.rmse != nil {
        map.addArrow(from: fitted.place, to: fitted.fitted, exaggeration: residualTimes, ink: ink)
      }
      map.addMark(
        at: fitted.place, shape: fitted.isOutlier ? .cross : .ring, ink: ink,
        tip: aligned.rmse == nil
          ? "anchor \(name)" : "anchor \(name)\nresidual \(ShortNumber.metres(fitted.residual))")
      map.addText(name, at: fitted.place, ink: ink)
    }
    return map
  }

  var legend: Legend {
    func times(_ enlargement: Double) -> String {
      enlargement == 1 ? "" : ", \(ShortNumber.text(enlargement)) times enlarged"
    }
    var entries: [(Legend.Swatch, String)] =
      aligned.anchors.isEmpty ? [] : [(.ring(.estimate), "anchor, where it lies")]
    if aligned.rmse != nil {
      entries.append((.arrow(.estimate), "to where the fit puts it\(times(residualTimes))"))
    }
    entries.append(
      met.isEmpty
        ? (.area(.third), "predicted error, holds 68%\(times(errorTimes))")
        : (.shade(.third, opacity: 0.35), "wall that the plan's lines lie along"))
    entries.append((.dashed(.muted), "edge of the page"))
    if aligned.anchors.contains(where: \.isOutlier) {
      entries.append((.cross(.alert), "contradicts the other anchors"))
    }
    return Legend(entries)
  }
}
