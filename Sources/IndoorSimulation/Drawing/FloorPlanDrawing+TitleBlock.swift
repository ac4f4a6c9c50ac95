import IndoorGeometry
import IndoorLibc

extension FloorPlanDrawing {
  private static let left = 1960.0
  private static let right = 2344.0

  /// The column on the right: who, what, scale, north, and the rooms with their areas.
  mutating func drawTitleBlock() {
    let (x0, x1) = (Self.left, Self.right)
    canvas.fill(grey: 1)
    canvas.box(x0, 40, x1 - x0, Sheet.size.height - 80, .fill)
    canvas.pen(1.5)
    canvas.line(PagePoint(x: x0, y: 40), PagePoint(x: x0, y: Sheet.size.height - 40))
    canvas.pen(0.6)
    for y in [110.0, 170, 290, 380, 560, 720] {
      canvas.line(PagePoint(x: x0, y: y), PagePoint(x: x1, y: y))
    }
    canvas.line(PagePoint(x: x0 + 200, y: 40), PagePoint(x: x0 + 200, y: 170))
    canvas.fill(grey: 0)
    let drawingScale = "1:" + PDFNumber.text(sheet.scale, digits: 0) + "  (A1)"
    field("Drawing no.", sheet.number, x0 + 14, 92, size: 26)
    field("Revision", "C", x0 + 214, 92, size: 26)
    field("Scale", drawingScale, x0 + 14, 154, size: 16)
    field("Units", "millimetres", x0 + 214, 154, size: 16)
    field("Drawing", "General arrangement", x0 + 14, 272, size: 18)
    canvas.text("\(level.name) plan", at: PagePoint(x: x0 + 14, y: 206), size: 24, bold: true)
    field("Project", building.name, x0 + 14, 362, size: 20)
    canvas.text(
      "Simulated: building, place and people are invented.", at: PagePoint(x: x0 + 14, y: 312),
      size: 11)
    drawNorthArrow(centre: PagePoint(x: x0 + 100, y: 470))
    drawScaleBar(at: PagePoint(x: x0 + 14, y: 620))
    drawSchedule(x0: x0 + 14, x1: x1 - 14, top: Sheet.size.height - 70)
    canvas.text(
      "Do not scale from copies. All dimensions to be checked on site.",
      at: PagePoint(x: x0 + 14, y: 575), size: 8.5)
  }

  private mutating func field(
    _ caption: String, _ value: String, _ x: Double, _ y: Double, size: Double
  ) {
    canvas.text(caption, at: PagePoint(x: x, y: y), size: 9)
    canvas.text(value, at: PagePoint(x: x, y: y - size - 6), size: size, bold: true)
  }

  /// The building's grid is upright on the sheet, so north is turned against it.
  private mutating func drawNorthArrow(centre: PagePoint) {
    let angle = Angle.radians(90 - building.site.rotationDegrees)
    let up = BuildingPoint(cos(angle), sin(angle))
    func point(_ along: Double, _ across: Double) -> PagePoint {
      let offset = up * along + up.left * across
      return PagePoint(x: centre.x + offset.x, y: centre.y + offset.y)
    }
    canvas.pen(1)
    canvas.circle(centre, radius: 46, .stroke)
    canvas.fill(grey: 0)
    canvas.polygons([[point(58, 0), point(-30, 22), point(-14, 0)]], .fill)
    canvas.polygons([[point(58, 0), point(-30, -22), point(-14, 0)]], .stroke)
    let letter = point(70, 0)
    canvas.text(
      "N", at: PagePoint(x: letter.x, y: letter.y - 6), size: 18, bold: true, align: .centre)
    let note = PagePoint(x: centre.x + 100, y: centre.y)
    canvas.text("True north", at: note, size: 11)
    canvas.text(
      PDFNumber.text(building.site.rotationDegrees, digits: 1) + "\u{b0} from grid",
      at: PagePoint(x: note.x, y: note.y - 16), size: 11)
  }

  private mutating func drawScaleBar(at origin: PagePoint) {
    let k = sheet.pointsPerMetre
    let step = sheet.scale > 120 ? 5.0 : 2.5
    canvas.pen(0.8)
    for index in 0..<3 {
      canvas.fill(grey: index % 2 == 0 ? 0 : 1)
      canvas.box(origin.x + Double(index) * step * k, origin.y, step * k, 8, .fillAndStroke)
    }
    canvas.fill(grey: 0)
    for index in 0...3 {
      let metres = PDFNumber.text(Double(index) * step, digits: 1)
      canvas.text(
        metres, at: PagePoint(x: origin.x + Double(index) * step * k, y: origin.y + 14), size: 9,
        align: index == 0 ? .left : .centre)
    }
    canvas.text(
      "metres, 1:" + PDFNumber.text(sheet.scale, digits: 0),
      at: PagePoint(x: origin.x, y: origin.y - 16), size: 9)
  }

  private mutating func drawSchedule(x0: Double, x1: Double, top: Double) {
    canvas.fill(grey: 0)
    canvas.text("Room schedule", at: PagePoint(x: x0, y: top), size: 15, bold: true)
    var y = top - 26
    func row(_ canvas: inout PDFCanvas, _ cells: [String], bold: Bool) {
      canvas.text(cells[0], at: PagePoint(x: x0, y: y), size: 10.5, bold: bold)
      canvas.text(cells[1], at: PagePoint(x: x0 + 70, y: y), size: 10.5, bold: bold)
      canvas.text(cells[2], at: PagePoint(x: x1, y: y), size: 10.5, bold: bold, align: .right)
      canvas.pen(0.3, grey: 0.6)
      canvas.line(PagePoint(x: x0, y: y - 6), PagePoint(x: x1, y: y - 6))
      y -= 21
    }
    row(&canvas, ["No.", "Room", "Area m\u{b2}"], bold: true)
    let rooms = level.rooms.filter(\.hasFloor)
    for room in rooms {
      row(&canvas, [room.number, room.name, PDFNumber.text(room.area, digits: 1)], bold: false)
    }
    let sum = rooms.reduce(0) { $0 + $1.area }
    row(&canvas, ["", "Gross floor area", PDFNumber.text(sum, digits: 1)], bold: true)
  }
}
