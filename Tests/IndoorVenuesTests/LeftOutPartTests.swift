import IndoorModel
import IndoorVenues
import Testing

/// Parts of a geometry that a venue doesn't keep, and ids that come twice.
struct LeftOutPartTests {
  private let line = #"{"type":"LineString","coordinates":[[10,50],[10.0001,50]]}"#
  private let point = #"{"type":"Point","coordinates":[10.0002,50.0002]}"#

  private func geometries(_ parts: String...) -> String {
    #"{"type":"GeometryCollection","geometries":[\#(parts.joined(separator: ","))]}"#
  }

  @Test func `points and lines beside an area are told, and the area counts`() throws {
    let (venue, findings) = try assembled(
      collection(
        (ground, geometries(square(10, 50), line)),
        (
          #""feature_type":"unit","id":"u","level_id":"L0""#,
          geometries(point, square(10, 50, 0.0005), line, point)
        ),
        (
          #""feature_type":"opening","id":"o","level_id":"L0""#,
          geometries(line, square(10, 50, 0.0001))
        )))
    #expect(venue.units.first?.geometry.count == 1)
    #expect(venue.openings.first?.line.count == 2)
    #expect(venue.levels.first?.outline.count == 1)
    #expect(findings.map(\.rule) == [.partsLeftOut, .partsLeftOut, .partsLeftOut])
    #expect(findings.allSatisfy { $0.severity == .warning })
    for (finding, words) in zip(
      findings,
      [
        "venue.geojson:2: level \"L0\" has 1 line beside its area",
        "venue.geojson:3: unit \"u\" has 2 points and 1 line beside its area, which alone counts",
        "venue.geojson:4: opening \"o\" has 1 area beside its line",
      ])
    {
      #expect(finding.message.hasPrefix(words), "\(finding.message)")
    }
  }

  @Test func `a collection of areas alone, and of one level's rooms, is told nowhere`() throws {
    let (_, findings) = try assembled(
      collection(
        (ground, square(10, 50)),
        (
          #""feature_type":"unit","id":"u","level_id":"L0""#,
          geometries(square(10, 50, 0.0002), square(10.0004, 50, 0.0002))
        )))
    #expect(findings.isEmpty, "\(findings)")
  }

  /// As a browser saves a second download beside the first.
  @Test func `a file that an archive has twice is told with both names`() throws {
    var files = IMDFWriter(try MuseumArchive.venue(), details: MuseumArchive.details).files()
    let unit = try #require(files.first { $0.name == "unit.geojson" })
    files.append(("unit (1).geojson", unit.text))
    try MuseumArchive.withFolder(files) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let twice = try sources.finish().findings.filter { $0.rule == .duplicateID }
      #expect(twice.count == 62)
      #expect(
        twice.first?.message.contains("/unit (1).geojson:2: unit \"") == true
          && twice.first?.message.contains(
            "comes twice, at \(folder)/unit.geojson:2, and was kept") == true,
        "\(twice.first?.message ?? "")")
      let checked = try VenueCheck(source: folder).findings.filter { $0.rule == .duplicateID }
      #expect(
        checked.first?.message.contains("has the id of the unit at \(folder)/unit.geojson:2;")
          == true,
        "\(checked.first?.message ?? "")")
    }
  }

  @Test func `another feature of an id is told with its place`() throws {
    let (_, findings) = try assembled(
      collection(
        (ground, square(10, 50)),
        (#""feature_type":"unit","id":"u","level_id":"L0""#, square(10, 50, 0.0002)),
        (#""feature_type":"unit","id":"u","level_id":"L0""#, square(10.0004, 50, 0.0002))))
    #expect(
      findings.map(\.message) == [
        "venue.geojson:4: another unit, at venue.geojson:3, has the id \"u\" too; this one is now \"u~2\""
      ])
  }
}
