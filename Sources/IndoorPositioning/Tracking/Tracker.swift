import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Follows a device from its first scan on: steps, time and pressure move a thousand particles,
/// scans weigh them.
struct Tracker: Sendable {
  struct Parameters: Hashable, Sendable {
    var trust = ScanTrust()
    var likelihood = ScanLikelihood.Parameters()
    var filter = ParticleFilter.Parameters()
    /// How the radius follows from what the device knows of its error.
    var accuracy = AccuracyModel()
    var heading = HeadingAccuracy()
    /// Whether scans that are like nothing surveyed count for less where steps are known.
    var doubtsScans = true
  }

  /// How sure a heading is that the particles have turned.
  ///
  /// Their deviation, and what they can't know, as they agree too soon: on the malls' survey walks,
  /// 8.5° about the line between two waypoints however close they are. What the heading lost lately
  /// (a gap, another carry) is added.
  struct HeadingAccuracy: Hashable, Sendable {
    /// Standard deviation, in degrees, however close the particles are.
    var floor = 8.5
    /// Part of the particles' deviation that counts, and the largest, in degrees, that is taken up.
    var agreement = 0.55
    var largest = 16.0
    /// Standard deviation of a heading that has lost nothing, in degrees.
    var usual = 12.0
  }

  /// How alike the last scan and the map's rows are.
  private(set) var scores: CosineScores
  private let parameters: Parameters
  private var likelihood: ScanLikelihood
  private var filter: ParticleFilter
  /// What the last fix's radius was made of.
  private(set) var features = AccuracyFeatures()
  /// Up to when time has passed for the particles.
  private var passed: Timestamp?
  private var lastScan: Timestamp?

  /// Makes a tracker that knows nothing yet; the first scan starts it.
  init(index: CosineIndex, ground: Ground, parameters: Parameters, seed: UInt64) {
    self.parameters = parameters
    scores = CosineScores(index: index)
    likelihood = ScanLikelihood(rows: index.rows, parameters: parameters.likelihood)
    filter = ParticleFilter(parameters: parameters.filter, ground: ground, seed: seed)
  }

  /// Whether there was a scan.
  var isStarted: Bool { filter.isStarted }

  /// Whether walls and shops count.
  var usesWalls: Bool { filter.usesWalls }

  /// Forgets where the device is.
  mutating func restart() { filter.restart() }

  /// Lets time pass, with what the motion sensors say or without it.
  mutating func pass(to time: Timestamp, hasMotion: Bool) {
    guard isStarted, let last = passed, time > last else { return }
    filter.pass(time.seconds(since: last), hasMotion: hasMotion)
    passed = time
  }

  /// Takes a step.
  mutating func step(_ stride: MotionTracker.Stride, isClimbing: Bool, knowsHeight: Bool) {
    guard isStarted else { return }
    filter.step(stride, isClimbing: isClimbing, knowsHeight: knowsHeight)
  }

  /// Takes a way up or down.
  mutating func rise(_ piece: PressureHeight.Piece) {
    guard isStarted else { return }
    filter.rise(piece)
  }

  /// Takes a scan's readings; whether the map knows any of them.
  mutating func hear(
    _ readings: [Reading], at time: Timestamp, hasMotion: Bool, knowsHeight: Bool
  ) -> Bool {
    guard scores.match(readings) > 0 else { return false }
    likelihood.update(scores)
    let isFirst = !isStarted
    let similarity = Double(likelihood.similarity)
    features.update(similarity: similarity, excess: Double(scores.excess), isFirst: isFirst)
    pass(to: time, hasMotion: hasMotion)
    filter.update(
      likelihood, rows: scores.index.rows,
      elapsed: lastScan.map { time.seconds(since: $0) } ?? 0, hasMotion: hasMotion,
      trust: parameters.doubtsScans
        ? parameters.trust.share(similarity: similarity, excess: features.excess) : 1,
      knowsHeight: knowsHeight)
    features.update(surprise: filter.surprise, isFirst: isFirst)
    (passed, lastScan) = (time, time)
    return true
  }

  /// Where the device is now, and where it faces by a compass's heading; `nil` before the first
  /// scan.
  mutating func fix(facing heading: Heading?) -> Fix? {
    guard let estimate = filter.estimate() else { return nil }
    features.update(estimate, usesWalls: usesWalls)
    return Fix(
      place: estimate.place, level: estimate.level, levelShare: estimate.levelShare,
      radius: parameters.accuracy.radius(features), spread: estimate.spread,
      isOutside: parameters.accuracy.isOutside(features), heading: heading.map { turned($0) })
  }

  /// A compass's heading, turned by the offset that places and walls have taught the particles:
  /// where the device faces as far as it is carried the way it looks, and where it moves.
  private func turned(_ heading: Heading) -> Heading {
    let accuracy = parameters.heading
    let offset = filter.meanOffset()
    // Of a wrapped normal distribution (Mardia and Jupp 2000, eq. 3.4.15): σ² = -2 ln R.
    let deviation =
      offset.length > 0 ? Angle.degrees((-2 * log(offset.length)).squareRoot()) : 180
    let agreed = accuracy.agreement * min(accuracy.largest, deviation)
    let lost = max(0, heading.accuracy * heading.accuracy - accuracy.usual * accuracy.usual)
    return Heading(
      degrees: Angle.compass(heading.degrees + Angle.degrees(offset.direction)),
      accuracy: min(180, (accuracy.floor * accuracy.floor + agreed * agreed + lost).squareRoot()))
  }
}
