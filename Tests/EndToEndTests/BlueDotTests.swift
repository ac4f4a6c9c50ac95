import Foundation
import Testing

/// The example that app developers copy from, run on the museum.
@Suite struct BlueDotTests {
  private static func run(_ arguments: String...) throws -> IndoorCommand.Result {
    let beside = URL(fileURLWithPath: try IndoorCommand.path()).deletingLastPathComponent()
    return try IndoorCommand.run(
      arguments, program: beside.appendingPathComponent("BlueDot").path)
  }

  @Test func `it follows a visitor up the stairs and records what it heard`() throws {
    try Scratch.with { scratch in
      let file = try SurveyedMuseum.file(in: scratch)
      let visit = "\(repository)/Surveys/museum/visit-stairs.jsonl"
      let heard = scratch.path("heard.jsonl")
      let run = try Self.run(file, visit, heard)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.first == "Museum of the Open Sea: 3 levels, 62 units")
      // As its truth says: in at the ground floor, then up the stairs. Each level is told once.
      let levels = lines.compactMap { $0.firstMatch(of: /^\d+ s: level (\S+)$/)?.1 }
      #expect(levels == ["G", "1"], "\(run.output)")
      // A line of the dot every five seconds or so of its 237, with a room, a radius and a door.
      let dots = lines.filter { $0.contains(/^\d+ s: level \S+, .*±\d+ m, .*door-\S+ \d+ m/) }
      #expect(dots.count > 35, "\(run.output)")
      #expect(
        lines.contains { $0.contains(": enters ") } && lines.contains { $0.contains(": leaves ") })

      // But for the header it is the visit again; lines of the same moment may be in another order.
      func measured(_ path: String) throws -> [Substring] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
          .sorted()
      }
      #expect(try measured(heard) == (try measured(visit)))
    }
  }

  @Test func `what it can't use it says in a sentence`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let visit = "\(repository)/Surveys/museum/visit-upper.jsonl"
      expectBadInput(try Self.run(file, visit), file, "no radio map")
      expectBadInput(
        try Self.run(scratch.path("none.gpkg"), visit), scratch.path("none.gpkg"), "no such file")
      #expect(try Self.run().status == 64)
    }
  }
}
