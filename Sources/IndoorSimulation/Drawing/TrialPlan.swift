public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// A level of any venue drawn as a page of a PDF, as badly as asked, and where that page truly
/// lies.
///
/// What a fit of drawings to walls is tried on: real buildings' outlines and units, drawn with what
/// drawings have wrong.
public struct TrialPlan: Sendable {
  /// What is wrong with a drawing.
  public struct Faults: Sendable {
    /// Share of the units that are not drawn, 0 to 1.
    public var leftOut = 0.0
    /// Length of lines that are no walls, as a share of what is drawn: leaders, dimensions,
    /// furniture, 1 to 30 m each, in any direction.
    public var noise = 0.0
    /// Degrees, counter-clockwise, by which the building is turned on the page.
    public var turnDegrees = 0.0
    /// Share of the drawing's width that the page's box cuts off at the left.
    public var croppedLeft = 0.0
    /// Share of the drawing's height that the page's box cuts off at the bottom.
    public var croppedBottom = 0.0
    /// Whether the page shows the building as in a mirror.
    public var isMirrored = false
    /// Share by which the page's x axis is stretched against its y axis.
    public var stretch = 0.0
    /// Side, as a multiple of the drawing's longer one, of a square drawn around it as a site
    /// plan's edge; 0 for none.
    public var frame = 0.0

    /// None.
    public init() {}
  }

  /// The PDF's bytes.
  public let pdf: [UInt8]
  /// Where its page lies.
  public let pageToLocal: AffineTransform

  /// Ground metres a point: 1:500.
  private static let metresPerPoint = 500 * 0.0254 / 72

  /// Draws a level's outline and units; `nil` where the venue has neither there.
  public init?(of level: LevelKey, in venue: Venue, faults: Faults = Faults(), seed: UInt64) {
    let frame = venue.frame
    var random = SimulationRandom(seed: seed, for: "trial plan")
    let units = venue.units.filter { $0.level == level && random.uniform() >= faults.leftOut }
    let rings = ((venue.level(level)?.outline ?? []) + units.flatMap(\.geometry)).flatMap(\.rings)
      .map { $0.map { frame.local(from: $0) } }
    guard let ground = BoundingBox(rings.flatMap { $0 }) else { return nil }
    let turned = Self.turned(about: ground.centre, faults)
    let drawn = rings.map { $0.map { turned.apply($0, as: PagePoint.self) } }
    guard let extent = BoundingBox(drawn.flatMap { $0 }) else { return nil }
    let margin = 36 + max(0, faults.frame - 1) / 2 * max(extent.width, extent.height)
    let shift = AffineTransform(
      a: 1, b: 0, c: 0, d: 1, tx: margin - extent.minimum.x, ty: margin - extent.minimum.y)
    let toPage = turned.followed(by: shift)
    guard let back = toPage.inverse else { return nil }
    pageToLocal = back

    let size = (width: extent.width + 2 * margin, height: extent.height + 2 * margin)
    var canvas = PDFCanvas()
    canvas.pen(0.8)
    for ring in rings {
      canvas.polygons([ring.map { toPage.apply($0, as: PagePoint.self) }], .stroke)
    }
    canvas.pen(0.4)
    let drawnLength = rings.reduce(0) { sum, ring in
      sum + zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
    var noise = 0.0
    while noise < faults.noise * drawnLength {
      let from = PagePoint(
        x: random.uniform(margin, size.width - margin),
        y: random.uniform(margin, size.height - margin))
      let metres = random.uniform(1, 30)
      noise += metres
      let length = metres / Self.metresPerPoint
      let way = random.uniform(0, 2 * .pi)
      canvas.line(from, PagePoint(x: from.x + length * cos(way), y: from.y + length * sin(way)))
    }
    if faults.frame > 0 { canvas.box(18, 18, size.width - 36, size.height - 36, .stroke) }
    let media = BoundingBox(
      minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: size.width, y: size.height))
    var crop = media
    crop.minimum.x = faults.croppedLeft * size.width
    crop.minimum.y = faults.croppedBottom * size.height
    pdf = PDFFile(mediaBox: media, cropBox: crop, title: "trial", canvas: canvas).bytes()
  }

  /// From local metres to points, about a place.
  private static func turned(about centre: LocalPoint, _ faults: Faults) -> AffineTransform {
    AffineTransform.translation(x: -centre.x, y: -centre.y)
      .followed(by: .scale(x: faults.isMirrored ? -1 : 1, y: 1))
      .followed(by: .rotation(faults.turnDegrees * .pi / 180))
      .followed(by: .scale(1 / metresPerPoint))
      .followed(by: .scale(x: 1 + faults.stretch, y: 1))
  }
}
