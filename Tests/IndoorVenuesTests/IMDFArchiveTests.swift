import Foundation
import IndoorArchive
import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

struct IMDFArchiveTests {
  func imported(_ path: String) throws -> (venue: Venue, findings: [VenueFinding]) {
    var sources = VenueImport()
    try sources.read(path)
    return try sources.finish()
  }

  func withZip<Result>(
    _ files: [(name: String, text: String)], _ body: (String) throws -> Result
  ) throws -> Result {
    let path = NSTemporaryDirectory() + "imdf-\(UUID().uuidString).zip"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ZipWriter.write(files, to: path)
    return try body(path)
  }

  @Test func `the museum comes back from a zip and from a folder, but for its ids`() throws {
    let museum = try MuseumArchive.venue()
    let files = IMDFWriter(museum, details: MuseumArchive.details).files()
    let zipped = try withZip(files) { try imported($0).venue }
    let folder = try MuseumArchive.withFolder(files) { try imported($0).venue }
    for venue in [zipped, folder] {
      #expect(venue.levels.map(\.label).sorted() == museum.levels.map(\.label).sorted())
      #expect(
        Set(venue.levels.map(\.key.ordinal)) == Set(museum.levels.map(\.key.ordinal)))
      #expect(venue.units.map(\.name) == museum.units.map(\.name))
      #expect(venue.units.map(\.category) == museum.units.map(\.category))
      #expect(venue.units.map(\.geometry) == museum.units.map(\.geometry))
      #expect(venue.openings.map(\.line) == museum.openings.map(\.line))
      #expect(venue.name == museum.name)
      #expect(venue.buildings.count == museum.buildings.count)
    }
  }

  /// As browsers call what is downloaded again.
  @Test(arguments: ["unit (1)", "Unit (1)", "unit-1", "copy of unit"])
  func `a copy beside IMDF's own file is the second`(name: String) throws {
    let files = IMDFWriter(try MuseumArchive.venue(), details: MuseumArchive.details).files()
    let unit = try #require(files.first { $0.name == "unit.geojson" })
    let whole = try withZip(files) { try imported($0).venue }
    let copied = files + [("\(name).geojson", unit.text)]
    for (venue, findings) in [
      try withZip(copied, imported), try MuseumArchive.withFolder(copied, imported),
    ] {
      #expect(venue.units == whole.units)
      let twice = findings.filter { $0.rule == .duplicateID }
      #expect(twice.count == whole.units.count)
      #expect(twice.allSatisfy { $0.message.contains("/\(name).geojson:") }, "\(twice)")
    }
    let check = try withZip(copied) { try VenueCheck(source: $0) }
    let twice = check.findings.filter { $0.rule == .duplicateID }
    #expect(twice.count == whole.units.count)
    #expect(twice.allSatisfy { $0.message.contains("/\(name).geojson:") }, "\(twice)")
  }

  @Test(arguments: ["venue", "unit"]) func `an archive without a file that each has says so`(
    type: String
  ) throws {
    let files = IMDFWriter(try MuseumArchive.venue(), details: MuseumArchive.details).files()
    let whole = try withZip(files) { try imported($0).findings }
    #expect(!whole.contains { $0.rule == .missingFile })
    let found = try withZip(files.filter { $0.name != "\(type).geojson" }) {
      try imported($0).findings
    }
    let missing = found.filter { $0.rule == .missingFile }
    #expect(missing.count == 1 && missing.allSatisfy { $0.severity == .warning })
    #expect(missing.first?.message.contains("has no \(type).geojson") == true)
    #expect(missing.first?.message.hasSuffix("export it whole again") == true)
    // What another file has of it is read, and no export lacks it.
    let renamed = files.map {
      ($0.name == "\(type).geojson" ? "\(type)s-1.geojson" : $0.name, $0.text)
    }
    let (venue, told) = try withZip(renamed) { try imported($0) }
    #expect(try venue.units.count == withZip(files) { try imported($0).venue.units.count })
    let sentence = told.first { $0.rule == .missingFile }?.message
    #expect(sentence?.contains("\(type)s-1.geojson has features of it, which are read") == true)
  }

  @Test func `a zip of GeoJSON files that are none of IMDF's is read as these are`() throws {
    let drawing = try String(
      contentsOf: URL(fileURLWithPath: #filePath).appending(
        path: "../../../FloorPlans/museum/venue.geojson"
      ).standardized, encoding: .utf8)
    let (venue, findings) = try withZip([("museum.geojson", drawing)]) { try imported($0) }
    #expect(venue.units.count == 62)
    #expect(findings.isEmpty, "\(findings)")
    // A file that isn't by the convention either says what it lacks, not what IMDF would have.
    let plain =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":\#(square(10, 50))}]}"#
    let error = #expect(throws: VenueError.self) {
      try withZip([("museum.geojson", plain)]) { _ = try imported($0) }
    }
    #expect(error?.message.contains("set feature_type") == true, "\(error?.message ?? "")")
    let level = try withZip([("museum.geojson", plain)]) {
      var sources = VenueImport(level: VenueImport.Level(ordinal: 3))
      try sources.read($0)
      return try sources.finish().venue.levels
    }
    #expect(level.map(\.key.ordinal) == [3])
  }

  @Test func `an archive without its levels is refused for that, not for its units'`() throws {
    let files = IMDFWriter(try MuseumArchive.venue(), details: MuseumArchive.details).files()
    let error = #expect(throws: VenueError.self) {
      try withZip(files.filter { $0.name != "level.geojson" }) { _ = try imported($0) }
    }
    #expect(
      error?.message.contains("has no level.geojson, which every IMDF archive has") == true,
      "\(error?.message ?? "")")
  }

  @Test(arguments: ["../unit", "/tmp/unit", "x", "", "unit\u{0}"])
  func `a kept feature of no type of IMDF's makes no file`(type: String) throws {
    let kept = SourceFeature(
      type: type, id: "a", json: #"{"type":"Feature","id":"a","properties":{},"geometry":null}"#)
    let files = IMDFWriter(
      try MuseumArchive.venue(), details: MuseumArchive.details, kept: [kept]
    ).files()
    #expect(IMDFWriter.fileNames.isSuperset(of: files.map(\.name)))
  }

  @Test func `the same venue makes the same bytes`() throws {
    let museum = try MuseumArchive.venue()
    let files = { IMDFWriter(museum, details: MuseumArchive.details).files() }
    let first = try withZip(files()) { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(try withZip(files()) { try Data(contentsOf: URL(fileURLWithPath: $0)) } == first)
  }

  @Test func `an archive in one folder of a zip is read, what a Mac adds is passed over`() throws {
    var files = try MuseumArchive().files().map { ("museum/\($0.name)", $0.text) }
    files += [
      ("__MACOSX/museum/._unit.geojson", "\0"), ("museum/.DS_Store", "\0"), ("readme.txt", "x"),
    ]
    let venue = try withZip(files) { try imported($0).venue }
    #expect(try venue.units.count == MuseumArchive.venue().units.count)
  }

  @Test func `an archive's files may be called in capitals`() throws {
    let files = IMDFWriter(try MuseumArchive.venue(), details: MuseumArchive.details).files()
    let capitals = files.map { ($0.name.uppercased(), $0.text) }
    // One alone, too, beside which the others would pass for all.
    let mixed = files.map { ($0.name == "unit.geojson" ? "Unit.GeoJSON" : $0.name, $0.text) }
    let plain = try withZip(files) { try imported($0) }
    for named in [capitals, mixed] {
      let zipped = try withZip(named) { try imported($0) }
      let folder = try MuseumArchive.withFolder(named) { try imported($0) }
      for read in [zipped, folder] {
        #expect(read.venue == plain.venue)
        #expect(read.findings.map(\.rule) == plain.findings.map(\.rule))
      }
    }
    let checked = try MuseumArchive.withFolder(capitals) { try VenueCheck(source: $0) }
    let expected = try MuseumArchive.withFolder(files) { try VenueCheck(source: $0) }
    #expect(checked.findings.map(\.rule) == expected.findings.map(\.rule))
  }

  @Test(arguments: [
    (["../unit.geojson"], "leads out of it"), (["/unit.geojson"], "leads out of it"),
    (["a/../../unit.geojson"], "leads out of it"), (["..\\unit.geojson"], "leads out of it"),
    (["a\\../..\\unit.geojson"], "leads out of it"), (["\\unit.geojson"], "leads out of it"),
    (["C:\\a\\unit.geojson"], "\"C:\\a\\unit.geojson\", which leads out of it"),
    (["unit.geojson", "a\\unit.geojson"], "holds unit.geojson twice"),
    (["unit.geojson", "a/unit.geojson"], "holds unit.geojson twice"),
    (["unit.geojson", "a/UNIT.GEOJSON"], "UNIT.GEOJSON and unit.geojson, which are the same but"),
    (["manifest.json", "Manifest.json", "unit.geojson"], "the same but for capitals; keep one"),
    (["readme.txt"], "holds no GeoJSON file"), ([], "no zip that can be read"),
    ((0..<1001).map { "\($0).txt" }, "over 1000 entries"),
  ])
  func `a zip that plays tricks with names is refused`(names: [String], part: String) throws {
    let error = #expect(throws: VenueError.self) {
      // libzip writes no empty archive.
      try withZip(names.isEmpty ? [("a", "{}")] : names.map { ($0, "{}") }) { path in
        if names.isEmpty { try Data("PK\u{3}\u{4}".utf8).write(to: URL(fileURLWithPath: path)) }
        _ = try imported(path)
      }
    }
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test func `a bomb is refused before it is unpacked`() throws {
    let bomb = String(repeating: " ", count: 20 << 20)
    let error = #expect(throws: VenueError.self) {
      try withZip([("unit.geojson", bomb)]) { try imported($0) }
    }
    #expect(error?.message.contains("over 100 times its size") == true)
  }

  @Test func `a zip cut or changed anywhere is refused or read`() throws {
    let museum = try MuseumArchive.venue()
    let files = IMDFWriter(museum, details: MuseumArchive.details).files()
    let bytes = try withZip(files) { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
    var random = SplitMix64(seed: 3)
    for round in 0..<300 {
      var damaged = bytes
      if round % 3 == 0 {
        damaged.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
      }
      let path = NSTemporaryDirectory() + "imdf-\(UUID().uuidString).zip"
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      do {
        _ = try imported(path)
      } catch let error as VenueError {
        #expect(error.message.hasPrefix(path))
      }
    }
  }

  @Test func `a file that isn't needed may be broken, one that is may not`() throws {
    var files = try MuseumArchive().files()
    files.append(("amenity.geojson", "{"))
    try MuseumArchive.withFolder(files) { folder in
      let (venue, findings) = try imported(folder)
      #expect(findings.contains { $0.rule == .unreadableFile })
      #expect(try venue.units.count == MuseumArchive.venue().units.count)
    }
    files = try MuseumArchive().files().map { $0.name == "unit.geojson" ? ($0.name, "{") : $0 }
    let error = #expect(throws: VenueError.self) {
      try MuseumArchive.withFolder(files) { try imported($0) }
    }
    #expect(error?.message.contains("unit.geojson:1: ends in the middle") == true)
  }

  @Test func `ids that are UUIDs stay, others become the same UUID each time`() throws {
    let museum = try MuseumArchive.venue()
    let ids = { (venue: Venue) in
      try withZip(IMDFWriter(venue, details: MuseumArchive.details).files()) {
        try imported($0).venue
      }
    }
    let once = try ids(museum)
    let twice = try ids(once)
    #expect(once.units.map(\.id) == twice.units.map(\.id))
    #expect(once.levels.map(\.id) == twice.levels.map(\.id))
    #expect(Set(once.units.map(\.id)).count == museum.units.count)
    // RFC 9562: version 8, variant 10.
    #expect(
      once.units.allSatisfy {
        $0.id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil
      })
  }
}
