import IndoorGeometry

extension FloorPlanDrawing {
  /// Two flights with a landing between them: treads, well, the walking line with its arrow and the
  /// line of the cut.
  mutating func drawStairs(_ room: Room) {
    guard let box = BoundingBox(room.outline),
      let door = level.doors.first(where: { $0.to == room.number })
    else { return }
    let wall = 0.15
    let (x0, x1) = (box.minimum.x + wall, box.maximum.x - wall)
    let entersLow = door.middle.y < box.centre.y
    // y measured from the entry's end.
    func y(_ fromEntry: Double) -> Double {
      entersLow ? box.minimum.y + wall + fromEntry : box.maximum.y - wall - fromEntry
    }
    let well = 0.3
    let middle = (x0 + x1) / 2
    let first = 1.8
    let treads = 13
    canvas.pen(0.5)
    for index in 0...treads {
      let level = y(first + 0.3 * Double(index))
      canvas.line(at(x0, level), at(middle - well / 2, level))
      canvas.line(at(middle + well / 2, level), at(x1, level))
    }
    let last = first + 0.3 * Double(treads)
    let a = at(middle - well / 2, y(first))
    let b = at(middle + well / 2, y(last))
    canvas.pen(0.8)
    canvas.box(min(a.x, b.x), min(a.y, b.y), abs(b.x - a.x), abs(b.y - a.y), .stroke)
    canvas.pen(0.4)
    let right = (middle + well / 2 + x1) / 2
    let left = (middle - well / 2 + x0) / 2
    let far = last + 0.75
    let path = [
      at(right, y(first - 0.4)), at(right, y(far)), at(left, y(far)), at(left, y(first - 0.4)),
    ]
    canvas.polyline(path)
    canvas.circle(path[0], radius: 2.5, .stroke)
    let tip = path[3]
    let back = entersLow ? 7.0 : -7.0
    canvas.polyline([
      PagePoint(x: tip.x - 3.5, y: tip.y + back), tip, PagePoint(x: tip.x + 3.5, y: tip.y + back),
    ])
    canvas.fill(grey: 0)
    canvas.text(
      level.ordinal == 1 ? "DN" : "UP", at: at(right + 0.25, y(first - 0.75)), size: 7)
    // The plane that the plan is cut at goes through the flight up.
    guard level.ordinal < 1 else { return }
    canvas.pen(0.8)
    let cut = first + 2
    let half = (right + left) / 2 + well / 2
    canvas.polyline([
      at(half, y(cut)), at(right - 0.15, y(cut + 0.4)), at(right, y(cut + 0.15)),
      at(right + 0.1, y(cut + 0.8)), at(right + 0.25, y(cut + 0.55)), at(x1, y(cut + 0.95)),
    ])
  }

  /// The car with its cross and counterweight.
  mutating func drawLift(_ room: Room) {
    guard let box = BoundingBox(room.outline) else { return }
    let a = at(box.minimum.x + 0.65, box.minimum.y + 0.45)
    let b = at(box.maximum.x - 0.35, box.maximum.y - 0.45)
    canvas.pen(0.9)
    canvas.box(a.x, a.y, b.x - a.x, b.y - a.y, .stroke)
    canvas.pen(0.4)
    canvas.line(a, b)
    canvas.line(PagePoint(x: a.x, y: b.y), PagePoint(x: b.x, y: a.y))
    let weight = at(box.minimum.x + 0.25, box.minimum.y + 0.9)
    let k = sheet.pointsPerMetre
    canvas.box(weight.x, weight.y, 0.22 * k, 1.2 * k, .stroke)
  }
}
