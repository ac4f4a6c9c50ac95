// usage: SimulatedFigures [SEEDS]
//
// Prints, as Markdown, how good positions are in the sample museum and in an office block over so
// many seeds (20 where nothing is said) of transmitters, steel, weather, phones and walkers, with
// walkers who change levels by stairs and by lift.
import Foundation
internal import IndoorModel
@_spi(Measuring) internal import IndoorPositioning
internal import IndoorSimulation

let variants: [(name: String, choose: @Sendable (inout Positioner.Parameters) -> Void)] = [
  ("everything", { _ in }),
  ("without pressure", { $0.inputs.remove(.pressure) }),
  ("without walls", { $0.inputs.remove(.map) }),
  ("without motion sensors", { $0.inputs.remove(.motion) }),
  ("one Wi-Fi scan of eleven", { $0.scanStride = 11 }),
]

func row(_ name: String, _ walks: [SimulatedTrial.Located]) -> String {
  let score = WalkScore(points: walks.flatMap(\.points))
  let delays = walks.flatMap(\.changes).map(\.delay).sorted()
  func share(_ limit: Double) -> String {
    percent(Double(delays.count { $0 <= limit }) / Double(max(1, delays.count)))
  }
  func percent(_ value: Double?) -> String {
    value.map { String(format: "%.1f", 100 * $0) } ?? ""
  }
  func metres(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "" }
  let errors = score.errors
  let radii = ErrorStatistics(score.points.lazy.compactMap { $0.position?.horizontalAccuracy })
  let cells =
    [
      name, "\(score.points.count)", percent(score.onLevel), metres(errors.mean),
      metres(errors.median), metres(errors.percentile(95)), percent(score.withinRadius),
      metres(radii.median), "\(delays.count)", share(1), share(3), share(10),
    ] + wrongLevels(walks)
  return "| " + cells.joined(separator: " | ") + " |"
}

/// Shares of the points on a wrong level: in the first 20 s, within some seconds of a change of
/// level, and elsewhere.
func wrongLevels(_ walks: [SimulatedTrial.Located]) -> [String] {
  var counts = [0, 0, 0]
  for walk in walks {
    guard let begin = walk.points.first?.truth.time else { continue }
    let changes = zip(walk.points, walk.points.dropFirst()).filter {
      $0.truth.level != $1.truth.level
    }.map(\.1.truth.time)
    for point in walk.points where point.isOnLevel == false {
      let time = point.truth.time
      let isNearChange = changes.contains { (-8..<15).contains(time.seconds(since: $0)) }
      counts[isNearChange ? 1 : time.seconds(since: begin) < 20 ? 0 : 2] += 1
    }
  }
  let points = walks.reduce(0) { $0 + $1.points.count }
  return counts.map { String(format: "%.2f", 100 * Double($0) / Double(max(1, points))) }
}

func figures(
  _ title: String, venue: Venue, seeds: Int,
  plans: @escaping @Sendable (SimulatedWorld) -> [WalkPlan]
) throws {
  let trials = try (0..<seeds).map {
    try SimulatedTrial(venue: venue, seed: UInt64($0 + 1), plans: plans)
  }
  print(
    "\n\(title), \(seeds) seeds:\n\n"
      + "| | points | floor | mean | median | p95 | within | radius | changes | in 1 s | in 3 s | in 10 s | wrong at first | near changes | elsewhere |\n"
      + "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
  for variant in variants {
    var parameters = Positioner.Parameters()
    variant.choose(&parameters)
    print(row(variant.name, trials.flatMap { $0.locate(parameters) }))
  }
}

/// From the street to a gallery and back.
func streetFigures(seeds: Int) throws {
  let street = try Street()
  print(
    "\nFrom the street into a building and back, \(seeds) seeds:\n\n"
      + "| | points | right side of the wall | told | floor | mean | median | p95 | within | mean outdoors | within outdoors |\n"
      + "|---|---|---|---|---|---|---|---|---|---|---|")
  let trials = try (0..<seeds).map {
    try SimulatedTrial(venue: street.venue, seed: UInt64($0 + 1), plans: street.plans)
  }
  for variant in variants {
    var parameters = Positioner.Parameters()
    variant.choose(&parameters)
    let points = trials.flatMap { $0.locate(parameters) }.flatMap(\.points)
    let score = street.score(points)
    let all = WalkScore(points: points)
    let outdoors = WalkScore(
      points: points.filter { $0.position?.conditions.contains(.outdoors) ?? false })
    func percent(_ value: Double?) -> String {
      value.map { String(format: "%.1f", 100 * $0) } ?? ""
    }
    func metres(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "" }
    let cells = [
      variant.name, "\(points.count)", percent(score.side), percent(score.isTold),
      percent(score.floor), metres(all.errors.mean), metres(all.errors.median),
      metres(all.errors.percentile(95)), percent(all.withinRadius),
      metres(outdoors.errors.mean), percent(outdoors.withinRadius),
    ]
    print("| " + cells.joined(separator: " | ") + " |")
  }
}

let seeds = max(1, min(1000, CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20))
do {
  try streetFigures(seeds: seeds)
  try figures(
    "The sample museum", venue: BuildingDescription.museum.venue(), seeds: seeds,
    plans: { _ in WalkPlan.museumSurvey + WalkPlan.museumVisits })
  try figures("An office block", venue: OfficeBlock.venue, seeds: seeds, plans: OfficeBlock.plans)
} catch {
  FileHandle.standardError.write(Data("SimulatedFigures: \(error)\n".utf8))
  exit(65)
}
