import Foundation
import IndoorContent
import IndoorGeometry
import IndoorModel
import Testing

/// The museum's own guide, written in the formats of others and read again: what each can say comes
/// back.
struct OtherFormatsTests {
  private static let page =
    URL(fileURLWithPath: MuseumGuide.folder).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/docs/guide.md"

  /// What each format keeps, as the page's table has it: a row a noun, a column a format.
  private static func table() throws -> [String] {
    let museum = try MuseumGuide()
    let columns = try WrittenFormat.allCases.map { format in
      let content = try WrittenFormat.read(format.files(museum))
      return try KeptContent(museum, in: content).counts()
    }
    let names = WrittenFormat.allCases.map { "`\($0.rawValue)`" }
    let rows = columns[0].indices.map { row in
      "| \(columns[0][row].name) | "
        + columns.map { $0[row].count == 0 ? "–" : "\($0[row].count)" }.joined(separator: " | ")
        + " |"
    }
    return ["| | \(names.joined(separator: " | ")) |"] + rows
  }

  /// What `plutil -convert json` makes of a property list, in place or beside it.
  @Test(arguments: ["guide.plist", "guide.json"], [nil, ContentFormat.generaPlist])
  func `a property list that became JSON is the same guide`(
    name: String, format: ContentFormat?
  ) throws {
    let list = "{groupList=({identifier=g;title=G;});objectData=({identifier=a;title=A;});}"
    let json =
      #"{"groupList":[{"identifier":"g","title":"G"}],"objectData":[{"identifier":"a","title":"A"}]}"#
    let (one, other) = (
      try read(list, as: "guide.plist"), try read(json, as: name, format: format)
    )
    #expect(one.items.map(\.key) == ["a"] && !one.texts.isEmpty)
    #expect(other.items.map(\.key) == one.items.map(\.key))
    #expect(Set(other.texts) == Set(one.texts))
  }

  @Test func `what each format keeps of the museum is what the page says`() throws {
    let lines = try String(contentsOfFile: Self.page, encoding: .utf8).split(separator: "\n")
    for row in try Self.table() { #expect(lines.count { $0 == row } == 1, "\(row)") }
  }

  @Test(arguments: WrittenFormat.allCases) func `nothing that is written is odd to its reader`(
    format: WrittenFormat
  ) throws {
    let content = try WrittenFormat.read(format.files(MuseumGuide()))
    #expect(content.items.count == 40)
    #expect(content.findings == [])
    #expect(format.rawValue.hasPrefix(content.collection.format))
  }

  @Test(
    arguments: WrittenFormat.allCases.filter { $0 != .csv && $0 != .collectiveAccessItems })
  func `ten thousand works come back from what others write`(format: WrittenFormat) throws {
    let museum = try MuseumGuide(works: 10_400)
    let content = try WrittenFormat.read(format.files(museum))
    #expect(content.items.count == 10_400)
    var titles: [String: Set<String>] = [:]
    for text in content.texts where text.owner.kind == .item {
      titles[text.owner.key, default: []].insert(text.value)
    }
    let wrong = museum.works.filter { work in
      titles[work.key]?.contains(work.title) != true
        && titles["artwork:\(work.key)"]?.contains(work.title) != true
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: WrittenFormat.allCases)
  func `what is cut at a thousand places is refused in one sentence or read`(
    format: WrittenFormat
  ) throws {
    let folder = try TemporaryFolder()
    let files = try format.files(MuseumGuide())
    // Of many files the largest is cut.
    let last = try #require(files.max { $0.text.utf8.count < $1.text.utf8.count })
    let bytes = Data(last.text.utf8)
    var read = 0
    for step in 0..<1000 {
      let file = try folder.write(bytes.prefix(bytes.count * step / 1000), as: last.name)
      do {
        _ = try ReadContent.read(
          [file], options: ContentOptions(levels: ContentLevels(said: MuseumGuide.floors)))
        read += 1
      } catch {
        #expect(!error.message.contains("\n") && error.message.hasPrefix(file))
      }
    }
    // Tables may end in their last column, all else ends with its last bracket.
    #expect(format == .csv ? (10..<300).contains(read) : read < 10, "\(read)")
  }

  @Test func `of a feature's two ids one is its key and the other a text`() throws {
    let text = #"""
      {"type": "FeatureCollection", "features": [
      {"type": "Feature", "id": 1, "properties": {"id": "OS-2001", "title": "Anchor", "sort": 2}},
      {"type": "Feature", "id": 2, "properties": {"key": "OS-2002", "id": "2"}},
      {"type": "Feature", "id": 3, "properties": {
      "level": ["G", "1"], "sort": "A12", "group": {"a": 1}, "kind": "", "code": null}}]}
      """#
    let content = try read(text, as: "a.geojson")
    func texts(_ key: String) -> [String: [String]] {
      Dictionary(
        grouping: content.texts.filter { $0.owner.key == key }, by: \.name
      ).mapValues { $0.map(\.value) }
    }
    #expect(content.items.map(\.key) == ["1", "2", "3"] && content.items[0].sort == 2)
    #expect(texts("1") == ["id": ["OS-2001"], "title": ["Anchor"]])
    #expect(texts("2") == ["key": ["OS-2002"]])
    #expect(texts("3").mapValues(\.count) == ["level": 2, "sort": 1, "group": 1])
    let told = content.findings.filter { $0.rule == .badValue }.map(\.message)
    #expect(told.count == 3)
    for name in ["level", "sort", "group"] {
      #expect(told.contains { $0.contains("the \(name) of item 3 can't be used") }, "\(told)")
    }
  }

  /// GDAL writes the member for what isn't in WGS 84 when it is asked for GeoJSON of 2008.
  @Test(arguments: [
    ("urn:ogc:def:crs:EPSG::4314", true), ("urn:ogc:def:crs:EPSG::3857", true),
    ("EPSG:25832", true), ("urn:ogc:def:crs:OGC:1.3:CRS84", false), ("EPSG:4326", false),
    ("urn:ogc:def:crs:EPSG::4258", false),
  ])
  func `points in another system are refused by its name`(name: String, isRefused: Bool) throws {
    let text = #"""
      {"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "\#(name)"}},
      "features": [{"type": "Feature", "properties": {"id": "a"},
      "geometry": {"type": "Point", "coordinates": [13.4, 52.5]}}]}
      """#
    guard isRefused else {
      #expect(try read(text, as: "a.geojson").items.count == 1)
      return
    }
    let error = #expect(throws: ContentError.self) { try read(text, as: "a.geojson") }
    #expect(error?.message.contains("its member crs says \(name); convert it to EPSG:4326") == true)
  }

  /// The second is the first as RFC 7946, section 3.1.9, wants it: cut in two.
  @Test(arguments: [
    (
      #""Polygon","coordinates":[[[179.9,10],[-179.7,10],[-179.7,10.2],[179.9,10.2],[179.9,10]]]"#,
      -179.9
    ),
    (
      #""MultiPolygon","coordinates":[[[[179.9,10],[180,10],[180,10.2],[179.9,10.2],[179.9,10]]],[[[-180,10],[-179.7,10],[-179.7,10.2],[-180,10.2],[-180,10]]]]"#,
      -179.9
    ),
    (#""LineString","coordinates":[[179.5,10],[-179.7,10.2]]"#, 179.9),
    (#""LineString","coordinates":[[-0.1,10],[0.3,10.2]]"#, 0.1),
    (#""LineString","coordinates":[[-179.9,10],[-179.5,10.2]]"#, -179.7),
    (#""LineString","coordinates":[[-30,10],[-29,10.2]]"#, -29.5),
  ])
  func `an area across the antimeridian lies there`(geometry: String, east: Double) throws {
    let content = try read(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"A","properties":{},"geometry":{"type":"#
        + geometry + "}}]}", as: "a.geojson")
    let place = try #require(content.items.first?.place.coordinate)
    #expect(abs(place.longitude - east) < 1e-9 && abs(place.latitude - 10.1) < 1e-9)
  }

  @Test func `of lists in lists each value has a position of its own`() throws {
    let content = try read(
      #"""
      {"ok":true,"results":[{"object_id":"1","display_label":"X",
      "ca_objects.notes":[["a","b"],["c",["d","e"]]],
      "ca_objects.sizes":[{"width":["1","2"],"height":"9"},{"width":"3","height":"8"}]}]}
      """#, as: "find.json")
    func values(_ name: String) -> [String] {
      content.texts.filter { $0.name == name }.map { "\($0.position) \($0.value)" }
    }
    #expect(values("ca_objects.notes") == ["0 a", "1 b", "2 c", "3 d", "4 e"])
    #expect(values("ca_objects.sizes.width") == ["0 1", "1 2", "2 3"])
    #expect(values("ca_objects.sizes.height") == ["0 9", "1 8"])
  }
}
