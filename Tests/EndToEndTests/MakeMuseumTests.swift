import Foundation
import Testing

/// The sample museum, made in a folder that has files of these names.
struct MakeMuseumTests {
  @Test(arguments: ["venue.geojson", "level-1.pdf", "level-G.anchors.geojson"])
  func `what isn't the sample's own stays`(name: String) throws {
    try Scratch.with { scratch in
      let folder = scratch.path("plans")
      let own = try scratch.write("{}", to: "plans/\(name)")
      let result = try IndoorCommand.run("make-museum", "--floor-plans", folder)
      expectBadInput(result, own, "was not made for the sample")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
      #expect(try String(contentsOfFile: own, encoding: .utf8) == "{}")
    }
  }

  @Test func `it is made anew over itself`() throws {
    try Scratch.with { scratch in
      let folder = scratch.path("plans")
      for _ in 0..<2 {
        let result = try IndoorCommand.run("make-museum", "--floor-plans", folder)
        #expect(result.status == 0, "\(result)")
      }
    }
  }
}
