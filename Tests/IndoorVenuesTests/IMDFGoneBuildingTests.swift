import Foundation
import IndoorModel
import IndoorVenues
import Testing

/// Archives of whose venue a building or an address has gone, which features that came with it name
/// still: by IMDF 1.0.0 a reference is the id of a feature that is there.
struct IMDFGoneBuildingTests {
  private func features(
    _ files: [(name: String, text: String)], _ type: String
  ) throws -> [[String: Any]] {
    let text = try #require(files.first { $0.name == "\(type).geojson" }).text
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(root?["features"] as? [[String: Any]])
  }

  private func buildings(_ feature: [String: Any]) -> [String]? {
    (feature["properties"] as? [String: Any])?["building_ids"] as? [String]
  }

  /// An archive's export after an edit of its venue, which is free of dangling references.
  private func exported(
    _ files: [(name: String, text: String)], _ edit: (inout Venue) -> Void
  ) throws -> (files: [(name: String, text: String)], dangling: [String]) {
    try MuseumArchive.withFolder(files) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      var venue = try sources.finish().venue
      edit(&venue)
      let writer = IMDFWriter(venue, details: MuseumArchive.details, kept: sources.kept)
      let files = writer.files()
      let check = try MuseumArchive.withFolder(files) { try VenueCheck(source: $0) }
      #expect(!check.findings.contains { $0.rule == .danglingReference }, "\(check.findings)")
      return (files, writer.findings.filter { $0.rule == .danglingReference }.map(\.message))
    }
  }

  /// Takes a building out of a venue with its levels and what is on them.
  private func remove(_ id: String, from venue: inout Venue) {
    let id = id.lowercased()
    venue.buildings.removeAll { $0.id.lowercased() == id }
    venue.levels.removeAll { $0.key.building.lowercased() == id }
    venue.units.removeAll { $0.level.building.lowercased() == id }
    venue.openings.removeAll { $0.level.building.lowercased() == id }
  }

  @Test func `a building that has gone takes its footprint with it, and leaves one of several`()
    throws
  {
    var archive = ManyBuildings()
    let ids = try #require(archive.features["building"]).compactMap { $0["id"] as? String }
    var footprint = try #require(archive.features["footprint"]?.first)
    footprint["id"] = "2222BBBB-2222-4222-8222-999999999999"
    footprint["properties"] = ["category": "ground", "building_ids": [ids[1]]]
    archive.features["footprint"]?.append(footprint)
    let whole = try exported(archive.files()) { _ in }
    #expect(whole.dangling.isEmpty, "\(whole.dangling)")
    #expect(try features(whole.files, "footprint").compactMap(buildings) == [ids, [ids[1]]])
    let (files, dangling) = try exported(archive.files()) { remove(ids[1], from: &$0) }
    #expect(try features(files, "footprint").compactMap(buildings) == [[ids[0]]])
    // The fixture on its level, too.
    let told = dangling.filter { $0.hasPrefix("footprint") }
    #expect(told.count == 2, "\(dangling)")
    #expect(
      told.contains(
        "footprint \"2222BBBB-2222-4222-8222-999999999999\": building_ids names \"\(ids[1])\", which"
          + " isn't there, and is left out with all of the footprint"))
  }

  @Test func `a level of two buildings stays in the one that is there`() throws {
    var archive = ManyBuildings()
    let ids = try #require(archive.features["building"]).compactMap { $0["id"] as? String }
    let place = try #require(
      archive.features["level"]?.firstIndex { buildings($0) == [ids[0]] && "upper" == name($0) })
    var properties = archive.features["level"]?[place]["properties"] as? [String: Any] ?? [:]
    properties["building_ids"] = ids
    archive.features["level"]?[place]["properties"] = properties
    func upper(_ files: [(name: String, text: String)]) throws -> [[String]] {
      try features(files, "level").filter { name($0) == "upper" }.compactMap(buildings)
    }
    let whole = try exported(archive.files()) { _ in }
    #expect(try upper(whole.files) == [ids] && whole.dangling.isEmpty)
    let (files, dangling) = try exported(archive.files()) { remove(ids[1], from: &$0) }
    #expect(try upper(files) == [[ids[0]]])
    #expect(dangling.count { $0.hasPrefix("level") && $0.hasSuffix("and is left out") } == 1)
  }

  private func name(_ feature: [String: Any]) -> String? {
    ((feature["properties"] as? [String: Any])?["name"] as? [String: String])?["en"]
  }

  @Test func `the address that is given stands for the venue's that isn't there`() throws {
    var archive = ManyBuildings()
    let lost = try #require(archive.features["address"]?.first?["id"] as? String)
    // One building is at the venue's address, the other at one that nothing says.
    for (index, address) in [lost, "2222BBBB-2222-4222-8222-888888888888"].enumerated() {
      var properties = archive.features["building"]?[index]["properties"] as? [String: Any] ?? [:]
      properties["address_id"] = address
      archive.features["building"]?[index]["properties"] = properties
    }
    archive.features["address"] = nil
    let (files, dangling) = try exported(archive.files()) { _ in }
    let address = try features(files, "address")
    #expect(address.count == 1)
    let properties = try #require(address.first?["properties"] as? [String: Any])
    #expect(properties["address"] as? String == MuseumArchive.details.address)
    let id = try #require(address.first?["id"] as? String)
    func addresses(_ type: String) throws -> [String?] {
      try features(files, type).map {
        ($0["properties"] as? [String: Any])?["address_id"] as? String
      }
    }
    #expect(try addresses("venue") == [id])
    #expect(try addresses("building") == [id, nil])
    #expect(dangling.count == 3, "\(dangling)")
    for type in ["venue", "building"] {
      #expect(
        dangling.contains { $0.hasPrefix(type) && $0.hasSuffix("for the venue stands for it") })
    }
    // Another address of the archive's is no reason to write none for the venue.
    var other = ManyBuildings()
    other.features["address"]?[0]["id"] = "2222BBBB-2222-4222-8222-777777777777"
    #expect(try features(exported(other.files()) { _ in }.files, "address").count == 2)
  }
}
