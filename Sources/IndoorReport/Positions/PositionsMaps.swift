import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning

/// The maps of the positions' page: a level each, from the top down.
struct PositionsMaps {
  var venue: Venue
  var plans: [Plan]
  var recordings: [LocatedRecording]

  /// A page stays under 3 MB: this is what it spends on the plans' pictures, on circles, dots and
  /// paths.
  private static let pictureBytes = 1_100_000
  private static let mostCircles = 240
  private static let mostDots = 2000
  private static let mostVertices = 30_000

  var markup: Markup {
    let keys = levels
    guard let extent = extent(of: keys) else { return "<p class=\"lead\">Nothing to show.</p>" }
    let pictured = picturedPlans(keys)
    var used: [LevelKey: Int] = [:]
    for recording in recordings {
      for position in recording.positions { used[position.level, default: 0] += 1 }
      for point in recording.truth { used[point.level, default: 0] += 1 }
    }
    let entries = keys.map { key in
      var map = LocalMap(extent: extent, label: "Map of \(key.title(in: venue))")
      map.addLevel(key, of: venue, isNamed: pictured[key] == nil)
      if let plan = pictured[key] { map.addPlan(plan) }
      for (index, recording) in recordings.enumerated() { draw(recording, index, on: key, &map) }
      return LevelMaps.Entry(
        label: key.title(in: venue), title: key.fullTitle(in: venue), map: map,
        caption: caption(of: key, pictured))
    }
    let busiest = keys.indices.max { used[keys[$0], default: 0] < used[keys[$1], default: 0] } ?? 0
    return LevelMaps(
      entries: entries, initial: busiest, groups: recordings.map(\.name), legend: legend
    ).markup
  }

  private var hasTruth: Bool { recordings.contains { !$0.truth.isEmpty } }

  private var legend: Legend {
    var entries: [(Legend.Swatch, String)] = []
    if hasTruth { entries.append((.line(.truth), "where the phone truly was")) }
    entries.append((.line(.estimate), "where it was located"))
    if recordings.contains(where: { !$0.track.isEmpty }) {
      entries.append((.line(.second), "its track, smoothed afterwards"))
    }
    entries.append((.area(.estimate), "stated radius (68%)"))
    if hasTruth {
      entries.append((.line(.muted), "from the truth to its estimate"))
      entries.append((.cross(.alert), "located on another floor"))
    }
    return Legend(entries)
  }

  /// The levels that something was located on or truly on, and those with a plan, from the top
  /// down.
  private var levels: [LevelKey] {
    var keys = Set(plans.map(\.placement.level))
    for recording in recordings {
      keys.formUnion(recording.positions.map(\.level))
      keys.formUnion(recording.truth.map(\.level))
    }
    if keys.isEmpty { keys = Set(venue.levels.map(\.key)) }
    return keys.sorted(by: LevelKey.fromTheTop)
  }

  /// One extent for all levels, so that lifts stay where they are when the level is switched.
  private func extent(of keys: [LevelKey]) -> BoundingBox<LocalPoint>? {
    if let extent = LocalMap.extent(of: keys, of: venue) { return extent }
    let places = recordings.flatMap { $0.positions.map(\.place) + $0.truth.map(\.place) }
    return BoundingBox(places.filter(\.isFinite))
  }

  /// As many plans as the page can bear, smallest first.
  private func picturedPlans(_ keys: [LevelKey]) -> [LevelKey: Plan] {
    var left = Self.pictureBytes
    var pictured: [LevelKey: Plan] = [:]
    for plan in plans.sorted(by: { $0.preview.count < $1.preview.count })
    where keys.contains(plan.placement.level) && !plan.preview.isEmpty {
      left -= plan.preview.count
      if left < 0 { break }
      pictured[plan.placement.level] = plan
    }
    return pictured
  }

  private func caption(of key: LevelKey, _ pictured: [LevelKey: Plan]) -> Markup {
    let score = WalkScore(
      points: recordings.flatMap(\.score.points).filter { $0.truth.level == key })
    var parts: [String] = []
    if let median = score.errors.median {
      parts.append("\(score.points.count) true points, median error \(ShortNumber.metres(median))")
      parts.append("right floor \(ShortNumber.percent(score.onLevel))")
    }
    if let plan = plans.first(where: { $0.placement.level == key }) {
      parts.append(
        pictured[key] == nil
          ? "plan \(plan.fileName) left out to keep the page small" : "plan \(plan.fileName)")
    }
    return "\(parts.joined(separator: " · "))"
  }

  private func draw(
    _ recording: LocatedRecording, _ index: Int, on key: LevelKey, _ map: inout LocalMap
  ) {
    let positions = recording.positions
    let share = max(1, recordings.count)
    // A circle every few metres tells as much as one a second, and lets the plan be seen.
    let least = max(4, recording.duration * Double(share) / Double(Self.mostCircles))
    var drawn: Timestamp?
    for position in positions where position.level == key {
      guard let radius = position.horizontalAccuracy else { continue }
      if let drawn, position.time.seconds(since: drawn) < least { continue }
      drawn = position.time
      map.addCircle(at: position.place, radius: radius, ink: .estimate, group: index)
    }

    let points = recording.score.points
    let allPoints = recordings.map(\.score.points.count).reduce(0, +)
    // Truth may come many times a second; a dot every other second is as many as the eye can tell
    // apart.
    let pace = recording.duration / Double(max(1, points.count))
    let dotStep = max(allPoints / Self.mostDots + 1, Int((2 / max(pace, 0.01)).rounded(.down)))
    var ties: [(LocalPoint, LocalPoint)] = []
    for (number, point) in points.enumerated() where number % dotStep == 0 {
      guard let position = point.position, point.truth.level == key, position.level == key else {
        continue
      }
      ties.append((point.truth.place, position.place))
    }
    map.addTies(ties, ink: .muted, group: index)

    let allPositions = recordings.map { $0.positions.count + $0.track.count + $0.truth.count }
      .reduce(0, +)
    let stride = allPositions / Self.mostVertices + 1
    for piece in recording.truth.split(whereSeparator: { $0.level != key }) {
      map.addLine(piece.map(\.place).thinned(by: stride), ink: .truth, group: index)
    }
    for piece in positions.split(whereSeparator: { $0.level != key }) {
      map.addLine(piece.map(\.place).thinned(by: stride), ink: .estimate, group: index)
    }
    for piece in recording.track.split(whereSeparator: { $0.level != key }) {
      map.addLine(piece.map(\.place).thinned(by: stride), ink: .second, group: index)
    }

    let begin = recording.begin
    for (number, point) in points.enumerated() {
      let isWrong = point.isOnLevel == false
      guard point.truth.level == key, isWrong || number % dotStep == 0 else { continue }
      guard let position = point.position else { continue }
      map.addMark(
        at: isWrong ? point.truth.place : position.place, shape: isWrong ? .cross : .dot,
        ink: isWrong ? .alert : .estimate, tip: ErrorCharts.tip(of: point, since: begin, in: venue),
        key: "\(index).\(number)", group: index)
    }
    if let first = recording.truth.first, first.level == key {
      map.addMark(
        at: first.place, shape: .ring, ink: .truth, tip: "\(recording.name) begins", group: index)
    }
    if recording.truth.isEmpty, let first = positions.first, first.level == key {
      map.addMark(
        at: first.place, shape: .ring, ink: .estimate, tip: "\(recording.name): first fix",
        group: index)
    }
  }
}

extension [LocalPoint] {
  /// Every `stride`-th place, and the last.
  fileprivate func thinned(by stride: Int) -> [LocalPoint] {
    stride < 2
      ? self
      : enumerated().filter { $0.offset % stride == 0 || $0.offset == count - 1 }.map(\.element)
  }
}
