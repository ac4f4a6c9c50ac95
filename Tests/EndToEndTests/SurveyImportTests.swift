import Foundation
import GRDB
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import Testing

@Suite struct SurveyImportTests {
  private func counts(_ result: IndoorCommand.Result) throws -> [String: Int] {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
    var counts = object["walks"] as? [String: Int] ?? [:]
    counts["fingerprints"] = object["fingerprints"] as? Int
    counts["levels"] = object["levels"] as? Int
    return counts
  }

  @Test func `walks are stored once, however often and under whatever name they come`() throws {
    try Scratch.with { scratch in
      let walks = try SurveySamples.folder(5, in: scratch)
      try FileManager.default.copyItem(
        atPath: "\(walks)/walk-0.jsonl", toPath: "\(walks)/walk-0-again.jsonl")
      let venue = scratch.path("v.gpkg")
      let first = try counts(IndoorCommand.run("survey", "import", venue, walks, "--json"))
      #expect(first["new"] == 5)
      #expect(first["known"] == 0 && first["twice"] == 1)
      #expect(first["fingerprints"] == 5 * 40)
      #expect(first["levels"] == 3)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: venue))
      let second = try counts(IndoorCommand.run("survey", "import", venue, walks, "--json"))
      #expect(second["new"] == 0)
      #expect(second["known"] == 5 && second["twice"] == 1)
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == bytes)
    }
  }

  @Test func `a copy with other line ends is the same walk`() throws {
    try Scratch.with { scratch in
      let walk = try SurveySamples.file(1, in: scratch)
      let text = try String(contentsOfFile: walk, encoding: .utf8)
      let windows = try scratch.write(text.replacing("\n", with: "\r\n"), to: "windows.jsonl")
      let cut = try scratch.write(String(text.dropLast()), to: "cut.jsonl")
      let other = try SurveySamples.file(2, in: scratch)
      let venue = scratch.path("v.gpkg")
      let one = try IndoorCommand.run("survey", "import", venue, walk, other, "--json")
      #expect(try counts(one)["new"] == 2)
      let copies = try counts(IndoorCommand.run("survey", "import", venue, windows, cut, "--json"))
      #expect(copies["new"] == 0 && copies["known"] == 2)
      try IndoorCommand.run("radiomap", "build", venue)
      let own = try IndoorCommand.run("radiomap", "evaluate", venue, "--against", windows)
      #expect(own.errors.contains("is one of the walks that the radio map is made of"), "\(own)")
      // What was stored while line ends counted is known by its bytes, as it is.
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: windows)))
      let hash = ContentHash.hexadecimal(bytes)
      try DatabaseQueue(path: venue).write {
        try $0.execute(
          sql: "UPDATE walks SET hash = ? WHERE recording = 'walk-1'", arguments: [hash])
      }
      let again = try IndoorCommand.run("survey", "import", venue, windows, "--json")
      #expect(try counts(again)["new"] == 0 && counts(again)["known"] == 1, "\(again)")
    }
  }

  @Test func `the levels that are told are those of the new walks`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let folder = try SurveySamples.folder(4, in: scratch)
      let all = try IndoorCommand.run("survey", "import", venue, folder)
      #expect(
        all.output.contains("4 new walks with 160 fingerprints and 3200 readings on 3 levels"))
      let path = scratch.path("one.jsonl")
      try RecordingWriter.write(SurveySamples.recording(4), to: path)
      let one = try IndoorCommand.run("survey", "import", venue, path)
      #expect(one.output.contains("1 new walk with 40 fingerprints and 800 readings on 1 level\n"))
    }
  }

  @Test func `a recording whose first scan hears next to nothing is told of`() throws {
    try Scratch.with { scratch in
      var cold = SurveySamples.recording(1)
      if case .scan(var scan) = cold.observations[0] {
        scan.readings.removeLast(18)
        cold.observations[0] = .scan(scan)
      }
      let path = scratch.path("cold.jsonl")
      try RecordingWriter.write(cold, to: path)
      let usual = try SurveySamples.file(2, in: scratch)
      let venue = scratch.path("v.gpkg")
      let result = try IndoorCommand.run("survey", "import", venue, path, usual, "--json")
      let sentence = "cold.jsonl: the first scan heard 2 transmitters, where 20 are usual later: "
      #expect(result.status == 0 && result.errors.contains(sentence), "\(result)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let findings = try #require(object["findings"] as? [[String: String]])
      #expect(findings.map { $0["code"] } == ["cold-start"])
    }
  }

  @Test func `a recording without a walk to store is a sentence and leaves what was stored`() throws
  {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(1, in: scratch))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: venue))
      let garbage = try scratch.write("not a trace\n", to: "garbage.txt")
      let result = try IndoorCommand.run(
        "survey", "import", venue, "--format", "indoor-location-competition", garbage)
      #expect(result.status == 65)
      #expect(result.sentences.count == 1)
      #expect(result.sentences.first?.hasPrefix("\(garbage): has no walk") == true, "\(result)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == bytes)
    }
  }

  @Test func `rows a hundred kilometres apart are located within the memory of any map`() throws {
    try Scratch.with { scratch in
      // At two metres a cell, a grid around these would take ten gigabytes.
      let table = try scratch.write(
        "x_m,y_m,level,A,B\n0,0,0,-50,100\n100000,100000,0,100,-50\n", to: "far.csv")
      let (venue, output) = (scratch.path("v.gpkg"), scratch.path("positions.csv"))
      try IndoorCommand.run("survey", "import", venue, table)
      try IndoorCommand.run("radiomap", "build", venue)
      let result = try IndoorCommand.run("locate", venue, table, "--output", output, "--json")
      #expect(result.status == 0, "\(result)")
      #expect(result.output.contains("\"floor\": 1"), "\(result)")
    }
  }

  @Test func `walks that a list names are left out`() throws {
    try Scratch.with { scratch in
      let walks = try SurveySamples.folder(4, in: scratch)
      let list = try scratch.write(
        "# bad ones, by Ana, in May\r\ndata/walks/walk-1.jsonl\n\n \t\n  # the lift\n./walk-3.jsonl\n"
          + "absent.jsonl\n", to: "list")
      let venue = scratch.path("v.gpkg")
      let result = try IndoorCommand.run(
        "survey", "import", venue, "--except", list, walks, "--json")
      #expect(try counts(result)["excepted"] == 2)
      #expect(try VenueFile.open(venue).walks().map(\.recording) == ["walk-0", "walk-2"])
      #expect(result.errors.contains("2 of the 3 walks"))
    }
  }

  @Test func `a csv's venue has its origin at 0°, 0° and the levels of its rows`() throws {
    try Scratch.with { scratch in
      let table = try scratch.write(
        "x_m,y_m,level,building,A,B\n1,2,0,a,-50,100\n3,4,1,a,100,-60\n", to: "t.csv")
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, table)
      let stored = try #require(try VenueFile.open(venue).venue())
      #expect(stored.origin.latitude == 0)
      #expect(stored.origin.longitude == 0)
      #expect(
        stored.levels.map(\.key) == [
          LevelKey(building: "a", ordinal: 0), LevelKey(building: "a", ordinal: 1),
        ])
      let built = try IndoorCommand.run("radiomap", "build", venue)
      #expect(built.status == 0)
      #expect(built.output.contains("2 reference points on 2 levels from 2 walks"))
    }
  }

  @Test func `a source that is none ends with 65 and leaves no venue file`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let cases: [(String, String)] = [
        (scratch.path("absent"), "can't be read"),
        (try scratch.write("nothing of note", to: "odd.bin"), "--format"),
        (try scratch.write("x", to: "empty/readme.md"), "holds no recordings"),
      ]
      for (path, word) in cases {
        let source = path.hasSuffix("readme.md") ? scratch.path("empty") : path
        expectBadInput(try IndoorCommand.run("survey", "import", venue, source), source, word)
        #expect(!FileManager.default.fileExists(atPath: venue))
      }
    }
  }

  @Test func `an unknown format is bad usage`() throws {
    let result = try IndoorCommand.run("survey", "import", "v.gpkg", "x", "--format", "nonsense")
    #expect(result.status == 64)
  }
}
