import Testing

/// Corners of units are named by their numbers, which an export may change (RFC 7946, section
/// 3.1.6: outer rings go round counter-clockwise).
struct RenumberedCornerTests {
  private static let counterClockwise =
    "[13.4,52.5],[13.4005,52.5],[13.4005,52.5005],[13.4,52.5005],[13.4,52.5]"
  private static let clockwise =
    "[13.4,52.5],[13.4,52.5005],[13.4005,52.5005],[13.4005,52.5],[13.4,52.5]"

  @Test(arguments: [("geojson", "o.geojson"), ("imdf", "o.zip"), ("imdf", "folder")])
  func `an export that turns units round tells that their corners have other numbers`(
    format: String, name: String
  ) throws {
    try Scratch.with { scratch in
      let output = scratch.path(name)
      func export(_ venue: String) throws -> IndoorCommand.Result {
        let source = try scratch.write(venue, to: "v.geojson")
        let file = scratch.path("\(venue.utf8.count)\(venue.contains(Self.clockwise)).gpkg")
        try #require(try IndoorCommand.run("venue", "import", file, source).status == 0)
        return try IndoorCommand.run("venue", "export", file, "--as", format, "--output", output)
      }
      let same = try export(SmallVenue.geoJSON())
      #expect(same.status == 0 && !same.errors.contains("corners"), "\(same)")
      let turned = try export(
        SmallVenue.geoJSON().replacing(Self.counterClockwise, with: Self.clockwise))
      #expect(turned.status == 0 && turned.output == same.output, "\(turned)")
      #expect(
        turned.errors.contains(
          "\(output): 1 unit went round clockwise, and goes counter-clockwise there, as GeoJSON and IMDF "
            + "want it, so the corners (unit:ID#N) have other numbers after an import of it"),
        "\(turned)")
      // What is written isn't turned again.
      guard format == "geojson" else { return }
      let again = scratch.path("again.gpkg")
      try #require(try IndoorCommand.run("venue", "import", again, output).status == 0)
      let twice = try IndoorCommand.run(
        "venue", "export", again, "--as", format, "--output", scratch.path("2.geojson"))
      #expect(twice.status == 0 && !twice.errors.contains("corners"), "\(twice)")
    }
  }
}
