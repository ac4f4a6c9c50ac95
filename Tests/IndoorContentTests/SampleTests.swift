import Foundation
import IndoorContent
import IndoorGeometry
import IndoorGuide
import IndoorModel
import Testing

/// The public samples beside figures that were computed without this project.
@Suite(.enabled(if: Samples.folder != nil, "set INDOORKIT_DATA to read the public samples"))
struct SampleTests {
  private func counts(_ name: String) throws -> [String: Int] {
    let findings = try #require(try Samples.expected(name)["findings"] as? [String: Int])
    return findings
  }

  private func check(_ content: GuideContent, _ name: String) throws {
    for (rule, count) in try counts(name) {
      let found = ContentCheck.findings(of: content)
      if rule.hasSuffix("*") {
        #expect(found.count { $0.rule.rawValue.hasPrefix(rule.dropLast()) } == count, "\(rule)")
      } else {
        #expect(found.count { $0.rule.rawValue == rule } == count, "\(rule)")
      }
    }
  }

  @Test func `the Art Institute's sample has what it is known to have`() throws {
    let content = try Samples.read("/aic/appData.json")
    let expected = try Samples.expected("aic_appData")
    func number(_ name: String) -> Int? { expected[name] as? Int }
    #expect(content.collection.format == "aic")
    #expect(content.items.count { $0.kind == "object" } == number("objects"))
    #expect(content.items.count { $0.kind != "object" } == number("map_annotations"))
    #expect(content.groups.count == number("galleries"))
    let sounds = content.media.filter { $0.type.hasPrefix("audio/") }
    #expect(Set(sounds.map(\.key)).count == number("audio_files"))
    #expect(content.tours.count == number("tours"))
    #expect(content.tours.first?.stops.count == number("tour_stops"))
    let byFloor = try #require(expected["annotations_by_floor"] as? [String: [String: Int]])
    for (floor, kinds) in byFloor {
      for (kind, count) in kinds {
        let found = content.items.count {
          $0.kind == kind.lowercased() && $0.place.ordinal == Samples.floors[floor]
        }
        #expect(found == count, "\(floor) \(kind)")
      }
    }
    let objects = try #require(expected["objects_by_gallery_floor"] as? [String: Int])
    for (floor, count) in objects {
      #expect(
        content.items.count {
          $0.kind == "object" && $0.place.ordinal == Samples.floors[floor]
        } == count)
    }
    try check(content, "aic_appData")
  }

  @Test func `the Art Institute's numbers and distances are known`() throws {
    let guide = Guide([try Samples.read("/aic/appData.json")])
    #expect(guide.number("109").map(\.row.id.key) == ["1254"])
    #expect(guide.number("109").map(\.medium) == ["1025"])
    #expect(guide.number("55").map(\.row.id.key) == ["1039"])
    #expect(guide.number("104").map(\.row.id.key) == ["1039"])
    let expected = try Samples.expected("aic_appData")
    let costs = try #require(expected["costs_m"] as? [Double])
    let keys = try #require(
      expected["nearest_from_41.8796_-87.6235_ordinal0_33.333_a_level"] as? [Int])
    var filter = GuideFilter()
    filter.kind = "object"
    let here = GuidePosition(Coordinate(latitude: 41.8796, longitude: -87.6235), ordinal: 0)
    let rows = try guide.items(filter, near: here).rows
    #expect(rows.map(\.id.key) == keys.map(String.init))
    for (row, cost) in zip(rows, costs) { #expect(abs((row.distance?.cost ?? 0) - cost) < 0.05) }
  }

  @Test func `Genera's property list has what it is known to have`() throws {
    let content = try Samples.read("/genera/2012/generaData.plist")
    let expected = try Samples.expected("genera_plist")
    #expect(content.items.count == expected["items"] as? Int)
    #expect(content.groups.count { $0.kind == "group" } == expected["groups"] as? Int)
    let guide = Guide([content])
    for (group, count) in try #require(expected["by_group"] as? [String: Int]) {
      var filter = GuideFilter()
      filter.group = group
      #expect(try guide.items(filter).total == count)
    }
    for (template, count) in try #require(expected["templates"] as? [String: Int]) {
      #expect(content.items.count { $0.template == template } == count)
    }
    try check(content, "genera_plist")
  }

  @Test func `Genera's JSON has what it is known to have`() throws {
    let content = try Samples.read("/genera/2016/data.json")
    let expected = try Samples.expected("genera_swift")
    #expect(content.items.count == expected["items"] as? Int)
    for (kind, name) in [
      ("group", "groups"), ("subgroup", "subgroups"), ("supergroup", "supergroups"),
    ] {
      #expect(content.groups.count { $0.kind == kind } == expected[name] as? Int)
    }
    #expect(
      content.uses.count { $0.role == "audio" && $0.owner.kind == .item }
        == expected["audio"] as? Int)
    #expect(
      content.uses.count { $0.role == "image" && $0.owner.kind == .item }
        == expected["images"] as? Int)
    #expect(content.templates.count == expected["templates"] as? Int)
    let unsearchable = ContentCheck.findings(of: content).filter { $0.rule == .unsearchable }
    #expect(unsearchable.compactMap(\.item) == expected["empty_searchText"] as? [String])
    try check(content, "genera_swift")
  }

  private static let samples = [
    ("the Art Institute's `appData.json`", "/aic/appData.json"),
    ("Genera's `generaData.plist`", "/genera/2012/generaData.plist"),
    ("Genera's `data.json`", "/genera/2016/data.json"),
  ]

  /// What docs/guide.md says is found of each sample, by its name there.
  private static func told() throws -> [String: [String: Int]] {
    let page = MuseumGuide.folder + "/../../../docs/guide.md"
    var (told, sample): ([String: [String: Int]], String) = ([:], "")
    for line in try String(contentsOfFile: page, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("|"), cells.count == 2 else { continue }
      if !cells[0].isEmpty { sample = cells[0] }
      for count in cells[1].split(separator: ", ") {
        let parts = count.split(separator: " ")
        guard parts.count == 2, let number = Int(parts[1]) else { continue }
        told[sample, default: [:]][parts[0].trimmingCharacters(in: ["`"])] = number
      }
    }
    return told
  }

  @Test(arguments: samples.indices) func `all that is found is what the page says`(
    index: Int
  ) throws {
    let (name, path) = Self.samples[index]
    var found: [String: Int] = [:]
    for finding in ContentCheck.findings(of: try Samples.read(path)) {
      found[finding.rule.rawValue, default: 0] += 1
    }
    #expect(try Self.told()[name] == found)
  }

  @Test func `a sample cut anywhere is refused in one sentence or read`() throws {
    let folder = try TemporaryFolder()
    for (path, name) in [
      ("/aic/appData.json", "a.json"), ("/genera/2012/generaData.plist", "b.plist"),
      ("/genera/2016/data.json", "c.json"),
    ] {
      let bytes = try SampleBytes.of(path)
      for step in 0..<1000 {
        let file = try folder.write(bytes.prefix(bytes.count * step / 1000), as: name)
        do {
          _ = try ReadContent.read(
            [file], options: ContentOptions(levels: ContentLevels(said: Samples.floors)))
        } catch {
          #expect(!error.message.contains("\n") && error.message.hasPrefix(file))
        }
      }
    }
  }
}
