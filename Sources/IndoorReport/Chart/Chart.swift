/// A chart of lines, bands and dots over two axes, as SVG.
public struct Chart: Sendable {
  /// What the chart shows, for those who don't see it.
  public var label: String
  /// The horizontal axis.
  public var x: Axis
  /// The vertical axis.
  public var y: Axis

  private let width: Double
  private let height: Double
  private var behind = Markup()
  private var lines = Markup()
  private var front = Markup()
  /// Where words of upright lines lie: their stretch across in pixels, and their row from the end.
  private var words: [(room: ClosedRange<Double>, row: Int, isLow: Bool)] = []

  private let inset = (left: 40.0, right: 12.0, top: 22.0, bottom: 34.0)

  /// Makes an empty chart of a size in pixels.
  public init(label: String, x: Axis, y: Axis, width: Double = 560, height: Double = 240) {
    self.label = label
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Shades what lies between two edges. With `isStepped`, each place holds until the next.
  public mutating func addBand(_ points: [BandPoint], ink: Ink, isStepped: Bool = false) {
    // An edge under a line needs half of the line's detail.
    let columnWidth = (x.upper - x.lower) / width * 2
    let upper = points.map { ChartPoint(x: $0.x, y: $0.high) }
    let lower = points.map { ChartPoint(x: $0.x, y: $0.low) }
    for (top, bottom) in zip(Series.pieces(of: upper), Series.pieces(of: lower)) {
      var outline = path(Series.thinned(top, columnWidth: columnWidth), isStepped: isStepped)
      let back = path(
        Series.thinned(bottom, columnWidth: columnWidth), isStepped: isStepped, isBackwards: true)
      outline += "L\(back.dropFirst())Z"
      behind += "<path class=\"area i-\(ink.rawValue)\" d=\"\(outline)\"/>"
    }
  }

  /// Shades stretches of the horizontal axis from top to bottom, as where a device rested.
  public mutating func addSpans(_ spans: [ClosedRange<Double>], ink: Ink) {
    for span in spans {
      let (from, to) = (across(span.lowerBound), across(span.upperBound))
      behind += """
        <rect class="area i-\(ink.rawValue)" x="\(from, decimals: 1)" y="\(inset.top, decimals: 0)" \
        width="\(max(to - from, 0.8), decimals: 1)" height="\(height - inset.top - inset.bottom, decimals: 0)"/>
        """
    }
  }

  /// Draws a line through points; one whose `y` is not finite breaks it.
  ///
  /// What is denser than the picture's columns is thinned to each column's first, lowest, highest
  /// and last point.
  public mutating func addLine(
    _ points: [ChartPoint], ink: Ink, isStepped: Bool = false, isDashed: Bool = false
  ) {
    for piece in Series.pieces(of: points) {
      let outline = path(
        Series.thinned(piece, columnWidth: (x.upper - x.lower) / width), isStepped: isStepped)
      let dashed = isDashed ? " dashed" : ""
      lines += "<path class=\"line i-\(ink.rawValue)\(dashed)\" d=\"\(outline)\"/>"
    }
  }

  /// Draws a dot with a tooltip. Dots and map marks of the same `key` light up together.
  public mutating func addDot(
    at point: ChartPoint, ink: Ink, tip: String, key: String? = nil, isCross: Bool = false
  ) {
    guard point.x.isFinite, point.y.isFinite else { return }
    front += Mark.markup(
      x: across(point.x), y: down(point.y), ink: ink, tip: tip, key: key,
      shape: isCross ? .cross : .dot)
  }

  /// Draws a dashed line across the chart at a height, with a word at its right end.
  public mutating func addRule(y value: Double, text: String) {
    guard value.isFinite, value >= y.lower, value <= y.upper else { return }
    front += """
      <path class="rule" d="M\(inset.left, decimals: 0) \(down(value), decimals: 1)\
      H\(width - inset.right, decimals: 0)"/><text class="rule" x="\(width - inset.right - 3, decimals: 0)" \
      y="\(down(value) - 4, decimals: 1)" text-anchor="end">\(text)</text>
      """
  }

  /// Draws a dashed line from top to bottom, with a word at its upper end or, with `isLow`, at its
  /// lower one. Words that would lie on earlier ones go below or above them; where four lie
  /// already, the line stays without its word.
  public mutating func addRule(x value: Double, text: String, isLow: Bool = false) {
    guard value.isFinite, value >= x.lower, value <= x.upper else { return }
    let isLeft = x.position(of: value) > 0.75
    front += """
      <path class="rule" d="M\(across(value), decimals: 1) \(inset.top, decimals: 0)\
      V\(height - inset.bottom, decimals: 0)"/>
      """
    let start = across(value) + (isLeft ? -4 : 4)
    let reach = Double(text.count) * 6
    let room = isLeft ? start - reach...start : start...start + reach
    guard
      let row = (0..<4).first(where: { row in
        !words.contains { $0.isLow == isLow && $0.row == row && $0.room.overlaps(room) }
      })
    else { return }
    words.append((room, row, isLow))
    let down = Double(row) * 13
    front += """
      <text class="rule" x="\(start, decimals: 1)" \
      y="\(isLow ? height - inset.bottom - 6 - down : inset.top + 10 + down, decimals: 0)" \
      text-anchor="\(isLeft ? "end" : "start")">\(text)</text>
      """
  }

  /// The chart.
  public var svg: Markup {
    """
    <svg class="chart" viewBox="0 0 \(width, decimals: 0) \(height, decimals: 0)" role="img" aria-label="\(label)">\
    \(grid)\(clipped(behind))\(clipped(lines))\(front)</svg>
    """
  }

  private func clipped(_ content: Markup) -> Markup {
    """
    <svg x="\(inset.left, decimals: 0)" y="\(inset.top, decimals: 0)" \
    width="\(width - inset.left - inset.right, decimals: 0)" \
    height="\(height - inset.top - inset.bottom, decimals: 0)" \
    viewBox="\(inset.left, decimals: 0) \(inset.top, decimals: 0) \
    \(width - inset.left - inset.right, decimals: 0) \(height - inset.top - inset.bottom, decimals: 0)">\
    \(content)</svg>
    """
  }

  private var grid: Markup {
    var grid = Markup()
    let bottom = height - inset.bottom
    for tick in y.ticks {
      grid += """
        <path class="grid" d="M\(inset.left, decimals: 0) \(down(tick), decimals: 1)\
        H\(width - inset.right, decimals: 0)"/><text x="\(inset.left - 6, decimals: 0)" \
        y="\(down(tick) + 3.8, decimals: 1)" text-anchor="end">\(y.text(of: tick))</text>
        """
    }
    for tick in x.ticks {
      grid += """
        <path class="tick" d="M\(across(tick), decimals: 1) \(bottom, decimals: 0)v4"/>\
        <text x="\(across(tick), decimals: 1)" y="\(bottom + 16, decimals: 0)" \
        text-anchor="middle">\(x.text(of: tick))</text>
        """
    }
    grid += """
      <path class="axis" d="M\(inset.left, decimals: 0) \(bottom, decimals: 0)H\(width - inset.right, decimals: 0)"/>\
      <text class="name" x="0" y="11">\(y.label)</text><text class="name" \
      x="\(width - inset.right, decimals: 0)" y="\(height - 3, decimals: 0)" text-anchor="end">\(x.label)</text>
      """
    return grid
  }

  private func across(_ value: Double) -> Double {
    inset.left + x.position(of: value) * (width - inset.left - inset.right)
  }

  private func down(_ value: Double) -> Double {
    height - inset.bottom - y.position(of: value) * (height - inset.top - inset.bottom)
  }

  private func path(_ points: [ChartPoint], isStepped: Bool, isBackwards: Bool = false) -> String {
    var path = ""
    var previous: ChartPoint?
    for point in isBackwards ? points.reversed() : points {
      let place = "\(coordinate(across(point.x))) \(coordinate(down(point.y)))"
      if let previous, isStepped {
        // A step is level from the earlier place and upright at the later one.
        path +=
          isBackwards
          ? "V\(coordinate(down(point.y)))H\(coordinate(across(point.x)))"
          : "H\(coordinate(across(point.x)))V\(coordinate(down(point.y)))"
        _ = previous
      } else {
        path += (path.isEmpty ? "M" : "L") + place
      }
      previous = point
    }
    return path
  }

  /// Far outside the picture is still finite, and short.
  private func coordinate(_ value: Double) -> String {
    ShortNumber.text(min(max(value, -1e5), 1e5), decimals: 1)
  }
}
