import Foundation
import Testing

@Suite struct ExplainCommandTests {
  private func built(in scratch: Scratch) throws -> (venue: String, walk: String) {
    let venue = scratch.path("v.gpkg")
    try IndoorCommand.run(
      "survey", "import", venue, try SurveySamples.folder(6, in: scratch))
    try IndoorCommand.run("radiomap", "build", venue)
    return (venue, scratch.path("walks/walk-3.jsonl"))
  }

  @Test func `a scan of a surveyed walk is most like itself`() throws {
    try Scratch.with { scratch in
      let (venue, walk) = try built(in: scratch)
      let result = try IndoorCommand.run("explain", venue, walk, "--scan", "6", "--json")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(report["time_ms"] as? Int == 1_700_000_000_000 + 300_000 + 5000)
      let matches = try #require(report["matches"] as? [[String: Any]])
      #expect(matches.first?["walk"] as? String == "walk-3")
      #expect(matches.first?["metresFromTruth"] as? Double ?? 9 < 0.01)
      let transmitters = try #require(report["transmitters"] as? [[String: Any]])
      #expect(transmitters.count { $0["verdict"] as? String == "agreed" } == 20)
      let text = try IndoorCommand.run(
        "explain", venue, walk, "--at", "\(1_700_000_000_000 + 300_000 + 5400)")
      #expect(text.output.contains("scan 6 of 40 at 1700000305000 ms"), "\(text)")
      #expect(text.output.contains("agreed, heard by the scan and at matches: 20"), "\(text)")
      #expect(text.output.contains("true place"), "\(text)")
    }
  }

  @Test func `scans are counted over all recordings of a file, and a folder of several is refused`()
    throws
  {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let header = "x,y,level,A,B,C,D\n"
      let table = try scratch.write(
        header + "0,0,0,-50,-60,-70,-80\n8,0,0,-60,-50,-60,-70\n16,0,0,-70,-60,-50,-60\n",
        to: "t.csv")
      try IndoorCommand.run("survey", "import", venue, table)
      try IndoorCommand.run("radiomap", "build", venue)
      func place(_ row: Int) throws -> [String: Any] {
        let result = try IndoorCommand.run("explain", venue, table, "--scan", "\(row)", "--json")
        let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require((report as? [String: Any])?["matches"] as? [[String: Any]])[0]
      }
      for row in 1...3 {
        #expect(try place(row)["metresFromTruth"] as? Double ?? 9 < 0.01)
      }
      expectBadInput(
        try IndoorCommand.run("explain", venue, table, "--scan", "4"), table, "from 1 to 3")
      let folder = try SurveySamples.folder(2, in: scratch)
      expectBadInput(
        try IndoorCommand.run("explain", venue, folder, "--scan", "1"), folder,
        "holds 2 recordings, name one file of it")
    }
  }

  @Test func `what couldn't be read of a recording, and what was assumed of it, is told`() throws {
    try Scratch.with { scratch in
      let (venue, walk) = try built(in: scratch)
      let text = try String(contentsOfFile: walk, encoding: .utf8)
      let line = text.split(separator: "\n").count + 1
      let spoilt = try scratch.write(text + "{\"t\":1e400}\n", to: "spoilt.jsonl")
      let read = try IndoorCommand.run("explain", venue, spoilt, "--scan", "6")
      #expect(read.status == 0 && read.output.contains("scan 6 of 40"), "\(read)")
      #expect(read.errors.contains("1 × malformed at \(spoilt):\(line)"), "\(read)")
      let table = try scratch.write(
        "latitude,longitude,level,00:00:00:00:00:01\n48,11,0,-50\n48,11,0,-50 dBm\n",
        to: "t.csv")
      let rows = try IndoorCommand.run("explain", venue, table, "--scan", "1")
      #expect(rows.status == 0 && rows.errors.contains("\(table):3"), "\(rows)")
      #expect(try IndoorCommand.run("explain", venue, walk, "--scan", "6").errors.isEmpty)
    }
  }

  @Test func `a table's scans are called by their rows, also behind one that heard nothing`() throws
  {
    try Scratch.with { scratch in
      let (venue, _) = try built(in: scratch)
      let table = try scratch.write(
        "x,y,level,00:00:00:00:00:01\n1,1,0,-50\n2,2,0,100\n3,3,0,-70\n", to: "t.csv")
      func explain(_ row: Int) throws -> IndoorCommand.Result {
        try IndoorCommand.run("explain", venue, table, "--scan", "\(row)")
      }
      #expect(try explain(1).output.contains("scan 1 of 3"))
      let third = try explain(3)
      #expect(third.output.contains("scan 3 of 3") && third.output.contains("-70"), "\(third)")
      expectBadInput(
        try explain(2), table,
        "row 2 has no scan, as it heard nothing or couldn't be read; name another, such as 3")
      expectBadInput(
        try explain(4), table, "no scan 4, as the last one is row 3; name a row up to there")
    }
  }

  @Test func `a scan that isn't there, and a venue without a map, are told what to do`() throws {
    try Scratch.with { scratch in
      let (venue, walk) = try built(in: scratch)
      expectBadInput(
        try IndoorCommand.run("explain", venue, walk, "--scan", "41"), walk, "from 1 to 40")
      expectBadInput(
        try IndoorCommand.run("explain", venue, walk, "--at", "-5"), walk, "no scan by -5 ms")
      expectBadInput(
        try IndoorCommand.run("explain", venue, walk + ".gone", "--scan", "1"), walk, "no")
      for arguments in [[], ["--at", "1", "--scan", "1"], ["--scan", "0"]] {
        #expect(try IndoorCommand.run(["explain", venue, walk] + arguments).status == 64)
      }
      let mapless = scratch.path("mapless.gpkg")
      try IndoorCommand.run("survey", "import", mapless, walk)
      expectBadInput(
        try IndoorCommand.run("explain", mapless, walk, "--scan", "1"), mapless, "radiomap build")
    }
  }
}
