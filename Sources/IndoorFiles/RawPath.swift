internal import IndoorLibc

/// A path as the file system has it: bytes, of which only `/` and NUL mean something.
struct RawPath: Hashable, Sendable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }

  private static let slash = UInt8(ascii: "/")

  /// Whether it is one of a folder by its form, as `a/`.
  var endsInSlash: Bool { bytes.last == Self.slash }

  /// What stands before the last component, by POSIX's `dirname`: `.` where nothing does.
  var folder: RawPath {
    let path = withoutSlashes(bytes[...])
    guard let slash = path.lastIndex(of: Self.slash) else {
      return bytes.isEmpty || !path.isEmpty ? RawPath(".") : RawPath("/")
    }
    let before = withoutSlashes(path[..<slash])
    return before.isEmpty ? RawPath("/") : RawPath(Array(before))
  }

  /// The last component, by POSIX's `basename`: `.` of an empty path, `/` of the root.
  var name: RawPath {
    let path = withoutSlashes(bytes[...])
    guard !path.isEmpty else { return RawPath(bytes.isEmpty ? "." : "/") }
    guard let slash = path.lastIndex(of: Self.slash) else { return RawPath(Array(path)) }
    return RawPath(Array(path[(slash + 1)...]))
  }

  private func withoutSlashes(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let last = path.lastIndex(where: { $0 != Self.slash }) else { return path.prefix(0) }
    return path[...last]
  }

  /// The components, each of them a name.
  var components: [RawPath] {
    bytes.split(separator: Self.slash).map { RawPath(Array($0)) }
  }

  /// Calls `body` with the path as a C string.
  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        // The buffer holds the NUL at least.
        chars.baseAddress.map(body) ?? body("")
      }
    }
  }
}
