extension Positioner {
  /// What may be chosen.
  public struct Parameters: Hashable, Sendable {
    /// What counts; the rest is passed over as if the device had no such sensor.
    public var inputs: Position.Sources = [.wifi, .ble, .motion, .pressure, .map, .fix]
    /// Whether the magnetometer counts.
    @_spi(Measuring) public var usesCompass = true
    /// Whether each scan is located for itself, without what came before it.
    @_spi(Measuring) public var scanAlone = false
    /// Of so many Wi-Fi scans only the first counts, as on phones that ration them; 1 for all.
    @_spi(Measuring) public var scanStride = 1
    /// Shortest time between two positions without a scan, in seconds.
    public var interval = 0.5
    /// Seconds that positions wait for what comes next to say of them: each is stamped with the
    /// time that it is about, and comes so much later. 0, the default, for where the device is now;
    /// scans that are located for themselves don't wait.
    public var lag = 0.0
    /// Seed of the particles' random numbers.
    public var seed: UInt64 = 1
    /// What is known of the phone beforehand: the `learned` of an earlier walk, for example.
    public var learned = Learned.nothing
    /// Whether the radio offset is learned while walking.
    @_spi(Measuring) public var learnsRadioOffset = true

    /// What searches for the rows that are most like scans may take before the next ones are
    /// approximate; see `NearestRows.work`.
    package var mostSearchWork = Int.max

    /// Metres of a climb after which what was heard before it doesn't count.
    var staleClimb = 2.0
    var steps = StepDetector.Parameters()
    var tracker = Tracker.Parameters()
    var offset = OffsetLearner.Parameters()
    var simulation = BackwardSimulation.Parameters()

    /// The defaults.
    public init() {}
  }
}
