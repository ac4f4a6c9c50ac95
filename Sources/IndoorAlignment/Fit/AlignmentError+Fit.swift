internal import Foundation
internal import IndoorGeometry

extension AlignmentError {
  static func tooFewAnchors(_ count: Int) -> AlignmentError {
    AlignmentError(
      .tooFewAnchors,
      "anchors: \(count == 0 ? "there are none" : "there is only one"), give at least two, far apart"
    )
  }

  static func mapKitTakesTwo(_ count: Int) -> AlignmentError {
    AlignmentError(
      .badAnchor,
      "anchors: --convention mapkit places by exactly two, not \(count), leave out the others or the convention"
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

  static func tooCloseOnPage(share: Double) -> AlignmentError {
    AlignmentError(
      .anchorsTooClose,
      share == 0
        ? "anchors: all have the same page point, give two that lie far apart"
        : "anchors: on the page they lie within \(percent(share)) of its diagonal, the least is \(percent(AnchorChecks.minimumShare)), choose some that lie far apart"
    )
  }

  static func tooCloseOnGround(metres: Double) -> AlignmentError {
    AlignmentError(
      .anchorsTooClose,
      "anchors: their places lie within \(String(format: "%.2f", metres)) m, the least is \(Int(AnchorChecks.minimumBaseline)) m, choose some that lie far apart"
    )
  }

  static func noPlacement() -> AlignmentError {
    AlignmentError(
      .noPlacement,
      "anchors: no placement on the ground follows from them, check whether they belong to this page and venue"
    )
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%.2g%%", share * 100)
  }
}

extension AlignmentWarning {
  static func shortBaseline(metres: Double, diagonal: Double, worst: Double) -> AlignmentWarning {
    AlignmentWarning(
      .shortBaseline,
      "the anchors lie at most \(number(metres)) m apart on a page of \(number(diagonal)) m, so its corners may be off by \(number(worst)) m: add one far from the others"
    )
  }

  static func mirrored() -> AlignmentWarning {
    AlignmentWarning(
      .mirrored,
      "the anchors fit only if the plan is mirrored: check whether it is seen from below, or whether two anchors are swapped"
    )
  }

  static func anchorOffPage(_ label: String) -> AlignmentWarning {
    AlignmentWarning(
      .anchorOffPage,
      "anchor \(label) lies beyond the page's visible box: check that it is in user space before /Rotate (in pixels from the top left for an image)"
    )
  }

  static func coincidingAnchors(_ first: String, _ second: String) -> AlignmentWarning {
    AlignmentWarning(
      .coincidingAnchors,
      "anchors \(first) and \(second) share a page point or a place: check that neither was copied")
  }

  static func largeResiduals(factor: Double) -> AlignmentWarning {
    AlignmentWarning(
      .largeResiduals,
      "the residuals are \(number(factor.squareRoot())) times what the anchors' sigmas explain, and the predicted errors were raised by that: look for a wrong anchor"
    )
  }

  static func number(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : "%.0f", value)
  }
}
