import Foundation
import Testing

@Suite struct VenueCheckTests {
  @Test func `a venue without an error ends with 0, one with an error with 1 and its code`() throws
  {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      #expect(try IndoorCommand.run("venue", "check", file).status == 0)
      let broken = try scratch.write(
        SmallVenue.geoJSON().replacingOccurrences(
          of: #""level_id":"l0","category":"room""#, with: #""level_id":"l9","category":"room""#),
        to: "broken.geojson")
      let result = try IndoorCommand.run("venue", "check", broken, "--json")
      #expect(result.status == 1, "\(result)")
      #expect(result.output.contains(#""code": "dangling-level""#), "\(result)")
      #expect(result.output.contains("broken.geojson:5: unit"), "\(result)")
    }
  }

  @Test(arguments: ["archive", "archive.zip"])
  func `an archive that was exported is checked and imported again`(name: String) throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let archive = scratch.path(name)
      let export = try IndoorCommand.run(
        "venue", "export", file, "--as", "imdf", "--output", archive, "--category", "museum")
      #expect(export.status == 0, "\(export)")
      #expect(try IndoorCommand.run("venue", "check", archive).status == 0)
      let again = try IndoorCommand.run("venue", "import", scratch.path("again.gpkg"), archive)
      #expect(again.status == 0, "\(again)")
      #expect(again.output.contains("1 level, 2 units, 1 opening"), "\(again)")
    }
  }

  @Test func `the room at a place is named`() throws {
    try Scratch.with { scratch in
      let file = try SmallVenue.imported(in: scratch)
      let result = try IndoorCommand.run("venue", "at", file, "52.5002,13.4002")
      #expect(
        result.status == 0 && result.output.contains("level G (ordinal 0): hall Hall (room)"),
        "\(result)")
    }
  }
}
