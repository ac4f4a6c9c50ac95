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
