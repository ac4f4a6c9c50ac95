import Foundation

/// A disk of some megabytes for a database, which takes the right to mount one. It goes with the
/// test.
final class SmallDisk {
  /// Whether one can be made.
  static let canBe: Bool = (try? SmallDisk(megabytes: 1)) != nil

  /// Where it is.
  let path: String

  struct NotMounted: Error {}

  init(megabytes: Int) throws {
    path = "/tmp/indoor-disk-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let options = "size=\(megabytes)m,mode=0777"
    let mounted = try ShellRun.run(["mount", "-t", "tmpfs", "-o", options, "none", path])
    guard mounted.status == 0 else {
      rmdir(path)
      throw NotMounted()
    }
    _ = try ShellRun.run(["chown", "postgres", path])
  }

  deinit {
    _ = try? ShellRun.run(["umount", "-l", path])
    rmdir(path)
  }
}
