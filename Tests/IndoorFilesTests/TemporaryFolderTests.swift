import Foundation
import IndoorFiles
import Synchronization
import Testing

@Suite struct TemporaryFolderTests {
  private final class Sweeper: Sendable {
    let isOver = Atomic(false)

    /// Takes away what is called as a temporary folder of this process and locked by nobody, as
    /// other processes do with what they take for left.
    func run(in parent: String) {
      let own = "indoor.partial-\(getpid())"
      while !isOver.load(ordering: .relaxed) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(own) { sweep("\(parent)/\(name)") }
      }
    }

    private func sweep(_ folder: String) {
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
      guard descriptor >= 0 else { return }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { rmdir(folder) }
      close(descriptor)
    }
  }

  @Test func `a folder is made while other processes tidy up`() throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    let sweeper = Sweeper()
    Thread.detachNewThread { sweeper.run(in: parent) }
    defer { sweeper.isOver.store(true, ordering: .relaxed) }
    for _ in 0..<20_000 {
      let made = try TemporaryFolder()
      #expect(FileManager.default.fileExists(atPath: made.path))
    }
  }
}
