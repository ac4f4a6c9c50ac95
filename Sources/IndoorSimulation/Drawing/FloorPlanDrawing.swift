import IndoorGeometry

/// One level as an architect's office draws it.
struct FloorPlanDrawing {
  let sheet: Sheet
  let level: LevelDescription
  let building: BuildingDescription
  let toDisplay: AffineTransform
  let edges: [[WallEdge]]
  var canvas = PDFCanvas()

  init(sheet: Sheet, level: LevelDescription, building: BuildingDescription) {
    self.sheet = sheet
    self.level = level
    self.building = building
    toDisplay = sheet.buildingToDisplay(of: level)
    edges = level.wallEdges()
  }

  /// The place on the sheet, in points, of a point of the building's grid.
  func at(_ point: BuildingPoint) -> PagePoint { toDisplay.apply(point) }
  func at(_ x: Double, _ y: Double) -> PagePoint { at(BuildingPoint(x, y)) }

  mutating func draw() {
    canvas.save(sheet.displayToPage)
    drawFrame()
    drawGrid()
    drawGround()
    drawWalls()
    drawOpenings()
    for room in level.rooms where room.category == "stairs" { drawStairs(room) }
    for room in level.rooms where room.category == "elevator" { drawLift(room) }
    drawVoids()
    drawFurniture()
    drawLabels()
    drawDimensions()
    drawTitleBlock()
    canvas.restore()
  }

  /// The sheet's border, and crop marks where there is paper beyond it.
  private mutating func drawFrame() {
    let (w, h) = Sheet.size
    canvas.pen(2.5)
    canvas.box(40, 40, w - 80, h - 80, .stroke)
    canvas.pen(0.5)
    canvas.box(28, 28, w - 56, h - 56, .stroke)
    guard sheet.bleed > 0 else { return }
    let b = sheet.bleed
    for (x, sx) in [(0.0, -1.0), (w, 1.0)] {
      for (y, sy) in [(0.0, -1.0), (h, 1.0)] {
        canvas.line(PagePoint(x: x + sx * b * 0.3, y: y), PagePoint(x: x + sx * b * 0.9, y: y))
        canvas.line(PagePoint(x: x, y: y + sy * b * 0.3), PagePoint(x: x, y: y + sy * b * 0.9))
      }
    }
  }

  /// A light tone on what is outdoors.
  private mutating func drawGround() {
    for room in level.rooms where ["unenclosedarea", "terrace"].contains(room.category) {
      canvas.fill(grey: 0.94)
      canvas.polygons([room.outline.map(at)], .fill)
    }
  }

  private mutating func drawVoids() {
    for room in level.rooms where room.category == "opentobelow" {
      guard let box = BoundingBox(room.outline) else { continue }
      canvas.pen(0.5, grey: 0.35, dash: [8, 4])
      canvas.line(at(box.minimum), at(box.maximum))
      canvas.line(at(box.minimum.x, box.maximum.y), at(box.maximum.x, box.minimum.y))
    }
  }

  private mutating func drawFurniture() {
    canvas.pen(0.4, grey: 0.4)
    for item in level.furniture {
      switch item {
      case .box(let low, let high):
        let a = at(low)
        let b = at(high)
        canvas.box(a.x, a.y, b.x - a.x, b.y - a.y, .stroke)
      case .circle(let centre, let radius):
        canvas.circle(at(centre), radius: radius * sheet.pointsPerMetre, .stroke)
      }
    }
  }

  /// Names, numbers and areas, on white where something is drawn below them.
  private mutating func drawLabels() {
    for room in level.rooms {
      guard let box = BoundingBox(room.outline) else { continue }
      let k = sheet.pointsPerMetre
      let area = PDFNumber.text(room.area, digits: 1) + " m\u{b2}"
      let roomWidth = box.width * k
      // A lift's name is small, so that its cross stays to be seen.
      var size = room.category == "elevator" ? 7.0 : 13
      while size > 6, Helvetica.width(of: room.name, size: size, bold: true) > roomWidth - 14 {
        size -= 0.5
      }
      let small = size * 0.75
      let isSmall = box.height < 5 || room.category == "stairs"
      let centre = at(room.label)
      let lines =
        room.category == "elevator" ? [] : isSmall ? [room.number] : [room.number, area]
      let width =
        max(
          Helvetica.width(of: room.name, size: size, bold: true),
          lines.map { Helvetica.width(of: $0, size: small, bold: false) }.max() ?? 0) + 8
      let height = size + Double(lines.count) * small * 1.25 + 5
      canvas.fill(grey: ["unenclosedarea", "terrace"].contains(room.category) ? 0.94 : 1)
      canvas.box(centre.x - width / 2, centre.y - height / 2, width, height, .fill)
      canvas.fill(grey: 0)
      var y = centre.y + height / 2 - size
      canvas.text(
        room.name, at: PagePoint(x: centre.x, y: y), size: size, bold: true, align: .centre)
      for line in lines {
        y -= small * 1.3
        canvas.text(line, at: PagePoint(x: centre.x, y: y), size: small, align: .centre)
      }
    }
  }
}
