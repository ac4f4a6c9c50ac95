import Foundation
import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

/// A venue that came from an archive, was edited, as in QGIS, and goes out as an archive again.
struct IMDFEditTests {
  /// The archive of an edited venue.
  private struct Export {
    var before: [String: [String: Any]] = [:]
    var after: [String: [String: Any]] = [:]
    var manifest: [String: Any] = [:]
    var findings: [VenueFinding] = []
    var check: [VenueFinding] = []

    func property(_ id: String, _ name: String) -> Any? {
      (after[id]?["properties"] as? [String: Any])?[name]
    }

    /// `id name` of each property that isn't as it came.
    var changed: Set<String> {
      var changed: Set<String> = []
      for (id, feature) in after {
        guard let old = before[id]?["properties"] as? [String: Any],
          let new = feature["properties"] as? [String: Any]
        else { continue }
        for name in Set(old.keys).union(new.keys)
        where !((old[name] as? NSObject)?.isEqual(new[name]) ?? false) {
          changed.insert("\(id) \(name)")
        }
      }
      return changed
    }
  }

  private func features(_ files: [(name: String, text: String)]) throws -> [String: [String: Any]] {
    var found: [String: [String: Any]] = [:]
    for (name, text) in files where name != "manifest.json" {
      let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      for feature in try #require(root?["features"] as? [[String: Any]]) {
        found[try #require(feature["id"] as? String)] = feature
      }
    }
    return found
  }

  private func exported(
    _ archive: MuseumArchive, language: String? = nil, _ edit: (inout Venue) throws -> Void
  ) throws -> Export {
    let files = try archive.files()
    return try MuseumArchive.withFolder(files) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      var venue = try sources.finish().venue
      try edit(&venue)
      var details = MuseumArchive.details
      details.language = language
      let writer = IMDFWriter(venue, details: details, kept: sources.kept)
      let written = writer.files()
      let manifest = try #require(written.first { $0.name == "manifest.json" }).text
      return Export(
        before: try features(files), after: try features(written),
        manifest: try #require(
          JSONSerialization.jsonObject(with: Data(manifest.utf8)) as? [String: Any]),
        findings: writer.findings,
        check: try MuseumArchive.withFolder(written) { try VenueCheck(source: $0).findings })
    }
  }

  /// The museum in French and Italian, its manifest in French.
  private func french() throws -> MuseumArchive {
    var archive = try MuseumArchive()
    archive.manifest?["language"] = "fr"
    for (type, list) in archive.features {
      archive.features[type] = list.map { feature in
        guard var properties = feature["properties"] as? [String: Any] else { return feature }
        for name in ["name", "short_name"] {
          guard let text = (properties[name] as? [String: Any])?["en"] as? String else { continue }
          properties[name] = ["fr": text, "it": "\(text) IT"]
        }
        return feature.merging(["properties": properties]) { $1 }
      }
    }
    return archive
  }

  @Test func `categories that are changed, taken away or unknown go out as the venue has them`()
    throws
  {
    let archive = try MuseumArchive()
    var (units, opening) = ([String](), "")
    let export = try exported(archive) { venue in
      units = venue.units.indices.filter { venue.units[$0].category == "room" }.prefix(4).map {
        venue.units[$0].id
      }
      let categories: [String?] = ["library", nil, "unspecified", "tea kitchen"]
      for (id, category) in zip(units, categories) {
        let index = try #require(venue.units.firstIndex { $0.id == id })
        venue.units[index].category = category
      }
      opening = venue.openings[0].id
      venue.openings[0].category = "hatch"
    }
    #expect(
      units.map { export.property($0, "category") as? String }
        == ["library", "unspecified", "unspecified", "unspecified"])
    #expect(export.property(opening, "category") as? String == "pedestrian")
    let unknown = export.findings.filter { $0.rule == .unknownCategory }
    #expect(unknown.count == 2 && export.findings.count == 2, "\(export.findings)")
  }

  @Test func `a category of the archive's that IMDF doesn't know stays where nobody changed it`()
    throws
  {
    var archive = try MuseumArchive()
    archive.properties("unit") { $0["category"] = "tea kitchen" }
    let export = try exported(archive) { _ in }
    #expect(export.changed.isEmpty && export.findings.isEmpty)
  }

  @Test func `new names of the venue and of its building go out`() throws {
    var ids = [String]()
    let export = try exported(MuseumArchive()) { venue in
      venue.name = "Neues Haus"
      venue.buildings[0].name = "Altbau"
      ids = [venue.id, venue.buildings[0].id]
    }
    #expect(export.changed == Set(ids.map { "\($0) name" }))
    #expect(export.property(ids[0], "name") as? [String: String] == ["en": "Neues Haus"])
    #expect(export.property(ids[1], "name") as? [String: String] == ["en": "Altbau"])
  }

  @Test func `what moves to another building's level of the same ordinal goes out there`() throws {
    var (unit, opening, level, annex) = ("", "", "", "")
    let export = try exported(MuseumArchive()) { venue in
      let key = venue.units[0].level
      annex = "00000000-0000-4000-8000-00000000000a"
      level = "00000000-0000-4000-8000-00000000000b"
      let twin = LevelKey(building: annex, ordinal: key.ordinal)
      venue.buildings.append(Building(id: annex, name: "Annex"))
      venue.levels.append(
        Level(
          id: level, key: twin, label: "A", outline: try #require(venue.level(key)).outline))
      let door = try #require(venue.openings.firstIndex { $0.level == key })
      venue.units[0].level = twin
      venue.openings[door].level = twin
      (unit, opening) = (venue.units[0].id, venue.openings[door].id)
    }
    #expect(export.changed == ["\(unit) level_id", "\(opening) level_id"])
    #expect(export.property(unit, "level_id") as? String == level)
    #expect(export.property(opening, "level_id") as? String == level)
    // The building that the archive didn't have gets a footprint beside those that it had.
    let drawn = export.after.values.filter {
      $0["feature_type"] as? String == "footprint"
        && ($0["properties"] as? [String: Any])?["building_ids"] as? [String] == [annex]
    }
    #expect(drawn.count == 1)
    #expect(!export.check.contains { $0.rule == .duplicateID || $0.rule == .danglingReference })
  }

  @Test func `a level that moves to another building goes out in it, with what is on it`() throws {
    var (moved, annex) = ("", "")
    let export = try exported(MuseumArchive()) { venue in
      let old = venue.levels[0].key
      annex = "00000000-0000-4000-8000-00000000000a"
      moved = venue.levels[0].id
      venue.buildings.append(Building(id: annex, name: "Annex"))
      let new = LevelKey(building: annex, ordinal: old.ordinal)
      venue.levels[0].key = new
      for index in venue.units.indices where venue.units[index].level == old {
        venue.units[index].level = new
      }
      for index in venue.openings.indices where venue.openings[index].level == old {
        venue.openings[index].level = new
      }
    }
    #expect(export.changed == ["\(moved) building_ids"])
    #expect(export.property(moved, "building_ids") as? [String] == [annex])
  }

  @Test func `a level that the archive had no names for goes out with those that it is given`()
    throws
  {
    var archive = try MuseumArchive()
    archive.properties("level") {
      $0["name"] = NSNull()
      $0["short_name"] = NSNull()
    }
    let id = try #require(archive.features["level"]?.first?["id"] as? String)
    #expect(try exported(archive) { _ in }.changed.isEmpty)
    let export = try exported(archive) { venue in
      let index = try #require(venue.levels.firstIndex { $0.id == id })
      venue.levels[index].label = "EG"
      venue.levels[index].name = "Erdgeschoss"
    }
    #expect(export.changed == ["\(id) name", "\(id) short_name"])
    #expect(export.property(id, "short_name") as? [String: String] == ["en": "EG"])
    #expect(export.property(id, "name") as? [String: String] == ["en": "Erdgeschoss"])
  }

  @Test func `what is drawn elsewhere takes its display point along, what stays keeps it`() throws {
    var archive = try MuseumArchive()
    let line = try #require(
      (archive.features["opening"]?.first?["geometry"] as? [String: Any])?["coordinates"]
        as? [[Double]])
    archive.properties("opening") {
      $0["display_point"] = ["type": "Point", "coordinates": line[0]]
    }
    #expect(try exported(archive) { _ in }.changed.isEmpty)
    func moved(_ place: Coordinate) -> Coordinate {
      Coordinate(latitude: place.latitude + 0.01, longitude: place.longitude + 0.01)
    }
    var (unit, opening) = ("", "")
    let export = try exported(archive) { venue in
      unit = venue.units[0].id
      venue.units[0].geometry = venue.units[0].geometry.map {
        Polygon(exterior: $0.exterior.map(moved), holes: $0.holes.map { $0.map(moved) })
      }
      opening = venue.openings[0].id
      venue.openings[0].line = venue.openings[0].line.map(moved)
    }
    #expect(export.changed == ["\(unit) display_point", "\(opening) display_point"])
    #expect(!export.check.contains { $0.rule == .displayPointOutside })
    let point = try #require(export.property(opening, "display_point") as? [String: Any])
    let place = try #require(point["coordinates"] as? [Double])
    for axis in 0...1 {
      #expect(abs(place[axis] - (line[0][axis] + line[1][axis]) / 2 - 0.01) < 1e-7)
    }
  }

  @Test func `an archive keeps its language, and a new name has no old ones beside it`() throws {
    let archive = try french()
    let untouched = try exported(archive) { _ in }
    #expect(untouched.manifest["language"] as? String == "fr")
    #expect(untouched.changed.isEmpty && untouched.findings.isEmpty)
    var (id, nameless) = ("", "")
    let rename = { (venue: inout Venue) in
      venue.units[0].name = "Salle"
      (id, nameless) = (venue.units[0].id, venue.openings[0].id)
      venue.openings[0].name = "Porte"
    }
    let export = try exported(archive, rename)
    #expect(export.property(id, "name") as? [String: String] == ["fr": "Salle"])
    #expect(export.property(nameless, "name") as? [String: String] == ["fr": "Porte"])
    #expect(export.findings.map(\.rule) == [.otherLanguages], "\(export.findings)")
    #expect(export.findings.first?.message.contains("in fr alone") == true)
    let german = try exported(archive, language: "de", rename)
    #expect(german.manifest["language"] as? String == "de")
    #expect(german.property(id, "name") as? [String: String] == ["de": "Salle"])
  }

  @Test func `the language that all of an archive's names have stands in for a manifest's`() throws
  {
    var archive = try french()
    archive.manifest = nil
    archive.properties("unit") { $0["name"] = ["it": "Sala"] }
    #expect(try exported(archive) { _ in }.manifest["language"] as? String == "it")
  }
}
