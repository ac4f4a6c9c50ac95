import IndoorModel

/// What is done less of where a recording is so long that to locate all of it as usual would take
/// too long: of days of scans, not of a visit.
package struct Relief: Hashable, Sendable {
  /// The part of the particles, and of the ways back through them, that is left, 0 to 1.
  package private(set) var share = 1.0
  /// Seconds between two positions without a scan.
  package private(set) var interval: Double
  /// Seconds that the moments of a track are apart at least.
  package private(set) var spacing = 0.0
  /// Seconds of a pause after which particles may turn.
  package private(set) var pauseStep = 1.0

  /// Seconds that a recording may take.
  fileprivate static let mostSeconds = 13.0
  /// Shares of the particles that suffice with positions as often as usual, and at all.
  private static let (enough, least) = (0.25, 0.05)
  /// Seconds between two positions that are enough where a recording is of weeks.
  private static let longestInterval = 300.0

  /// Seconds between the moments of a track within which nobody gets far.
  private static let longestSpacing = 8.0
  /// Seconds of a pause in which a walker who turns a little each second gets about as far as one
  /// who turns at its end.
  private static let longestPauseStep = 20.0

  /// What a recording needs; `nil` where it can be located as usual.
  ///
  /// - Parameters:
  ///   - observations: what was measured, in order of time.
  ///   - parameters: what was chosen.
  ///   - rows: how many the radio map has; each scan's likelihood goes through all of them.
  ///   - isSmoothed: whether its track is found.
  package init?(
    for observations: [Observation], _ parameters: Positioner.Parameters, rows: Int = 0,
    isSmoothed: Bool
  ) {
    interval = parameters.interval
    let load = Load(of: observations, rows: parameters.scanAlone ? 0 : rows)
    let usual = self
    let hasParticles = !parameters.scanAlone
    let isLagged = hasParticles && parameters.lag > 0
    func seconds(interval longer: Double? = nil, pauseStep wider: Double? = nil) -> Double {
      load.seconds(
        share: hasParticles ? share : 0, interval: longer ?? interval, isLagged: isLagged,
        spacing: isSmoothed ? spacing : nil, pauseStep: wider ?? pauseStep)
    }
    while seconds() > Self.mostSeconds {
      if hasParticles, share > Self.enough {
        share *= 0.9
      } else if seconds(interval: Self.longestInterval) < 0.99 * seconds() {
        interval = min(Self.longestInterval, max(1, 2 * interval))
      } else if seconds(pauseStep: Self.longestPauseStep) < 0.99 * seconds() {
        pauseStep = min(Self.longestPauseStep, 2 * pauseStep)
      } else if isSmoothed, spacing < Self.longestSpacing {
        spacing = max(1, 2 * spacing)
      } else if hasParticles, share > Self.least {
        share *= 0.9
      } else {
        break
      }
    }
    guard self != usual else { return nil }
  }

  /// Parameters with less.
  fileprivate func applied(to usual: Positioner.Parameters) -> Positioner.Parameters {
    var parameters = usual
    parameters.interval = interval
    parameters.tracker.spacing = spacing
    parameters.tracker.filter.walk.pauseStep = pauseStep
    parameters.tracker.filter.count = max(1, Int(Double(usual.particleCount) * share))
    parameters.simulation.count = max(1, Int(Double(usual.simulation.count) * share))
    return parameters
  }

  /// What there is to locate.
  private struct Load {
    /// Scans and known places, each of which weighs the particles.
    var weighings = 0.0
    /// Seconds that likelihoods of scans take, which no relief makes less.
    var likelihoods = 0.0
    /// Samples, after which a position may be due.
    var samples = 0.0
    /// Seconds in which something was measured at least once a second, and others of up to five
    /// minutes without.
    var (awake, silent) = (0.0, 0.0)

    init(of observations: [Observation], rows: Int) {
      var last: Timestamp?
      for observation in observations {
        switch observation {
        case .scan, .fix: weighings += 1
        case .acceleration, .angularRate, .magneticField, .pressure: samples += 1
        }
        let time = observation.time
        let gap = last.map { time.seconds(since: $0) } ?? 0
        last = time
        if gap <= 1 { awake += max(0, gap) } else { silent += min(gap, Positioner.longestSilence) }
      }
      // Fewer particles than that leaves time for would not help.
      likelihoods = min(weighings * Double(rows) * 4e-9, 0.7 * Relief.mostSeconds)
    }

    /// What it takes, about: of each scan, of each position between scans, of each that looks back
    /// and of each second that particles wander, and of the ways back through a moment.
    func seconds(
      share: Double, interval: Double, isLagged: Bool, spacing: Double?, pauseStep: Double
    ) -> Double {
      let between = min(samples, awake / max(0.01, interval)) + silent / max(1, interval)
      let passed = awake + silent
      let moments =
        spacing.map {
          min(
            weighings + min(between, passed / ParticleLog.interval), passed / max(1e-3, $0))
        } ?? 0
      // A pause counts for a minute, and each piece of that by itself.
      let wandered = max(
        between, (passed * min(1, 60 / interval) - weighings) / min(pauseStep, max(1, interval)))
      let micro =
        weighings * (10 + 45 * share) + between * (6 + 10 * share) + wandered * 20 * share
        + (isLagged ? (weighings + between) * 175 * share : 0)
      return likelihoods + 1e-6 * (micro + moments * (10 + 450 * share * share))
    }
  }
}

extension Positioner.Parameters {
  /// How many particles there are.
  package var particleCount: Int { tracker.filter.count }

  /// These for a recording that needs less.
  package func relieved(by relief: Relief?) -> Self { relief?.applied(to: self) ?? self }
}
