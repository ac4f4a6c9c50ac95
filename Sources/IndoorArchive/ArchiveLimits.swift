/// How much of a zip is taken in.
public struct ArchiveLimits: Hashable, Sendable {
  /// Entries, those that nobody reads too.
  public var entries: Int
  /// Bytes of one entry, unpacked.
  public var entryBytes: UInt64
  /// Bytes of all entries that are read, unpacked.
  public var totalBytes: UInt64
  /// Unpacked bytes for each packed one, of an entry over a megabyte; deflate ends at 1032.
  public var ratio: UInt64

  /// Makes limits. The defaults are for archives that are held as a whole.
  public init(
    entries: Int = 1000, entryBytes: UInt64 = 256 << 20, totalBytes: UInt64 = 512 << 20,
    ratio: UInt64 = 100
  ) {
    self.entries = entries
    self.entryBytes = entryBytes
    self.totalBytes = totalBytes
    self.ratio = ratio
  }
}
