import IndoorAlignment
import IndoorGeometry
import IndoorModel

/// The corner from which page points are counted; an image's are its stored pixels, before viewers
/// turn it by its orientation tag.
public enum PageOrigin: String, CaseIterable, Sendable {
  /// The plan's own: a PDF's user space, an image's top left corner.
  case ofPlan = "plan"
  /// The top left corner as viewers show the page, y down.
  case topLeft = "top-left"
  /// The bottom left corner as viewers show the page, y up.
  case bottomLeft = "bottom-left"

  /// An anchor whose page point was counted so, on the page.
  func anchor(_ anchor: Anchor, on page: PlanPage) -> Anchor {
    guard self != .ofPlan else { return anchor }
    var counted = anchor
    counted.page = page.point(shownAt: anchor.page, fromBottom: self == .bottomLeft)
    return counted
  }

  /// Why page points mirror a page: which of the reasons they can have, by where they lie.
  private func mirroring(_ alignment: PlanAlignment, mayPlacesBeExchanged: Bool) -> AlignmentWarning
  {
    let page = alignment.page
    let points = alignment.anchors.map(\.anchor.page)
    // Points that were counted from a corner aren't as they were written.
    let mayBeExchanged =
      self == .ofPlan && points.allSatisfy { page.box.contains(PagePoint(x: $0.y, y: $0.x)) }
    return mayBeExchanged && !points.allSatisfy(page.box.contains)
      ? .swappedPagePoints()
      : .mirroring(
        countsDown: countsDown(page), mayBeExchanged: mayBeExchanged,
        mayPlacesBeExchanged: mayPlacesBeExchanged)
  }

  /// Whether y is counted from the upper edge.
  private func countsDown(_ page: PlanPage) -> Bool {
    self == .topLeft || self == .ofPlan && page.isImage
  }

  /// That the anchors fit far better counted from the other corner, or with x and y exchanged.
  ///
  /// Three or more show it by a mirrored fit that isn't one any more. Of two only the venue can
  /// tell: by how much of the level the page covers.
  ///
  /// - Parameter mayPlacesBeExchanged: whether easting and northing of the places may be exchanged,
  ///   which mirrors the page as well.
  func warning(
    of alignment: PlanAlignment, level: Level?, mayPlacesBeExchanged: Bool
  ) -> AlignmentWarning? {
    guard !alignment.anchors.isEmpty, alignment.match == nil else { return nil }
    let page = alignment.page
    var aligner = PlanAligner(page: page, frame: alignment.frame)
    aligner.convention = alignment.convention
    let turned = alignment.anchors.map(\.anchor).map { anchor in
      var other = anchor
      other.page = page.turnedOver(anchor.page)
      return other
    }
    guard let other = try? aligner.align(turned) else { return nil }
    // What viewers show in a mirror is mirrored by points that were picked there, whatever edge
    // they are counted from.
    if alignment.isMirrored, !other.isMirrored, alignment.hasResiduals, !page.isShownMirrored {
      return mirroring(alignment, mayPlacesBeExchanged: mayPlacesBeExchanged)
    }
    guard let level, !level.outline.isEmpty,
      let ground = BoundingBox(
        level.outline.flatMap(\.exterior).map { alignment.frame.local(from: $0) })
    else { return nil }
    let (here, there) = (alignment.share(of: ground), other.share(of: ground))
    return there > 0.5 && here < there / 3 ? .otherPageOrigin(countsDown: countsDown(page)) : nil
  }
}

extension PlanAlignment {
  /// The share of a box on the ground that the page's own box covers.
  fileprivate func share(of ground: BoundingBox<LocalPoint>) -> Double {
    let corners: [LocalPoint] = page.corners.map { pageToLocal.apply($0) }
    guard let box = BoundingBox(corners), ground.width > 0, ground.height > 0 else { return 0 }
    let across = min(box.maximum.x, ground.maximum.x) - max(box.minimum.x, ground.minimum.x)
    let up = min(box.maximum.y, ground.maximum.y) - max(box.minimum.y, ground.minimum.y)
    return max(0, across) * max(0, up) / (ground.width * ground.height)
  }
}
