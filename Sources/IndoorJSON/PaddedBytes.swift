import CSIMDJSON
import IndoorLibc

/// A text's bytes with the padding behind them that simdjson may read.
struct PaddedBytes {
  /// The text, then the padding.
  private var storage: [UInt8]
  /// Bytes of the text.
  let count: Int
  /// Where the text begins: behind a byte order mark, which some editors write.
  let start: Int

  private static let padding = Int(CSIMDJSON_PADDING)

  init(_ bytes: [UInt8]) {
    var storage = bytes
    storage.reserveCapacity(bytes.count + Self.padding)
    self.init(unpadded: storage)
  }

  private init(unpadded: [UInt8]) {
    storage = unpadded
    count = unpadded.count
    start = unpadded.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    storage.append(contentsOf: repeatElement(0, count: Self.padding))
  }

  /// Reads a file whole, one of at most `maximumBytes`.
  init(path: String, maximumBytes: Int) throws(JSONError) {
    let descriptor = openToRead(path)
    guard descriptor >= 0 else {
      throw .unreadable(path, .last)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .unreadable(path, .last)
    }
    guard status.st_size <= maximumBytes else {
      throw .tooLarge(path, maximumBytes: maximumBytes)
    }
    var bytes: [UInt8] = []
    var capacity = max(Int(status.st_size), 1 << 16)
    // A file that grows while it is read, or a pipe, is read on in larger pieces until it ends.
    while true {
      let old = bytes
      var failure: Int32 = 0
      bytes = [UInt8](unsafeUninitializedCapacity: capacity + Self.padding + 1) { buffer, count in
        count = 0
        guard let base = buffer.baseAddress else { return }
        old.withUnsafeBufferPointer { former in
          if let from = former.baseAddress { base.update(from: from, count: former.count) }
        }
        count = old.count
        while count <= capacity {
          let got = read(descriptor, base + count, capacity + 1 - count)
          if got < 0 && errno == EINTR { continue }
          if got < 0 { failure = errno }
          if got <= 0 { break }
          count += got
        }
      }
      if failure != 0 {
        throw .unreadable(path, InputFault(failure))
      }
      guard bytes.count <= maximumBytes else {
        throw .tooLarge(path, maximumBytes: maximumBytes)
      }
      if bytes.count <= capacity { break }
      capacity = min(2 * capacity, maximumBytes)
    }
    self.init(unpadded: bytes)
  }

  /// The text with its padding, without a byte order mark.
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<count]))
    }
  }
}
