import IndoorRecordings
import IndoorStorage

extension VenueFile {
  /// What a recording's walk is called in the file: by its content, or by its very bytes where it
  /// was stored while line ends counted.
  func hash(of read: ReadRecording) throws(StorageError) -> String {
    if let hash = read.hashWithLineEnds, try hasWalk(hash) { return hash }
    return read.hash
  }
}
