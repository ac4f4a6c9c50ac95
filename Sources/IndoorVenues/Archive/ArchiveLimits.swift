/// How much of an archive is taken in.
struct ArchiveLimits {
  /// Entries, those that are passed over too.
  var entries = 1000
  /// Bytes of one file, unpacked.
  var fileBytes = 256 << 20
  /// Bytes of all files together, unpacked.
  var totalBytes = 512 << 20
  /// Unpacked bytes for each packed one, where a file is over a megabyte; deflate ends at 1032,
  /// GeoJSON near 20.
  var ratio: UInt64 = 200
}
