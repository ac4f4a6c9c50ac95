import Foundation
import Testing

/// Copies of what is served, and what they leave alone.
@Suite struct BackupTests {
  private let scratch: Scratch
  private let venues: String
  private let state: String

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    state = try scratch.folder("state")
    try Museum.copy(to: "\(venues)/m.gpkg")
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(state)/x"))
  }

  private func backUp(to output: String) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run(
      ["backup", "--venues", venues, "--state", state, "--output", output], in: scratch)
  }

  @Test func `a backup within what it copies is refused, by whatever path`() throws {
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: state)
    for output in ["\(state)/b", "\(state)/new/b/", "\(venues)/b", "\(link)/b"] {
      let run = try backUp(to: output)
      #expect(run.status == 64 && run.errors.contains("which is copied"), "\(output) \(run)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["x"])
  }

  @Test func `a backup leaves alone what others made beside it, and nothing of its own`() throws {
    let other = try scratch.folder("b.part")
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(other)/mine"))
    let before = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
    let run = try backUp(to: scratch.path("b/"))
    #expect(run.status == 0, "\(run)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["mine"])
    let made = try FileManager.default.contentsOfDirectory(atPath: scratch.path("b"))
    #expect(made.sorted() == ["state", "venues"])
    let after = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
    #expect(after.filter { $0.contains(".part") } == before.filter { $0.contains(".part") })
  }

  @Test func `a venue that is gone when its turn comes keeps no other from being copied`() throws {
    // As one is that is taken away while others are copied.
    try FileManager.default.createSymbolicLink(
      atPath: "\(venues)/gone.gpkg", withDestinationPath: scratch.path("nowhere.gpkg"))
    let run = try backUp(to: scratch.path("b"))
    #expect(run.status == 0 && run.output.contains("1 venue file"), "\(run)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("b/venues")) == ["m.gpkg"])
  }

  @Test func `a link that leads back into a folder ends a backup's way there`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(state)/back", withDestinationPath: scratch.folder)
    let run = try backUp(to: scratch.path("b"))
    #expect(run.status == 0, "\(run)")
    #expect(FileManager.default.fileExists(atPath: scratch.path("b/state/x")))
    #expect(!FileManager.default.fileExists(atPath: scratch.path("b/state/back/state")))
  }
}
