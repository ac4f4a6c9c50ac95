internal import IndoorLibc

/// What is open.
package enum Descriptor {
  /// Writes all bytes, waiting where the other side is slow.
  ///
  /// - Returns: the system's complaint where it doesn't take them, `nil` where all are written.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var sent = 0
    while sent < bytes.count {
      let count = IndoorLibc.write(
        descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
      if count > 0 {
        sent += count
        continue
      }
      let fault = count == 0 ? ENOSPC : errno
      switch fault {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK:
        // Whoever shares the terminal or pipe may have asked for this.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      default: return fault
      }
    }
    return nil
  }

  /// What is open beside the standard streams.
  package static var others: [Int32] {
    guard let folder = try? FolderHandle.open(RawPath("/dev/fd")) else { return [] }
    return folder.names.compactMap { Int32(String(decoding: $0.bytes, as: UTF8.self)) }
      .filter { $0 > STDERR_FILENO }
  }

  /// Writes a text.
  ///
  /// - Returns: the system's complaint where it doesn't take it.
  package static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }
}
