import IndoorGeometry
import IndoorLibc

/// Straight lines that lie on each other or follow each other, made one.
///
/// A wall between two rooms is an edge of both, and along a corridor there are many in a row. GEOS
/// would draw each of them, find that their borders nearly coincide, and begin again more slowly.
enum StraightRuns {
  /// Metres that a line's ends may lie beside the run that takes it in.
  static let tolerance = 1e-5
  /// Metres between two lines that still follow each other.
  private static let gap = 2e-6
  /// Sides of the bins that lines are sorted into, in radians and metres: lines of two bins aren't
  /// joined.
  private static let bin = (turn: 1e-3, offset: 0.05)
  /// Runs that are kept open at a time: beside more of them in one bin, lines stay alone.
  private static let most = 8

  /// A line from one place to another.
  struct Line: Hashable {
    var from: LocalPoint
    var to: LocalPoint
  }

  private struct Bin: Hashable {
    var turn: Int32
    var offset: Int64
  }

  /// A line on its bin's axis: from where it reaches to where, in metres.
  private struct Stretch {
    var line: Line
    var low: Double
    var high: Double

    /// By where they begin, the longest first; those that lie on each other come together.
    static func isBefore(_ a: Stretch, _ b: Stretch) -> Bool {
      (a.low, -a.high, a.line.from.x, a.line.from.y)
        < (b.low, -b.high, b.line.from.x, b.line.from.y)
    }
  }

  /// A run of lines, all of them beside the first one's.
  private struct Run {
    let first: Line
    var stretch: Stretch

    init(_ stretch: Stretch) {
      first = stretch.line
      self.stretch = stretch
    }

    /// Takes a stretch in, unless it lies elsewhere.
    mutating func take(_ other: Stretch) -> Bool {
      guard other.low <= stretch.high + gap, isBeside(other.line.from), isBeside(other.line.to)
      else { return false }
      if other.high > stretch.high {
        stretch.high = other.high
        stretch.line.to = other.line.to
      }
      return true
    }

    private func isBeside(_ point: LocalPoint) -> Bool {
      let (dx, dy) = (first.to.x - first.from.x, first.to.y - first.from.y)
      let across = dx * (point.y - first.from.y) - dy * (point.x - first.from.x)
      return abs(across) <= tolerance * (dx * dx + dy * dy).squareRoot()
    }
  }

  /// The edges of closed rings as lines; those without a length are left out.
  static func edges(of ring: [LocalPoint]) -> [Line] {
    ring.indices.compactMap { index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return a == b ? nil : Line(from: a, to: b)
    }
  }

  /// Lines that cover the same ground as the given ones, to within twice the tolerance.
  static func merged(_ lines: some Sequence<Line>) -> [Line] {
    var bins: [Bin: [Stretch]] = [:]
    for line in lines where line.from.isFinite && line.to.isFinite {
      let (bin, stretch) = stretch(of: line)
      bins[bin, default: []].append(stretch)
    }
    return bins.sorted { ($0.key.turn, $0.key.offset) < ($1.key.turn, $1.key.offset) }
      .flatMap { merged($0.value) }
  }

  private static func merged(_ stretches: [Stretch]) -> [Line] {
    var open: [Run] = []
    var lines: [Line] = []
    for stretch in stretches.sorted(by: Stretch.isBefore) {
      if open.indices.contains(where: { open[$0].take(stretch) }) { continue }
      lines += open.filter { $0.stretch.high + gap < stretch.low }.map(\.stretch.line)
      open.removeAll { $0.stretch.high + gap < stretch.low }
      if open.count == most { lines.append(open.removeFirst().stretch.line) }
      open.append(Run(stretch))
    }
    return lines + open.map(\.stretch.line)
  }

  private static func stretch(of line: Line) -> (Bin, Stretch) {
    let (dx, dy) = (line.to.x - line.from.x, line.to.y - line.from.y)
    // Half a turn is cut where walls seldom point: from south-east to north-west.
    let isBack = dx + dy < 0 || (dx + dy == 0 && dx > 0)
    let turn = (atan2(isBack ? -dy : dy, isBack ? -dx : dx) / bin.turn).rounded()
    let (x, y) = (cos(turn * bin.turn), sin(turn * bin.turn))
    func along(_ point: LocalPoint) -> Double { x * point.x + y * point.y }
    let offset = (x * (line.from.y + line.to.y) - y * (line.from.x + line.to.x)) / 2
    let ahead = isBack ? Line(from: line.to, to: line.from) : line
    return (
      Bin(
        turn: Int32(turn), offset: Int64(max(-1e15, min(1e15, (offset / bin.offset).rounded())))),
      Stretch(line: ahead, low: along(ahead.from), high: along(ahead.to))
    )
  }
}
