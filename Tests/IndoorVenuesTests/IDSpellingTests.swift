import Foundation
import IndoorJSON
import IndoorModel
import IndoorVenues
import Testing

/// Ids that a person reads as one are one: in either normal form of Unicode (UAX #15), and of UUIDs
/// in capitals and small letters (RFC 9562, section 4: "case-insensitive on input").
struct IDSpellingTests {
  /// "é" composed, as most programs write it, and in two, as macOS has it in names of files.
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  private func small(_ e: String, name: String) throws -> (venue: Venue, [VenueFinding]) {
    try assembled(file(e, name: name))
  }

  private func file(_ e: String, name: String) throws -> GeoJSONFeatureCollection {
    try collection(
      (#""feature_type":"building","id":"b\#(e)""#, "null"),
      (
        #""feature_type":"level","id":"l\#(e)","ordinal":0,"building_id":"b\#(e)""#, square(10, 50)
      ),
      (
        #""feature_type":"unit","id":"u\#(e)","level_id":"l\#(e)","name":"\#(name)""#,
        square(10.0001, 50.0001, 0.0003)
      ))
  }

  private func bytes(_ venue: Venue) -> [[UInt8]] {
    let ids =
      venue.buildings.map(\.id) + venue.levels.flatMap { [$0.id, $0.key.building] }
      + venue.units.flatMap { [$0.id, $0.level.building] }
    return ids.map { Array($0.utf8) }
  }

  @Test func `an id that comes again in the other normal form keeps the venue's bytes`() throws {
    for (first, second) in [(composed, decomposed), (decomposed, composed)] {
      let before = try small(first, name: "old").venue
      let (after, _) = try assembled(file(second, name: "new"), into: before)
      #expect(after.units.map(\.name) == ["new"])
      #expect(bytes(after) == bytes(before))
    }
  }

  @Test func `a file whose references are in the other normal form is read`() throws {
    let (venue, findings) = try assembled(
      collection(
        (#""feature_type":"level","id":"l\#(composed)","ordinal":0"#, square(10, 50)),
        (
          #""feature_type":"unit","id":"u","level_id":"l\#(decomposed)""#,
          square(10.0001, 50.0001, 0.0003)
        )))
    #expect(venue.units.count == 1 && findings.isEmpty)
  }

  @Test func `ids of a venue file that differ in their bytes alone are found`() throws {
    var venue = try small(composed, name: "room").venue
    venue.units.append(venue.units[0])
    venue.units[1].id = "u\(decomposed)"
    let findings = VenueCheck(venue, name: "v.gpkg").findings.filter { $0.rule == .duplicateID }
    #expect(findings.map(\.message).filter { $0.hasPrefix("v.gpkg: 2 units") }.count == 1)
  }

  /// The museum's archive with its ids, or what refers to them, in capitals.
  private func archive(
    capitalIDs: Bool = false, capitalReferences: Bool = false
  ) throws -> [(name: String, text: String)] {
    var archive = try MuseumArchive()
    for (type, features) in archive.features {
      archive.features[type] = features.map { feature in
        var feature = feature
        if capitalIDs { feature["id"] = (feature["id"] as? String)?.uppercased() }
        var properties = feature["properties"] as? [String: Any] ?? [:]
        for name in ["level_id", "address_id"] where capitalReferences {
          if let id = properties[name] as? String { properties[name] = id.uppercased() }
        }
        if capitalReferences, let ids = properties["building_ids"] as? [String] {
          properties["building_ids"] = ids.map { $0.uppercased() }
        }
        feature["properties"] = properties
        return feature
      }
    }
    return try archive.files()
  }

  private func imported(
    _ files: [(name: String, text: String)], into existing: Venue? = nil
  ) throws -> (venue: Venue, findings: [VenueFinding], kept: [SourceFeature]) {
    try MuseumArchive.withFolder(files) { folder in
      var sources = VenueImport(into: existing, name: "museum")
      try sources.read(folder)
      let (venue, findings) = try sources.finish()
      return (venue, findings, sources.kept)
    }
  }

  @Test(arguments: [(true, false), (false, true)])
  func `references find UUIDs in capitals or small letters`(
    capitalIDs: Bool, capitalReferences: Bool
  ) throws {
    let plain = try imported(archive())
    let files = try archive(capitalIDs: capitalIDs, capitalReferences: capitalReferences)
    let read = try imported(files)
    #expect(read.venue.units.map(\.name) == plain.venue.units.map(\.name))
    #expect(read.venue.openings.count == plain.venue.openings.count)
    #expect(read.venue.buildings.count == plain.venue.buildings.count)
    #expect(read.findings == plain.findings)
    let check = try MuseumArchive.withFolder(files) { try VenueCheck(source: $0) }
    #expect(!check.findings.contains { $0.rule == .danglingReference }, "\(check.findings)")
    // What was kept of the archive is handed on.
    let writer = IMDFWriter(read.venue, details: MuseumArchive.details, kept: read.kept)
    #expect(writer.findings.isEmpty, "\(writer.findings)")
    for (name, text) in writer.files() {
      let before = files.first { $0.name == name }?.text ?? ""
      #expect(try ids(text) == ids(before), "\(name)")
    }
  }

  private func ids(_ text: String) throws -> [String] {
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (root?["features"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }.sorted()
  }

  @Test func `an archive that comes again in capitals is the venue's own`() throws {
    let first = try imported(archive())
    let files = try archive(capitalIDs: true, capitalReferences: true)
    let again = try imported(files, into: first.venue)
    #expect(again.venue.units.map(\.id) == first.venue.units.map(\.id))
    #expect(again.venue.levels.map(\.id) == first.venue.levels.map(\.id))
    #expect(VanishedFeatures(before: first.venue, after: again.venue).isEmpty)
    // What was kept is found by the venue's ids.
    let units = again.kept.filter { $0.type == "unit" }.map(\.id)
    #expect(units == again.venue.units.map(\.id))
  }

  @Test func `one UUID twice in an archive, in capitals and small letters, is found`() throws {
    var archive = try MuseumArchive()
    let id = try #require(archive.features["unit"]?.first?["id"] as? String)
    archive.features["unit"]?[1]["id"] = id.uppercased()
    #expect(try archive.check().findings.contains { $0.rule == .duplicateID })
  }
}
