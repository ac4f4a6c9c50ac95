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

  /// How a drawing is laid on its page, and what it shows beside the walls.
  public struct Style: Sendable {
    /// Ground metres a metre of paper: 500 for 1:500.
    public var scale = 500.0
    /// Clockwise degrees that a reader turns the page by: 0, 90, 180 or 270.
    public var rotate = 0
    /// Standard deviation, in metres, by which the drawing's corners are off.
    public var jitter = 0.0
    /// Whether walls end at openings, which have a leaf and its swing.
    public var hasDoors = false
    /// Whether stairs have treads.
    public var hasTreads = false
    /// Whether units' names stand in them, upright for the reader, in a mirrored drawing too.
    public var hasNames = false

    /// Walls alone at 1:500.
    public init() {}
  }

  /// The PDF's bytes.
  public let pdf: [UInt8]
  /// Where its page lies.
  public let pageToLocal: AffineTransform

  /// Draws a level's outline and units; `nil` where the venue has neither there.
  public init?(
    of level: LevelKey, in venue: Venue, faults: Faults = Faults(), style: Style = Style(),
    seed: UInt64
  ) {
    let metresPerPoint = style.scale * 0.0254 / 72
    let frame = venue.frame
    var random = SimulationRandom(seed: seed, for: "trial plan")
    let units = venue.units.filter { $0.level == level && random.uniform() >= faults.leftOut }
    let rings = ((venue.level(level)?.outline ?? []) + units.flatMap(\.geometry)).flatMap(\.rings)
      .map { $0.map { Self.off(frame.local(from: $0), by: style.jitter, &random) } }
    guard let ground = BoundingBox(rings.flatMap { $0 }) else { return nil }
    let turned = Self.turned(about: ground.centre, faults, metresPerPoint: metresPerPoint)
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
    var contents = TrialContents(canvas: canvas, toPage: toPage, rotate: style.rotate)
    if style.hasDoors {
      let doors = venue.openings.filter { $0.level == level }
        .map { $0.line.map { frame.local(from: $0) } }
      contents.draw(rings, doors: doors, &random)
    } else {
      contents.draw(rings)
    }
    if style.hasTreads { contents.drawTreads(of: units, in: frame) }
    if style.hasNames { contents.drawNames(of: units, in: frame) }
    canvas = contents.canvas
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
      let length = metres / metresPerPoint
      let way = random.uniform(0, 2 * .pi)
      canvas.line(from, PagePoint(x: from.x + length * cos(way), y: from.y + length * sin(way)))
    }
    if faults.frame > 0 { canvas.box(18, 18, size.width - 36, size.height - 36, .stroke) }
    let media = BoundingBox(
      minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: size.width, y: size.height))
    var crop = media
    crop.minimum.x = faults.croppedLeft * size.width
    crop.minimum.y = faults.croppedBottom * size.height
    pdf = PDFFile(
      mediaBox: media, cropBox: crop, rotate: style.rotate, title: "trial", canvas: canvas
    ).bytes()
  }

  private static func off(
    _ place: LocalPoint, by sigma: Double, _ random: inout SimulationRandom
  ) -> LocalPoint {
    guard sigma > 0 else { return place }
    return LocalPoint(
      x: place.x + sigma * random.normal(), y: place.y + sigma * random.normal())
  }

  /// From local metres to points, about a place.
  private static func turned(
    about centre: LocalPoint, _ faults: Faults, metresPerPoint: Double
  ) -> AffineTransform {
    AffineTransform.translation(x: -centre.x, y: -centre.y)
      .followed(by: .scale(x: faults.isMirrored ? -1 : 1, y: 1))
      .followed(by: .rotation(faults.turnDegrees * .pi / 180))
      .followed(by: .scale(1 / metresPerPoint))
      .followed(by: .scale(x: 1 + faults.stretch, y: 1))
  }
}
