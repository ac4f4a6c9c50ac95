public import IndoorModel

// What the project's own measurements need of the inside.

@_spi(Measuring) extension Positioner.Parameters {
  /// Whether scans that are like nothing surveyed count for less where steps are known.
  public var doubtsScans: Bool {
    get { tracker.doubtsScans }
    set { tracker.doubtsScans = newValue }
  }

  /// How the radius follows from what the device knows of its error.
  public var accuracy: AccuracyModel {
    get { tracker.accuracy }
    set { tracker.accuracy = newValue }
  }
}

// What tests change, to see that they would notice.
extension Positioner.Parameters {
  /// Standard deviation of the kernel around a row of the radio map, in metres.
  package var scanSigma: Double {
    get { tracker.likelihood.kernel }
    set { tracker.likelihood.kernel = newValue }
  }

  /// Weinberg's scale of step lengths, in m / (m/s²)^¼.
  package var stepLengthScale: Double {
    get { steps.lengthScale }
    set { steps.lengthScale = newValue }
  }
}

/// The search for the rows of a radio map that are most like a scan, to be timed.
@_spi(Measuring) public struct NeighbourSearch: Sendable {
  private var nearest: NearestRows

  /// Indexes a map.
  public init(of map: RadioMap) { nearest = NearestRows(index: NearestRowsIndex(map: map)) }

  /// Bytes that the index takes, all but what names of columns have.
  public var byteCount: Int { nearest.index.byteCount }

  /// Finds the neighbours of a scan.
  public mutating func match(_ readings: [Reading]) { _ = nearest.match(readings) }

  /// The rows that the last search found, nearest first.
  public var rows: [Int] { nearest.neighbours.map(\.row) }
}

/// The heading filter, to be timed.
@_spi(Measuring) public struct HeadingRun: Sendable {
  private var filter = HeadingFilter(parameters: .gated)

  /// Makes one that knows nothing yet.
  public init() {}

  /// Takes a sample of each sensor, and gives a number that all that was computed goes into.
  public mutating func update(
    angularRate: VectorSample, acceleration: VectorSample, magneticField: VectorSample
  ) -> Double {
    filter.update(angularRate: angularRate)
    filter.update(acceleration: acceleration)
    filter.update(magneticField: magneticField)
    return filter.attitude.w + (filter.heading?.degrees ?? 0)
  }
}

/// The steps that a positioner finds, to know which of its times are a step's.
@_spi(Measuring) public struct StepSearch: Sendable {
  private var detector = StepDetector()

  /// Makes one that knows nothing yet.
  public init() {}

  /// Whether a sample, in m/s², completes a step.
  public mutating func isStep(_ acceleration: VectorSample) -> Bool {
    detector.update(acceleration: acceleration) != nil
  }
}
