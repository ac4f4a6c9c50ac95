import Foundation
import IndoorStorage
import Testing

/// Files that count days or levels otherwise than the venue does.
@Suite struct OtherCountsTests {
  private static let museum = "\(repository)/FloorPlans/museum/venue.geojson"

  @Test func `what is heard in a table without a date is forgotten by name alone`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let rows = (0..<30).map { row in
        "\(45.3202 + Double(row / 6) * 2e-5),\(-29.86975 + Double(row % 6) * 2e-5),0,\(-50 - row % 9),-60\n"
      }
      let table = try scratch.write(
        "latitude,longitude,level,aa:bb:cc:00:00:01,aa:bb:cc:00:00:02\n\(rows.joined())",
        to: "t.csv")
      try IndoorCommand.run("venue", "import", venue, Self.museum)
      try IndoorCommand.run("survey", "import", venue, table)
      try IndoorCommand.run("radiomap", "build", venue)
      let result = try IndoorCommand.run("radiomap", "forget", venue, "--before", "2026-01-01")
      #expect(result.status == 0)
      #expect(result.output.contains("0 transmitters forgotten"), "\(result)")
      #expect(
        result.errors.contains("2 transmitters were heard in scans without a date alone, and stay"),
        "\(result)")
      let named = try IndoorCommand.run("radiomap", "forget", venue, "aa:bb:cc:00:00:01")
      #expect(named.output.contains("1 transmitter forgotten"), "\(named)")
    }
  }

  /// The museum with its ground floor, G, counted as 1.
  private func counted(_ scratch: Scratch, by step: Int) throws -> String {
    var text = try String(contentsOfFile: Self.museum, encoding: .utf8)
    for ordinal in [1, 0, -1] {
      text = text.replacingOccurrences(
        of: "\"ordinal\":\(ordinal)", with: "\"ordinal\":\(ordinal + step)")
    }
    let path = scratch.path("v\(step).gpkg")
    try IndoorCommand.run(
      "venue", "import", path, try scratch.write(text, to: "venue\(step).geojson"))
    return path
  }

  @Test func `walks of a file that counts levels otherwise are merged with a word`() throws {
    try Scratch.with { scratch in
      let (other, here) = (try counted(scratch, by: 1), try counted(scratch, by: 0))
      let walk = try String(
        contentsOfFile: "\(repository)/Surveys/museum/survey-ground-west.jsonl", encoding: .utf8
      ).replacingOccurrences(of: "\"level\":0", with: "\"level\":\"G\"")
      let recording = try scratch.write(walk, to: "west.jsonl")
      try IndoorCommand.run("survey", "import", other, recording)
      let merged = try IndoorCommand.run("survey", "import", here, other)
      #expect(merged.status == 0)
      #expect(
        merged.errors.contains(
          "\(other): its walks on level G (ordinal 1) are on level 1 of \(here), whose level G has the"
            + " ordinal 0"), "\(merged)")
      // Where both count alike nothing is said.
      let same = scratch.path("same.gpkg")
      try IndoorCommand.run("venue", "import", same, scratch.path("venue1.geojson"))
      let quiet = try IndoorCommand.run("survey", "import", same, other)
      #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet)")
    }
  }
}
