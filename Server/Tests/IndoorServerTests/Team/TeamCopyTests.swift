import Foundation
import Testing

/// The copies of a store's venues that a server has on its disk.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamCopyTests {
  private let world: TeamWorld

  init() throws {
    world = try TeamWorld()
    let push = try world.team(["push", world.scratch.path("m.gpkg"), "--venue", "n"])
    #expect(push.status == 0, "\(push)")
  }

  private func copies(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test(arguments: [1, 600])
  func `copies that nobody asks for go where all take too much, and come again`(seconds: Int) throws
  {
    let folder = try world.scratch.folder("copies")
    let size = try FileManager.default.attributesOfItem(atPath: world.scratch.path("m.gpkg"))[.size]
    // Two are more than is allowed, and one is, too.
    #expect((size as? Int ?? 0) > 1_000_000)
    let server = try ServerProcess(
      "--store", world.database.address, "--copy-megabytes", "1", "--session-seconds",
      "\(seconds)", venues: folder, in: world.scratch)
    #expect(try server.client.get("/v1/venues/m").status == 200)
    #expect(try copies(folder) == ["m.gpkg", "m.gpkg.team"])
    if seconds == 1 { sleep(2) }
    #expect(try server.client.get("/v1/venues/n").status == 200)
    let both = ["m.gpkg", "m.gpkg.team", "n.gpkg", "n.gpkg.team"]
    // What somebody may still be at stays.
    #expect(try copies(folder) == (seconds == 1 ? Array(both.suffix(2)) : both))
    #expect(try server.client.get("/v1/venues/m/walks").status == 200)
    #expect(try copies(folder).contains("m.gpkg"))
  }
}
