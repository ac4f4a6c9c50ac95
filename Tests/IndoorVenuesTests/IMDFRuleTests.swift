import IndoorVenues
import Testing

/// A change that breaks one rule of IMDF.
struct Mutation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rule: VenueRule
  let change: @Sendable (inout MuseumArchive) -> Void

  init(
    _ name: String, _ rule: VenueRule, _ change: @escaping @Sendable (inout MuseumArchive) -> Void
  ) {
    testDescription = name
    self.rule = rule
    self.change = change
  }

  static let polygon: @Sendable ([[Double]]) -> [String: Any] = {
    ["type": "Polygon", "coordinates": [$0]]
  }

  static let all: [Mutation] = [
    Mutation("no manifest", .manifestMissing) { $0.manifest = nil },
    Mutation("another version", .manifestVersion) { $0.manifest?["version"] = "2.0.0" },
    Mutation("no version", .manifestVersion) { $0.manifest?["version"] = nil },
    Mutation("no date", .manifestCreated) { $0.manifest?["created"] = "yesterday" },
    Mutation("no language", .manifestLanguage) { $0.manifest?["language"] = "?" },
    Mutation("no venue", .venueCount) { $0.features["venue"] = [] },
    Mutation("two venues", .venueCount) {
      guard var second = $0.features["venue"]?.first else { return }
      second["id"] = "11111111-2222-4333-8444-555555555555"
      $0.features["venue"]?.append(second)
    },
    Mutation("no id", .missingID) { $0.features["footprint"]?[0]["id"] = nil },
    Mutation("an id that is a number", .missingID) { $0.set("footprint", "id", 7) },
    Mutation("an id that is no UUID", .idNotUUID) { $0.set("footprint", "id", "f1") },
    Mutation("an id twice", .duplicateID) {
      let id = $0.features["unit"]?.first?["id"]
      $0.set("opening", "id", id ?? "")
    },
    Mutation("a feature of another type than its file's", .wrongFeatureType) {
      guard let unit = $0.features["unit"]?.popLast() else { return }
      $0.features["level"]?.append(unit)
    },
    Mutation("no feature type", .wrongFeatureType) {
      $0.features["footprint"]?[0]["feature_type"] = nil
    },
    Mutation("a feature type that nobody knows", .unknownFeatureType) {
      $0.features["gadget"] = [
        [
          "type": "Feature", "id": "11111111-2222-4333-8444-555555555555",
          "feature_type": "gadget", "geometry": [String: Any]?.none as Any, "properties": [:],
        ]
      ]
    },
    Mutation("a level without a short name", .missingProperty) {
      $0.properties("level") { $0["short_name"] = nil }
    },
    Mutation("a unit without a category", .missingProperty) {
      $0.properties("unit") { $0["category"] = nil }
    },
    Mutation("an address without a town", .missingProperty) {
      $0.properties("address") { $0["locality"] = nil }
    },
    Mutation("an ordinal that is no whole number", .noOrdinal) {
      $0.properties("level") { $0["ordinal"] = 0.5 }
    },
    Mutation("a category that nobody knows", .unknownCategory) {
      $0.properties("unit") { $0["category"] = "gallery" }
    },
    Mutation("a help for the disabled that nobody knows", .unknownCategory) {
      $0.properties("unit") { $0["accessibility"] = ["wheelchair", "sedan chair"] }
    },
    Mutation("an access control that nobody knows", .unknownCategory) {
      $0.properties("opening") { $0["access_control"] = ["dragon"] }
    },
    Mutation("a restriction that nobody knows", .unknownRestriction) {
      $0.properties("unit") { $0["restriction"] = "vip" }
    },
    Mutation("a country that is no code", .unknownCountry) {
      $0.properties("address") { $0["country"] = "UK" }
    },
    Mutation("a name that is a text", .wrongLabels) {
      $0.properties("unit") { $0["name"] = "Hall" }
    },
    Mutation("a name that is labels within a text", .wrongLabels) {
      $0.properties("footprint") { $0["alt_name"] = #"{"en": "Hall"}"# }
    },
    Mutation("a short name with a number for a text", .wrongLabels) {
      $0.properties("level") { $0["short_name"] = ["en": 1] }
    },
    Mutation("an opening that is a polygon", .wrongGeometry) {
      let outline = $0.features["venue"]?.first?["geometry"]
      $0.set("opening", "geometry", outline ?? [:])
    },
    Mutation("an opening of one place", .wrongGeometry) {
      let place = [-29.8697, 45.3203]
      $0.set("opening", "geometry", ["type": "LineString", "coordinates": [place, place]])
    },
    Mutation("a building with a geometry", .wrongGeometry) {
      $0.set("building", "geometry", ["type": "Point", "coordinates": [-29.8697, 45.3203]])
    },
    Mutation("a unit on a level that isn't there", .danglingReference) {
      $0.properties("unit") { $0["level_id"] = "11111111-2222-4333-8444-555555555555" }
    },
    Mutation("a level in a building that is an address", .danglingReference) {
      let address = $0.features["address"]?.first?["id"]
      $0.properties("level") { $0["building_ids"] = [address ?? ""] }
    },
    Mutation("a relationship to nowhere", .danglingReference) {
      let unit = $0.features["unit"]?.first?["id"]
      $0.features["relationship"] = [
        [
          "type": "Feature", "id": "11111111-2222-4333-8444-555555555555",
          "feature_type": "relationship", "geometry": [String: Any]?.none as Any,
          "properties": [
            "category": "stairs", "direction": "undirected",
            "origin": ["id": unit ?? "", "feature_type": "unit"],
            "destination": ["id": "nowhere", "feature_type": "unit"],
          ],
        ]
      ]
    },
    Mutation("a display point outside", .displayPointOutside) {
      $0.properties("unit") {
        $0["display_point"] = ["type": "Point", "coordinates": [-29.8, 45.3]]
      }
    },
    Mutation("a unit that crosses itself", .invalidPolygon) {
      $0.properties("unit") { $0["display_point"] = nil }
      $0.set(
        "unit", "geometry",
        polygon([
          [-29.8697, 45.3203], [-29.86969, 45.32031], [-29.86969, 45.3203], [-29.8697, 45.32031],
          [-29.8697, 45.3203],
        ]))
    },
    Mutation("a unit outside of its level", .unitOutsideLevel) {
      $0.properties("unit") { $0["display_point"] = nil }
      $0.set(
        "unit", "geometry",
        polygon([
          [-29.86, 45.32], [-29.8599, 45.32], [-29.8599, 45.3201], [-29.86, 45.3201],
          [-29.86, 45.32],
        ]))
    },
    Mutation("a unit on another one", .unitsOverlap) {
      guard var copy = $0.features["unit"]?.first else { return }
      copy["id"] = "11111111-2222-4333-8444-555555555555"
      $0.features["unit"]?.append(copy)
    },
    Mutation("an opening in the middle of a room", .openingOffEdge) {
      let coordinates =
        (($0.features["unit"]?.first?["properties"] as? [String: Any])?[
          "display_point"] as? [String: Any])?["coordinates"] as? [Double] ?? [0, 0]
      let level = ($0.features["unit"]?.first?["properties"] as? [String: Any])?["level_id"]
      $0.properties("opening") { $0["level_id"] = level ?? "" }
      $0.set(
        "opening", "geometry",
        [
          "type": "LineString",
          "coordinates": [coordinates, [coordinates[0] + 1e-6, coordinates[1]]],
        ])
    },
  ]
}

struct IMDFRuleTests {
  @Test func `the museum's archive breaks no rule`() throws {
    let findings = try MuseumArchive().check().findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(arguments: Mutation.all)
  func `each rule is found where it is broken`(mutation: Mutation) throws {
    var archive = try MuseumArchive()
    mutation.change(&archive)
    let check = try archive.check()
    let found = check.findings.filter { $0.rule == mutation.rule }
    #expect(!found.isEmpty, "\(check.findings)")
    #expect(found.allSatisfy { !$0.message.isEmpty && $0.severity == mutation.rule.severity })
    #expect((check.count(.error) > 0) || mutation.rule.severity != .error)
  }

  @Test func `every rule of an archive has a mutation, and codes are unique`() {
    let start = VenueRule.allCases.firstIndex(of: .manifestMissing) ?? 0
    let archiveRules = Set(VenueRule.allCases[start...])
    #expect(archiveRules.isSubset(of: Set(Mutation.all.map(\.rule))))
    #expect(Set(VenueRule.allCases.map(\.rawValue)).count == VenueRule.allCases.count)
  }
}
