public import IndoorModel

/// What is known of a stored walk without reading its scans.
public struct StoredWalk: Hashable, Sendable {
  /// Hash of the recording's content, hexadecimal.
  public var hash: String
  /// What the walk is called.
  public var recording: String
  /// Manufacturer and model of the device, where known.
  public var device: String?
  /// Who walked, where known.
  public var surveyor: String?
  /// When the first and the last scan with a place were taken; `nil` where there is none.
  public var times: ClosedRange<Timestamp>?
  /// Scans with a place.
  public var placed: Int
  /// Scans that no waypoint says the place of; `nil` where that was not kept.
  public var unplaced: Int?
  /// The levels that scans were taken on.
  public var levels: [LevelKey]
  /// When and by whom the walk was hidden; `nil` where it counts.
  public var removal: Removal?

  /// When and by whom a walk was hidden.
  public struct Removal: Hashable, Sendable {
    /// ISO 8601 in UTC, with milliseconds.
    public var time: String
    /// Who did it.
    public var by: String

    /// Makes a removal.
    public init(time: String, by: String) {
      self.time = time
      self.by = by
    }
  }
}

/// What was done to a walk after its import.
public struct WalkChange: Hashable, Sendable {
  /// What was done.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It was hidden: it stays in the file, and counts no more.
    case removed
    /// It was taken back: it counts again.
    case restored
    /// It was given another name.
    case renamed
  }

  /// The walk.
  public var hash: String
  /// What was done.
  public var kind: Kind
  /// When: ISO 8601 in UTC, with milliseconds.
  public var time: String
  /// Who did it.
  public var by: String
  /// What the walk was called before and after, where it was renamed.
  public var names: Names?

  /// What a walk was called before and after.
  public struct Names: Hashable, Sendable {
    /// Before.
    public var old: String
    /// After.
    public var new: String

    /// Makes the names.
    public init(old: String, new: String) {
      self.old = old
      self.new = new
    }
  }

  /// Makes a change.
  public init(hash: String, kind: Kind, time: String, by: String, names: Names? = nil) {
    self.hash = hash
    self.kind = kind
    self.time = time
    self.by = by
    self.names = names
  }
}
