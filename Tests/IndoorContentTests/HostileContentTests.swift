import Foundation
import IndoorContent
import IndoorModel
import Testing

/// Content that somebody made to do harm, or that broke on the way.
struct HostileContentTests {
  @Test func `what is hostile is one sentence`() throws {
    let bomb =
      #"<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]><CaSearchResult>&c;</CaSearchResult>"#
    let outside =
      #"<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><CaSearchResult>&b;</CaSearchResult>"#
    let deepXML = String(repeating: "<a>", count: 5000)
    let deepPlist = "{a=" + String(repeating: "(", count: 100_000)
    let deepJSON = String(repeating: "[", count: 100_000)
    for (text, name) in [
      (bomb, "a.xml"), (outside, "b.xml"), ("<CaSearchResult>" + deepXML, "c.xml"),
      ("<osm/>", "d.xml"),
      (deepPlist, "e.plist"), (deepJSON, "f.json"), ("{\"objects\": {\"1\": " + deepJSON, "g.json"),
      (
        #"{"@context": "http://iiif.io/api/presentation/3/context.json", "items": [{"id": "c"}]}"#,
        "u.json"
      ),
      ("", "h.json"), ("", "i.plist"), ("", "j.csv"), ("a,b\n1,2,3\n", "k.csv"), ("a\n\"", "l.csv"),
      ("{a = 1; b}", "m.plist"), ("{a = 1 2;}", "n.plist"), ("nonsense", "o.txt"), ("[]", "p.json"),
      ("key;title\n1;A\n", "items.csv"), ("{}", "q.json"),
      ("/* ", "r.plist"), ("{ a = \"x\\", "s.plist"),
    ] {
      let error = #expect(throws: ContentError.self, "\(name)") { try read(text, as: name) }
      #expect(error?.message.contains("\n") == false, "\(name)")
    }
    let folder = try TemporaryFolder()
    let bytes = try folder.write(Data([0x7B, 0x22, 0xFF, 0x22, 0x7D]), as: "t.json")
    #expect(throws: ContentError.self) { try ReadContent.read([bytes], options: ContentOptions()) }
    #expect(throws: ContentError.self) {
      try ReadContent.read([folder.path], options: ContentOptions())
    }
    // What has no end is no file.
    #expect(throws: ContentError.self) {
      try ReadContent.read(["/dev/zero"], options: ContentOptions())
    }
  }

  /// Each name and key is kept with each of its texts: a megabyte of one would be gigabytes.
  @Test func `a name or a key of over a thousand bytes is refused`() throws {
    let long = String(repeating: "n", count: 1_000_000)
    let many = (0..<1500).map { "\"m\($0)\": \"x\"" }.joined(separator: ", ")
    let named = "\"\(long)\": {\(many)}"
    for (text, name, format) in [
      ("{\"ok\": true, \"results\": [{\"object_id\": \"1\", \(named)}]}", "a.json", nil),
      ("{\"ok\": true, \"results\": [{\"object_id\": \"\(long)\", \(many)}]}", "b.json", nil),
      ("{\"type\": \"FeatureCollection\", \"features\": [], \(named)}", "c.geojson", nil),
      ("{\"objects\": {\"\(long)\": {\(many)}}}", "d.json", nil),
      ("{\"objects\": {}, \(named)}", "e.json", nil),
      ("{\"works\": [{\"id\": \"\(long)\", \(many)}]}", "f.json", nil),
      ("key,title,\(long)\n" + String(repeating: "1,A,x\n", count: 1500), "items.csv", nil),
      ("key\n\(long)\n", "tours.csv", nil),
    ] as [(String, String, ContentFormat?)] {
      let error = #expect(throws: ContentError.self, "\(name)") {
        try read(text, as: name, format: format)
      }
      #expect(error?.message.contains("a name or a key of over 1000 bytes") == true, "\(name)")
    }
  }

  /// 400 works each in a language of its own lack 80,000 texts.
  @Test func `what is untranslated is told one by one up to a number, and the rest at once`() throws
  {
    let letters = (0..<26).map { String(UnicodeScalar(UInt8(0x41 + $0))) }
    let tags = letters.flatMap { a in letters.map { "de-\(a)\($0)" } }.prefix(400)
    let rows = tags.map { "{\"id\": \"\($0)\", \"title\": \"W\", \"title@\($0)\": \"x\"}" }
    let features = rows.map { "{\"type\": \"Feature\", \"geometry\": null, \"properties\": \($0)}" }
    let content = try read(
      "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ", "))]}",
      as: "a.geojson")
    let told = ContentCheck.findings(of: content).filter { $0.rule == .untranslated }
    #expect(told.count == 20_001)
    // 200 languages are compared, of which 200 works have one.
    #expect(told.last?.message.hasPrefix("59800 more times") == true)
  }

  @Test func `a medium's address may be long, and foreign members deep`() throws {
    let address = "https://example.org/a.jpg?token=" + String(repeating: "n", count: 2000)
    let media = try read("key,uri,note\n\(address),\(address),x\n", as: "media.csv")
    #expect(media.media.map(\.key) == [address] && media.texts.map(\.value) == ["x"])
    let deep = (0..<40).reduce("1") { inner, _ in
      "{\"\(String(repeating: "b", count: 90))\": \(inner)}"
    }
    let feature =
      "{\"type\": \"Feature\", \"id\": \"1\", \"geometry\": null, \"properties\": {\"title\": \"A\"}}"
    let content = try read(
      "{\"type\": \"FeatureCollection\", \"features\": [\(feature)], \"meta\": \(deep)}",
      as: "a.geojson")
    #expect(content.texts.filter { $0.owner.kind == .collection }.count == 1)
    // 40,000 names that end as a location's, 2 MB of them, are gone through once.
    let many = (0..<40_000).map { "\"a\($0).location_id\": \"\($0)\"" }.joined(separator: ", ")
    let row = try read(
      "{\"ok\": true, \"results\": [{\"object_id\": \"1\", \(many)}]}", as: "c.json")
    #expect(row.items.map(\.groups) == [["0"]])
  }

  /// As many names as a file of 50 MB may have would take minutes where each is looked for among
  /// all others.
  @Test func `thousands of names, languages and locations of one work are read`() throws {
    let names = (0..<100_000).map { "\"p\($0)@de\": \"x\"" }.joined(separator: ", ")
    let features = try read(
      "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"id\": \"1\", \"geometry\": null, \"properties\": {\(names)}}]}",
      as: "a.geojson")
    #expect(features.texts.count == 100_000)
    let places = (0..<100_000).map(String.init).joined(separator: ";")
    let letters = (0..<26).map { String(UnicodeScalar(UInt8(0x41 + $0))) }
    let tags = letters.flatMap { a in letters.map { a + $0 } }
    let languages = tags.prefix(40).flatMap { a in tags.map { "\(a.lowercased())_\($0)" } }
    let said = languages.map { "\"\($0)\": \"x\"" }.joined(separator: ", ")
    let row = "\"object_id\": \"1\", \"location_id\": \"\(places)\", \"d\": {\(said)}"
    let content = try read(
      "{\"ok\": true, \"results\": [{\(row)}, {\"object_id\": \"2\", \"d\": \"y\"}]}",
      as: "b.json")
    #expect(content.items.first?.groups.count == 100_000)
    #expect(Set(content.texts.map(\.language)).count > 25_000)
    let found = ContentCheck.findings(of: content).filter { $0.rule == .untranslated }
    #expect(found.count == 200)
  }

  @Test func `groups of works are bounded together, as codes are`() throws {
    func table(_ works: Int) -> String {
      let groups = (0..<1000).map { "g\($0)" }.joined(separator: "|")
      return "key,groups\n" + (0..<works).map { "w\($0),\(groups)\n" }.joined()
    }
    #expect(try read(table(20), as: "items.csv").items.count == 20)
    let error = #expect(throws: ContentError.self) { try read(table(700), as: "items.csv") }
    #expect(error?.message.contains("has over 700000 items") == true, "\(error?.message ?? "")")
  }

  @Test func `a property list of another kind is called that`() throws {
    let xml = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict/></plist>\n"
    for (text, name, kind) in [
      (xml, "a.plist", "an XML"), (xml, "b.xml", "an XML"),
      ("bplist00\u{8}", "c.plist", "a binary"),
    ] {
      let error = #expect(throws: ContentError.self) { try read(text, as: name) }
      #expect(
        error?.message.hasSuffix(
          "\(name): is \(kind) property list, which isn't read; convert it with plutil -convert json -o guide.json FILE and give that"
        )
          == true)
    }
  }

  @Test(arguments: [
    ("key,title\na,A\n", String.Encoding.utf16, "is UTF-16 text; save it as UTF-8"),
    ("key,title\na,A\n", .utf32LittleEndian, "is UTF-32 text; save it as UTF-8"),
    ("key,title\na,Café\n", .isoLatin1, ":2: has bytes that are no UTF-8; save it as UTF-8"),
    ("key,title\na,“A” – B\n", .windowsCP1252, ":2: has bytes that are no UTF-8; save it as UTF-8"),
    ("key,title\na,A\0B\n", .utf8, ":2: has a NUL byte, which no text has; export the file again"),
  ])
  func `a table in another encoding is called that`(
    text: String, encoding: String.Encoding, words: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try #require(text.data(using: encoding)), as: "items.csv")
    let error = #expect(throws: ContentError.self) {
      try ReadContent.read([path], options: ContentOptions())
    }
    #expect(error?.message.hasSuffix(words) == true, "\(error?.message ?? "")")
  }

  @Test func `a pipe is told with one remedy`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path + "/items.json", 0o600) == 0)
    let error = #expect(throws: ContentError.self) {
      try ReadContent.read([folder.path + "/items.json"], options: ContentOptions())
    }
    #expect(
      error?.message.hasSuffix("items.json: is a pipe, a socket or a device; save it to a file")
        == true)
  }

  @Test func `more works than any guide has are refused before they take minutes`() throws {
    let rows = (0...700_000).map { String($0, radix: 36) }.joined(separator: "\n")
    let error = #expect(throws: ContentError.self) { try read("key\n\(rows)\n", as: "items.csv") }
    #expect(error?.code == .tooLarge)
    #expect(
      error?.message.hasSuffix(
        "has over 700000 rows; split it into smaller files")
        == true)
  }

  @Test func `more numbers than any guide has are refused, too`() throws {
    let numbers = (0...700_000).map { String($0, radix: 36) }.joined(separator: "|")
    let error = #expect(throws: ContentError.self) {
      try read("key,codes\nk,\(numbers)\n", as: "items.csv")
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `an element of many attributes is refused before they are compared`() throws {
    let many = (0..<100_000).map { "a\($0)='='" }.joined(separator: " ")
    let error = #expect(throws: ContentError.self) {
      try read("<CaSearchResult>\n<ca_objects \(many)/></CaSearchResult>", as: "a.xml")
    }
    #expect(error?.message.contains("200 attributes") == true)
    // What only looks like attributes counts for nothing.
    let signs = String(repeating: "<a b='=' = ", count: 500)
    let content = try read(
      """
      <?xml version="1.0"?><!-- \(signs) --><CaSearchResult><?php \(signs) ?>
      <ca_objects object_id="1" note="\(String(repeating: "= > ", count: 500))">
      <displayLabel><![CDATA[\(signs)]]></displayLabel><a>=\(String(repeating: "=", count: 500))</a>
      </ca_objects></CaSearchResult>
      """, as: "b.xml")
    #expect(content.items.map(\.key) == ["1"])
    #expect(content.said("displayLabel", of: "1") == ["en": signs])
  }

  @Test func `a key that thousands have is told of each`() throws {
    let rows = String(repeating: "same,Title\n", count: 20_000)
    let content = try read("key,title\n" + rows, as: "items.csv")
    #expect(Set(content.items.map(\.key)).count == 20_000)
    #expect(content.count(.duplicateKey) == 19_999)
  }

  @Test(arguments: ContentFormat.allCases)
  func `a gigabyte of nothing is one sentence`(format: ContentFormat) throws {
    let folder = try TemporaryFolder()
    // It takes no room on the disk.
    let huge = folder.path + "/huge"
    #expect(FileManager.default.createFile(atPath: huge, contents: nil))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: huge))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    var options = ContentOptions()
    options.format = format
    let error = #expect(throws: ContentError.self) {
      try ReadContent.read([huge], options: options)
    }
    #expect(error?.code == .tooLarge && error?.message.contains("\n") == false)
  }

  @Test
  func `a small sample of each format, cut at every byte, is refused in one sentence or read`()
    throws
  {
    let plist =
      "{objectData=({identifier=a;label=\"b \\U00e4\";details={c=<0fa>;};images=({filename=d;});});}"
    let csv = "key,title,level\n1,\"a, \"\"b\"\"\",1\n2,ü,LL\n"
    let geojson =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":"ü"}}]}"#
    let feed = #"{"artworks":[{"id":"1","title":"ü","lat":"1","long":"2"}]}"#
    let found = #"{"ok":true,"results":[{"object_id":1,"display_label":"ü","a":{"en_US":["b"]}}]}"#
    let genera =
      #"{"data":[{"identifier":"1","label":"ü","group":"g"}],"groupList":[{"groupID":"1","label":"g"}]}"#
    let folder = try TemporaryFolder()
    for (text, name) in [
      (ReaderTests.aic2017, "a.json"), (ReaderTests.aic2024, "b.json"), (plist, "c.plist"),
      (csv, "items.csv"),
      (geojson, "d.json"), (feed, "e.json"), (found, "f.json"), (genera, "g.json"),
      (ReaderTests.collectiveAccessXML, "h.xml"),
      ("key,label,parent,closed\na,\"A, b\",,1\nb,ü,a,0\n", "groups.csv"),
      ("key,title,codes\nt,\"Tour \"\"1\"\"\",1|2\n", "tours.csv"),
      ("tour,sort,item\nt,1,a\nt,2,b\n", "stops.csv"),
      ("key,uri,alt\nm,m.jpg,\"a, ü\"\n", "media.csv"),
    ] {
      let bytes = Data(text.utf8)
      #expect(bytes.count <= 4096)
      var whole = 0
      for count in 0...bytes.count {
        let file = try folder.write(bytes.prefix(count), as: name)
        do {
          let content = try ReadContent.read(
            [file], options: ContentOptions(levels: ContentLevels(said: ["1": 0, "LL": -1])))
          let isEmpty = content.items.isEmpty && content.groups.isEmpty && content.tours.isEmpty
          if !isEmpty || !content.media.isEmpty || !content.findings.isEmpty { whole += 1 }
        } catch {
          #expect(!error.message.contains("\n") && error.message.hasPrefix(file))
        }
      }
      #expect(whole > 0, "\(name)")
    }
  }
}
