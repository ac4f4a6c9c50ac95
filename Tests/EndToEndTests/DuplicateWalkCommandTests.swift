import Foundation
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// A recording that was imported from a copy that was interrupted, and whole.
@Suite struct DuplicateWalkCommandTests {
  /// Writes a walk whole, the first three quarters and the last of it, under one name.
  private func files(in scratch: Scratch) throws -> (whole: String, half: String, end: String) {
    var walk = SurveySamples.recording(1)
    var middle = walk.waypoints[0]
    middle.time = walk.observations[20].time
    walk.waypoints.insert(middle, at: 1)
    var (half, end) = (walk, walk)
    half.observations.removeLast(10)
    half.waypoints.removeLast()
    end.observations.removeFirst(10)
    end.waypoints.removeFirst()
    let paths = ["whole", "half", "end"].map { scratch.path("\($0)/walk-1.jsonl") }
    for (recording, path) in zip([walk, half, end], paths) {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try RecordingWriter.write(recording, to: path)
    }
    return (paths[0], paths[1], paths[2])
  }

  /// The walk-1 that has fewer scans with a place.
  private func shorter(in venue: String) throws -> (hash: String, scans: Int) {
    let list = try IndoorCommand.run("survey", "list", venue, "--json")
    let root = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
    let walks = try #require(
      (root as? [String: Any])?["walks"] as? [[String: Any]] ?? root as? [[String: Any]], "\(list)")
    let found = walks.compactMap { walk -> (hash: String, scans: Int)? in
      guard let hash = walk["hash"] as? String, let scans = walk["placed"] as? Int else {
        return nil
      }
      return (hash, scans)
    }
    return try #require(found.min { $0.scans < $1.scans }, "\(list)")
  }

  private let said = "begins or ends with the same scan at the same time as walk-1 ("

  @Test func `an import tells of a walk that begins or ends as another one`() throws {
    try Scratch.with { scratch in
      let (whole, half, end) = try files(in: scratch)
      let other = try SurveySamples.file(2, in: scratch)
      for (number, sources) in [[[half], [whole]], [[whole], [end]], [[half, whole]]].enumerated() {
        let venue = scratch.path("\(number).gpkg")
        #expect(!(try IndoorCommand.run("survey", "import", venue, other)).errors.contains(said))
        for source in sources.dropLast() {
          let first = try IndoorCommand.run(["survey", "import", venue] + source)
          #expect(!first.errors.contains(said), "\(first)")
        }
        let last = try IndoorCommand.run(
          ["survey", "import", venue, "--json"] + sources[sources.count - 1])
        #expect(
          last.status == 0 && last.errors.contains("\(said)")
            && last.output.contains(#""walk-twice""#) && last.output.contains(#""new": "#),
          "\(last)")
        // Importing them again says nothing.
        let again = try IndoorCommand.run(["survey", "import", venue] + sources.flatMap { $0 })
        #expect(!again.errors.contains(said), "\(again)")
      }
    }
  }

  @Test func `what was removed is no other walk, and a merged file's walks are compared, too`()
    throws
  {
    try Scratch.with { scratch in
      let (whole, half, _) = try files(in: scratch)
      let (venue, team) = (scratch.path("v.gpkg"), scratch.path("team.gpkg"))
      try IndoorCommand.run("survey", "import", team, half)
      try IndoorCommand.run("survey", "import", venue, whole)
      let merged = try IndoorCommand.run("survey", "import", venue, team)
      #expect(merged.status == 0 && merged.errors.contains(said), "\(merged)")
      try IndoorCommand.run("survey", "remove", team, "walk-1")
      let later = try IndoorCommand.run("survey", "import", team, whole)
      #expect(later.status == 0 && !later.errors.contains(said), "\(later)")
    }
  }

  @Test func `an evaluation and a check tell of walks that share scans until one is removed`()
    throws
  {
    try Scratch.with { scratch in
      let (whole, part, _) = try files(in: scratch)
      let others = try (2...3).map { try SurveySamples.file($0, in: scratch) }
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run(["survey", "import", venue, part, whole] + others)
      let half = try shorter(in: venue)
      #expect((21..<30).contains(half.scans))
      let sentence =
        ", 40 rows) have \(half.scans) rows in common, so leaving out the one leaves the other"
      for kind in ["walks", "scans"] {
        let told = try IndoorCommand.run("radiomap", "evaluate", venue, "--leave-out", kind)
        #expect(told.status == 0 && told.errors.contains(sentence), "\(told)")
      }
      let areas = try IndoorCommand.run("radiomap", "evaluate", venue, "--leave-out", "areas")
      #expect(!areas.errors.contains("in common"), "\(areas)")
      let check = try IndoorCommand.run("survey", "check", venue)
      #expect(
        check.output.contains("duplicate-walk")
          && check.output.contains("\(half.scans) of 40 scans of "),
        "\(check)")
      try IndoorCommand.run("survey", "remove", venue, half.hash)
      let mended = try IndoorCommand.run("radiomap", "evaluate", venue)
      #expect(mended.status == 0 && !mended.errors.contains("in common"), "\(mended)")
      #expect(!(try IndoorCommand.run("survey", "check", venue).output.contains("duplicate-walk")))
    }
  }

  /// As pandas writes -50.0 for -50 where a column has a gap.
  @Test func `a table that was saved anew is told by its import and by an evaluation`() throws {
    try Scratch.with { scratch in
      func rows(_ strongest: Int) -> String {
        var lines = ["x,y,level," + (0..<8).map { "aa:bb:cc:00:01:0\($0)" }.joined(separator: ",")]
        for row in 0..<12 {
          let strengths = (0..<8).map { String(strongest - (row * 7 + $0 * 11) % 45) }
          lines.append((["\(row * 5)", "0", "0"] + strengths).joined(separator: ","))
        }
        return lines.joined(separator: "\n") + "\n"
      }
      let (venue, text) = (scratch.path("v.gpkg"), rows(-40))
      let table = try scratch.write(text, to: "table.csv")
      let anew = try scratch.write(
        text.replacing(#/(-\d\d)/#) { "\($0.1).0" }, to: "anew.csv")
      let other = try scratch.write(rows(-41), to: "other.csv")
      func imported(_ table: String) throws -> String {
        let result = try IndoorCommand.run(
          "survey", "import", venue, table, "--columns", "x=x,y=y,level=level")
        #expect(result.status == 0, "\(result)")
        return result.errors
      }
      func evaluated() throws -> String {
        try IndoorCommand.run("radiomap", "evaluate", venue).errors
      }
      #expect(try !imported(table).contains("came before"))
      #expect(try !imported(other).contains("came before"))
      #expect(try !evaluated().contains("flatters"))
      #expect(
        try imported(anew).contains(
          "anew.csv: 12 of its 12 rows heard what a row did that came before, as where a table was "
            + "saved anew; look at both, and remove those that are too many"))
      #expect(
        try evaluated().contains(
          "v.gpkg: 12 of 36 rows of tables heard what another one did, so leaving out the one "
            + "leaves the other in the map, which flatters"))
    }
  }

  /// Of a walk of one scan between its waypoints nobody has saved a table anew.
  @Test func `recordings of one scan are no rows of tables, in one import or two`() throws {
    try Scratch.with { scratch in
      let heard = (1...6).map { "[\"02:00:00:00:00:0\($0)\",-5\($0)]" }.joined(separator: ",")
      let walks = try ["a", "b"].map { name in
        try scratch.write(
          """
          {"format":"indoorkit","version":1,"id":"\(name)"}
          {"t":1000,"waypoint":{"local":[0,0],"level":0}}
          {"t":2500,"wifi":[\(heard)]}
          {"t":3000,"waypoint":{"local":[2,0],"level":0}}

          """, to: "\(name).jsonl")
      }
      let columns = (1...6).map { "02:00:00:00:00:0\($0)" }.joined(separator: ",")
      let strengths = (1...6).map { "-5\($0)" }.joined(separator: ",")
      let table = try scratch.write(
        "x,y,level,\(columns)\n1,0,0,\(strengths)\n1,1,0,\(strengths)\n", to: "t.csv")
      func imported(_ venue: String, _ sources: [String]) throws -> String {
        let result = try IndoorCommand.run(["survey", "import", scratch.path(venue)] + sources)
        #expect(result.status == 0, "\(result)")
        return result.errors
      }
      #expect(try !imported("one.gpkg", walks + [table]).contains("came before"))
      _ = try imported("two.gpkg", walks)
      #expect(try !imported("two.gpkg", [table]).contains("came before"))
    }
  }
}
