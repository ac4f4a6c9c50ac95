import Foundation
import IndoorStorage
import Testing

/// What comes in as a recording: to `survey import`, whose lines may be glued or cut, and to
/// `locate`.
@Suite struct RecordingBadInputTests {
  /// A floor's folder with one trace: a walk of 20 s along the floor with a scan of three networks
  /// every two seconds.
  private func floor(_ name: String, in scratch: Scratch, _ change: (inout [String]) -> Void) throws
    -> String
  {
    let folder = "site/F1"
    try scratch.write(#"{"map_info":{"width":300,"height":200}}"#, to: "\(folder)/floor_info.json")
    try scratch.write(
      #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"o","properties":{},"geometry":{"type":"Polygon",
      "coordinates":[[[120,30],[120.003,30],[120.003,30.002],[120,30.002],[120,30]]]}}]}
      """#, to: "\(folder)/geojson_map.json")
    var lines = ["1000\tTYPE_WAYPOINT\t10\t50"]
    for second in stride(from: 2, through: 20, by: 2) {
      for network in 1...3 {
        lines.append(
          "\(second)000\tTYPE_WIFI\tname\t00:00:00:00:00:0\(network)\t-\(50 + network)\t2412\t\(second)000"
        )
      }
    }
    lines.append("21000\tTYPE_WAYPOINT\t30\t50")
    change(&lines)
    return try scratch.write(
      lines.joined(separator: "\n"), to: "\(folder)/path_data_files/\(name).txt")
  }

  private func json(_ result: IndoorCommand.Result) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
  }

  @Test func `a recording of more samples than are held is refused`() throws {
    try Scratch.with { scratch in
      let values = Array(repeating: "9", count: 1000).joined(separator: ",")
      let lines = (0..<4001).map {
        #"{"t":\#($0 * 1000),"dt":1,"gyr":[\#(values),\#(values),\#(values)]}"#
      }
      let path = try scratch.write(
        ([#"{"format":"indoorkit","version":1}"#] + lines).joined(separator: "\n"), to: "w.jsonl")
      expectBadInput(
        try IndoorCommand.run("motion", path, "--output", scratch.path("h.csv")), path,
        "over 4000000 scans and samples")
    }
  }

  @Test func `a site none of whose traces can be placed is refused, and makes no file`() throws {
    try Scratch.with { scratch in
      let site = scratch.path("site")
      _ = try floor("walk", in: scratch) { lines in
        lines = lines.map { $0.contains("WAYPOINT") ? $0 + ",5" : $0 }
      }
      let file = scratch.path("v.gpkg")
      expectBadInput(
        try IndoorCommand.run("survey", "import", file, site), site,
        "has no walk that could be stored (")
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }

  @Test func `glued and cut lines are counted, and the rest of the walk comes in`() throws {
    try Scratch.with { scratch in
      let whole = try floor("whole", in: scratch) { _ in }
      let glued = try floor("glued", in: scratch) { lines in
        lines[4] += lines[5]
        lines.remove(at: 5)
      }
      let cut = try floor("cut", in: scratch) { lines in
        lines[lines.count - 2] = String(lines[lines.count - 2].prefix(20))
      }
      for (path, reason) in [(whole, nil), (glued, "glued lines"), (cut, "malformed")] {
        let venue = scratch.path("\(reason ?? "whole").gpkg")
        let result = try IndoorCommand.run("survey", "import", venue, path, "--json")
        #expect(result.status == 0, "\(result)")
        let skipped = try json(result)["skipped"] as? [String: Int] ?? [:]
        #expect(skipped == (reason.map { [$0: 1] } ?? [:]), "\(result)")
        #expect(try VenueFile.open(venue).walkCount() == 1)
        #expect(try json(result)["fingerprints"] as? Int == 10)
      }
    }
  }

  @Test func `what can't be imported leaves the walks that are stored`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
      let before = try Data(contentsOf: URL(fileURLWithPath: venue))
      let newer = try scratch.write("{\"format\":\"indoorkit\",\"version\":99}\n", to: "new.jsonl")
      expectBadInput(try IndoorCommand.run("survey", "import", venue, newer), newer, "update")
      let odd = try scratch.write([0, 255, 13, 10, 0, 200, 1], to: "odd.jsonl")
      expectBadInput(try IndoorCommand.run("survey", "import", venue, odd), odd, "--format")
      #expect(try Data(contentsOf: URL(fileURLWithPath: venue)) == before)
    }
  }

  @Test func `a header without rows is named, and leaves earlier positions as they are`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
      try IndoorCommand.run("radiomap", "build", venue)
      let table = try scratch.write("x,y,level,A,B\n", to: "table.csv")
      let output = try scratch.write("earlier\n", to: "positions.csv")
      expectBadInput(
        try IndoorCommand.run("locate", venue, table, "--output", output), "\(table):1", "row")
      expectBadInput(try IndoorCommand.run("survey", "import", venue, table), "\(table):1", "row")
      #expect(try String(contentsOfFile: output, encoding: .utf8) == "earlier\n")
    }
  }

  @Test func `a byte order mark doesn't hide a recording`() throws {
    try Scratch.with { scratch in
      let walk = try Data(contentsOf: URL(fileURLWithPath: SurveySamples.file(1, in: scratch)))
      let marked = try scratch.write([0xEF, 0xBB, 0xBF] + [UInt8](walk), to: "marked.jsonl")
      let venue = scratch.path("v.gpkg")
      let result = try IndoorCommand.run("survey", "import", venue, marked)
      #expect(result.output.contains("1 new walk with 40 fingerprints"), "\(result)")
    }
  }

  @Test func `a venue that can't be made of its recordings leaves no file`() throws {
    try Scratch.with { scratch in
      let trace = try scratch.write(
        "1000\tTYPE_WIFI\tn\t00:00:00:00:00:01\t-50\t2412\t1000\n", to: "t.txt")
      let venue = scratch.path("v.gpkg")
      expectBadInput(try IndoorCommand.run("survey", "import", venue, trace), trace, "venue import")
      #expect(!FileManager.default.fileExists(atPath: venue))
    }
  }

  @Test func `locate names what is missing and leaves no half-written positions`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let walks = try SurveySamples.folder(3, in: scratch)
      let walk = "\(walks)/walk-0.jsonl"
      let output = scratch.path("positions.csv")
      func locate(_ recordings: String...) throws -> IndoorCommand.Result {
        try IndoorCommand.run(["locate", venue] + recordings + ["--output", output])
      }
      expectBadInput(try locate(walk), venue, "no such file")
      try IndoorCommand.run("survey", "import", venue, walks)
      expectBadInput(try locate(walk), venue, "radiomap build")
      try IndoorCommand.run("radiomap", "build", venue)

      let missing = scratch.path("missing.jsonl")
      expectBadInput(try locate(walk, missing), missing, "can't be read")
      let newer = try scratch.write("{\"format\":\"indoorkit\",\"version\":99}\n", to: "new.jsonl")
      expectBadInput(try locate(walk, newer), newer, "update")
      #expect(!FileManager.default.fileExists(atPath: output))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter {
          $0.hasPrefix("positions")
        }.isEmpty)

      #expect(try locate(walk).status == 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: output))
      #expect(try locate(walk, missing).status == 65)
      #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == before)
    }
  }
}
