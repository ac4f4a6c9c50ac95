/// How much of a JSON text is taken in.
public struct JSONLimits: Hashable, Sendable {
  /// Bytes that a text may have; for JSON Lines, the whole file.
  public var maximumBytes: Int
  /// Arrays and objects that may stand in one another; an empty one counts as a plain value.
  public var maximumDepth: Int

  /// Makes limits; the defaults are 256 MiB and 64 levels, far beyond any venue's file.
  public init(maximumBytes: Int = 256 << 20, maximumDepth: Int = 64) {
    self.maximumBytes = max(0, min(maximumBytes, 0xFFFF_FFFF))
    self.maximumDepth = max(0, min(maximumDepth, 1024))
  }
}
