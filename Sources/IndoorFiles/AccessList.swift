import IndoorLibc

#if os(Linux)
  /// A file's POSIX access list, which says more than its mode: with one the mode's bits of the
  /// group are what all others but the owner may have at most, not what the group may.
  ///
  /// acl(5), "Correspondence between ACL entries and file permission bits". Swift's libc has no
  /// header of extended attributes, so that its functions are asked for by name.
  struct AccessList {
    private let bytes: [UInt8]

    private static let name = "system.posix_acl_access"
    private typealias Getting =
      @convention(c) (
        UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?, Int
      ) -> Int
    private typealias Setting =
      @convention(c) (
        Int32, UnsafePointer<CChar>?, UnsafeRawPointer?, Int, Int32
      ) -> Int32

    private static func function<Function>(_ name: String, _: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
    }

    /// The list of a file in a folder; `nil` where it has none.
    init?(of file: RawPath, in folder: FolderHandle) {
      guard let get = Self.function("lgetxattr", Getting.self) else { return nil }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let path = Array("/proc/self/fd/\(folder.descriptor)/".utf8) + file.bytes
      let count = RawPath(path).withCString { get($0, Self.name, &bytes, bytes.count) }
      guard count > 0 else { return nil }
      self.bytes = Array(bytes.prefix(count))
    }

    /// Gives it to an open file; whether that may have it.
    func give(to descriptor: Int32) -> Bool {
      guard let set = Self.function("fsetxattr", Setting.self) else { return false }
      return set(descriptor, Self.name, bytes, bytes.count, 0) == 0
    }
  }
#endif
