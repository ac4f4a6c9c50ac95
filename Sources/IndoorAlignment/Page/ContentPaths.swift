internal import IndoorGeometry

/// The lines that content paints, in user space: path and matrix operators (ISO 32000-1, 8.4.4 and
/// 8.5), but for what marks put on layers that aren't shown (14.6).
struct ContentPaths {
  /// A painted stretch.
  struct Segment {
    var from: PagePoint
    var to: PagePoint
  }

  private(set) var segments: [Segment] = []

  /// Stretches and saved states kept at most.
  private static let maximumSegments = 2_000_000
  private static let maximumStates = 512
  /// Straight pieces that a curve becomes.
  private static let pieces = 8

  private var matrix = AffineTransform.identity
  private var saved: [AffineTransform] = []
  /// How deep `saved` was where each form began: its own `Q`s don't reach below.
  private var floors: [Int] = []
  private var path: [Segment] = []
  private var start = PagePoint(x: 0, y: 0)
  private var current = PagePoint(x: 0, y: 0)
  private var operands: [Double] = []
  /// How many marks are open, those open where each form began, and the outermost that hides.
  private var marks = 0
  private var markFloors: [Int] = []
  private var hidingMark: Int?

  /// Reads on until a form or image is drawn, whose name is returned; `nil` at the end.
  ///
  /// - Parameter isHidden: whether the layer of a name in the resources' properties isn't shown.
  mutating func read(
    _ reader: inout ContentReader, isHidden: (_ layer: String) -> Bool
  ) -> String? {
    var name: Range<Int>?
    var tag: Range<Int>?
    while let token = reader.next() {
      switch token {
      case .number(let value):
        if operands.count < 32 { operands.append(value) }
      case .name(let text):
        (tag, name) = (name, text)
      case .word(let word):
        let operation = PathOperator(rawValue: reader.code(word))
        defer { operands.removeAll(keepingCapacity: true) }
        switch operation {
        case .draw:
          if let name, hidingMark == nil { return reader.text(name) }
        case .mark, .markWith:
          marks += 1
          if operation == .markWith, hidingMark == nil, let tag, let name,
            reader.text(tag) == "/OC", isHidden(reader.text(name))
          {
            hidingMark = marks
          }
        case .endMark: endMarks(at: max(marks - 1, markFloors.last ?? 0))
        case .some(let operation): apply(operation, operands)
        case nil: break
        }
        (tag, name) = (nil, nil)
      }
    }
    return nil
  }

  /// Begins a form's content under its matrix.
  mutating func enter(_ form: AffineTransform) {
    saved.append(matrix)
    floors.append(saved.count)
    markFloors.append(marks)
    matrix = form.followed(by: matrix)
  }

  /// Ends it.
  mutating func leave() {
    if let marks = markFloors.popLast() { endMarks(at: marks) }
    guard let floor = floors.popLast(), saved.count >= floor else { return }
    saved.removeLast(saved.count - floor)
    matrix = saved.popLast() ?? .identity
  }

  private mutating func endMarks(at left: Int) {
    marks = left
    if let hidingMark, hidingMark > left { self.hidingMark = nil }
  }

  private mutating func apply(_ operation: PathOperator, _ v: [Double]) {
    switch operation {
    case .save:
      if saved.count < Self.maximumStates { saved.append(matrix) }
    case .restore:
      if saved.count > floors.last ?? 0, let last = saved.popLast() { matrix = last }
    case .concatenate where v.count >= 6:
      matrix = AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
        .followed(by: matrix)
    case .move where v.count >= 2:
      current = point(v[0], v[1])
      start = current
    case .line where v.count >= 2:
      line(to: point(v[0], v[1]))
    case .curve where v.count >= 6:
      curve(point(v[0], v[1]), point(v[2], v[3]), point(v[4], v[5]))
    case .curveFromHere where v.count >= 4:
      curve(current, point(v[0], v[1]), point(v[2], v[3]))
    case .curveToEnd where v.count >= 4:
      curve(point(v[0], v[1]), point(v[2], v[3]), point(v[2], v[3]))
    case .rectangle where v.count >= 4:
      start = point(v[0], v[1])
      current = start
      line(to: point(v[0] + v[2], v[1]))
      line(to: point(v[0] + v[2], v[1] + v[3]))
      line(to: point(v[0], v[1] + v[3]))
      line(to: start)
    case .close:
      line(to: start)
    case .closeAndStroke, .closeFillAndStroke, .closeEvenOddFillAndStroke:
      line(to: start)
      paint()
    case .stroke, .fill, .fillOld, .evenOddFill, .fillAndStroke, .evenOddFillAndStroke:
      paint()
    case .end:
      path.removeAll(keepingCapacity: true)
    default: break
    }
  }

  private func point(_ x: Double, _ y: Double) -> PagePoint {
    matrix.apply(PagePoint(x: x, y: y))
  }

  private mutating func line(to end: PagePoint) {
    if current.isFinite, end.isFinite, segments.count + path.count < Self.maximumSegments {
      path.append(Segment(from: current, to: end))
    }
    current = end
  }

  private mutating func curve(_ p: PagePoint, _ q: PagePoint, _ end: PagePoint) {
    let from = current
    for k in 1...Self.pieces {
      let t = Double(k) / Double(Self.pieces)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      line(
        to: PagePoint(
          x: a * from.x + b * p.x + c * q.x + d * end.x,
          y: a * from.y + b * p.y + c * q.y + d * end.y))
    }
  }

  private mutating func paint() {
    if hidingMark == nil { segments += path }
    path.removeAll(keepingCapacity: true)
  }
}
