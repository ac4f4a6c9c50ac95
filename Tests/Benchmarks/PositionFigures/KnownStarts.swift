import Foundation
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
@_spi(Measuring) import IndoorSurveying

extension SurveyTrial {
  /// What was said at the true points of the half minute after each walk's first one, where that is
  /// known to so many metres, by 68%, and told at once; with `nil` it isn't known.
  func points(after radius: Double?) -> [Point] {
    let found = Found<Point>(count: tasks.count)
    DispatchQueue.concurrentPerform(iterations: tasks.count) { index in
      let (walk, map) = (tasks[index].walk, maps[tasks[index].map])
      guard let start = walk.truth.first(where: { $0.time >= walk.firstScan }) else { return }
      var observations = walk.observations
      if let radius {
        let next = observations.firstIndex { $0.time > start.time } ?? observations.count
        let place = Self.place(start, offBy: radius)
        observations.insert(
          .fix(
            KnownPlace(
              map.frame.coordinate(from: place), radius: radius, level: start.level,
              time: start.time)), at: next)
      }
      var positioner = Positioner(map: map)
      let truth = walk.truth.filter {
        $0.time > start.time && $0.time.seconds(since: start.time) <= 30
      }
      let score = WalkScore(positions: positioner.positions(of: observations), truth: truth)
      let (paths, support) = (paths[tasks[index].map], supports[tasks[index].map])
      found.set(
        index,
        score.points.map {
          Point(
            score: $0, fromPath: paths.distance(to: $0.truth),
            isCovered: support.count(around: $0.truth.place, onLevel: $0.truth.level)
              >= CoverageGrid.enough,
            offset: positioner.learned.radioOffset)
        })
    }
    return found.all()
  }

  /// A place so far off, in a normal distribution of which the radius holds 68%; the same at every
  /// run.
  private static func place(_ point: SurveyWalk.PathPoint, offBy radius: Double) -> LocalPoint {
    var random = SplitMix64(seed: UInt64(bitPattern: point.time.microseconds))
    let (u, v) = (
      Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random)
    )
    let distance = radius * (log(1 - u) / log(1 - 0.68)).squareRoot()
    return LocalPoint(
      x: point.place.x + distance * cos(2 * .pi * v),
      y: point.place.y + distance * sin(2 * .pi * v))
  }
}
