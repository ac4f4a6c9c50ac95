package import IndoorLibc

/// Files that may be pipes: to open one that nobody writes to would take forever.
package enum InputPipe {
  /// Why there is nothing to read.
  package enum Fault: Error {
    /// Nobody has written to it for so many milliseconds.
    case unwritten(milliseconds: Int)
    /// More bytes come than are wanted.
    case tooLarge
    /// What the system complains of.
    case system(InputFault)
  }

  /// Whether a path leads to a pipe.
  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// What comes through a pipe until its end.
  ///
  /// - Parameters:
  ///   - limit: bytes at most.
  ///   - patience: milliseconds to wait for somebody who writes; what they write is waited for.
  ///   - waiting: told the path, once, after a second without anything to read.
  package static func read(
    _ path: String, limit: Int, patience: Int = 10_000, waiting: (_ path: String) -> Void = { _ in }
  ) throws(Fault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(.last) }
    defer { close(descriptor) }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let first = min(1000, patience)
    var isWritten = poll(&request, 1, Int32(clamping: first)) > 0
    if !isWritten {
      waiting(path)
      isWritten = poll(&request, 1, Int32(clamping: patience - first)) > 0
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = IndoorLibc.read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
        guard bytes.count <= limit else { throw .tooLarge }
      } else if count == 0 {
        guard isWritten || !bytes.isEmpty else { throw .unwritten(milliseconds: patience) }
        return bytes
      } else if errno == EAGAIN {
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        throw .system(.last)
      }
    }
  }
}

extension InputPipe.Fault {
  /// What is wrong with a pipe that nobody writes to, and what to do; `nil` for other faults.
  package var sentence: String? {
    guard case .unwritten(let milliseconds) = self else { return nil }
    return
      "is a pipe that nobody has written to for \(milliseconds / 1000) s; start what writes to "
      + "it, or name a file"
  }
}
