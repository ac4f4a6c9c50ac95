import Foundation
import GRDB
import Testing

/// Recordings that are partly or wholly spoilt: what is left of a run, and what is said of it.
struct SpoiltRecordingTests {
  private func venue(in scratch: Scratch) throws -> String {
    let venue = scratch.path("v.gpkg")
    try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
    try IndoorCommand.run("radiomap", "build", venue)
    return venue
  }

  private func walks(in venue: String) throws -> Int? {
    try DatabaseQueue(path: venue).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM walks") }
  }

  @Test(arguments: [
    (#"{"format":"indoorkit","version":1,"le\u0076el":"nowhere at all"}"#, "nowhere at all"),
    (#"{"format":"indoorkit","version":7}"#, "version 7"),
  ])
  func `a source that can't be read leaves nothing of those before it`(
    header: String, word: String
  ) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let good = try SurveySamples.file(0, in: scratch)
      let bad = try scratch.write(header + "\n", to: "bad.jsonl")
      let result = try IndoorCommand.run("survey", "import", venue, good, bad)
      expectBadInput(result, bad, word)
      #expect(try walks(in: venue) == 0)
    }
  }

  @Test func `a gyroscope that is out of range is not called missing`() throws {
    try Scratch.with { scratch in
      let lines = (1...3).map { "{\"t\":\($0),\"gyr\":[9e9,0,0]}\n" }.joined()
      let file = try scratch.write(
        "{\"format\":\"indoorkit\",\"version\":1}\n" + lines, to: "g.jsonl")
      expectBadInput(
        try IndoorCommand.run("motion", file, "--output", scratch.path("a.csv")),
        file, "that could be read (3 × number out of range")
    }
  }

  @Test func `without accelerations, or with too few, steps are unknown and not none`() throws {
    try Scratch.with { scratch in
      for (name, acceleration, said) in [
        ("none", "", "has no accelerations (acc)"),
        ("seldom", ",\"acc\":[0,0,9.81]", "of the time its accelerations come too seldom"),
      ] {
        let lines = (1...20).map {
          "{\"t\":\($0 * 500),\"gyr\":[0,0,0.1]\(acceleration)}\n"
        }.joined()
        let file = try scratch.write(
          "{\"format\":\"indoorkit\",\"version\":1}\n" + lines, to: "\(name).jsonl")
        let page = scratch.path("\(name).html")
        let result = try IndoorCommand.run(
          "motion", file, "--output", scratch.path("a.csv"), "--report", page)
        #expect(result.status == 0 && result.output.contains("steps unknown"), "\(result)")
        #expect(result.errors.contains("\(said)"), "\(result)")
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("unknown"))
      }
    }
  }

  @Test func `lines that can't be read are told where positions are asked for, too`() throws {
    try Scratch.with { scratch in
      let venue = try venue(in: scratch)
      let file = try SurveySamples.file(1, in: scratch)
      let text = try String(contentsOfFile: file, encoding: .utf8) + "{\"t\":1e400}\n"
      try scratch.write(text, to: "cut.jsonl")
      let line = text.split(separator: "\n").count
      let place = "\(scratch.path("cut.jsonl")):\(line)"
      let result = try IndoorCommand.run(
        "locate", venue, scratch.path("cut.jsonl"), "--output", scratch.path("p.csv"), "--json")
      #expect(result.status == 0, "\(result)")
      #expect(result.errors.contains("1 × malformed at \(place)"), "\(result)")
      #expect(result.output.contains(#""malformed": 1"#), "\(result)")
    }
  }

  @Test func `of a recording without a line that can be read, nothing is said to be read`() throws {
    try Scratch.with { scratch in
      let venue = try venue(in: scratch)
      let file = try scratch.write(
        "{\"format\":\"indoorkit\",\"version\":1}\n{\"t\":\n{\"t\":2,\n", to: "bad.jsonl")
      let result = try IndoorCommand.run("locate", venue, file, "--output", scratch.path("p.csv"))
      #expect(result.errors.contains("2 × malformed at \(file):2 and \(file):3; look at them\n"))
      #expect(!result.errors.contains("the rest was read"), "\(result)")
    }
  }

  @Test func `files of one name are told apart by their folders`() throws {
    try Scratch.with { scratch in
      let venue = try venue(in: scratch)
      let text = try String(contentsOfFile: SurveySamples.file(1, in: scratch), encoding: .utf8)
      let files = try ["north/a/w.jsonl", "south/a/w.jsonl", "south/b/v.jsonl"].map {
        try scratch.write(text, to: $0)
      }
      let output = scratch.path("p.csv")
      let result = try IndoorCommand.run(["locate", venue] + files + ["--output", output])
      #expect(result.status == 0, "\(result)")
      let rows = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
      let names = Set(rows.dropFirst().compactMap { $0.split(separator: ",").first })
      #expect(names == ["north/a/w", "south/a/w", "v"])
    }
  }

  @Test func `two outputs that lead to one file are refused in words that fit`() throws {
    try Scratch.with { scratch in
      let one = try scratch.write("old", to: "one.csv")
      let two = scratch.path("two.csv")
      try FileManager.default.linkItem(atPath: one, toPath: two)
      let result = try IndoorCommand.run(
        "motion", "\(repository)/Surveys/museum/visit-lift.jsonl", "--output", one, "--steps", two)
      expectBadInput(result, two, "two outputs lead to this file")
      #expect(try String(contentsOfFile: one, encoding: .utf8) == "old")
    }
  }

  @Test func `a table's names have to be UTF-8`() throws {
    try Scratch.with { scratch in
      let table = Array("x,y,level,ap".utf8) + [0xE9] + Array("\n1,2,0,-50\n".utf8)
      let path = try scratch.write(table, to: "latin.csv")
      let result = try IndoorCommand.run("survey", "import", scratch.path("new.gpkg"), path)
      expectBadInput(result, "\(path):1", "not UTF-8")
    }
  }

  @Test(arguments: [
    ("opted.csv", "x,y,level,home_nomap,bb\n1,1,0,-50,-60\n2,1,0,-51,-61\n"),
    (
      "opted.jsonl",
      """
      {"format":"indoorkit","version":1}
      {"t":1000,"waypoint":{"local":[1,1],"level":0},"columns":[["home_nomap",-50],["bb",-60]]}
      {"t":2000,"waypoint":{"local":[2,1],"level":0},"columns":[["home_nomap",-51],["bb",-61]]}

      """
    ),
  ])
  func `networks that opted out of maps aren't stored, whatever the format`(
    name: String, text: String
  ) throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let source = try scratch.write(text, to: name)
      let result = try IndoorCommand.run("survey", "import", venue, source)
      #expect(result.status == 0 && result.output.contains("_nomap network"), "\(result)")
      let stored = try Data(contentsOf: URL(fileURLWithPath: venue))
      #expect(stored.range(of: Data("_nomap".utf8)) == nil)
    }
  }

  @Test func `a NUL in a column's name is told with the table`() throws {
    try Scratch.with { scratch in
      let path = try scratch.write("x,y,level,a\0p\n1,2,0,-50\n", to: "nul.csv")
      let result = try IndoorCommand.run("survey", "import", scratch.path("new.gpkg"), path)
      expectBadInput(result, "\(path):1", "NUL")
    }
  }
}
