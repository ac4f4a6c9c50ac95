internal import IndoorGeometry
import IndoorLibc

/// The lines that content paints, in user space: path and matrix operators (ISO 32000-1, 8.4.4 and
/// 8.5), but for what is clipped away, what is fully transparent or white beyond all that was
/// painted before it, what an area covers that is painted over it, and what marks put on layers
/// that aren't shown (14.6).
struct ContentPaths {
  /// A painted stretch.
  struct Segment {
    var from: PagePoint
    var to: PagePoint
  }

  private(set) var segments: [Segment] = []

  /// Stretches and saved states kept at most.
  static let maximumSegments = 2_000_000
  private static let maximumStates = 512
  /// Whether some stretches weren't kept.
  var isCut: Bool { path.isCut }
  /// Clipping paths that are followed; what later ones clip away counts as painted.
  private static let maximumClips = 500_000

  /// The part of a page that an area takes at least which is looked under; names and symbols have
  /// smaller ones behind them.
  private static let smallestCover = 0.01
  /// Stretches that are looked at altogether, whether they lie under an area.
  private static let maximumCovered = 30_000_000

  /// What `q` saves.
  private struct State {
    var matrix = AffineTransform.identity
    var clip = ClipRegion()
    var strokes = ContentInk()
    var fills = ContentInk()
    /// Whether what is painted mixes with what it is painted on, or may be clipped by what isn't
    /// followed here.
    var blends = false
    /// Whether text that is shown clips, which isn't followed (9.3.6).
    var textClips = false
    /// How wide lines are, in units of the content.
    var width = 1.0
  }

  /// What of user space the page shows.
  private let page: BoundingBox<PagePoint>
  private var state = State()
  private var saved: [State] = []
  /// How many `q`s were too deep to be saved.
  private var unsaved = 0
  /// How deep `saved` was where each form began: its own `Q`s don't reach below.
  private var floors: [(saved: Int, unsaved: Int)] = []
  /// Around what has been painted in another colour than white, which only shows on it.
  private var ink = PaintedReach()
  private var path = ContentPath()
  /// Whether nothing but paths is painted: no picture, shading, pattern, soft mask or drawn letter,
  /// which may hold a plan.
  private(set) var isAllPaths = true
  /// Clipping paths, and stretches under areas, that have been looked at.
  private var followed = (clips: 0, covered: 0)
  private var operands: [Double] = []
  private var marks = ContentMarks()

  init(page: BoundingBox<PagePoint>) { self.page = page }

  /// Reads on until a form or image is drawn, whose name is returned; `nil` at the end.
  ///
  /// - Parameter resources: what the content's names stand for.
  mutating func read(
    _ reader: inout ContentReader, _ resources: inout ContentResources
  ) -> PDFName? {
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
          if let name, !marks.hide { return reader.name(name) }
        case .inlineImage: paintPicture()
        case .shade: paintShading()
        case .mark: marks.begin(hides: false)
        case .markWith:
          let isLayer = tag.map { reader.name($0) == "/OC" } ?? false
          marks.begin(
            hides: isLayer && !marks.hide
              && name.map { resources.isHidden(reader.name($0)) } ?? false)
        case .parameters:
          guard let name else { break }
          let said = resources.transparency(reader.name(name))
          state.strokes.alpha = said.strokes ?? state.strokes.alpha
          state.fills.alpha = said.fills ?? state.fills.alpha
          state.width = said.width ?? state.width
          // Until `Q`: other parameters may take back one reason of several.
          state.blends = state.blends || said.blends
          if said.masks { isAllPaths = false }
        case .font:
          if let name, resources.isDrawn(reader.name(name)) { isAllPaths = false }
        case .strokeSpace:
          if let name { state.strokes.take(resources.space(reader.name(name))) }
        case .fillSpace:
          if let name { state.fills.take(resources.space(reader.name(name))) }
        case .endMark: marks.end()
        case .some(let operation):
          if name != nil, [.strokePaint, .fillPaint].contains(operation) { isAllPaths = false }
          apply(operation, operands)
        case nil: break
        }
        (tag, name) = (nil, nil)
      }
    }
    return nil
  }

  /// Paints an image, which fills the unit square (8.9.5).
  mutating func paintPicture() {
    isAllPaths = false
    let corners = [point(0, 0), point(1, 0), point(1, 1), point(0, 1)]
    for corner in corners where !marks.hide && !picturesAreClear { ink.take(corner) }
  }

  /// Paints a shading, which fills what isn't clipped, however far (8.7.4.2).
  private mutating func paintShading() {
    isAllPaths = false
    guard !marks.hide, !picturesAreClear else { return }
    ink.take(PagePoint(x: -.greatestFiniteMagnitude, y: -.greatestFiniteMagnitude))
    ink.take(PagePoint(x: .greatestFiniteMagnitude, y: .greatestFiniteMagnitude))
  }

  /// Whether an image, or a form that is a group, doesn't show.
  var picturesAreClear: Bool { state.fills.alpha <= 0 }

  /// Begins a form's content under its matrix, clipped to its box. A form that is a group is
  /// painted as one, transparent as areas are outside it (11.6.6).
  mutating func enter(_ form: AffineTransform, box: BoundingBox<PagePoint>?, isGroup: Bool) {
    saved.append(state)
    floors.append((saved.count, unsaved))
    marks.enter()
    state.matrix = form.followed(by: state.matrix)
    if isGroup {
      state.blends = state.blends || state.fills.alpha < 1
      (state.strokes.alpha, state.fills.alpha) = (1, 1)
    }
    guard let box else { return }
    let corners = [
      point(box.minimum.x, box.minimum.y), point(box.maximum.x, box.minimum.y),
      point(box.maximum.x, box.maximum.y), point(box.minimum.x, box.maximum.y),
    ]
    guard corners.allSatisfy(\.isFinite) else {
      state.blends = true
      return
    }
    state.clip.intersect(
      zip(corners, corners.dropFirst() + corners.prefix(1)).map { Segment(from: $0, to: $1) })
  }

  /// Ends it.
  mutating func leave() {
    marks.leave()
    guard let floor = floors.popLast(), saved.count >= floor.saved else { return }
    unsaved = floor.unsaved
    saved.removeLast(saved.count - floor.saved)
    state = saved.popLast() ?? State()
  }

  private mutating func apply(_ operation: PathOperator, _ v: [Double]) {
    switch operation {
    case .save:
      if saved.count < Self.maximumStates { saved.append(state) } else { unsaved += 1 }
    case .restore:
      if unsaved > floors.last?.unsaved ?? 0 {
        unsaved -= 1
      } else if saved.count > floors.last?.saved ?? 0, let last = saved.popLast() {
        state = last
      }
    case .concatenate where v.count >= 6:
      state.matrix = AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
        .followed(by: state.matrix)
    case .lineWidth where v.count >= 1: state.width = v[0]
    case .textRendering where v.count >= 1: state.textClips = v[0] >= 4
    case .showText, .showSpacedText, .showNextLine, .showSpacedNextLine:
      state.blends = state.blends || state.textClips
    case .strokeGrey, .strokeRGB: state.strokes.take(v, in: .whiteIsOne)
    case .fillGrey, .fillRGB: state.fills.take(v, in: .whiteIsOne)
    case .strokeCMYK: state.strokes.take(v, in: .whiteIsZero)
    case .fillCMYK: state.fills.take(v, in: .whiteIsZero)
    case .strokeColour, .strokePaint: state.strokes.take(v)
    case .fillColour, .fillPaint: state.fills.take(v)
    case .move where v.count >= 2: path.move(to: point(v[0], v[1]))
    case .line where v.count >= 2: path.line(to: point(v[0], v[1]))
    case .curve where v.count >= 6:
      path.curve(point(v[0], v[1]), point(v[2], v[3]), point(v[4], v[5]))
    case .curveFromHere where v.count >= 4:
      path.curve(path.current, point(v[0], v[1]), point(v[2], v[3]))
    case .curveToEnd where v.count >= 4:
      path.curve(point(v[0], v[1]), point(v[2], v[3]), point(v[2], v[3]))
    case .rectangle where v.count >= 4:
      path.move(to: point(v[0], v[1]))
      path.line(to: point(v[0] + v[2], v[1]))
      path.line(to: point(v[0] + v[2], v[1] + v[3]))
      path.line(to: point(v[0], v[1] + v[3]))
      path.close()
    case .close: path.close()
    case .closeAndStroke:
      path.close()
      paint(strokes: true)
    case .closeFillAndStroke, .closeEvenOddFillAndStroke:
      path.close()
      paint(strokes: true, fills: true)
    case .stroke: paint(strokes: true)
    case .fill, .fillOld, .evenOddFill: paint(fills: true)
    case .fillAndStroke, .evenOddFillAndStroke: paint(strokes: true, fills: true)
    case .end: paint()
    case .clip, .evenOddClip: path.isClip = true
    default: break
    }
  }

  private func point(_ x: Double, _ y: Double) -> PagePoint {
    state.matrix.apply(PagePoint(x: x, y: y))
  }

  /// Ends the path: what it paints, if anything, and then whether it clips.
  private mutating func paint(strokes: Bool = false, fills: Bool = false) {
    let (strokes, fills) = (strokes && !state.strokes.isClear, fills && !state.fills.isClear)
    if !marks.hide, strokes || fills {
      if fills { coverInk() }
      if strokes {
        let scale = max(
          hypot(state.matrix.a, state.matrix.b), hypot(state.matrix.c, state.matrix.d))
        ink.take(width: abs(state.width) * scale)
      }
      let shown = path.stretches.lazy.compactMap(state.clip.clipped)
      if strokes && !state.strokes.isWhite || fills && !state.fills.isWhite {
        for segment in shown {
          ink.take(segment.from)
          ink.take(segment.to)
          segments.append(segment)
        }
      } else if let ink = ink.box {
        segments += shown.compactMap(ink.clipped)
      }
    }
    // Without a point there is no path to clip, and with nothing but one it leaves nothing, as in
    // viewers.
    if path.isClip, path.isBegun {
      if path.isWhole, followed.clips < Self.maximumClips {
        state.clip.intersect(path.stretches, isOnePiece: path.isOnePiece)
        followed.clips += 1
      } else {
        state.blends = true
      }
    }
    path.begin(room: Self.maximumSegments - segments.count)
  }

  /// Takes out what was painted before where the path's area hides it, as the paper that a drawing
  /// is painted anew on does.
  private mutating func coverInk() {
    guard state.fills.isOpaque, !state.blends, unsaved == 0, path.isWhole, path.isOnePiece,
      let whole = ink.whole(on: page)
    else { return }
    if state.clip.contains(whole), ClipRegion.convex(path.stretches, contains: whole) {
      segments.removeAll(keepingCapacity: true)
      ink = PaintedReach()
      return
    }
    var cover = state.clip
    cover.intersect(path.stretches)
    guard let box = cover.box, box.size >= Self.smallestCover * page.size,
      followed.covered + segments.count <= Self.maximumCovered
    else { return }
    followed.covered += segments.count
    guard let first = segments.firstIndex(where: box.meets) else { return }
    var rest = Array(segments[..<first])
    for segment in segments[first...] {
      if box.meets(segment) {
        cover.appendUncovered(segment, inset: ink.margin, to: &rest)
      } else {
        rest.append(segment)
      }
    }
    segments = rest
  }
}

extension BoundingBox<PagePoint> {
  /// In square points.
  fileprivate var size: Double { (maximum.x - minimum.x) * (maximum.y - minimum.y) }

  /// Whether the box around a stretch meets it.
  fileprivate func meets(_ line: ContentPaths.Segment) -> Bool {
    min(line.from.x, line.to.x) <= maximum.x && max(line.from.x, line.to.x) >= minimum.x
      && min(line.from.y, line.to.y) <= maximum.y && max(line.from.y, line.to.y) >= minimum.y
  }
}
