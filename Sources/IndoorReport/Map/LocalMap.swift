public import IndoorGeometry
import IndoorLibc

/// A map in local metres, north up, as SVG: a ground of plans and units, lines and areas on it,
/// marks on top.
///
/// Points outside the map's extent are drawn all the same and cut off at its edge; what is not
/// finite is left out.
public struct LocalMap: Sendable {
  /// What the map shows, for those who don't see it.
  public var label: String
  /// The extent in local metres, with its margin.
  public let extent: BoundingBox<LocalPoint>

  var ground = Markup()
  private var areas = Markup()
  private var areaClip = ""
  private var lines = Markup()
  private var marks = Markup()

  /// Pixels of a picture drawn at its own size, for each metre.
  let scale: Double

  static let width = 1100.0
  let height: Double

  /// Makes an empty map around an extent in local metres, widened by a margin to a shape that suits
  /// a page.
  public init(extent: BoundingBox<LocalPoint>, label: String) {
    self.label = label
    let centre = extent.centre
    var (width, height) = (max(extent.width, 1) * 1.1, max(extent.height, 1) * 1.1)
    // Between a square-ish 10:7 and a banner of 5:2.
    width = max(width, height * 10 / 7)
    height = max(height, width * 2 / 5)
    self.extent = BoundingBox(
      minimum: LocalPoint(x: centre.x - width / 2, y: centre.y - height / 2),
      maximum: LocalPoint(x: centre.x + width / 2, y: centre.y + height / 2))
    scale = Self.width / width
    self.height = (height * scale).rounded()
  }

  /// How a line is drawn.
  public enum LineStyle: String, Sendable {
    /// A path that matters.
    case bold
    /// A thinner line.
    case thin
    /// A thin broken line.
    case dashed
    /// A faint line, of which many may lie over each other.
    case hair
    /// A broad, pale line, under which others still show.
    case band
  }

  /// Draws a line through places. Everything with the same `group` can be shown alone.
  public mutating func addLine(
    _ places: [LocalPoint], ink: Ink, style: LineStyle = .bold, group: Int? = nil
  ) {
    addLines([places], ink: ink, style: style, group: group)
  }

  /// Draws lines as one, each through places.
  mutating func addLines(
    _ all: [[LocalPoint]], ink: Ink, style: LineStyle = .bold, group: Int? = nil
  ) {
    let path = all.map { self.path($0.filter(\.isFinite)) }.joined()
    guard !path.isEmpty else { return }
    lines +=
      "<path class=\"\(style.rawValue) i-\(ink.rawValue)\"\(attribute(group)) d=\"\(path)\"/>"
  }

  /// Draws hairlines, each from one place to another, as from truths to their estimates.
  public mutating func addTies(_ ties: [(LocalPoint, LocalPoint)], ink: Ink, group: Int? = nil) {
    let path = ties.filter { $0.0.isFinite && $0.1.isFinite }.map { self.path([$0.0, $0.1]) }
      .joined()
    guard !path.isEmpty else { return }
    lines += "<path class=\"tie i-\(ink.rawValue)\"\(attribute(group)) d=\"\(path)\"/>"
  }

  /// Draws a circle of a radius in metres.
  public mutating func addCircle(
    at place: LocalPoint, radius: Double, ink: Ink, group: Int? = nil
  ) {
    guard place.isFinite, radius.isFinite, radius > 0 else { return }
    areas += """
      <circle class="radius i-\(ink.rawValue)"\(attribute(group)) cx="\(across(place), decimals: 1)" \
      cy="\(down(place), decimals: 1)" r="\(radius * scale, decimals: 1)"/>
      """
  }

  /// Draws an ellipse around a place, as of an error.
  ///
  /// - Parameters:
  ///   - place: its middle, in local metres.
  ///   - ink: what it is drawn with.
  ///   - tip: what is shown where it is pointed at.
  ///   - semiMajor: half of the longer axis, in metres.
  ///   - semiMinor: half of the shorter axis, in metres.
  ///   - direction: of the longer axis, in degrees counter-clockwise from east.
  public mutating func addEllipse(
    at place: LocalPoint, semiMajor: Double, semiMinor: Double, direction: Double, ink: Ink,
    tip: String = ""
  ) {
    guard place.isFinite, [semiMajor, semiMinor, direction].allSatisfy(\.isFinite) else { return }
    let title: Markup = tip.isEmpty ? "" : "<title>\(tip)</title>"
    areas += """
      <ellipse class="radius i-\(ink.rawValue)" rx="\(max(semiMajor * scale, 0.5), decimals: 1)" \
      ry="\(max(semiMinor * scale, 0.5), decimals: 1)" \
      transform="translate(\(across(place), decimals: 1) \(down(place), decimals: 1)) \
      rotate(\(-direction, decimals: 1))">\(title)</ellipse>
      """
  }

  /// Shades an area, as a cell of a coverage map. `opacity` is 0 to 1.
  public mutating func addArea(
    _ polygon: Polygon<LocalPoint>, ink: Ink, opacity: Double = 0.2, tip: String = ""
  ) {
    let path = path(of: polygon)
    guard !path.isEmpty else { return }
    let title: Markup = tip.isEmpty ? "" : "<title>\(tip)</title>"
    areas += """
      <path class="cell i-\(ink.rawValue)" fill-opacity="\(opacity, decimals: 2)" d="\(path)">\(title)</path>
      """
  }

  /// Cuts all areas off at the edges of some polygons, as cells at a level's outline.
  public mutating func clipAreas(to polygons: [Polygon<LocalPoint>]) {
    areaClip = polygons.map { path(of: $0) }.joined()
  }

  /// How a mark is shaped.
  public enum MarkShape: Sendable {
    /// A filled dot.
    case dot
    /// A ring.
    case ring
    /// A cross.
    case cross
    /// A filled square.
    case square
  }

  /// Puts a mark of constant size on a place. Marks and chart dots of the same `key` light up
  /// together.
  public mutating func addMark(
    at place: LocalPoint, shape: MarkShape = .dot, ink: Ink, tip: String = "", key: String? = nil,
    group: Int? = nil
  ) {
    guard place.isFinite else { return }
    let shapes: Mark.Shape =
      switch shape {
      case .dot: .dot
      case .ring: .ring
      case .cross: .cross
      case .square: .square
      }
    marks += Mark.markup(
      x: across(place), y: down(place), ink: ink, tip: tip, key: key, shape: shapes,
      group: attribute(group))
  }

  /// Writes a word beside a place.
  public mutating func addText(_ text: String, at place: LocalPoint, ink: Ink = .plain) {
    guard place.isFinite else { return }
    marks += """
      <text class="word i-\(ink.rawValue)" x="\(across(place) + 7, decimals: 1)" \
      y="\(down(place) - 6, decimals: 1)">\(text)</text>
      """
  }

  /// Draws an arrow, with its shaft lengthened `exaggeration` times, as residuals need it.
  public mutating func addArrow(
    from start: LocalPoint, to end: LocalPoint, exaggeration: Double = 1, ink: Ink, tip: String = ""
  ) {
    guard start.isFinite, end.isFinite, exaggeration.isFinite else { return }
    let (dx, dy) = (
      (end.x - start.x) * exaggeration * scale, (start.y - end.y) * exaggeration * scale
    )
    let length = hypot(dx, dy)
    guard length > 0.5 else { return }
    let head = min(8, length * 0.6)
    let degrees = Angle.degrees(atan2(dy, dx))
    let title: Markup = tip.isEmpty ? "" : "<title>\(tip)</title>"
    marks += """
      <path class="bold i-\(ink.rawValue)" transform="translate(\(across(start), decimals: 1) \
      \(down(start), decimals: 1)) rotate(\(degrees, decimals: 1))" d="M0 0H\(length, decimals: 1)\
      m\(-head, decimals: 1) \(-head * 0.6, decimals: 1)l\(head, decimals: 1) \(head * 0.6, decimals: 1) \
      \(-head, decimals: 1) \(head * 0.6, decimals: 1)">\(title)</path>
      """
  }

  /// The map with its scale bar and north arrow.
  public var svg: Markup {
    """
    <svg class="map" viewBox="0 0 \(Self.width, decimals: 0) \(height, decimals: 0)" role="img" \
    aria-label="\(label)">\(ground)\(clippedAreas)\(lines)\(marks)\(furniture)</svg>
    """
  }

  /// The areas, cut by a `clipPath`: CSS `path()` would be measured from the areas' own corner.
  private var clippedAreas: Markup {
    guard !areaClip.isEmpty else { return "<g class=\"areas\">\(areas)</g>" }
    // The page's maps differ by their labels; letters of any script are fit for a name as numbers.
    let name = "clip" + label.unicodeScalars.map { "-" + String($0.value, radix: 36) }.joined()
    return """
      <clipPath id="\(name)"><path clip-rule="evenodd" d="\(areaClip)"/></clipPath>\
      <g class="areas" clip-path="url(#\(name))">\(areas)</g>
      """
  }

  /// The map as a file of its own, for other programs to show: an SVG in the light colours.
  public var standalone: String {
    let style = Markup(stringLiteral: Stylesheet.picture)
    let picture: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width, decimals: 0) \(height, decimals: 0)" \
      width="\(Self.width, decimals: 0)" height="\(height, decimals: 0)"><style>\(style)</style>\
      <rect width="100%" height="100%" fill="#fff"/>\(svg)</svg>

      """
    return picture.source
  }

  // MARK: From metres to the picture

  func across(_ place: LocalPoint) -> Double { clamped((place.x - extent.minimum.x) * scale) }

  func down(_ place: LocalPoint) -> Double { clamped((extent.maximum.y - place.y) * scale) }

  private func clamped(_ value: Double) -> Double { min(max(value, -1e5), 1e5) }

  func path(_ places: [LocalPoint]) -> String {
    var path = ""
    var previous = ""
    for place in places {
      let next =
        "\(ShortNumber.text(across(place), decimals: 1)) \(ShortNumber.text(down(place), decimals: 1))"
      // What falls on the same tenth of a pixel adds nothing.
      guard next != previous else { continue }
      path += previous.isEmpty ? "M\(next)" : "L\(next)"
      previous = next
    }
    return path
  }

  func path(of polygon: Polygon<LocalPoint>) -> String {
    polygon.rings.map { path($0.filter(\.isFinite)) }.filter { !$0.isEmpty }
      .map { $0 + "Z" }.joined()
  }

  private func attribute(_ group: Int?) -> Markup { group.map { " data-g=\"\($0)\"" } ?? "" }
}
