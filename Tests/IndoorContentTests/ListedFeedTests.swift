import IndoorContent
import IndoorModel
import Testing

/// Lists as other programs write them: PHP one of which some were taken out as an object of whole
/// numbers, programs that make JSON of XML a list of one as that one.
struct ListedFeedTests {
  private static func feature(_ key: Int) -> String {
    #"{"type": "Feature", "id": "\#(key)", "geometry": null, "properties": {"title": "W"}}"#
  }
  private static func work(_ key: Int) -> String { #"{"id": "\#(key)", "title": "W"}"# }
  private static func row(_ key: Int) -> String {
    #"{"object_id": "\#(key)", "display_label": "W"}"#
  }

  private static let lists: [(ContentFormat, String)] = [
    (
      .geojson,
      #"{"type": "FeatureCollection", "features": {"0": \#(feature(3)), "2": \#(feature(4))}}"#
    ),
    (.geojson, #"{"type": "FeatureCollection", "features": \#(feature(3))}"#),
    (.geojson, feature(3)),
    (.artworks, #"{"artworks": {"0": \#(work(3)), "2": \#(work(4))}}"#),
    (.artworks, #"{"artworks": \#(work(3)), "updated": "2026"}"#),
    (.collectiveAccessJSON, #"{"ok": true, "results": {"0": \#(row(3)), "2": \#(row(4))}}"#),
    (.collectiveAccessJSON, #"{"ok": true, "results": \#(row(3))}"#),
  ]

  @Test(arguments: lists)
  func `a list of one and one with gaps are lists`(format: ContentFormat, text: String) throws {
    let content = try read(text, as: "feed.json", format: format)
    #expect(content.items.map(\.key) == (text.contains("\"2\": ") ? ["3", "4"] : ["3"]))
    #expect(content.findings.isEmpty)
    #expect(content.texts.allSatisfy { $0.owner.kind == .item || $0.name == "updated" })
  }

  private static let tour =
    #"{"nid": "1023", "title": "Tour", "tour_stops": [{"object": "7", "sort": "1"}]}"#

  @Test(arguments: [
    tour, "[\(tour)]", "[[\(tour)]]", #"{"1023": \#(tour)}"#, #"{"0": [\#(tour)]}"#,
    #"{"data": [\#(tour)]}"#, #"{"data": {"0": \#(tour)}}"#,
  ])
  func `an app's only tour is one, however it is wrapped`(tours: String) throws {
    let text = #"{"objects": {"7": [{"nid": "7", "title": "Vase"}]}, "tours": \#(tours)}"#
    let content = try read(text, as: "app.json", format: .aic)
    #expect(content.items.map(\.key) == ["7"])
    #expect(content.tours.map(\.key) == ["1023"] && content.tours[0].stops.map(\.item) == ["7"])
    #expect(content.findings.isEmpty)
  }

  @Test func `what is no list is told, and so is what stands beside a feature's properties`() throws
  {
    let cases: [(ContentFormat, String, String)] = [
      (
        .geojson, #"{"type": "FeatureCollection", "features": {"a": 1}}"#,
        "its features are no list"
      ),
      (
        .collectiveAccessJSON, #"{"ok": true, "results": "none"}"#,
        "its results are no list of rows"
      ),
      (.aic, #"{"objects": {"7": {"nid": 7}, "8": "Vase"}}"#, "objects.8 is no object"),
      (
        .geojson,
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "1", "title": "W", "geometry": null, "properties": {}}]}"#,
        "a feature has title beside its properties"
      ),
      (
        .geojson,
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "1", "geometry": null, "properties": "{}"}]}"#,
        "a feature's properties are no object"
      ),
    ]
    for (format, text, sentence) in cases {
      let told = try read(text, as: "feed.json", format: format).findings
      #expect(told.map(\.rule) == [.badValue], "\(told)")
      #expect(told.first?.message.hasPrefix(sentence) == true, "\(told)")
    }
  }

  /// With two sources, so that not both are empty.
  @Test func `a source that gives nothing is told beside one that gives something`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(
      #"{"type": "FeatureCollection", "features": [\#(Self.feature(1))]}"#, as: "a.geojson")
    let second = try folder.write(
      #"{"type": "FeatureCollection", "features": []}"#, as: "b.geojson")
    let content = try ReadContent.read([first, second], options: ContentOptions())
    #expect(content.items.map(\.key) == ["1"])
    #expect(content.findings.map(\.rule) == [.passedOver])
    #expect(content.findings.first?.source == second)
  }

  @Test(arguments: [
    ("key,title,title@de\nr1,Hall,Saal\n", "Hall"), ("key,name\nr1,Hall\n", "Hall"),
    ("key,title@en,title@de\nr1,Hall,Saal\n", "Hall"),
    ("key,label,title\nr1,Hall,Text\n", "Hall"), ("key,label\nr1,\n", "r1"),
  ])
  func `a group is called by its label, or else by its title`(table: String, label: String) throws {
    let content = try read(table, as: "groups.csv", format: .csv)
    #expect(content.groups.map(\.label) == [label] && content.findings.isEmpty)
  }
}

/// What CollectiveAccess' services answer, as catalogues have it.
struct CollectiveAccessValueTests {
  private func item(_ bundle: String) throws -> GuideContent {
    try read(
      #"{"ok": true, "results": [{"object_id": "1", "display_label": "W", \#(bundle)}]}"#,
      as: "ca.json", format: .collectiveAccessJSON)
  }

  @Test(arguments: [
    (#"<img src='http://x.org/a.jpg'/>;<img src='http://x.org/b.jpg'/>"#, ["a.jpg", "b.jpg"]),
    ("http://x.org/a.jpg;http://x.org/b.jpg", ["a.jpg", "b.jpg"]),
    (#"<IMG class=big SRC=http://x.org/a.jpg>"#, ["a.jpg"]),
    (#"<img data-src='http://x.org/no.jpg' alt='src=\"no\"' src='http://x.org/a.jpg'>"#, ["a.jpg"]),
    (#"<img src='http://x.org/a.jpg?w=1&amp;h=2'>"#, ["a.jpg?w=1&h=2"]),
    (#"<imgage src='http://x.org/a.jpg'>"#, []), (#"<img alt='a' <"#, []), ("<img", []),
  ])
  func `each picture of a value is shown`(value: String, pictures: [String]) throws {
    let content = try item(#""media": "\#(value)""#)
    #expect(content.uses.map(\.medium) == pictures.map { "http://x.org/\($0)" })
  }

  @Test(arguments: [
    (#"{"de": ["Bug"], "en": ["Bow"]}"#, ["de Bug", "en Bow"]),
    (#"{"gsw_CH": ["Bug"], "zh_Hans_CN": ["Bow"]}"#, ["gsw-CH Bug", "zh-Hans-CN Bow"]),
    (#"{"de_DE": ["Bug"], "en_US": ["Bow"]}"#, ["de-DE Bug", "en-US Bow"]),
  ])
  func `names of languages may lack a country, and have three letters or a script`(
    labels: String, texts: [String]
  ) throws {
    let content = try read(
      #"{"ok": true, "object_id": {"value": "1"}, "preferred_labels": \#(labels)}"#,
      as: "ca.json", format: .collectiveAccessJSON)
    let titles = content.texts.filter { $0.name == "preferred_labels" }
    #expect(titles.map { "\($0.language) \($0.value)" } == texts)
  }

  @Test func `words that are no languages are parts of a name`() throws {
    let content = try item(#""size": {"id": "5", "to": "6"}, "note": {"de": "x", "value": "y"}"#)
    #expect(
      Set(content.texts.map(\.name)).isSuperset(of: ["size.id", "size.to", "note.de", "note.value"])
    )
  }

  @Test(arguments: [#"["7", "8"]"#, #""7;8""#])
  func `a work is in all of its locations`(locations: String) throws {
    let content = try item(#""ca_storage_locations.location_id": \#(locations)"#)
    #expect(content.items.map(\.groups) == [["7", "8"]])
  }

  @Test func `a stop's odd rank and its second object are told`() throws {
    let content = try read(
      #"{"ok": true, "results": [{"stop_id": "1", "tour_id": "9", "object_id": "5;6", "rank": "1st"}]}"#,
      as: "ca.json", format: .collectiveAccessJSON)
    #expect(content.tours.map { $0.stops.map(\.item) } == [["5"]])
    #expect(content.findings.map(\.rule) == [.badValue, .badValue])
  }

  /// Museum Victoria's property list, converted.
  @Test func `groups of one label are told, and a guide without groups is one`() throws {
    let guide = #"""
      {"versionID": "1", "groupList": [{"groupID": "a", "label": "Frogs"},
        {"groupID": "b", "label": "Frogs"}], "data": [{"identifier": "9", "group": "Frogs"}]}
      """#
    let content = try read(guide, as: "g.json", format: .generaJSON)
    #expect(content.items.map(\.groups) == [["a"]])
    #expect(content.findings.map(\.rule) == [.badValue])
    let bare = try read(
      #"{"objectData": [{"identifier": "9", "label": "Newt"}]}"#, as: "g.json", format: nil)
    #expect(bare.collection.format == "genera-json" && bare.items.map(\.key) == ["9"])
  }
}
