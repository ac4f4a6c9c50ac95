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
  /// The surveyed places, in order of time.
  public var path: [PathPoint]
  /// The scans with their places, in order of time.
  public var fingerprints: [Fingerprint]

  /// Makes a walk.
  public init(
    hash: String, recording: String, device: String? = nil, surveyor: String? = nil,
    path: [PathPoint], fingerprints: [Fingerprint]
  ) {
    self.hash = hash
    self.recording = recording
    self.device = device
    self.surveyor = surveyor
    self.path = path
    self.fingerprints = fingerprints
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
