import Foundation
import IndoorContent
import IndoorGeometry
import IndoorModel
import Testing

/// What sources say in ways that their formats hardly have: it is kept, and told where it has to
/// be.
struct KeptContentTests {
  @Test func `what an aic guide lists without ids is called by its place`() throws {
    let content = try read(
      #"{"map_floors": {}, "galleries": [{"title": "Hall"}], "objects": [{"title": "No id"}],"#
        + #""tours": [{"title": "Walk"}], "audio_files": [{"audio_file_url": "a.mp3"}]}"#,
      as: "app.json")
    #expect(content.items.map(\.key) == ["app objects 1"])
    #expect(content.groups.map(\.label) == ["Hall"])
    #expect(content.tours.map(\.key) == ["app tours 1"])
    #expect(content.media.map(\.uri) == ["a.mp3"])
    #expect(content.findings.map(\.rule) == Array(repeating: .missingKey, count: 4))
  }

  @Test func `what an aic guide says in the place of its tours stays, and is told`() throws {
    let content = try read(
      #"{"audio_files": [], "objects": [{"nid": "1", "title": "x"}], "tours": "to follow"}"#,
      as: "app.json")
    #expect(content.texts.filter { $0.name == "tours" }.map(\.value) == ["to follow"])
    #expect(content.findings.map(\.rule) == [.badValue])
    for nothing in ["null", "false", "\"\""] {
      let empty = try read(
        #"{"audio_files": [], "objects": [{"nid": "1", "title": "x"}], "tours": \#(nothing)}"#,
        as: "app.json")
      #expect(empty.findings == [])
    }
  }

  /// PHP's json_encode writes an array so whose keys aren't 0, 1, 2 and on.
  @Test func `a list of which some were taken out is read as a list`() throws {
    func works(_ list: (String) -> String) throws -> [GuideContent] {
      let audio = list(#"{"object_selector_number": "101", "audio": "9"}"#)
      let stop = list(#"{"object": "1", "sort": "1"}"#)
      let picture = list(#"{"filename": "a.jpg"}"#)
      return [
        try read(
          #"{"audio_files": [{"nid": "9", "audio_file_url": "a.mp3"}], "#
            + #""objects": [{"nid": "1", "title": "x", "audio_commentary": \#(audio)}], "#
            + #""tours": [{"nid": "t", "title": "T", "tour_stops": \#(stop)}]}"#, as: "app.json"),
        try Self.genera(
          #"{"identifier": "1", "images": \#(picture), "audio": \#(list("\"b.mp3\""))}"#),
      ]
    }
    let lists = try works { "[\($0)]" }
    #expect(lists[0].codes.count == 1 && lists[0].tours.map(\.stops.count) == [1])
    #expect(lists[1].media.map(\.uri) == ["a.jpg", "b.mp3"])
    let objects = try works { #"{"3": \#($0)}"# }
    for (list, object) in zip(lists, objects) {
      #expect(object.codes == list.codes && object.tours.map(\.stops) == list.tours.map(\.stops))
      #expect(object.media == list.media && object.findings == list.findings)
    }
  }

  @Test(arguments: [
    ("nein", false, 1), ("off", true, 0), ("0.0", true, 0), ("N", true, 0), ("1", false, 0),
  ])
  func `a feed's work that is neither shown nor hidden is shown, and told`(
    enabled: String, isHidden: Bool, told: Int
  ) throws {
    let content = try read(
      #"{"artworks": [{"id": "1", "title": "Torso", "lat": "53.4", "long": "-2.9", "#
        + #""enabled": "\#(enabled)"}]}"#, as: "works.json")
    #expect(content.items.map(\.isHidden) == [isHidden] && content.count(.badValue) == told)
    #expect(content.texts.contains { $0.name == "enabled" } == (told > 0))
  }

  private static let works = """
    {"artworks": [{"id": "1", "title": "Torso", "lat": "53.4", "long": "-2.9", "enabled": "0",
                   "fileName": "a.jpg", "location": "Hall", "thumbnail": ""},
                  {"id": "2", "title": "Bowl", "location": {"lat": "53.4", "lng": "-2.9"}}]}
    """

  /// As xml2js, PHP and others make JSON of XML, in which a thing may always stand several times.
  @Test(arguments: [ReaderTests.aic2017, ReaderTests.aic2024, works])
  func `a list of one says what its one does`(sample: String) throws {
    func wrapped(_ value: Any) -> Any {
      if let members = value as? [String: Any] {
        return members.mapValues { $0 is String || $0 is NSNumber ? [$0] : wrapped($0) }
      }
      return (value as? [Any])?.map(wrapped) ?? value
    }
    let root = try JSONSerialization.jsonObject(with: Data(sample.utf8))
    let lists = try JSONSerialization.data(withJSONObject: wrapped(root))
    let plain = try JSONSerialization.data(withJSONObject: root)
    let (one, other) = (
      try read(String(decoding: plain, as: UTF8.self), as: "app.json"),
      try read(String(decoding: lists, as: UTF8.self), as: "app.json")
    )
    func sorted<Value>(_ values: [Value]) -> [String] { values.map { "\($0)" }.sorted() }
    #expect(!one.items.isEmpty)
    #expect(
      sorted(other.items.map { ($0.key, $0.place, $0.isHidden, $0.groups) })
        == sorted(one.items.map { ($0.key, $0.place, $0.isHidden, $0.groups) }))
    #expect(sorted(other.codes) == sorted(one.codes) && sorted(other.uses) == sorted(one.uses))
    #expect(sorted(other.media) == sorted(one.media) && sorted(other.rules) == sorted(one.rules))
    #expect(other.tours.map(\.stops) == one.tours.map(\.stops))
    #expect(other.count(.badValue) == one.count(.badValue))
  }

  /// Databases fold names to small letters, and .NET writes them with a capital.
  @Test(arguments: [
    ("filename", "a.jpg"), ("Enabled", "0"), ("Lat", "53.4"), ("Title", "Torso"), ("ID", "7"),
  ])
  func `a feed's names in other capitals are told once`(name: String, value: String) throws {
    func feed(_ more: String) -> String {
      #"{"works": [{"year": "1", "\#(name)": "\#(value)"\#(more)}, {"\#(name)": "\#(value)"\#(more)}]}"#
    }
    let content = try read(feed(""), as: "works.json", format: .artworks)
    let told = content.findings.filter { $0.rule == .almostName }.map(\.message)
    #expect(told.map { $0.contains("the property \(name) is a text") } == [true], "\(told)")
    let own = ["filename": "fileName", "Enabled": "enabled", "Lat": "lat", "Title": "title"]
    let both = try read(
      feed(#", "\#(own[name] ?? "id")": "\#(value)""#), as: "works.json", format: .artworks)
    #expect(both.count(.almostName) == 0)
  }

  /// docs/guide.md, "Tables of our own": a group has a parent, and an item groups.
  @Test(arguments: [
    ("items.csv", "parent", true), ("items.csv", "groups", false), ("groups.csv", "parent", false),
    ("tours.csv", "groups", true),
  ])
  func `a group's parent in a table of items is told, as items' groups in one of tours`(
    table: String, column: String, isTold: Bool
  ) throws {
    let title = table == "groups.csv" ? "label" : "title"
    let content = try read("key,\(title),\(column)\na,Store,b\nb,Hall,\n", as: table)
    let told = content.findings.filter { $0.rule == .almostName }.map(\.message)
    #expect(
      told.map { $0.contains("the column \(column) is a text") } == (isTold ? [true] : []),
      "\(told)")
  }

  /// As QGIS and databases call columns: `@` has to be quoted in SQL.
  @Test(arguments: ["title_de", "title-de", "title (de)"])
  func `a feature's property that names a language is told as a table's column is`(
    name: String
  ) throws {
    func features(_ name: String) -> String {
      #"{"type": "FeatureCollection", "features": [{"id": "1", "geometry": null, "properties": "#
        + #"{"title": "Bow", "\#(name)": "Bug"}}]}"#
    }
    let told = try read(features(name), as: "works.geojson").findings
      .filter { $0.rule == .almostName }.map(\.message)
    #expect(told.map { $0.contains("call it title@de") } == [true], "\(told)")
    #expect(try read(features("title@de"), as: "works.geojson").count(.almostName) == 0)
  }

  /// Which of several would count nobody knows.
  @Test(arguments: [
    #"{"artworks": [{"id": "1", "title": "T", "enabled": ["0", "1"]}]}"#,
    #"{"artworks": [{"id": "1", "title": "T", "lat": ["53.4", "53.5"], "long": "-2.9"}]}"#,
    #"{"artworks": [{"id": "1", "title": "T", "fileName": ["a.jpg", "b.jpg"]}]}"#,
    #"{"audio_files": [], "objects": [{"nid": "1", "title": "T", "location": ["41.1", "-87.1"]}]}"#,
    #"{"audio_files": [], "objects": [{"nid": "1", "title": "T", "gallery_location": ["A", "B"]}]}"#,
    #"{"audio_files": [], "objects": [{"nid": "1", "title": "T", "image_url": ["a.jpg", "b.jpg"]}]}"#,
    #"{"audio_files": [], "objects": [{"nid": "1", "title": "T", "object_selector_number": [5, 6]}]}"#,
    #"{"audio_files": [], "objects": [{"nid": "1", "title": "T", "floor": ["1", "2"]}]}"#,
  ])
  func `a list of several where one is meant is told`(source: String) throws {
    let content = try read(source, as: "app.json")
    #expect(
      content.findings.contains { finding in
        [.badValue, .badLocation].contains(finding.rule)
          && source.matches(of: #/"(\w+)": \[["0-9]/#).contains { finding.message.contains($0.1) }
      }, "\(content.findings)")
  }

  @Test func `a translation without a language stays, and is nobody's title`() throws {
    let content = try read(
      #"{"audio_files": [], "objects": [{"nid": "1", "title": "x", "translations": [{"title": "y"}]}]}"#,
      as: "app.json")
    #expect(content.said("title", of: "1") == ["en": "x"])
    #expect(content.said("translations.title", of: "1") == ["en": "y"])
    #expect(content.findings.map(\.rule) == [.badValue])
    let empty = try read(
      #"{"audio_files": [], "objects": [{"nid": "1", "title": "x", "translations": [null]}]}"#,
      as: "app.json")
    #expect(empty.findings == [] && empty.texts.map(\.name) == ["title"])
  }

  private static func genera(_ items: String) throws -> GuideContent {
    try read(
      #"{"groupList": [{"groupID": "3", "label": "Frogs"}], "templateList": [], "data": [\#(items)]}"#,
      as: "data.json")
  }

  @Test func `a field guide's files may stand alone, and its details be a list or a text`() throws {
    let content = try Self.genera(
      #"{"identifier": "1", "groupID": "3", "images": ["a.jpg"], "audio": "croak.mp3","#
        + #""details": [{"habitat": "wood"}, "shy"]}, {"identifier": "2", "details": "A toad."}"#)
    #expect(content.media.map(\.uri) == ["a.jpg", "croak.mp3"])
    #expect(content.items.map(\.groups) == [["3"], []])
    #expect(content.said("habitat", of: "1") == ["en": "wood"])
    #expect(content.said("details", of: "1") == ["en": "shy"])
    #expect(content.said("details", of: "2") == ["en": "A toad."])
  }

  @Test func `what a second work says of a picture stays`() throws {
    let content = try Self.genera(
      ["Ann", "Bob", "Ann"].enumerated().map { index, name in
        #"{"identifier": "\#(index)", "images": [{"filename": "a.jpg", "credit": "\#(name)"}]}"#
      }.joined(separator: ","))
    #expect(content.media.map(\.about.credit) == ["Ann"])
    #expect(content.texts.filter { $0.name == "credit" }.map(\.value) == ["Bob"])
  }

  private static let credited =
    #"{"filename": "a.jpg", "credit": "Ann", "licenseType": "CC BY", "imageDescription": "Front"}"#

  @Test func `a picture that was only mentioned before is described by who says something`() throws
  {
    let content = try read(
      #"{"groupList": [{"groupID": "3", "label": "Frogs", "standardImage": "a.jpg"}],"#
        + #""templateList": [], "data": [{"identifier": "1", "squareThumbnail": "a.jpg"},"#
        + #"{"identifier": "2", "images": [\#(Self.credited)]}]}"#, as: "data.json")
    #expect(content.media.map(\.about.credit) == ["Ann"])
    #expect(content.media.map(\.about.licence) == ["CC BY"] && content.count(.noLicence) == 0)
  }

  @Test func `what a second file says of a picture stays`() throws {
    let folder = try TemporaryFolder()
    func credits(_ first: String) throws -> [String?] {
      let files = try [first, Self.credited].enumerated().map { index, picture in
        try folder.write(
          #"{"groupList": [], "templateList": [], "data": [{"identifier": "\#(index)","#
            + #""images": [\#(picture)]}]}"#, as: "g\(index).json")
      }
      let content = try ReadContent.read(files, options: ContentOptions())
      let texts = content.texts.filter { $0.name == "credit" }
      return content.media.map(\.about.credit) + texts.map { Optional($0.value) }
    }
    #expect(try credits(#""a.jpg""#) == ["Ann"])
    #expect(try credits(#"{"filename": "a.jpg", "credit": "Zed"}"#) == ["Zed", "Ann"])
  }

  @Test func `each description of a picture has a place of its own`() throws {
    let content = try Self.genera(
      ["Front", "Back", "Front"].enumerated().map { index, words in
        #"{"identifier": "\#(index)","#
          + #""images": [{"filename": "a.jpg", "imageDescription": "\#(words)"}]}"#
      }.joined(separator: ","))
    let texts = content.texts.filter { $0.name == "imageDescription" }
    #expect(texts.map(\.value) == ["Front", "Back"] && texts.map(\.position) == [0, 1])
  }

  @Test func `a picture without a name is kept where anything is said of it`() throws {
    let content = try Self.genera(
      #"{"identifier": "1", "images": [{"filename": "", "credit": ""}],"#
        + #""audioFiles": [{"filename": ""}]},"#
        + #"{"identifier": "2", "images": [{"filename": "", "credit": "Ann"}]}"#)
    #expect(
      content.texts.filter { ["image", "audio"].contains($0.name) }.map(\.owner.key) == ["2"])
  }

  private static func stop(_ number: Int) -> String {
    #"{"stop_id": "\#(number)", "ca_tours.tour_id": "1", "ca_objects.object_id": "\#(number)","#
      + #""ca_tour_stops.description": "Text \#(number)"}"#
  }

  @Test func `stops in two files keep their own texts`() throws {
    let folder = try TemporaryFolder()
    let files = try (1...2).map { number in
      try folder.write(
        #"{"ok": true, "total": 1, "results": [\#(Self.stop(number))]}"#, as: "s\(number).json")
    }
    let content = try ReadContent.read(files, options: ContentOptions())
    #expect(content.tours.map { $0.stops.map(\.item) } == [["1", "2"]])
    let texts = content.texts.filter { $0.name.hasSuffix("description") }
    #expect(texts.map(\.owner.position) == [0, 1] && texts.map(\.value) == ["Text 1", "Text 2"])
  }

  /// CollectiveAccess' `item` gives a row's own fields without its table's name.
  @Test func `a stop that names its tour is no tour, and its object none of its own`() throws {
    let folder = try TemporaryFolder()
    let rows = [
      #"{"ok": true, "tour_id": {"value": "1"}, "preferred_labels": {"en_US": ["Highlights"]}}"#,
      #"{"ok": true, "stop_id": {"value": "7"}, "tour_id": {"value": "1"}, "object_id": {"value": "5"}, "#
        + #""rank": {"value": "7"}, "preferred_labels": {"en_US": ["At the clock"]}}"#,
      #"{"ok": true, "object_id": {"value": "5"}, "location_id": {"value": "3"}, "#
        + #""preferred_labels": {"en_US": ["Clock"]}}"#,
    ]
    let files = try rows.enumerated().map { try folder.write($1, as: "r\($0).json") }
    let content = try ReadContent.read(files, options: ContentOptions())
    #expect(content.tours.map(\.key) == ["1"] && content.items.map(\.key) == ["5"])
    #expect(content.tours.map { $0.stops.map(\.item) } == [["5"]])
    #expect(content.items.map(\.groups) == [["3"]] && content.groups.isEmpty)
    let titles = content.texts.filter { $0.owner.kind == .tour }.map(\.value)
    #expect(titles.contains("Highlights") && !titles.contains("At the clock"), "\(titles)")
  }

  @Test func `each value of an element that XML repeats has a place of its own`() throws {
    let content = try read(
      "<CaSearchResult><ca_objects object_id=\"7\"><material>wood</material>"
        + "<material>brass</material></ca_objects></CaSearchResult>", as: "a.xml")
    let texts = content.texts.filter { $0.name == "material" }
    #expect(texts.map(\.value) == ["wood", "brass"] && texts.map(\.position) == [0, 1])
  }

  /// TopoJSON 1.0, section 2.1: `type` is `Topology`, and `objects` an object.
  @Test func `TopoJSON is no guide`() throws {
    let error = #expect(throws: ContentError.self) {
      try read(
        #"{"type": "Topology", "objects": {"p": {"type": "Point", "coordinates": [8, 50]}}, "arcs": []}"#,
        as: "t.json")
    }
    #expect(error?.message.hasSuffix("is TopoJSON; make GeoJSON of it, as by ogr2ogr") == true)
  }

  private static func feature(_ geometry: String, crs: String = "") throws -> GuideContent {
    try read(
      #"{"type": "FeatureCollection", \#(crs) "features": [{"id": "1", "geometry": \#(geometry)}]}"#,
      as: "a.geojson")
  }

  /// RFC 7946, sections 3.1 and 3.1.8.
  @Test func `a collection of geometries is somewhere, and an empty one nowhere`() throws {
    let point = #"{"type": "Point", "coordinates": [8, 50]}"#
    let collection = try Self.feature(
      #"{"type": "GeometryCollection", "geometries": [\#(point)]}"#)
    #expect(
      collection.items.map(\.place.coordinate) == [Coordinate(latitude: 50, longitude: 8)])
    for empty in [
      #"{"type": "Point", "coordinates": []}"#,
      #"{"type": "GeometryCollection", "geometries": []}"#,
      #"{"type": "MultiPolygon", "coordinates": [[[]]]}"#,
    ] {
      let content = try Self.feature(empty)
      #expect(content.items.map(\.place.coordinate) == [nil] && content.findings == [], "\(empty)")
    }
  }

  /// OGC 09-048r5: the address of WGS 84 with the longitude first.
  @Test func `a system may be named by its address`() throws {
    let point = #"{"type": "Point", "coordinates": [8, 50]}"#
    func member(_ name: String) -> String {
      #""crs": {"type": "name", "properties": {"name": "\#(name)"}},"#
    }
    for name in [
      "http://www.opengis.net/def/crs/OGC/1.3/CRS84", "urn:ogc:def:crs:OGC:1.3:CRS84",
      "EPSG:4258", "http://www.opengis.net/def/crs/EPSG/0/4326",
    ] {
      #expect(try Self.feature(point, crs: member(name)).items.count == 1, "\(name)")
    }
    for name in ["urn:ogc:def:crs:OGC:1.3:CRS84", "http://www.opengis.net/def/crs/OGC/1.3/CRS84"] {
      let untyped = #""crs": {"properties": {"name": "\#(name)"}},"#
      #expect(try Self.feature(point, crs: untyped).items.count == 1, "\(name)")
    }
    for name in ["http://www.opengis.net/def/crs/EPSG/0/25832", "EPSG:3857", "local"] {
      #expect(throws: ContentError.self, "\(name)") {
        try Self.feature(point, crs: member(name))
      }
    }
  }
}
