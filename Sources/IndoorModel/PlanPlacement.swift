public import IndoorGeometry

/// The page of a plan: its visible box, before `/Rotate`.
public struct PlanPage: Hashable, Sendable {
  /// Counted from 1; an image has one page.
  public var number: Int
  /// CropBox ∩ MediaBox in user space, or an image's (0, 0) to (width, height) in pixels.
  public var box: BoundingBox<PagePoint>
  /// `/Rotate` as 0, 90, 180 or 270 degrees clockwise.
  public var rotate: Int
  /// How many 1/72 inch a unit is on paper: a PDF's `UserUnit`, 0.75 of an SVG, whose inch has 96,
  /// and of a DXF what its drawing unit says; 0 where nobody says it. Not applied to any
  /// coordinate.
  public var userUnit: Double
  /// Whether y points down (an image) and not up (a PDF).
  public var isImage: Bool
  /// Whether viewers show an image in a mirror, before they turn it by `rotate`, as its orientation
  /// tag asks for. A venue file doesn't keep it: it is to be known while a page is placed.
  package var isShownMirrored = false

  /// Makes a page.
  public init(
    number: Int, box: BoundingBox<PagePoint>, rotate: Int, userUnit: Double, isImage: Bool
  ) {
    self.number = number
    self.box = box
    self.rotate = rotate
    self.userUnit = userUnit
    self.isImage = isImage
  }

  /// Whether a placement that shows the plan as it is turns the page over: an image's, whose y
  /// points down, but for one that viewers mirror.
  package var isTurnedOver: Bool { isImage != isShownMirrored }

  /// Whether a map of the page shows the plan as in a mirror.
  package func isMirrored(by map: AffineTransform) -> Bool {
    (map.determinant < 0) != isTurnedOver
  }

  /// How long a unit is on paper, in metres; `nil` for an image, whose pixels have no size, and for
  /// a drawing that doesn't say its unit.
  package var paperMetresPerUnit: Double? {
    // ISO 32000-1, 8.3.2.3: a unit is 1/72 inch times UserUnit.
    isImage || userUnit <= 0 ? nil : userUnit * 0.0254 / 72
  }

  /// The box's corners by the page's own directions before `/Rotate`: bottom left, bottom right,
  /// top right, top left.
  public var corners: [PagePoint] {
    let (low, high) =
      isImage ? (box.maximum.y, box.minimum.y) : (box.minimum.y, box.maximum.y)
    return [
      PagePoint(x: box.minimum.x, y: low), PagePoint(x: box.maximum.x, y: low),
      PagePoint(x: box.maximum.x, y: high), PagePoint(x: box.minimum.x, y: high),
    ]
  }
}

/// A page point and the coordinate it shows.
public struct Anchor: Hashable, Sendable {
  /// Where on the page.
  public var page: PagePoint
  /// Where on the ground.
  public var coordinate: Coordinate
  /// What the engineer calls it, where given.
  public var name: String?
  /// Standard deviation of the place in metres, per axis, where given.
  public var sigmaMetres: Double?
  /// Standard deviation of the picked page point in user-space units, per axis, where given.
  public var sigmaPage: Double?

  /// Makes an anchor.
  public init(
    page: PagePoint, coordinate: Coordinate, name: String? = nil, sigmaMetres: Double? = nil,
    sigmaPage: Double? = nil
  ) {
    self.page = page
    self.coordinate = coordinate
    self.name = name
    self.sigmaMetres = sigmaMetres
    self.sigmaPage = sigmaPage
  }
}

/// Where a plan's page lies in the venue's local frame, and what says so.
public struct PlanPlacement: Hashable, Sendable {
  /// The level that the page shows.
  public var level: LevelKey
  /// The page.
  public var page: PlanPage
  /// From the page to local metres.
  public var pageToLocal: AffineTransform
  /// What the fit was made from; empty where the source says where the plan lies.
  public var anchors: [Anchor]
  /// How it was tied to the building's other levels; `nil` where it wasn't.
  public var tying: LevelTying?

  /// Makes a placement.
  public init(
    level: LevelKey, page: PlanPage, pageToLocal: AffineTransform, anchors: [Anchor] = [],
    tying: LevelTying? = nil
  ) {
    self.level = level
    self.page = page
    self.pageToLocal = pageToLocal
    self.anchors = anchors
    self.tying = tying
  }

  /// The local place that a page point shows.
  public func local(from point: PagePoint) -> LocalPoint { pageToLocal.apply(point) }

  /// The local places that page points show, in their order.
  @inlinable
  public func local(from points: [PagePoint]) -> [LocalPoint] { pageToLocal.apply(points) }

  /// The page point that shows a local place, or `nil` where the placement is singular.
  public func page(from point: LocalPoint) -> PagePoint? {
    pageToLocal.inverse.map { $0.apply(point) }
  }
}

/// A placed plan with the bytes it came from.
public struct Plan: Hashable, Sendable {
  /// Where it lies.
  public var placement: PlanPlacement
  /// The file's name, without folders.
  public var fileName: String
  /// `application/pdf`, `image/png` or `image/jpeg`.
  public var mediaType: String
  /// The file's bytes, unchanged.
  public var original: [UInt8]
  /// The page's box before `/Rotate` as a PNG, for people to look at; empty where it could not be
  /// drawn.
  public var preview: [UInt8]

  /// Makes a plan.
  public init(
    placement: PlanPlacement, fileName: String, mediaType: String, original: [UInt8],
    preview: [UInt8]
  ) {
    self.placement = placement
    self.fileName = fileName
    self.mediaType = mediaType
    self.original = original
    self.preview = preview
  }
}
