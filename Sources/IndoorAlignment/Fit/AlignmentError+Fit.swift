internal import Foundation
internal import IndoorGeometry
internal import IndoorModel

extension AlignmentError {
  static func tooFewAnchors(_ source: String, _ count: Int) -> AlignmentError {
    AlignmentError(
      .tooFewAnchors,
      "\(source): there is \(count == 0 ? "no anchor" : "only one anchor"), give at least two, far apart"
    )
  }

  static func mapKitTakesTwo(_ source: String, _ count: Int) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "\(source): MapKit's convention places by exactly two anchors, not \(count), leave out the others or the convention"
    )
  }

  static func badAnchor(_ index: Int, why: String) -> AlignmentError {
    AlignmentError(.badAnchor, "anchor \(index + 1): \(why), correct it")
  }

  static func outOfRange(_ index: Int, _ place: Coordinate) -> AlignmentError {
    AlignmentError(
      .coordinateOutOfRange,
      "anchor \(index + 1): latitude \(place.latitude), longitude \(place.longitude) is out of range (±89, ±180), are they swapped?"
    )
  }

  static func tooCloseOnPage(
    _ source: String, units: Double, on page: PlanPage
  ) -> AlignmentError {
    guard units > 0 else {
      return AlignmentError(
        .anchorsTooClose,
        "\(source): all anchors have the same page point, give two that lie far apart")
    }
    let unit = page.isImage ? "pixels" : "units"
    func number(_ value: Double) -> String { String(format: value < 10 ? "%.3g" : "%.0f", value) }
    let within = number(units)
    let share = percent(units / AnchorChecks.diagonal(page))
    let size = "\(number(page.box.width)) × \(number(page.box.height))"
    let least = percent(AnchorChecks.minimumShare)
    let remedy =
      page.isImage
      ? "" : ", or take out of the drawing what lies far off and makes the page so large"
    return AlignmentError(
      .anchorsTooClose,
      """
      \(source): the anchors' page points lie within \(within) \(unit), \(share) of the diagonal of the page's \(size) \(unit), \
      the least is \(least), choose some that lie far apart\(remedy)
      """)
  }

  static func tooCloseOnGround(_ source: String, metres: Double) -> AlignmentError {
    AlignmentError(
      .anchorsTooClose,
      "\(source): the anchors' places lie within \(String(format: "%.2f", metres)) m, the least is \(Int(AnchorChecks.minimumBaseline)) m, choose some that lie far apart"
    )
  }

  static func placesInLine(_ source: String) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "\(source): the anchors' places lie on one line and their page points don't, check the latitudes and "
        + "longitudes, of which one may be the same in all, and the page points"
    )
  }

  static func noPlacement(_ source: String) -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "\(source): by these anchors the page would not lie on the ground, check whether they belong to this page and venue"
    )
  }

  private static func percent(_ share: Double) -> String {
    share < 1e-4 ? "under 0.01%" : String(format: "%.2g%%", share * 100)
  }
}
