/// Opens a file to read it, as `open` does; of the process's own descriptors (`/dev/stdin`,
/// `/dev/fd/3`) also one that is a socket, as what some programs start others with is: Linux opens
/// no socket by its name.
///
/// - Parameter flags: beside `O_RDONLY` and `O_CLOEXEC`.
/// - Returns: a descriptor to be closed, or -1 where `errno` says why there is none.
package func openToRead(_ path: String, _ flags: Int32 = 0) -> Int32 {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
  guard descriptor < 0, errno == ENXIO, let own = ownDescriptor(path) else { return descriptor }
  return fcntl(own, F_DUPFD_CLOEXEC, 0)
}

/// The process's own descriptor that a path means; `nil` for other paths.
package func ownDescriptor(_ path: String) -> Int32? {
  if path == "/dev/stdin" { return 0 }
  for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
    return Int32(path.dropFirst(folder.count))
  }
  return nil
}
