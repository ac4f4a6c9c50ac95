import IndoorGeometry
import IndoorModel
import IndoorReport
import Testing

@Suite struct LocalMapTests {
  private let extent = BoundingBox(
    minimum: LocalPoint(x: -50, y: -25), maximum: LocalPoint(x: 50, y: 25))

  @Test func `east is right and north is up`() throws {
    var map = LocalMap(extent: extent, label: "")
    map.addMark(at: LocalPoint(x: 0, y: 0), ink: .truth)
    map.addMark(at: LocalPoint(x: 10, y: 20), ink: .truth)
    let circles = (WellFormed(map.svg.source).elements["circle"] ?? [])
    let places = circles.compactMap { circle -> (Double, Double)? in
      guard let x = circle["cx"].flatMap({ Double($0) }),
        let y = circle["cy"].flatMap({ Double($0) })
      else { return nil }
      return (x, y)
    }
    try #require(places.count == 2)
    // 100 m and a tenth of margin over 1100 pixels: 10 pixels a metre.
    #expect(abs(places[1].0 - places[0].0 - 100) < 0.11)
    #expect(abs(places[1].1 - places[0].1 + 200) < 0.11)
    #expect(abs(places[0].0 - 550) < 0.11)
  }

  /// The matrix takes the image's corner to where the placement puts it.
  @Test(arguments: [false, true])
  func `a plan's upper left corner lies where its placement says`(isImage: Bool) throws {
    let page = PlanPage(
      number: 1,
      box: BoundingBox(minimum: PagePoint(x: 10, y: 20), maximum: PagePoint(x: 210, y: 120)),
      rotate: 0, userUnit: 1, isImage: isImage)
    let placement = PlanPlacement(
      level: LevelKey(ordinal: 0), page: page,
      pageToLocal: AffineTransform(a: 0.1, b: 0.2, c: -0.2, d: 0.1, tx: 3, ty: -4))
    let plan = Plan(
      placement: placement, fileName: "p", mediaType: "image/png", original: [],
      preview: [0x89, 0x50])
    var map = LocalMap(extent: extent, label: "")
    map.addPlan(plan)
    let image = try #require(WellFormed(map.svg.source).elements["image"]?.first)
    let numbers = try #require(image["transform"])
      .dropFirst("matrix(".count).dropLast().split(separator: " ").compactMap { Double($0) }
    let matrix = AffineTransform(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    let width = try #require(image["width"].flatMap { Double($0) })
    let height = try #require(image["height"].flatMap { Double($0) })
    // corners: bottom left, bottom right, top right, top left of the page as it is read
    let onScreen = [(0, height), (width, height), (width, 0), (0, 0)]
    for (corner, pixel) in zip(page.corners, onScreen) {
      let ground = placement.local(from: corner)
      let drawn: PagePoint = matrix.apply(PagePoint(x: pixel.0, y: pixel.1))
      #expect(abs(drawn.x - (ground.x - map.extent.minimum.x) * 10) < 0.01)
      #expect(abs(drawn.y - (map.extent.maximum.y - ground.y) * 10) < 0.01)
    }
  }

  @Test func `a map is well-formed whatever is drawn on it`() {
    var map = LocalMap(extent: extent, label: "<>")
    for value: Double in [0, .nan, .infinity, 1e308, -1e308] {
      let place = LocalPoint(x: value, y: value)
      map.addLine([place, LocalPoint(x: 0, y: 0)], ink: .truth)
      map.addCircle(at: place, radius: value, ink: .estimate)
      map.addEllipse(at: place, semiMajor: value, semiMinor: 1, direction: value, ink: .third)
      map.addMark(at: place, shape: .cross, ink: .alert, tip: "<script>", key: "'", group: 1)
      map.addArrow(from: place, to: LocalPoint(x: 1, y: 1), exaggeration: value, ink: .alert)
      map.addText("</svg>", at: place)
      map.addArea(Polygon(exterior: [place, LocalPoint(x: 0, y: 0)]), ink: .second)
    }
    let drawing = WellFormed(map.svg.source)
    #expect(drawing.isSound)
    #expect(drawing.elements["script"] == nil)
    #expect(!map.svg.source.contains("nan"))
    #expect(!map.svg.source.contains("inf"))
  }

  @Test func `the scale bar's length is what it says`() throws {
    let source = LocalMap(extent: extent, label: "").svg.source
    // 110 m over 1100 pixels; the bar is at most a sixth of the width: 10 m, 100 pixels.
    #expect(source.contains(">10 m<"))
    #expect(source.contains("h100v-5"))
  }
}
