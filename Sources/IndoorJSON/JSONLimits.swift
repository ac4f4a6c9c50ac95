/// How much of a JSON text is taken in.
public struct JSONLimits: Hashable, Sendable {
  /// Bytes that a text may have; for JSON Lines, the whole file.
  public var maximumBytes: Int
  /// Bytes that one line of JSON Lines may have: what a line holds takes thirty times its bytes
  /// while it is read.
  public var maximumLineBytes: Int
  /// Arrays and objects that may stand in one another; an empty one counts as a plain value.
  public var maximumDepth: Int
  /// Bytes of memory that a text may take once it is read, by an estimate.
  package var maximumMemory = Int.max

  /// Makes limits; the defaults are 256 MiB, lines of 8 MiB and 64 levels, far beyond any venue's
  /// file and any recorder's line.
  public init(
    maximumBytes: Int = 256 << 20, maximumLineBytes: Int = 8 << 20, maximumDepth: Int = 64
  ) {
    self.maximumLineBytes = max(0, maximumLineBytes)
    self.maximumBytes = max(0, min(maximumBytes, 0xFFFF_FFFF))
    self.maximumDepth = max(0, min(maximumDepth, 1024))
  }
}
