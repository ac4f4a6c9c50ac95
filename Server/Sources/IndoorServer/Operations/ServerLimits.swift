/// How much the server takes at once.
public struct ServerLimits: Sendable {
  /// Bytes of a body that asks for positions.
  public var requestBytes = 64 << 10
  /// Bytes of a body of observations: some minutes of motion.
  public var observationBytes = 1 << 20
  /// Bytes of an upload.
  public var uploadBytes = 64 << 20
  /// Bytes of a plan.
  public var planBytes = 100 << 20
  /// Bytes of all bodies that are held at once.
  public var heldBytes = 512 << 20
  /// Bytes of all headers.
  public var headerBytes = 16 << 10
  /// Seconds for a request's headers, and between requests of a connection.
  public var headerSeconds = 10
  /// Seconds for a request's body.
  public var bodySeconds = 30
  /// Requests a second of one token or address; without it 10,000 on this machine alone, else 200.
  public var requestsPerSecond: Double?
  /// Streams of one token.
  public var streamsPerToken = 20
  /// Streams of all.
  public var streams = 10_000
  /// Sessions of all.
  public var sessions = 2000
  /// Seconds that a session may be silent.
  public var sessionSeconds = 600
  /// Bytes of all copies of a store's venues; beyond it those go that nobody asked for longest.
  public var copyBytes: Int64 = 10_000_000_000
  /// Seconds after which a stop no longer waits for what is under way.
  public var stopSeconds = 8

  /// The defaults.
  public init() {}
}
