import IndoorReport
import Testing

@Suite struct ChartTests {
  @Test func `an axis ends on round ticks around its values`() {
    let axis = Axis.covering("metres", [0.3, 12.7, .nan, .infinity])
    #expect(axis.lower == 0)
    #expect(axis.upper == 15)
    #expect(axis.ticks == [0, 5, 10, 15])
    let field = Axis.covering("µT", [41, 49.5], includesZero: false)
    #expect(field.lower == 40)
    #expect(field.upper == 50)
  }

  @Test func `an axis of nothing, of one value and of huge values is still an axis`() {
    let lists: [[Double]] = [
      [], [.nan], [0], [7], [-3], [1e18, 1e18 + 1024], [1e299], [-1e-300],
    ]
    for values in lists {
      for includesZero in [true, false] {
        let axis = Axis.covering("", values, includesZero: includesZero)
        #expect(axis.upper > axis.lower)
        #expect(axis.ticks.count < 100)
        #expect(axis.ticks.allSatisfy { $0.isFinite })
      }
    }
  }

  @Test func `a clock's ticks are whole seconds, minutes or hours`() {
    #expect(Axis.clock("", duration: 119).ticks == [0, 30, 60, 90])
    #expect(Axis.clock("", duration: 3).ticks == [0, 1, 2, 3])
    #expect(Axis.clock("", duration: .nan).upper == 1)
  }

  @Test func `a line of a million samples stays small and keeps its peaks`() {
    var points = (0..<1_000_000).map { ChartPoint(x: Double($0), y: 1) }
    points[123_456].y = 10
    var chart = Chart(
      label: "", x: .covering("", points.map(\.x)), y: .covering("", [10]))
    chart.addLine(points, ink: .estimate)
    #expect(chart.svg.source.utf8.count < 60_000)
    // The axis is 0 to 10, and the plot's upper edge is 22 pixels down.
    #expect(chart.svg.source.contains(" 22L"))
  }

  @Test func `a gap breaks the line`() {
    var chart = Chart(label: "", x: .covering("", [3]), y: .covering("", [3]))
    chart.addLine(
      [(0, 1), (1, 1), (2, .nan), (3, 1), (3, 2)].map { ChartPoint(x: $0.0, y: $0.1) },
      ink: .truth)
    let drawing = WellFormed(chart.svg.source)
    #expect(drawing.elements["path"]?.count { $0["class"] == "line i-truth" } == 2)
  }

  @Test func `a chart is well-formed whatever its words and values are`() {
    var chart = Chart(
      label: "<\"'&>", x: .covering("<x>", [1]), y: .covering("&", [-5, 5]))
    for value: Double in [0, .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude] {
      chart.addLine([.init(x: value, y: value), .init(x: 1, y: value)], ink: .estimate)
      chart.addBand(
        [.init(x: 0, low: value, high: 1), .init(x: 1, low: -value, high: value)], ink: .muted)
      chart.addDot(at: .init(x: value, y: 0), ink: .alert, tip: "<b>", key: "\"", isCross: true)
      chart.addRule(y: value, text: "</text>")
      chart.addRule(x: value, text: "</text>")
    }
    chart.addSpans([0...1], ink: .second)
    let drawing = WellFormed(chart.svg.source)
    #expect(drawing.isSound)
    #expect(drawing.elements["b"] == nil)
    #expect(!chart.svg.source.contains("nan"))
    #expect(!chart.svg.source.contains("inf"))
  }

  /// A lift passes three levels in seconds, and their names would lie on each other.
  @Test func `words of upright lines that are near each other lie in rows`() {
    var chart = Chart(label: "", x: .covering("s", [0, 300]), y: .covering("m", [0, 1]))
    for place: Double in [10, 100, 101, 102, 103, 104] { chart.addRule(x: place, text: "Level") }
    let drawing = WellFormed(chart.svg.source)
    #expect(drawing.elements["path"]?.count { $0["class"] == "rule" } == 6)
    let heights = drawing.elements["text"]?.filter { $0["class"] == "rule" }.map { $0["y"] } ?? []
    #expect(heights.count == 5)
    #expect(heights.first == heights.dropFirst().first)
    #expect(Set(heights.dropFirst()).count == 4)
  }
}
