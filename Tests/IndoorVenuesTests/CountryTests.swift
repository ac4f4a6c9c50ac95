import IndoorVenues
import Testing

struct CountryTests {
  /// ISO 3166-1, as tzdata's iso3166.tab has it; GB is the United Kingdom, UK reserved alone.
  @Test(arguments: [
    ("UK", "write \"GB\""), ("uk", "write \"GB\""), ("pt", "write \"PT\""),
    ("PRT", "two capital letters"), ("Portugal", "two capital letters"),
    ("EU", "two capital letters"),
  ])
  func `a country that is no code is told, with the one that is meant`(
    country: String, remedy: String
  ) throws {
    let found = try findings(country)
    #expect(found.count == 1 && found.first?.contains("the country \"\(country)\"") == true)
    #expect(found.first?.contains(remedy) == true, "\(found)")
  }

  /// AA, QM to QZ, XA to XZ and ZZ are for users (ISO 3166-1, 8.1.3).
  @Test(arguments: ["PT", "GB", "US", "TW", "SS", "XK", "ZZ"])
  func `a country's code is none to be told`(country: String) throws {
    #expect(try findings(country).isEmpty)
  }

  private func findings(_ country: String) throws -> [String] {
    var archive = try MuseumArchive()
    archive.properties("address") { $0["country"] = country }
    return try archive.check().findings.filter { $0.rule == .unknownCountry }.map(\.message)
  }
}
