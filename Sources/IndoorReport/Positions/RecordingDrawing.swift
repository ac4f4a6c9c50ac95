import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning

/// A recording on the levels' maps. What belongs to which level is looked up once, as a page of a
/// thousand levels would else look through all of it for each.
struct RecordingDrawing {
  /// How much is drawn of recordings on one page, which stays under 3 MB.
  struct Pace {
    private static let mostCircles = 240
    private static let mostDots = 2000
    private static let mostCrosses = 2000
    private static let mostVertices = 30_000

    private let recordings: Int
    /// Of so many true points one gets a dot.
    let points: Int
    /// Of so many true points whose level was missed one gets a cross.
    let crosses: Int
    /// Of so many places of a path one is drawn.
    let vertices: Int

    init(_ recordings: [LocatedRecording]) {
      self.recordings = max(1, recordings.count)
      points = recordings.reduce(0) { $0 + $1.score.points.count } / Self.mostDots + 1
      let missed = recordings.reduce(0) { $0 + $1.score.points.count { $0.isOnLevel == false } }
      crosses = missed / Self.mostCrosses + 1
      let places = recordings.reduce(0) {
        $0 + $1.positions.count + $1.track.count + $1.truth.count
      }
      vertices = places / Self.mostVertices + 1
    }

    /// Seconds between circles of a recording of so many seconds.
    func circles(of duration: Double) -> Double {
      max(4, duration * Double(recordings) / Double(Self.mostCircles))
    }
  }

  private let recording: LocatedRecording
  private let index: Int
  private let pace: Pace
  private let positions: Runs<Position>
  private let track: Runs<Position>
  private let truth: Runs<SurveyWalk.PathPoint>
  /// Numbers of the compared points by their true level.
  private let points: [LevelKey: [Int]]

  /// - Parameters:
  ///   - recording: what was located.
  ///   - index: its number on the page, by which it is shown and hidden.
  ///   - pace: how much of it is drawn.
  init(_ recording: LocatedRecording, _ index: Int, _ pace: Pace) {
    self.recording = recording
    self.index = index
    self.pace = pace
    positions = Runs(recording.positions, level: \.level)
    track = Runs(recording.track, level: \.level)
    truth = Runs(recording.truth, level: \.level)
    let all = recording.score.points
    points = Dictionary(grouping: all.indices) { all[$0].truth.level }
  }

  /// The levels that something of it is on.
  var levels: Set<LevelKey> {
    Set(positions.levels).union(track.levels).union(truth.levels).union(points.keys)
  }

  /// Draws what is on a level.
  func draw(on key: LevelKey, _ titles: LevelTitles, _ map: inout LocalMap) {
    addCircles(on: key, &map)
    // Truth may come many times a second; a dot every other second is as many as the eye can tell
    // apart.
    let all = recording.score.points
    let seconds = recording.duration / Double(max(1, all.count))
    let step = max(pace.points, Int((2 / max(seconds, 0.01)).rounded(.down)))
    let numbers = points[key] ?? []
    map.addTies(
      numbers.compactMap { number in
        guard number % step == 0, let position = all[number].position, position.level == key else {
          return nil
        }
        return (all[number].truth.place, position.place)
      }, ink: .muted, group: index)
    for piece in truth[key] {
      map.addLine(piece.map(\.place).thinned(by: pace.vertices), ink: .truth, group: index)
    }
    for piece in positions[key] {
      map.addLine(piece.map(\.place).thinned(by: pace.vertices), ink: .estimate, group: index)
    }
    for piece in track[key] {
      map.addLine(piece.map(\.place).thinned(by: pace.vertices), ink: .second, group: index)
    }
    for number in numbers { addMark(of: all[number], number, step, titles, &map) }
    addBegin(on: key, &map)
  }

  /// A circle every few metres tells as much as one a second, and lets the plan be seen.
  private func addCircles(on key: LevelKey, _ map: inout LocalMap) {
    let least = pace.circles(of: recording.duration)
    var drawn: Timestamp?
    for position in positions[key].joined() {
      guard let radius = position.horizontalAccuracy else { continue }
      if let drawn, position.time.seconds(since: drawn) < least { continue }
      drawn = position.time
      map.addCircle(at: position.place, radius: radius, ink: .estimate, group: index)
    }
  }

  private func addMark(
    of point: WalkScore.Point, _ number: Int, _ step: Int, _ titles: LevelTitles,
    _ map: inout LocalMap
  ) {
    let isWrong = point.isOnLevel == false
    guard number % (isWrong ? pace.crosses : step) == 0, let position = point.position else {
      return
    }
    map.addMark(
      at: isWrong ? point.truth.place : position.place, shape: isWrong ? .cross : .dot,
      ink: isWrong ? .alert : .estimate,
      tip: ErrorCharts.tip(of: point, since: recording.begin, titles),
      key: "\(index).\(number)", group: index)
  }

  private func addBegin(on key: LevelKey, _ map: inout LocalMap) {
    if let first = recording.truth.first, first.level == key {
      map.addMark(
        at: first.place, shape: .ring, ink: .truth, tip: "\(recording.name) begins", group: index)
    }
    if recording.truth.isEmpty, let first = recording.positions.first, first.level == key {
      map.addMark(
        at: first.place, shape: .ring, ink: .estimate, tip: "\(recording.name): first fix",
        group: index)
    }
  }
}

/// Values in a row that are on one level, by level.
private struct Runs<Value> {
  private var runs: [LevelKey: [ArraySlice<Value>]] = [:]

  init(_ values: [Value], level: (Value) -> LevelKey) {
    var begin = 0
    for end in values.indices.dropFirst() where level(values[end]) != level(values[begin]) {
      runs[level(values[begin]), default: []].append(values[begin..<end])
      begin = end
    }
    if !values.isEmpty { runs[level(values[begin]), default: []].append(values[begin...]) }
  }

  var levels: some Sequence<LevelKey> { runs.keys }

  subscript(key: LevelKey) -> [ArraySlice<Value>] { runs[key] ?? [] }
}

extension [LocalPoint] {
  /// Every `stride`-th place, and the last.
  fileprivate func thinned(by stride: Int) -> [LocalPoint] {
    stride < 2
      ? self
      : enumerated().filter { $0.offset % stride == 0 || $0.offset == count - 1 }.map(\.element)
  }
}
