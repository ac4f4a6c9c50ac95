public import IndoorGeometry

/// One surveyed walk: where it went, and the fingerprints taken on the way.
public struct SurveyWalk: Hashable, Sendable {
  /// Hash of the recording's content, hexadecimal; the same recording twice is one walk.
  public var hash: String
  /// The recording's id: the file's name without its extension.
  public var recording: String
  /// Manufacturer and model of the device, where known.
  public var device: String?
  /// Who walked, where known.
  public var surveyor: String?
  /// Which planned path was walked, where known.
  public var plannedPath: String?
  /// What only the recording could tell; `nil` in a venue file that was made before this was kept.
  public var remarks: Remarks?
  /// The surveyed places, in order of time.
  public var path: [PathPoint]
  /// The scans with their places, in order of time.
  public var fingerprints: [Fingerprint]

  /// Makes a walk.
  public init(
    hash: String, recording: String, device: String? = nil, surveyor: String? = nil,
    plannedPath: String? = nil, remarks: Remarks? = nil, path: [PathPoint],
    fingerprints: [Fingerprint]
  ) {
    self.hash = hash
    self.recording = recording
    self.device = device
    self.surveyor = surveyor
    self.plannedPath = plannedPath
    self.remarks = remarks
    self.path = path
    self.fingerprints = fingerprints
  }

  /// What an import sees of a recording that its placed fingerprints no longer show, kept for the
  /// checks of a survey.
  public struct Remarks: Hashable, Sendable {
    /// Scans that no waypoint says the place of.
    public var unplacedScans: Int
    /// Waypoints whose level or place the venue didn't know.
    public var unplacedWaypoints: Int
    /// Seconds by which the recording's clock fell back while recording, 0 where it never did.
    public var clockStepBack: Double
    /// The longest time, in seconds, in which nothing at all was recorded between the first thing
    /// and the last.
    public var longestSilence: Double

    /// Makes remarks.
    public init(
      unplacedScans: Int = 0, unplacedWaypoints: Int = 0, clockStepBack: Double = 0,
      longestSilence: Double = 0
    ) {
      self.unplacedScans = unplacedScans
      self.unplacedWaypoints = unplacedWaypoints
      self.clockStepBack = clockStepBack
      self.longestSilence = longestSilence
    }
  }

  /// A surveyed place at a moment.
  public struct PathPoint: Hashable, Sendable {
    /// When.
    public var time: Timestamp
    /// On which level.
    public var level: LevelKey
    /// Where, in local metres.
    public var place: LocalPoint

    /// Makes a point of a path.
    public init(time: Timestamp, level: LevelKey, place: LocalPoint) {
      self.time = time
      self.level = level
      self.place = place
    }
  }
}
