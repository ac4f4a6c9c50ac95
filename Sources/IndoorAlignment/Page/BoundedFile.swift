import IndoorFiles
import IndoorLibc

/// Reading of whole files that may be anything: a device without end, a folder, ten gigabytes.
enum BoundedFile {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - limit: bytes at most.
  ///   - remedy: what to do where it has more.
  ///   - waiting: told of a pipe that nothing has come through for a second.
  static func read(
    _ path: String, limit: Int, remedy: String, waiting: (_ path: String) -> Void = { _ in }
  ) throws(AlignmentError) -> [UInt8] {
    if InputPipe.isPipe(path) {
      do throws(InputPipe.Fault) {
        return try InputPipe.read(path, limit: limit, waiting: waiting)
      } catch {
        switch error {
        case .unwritten:
          throw AlignmentError(.unreadableFile, "\(path): \(error.sentence ?? "")")
        case .tooLarge: throw .tooLarge(path, limit: limit, remedy: remedy)
        case .system(let fault): throw .unreadableFile(path, fault)
        }
      }
    }
    let descriptor = openToRead(path)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .missingFile(path) }
      throw .unreadableFile(path, .last)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadableFile(path, .last)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .unreadableFile(path, why: "it is a folder")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = IndoorLibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .unreadableFile(path, .last)
      }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else {
        throw .tooLarge(path, limit: limit, remedy: remedy)
      }
      bytes += chunk[..<count]
    }
  }
}
