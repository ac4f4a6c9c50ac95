import IndoorGeometry
import IndoorModel
import IndoorReport
import TestWorlds
import Testing

@Suite struct AlignmentReportTests {
  static func aligned(anchors: Int, preview: [UInt8] = []) -> AlignedPlan {
    let (c, s) = (0.9397 * 0.1, 0.3420 * 0.1)
    let page = PlanPage(
      number: 1,
      box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 800, y: 500)),
      rotate: 0, userUnit: 1, isImage: false)
    let placement = PlanPlacement(
      level: LevelKey(ordinal: 0), page: page,
      pageToLocal: AffineTransform(
        a: c, b: s, c: -s, d: c, tx: -(c * 400 - s * 250), ty: -(s * 400 + c * 250)))
    let spots = [(50.0, 50.0), (750, 450), (60, 440), (740, 70)].prefix(anchors)
    let fitted = spots.enumerated().map { index, spot in
      let point = PagePoint(x: spot.0, y: spot.1)
      let place = placement.local(from: point)
      return AlignedPlan.FittedAnchor(
        anchor: Anchor(
          page: point, coordinate: SyntheticWalk.frame.coordinate(from: place),
          name: index == 0 ? "<north door>" : nil),
        place: place,
        fitted: LocalPoint(x: place.x + 0.04 * Double(index - 1), y: place.y + 0.03),
        isOutlier: index == 3)
    }
    return AlignedPlan(
      plan: Plan(
        placement: placement, fileName: "ground & floor.pdf", mediaType: "application/pdf",
        original: [], preview: preview),
      title: "F1", model: "similarity", metresPerUnit: 0.1, rotationDegrees: 20, anchors: fitted,
      rmse: anchors > 2 ? 0.052 : nil,
      predicted: zip(
        [
          "centre", "south-west corner", "south-east corner", "north-east corner",
          "north-west corner",
        ],
        [page.box.centre] + page.corners
      ).enumerated().map { index, point in
        .init(
          name: point.0, page: point.1,
          ellipse: ErrorEllipse(xx: index == 0 ? 0.006 : 0.08, xy: 0, yy: index == 0 ? 0.006 : 0.02)
        )
      },
      warnings: [
        (
          "short-baseline",
          "The anchors' longest baseline is 12 m & the page's diagonal 94 m: far corners may be off by 3 m."
        )
      ])
  }

  @Test func `a page names its anchors, errors and warnings`() {
    let html = AlignmentReport(Self.aligned(anchors: 4), venue: SyntheticWalk.venue).page.html
    #expect(html.contains("ground &amp; floor.pdf on F1"))
    #expect(html.contains("&lt;north door&gt;"))
    #expect(html.contains("<code>short-baseline</code>"))
    #expect(html.contains("<code>outlier</code>"))
    // 0.1 m a unit of 1/72 inch: 1 : 283.
    #expect(html.contains("1 : 283"))
    #expect(html.contains("52 mm"))
  }

  @Test func `two anchors show no residuals`() {
    let html = AlignmentReport(Self.aligned(anchors: 2)).page.html
    #expect(html.contains("two anchors leave nothing to measure"))
    #expect(!html.contains("to where the fit puts it"))
  }

  @Test func `of a plan on walls the walls met are drawn, and no error that is alike everywhere`() {
    var aligned = Self.aligned(anchors: 0)
    let met = (from: LocalPoint(x: -20, y: 0), to: LocalPoint(x: 20, y: 0))
    let other = (from: LocalPoint(x: 0, y: 5), to: LocalPoint(x: 0, y: -5))
    var walls = AlignedPlan.WallFit(lift: 0.7, margin: 0.5, distance: 0.1)
    walls.met = [met, other]
    aligned.walls = walls
    let html = AlignmentReport(aligned, venue: SyntheticWalk.venue).page.html
    // One path of two lines.
    #expect(
      html.contains(#/<path class="band i-third" d="M[-0-9. ]+L[-0-9. ]+M[-0-9. ]+L[-0-9. ]+"/#))
    #expect(html.contains("lines lie along"))
    #expect(!html.contains("holds 68%"))
  }

  @Test func `a placement of no finite numbers still has a page`() {
    var aligned = Self.aligned(anchors: 3)
    aligned.plan.placement.pageToLocal.a = .nan
    #expect(AlignmentReport(aligned).page.html.contains("nothing to draw"))
  }
}
