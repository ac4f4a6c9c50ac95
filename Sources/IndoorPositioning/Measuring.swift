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
