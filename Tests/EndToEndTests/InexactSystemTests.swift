import Foundation
import Testing

/// Anchors in reference systems whose way to WGS 84 is known to metres only.
@Suite struct InexactSystemTests {
  /// The EPSG registry: Arc 1960 in Kenya, of which no way is known to a metre.
  @Test func `a conversion known to metres is told, and is in the predicted error`() throws {
    let result = try IndoorCommand.run(
      "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--json", "--anchor-crs",
      "EPSG:21037", "--anchor", "342,422=257000,9857000", "--anchor", "1627,535=257068,9857006")
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("[inexact-conversion]"), "\(result)")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let errors = try #require(json?["predictedErrorMetres"] as? [String: Any])
    #expect(try #require(errors["centre"] as? Double) > 1)
  }

  /// London, by the zone's own easting and northing, and exchanged.
  @Test func `anchors on another continent are refused`() throws {
    func align(_ first: String, _ second: String) throws -> IndoorCommand.Result {
      try IndoorCommand.run(
        "align", "--plan", "\(repository)/FloorPlans/museum/level-G.pdf", "--anchor-crs",
        "EPSG:32630", "--anchor", "342,422=\(first)", "--anchor", "1627,535=\(second)")
    }
    #expect(try align("695000,5709000", "695068,5709006").status == 0)
    let exchanged = try align("5709000,695000", "5709006,695068")
    expectBadInput(exchanged, "5709000.0,695000.0", "easting and northing are swapped")
  }
}
