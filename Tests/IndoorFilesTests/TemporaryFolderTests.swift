import Foundation
import IndoorFiles
import Synchronization
import Testing

@Suite struct TemporaryFolderTests {
  private final class Sweeper: Sendable {
    let isOver = Atomic(false)

    /// Takes a folder away whenever it is there and locked by nobody, as other processes do with
    /// what they take for left.
    func run(_ path: String) {
      while !isOver.load(ordering: .relaxed) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { continue }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
        // What was open may be gone, and another one there since.
        var (opened, there) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(path, &there) == 0,
          opened.st_ino == there.st_ino
        else { continue }
        rmdir(path)
      }
    }
  }

  @Test func `a folder is made while other processes tidy up`() throws {
    // The first name that is tried is the same again once it is free.
    let path = try TemporaryFolder().path
    let sweeper = Sweeper()
    Thread.detachNewThread { sweeper.run(path) }
    defer { sweeper.isOver.store(true, ordering: .relaxed) }
    for _ in 0..<5_000 {
      let made = try TemporaryFolder()
      #expect(FileManager.default.fileExists(atPath: made.path))
    }
  }
}
