import Foundation
import IndoorModel
import IndoorVenues
import Testing

/// Archives whose venue names no address, which IMDF 1.0.0 asks for.
struct IMDFNoAddressTests {
  @Test(arguments: [true, false], [true, false])
  func `the address that is given is the venue's`(isNull: Bool, hasAddresses: Bool) throws {
    var archive = try MuseumArchive()
    archive.properties("venue") { $0["address_id"] = isNull ? NSNull() : nil }
    archive.properties("building") { $0["address_id"] = NSNull() }
    if !hasAddresses { archive.features["address"] = nil }
    let known = archive.features["address"]?.count ?? 0
    let files = try MuseumArchive.withFolder(try archive.files()) { folder in
      var sources = VenueImport()
      try sources.read(folder)
      var details = MuseumArchive.details
      details.address = "New Sq 7"
      let writer = IMDFWriter(
        try sources.finish().venue, details: details, kept: sources.kept)
      #expect(writer.isAddressWritten && !writer.isCategoryWritten)
      #expect(writer.findings.isEmpty, "\(writer.findings)")
      return writer.files()
    }
    func features(_ type: String) throws -> [[String: Any]] {
      let text = try #require(files.first { $0.name == "\(type).geojson" }).text
      let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return try #require(root?["features"] as? [[String: Any]])
    }
    func property(_ feature: [String: Any], _ name: String) -> String? {
      (feature["properties"] as? [String: Any])?[name] as? String
    }
    let addresses = try features("address")
    #expect(addresses.count == known + 1)
    let given = try #require(addresses.first { property($0, "address") == "New Sq 7" })
    let venue = try #require(try features("venue").first)
    #expect(property(venue, "address_id") == given["id"] as? String)
    // A building needs none.
    #expect(try features("building").compactMap { property($0, "address_id") }.isEmpty)
    let check = try MuseumArchive.withFolder(files) { try VenueCheck(source: $0) }
    #expect(check.count(.error) == 0, "\(check.findings)")
  }
}
