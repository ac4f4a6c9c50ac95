public import IndoorGeometry
public import IndoorModel

/// A sheet of paper and how a level is laid on it.
public struct Sheet: Sendable {
  /// The level that it shows.
  public var ordinal: Int
  /// Its number in the drawing list.
  public var number: String
  /// Ground metres a metre of paper: 150 for 1:150.
  public var scale: Double
  /// Clockwise degrees that a reader turns the page by: 0, 90, 180 or 270. The drawing is laid so
  /// that it then stands upright.
  public var rotate: Int
  /// Blank paper around the trimmed sheet, in points: the page's own box is that much larger than
  /// its visible one.
  public var bleed: Double

  /// Size of the trimmed sheet as a reader sees it, in points: A1.
  static let size = (width: 2384.0, height: 1684.0)

  /// The sheets of the museum: three scales, one of them turned by `/Rotate`, one cropped off the
  /// origin.
  public static let museum = [
    Sheet(ordinal: -1, number: "A-099", scale: 100, rotate: 0, bleed: 36),
    Sheet(ordinal: 0, number: "A-100", scale: 150, rotate: 0, bleed: 0),
    Sheet(ordinal: 1, number: "A-101", scale: 150, rotate: 90, bleed: 0),
  ]

  /// Points a ground metre.
  var pointsPerMetre: Double { 1000 / scale * 72 / 25.4 }

  /// From the sheet as a reader sees it, in points from its lower left corner, to PDF user space.
  var displayToPage: AffineTransform {
    let (w, h) = Self.size
    // ISO 32000-1, table 30: a viewer turns the page clockwise by /Rotate, so the drawing is turned
    // the other way.
    let turned =
      switch rotate {
      case 90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
      case 180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
      case 270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
      default: AffineTransform.identity
      }
    return turned.followed(
      by: .translation(x: bleed, y: bleed))
  }

  /// The visible box in user space.
  package var cropBox: BoundingBox<PagePoint> {
    let (w, h) = rotate % 180 == 0 ? Self.size : (Self.size.height, Self.size.width)
    return BoundingBox(
      minimum: PagePoint(x: bleed, y: bleed), maximum: PagePoint(x: bleed + w, y: bleed + h))
  }

  /// The whole page in user space.
  package var mediaBox: BoundingBox<PagePoint> {
    BoundingBox(
      minimum: PagePoint(x: 0, y: 0),
      maximum: PagePoint(x: cropBox.maximum.x + bleed, y: cropBox.maximum.y + bleed))
  }

  /// From the building's grid to the sheet as a reader sees it: the outline's middle in the middle
  /// of the drawing area.
  func buildingToDisplay(of level: LevelDescription) -> AffineTransform {
    let k = pointsPerMetre
    let middle = BoundingBox(level.outline)?.centre ?? BuildingPoint(0, 0)
    return AffineTransform.scale(k)
      .followed(by: .translation(x: 985 - k * middle.x, y: 895 - k * middle.y))
  }

  /// From the building's grid to PDF user space.
  public func buildingToPage(of level: LevelDescription) -> AffineTransform {
    buildingToDisplay(of: level).followed(by: displayToPage)
  }

  /// The level drawn on this sheet, as the bytes of a PDF.
  public func pdf(of level: LevelDescription, in building: BuildingDescription) -> [UInt8] {
    var drawing = FloorPlanDrawing(sheet: self, level: level, building: building)
    drawing.draw()
    return PDFFile(
      mediaBox: mediaBox, cropBox: bleed > 0 ? cropBox : nil, rotate: rotate,
      title: "\(number) \(level.name)", canvas: drawing.canvas
    ).bytes()
  }

  /// Pairs of a page point and its coordinate at corners that can be told on the drawing, picked by
  /// hand as it were: the page points have a noise of 0.3 points a component.
  public func anchors(
    of level: LevelDescription, in building: BuildingDescription, seed: UInt64
  ) -> [Anchor] {
    var generator = SimulationRandom(seed: seed, for: "anchors \(level.ordinal)")
    let toPage = buildingToPage(of: level)
    let box =
      BoundingBox(level.outline)
      ?? BoundingBox(minimum: BuildingPoint(0, 0), maximum: BuildingPoint(0, 0))
    let ends: [(String, BuildingPoint)] = [
      ("south-west", box.minimum), ("south-east", BuildingPoint(box.maximum.x, box.minimum.y)),
      ("north-east", box.maximum), ("north-west", BuildingPoint(box.minimum.x, box.maximum.y)),
    ]
    var picks: [(name: String, point: BuildingPoint)] = ends.compactMap { name, end in
      level.outline.min { $0.distance(to: end) < $1.distance(to: end) }
        .map { ("outer corner, \(name)", $0) }
    }
    let marked: Set = ["unenclosedarea", "auditorium", "opentobelow"]
    picks += level.rooms.filter { marked.contains($0.category) }
      .flatMap { room in
        [
          ("\(room.number) \(room.name), south-west", room.outline[0]),
          ("\(room.number) \(room.name), north-east", room.outline[2]),
        ]
      }
    return picks.map { pick in
      let exact: PagePoint = toPage.apply(pick.point)
      let page = PagePoint(
        x: ((exact.x + 0.3 * generator.normal()) * 100).rounded() / 100,
        y: ((exact.y + 0.3 * generator.normal()) * 100).rounded() / 100)
      return Anchor(
        page: page, coordinate: building.coordinate(of: pick.point), name: pick.name,
        sigmaMetres: 0.01, sigmaPage: 0.3)
    }
  }
}
