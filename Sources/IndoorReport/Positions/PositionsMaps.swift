import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning

/// The maps of the positions' page: a level each, from the top down.
struct PositionsMaps {
  var venue: Venue
  var plans: [Plan]
  var recordings: [LocatedRecording]

  /// A page stays under 3 MB: this is what it spends on the plans' pictures.
  private static let pictureBytes = 1_100_000

  var markup: Markup {
    let keys = levels
    guard let extent = extent(of: keys) else { return "<p class=\"lead\">Nothing to show.</p>" }
    let pictured = picturedPlans(keys)
    var used: [LevelKey: Int] = [:]
    for recording in recordings {
      for position in recording.positions { used[position.level, default: 0] += 1 }
      for point in recording.truth { used[point.level, default: 0] += 1 }
    }
    let pace = RecordingDrawing.Pace(recordings)
    let drawings = recordings.enumerated().map { RecordingDrawing($0.element, $0.offset, pace) }
    var drawn: [LevelKey: [RecordingDrawing]] = [:]
    for drawing in drawings {
      for key in drawing.levels { drawn[key, default: []].append(drawing) }
    }
    let points = Dictionary(grouping: recordings.flatMap(\.score.points), by: \.truth.level)
    let (parts, titles) = (LevelParts(venue), LevelTitles(venue))
    let entries = keys.map { key in
      var map = LocalMap(extent: extent, label: "Map of \(titles.title(of: key))")
      map.addLevel(key, of: parts.alone(key), isNamed: pictured[key] == nil)
      if let plan = pictured[key] { map.addPlan(plan) }
      for drawing in drawn[key] ?? [] { drawing.draw(on: key, titles, &map) }
      return LevelMaps.Entry(
        label: titles.title(of: key), title: titles.fullTitle(of: key), map: map,
        caption: caption(of: key, points[key] ?? [], pictured))
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

  private func caption(
    of key: LevelKey, _ points: [WalkScore.Point], _ pictured: [LevelKey: Plan]
  ) -> Markup {
    let score = WalkScore(points: points)
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
}
