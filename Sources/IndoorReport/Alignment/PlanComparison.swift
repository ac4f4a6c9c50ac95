import Foundation
import IndoorGeometry
import IndoorModel

/// What lets a person judge a placed plan: plan and venue in two colours to be faded and blinked,
/// the place on OpenStreetMap, what to do next, and a sheet to print at true scale.
struct PlanComparison {
  var aligned: AlignedPlan
  var venue: Venue?
  /// The command that comes next, as it is typed.
  var next: String?

  /// Denominators of scales that sheets have.
  private static let scales = [50.0, 100, 200, 250, 500, 1000, 2000, 5000]
  /// Millimetres of the largest sheet that is made for what has no sheet's size, A3 across.
  private static let sheet = (width: 420.0, height: 297.0)
  /// Millimetres beyond which a page's own size is no sheet's.
  private static let largest = 1500.0

  /// The map, in two colours, with what fades the plan.
  func wrapped(_ map: Markup) -> Markup {
    """
    <div class="compare"><svg class="filter" aria-hidden="true"><filter id="plan-ink" \
    color-interpolation-filters="sRGB"><feColorMatrix values="0 0 0 0 .835 0 0 0 0 .369 0 0 0 0 0 \
    -.333 -.333 -.334 1 0"/></filter></svg>
    <p class="tools fade"><label>Plan <input type="range" min="0" max="1" step="0.05" value="0.85" \
    aria-label="how much of the plan shows"></label> <button type="button" data-blink \
    aria-pressed="false">Blink</button> <span class="of-plan">plan</span> <span class="of-venue">venue</span></p>
    \(map)</div>
    """
  }

  /// The section with what comes next.
  var section: ReportPage.Section? {
    guard let origin = venue?.frame ?? frame else { return nil }
    let placement = aligned.plan.placement
    let middle = origin.coordinate(from: placement.local(from: placement.page.box.centre))
    guard middle.isValid else { return nil }
    let place = [middle.latitude, middle.longitude].map { ShortNumber.fixed($0, decimals: 6) }
    let link =
      "https://www.openstreetmap.org/?mlat=\(place[0])&mlon=\(place[1])#map=19/\(place[0])/\(place[1])"
    var content: Markup = """
      <p><a href="\(link)" rel="noreferrer">The middle of the page on OpenStreetMap</a>: \
      \(place[0]), \(place[1])</p>
      """
    if let next { content += "<p>Next: <code>\(next)</code></p>" }
    if let sheet = sheetMarkup { content += sheet }
    return ReportPage.Section(title: "What next", content: content)
  }

  /// The frame of a plan that is on no venue, by the first of its anchors.
  private var frame: LocalFrame? {
    guard let first = aligned.anchors.first else { return nil }
    let near = LocalFrame(origin: first.anchor.coordinate)
    // The anchor lies at `place` in the frame that is sought, whose axes turn by nothing.
    return LocalFrame(
      origin: near.coordinate(from: LocalPoint(x: -first.place.x, y: -first.place.y)))
  }

  /// A button that prints the plan alone, so large that a rule laid on paper measures metres.
  private var sheetMarkup: Markup? {
    let page = aligned.plan.placement.page
    guard !aligned.plan.preview.isEmpty, aligned.metresPerUnit.isFinite, aligned.metresPerUnit > 0
    else { return nil }
    let (width, height) = (
      page.box.width * aligned.metresPerUnit * 1000, page.box.height * aligned.metresPerUnit * 1000
    )
    let paper = 1000 * (page.paperMetresPerUnit ?? .infinity)
    var size = (page.box.width * paper, page.box.height * paper)
    var scale = width / size.0
    if max(size.0, size.1) > Self.largest {
      guard
        let fitting = Self.scales.first(where: {
          max(width, height) / $0 <= Self.sheet.width
            && min(width, height) / $0 <= Self.sheet.height
        })
      else { return nil }
      (scale, size) = (fitting, (width / fitting, height / fitting))
    }
    let bar = Self.scales.map { $0 / 10 }.last { $0 * 1000 / scale <= size.0 / 3 } ?? 1
    let title = ShortNumber.scale(scale)
    return """
      <p class="tools"><button type="button" data-sheet data-width="\(size.0, decimals: 2)" \
      data-height="\(size.1, decimals: 2)">Print at true scale, \(title)</button> \
      <small>on a sheet of \(size.0, decimals: 0) × \(size.1, decimals: 0) mm; print at 100%, not fitted to the paper</small></p>
      <div class="sheet" hidden><p>\(aligned.plan.fileName), \(title); the bar is \(ShortNumber.text(bar)) m, \
      \(bar * 1000 / scale, decimals: 1) mm on paper</p><div class="rule" \
      style="width:\(bar * 1000 / scale, decimals: 2)mm"></div></div>
      """
  }
}
