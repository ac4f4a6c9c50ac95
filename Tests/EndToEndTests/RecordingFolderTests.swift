import Foundation
import IndoorPositioning
import IndoorRecordings
import Testing

/// Folders of recordings: what of them is read, and what is told of the rest.
@Suite struct RecordingFolderTests {
  private func surveyed(in scratch: Scratch) throws -> String {
    let venue = scratch.path("v.gpkg")
    try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
    try IndoorCommand.run("radiomap", "build", venue)
    return venue
  }

  private func walk(_ number: Int, in scratch: Scratch) throws -> String {
    try String(contentsOfFile: SurveySamples.file(number, in: scratch), encoding: .utf8)
  }

  private func json(_ result: IndoorCommand.Result) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
  }

  /// The column `recording` of what is located.
  private func names(_ venue: String, _ files: [String], in scratch: Scratch) throws -> Set<String>
  {
    let output = scratch.path("p.csv")
    let result = try IndoorCommand.run(["locate", venue] + files + ["--output", output])
    #expect(result.status == 0, "\(result)")
    let rows = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    return Set(rows.dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) })
  }

  /// A folder of two walks that can be read, and of what can't be.
  private func mixed(in scratch: Scratch) throws -> String {
    try scratch.write(try walk(0, in: scratch), to: "mixed/a.jsonl")
    try scratch.write(try walk(1, in: scratch), to: "mixed/b.JSONL")
    try scratch.write([0x1F, 0x8B, 8, 0, 0, 0], to: "mixed/c.jsonl.gz")
    try scratch.write("", to: "mixed/d.jsonl")
    try scratch.write(try walk(2, in: scratch), to: "mixed/deeper/e.jsonl")
    try scratch.write([0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0], to: "mixed/f.zip")
    let wide = Array(try walk(2, in: scratch).utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    try scratch.write([0xFF, 0xFE] + wide, to: "mixed/g.jsonl")
    try scratch.write("n,place,level\n1,unit:a,0\n", to: "mixed/marks.csv")
    // These belong to recordings and venues, and are none.
    try scratch.write("recording,time_ms,latitude,longitude,level\n", to: "mixed/z.truth.csv")
    try scratch.write(#"{"type":"FeatureCollection","features":[]}"#, to: "mixed/venue.json")
    try scratch.write("About it.", to: "mixed/about.md")
    return scratch.path("mixed")
  }

  private static let told = [
    ("c.jsonl.gz", "gunzip"), ("d.jsonl", "is empty"), ("deeper", "is a folder of its own"),
    ("f.zip", "no zip that can be read"), ("g.jsonl", "UTF-16 text; save it as UTF-8"),
    ("marks.csv", "is a table"),
  ]

  @Test func `an import of a folder tells what of it is not read, and why`() throws {
    try Scratch.with { scratch in
      let folder = try mixed(in: scratch)
      let venue = scratch.path("new.gpkg")
      let result = try IndoorCommand.run("survey", "import", venue, folder, "--json")
      #expect(try (json(result)["walks"] as? [String: Int])?["new"] == 2, "\(result)")
      let findings = try json(result)["findings"] as? [[String: String]] ?? []
      let said = findings.filter { $0["code"] == "passed-over" }.compactMap { $0["message"] }
      #expect(said.count == Self.told.count, "\(said)")
      for (name, reason) in Self.told {
        #expect(
          said.contains { $0.hasPrefix("\(folder)/\(name): ") && $0.contains(reason) }, "\(name)")
      }
      // People are shown five.
      let warnings = result.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
      #expect(
        warnings.count == 5 && warnings.last?.hasSuffix("(and 1 file more)") == true, "\(result)")
    }
  }

  @Test func `locate tells the same of a folder`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let folder = try mixed(in: scratch)
      let result = try IndoorCommand.run(
        "locate", venue, folder, "--output", scratch.path("p.csv"), "--json")
      #expect(try json(result)["recordings"] as? Int == 2, "\(result)")
      let findings = try json(result)["findings"] as? [[String: String]] ?? []
      let codes = findings.compactMap { $0["code"] }
      #expect(codes.count { $0 == "passed-over" } == Self.told.count, "\(result)")
      // The walks are the survey's.
      #expect(codes.count { $0 == "own-walk" } == 2 && codes.count == Self.told.count + 2)
    }
  }

  @Test func `a table or a JSON file that is surely a recording is read in a folder, too`() throws {
    try Scratch.with { scratch in
      try scratch.write(
        #"{"d":"p","t":1700000000000,"s":{"wifi":{"aa:bb:cc:dd:ee:01":-50}}}"# + "\n",
        to: "apps/scans.json")
      try scratch.write(
        "x,y,level,aa:bb:cc:dd:ee:01,aa:bb:cc:dd:ee:02\n0,0,0,-50,-60\n", to: "apps/table.csv")
      let venue = scratch.path("v.gpkg")
      let result = try IndoorCommand.run(
        "survey", "import", venue, scratch.path("apps"), "--json")
      #expect(try (json(result)["walks"] as? [String: Int])?["new"] == 1, "\(result)")
      #expect(
        try json(result)["skipped"] as? [String: Int] == [
          "scan without a place": 1, "walk without a placed scan": 1,
        ], "\(result)")
      #expect(
        try json(result)["firstSkipped"] as? [String: [String]] == [
          "walk without a placed scan": [scratch.path("apps") + "/scans.json"]
        ], "\(result)")
    }
  }

  /// A spreadsheet's merged cells leave the level in the first row of each block alone.
  @Test func `rows without a level are told with their lines`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let upper = SmallVenue.geoJSON().replacing("\"l0\"", with: "\"l1\"")
        .replacing("\"ordinal\":0,\"label\":\"G\"", with: "\"ordinal\":1,\"label\":\"1\"")
        .replacing("hall", with: "loft").replacing("shop", with: "store")
        .replacing("\"door\"", with: "\"gate\"")
      for (name, text) in [("ground.geojson", SmallVenue.geoJSON()), ("upper.geojson", upper)] {
        let source = try scratch.write(text, to: name)
        #expect(try IndoorCommand.run("venue", "import", venue, source).status == 0)
      }
      let table = try scratch.write(
        "level,x,y,aa:bb:cc:dd:ee:01,aa:bb:cc:dd:ee:02\nG,0,0,-50,-60\n,1,0,-50,-61\n,9,0,-51,-60\n",
        to: "table.csv")
      let result = try IndoorCommand.run("survey", "import", venue, table)
      #expect(
        result.status == 0
          && result.output.contains("walk without a placed scan at \(table):3 and \(table):4"),
        "\(result)")
    }
  }

  @Test func `an empty first line is no header, in folders and alone`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      try scratch.write(
        """

        \r
        {"format":"indoorkit","version":1}
        {"t":1000,"waypoint":{"latitude":52.5001,"longitude":13.4001,"level":0}}
        {"t":2000,"wifi":[["aa:bb:cc:dd:ee:01",-50],["aa:bb:cc:dd:ee:02",-60]]}
        {"t":3000,"waypoint":{"latitude":52.5002,"longitude":13.4001,"level":0}}

        """, to: "blank/w.jsonl")
      for source in ["blank", "blank/w.jsonl"] {
        let result = try IndoorCommand.run("survey", "import", venue, scratch.path(source))
        #expect(result.status == 0, "\(result)")
      }
      try IndoorCommand.run("radiomap", "build", venue)
      #expect(try names(venue, [scratch.path("blank")], in: scratch) == ["w"])
      let table = try scratch.write("\nx,y,level,A\n0,0,0,-50\n", to: "t.csv")
      for command in [
        ["survey", "import", venue, table], ["locate", venue, table, "--output", "p"],
      ] {
        expectBadInput(
          try IndoorCommand.run(command, in: scratch.folder), "\(table):1", "is an empty line")
      }
    }
  }

  @Test(arguments: [true, false]) func `a table in UTF-16 is called that`(isMarked: Bool) throws {
    try Scratch.with { scratch in
      let bytes = "x,y,level,A\n0,0,0,-50\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      let table = try scratch.write((isMarked ? [0xFF, 0xFE] : []) + bytes, to: "t.csv")
      expectBadInput(
        try IndoorCommand.run("survey", "import", scratch.path("v.gpkg"), table), table,
        "is UTF-16 text; save it as UTF-8")
    }
  }

  @Test func `scans that were joined are counted where positions are asked for`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      // Twenty scans in a tenth of a second, which no phone makes.
      let scans = (0..<20).map {
        #"{"t":\#(1_700_000_000_000 + $0 * 4),"wifi":[["00:00:00:00:00:1\#($0 % 10)",-50]]}"#
      }
      let file = try scratch.write(
        (#"{"format":"indoorkit","version":1}"# + "\n" + scans.joined(separator: "\n") + "\n"),
        to: "dense.jsonl")
      let result = try IndoorCommand.run("locate", venue, file, "--output", scratch.path("p.csv"))
      #expect(
        result.output.contains("left out: 19 × scan joined with one less than 0.1 s later"),
        "\(result)")
    }
  }
}
