import Foundation
import IndoorModel
import IndoorStorage
import Testing

@Suite struct SurveyImportKillTests {
  /// How many imports are killed; `INDOORKIT_KILLS` asks for a long run.
  private static let kills =
    ProcessInfo.processInfo.environment["INDOORKIT_KILLS"].flatMap(Int.init) ?? 12

  @Test func `imports killed at any moment lose no stored walk and double none`() throws {
    try Scratch.with { scratch in
      let count = 120
      let walks = try SurveySamples.folder(count, in: scratch)
      let start = ContinuousClock.now
      try IndoorCommand.run("survey", "import", scratch.path("whole.gpkg"), walks)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let whole = try hashes(scratch.path("whole.gpkg"))
      #expect(whole.count == count)

      var path = scratch.path("0.gpkg")
      var stored: [String] = []
      for number in 1...max(1, Self.kills) {
        let moment = UInt32(Double.random(in: 0...1.1) * seconds * 1e6)
        let isOver = try IndoorCommand.runKilled(["survey", "import", path, walks], after: moment)
        let now = try hashes(path)
        #expect(now.starts(with: stored), "what was stored is there, and in its order")
        #expect(Set(now).count == now.count, "no walk is there twice")
        #expect(now.allSatisfy { whole.contains($0) })
        #expect(!isOver || now.count == count)
        stored = now
        if now.count == count {
          path = scratch.path("\(number).gpkg")
          stored = []
        }
      }
      // What goes on after the last kill ends where an import that nothing disturbed ends.
      try IndoorCommand.run("survey", "import", path, walks)
      #expect(try contents(path) == contents(scratch.path("whole.gpkg")))
    }
  }

  private func hashes(_ path: String) throws -> [String] {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size > 0 else { return [] }
    return try VenueFile.openOrCreate(path).walks().map(\.hash)
  }

  private func contents(_ path: String) throws -> [SurveyWalk] {
    var walks: [SurveyWalk] = []
    try VenueFile.open(path).forEachWalk { walks.append($0) }
    return walks.sorted { $0.hash < $1.hash }
  }
}
