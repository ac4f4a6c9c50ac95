import IndoorGeometry

extension FloorPlanDrawing {
  private var bounds: BoundingBox<BuildingPoint> {
    BoundingBox(level.outline)
      ?? BoundingBox(minimum: BuildingPoint(0, 0), maximum: BuildingPoint(0, 0))
  }
  private func gridX() -> [(index: Int, value: Double)] {
    building.gridX.enumerated().map { ($0.offset, $0.element) }.filter {
      $0.1 >= bounds.minimum.x - 0.01 && $0.1 <= bounds.maximum.x + 0.01
    }
  }
  private func gridY() -> [(index: Int, value: Double)] {
    building.gridY.enumerated().map { ($0.offset, $0.element) }.filter {
      $0.1 >= bounds.minimum.y - 0.01 && $0.1 <= bounds.maximum.y + 0.01
    }
  }

  /// Grid lines with a bubble at both ends.
  mutating func drawGrid() {
    let low = at(bounds.minimum)
    let high = at(bounds.maximum)
    let reach = 92.0
    for line in gridX() {
      let x = at(line.value, 0).x
      let ends = [PagePoint(x: x, y: low.y - reach), PagePoint(x: x, y: high.y + 40)]
      drawGridLine(ends, String(line.index + 1))
    }
    for line in gridY() {
      let y = at(0, line.value).y
      let letter = String(UnicodeScalar(UInt8(65 + line.index % 26)))
      drawGridLine([PagePoint(x: low.x - reach, y: y), PagePoint(x: high.x + 40, y: y)], letter)
    }
  }

  private mutating func drawGridLine(_ ends: [PagePoint], _ name: String) {
    canvas.pen(0.35, grey: 0.5, dash: [18, 4, 3, 4])
    canvas.line(ends[0], ends[1])
    canvas.pen(0.8)
    for (end, sign) in [(ends[0], -1.0), (ends[1], 1.0)] {
      let isVertical = ends[0].x == ends[1].x
      let centre = PagePoint(
        x: end.x + (isVertical ? 0 : sign * 13), y: end.y + (isVertical ? sign * 13 : 0))
      canvas.circle(centre, radius: 13, .stroke)
      canvas.fill(grey: 0)
      canvas.text(
        name, at: PagePoint(x: centre.x, y: centre.y - 4.6), size: 13, bold: true, align: .centre)
    }
  }

  /// Two chains below and two on the left: from grid line to grid line, and over all.
  mutating func drawDimensions() {
    let low = at(bounds.minimum)
    let all = bounds
    let xs = Set(gridX().map(\.value) + [all.minimum.x, all.maximum.x]).sorted()
    let ys = Set(gridY().map(\.value) + [all.minimum.y, all.maximum.y]).sorted()
    drawChain(xs, offset: low.y - 48, horizontal: true)
    drawChain([all.minimum.x, all.maximum.x], offset: low.y - 74, horizontal: true)
    drawChain(ys, offset: low.x - 48, horizontal: false)
    drawChain([all.minimum.y, all.maximum.y], offset: low.x - 74, horizontal: false)
  }

  private mutating func drawChain(_ values: [Double], offset: Double, horizontal: Bool) {
    func point(_ value: Double) -> PagePoint {
      horizontal
        ? PagePoint(x: at(value, 0).x, y: offset) : PagePoint(x: offset, y: at(0, value).y)
    }
    for (a, b) in zip(values, values.dropFirst()) {
      let start = point(a)
      let end = point(b)
      canvas.pen(0.4)
      canvas.line(start, end)
      let middle = PagePoint(
        x: (start.x + end.x) / 2 - (horizontal ? 0 : 3),
        y: (start.y + end.y) / 2 + (horizontal ? 3 : 0))
      canvas.fill(grey: 0)
      canvas.text(
        millimetres(b - a), at: middle, size: 9.5, align: .centre, upwards: !horizontal)
    }
    // Extension lines and the oblique strokes that architects use for arrows.
    for value in values {
      let p = point(value)
      canvas.pen(0.3)
      canvas.line(
        PagePoint(x: p.x - (horizontal ? 0 : 7), y: p.y - (horizontal ? 7 : 0)),
        PagePoint(x: p.x + (horizontal ? 0 : 14), y: p.y + (horizontal ? 14 : 0)))
      canvas.pen(1.1)
      canvas.line(PagePoint(x: p.x - 4, y: p.y - 4), PagePoint(x: p.x + 4, y: p.y + 4))
    }
  }

  /// Whole millimetres with a space between the thousands.
  private func millimetres(_ metres: Double) -> String {
    let digits = PDFNumber.text(metres * 1000, digits: 0)
    return digits.count > 3 ? digits.dropLast(3) + " " + digits.suffix(3) : digits
  }
}
