import IndoorGeometry

/// What is drawn on one page, as a PDF content stream (ISO 32000-1, 8.5 and 9.4).
struct PDFCanvas {
  private(set) var content = ""

  private func n(_ value: Double) -> String { PDFNumber.text(value) }

  private mutating func emit(_ line: String) {
    content += line
    content += "\n"
  }

  /// Maps what follows; undone by `restore`.
  mutating func save(_ m: AffineTransform = .identity) {
    emit("q")
    guard m != .identity else { return }
    emit(m.coefficients.map { PDFNumber.text($0, digits: 5) }.joined(separator: " ") + " cm")
  }

  mutating func restore() { emit("Q") }

  /// Width of lines, in points, and their grey, 0 black to 1 white.
  mutating func pen(_ width: Double, grey: Double = 0, dash: [Double] = []) {
    emit("\(n(width)) w \(n(grey)) G [\(dash.map(n).joined(separator: " "))] 0 d")
  }

  /// Grey of areas, 0 black to 1 white.
  mutating func fill(grey: Double) { emit("\(n(grey)) g") }

  mutating func line(_ a: PagePoint, _ b: PagePoint) {
    emit("\(n(a.x)) \(n(a.y)) m \(n(b.x)) \(n(b.y)) l S")
  }

  /// How a path ends: its operator.
  enum Paint: String {
    case stroke = "S"
    case fill = "f"
    case fillEvenOdd = "f*"
    case fillAndStroke = "B"
  }

  mutating func polygons(_ rings: [[PagePoint]], _ paint: Paint) {
    for ring in rings {
      for (index, p) in ring.enumerated() { emit("\(n(p.x)) \(n(p.y)) \(index == 0 ? "m" : "l")") }
      emit("h")
    }
    emit(paint.rawValue)
  }

  mutating func polyline(_ points: [PagePoint]) {
    for (index, p) in points.enumerated() { emit("\(n(p.x)) \(n(p.y)) \(index == 0 ? "m" : "l")") }
    emit("S")
  }

  mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ paint: Paint) {
    emit("\(n(x)) \(n(y)) \(n(width)) \(n(height)) re \(paint.rawValue)")
  }

  /// A quarter of a circle around `centre` from `start` to `end`, which stand at a right angle.
  ///
  /// One cubic Bézier curve with the usual (√2 - 1)·4/3, 0.03% off the circle.
  private mutating func quarter(_ centre: PagePoint, _ start: PagePoint, _ end: PagePoint) {
    let k = 0.5522847498
    let c1 = PagePoint(x: start.x + k * (end.x - centre.x), y: start.y + k * (end.y - centre.y))
    let c2 = PagePoint(x: end.x + k * (start.x - centre.x), y: end.y + k * (start.y - centre.y))
    emit("\(n(c1.x)) \(n(c1.y)) \(n(c2.x)) \(n(c2.y)) \(n(end.x)) \(n(end.y)) c")
  }

  mutating func quarterArc(centre: PagePoint, from start: PagePoint, to end: PagePoint) {
    emit("\(n(start.x)) \(n(start.y)) m")
    quarter(centre, start, end)
    emit("S")
  }

  mutating func circle(_ centre: PagePoint, radius r: Double, _ paint: Paint) {
    let corners = [(r, 0.0), (0, r), (-r, 0), (0, -r), (r, 0)].map {
      PagePoint(x: centre.x + $0.0, y: centre.y + $0.1)
    }
    emit("\(n(corners[0].x)) \(n(corners[0].y)) m")
    for (a, b) in zip(corners, corners.dropFirst()) { quarter(centre, a, b) }
    emit("h \(paint.rawValue)")
  }

  enum Alignment { case left, centre, right }

  /// A line of text whose baseline begins, is centred or ends at a point; `upwards` turns it a
  /// quarter.
  mutating func text(
    _ text: String, at point: PagePoint, size: Double, bold: Bool = false,
    align: Alignment = .left, upwards: Bool = false
  ) {
    let width = Helvetica.width(of: text, size: size, bold: bold)
    let shift = align == .left ? 0 : align == .centre ? -width / 2 : -width
    let x = point.x + (upwards ? 0 : shift)
    let y = point.y + (upwards ? shift : 0)
    let turn = upwards ? "0 1 -1 0" : "1 0 0 1"
    emit("BT /\(bold ? "F2" : "F1") \(n(size)) Tf \(turn) \(n(x)) \(n(y)) Tm")
    emit("(\(Self.escaped(text))) Tj ET")
  }

  /// A literal string in WinAnsiEncoding, which is Latin-1 for what drawings say; the rest becomes
  /// `?`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "(", ")", "\\": result += "\\\(scalar)"
      case _ where (32..<127).contains(scalar.value): result.unicodeScalars.append(scalar)
      case _ where (160..<256).contains(scalar.value):
        result += "\\" + String(scalar.value, radix: 8)
      default: result += "?"
      }
    }
    return result
  }
}
