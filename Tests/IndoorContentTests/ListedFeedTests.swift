import IndoorContent
import IndoorGeometry
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
    (.artworks, #"{"artworks": {"0": {"id": "3", "name": "W"}, "2": \#(work(4))}}"#),
    (.artworks, #"{"artwork": {"id": "3", "name": "W"}}"#),
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

  /// A list's heading, and what a feed says of itself.
  @Test func `what only stands beside objects is none of them`() throws {
    let app = try read(
      #"{"exhibitions": {"title": "Now on", "1": {"nid": 1, "title": "Monet"}, "2": {"nid": 2, "title": "Manet"}}, "#
        + #""objects": {"data": {"thumb": {"x": 1}}, "7": {"nid": 7, "title": "Vase"}}}"#,
      as: "app.json", format: .aic)
    #expect(app.items.map(\.key) == ["data", "7", "1", "2"])
    let about =
      #""meta": {"id": "feed", "title": "Ours"}, "opening": {"0": {"id": "1", "day": "Mo"}}"#
    let feed = try read(
      #"{"artworks": [\#(Self.work(3))], \#(about)}"#, as: "feed.json", format: .artworks)
    #expect(feed.items.map(\.key) == ["3"])
    let beside = try read(
      #"{"artworks": [\#(Self.work(3))], "more": {"7": \#(Self.work(7))}}"#, as: "feed.json",
      format: .artworks)
    #expect(beside.items.map(\.key) == ["3"] && beside.findings.map(\.rule) == [.badValue])
    let pages = try read(
      #"{"artworks": {"0": \#(Self.work(3))}, "pages": [{"title": "About"}], "sponsors": {"a": {"id": 1, "name": "N"}}}"#,
      as: "feed.json", format: .artworks)
    #expect(pages.items.contains { $0.key == "3" })
    #expect(!pages.findings.contains { $0.rule == .badValue })
    let two = try read(
      #"{"work": \#(Self.work(3)), "feed": {"id": "f", "title": "Ours"}, "tags": []}"#,
      as: "feed.json", format: .artworks)
    #expect(two.items.map(\.key) == ["3"])
    let nulls = try read(
      #"{"artworks": {"0": \#(Self.work(3)), "1": null}}"#, as: "feed.json", format: .artworks)
    #expect(nulls.items.map(\.key) == ["3"])
  }

  /// What stands within an object has titles and ids of its own.
  @Test(arguments: [
    #"{"nid": 7, "title": "Vase", "translations": {"language": "de", "title": "Die Vase"}}"#,
    #"{"id": 7, "title": "Vase", "artist": {"id": 3, "title": "Monet"}}"#,
    #"{"nid": 7, "translations": {"language": "es", "nid": 7}, "gallery": {"nid": 3, "title": "G"}}"#,
    #"{"data": {"7": {"nid": 7, "title": "Vase"}}, "meta": {"title": "Ours"}}"#,
    #"{"data": {"7": {"id": 7, "title": "Vase"}}}"#,
    #"{"title": "All", "artwork:7": {"id": 7, "title": "Vase"}, "data": null}"#,
  ])
  func `an object with others in it is one, and one with a heading is a list`(
    object: String
  ) throws {
    let content = try read(#"{"objects": \#(object)}"#, as: "app.json", format: .aic)
    #expect(content.items.map(\.key) == ["7"])
    #expect(content.findings.isEmpty == !object.contains("All"))
  }

  @Test func `data of nothing is nothing`() throws {
    let text = #"{"objects": {"7": {"nid": 7}}, "events": {"data": {}}}"#
    #expect(try read(text, as: "app.json", format: .aic).items.map(\.key) == ["7"])
  }

  /// Of 64 bits, which no number with decimals tells from its neighbours.
  @Test func `large whole numbers are themselves`() throws {
    let content = try read(
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": 12345678901234567890, "geometry": null, "properties": {"title": "W", "code": -7, "year": 1889.0, "big": 18446744073709551615}}]}"#,
      as: "g.geojson", format: .geojson)
    #expect(content.items.map(\.key) == ["12345678901234567890"])
    #expect(content.codes.map(\.code) == ["-7"])
    #expect(content.texts.filter { $0.name == "big" }.map(\.value) == ["18446744073709551615"])
  }

  /// PHP writes an object without members as a list.
  @Test(arguments: ["[]", "null", "\"NULL\"", "{}"])
  func `properties of nothing are nothing`(properties: String) throws {
    let content = try read(
      #"{"type": "FeatureCollection", "features": [{"type": "Feature", "id": "1", "geometry": null, "properties": \#(properties)}]}"#,
      as: "g.geojson", format: .geojson)
    #expect(content.items.map(\.key) == ["1"] && content.findings.isEmpty)
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

  /// The last page of a service's answers is often an empty list.
  @Test(arguments: [
    (#"{"ok": true, "results": []}"#, false), (#"{"ok": true, "rows": [\#(row(2))]}"#, true),
    (#"{"ok": true, "results": [\#(row(1))]}"#, false),
  ])
  func `a source that gives nothing is told beside one that gives something`(
    text: String, isTold: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(#"{"ok": true, "results": [\#(Self.row(1))]}"#, as: "a.json")
    let second = try folder.write(text, as: "b.json")
    var options = ContentOptions()
    options.format = .collectiveAccessJSON
    let content = try ReadContent.read([first, second], options: options)
    let told = content.findings.filter { $0.rule == .passedOver }
    #expect(told.map(\.source) == (isTold ? [second] : []))
  }

  @Test(arguments: [
    ("key,title,title@de\nr1,Hall,Saal\n", "Hall"), ("key,name\nr1,Hall\n", "Hall"),
    ("key,title@en,title@de\nr1,Hall,Saal\n", "Hall"),
    ("key,title@de,title@en\nr1,Saal,Hall\n", "Hall"), ("key,title\nr1,NULL\n", "r1"),
    ("key,label,title\nr1,Hall,Text\n", "Hall"), ("key,label\nr1,\n", "r1"),
  ])
  func `a group is called by its label, or else by its title`(table: String, label: String) throws {
    let content = try read(table, as: "groups.csv", format: .csv)
    #expect(content.groups.map(\.label) == [label] && content.findings.isEmpty)
  }
}

/// What later tables say of groups.
struct GroupLabelTests {
  private func label(_ first: String, then second: String) throws -> String? {
    let folder = try TemporaryFolder()
    let before = try folder.write(first, as: "a/groups.csv")
    let after = try folder.write(second, as: "b/groups.csv")
    let old = try ReadContent.read([before], options: ContentOptions())
    return try ReadContent.read([after], options: ContentOptions(), over: old).groups.first?.label
  }

  @Test(arguments: [
    ("key,label\nr2,Room two\n", "key,title\nr2,\n", "Room two"),
    ("key,label\nr2,Room two\n", "key,name\nr2,Curator Smith\n", "Room two"),
    ("key,kind\nHall,room\n", "key,title@fr\nHall,Salle\n", "Hall"),
    ("key,title\nr2,Room\n", "key,title\nr2,Room two\n", "Room two"),
    ("key,label\nr2,Room\n", "key,label\nr2,\n", "r2"),
  ])
  func `a label stays what it is unless a table says another`(
    first: String, second: String, label: String
  ) throws {
    #expect(try self.label(first, then: second) == label)
  }
}

/// What CollectiveAccess' services answer, as catalogues have it.
struct CollectiveAccessValueTests {
  /// Access has 0 in all rows of a catalogue that never used it.
  @Test func `a row that isn't for the public, or was deleted, is told`() throws {
    let content = try read(
      #"""
      {"ok": true, "results": [
        {"object_id": "1", "display_label": "Bow", "access": {"value": "1", "display_text": {"en_US": "accessible to public"}}},
        {"object_id": "2", "display_label": "Oar", "access": {"value": "0", "display_text": {"en_US": "not accessible to public"}}},
        {"object_id": "3", "display_label": "Axe", "ca_objects.access": "0"},
        {"object_id": "4", "display_label": "Bell", "ca_entities.access": "0", "deleted": "0"},
        {"object_id": "5", "display_label": "Sail", "deleted": "1"}]}
      """#,
      as: "ca.json", format: .collectiveAccessJSON)
    #expect(content.items.count == 5)
    #expect(
      content.findings.map(\.message) == [
        "its row says that it is not accessible to the public (access) (2 more are deleted or not accessible), and they are shown; leave such rows out of what is asked for"
      ])
    #expect(content.findings.map(\.owner) == [GuideOwner(.item, "2")])
  }

  private func item(_ bundle: String) throws -> GuideContent {
    try read(
      #"{"ok": true, "results": [{"object_id": "1", "display_label": "W", \#(bundle)}]}"#,
      as: "ca.json", format: .collectiveAccessJSON)
  }

  @Test(arguments: [
    (#"<img src='http://x.org/a.jpg'/>;<img src='http://x.org/b.jpg'/>"#, ["a.jpg", "b.jpg"]),
    ("http://x.org/a.jpg;http://x.org/b.jpg", ["a.jpg", "b.jpg"]),
    (" http://x.org/a.jpg; ", ["a.jpg"]), ("http://x.org/a.jpg;http://x.org/b", ["a.jpg"]),
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

  /// Kongo, Luxembourgish and Catalan are kg, lb and ca, too.
  @Test func `words that are no languages are parts of a name`() throws {
    let content = try item(
      #""weight": {"kg": "5", "lb": "11"}, "date": {"ca": "1900"}, "note": {"de": "x", "value": "y"}, "#
        + #""ca_entities.preferred_labels": {"id": "5", "no": "3"}, "size": {"ht": "1"}, "a": {"st": "1", "co": "2"}"#
    )
    #expect(
      Set(content.texts.map(\.name)).isSuperset(of: [
        "weight.kg", "weight.lb", "date.ca", "note.de", "note.value",
      ]))
    #expect(Set(content.texts.map(\.language)) == ["en"])
  }

  /// Titles may be there in one language alone; `no` is Norwegian in a label.
  @Test(arguments: [
    (#"{"en": ["Bow"]}"#, #"[{"de": {"text": "Alt"}, "en": {"text": "Old"}}]"#, "de"),
    (#"{"en_US": ["Bow"]}"#, #"{"de": "Alt", "en": "Old"}"#, "de"),
    (#"{"en": {"name": "Bow"}}"#, #"{"de": "Alt", "en": "Old"}"#, "de"),
    (#"{"no": ["Baug"], "is": ["Stafn"]}"#, #"{"gsw_CH": "Alt"}"#, "gsw-CH"),
    (#"{"ca": ["Proa"]}"#, #"{"ca": "Alt"}"#, "ca"),
    (#"{"it": ["Prua"], "is": ["Stafn"]}"#, #"{"it": "Alt"}"#, "it"),
  ])
  func `texts are in the languages that they say`(
    labels: String, text: String, language: String
  ) throws {
    let content = try read(
      #"{"ok": true, "object_id": {"value": "1"}, "ca_objects.text": \#(text), "preferred_labels": \#(labels)}"#,
      as: "ca.json", format: .collectiveAccessJSON)
    #expect(content.texts.filter { $0.value == "Alt" }.map(\.language) == [language])
    #expect(!content.texts.contains { $0.name.hasPrefix("preferred_labels.") })
  }

  /// An id may have a semicolon in it, other rows' ids stand beside a row's own, and a row may say
  /// its own twice.
  @Test(arguments: [
    (#""location_id": "H;1""#, ["H;1"]),
    (
      #""location_id": "7", "ca_storage_locations.hierarchy.location_id": "1;3;7", "ca_object_lots.location_id": "99""#,
      ["7"]
    ),
    (#""location_id": ["7", "7"]"#, ["7"]),
    (#""ca_objects_x_storage_locations.location_id": "7""#, ["7"]),
    (#""current_location.location_id": "7", "ca_loans.location_id": "8""#, ["7"]),
    (
      #""ca_storage_locations.parent.location_id": "1", "ca_object_lots.location_id": "99", "ca_storage_locations.location_id": "7""#,
      ["7"]
    ),
  ])
  func `a work is in no other locations`(locations: String, groups: [String]) throws {
    #expect(try item(locations).items.map(\.groups) == [groups])
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

  @Test(arguments: [
    #""2003.1""#, #"["2003.1"]"#, #"{"de_DE": "2003.1"}"#, #"{"value": ["2003.1"]}"#,
    #"[{"value": "2003.1"}]"#, #"{"display": "2003.1", "idno": "2003.1"}"#,
  ])
  func `an inventory number is one, however it is wrapped`(idno: String) throws {
    let content = try item(#""idno": \#(idno)"#)
    #expect(content.codes.map(\.code) == ["2003.1"])
    #expect(content.texts.contains { $0.name.hasPrefix("idno") && $0.value == "2003.1" })
  }

  @Test(arguments: [
    #""45.32,-29.86""#, #"{"latitude": "45.32", "longitude": "-29.86"}"#,
    #"[{"lat": 45.32, "lng": -29.86}]"#, #""Hall [45.32,-29.86]""#,
  ])
  func `a place may be an object`(place: String) throws {
    let content = try item(#""ca_objects.georeference": \#(place)"#)
    #expect(content.items.map(\.place.coordinate?.longitude) == [-29.86])
  }

  @Test func `a stop of no tour is told beside others`() throws {
    let content = try read(
      #"{"ok": true, "results": [{"object_id": "1"}, {"stop_id": "2", "preferred_labels": "S"}]}"#,
      as: "ca.json", format: .collectiveAccessJSON)
    #expect(content.findings.map(\.rule) == [.danglingStop])
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
    #expect(content.texts.contains { $0.owner.kind == .item && $0.value == "Frogs" })
    let meant = try read(
      guide.replacing("\"group\":", with: "\"groupID\": \"b\", \"group\":"), as: "g.json",
      format: .generaJSON)
    #expect(meant.items.map(\.groups) == [["b"]] && meant.findings.isEmpty)
    let misspelt = try read(
      guide.replacing("\"group\": \"Frogs\"", with: "\"groupID\": \"b\", \"group\": \"Frog\""),
      as: "g.json", format: .generaJSON)
    #expect(misspelt.items.map(\.groups) == [["b"]])
    let bare = try read(
      #"{"objectData": [{"identifier": "9", "label": "Newt"}]}"#, as: "g.json", format: nil)
    #expect(bare.collection.format == "genera-json" && bare.items.map(\.key) == ["9"])
  }
}
