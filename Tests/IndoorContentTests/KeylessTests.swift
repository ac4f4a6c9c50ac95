import IndoorContent
import IndoorModel
import Testing

/// What has no key of its own and comes from several files.
struct KeylessTests {
  /// Two files of a format with two works each, by what all works have.
  private static func files(
    _ format: ContentFormat
  ) -> (ending: String, text: ([String]) -> String)? {
    switch format {
    case .csv:
      ("csv", { "title,artist\n" + $0.map { "\($0),Leonardo\n" }.joined() })
    case .generaJSON:
      (
        "json",
        { #"{"versionID":"1","data":["# + joined($0) { #"{"label":"\#($0)"}"# } + "]}" }
      )
    case .collectiveAccessJSON:
      (
        "json",
        { #"{"ok":true,"results":["# + joined($0) { #"{"display_label":"\#($0)"}"# } + "]}" }
      )
    case .collectiveAccessXML:
      (
        "xml",
        {
          "<CaSearchResult>"
            + $0.map { "<ca_objects><displayLabel>\($0)</displayLabel></ca_objects>" }.joined()
            + "</CaSearchResult>"
        }
      )
    case .generaPlist, .aic, .artworks, .geojson: nil
    }
  }

  private static func joined(_ titles: [String], _ row: (String) -> String) -> String {
    titles.map(row).joined(separator: ",")
  }

  private static func titles(_ content: GuideContent) -> [String] {
    content.texts.filter { GuideText.titles.contains($0.name) }.map(\.value).sorted()
  }

  @Test(arguments: [
    ContentFormat.csv, .generaJSON, .collectiveAccessJSON, .collectiveAccessXML,
  ])
  func `works without keys of two files are all there, and told`(format: ContentFormat) throws {
    let (ending, text) = try #require(Self.files(format))
    let folder = try TemporaryFolder()
    let first = try folder.write(text(["Alpha", "Beta"]), as: "a.\(ending)")
    let second = try folder.write(text(["Gamma"]), as: "b.\(ending)")
    var options = ContentOptions()
    options.format = format
    let one = try ReadContent.read([first], options: options)
    #expect(one.findings.map(\.rule) == [.missingKey])
    let both = try ReadContent.read([second], options: options, over: one)
      .merged(into: one, replaces: false)
    #expect(both.items.count == 3 && Self.titles(both) == ["Alpha", "Beta", "Gamma"])
    #expect(both.findings.map(\.rule) == [.missingKey, .missingKey])
    // The same file again is no other.
    let again = try ReadContent.read([first], options: options, over: both)
      .merged(into: both, replaces: false)
    #expect(again.items.count == 3 && Self.titles(again) == Self.titles(both))
  }

  @Test func `rows without keys are referred to by their lines`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("label,parent\nRoom,line 3\nWing,\n", as: "groups.csv")
    _ = try folder.write("title,groups\nVase,line 2\nBowl,line 3|line 9\n", as: "items.csv")
    _ = try folder.write("title\nHighlights\n", as: "tours.csv")
    let stops = try folder.write("tour,item\nline 2,line 3\nline 2,line 2\n", as: "stops.csv")
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.groups.map(\.key) == ["groups line 2", "groups line 3"])
    #expect(content.groups.map(\.parent) == ["groups line 3", nil])
    #expect(content.items.map(\.groups) == [["groups line 2"], ["groups line 3", "line 9"]])
    #expect(content.tours.map(\.key) == ["tours line 2"])
    let items = ["items line 3", "items line 2"]
    #expect(content.tours.map { $0.stops.map(\.item) } == [items])
    #expect(content.findings.allSatisfy { $0.rule == .missingKey })
    // The table of stops by itself means what is there already.
    let again = try ReadContent.read([stops], options: ContentOptions(), over: content)
    #expect(again.tours.map(\.key) == ["tours line 2"])
    #expect(again.tours.map { $0.stops.map(\.item) } == [items])
  }

  @Test func `what is called as a line is meant before what is in it`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key,label\n,Room\nline 2,Wing\n", as: "groups.csv")
    _ = try folder.write("key,title,groups\na,Vase,line 2\n", as: "items.csv")
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.items.map(\.groups) == [["line 2"]])
  }

  /// A work under the key that earlier builds gave it.
  private static func former(_ key: String, title: String, language: String) -> GuideContent {
    var content = GuideContent(GuideCollection(key: "a", format: ""))
    content.items = [GuideItem(key: key, kind: "object")]
    content.texts = [
      GuideText(GuideOwner(.item, key), "title", language: language, title)
    ]
    return content
  }

  @Test(arguments: [
    (
      ContentFormat.csv, "items.csv", "title@en,title@de\nVase,Die Vase\n", "line 2", "Die Vase",
      "de"
    ),
    (
      .collectiveAccessXML, "e.xml",
      "<CaSearchResult><ca_entities><displayLabel>Kahlo</displayLabel></ca_entities></CaSearchResult>",
      "entity:row 1", "Kahlo", "en"
    ),
  ])
  func `former keys are known by titles of any language and in any table`(
    format: ContentFormat, name: String, text: String, key: String, title: String, language: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, as: name)
    var options = ContentOptions()
    options.format = format
    let former = Self.former(key, title: title, language: language)
    let again = try ReadContent.read([path], options: options, over: former)
    #expect(again.items.map(\.key) == [key])
  }

  @Test func `a feed's first work leaves another feed's alone`() throws {
    let folder = try TemporaryFolder()
    var options = ContentOptions()
    options.format = .artworks
    let former = Self.former("artwork 1", title: "Alpha", language: "en")
    let same = try folder.write(#"{"artworks":[{"title":"Alpha"}]}"#, as: "a.json")
    let other = try folder.write(#"{"artworks":[{"title":"Gamma"}]}"#, as: "b.json")
    #expect(
      try ReadContent.read([same], options: options, over: former).items.map(\.key)
        == ["artwork 1"])
    #expect(
      try ReadContent.read([other], options: options, over: former).items.map(\.key) == ["b 1"])
  }

  @Test(arguments: [
    (ContentFormat.csv, "line", 2), (.generaJSON, "item", 1), (.collectiveAccessJSON, "row", 1),
  ])
  func `works that earlier builds called by their place alone keep those keys`(
    format: ContentFormat, word: String, from first: Int
  ) throws {
    let (ending, text) = try #require(Self.files(format))
    let folder = try TemporaryFolder()
    let path = try folder.write(text(["Alpha", "Beta"]), as: "a.\(ending)")
    var options = ContentOptions()
    options.format = format
    var former = try ReadContent.read([path], options: options)
    let renamed = Dictionary(
      uniqueKeysWithValues: former.items.enumerated().map {
        ($0.element.key, "\(word) \($0.offset + first)")
      })
    for index in former.items.indices {
      former.items[index].key = renamed[former.items[index].key] ?? ""
    }
    for index in former.texts.indices {
      former.texts[index].owner.key = renamed[former.texts[index].owner.key] ?? ""
    }
    let again = try ReadContent.read([path], options: options, over: former)
      .merged(into: former, replaces: false)
    #expect(again.items.map(\.key) == former.items.map(\.key))
    let other = try folder.write(text(["Gamma", "Delta"]), as: "b.\(ending)")
    let both = try ReadContent.read([other], options: options, over: former)
      .merged(into: former, replaces: false)
    #expect(Self.titles(both) == ["Alpha", "Beta", "Delta", "Gamma"])
  }

  /// A table's first language often has no tag, and English is what is taken without one.
  @Test func `two columns of one text and language are told`() throws {
    let folder = try TemporaryFolder()
    func told(_ header: String, language: String = "en") throws -> [String] {
      let file = try folder.write("key,\(header)\nA,Blaues Rechteck,Blue Rectangle\n", as: "i.csv")
      var options = ContentOptions()
      options.language = language
      return try ReadContent.read([file], options: options).findings.filter { $0.rule == .badValue }
        .map(\.message)
    }
    let both = try told("title,title@en")
    #expect(both.count == 1 && both[0].contains("title and title@en are both of the language en"))
    #expect(try told("title@en,title").count == 1 && told("title,title@").count == 1)
    #expect(try told("title,title@de") == [] && told("title,title@en", language: "de") == [])
  }
}
