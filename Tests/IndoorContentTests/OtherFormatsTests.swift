import Foundation
import IndoorContent
import IndoorGeometry
import IndoorGuide
import IndoorModel
import Testing

/// The museum's own guide, written in the formats of others and read again: what each can say comes
/// back.
struct OtherFormatsTests {
  /// A work as every format can say it.
  private struct Work: Hashable {
    var key: String
    var title: String
    var artist: String
    var code: String
    var place: String
  }

  private static let museum =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/FloorPlans/museum/guide"

  private static func works(_ count: Int) throws -> [Work] {
    let content = try ReadContent.read(
      [museum], options: ContentOptions(levels: ContentLevels(said: ["B": -1, "G": 0, "1": 1])))
    return (0..<count).map { index in
      let item = content.items[index % content.items.count]
      let place = item.place.coordinate.map { "\($0.latitude),\($0.longitude)" }
      return Work(
        key: "\(index + 1)", title: content.said("title", of: item.key)["en"] ?? "",
        artist: content.said("artist", of: item.key)["en"] ?? "", code: "2026.\(index).1",
        place: place ?? "")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  private static func collectiveAccessXML(_ works: [Work]) -> String {
    works.reduce(into: "<?xml version=\"1.0\"?>\n<CaSearchResult>\n") { text, work in
      text += """
        <ca_objects object_id="\(work.key)"><displayLabel>\(escaped(work.title))</displayLabel>
        <idno>\(work.code)</idno><ca_objects.artist>\(escaped(work.artist))</ca_objects.artist>
        <ca_objects.georeference>[\(work.place)]</ca_objects.georeference></ca_objects>

        """
    } + "</CaSearchResult>\n"
  }

  private static func collectiveAccessJSON(_ works: [Work]) throws -> String {
    let results = works.map { work in
      [
        "object_id": work.key, "display_label": work.title, "idno": work.code,
        "ca_objects.artist": [work.artist], "ca_objects.georeference": "[\(work.place)]",
        "ca_objects.nothing": [String: String](),
      ] as [String: Any]
    }
    let data = try JSONSerialization.data(
      withJSONObject: ["ok": true, "total": works.count, "results": results])
    return String(decoding: data, as: UTF8.self)
  }

  private static func artworks(_ works: [Work]) throws -> String {
    let list = works.map { work in
      let place = work.place.split(separator: ",").map(String.init)
      return [
        "id": work.key, "title": work.title, "artist": work.artist, "enabled": "1",
        "lat": place.first ?? "", "long": place.last ?? "",
      ]
    }
    return String(
      decoding: try JSONSerialization.data(withJSONObject: ["artworks": list]), as: UTF8.self)
  }

  private static func property(_ text: String) -> String {
    "\""
      + text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }

  private static func genera(_ works: [Work]) -> String {
    "{ objectData = (\n"
      + works.map { work in
        "{ identifier = \(work.key); label = \(property(work.title)); "
          + "details = { artist = \(property(work.artist)); }; },\n"
      }.joined() + "); versionID = 1; }"
  }

  private func check(
    _ text: String, as name: String, _ works: [Work], title: String, artist: String,
    hasCodes: Bool, hasPlaces: Bool
  ) throws {
    let content = try read(text, as: name)
    #expect(content.items.map(\.key) == works.map(\.key))
    var texts: [GuideOwner: [String: String]] = [:]
    for text in content.texts { texts[text.owner, default: [:]][text.name] = text.value }
    #expect(
      works.allSatisfy { work in
        let said = texts[GuideOwner(.item, work.key)] ?? [:]
        return said[title] == work.title && said[artist] == work.artist
      })
    #expect(content.codes.map(\.code) == (hasCodes ? works.map(\.code) : []))
    let places = content.items.compactMap(\.place.coordinate).map {
      "\($0.latitude),\($0.longitude)"
    }
    #expect(places == (hasPlaces ? works.map(\.place) : []))
    #expect(content.findings.isEmpty)
  }

  @Test(arguments: [40, 10_400]) func `works come back from what others write`(
    count: Int
  ) throws {
    let works = try Self.works(count)
    let bundle = "ca_objects.artist"
    try check(
      Self.collectiveAccessXML(works), as: "find.xml", works, title: "displayLabel",
      artist: bundle, hasCodes: true, hasPlaces: true)
    try check(
      Self.collectiveAccessJSON(works), as: "find.json", works, title: "display_label",
      artist: bundle, hasCodes: true, hasPlaces: true)
    try check(
      Self.artworks(works), as: "feed.json", works, title: "title", artist: "artist",
      hasCodes: false, hasPlaces: true)
    try check(
      Self.genera(works), as: "guide.plist", works, title: "label", artist: "artist",
      hasCodes: false, hasPlaces: false)
  }
}
