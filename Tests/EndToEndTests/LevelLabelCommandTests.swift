import Foundation
import IndoorModel
import IndoorStorage
import Testing

/// Levels of recordings on their way into a venue file.
@Suite struct LevelLabelCommandTests {
  private func table(_ levels: String..., x: Int = 0) -> String {
    "x,y,level,A,B\n"
      + levels.enumerated().map { "\($0 + x),0,\($1),-\(50 + $0),-60\n" }.joined()
  }

  private func levels(_ venue: String) throws -> [Level] {
    try #require(try VenueFile.open(venue, readOnly: true).venue()).levels
  }

  @Test func `a csv's labels are levels, and importing it again changes nothing`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let first = try scratch.write(table("B1", "F2", "F1"), to: "t.csv")
      #expect(try IndoorCommand.run("survey", "import", venue, first).status == 0)
      #expect(try levels(venue).map(\.key.ordinal) == [-1, 0, 1])
      #expect(try levels(venue).map(\.label) == ["B1", "F1", "F2"])
      let bytes = try Data(contentsOf: URL(fileURLWithPath: venue))
      #expect(try IndoorCommand.run("survey", "import", venue, first).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == bytes)
      // Another table adds the level that it has, and says the others by their ordinals.
      let second = try scratch.write(table("2", "0", x: 9), to: "u.csv")
      #expect(try IndoorCommand.run("survey", "import", venue, second).status == 0)
      #expect(try levels(venue).map(\.key.ordinal) == [-1, 0, 1, 2])
    }
  }

  @Test func `a drawn venue's labels are matched`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run(
        "venue", "import", venue, "\(repository)/FloorPlans/museum/venue.geojson")
      let source = try scratch.write(table("B", "G", "1"), to: "t.csv")
      #expect(try IndoorCommand.run("survey", "import", venue, source).status == 0)
      var found: Set<Int> = []
      try VenueFile.open(venue, readOnly: true).forEachWalk { walk in
        found.formUnion(walk.fingerprints.map(\.level.ordinal))
      }
      #expect(found == [-1, 0, 1])
      let bytes = try Data(contentsOf: URL(fileURLWithPath: venue))
      let other = try scratch.write(table("B1", "F1", x: 9), to: "u.csv")
      expectBadInput(
        try IndoorCommand.run("survey", "import", venue, other), "\(other):2: level \"B1\" is",
        "(B, G, 1)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == bytes)
    }
  }

  @Test(arguments: ["1.5", "NaN", "inf", "99999", "attic", "-"])
  func `a level that means nothing stores nothing, not even of the sources before it`(
    level: String
  ) throws {
    try Scratch.with { scratch in
      let good = try scratch.write(table("0", "1"), to: "good.csv")
      let isLabel = ["attic", "-"].contains(level)
      let bad = try scratch.write(table(isLabel ? "F1" : "0", level, x: 9), to: "bad.csv")
      let new = scratch.path("new.gpkg")
      expectBadInput(
        try IndoorCommand.run("survey", "import", new, good, bad),
        "\(bad):3: level \"\(level)\" is",
        ";")
      #expect(!FileManager.default.fileExists(atPath: new))
      let drawn = try SmallVenue.imported(in: scratch)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: drawn))
      expectBadInput(
        try IndoorCommand.run("survey", "import", drawn, good, bad), bad, "level \"")
      #expect(try Data(contentsOf: URL(fileURLWithPath: drawn)) == bytes)
    }
  }

  @Test func `a building that the venue doesn't have stores nothing`() throws {
    try Scratch.with { scratch in
      let drawn = try SmallVenue.imported(in: scratch)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: drawn))
      let walk = try scratch.write(
        #"{"format":"indoorkit","version":1,"level":0,"building":"West"}"# + "\n"
          + #"{"t":1,"columns":[["A",-50]]}"# + "\n"
          + #"{"t":1,"waypoint":{"latitude":52.5001,"longitude":13.4001}}"# + "\n", to: "w.jsonl")
      let rows = try scratch.write("x,y,level,building,A\n1,1,0,West,-50\n", to: "t.csv")
      let plain = try scratch.write(table("", ""), to: "p.csv")
      for (command, part) in [
        ([walk], "\(walk):1: "), ([rows], "\(rows):2: "),
        ([plain, "--level", "0", "--building", "West"], ""),
      ] {
        expectBadInput(
          try IndoorCommand.run(["survey", "import", drawn] + command),
          part, "building \"West\" is none of the venue's")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: drawn)) == bytes)
    }
  }

  @Test func `a label in the midst of a folder of JSON Lines stores nothing of the others`() throws
  {
    try Scratch.with { scratch in
      let walks = try SurveySamples.folder(3, in: scratch)
      let bad = "\(walks)/walk-1.jsonl"
      let text = try String(contentsOfFile: bad, encoding: .utf8)
      try Data(text.replacing("\"level\":1", with: "\"level\":\"F7x\"").utf8)
        .write(to: URL(fileURLWithPath: bad))
      let drawn = try SmallVenue.imported(in: scratch)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: drawn))
      expectBadInput(
        try IndoorCommand.run("survey", "import", drawn, walks), "\(bad):2: level \"F7x\" is",
        "labels (G)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: drawn)) == bytes)
    }
  }

  @Test func `what is located needs no labels that mean anything`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let survey = try scratch.write(table("F1", "F2", "F1"), to: "t.csv")
      try IndoorCommand.run("survey", "import", venue, survey)
      try IndoorCommand.run("radiomap", "build", venue)
      let output = scratch.path("positions.csv")
      for (number, levels) in [["", ""], ["0", "0"], ["F2", "F1"], ["attic", "F1"]].enumerated() {
        let walk = try scratch.write(table(levels[0], levels[1]), to: "w\(number).csv")
        let result = try IndoorCommand.run("locate", venue, walk, "--output", output)
        #expect(result.status == 0, "\(result)")
        let rows = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        #expect(rows.dropFirst().map { $0.prefix(2) } == ["0,", "1,"])
        let isTold = result.errors.contains("warning: \(walk):2: level \"attic\" is no label")
        #expect(isTold == (levels[0] == "attic"), "\(result)")
      }
      let against = try IndoorCommand.run(
        "radiomap", "evaluate", venue, "--against", scratch.path("w3.csv"))
      #expect(against.status == 0, "\(against)")
      let told = "warning: \(scratch.path("w3.csv")):2: level \"attic\" is no label"
      #expect(against.errors.contains(told), "\(against)")
    }
  }
}
