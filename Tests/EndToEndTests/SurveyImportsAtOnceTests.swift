import Foundation
import IndoorModel
import IndoorStorage
import Testing

@Suite struct SurveyImportsAtOnceTests {
  @Test func `imports at once into one file store each walk once`() throws {
    try Scratch.with { scratch in
      let walks = try SurveySamples.folder(60, in: scratch)
      for round in 0..<3 {
        let file = scratch.path("\(round).gpkg")
        // Three, of which the last two share half of their walks with the others.
        let parts = [0..<30, 15..<45, 30..<60]
        let imports = try parts.map { part in
          let process = Process()
          process.executableURL = URL(fileURLWithPath: try IndoorCommand.path())
          process.arguments =
            ["survey", "import", file] + part.map { "\(walks)/walk-\($0).jsonl" }
          let errors = scratch.path("errors-\(round)-\(part.lowerBound)")
          try Data().write(to: URL(fileURLWithPath: errors))
          process.standardOutput = FileHandle.nullDevice
          process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
          try process.run()
          return (process, errors)
        }
        for (process, errors) in imports {
          process.waitUntilExit()
          let said = try String(contentsOfFile: errors, encoding: .utf8)
          #expect(process.terminationStatus == 0, "\(said)")
        }
        let stored = try VenueFile.open(file, readOnly: true).walks()
        #expect(stored.count == 60)
        #expect(Set(stored.map(\.hash)).count == 60)
        #expect(Set(stored.map(\.recording)).count == 60)
      }
    }
  }
}
