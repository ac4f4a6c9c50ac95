import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

/// Images that viewers mirror by an orientation tag: CIPA DC-008, 4.6.4, and TIFF 6.0 say on which
/// side of what is seen the stored rows and columns begin.
struct MirroredTagTests {
  private typealias Map = IndoorGeometry.AffineTransform

  private static let frame = LocalFrame(origin: Coordinate(latitude: 52.5, longitude: 13.4))
  private static let key = LevelKey(ordinal: 0)

  /// From stored pixels to metres east and north, half a metre each, where what is seen has north
  /// above: row 0 is at the top (1, 2), the bottom (3, 4), the left (5, 8) or the right (6, 7).
  private static func map(_ tag: Int) -> Map {
    let (a, b, c, d): (Double, Double, Double, Double) =
      switch tag {
      case 2: (-1, 0, 0, -1)
      case 3: (-1, 0, 0, 1)
      case 4: (1, 0, 0, 1)
      case 5: (0, -1, 1, 0)
      case 6: (0, -1, -1, 0)
      case 7: (0, 1, -1, 0)
      case 8: (0, 1, 1, 0)
      default: (1, 0, 0, -1)
      }
    return Map(a: a / 8, b: b / 8, c: c / 8, d: d / 8, tx: 3, ty: 4)
  }

  /// An image of rooms of different sizes with a tag, and a venue that has them where it shows
  /// them.
  private static func building(_ tag: Int) throws -> (plan: PlanFile, venue: Venue) {
    var random = SplitMix64(seed: 4)
    var picture = SmallPNG(width: 640, height: 480)
    var units: [Unit] = []
    var y = 20.0
    while y < 400 {
      let height = random.uniform(35, 70)
      var x = random.uniform(20, 40)
      while x < 540 {
        let width = random.uniform(30, 90)
        let ring = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
          picture.line(from: from, to: to)
        }
        let corners = ring.map { corner -> Coordinate in
          let place: LocalPoint = map(tag).apply(PagePoint(x: corner.0 + 0.5, y: corner.1 + 0.5))
          return frame.coordinate(from: place)
        }
        units.append(
          Unit(id: "\(units.count)", level: key, geometry: [Polygon(exterior: corners)]))
        x += width
      }
      y += height
    }
    // The tag's chunk goes behind the header.
    let bytes = picture.bytes
    let tagged =
      bytes.prefix(33) + ImagePageTests.chunk("eXIf", ImagePageTests.exif(UInt8(tag)))
      + bytes.dropFirst(33)
    let venue = Venue(
      id: "v", name: "V", origin: frame.origin,
      levels: [Level(id: "l", key: key, label: "0", name: nil, outline: [])], units: units)
    return (try PlanFile(bytes: Array(tagged), name: "plan.png"), venue)
  }

  @Test(arguments: 1...8)
  func `two anchors on stored pixels place an image as viewers see it`(tag: Int) throws {
    let bytes = ImagePageTests.png(
      extra: ImagePageTests.chunk("eXIf", ImagePageTests.exif(UInt8(tag))))
    let page = try PlanFile(bytes: bytes, name: "plan.png").page
    let truth = Self.map(tag).followed(by: .scale(100))
    let anchors = [PagePoint(x: 0, y: 0), PagePoint(x: 3, y: 1)].map { point in
      Anchor(page: point, coordinate: Self.frame.coordinate(from: truth.apply(point)))
    }
    let placed = try PlanAligner(page: page, frame: Self.frame).align(anchors)
    #expect(!placed.isMirrored)
    for corner in page.corners {
      let (there, here): (LocalPoint, LocalPoint) = (
        truth.apply(corner), placed.pageToLocal.apply(corner)
      )
      #expect(there.distance(to: here) < 0.01)
    }
  }

  @Test(arguments: [2, 4, 5, 6, 7])
  func `what is said of an image is of what viewers see`(tag: Int) throws {
    let (plan, venue) = try Self.building(tag)
    var matcher = try PlanMatcher(plan, venue: venue)
    matcher.hints.isNotMirrored = true
    for degrees in [0.0, 40, -40] {
      matcher.hints.upDegrees = degrees
      let placed = try matcher.place(on: Self.key)
      #expect(!placed.isMirrored)
      for corner in plan.page.corners {
        let (there, here): (LocalPoint, LocalPoint) = (
          Self.map(tag).apply(corner), placed.pageToLocal.apply(corner)
        )
        #expect(there.distance(to: here) < 0.3)
      }
    }
    for degrees in [90.0, 180, -90] {
      matcher.hints.upDegrees = degrees
      #expect(throws: AlignmentError.self) { try matcher.place(on: Self.key) }
    }
  }
}
