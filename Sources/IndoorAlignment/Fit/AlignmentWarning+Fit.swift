internal import Foundation
internal import IndoorModel

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

  static func anchorOffPage(_ labels: [String]) -> AlignmentWarning {
    AlignmentWarning(
      .anchorOffPage,
      "\(list(labels)) beyond the page's box: check for user space before /Rotate (pixels from the top left for an image), or the choice of the page's box"
    )
  }

  static func coincidingAnchors(_ labels: [String]) -> AlignmentWarning {
    AlignmentWarning(
      .coincidingAnchors,
      "anchors \(first(labels)) share a page point or a place with another: check that none was copied"
    )
  }

  private static func list(_ labels: [String]) -> String {
    labels.count == 1 ? "anchor \(labels[0]) lies" : "anchors \(first(labels)) lie"
  }

  /// `1, 2 and 3`; of more than five the first five.
  private static func first(_ labels: [String]) -> String {
    let shown = labels.count > 5 ? labels.prefix(5) + ["\(labels.count - 5) more"] : labels[...]
    return shown.dropLast().joined(separator: ", ")
      + (shown.count > 1 ? " and " : "") + (shown.last ?? "")
  }

  static func largeResiduals(factor: Double) -> AlignmentWarning {
    AlignmentWarning(
      .largeResiduals,
      "the anchors lie \(number(factor.squareRoot())) times as far from the fit as their standard deviations explain, and the predicted errors were raised by that: look for a wrong anchor"
    )
  }

  static func farFromAnchors(metres: Double) -> AlignmentWarning {
    AlignmentWarning(
      .largeResiduals,
      "the walls lay the plan \(number(metres)) m (root mean square) from its anchors, so that these say little of whether it "
        + "is right: look at it on the map, and correct them"
    )
  }

  static func outlier(_ label: String, metres: Double, isLeftOut: Bool) -> AlignmentWarning {
    AlignmentWarning(
      .outlier,
      "anchor \(label) lies \(number(metres)) m from where the others put it"
        + (isLeftOut ? " and was left out" : ": correct it, or leave it out"))
  }

  static func moreOutliers(_ count: Int) -> AlignmentWarning {
    AlignmentWarning(
      .outlier,
      "\(count) more anchor\(count == 1 ? " contradicts" : "s contradict") the others: check whether they belong to this page at all"
    )
  }

  /// - Parameter pairs: the exchanges of which each makes all anchors fit.
  static func swappedAnchors(_ pairs: [(Int, Int)], of anchors: [Anchor]) -> AlignmentWarning {
    func label(_ index: Int) -> String { anchors[index].label(index) }
    let exchanges = pairs.prefix(5).map { "\(label($0)) and \(label($1))" }
    let said =
      "all anchors fit once the places of \(exchanges.joined(separator: ", or of ")) are exchanged"
    guard let (first, second) = pairs.first, pairs.count == 1 else {
      return AlignmentWarning(
        .swappedAnchors, said + ", each as well as the others: check which of them are wrong")
    }
    // Through two, a third lies anywhere: it may have been given another place as well.
    guard anchors.count == 3,
      let third = anchors.indices.first(where: { $0 != first && $0 != second })
    else { return AlignmentWarning(.swappedAnchors, said + ": swap them") }
    return AlignmentWarning(
      .swappedAnchors,
      said
        + ", or once that of \(label(third)) is another: check which of them are wrong, or give a fourth anchor"
    )
  }

  static func unequalScales(ratio: Double) -> AlignmentWarning {
    AlignmentWarning(
      .unequalScales,
      "the plan is stretched by \(String(format: "%.2f", (ratio - 1) * 100))% in one direction, which was fitted: ask where it was printed or scanned"
    )
  }

  static func scaleMismatch(_ metres: Double, declared: Double) -> AlignmentWarning {
    AlignmentWarning(
      .scaleMismatch,
      "a unit is \(String(format: "%.5g", metres)) m on the ground and \(String(format: "%.5g", declared)) m by the plan's own scale: check the anchors, or whether the plan was reduced"
    )
  }

  static func swappedCoordinates(kilometres: Double) -> AlignmentWarning {
    AlignmentWarning(
      .swappedCoordinates,
      "the anchors lie \(number(kilometres)) km from the venue, and on it with latitude and longitude exchanged: swap them"
    )
  }

  static func farFromVenue(kilometres: Double) -> AlignmentWarning {
    AlignmentWarning(
      .farFromVenue,
      "the anchors lie \(number(kilometres)) km from the venue: check whether they belong to it")
  }

  static func farApart(kilometres: Double) -> AlignmentWarning {
    AlignmentWarning(
      .farApart,
      "two anchors lie \(number(kilometres)) km apart, no building is so wide: check their coordinates"
    )
  }

  static func conventionOffset(metres: Double) -> AlignmentWarning {
    AlignmentWarning(
      .conventionOffset,
      "MapKit's convention misses the anchors by \(number(metres)) m: use it only to match an app that places plans so"
    )
  }

  static func number(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : "%.0f", value)
  }
}
