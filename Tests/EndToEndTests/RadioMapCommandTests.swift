import Foundation
import Testing

@Suite struct RadioMapCommandTests {
  private func object(_ result: IndoorCommand.Result) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
  }

  private func built(_ walks: Int, in scratch: Scratch) throws -> String {
    let venue = scratch.path("v.gpkg")
    try IndoorCommand.run(
      "survey", "import", venue, try SurveySamples.folder(walks, in: scratch))
    let result = try IndoorCommand.run("radiomap", "build", venue, "--json")
    #expect(result.status == 0, "\(result)")
    return venue
  }

  @Test func `an evaluation has its keys, and is the same to the byte for a seed`() throws {
    try Scratch.with { scratch in
      let venue = try built(6, in: scratch)
      let arguments = ["radiomap", "evaluate", venue, "--json", "--seed", "7"]
      let first = try IndoorCommand.run(arguments)
      let report = try object(first)
      for key in [
        "rows", "answered", "floor", "building", "mean", "median", "p75", "p95", "thirdQuartile",
        "seed", "dataHash", "meanInterval",
      ] { #expect(report[key] != nil, "\(key)") }
      #expect(report["rows"] as? Int == 6 * 40)
      #expect(try IndoorCommand.run(arguments).output == first.output)
    }
  }

  @Test func `leaving out single scans comes with leaving out walks beside it`() throws {
    try Scratch.with { scratch in
      let venue = try built(6, in: scratch)
      let report = try object(
        IndoorCommand.run("radiomap", "evaluate", venue, "--leave-out", "scans", "--json"))
      let honest = try #require(report["leavingOutWalks"] as? [String: Any])
      #expect(honest["mean"] != nil)
      let text = try IndoorCommand.run("radiomap", "evaluate", venue, "--leave-out", "scans").output
      #expect(text.contains("flatters"))
      #expect(text.contains("leaving out walks"))
    }
  }

  @Test func `where what is left out is the whole survey, that is said, and how to go on`() throws {
    try Scratch.with { scratch in
      // All of one morning in November 2023, by phones that don't name themselves.
      let venue = try built(3, in: scratch)
      let page = scratch.path("e.html")
      for (kind, words) in [("days", "of one day"), ("devices", "of one device")] {
        let result = try IndoorCommand.run(
          "radiomap", "evaluate", venue, "--leave-out", kind, "--report", page)
        expectBadInput(result, venue, words)
        #expect(result.errors.contains("; leave out walks, or survey "), "\(result)")
      }
      #expect(!FileManager.default.fileExists(atPath: page))
    }
    try Scratch.with { scratch in
      let venue = try built(1, in: scratch)
      for arguments in [[], ["--leave-out", "walks"], ["--json"]] {
        expectBadInput(
          try IndoorCommand.run(["radiomap", "evaluate", venue] + arguments), venue, "is one walk")
      }
      let days = try IndoorCommand.run("radiomap", "evaluate", venue, "--leave-out", "days")
      #expect(days.errors.contains("no map; survey on another day"), "\(days)")
      let scans = try IndoorCommand.run(
        "radiomap", "evaluate", venue, "--leave-out", "scans", "--json")
      #expect(
        scans.status == 0 && scans.errors.contains("is one walk, so what flatters"), "\(scans)")
      let report = try object(scans)
      #expect((report["answered"] as? Int ?? 0) > 0 && report["leavingOutWalks"] == nil)
    }
  }

  @Test func `an evaluation is drawn as a page`() throws {
    try Scratch.with { scratch in
      let venue = try built(6, in: scratch)
      let page = scratch.path("evaluation.html")
      let result = try IndoorCommand.run(
        "radiomap", "evaluate", venue, "--leave-out", "scans", "--report", page)
      #expect(result.status == 0, "\(result)")
      let html = try String(contentsOfFile: page, encoding: .utf8)
      #expect(html.contains("240 scans, leaving out walks."))
      expectBadInput(
        try IndoorCommand.run("radiomap", "evaluate", venue, "--report", venue), venue,
        "overwritten")
    }
  }

  /// A room of 600 teeth whose edges each cross each of those of the other.
  private func comb(_ id: String, isTurned: Bool) -> String {
    var ring: [(Double, Double)] = []
    for tooth in 0..<600 {
      let x = 5e-7 * Double(tooth)
      ring += [(x, 0), (x, 3e-4), (x + 2.5e-7, 3e-4), (x + 2.5e-7, 0)]
    }
    ring += [(3e-4, -1e-5), (-1e-5, -1e-5), (0, 0)]
    let places = ring.map { place -> String in
      let (east, north) = isTurned ? (place.1, place.0) : place
      return "[\(-29.8697 + east),\(45.3203 + north)]"
    }
    return
      #"{"type":"Feature","properties":{"feature_type":"unit","id":"\#(id)","category":"room","#
      + #""level_id":"level-G"},"geometry":{"type":"Polygon","coordinates":[[\#(places.joined(separator: ","))]]}},"#
  }

  @Test func `a page without maps says why it has none`() throws {
    try Scratch.with { scratch in
      let drawing = try String(contentsOfFile: SurveyedMuseum.drawing, encoding: .utf8)
      let combs = comb("one", isTurned: false) + comb("two", isTurned: true)
      let tangled = try scratch.write(
        drawing.replacing("\"features\":[", with: "\"features\":[\(combs)"), to: "m.geojson")
      let venue = try SurveyedMuseum.file(in: scratch, of: tangled)
      let page = scratch.path("evaluation.html")
      let result = try IndoorCommand.run("radiomap", "evaluate", venue, "--report", page)
      #expect(result.status == 0, "\(result)")
      let html = try String(contentsOfFile: page, encoding: .utf8)
      let start = try #require(html.firstRange(of: "<h2>Where it is bad</h2>")?.upperBound)
      #expect(html[start...].hasPrefix("<p class=\"lead\">There are no maps. "))
      #expect(html[start...].prefix(400).contains("have too many edges across"))
      #expect(!html.contains("<svg class=\"map"))
    }
  }

  @Test func `a map is evaluated against a recording it has not seen`() throws {
    try Scratch.with { scratch in
      let venue = try built(6, in: scratch)
      let result = try IndoorCommand.run(
        "radiomap", "evaluate", venue, "--json", "--against", scratch.path("walks/walk-3.jsonl"))
      #expect(try object(result)["rows"] as? Int == 40)
    }
  }

  @Test func `an earlier map comes back under a new number, and can be compared`() throws {
    try Scratch.with { scratch in
      let venue = try built(3, in: scratch)
      let more = scratch.path("walks")
      for number in 3..<6 {
        try FileManager.default.moveItem(
          atPath: try SurveySamples.file(number, in: scratch),
          toPath: "\(more)/walk-\(number).jsonl")
      }
      try IndoorCommand.run("survey", "import", venue, more)
      let built = try object(IndoorCommand.run("radiomap", "build", venue, "--json"))
      #expect(built["newWalks"] as? Int == 3 && built["walks"] as? Int == 6)
      let rows = try object(IndoorCommand.run("radiomap", "diff", venue, "1", "2", "--json"))[
        "rows"]
      #expect(rows as? [Int] == [3 * 40, 6 * 40])
      let back = try IndoorCommand.run("radiomap", "rollback", venue, "1")
      #expect(back.status == 0, "\(back)")
      let same = try object(IndoorCommand.run("radiomap", "diff", venue, "1", "3", "--json"))[
        "rows"]
      #expect(same as? [Int] == [3 * 40, 3 * 40])
      #expect(try IndoorCommand.run("radiomap", "rollback", venue, "99").status == 65)
    }
  }

  @Test func `a venue without walks or without a map is told what to do`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      expectBadInput(try IndoorCommand.run("radiomap", "build", venue), venue, "survey import")
      expectBadInput(try IndoorCommand.run("radiomap", "evaluate", venue), venue, "survey import")
      let walk = try SurveySamples.file(1, in: scratch)
      expectBadInput(
        try IndoorCommand.run("radiomap", "evaluate", venue, "--against", walk), venue,
        "radiomap build")
    }
  }
}
