import Foundation
import IndoorModel
import IndoorVenues
import Testing

/// Archives whose labels are in several languages. OGC 20-094, Manifest: `language` is the default
/// language of the venue's data.
struct IMDFLanguageTests {
  private static func archive(
    manifest: String?, unit: [String: String], level: [String: String]
  ) throws -> MuseumArchive {
    var archive = try MuseumArchive()
    archive.manifest?["language"] = manifest
    archive.properties("unit") { $0["name"] = unit }
    archive.properties("level") { $0["short_name"] = level }
    return archive
  }

  private static let unit = ["en": "Foyer", "de": "Eingang", "fr-CA": "Entrée"]
  private static let level = ["en": "1", "de": "E", "fr-CA": "RC"]

  /// RFC 4647, section 3.4: de-DE finds de.
  @Test(arguments: [
    ("de", "Eingang", "E"), ("de-DE", "Eingang", "E"), ("DE", "Eingang", "E"),
    ("fr", "Entrée", "RC"), ("fr-CA", "Entrée", "RC"), ("en-US", "Foyer", "1"),
    ("nb", "Foyer", "1"),
  ])
  func `labels are read in the archive's language`(
    language: String, name: String, label: String
  ) throws {
    let archive = try Self.archive(manifest: language, unit: Self.unit, level: Self.level)
    let first = (
      unit: try #require(archive.features["unit"]?.first?["id"] as? String),
      level: try #require(archive.features["level"]?.first?["id"] as? String)
    )
    try MuseumArchive.withFolder(archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      #expect(venue.units.first { $0.id == first.unit }?.name == name)
      #expect(venue.levels.first { $0.id == first.level }?.label == label)
      // What nobody edited goes out as it came, in all languages.
      let writer = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept)
      #expect(!writer.findings.contains { $0.rule == .otherLanguages }, "\(writer.findings)")
      let units = try #require(writer.files().first { $0.name == "unit.geojson" }).text
      #expect(units.contains("Eingang") && units.contains("Entrée") && units.contains("Foyer"))
    }
  }

  @Test(arguments: ["", " \u{A0}"]) func `a language that has nothing leaves it to another`(
    nothing: String
  ) throws {
    let archive = try Self.archive(
      manifest: "de", unit: ["de": nothing, "en": "Foyer"], level: ["de": nothing, "fr": "RC"])
    let first = try #require(archive.features["unit"]?.first?["id"] as? String)
    try MuseumArchive.withFolder(archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      #expect(venue.units.first { $0.id == first }?.name == "Foyer")
      #expect(venue.levels.contains { $0.label == "RC" })
    }
  }

  /// A text of JSON whose labels say nothing is no name, and goes out as it came.
  @Test func `labels of nothing within a text are no name`() throws {
    var archive = try MuseumArchive()
    archive.properties("unit") { $0["name"] = #"{"en": ""}"# }
    try MuseumArchive.withFolder(archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      #expect(!venue.units.contains { $0.name?.contains("{") == true })
      let written = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept).files()
      let units = try #require(written.first { $0.name == "unit.geojson" }).text
      #expect(!units.contains(#"\""#))
    }
  }

  /// As programs write what lies within a property into a column of a database.
  @Test func `labels that are written as JSON into a text are labels`() throws {
    var archive = try MuseumArchive()
    archive.manifest?["language"] = "de"
    archive.properties("unit") { $0["name"] = #"{"en": "Foyer", "de": "Eingang"}"# }
    archive.properties("level") { $0["short_name"] = #"{"en": "Q"}"# }
    try MuseumArchive.withFolder(archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      #expect(venue.units.contains { $0.name == "Eingang" })
      #expect(venue.levels.contains { $0.label == "Q" })
      // And go out as labels: IMDF 1.0.0, Reference, LABELS.
      let written = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept).files()
      let units = try #require(written.first { $0.name == "unit.geojson" }).text
      #expect(units.contains(#""name":{"en":"Foyer","de":"Eingang"}"#))
      let levels = try #require(written.first { $0.name == "level.geojson" }).text
      #expect(levels.contains(#""short_name":{"en":"Q"}"#))
      let findings = try MuseumArchive.withFolder(written) { try VenueCheck(source: $0).findings }
      #expect(!findings.contains { $0.rule == .wrongLabels })
    }
    let plain = try assembled(
      collection((#""feature_type":"level","id":"L","ordinal":0,"label":"{G}""#, square(10, 50))))
    #expect(plain.venue.levels.map(\.label) == ["{G}"])
  }

  @Test func `a name that was changed is written in the language that was read`() throws {
    let archive = try Self.archive(manifest: "de", unit: Self.unit, level: Self.level)
    let id = try #require(archive.features["unit"]?.first?["id"] as? String)
    try MuseumArchive.withFolder(archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      var venue = try sources.finish().venue
      let index = try #require(venue.units.firstIndex { $0.id == id })
      venue.units[index].name = "Windfang"
      var details = MuseumArchive.details
      details.language = nil
      let writer = IMDFWriter(venue, details: details, kept: sources.kept)
      #expect(
        writer.findings.contains {
          $0.rule == .otherLanguages && $0.message.contains("is written in de alone")
        }, "\(writer.findings)")
    }
  }

  /// OGC 20-094, Manifest: what the venue's data are in, and what they are extended by.
  @Test(arguments: [("de", false), ("en-GB", false), ("fr", false), ("pl", true)])
  func `a manifest's extensions stay, and a language that no name has is told`(
    language: String, isTold: Bool
  ) throws {
    var archive = try Self.archive(manifest: "en", unit: Self.unit, level: Self.level)
    archive.manifest?["extensions"] = ["imdf:extension:a#b"]
    try MuseumArchive.withFolder(archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      let venue = try sources.finish().venue
      var details = MuseumArchive.details
      details.language = language
      let writer = IMDFWriter(venue, details: details, kept: sources.kept)
      #expect(writer.findings.contains { $0.rule == .otherLanguages } == isTold)
      let text = try #require(writer.files().first { $0.name == "manifest.json" }).text
      let manifest = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect(manifest?["extensions"] as? [String] == ["imdf:extension:a#b"])
    }
  }
}
