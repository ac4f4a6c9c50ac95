import IndoorContent
import IndoorModel
import Testing

/// What a source says where more is expected than it says: everything is kept.
struct UnusedPropertyTests {
  /// The texts of an owner as `name@language value`.
  private func texts(_ content: GuideContent, of owner: GuideOwner) -> [String] {
    content.texts.filter { $0.owner == owner }.map { "\($0.name)@\($0.language) \($0.value)" }
      .sorted()
  }

  private func rules(_ content: GuideContent) -> [String] {
    content.findings.map { "\($0.rule.rawValue) \($0.owner?.kind.rawValue ?? "")" }
  }

  @Test func `transcripts of sounds that aren't there are kept, and so is a second sound`() throws {
    let text = #"""
      {"audio_files": {
        "a1": {"nid": "a1", "audio_transcript": "No sound"},
        "a2": {"nid": "a2", "audio_file_url": "http://x/s.mp3", "audio_transcript": "Hello",
          "translations": [
            {"language": "de", "title": "Ton", "audio_transcript": "Hallo", "audio_file_url": ""},
            {"language": "fr", "audio_file_url": "http://x/f.mp3", "audio_transcript": "Bonjour"},
            {"language": "fr", "audio_file_url": "http://x/g.mp3", "audio_transcript": "Salut"}]}}}
      """#
    let content = try read(text, as: "a.json", format: .aic)
    #expect(content.media.map(\.language) == ["en", "fr"])
    #expect(content.media.map(\.about.transcript) == ["Hello", "Bonjour"])
    #expect(texts(content, of: GuideOwner(.medium, "a1")) == ["audio_transcript@en No sound"])
    #expect(
      texts(content, of: GuideOwner(.medium, "a2")) == [
        "audio_file_url@fr http://x/g.mp3", "audio_transcript@de Hallo",
        "audio_transcript@fr Salut", "title@de Ton",
      ])
    #expect(rules(content) == ["duplicate-key medium"])
  }

  @Test(arguments: [
    (
      ContentFormat.generaJSON, "g.json",
      #"{"versionID":"1","groupList":[{"groupID":"g","label":"Frogs","order":"last"}],"data":[]}"#
    ),
    (.csv, "groups.csv", "key,label,closed\ng,Frogs,maybe\n"),
    (.csv, "groups.csv", "key,label,latitude,longitude\ng,Frogs,north,east\n"),
  ])
  func `what is told of a group says which`(
    format: ContentFormat, name: String, text: String
  ) throws {
    let content = try read(text, as: name, format: format)
    #expect(content.findings.map(\.owner) == [GuideOwner(.group, "g")])
    #expect(content.findings.allSatisfy { $0.message.contains("group g ") })
    #expect(content.findings.allSatisfy { !$0.message.contains("\n") })
  }

  @Test func `what a table says anew of a group is no longer told of it`() throws {
    let folder = try TemporaryFolder()
    let options = ContentOptions()
    let first = try folder.write("key,label,closed\ng,Frogs,maybe\n", as: "a/groups.csv")
    let second = try folder.write("key,closed\ng,no\n", as: "b/groups.csv")
    let one = try ReadContent.read([first], options: options)
    #expect(one.findings.map(\.rule) == [.badValue])
    #expect(try ReadContent.read([second], options: options, over: one).findings.isEmpty)
  }

  @Test func `a sound that is said twice in one language is one`() throws {
    let text = #"""
      {"audio_files": {"a1": {"nid": "a1", "title": "Sound",
        "audio_file_url": "http://x/s.mp3", "audio_transcript": "Hello",
        "translations": [{"language": "en", "audio_file_url": "http://x/s.mp3",
          "audio_transcript": "Hello"}]}}}
      """#
    let content = try read(text, as: "a.json", format: .aic)
    #expect(content.media.map(\.about.transcript) == ["Hello"])
    #expect(texts(content, of: GuideOwner(.medium, "a1")) == ["title@en Sound"])
    #expect(content.findings.isEmpty)
  }

  @Test func `a sound that two feeds share is one`() throws {
    let text = #"""
      {"audio_files": {"a1": {"nid": "a1", "audio_file_url": "http://x/s.mp3",
        "audio_transcript": "Hello"}}}
      """#
    let folder = try TemporaryFolder()
    let paths = [try folder.write(text, as: "a.json"), try folder.write(text, as: "b.json")]
    var options = ContentOptions()
    options.format = .aic
    let content = try ReadContent.read(paths, options: options)
    #expect(content.media.map(\.key) == ["a1"])
    #expect(content.texts.isEmpty && content.findings.isEmpty)
  }

  @Test func `orders that are no numbers and sounds that are none are kept and told`() throws {
    let text = #"""
      {"objects": {"10": {"nid": 10, "title": "Vase", "audio": [{"id": "a1"}],
          "audio_commentary": ["a1", {"audio": ["a1", "a2"], "object_selector_number": "5"}]}},
       "galleries": {"1": {"nid": 1, "title": "Room", "closed": "soon"}},
       "tours": [{"nid": 30, "title": "T", "weight": "first",
          "tour_stops": [{"object": 10, "sort": "early"}]}]}
      """#
    let content = try read(text, as: "a.json", format: .aic)
    #expect(
      texts(content, of: GuideOwner(.item, "10")) == [
        "audio.id@en a1", "audio_commentary.audio@en a1", "audio_commentary.audio@en a2",
        "audio_commentary@en a1", "title@en Vase",
      ])
    #expect(
      texts(content, of: GuideOwner(.group, "1")) == ["closed@en soon", "title@en Room"])
    #expect(texts(content, of: GuideOwner(.tour, "30")) == ["title@en T", "weight@en first"])
    #expect(texts(content, of: GuideOwner(.stop, "30")) == ["sort@en early"])
    #expect(
      rules(content) == [
        "bad-value group", "bad-value item", "bad-value item", "bad-value item", "bad-value stop",
        "bad-value tour",
      ])
  }

  @Test(arguments: [
    ("102, 103", ["102, 103"], true), ("104.0", ["104.0"], true),
    ("102|103", ["102", "103"], false),
    ("1254", ["1254"], false),
  ])
  func `numbers that look wrong are told as a table's are`(
    number: String, codes: [String], isOdd: Bool
  ) throws {
    let text = #"""
      {"objects": {"10": {"nid": 10, "title": "Vase", "audio_commentary": [
         {"audio": "a", "object_selector_number": "\#(number)"}]}},
       "tours": [{"nid": 30, "title": "T", "selector_number": "\#(number)"}]}
      """#
    let content = try read(text, as: "a.json", format: .aic)
    #expect(content.codes.map(\.code) == codes + codes)
    #expect(rules(content) == (isOdd ? ["bad-value item", "bad-value tour"] : []))
  }

  @Test func `numbers that an object itself bears are parted and told, too`() throws {
    let content = try read(
      #"{"objects": {"10": {"nid": 10, "object_selector_number": "340.0|341"}}}"#, as: "a.json",
      format: .aic)
    #expect(content.codes.map(\.code) == ["340.0", "341"])
    #expect(content.codes.map(\.rank) == [1, 1])
    #expect(rules(content) == ["bad-value item"])
  }

  @Test func `a translation's own properties are texts, and those that repeat are not`() throws {
    let text = #"""
      {"objects": {"10": {"nid": 10, "title": "Vase", "location": "41,-87", "translations": [
        {"language": "de", "nid": 10, "title": "Die Vase", "location": "41,-88"}]}}}
      """#
    let content = try read(text, as: "a.json", format: .aic)
    #expect(
      texts(content, of: GuideOwner(.item, "10")) == [
        "location@de 41,-88", "title@de Die Vase", "title@en Vase",
      ])
  }

  @Test func `a field guide's orders, templates and lone texts are kept`() throws {
    let text = #"""
      {"versionID": "1", "groupList": [{"groupID": "g", "label": "Frogs", "order": "last"}, "more"],
       "templateList": [{"templateName": "t", "mobileTabs": [{"tabName": "a", "tablIcon": "b"}]}],
       "data": [{"identifier": "9", "label": "Newt", "template": {"a": "b"}, "subgroupID": "s",
         "squareThumbnail": {"note": "x"}}, "lonely"]}
      """#
    let content = try read(text, as: "g.json", format: .generaJSON)
    #expect(content.items.map(\.key) == ["9"])
    #expect(texts(content, of: GuideOwner(.group, "g")) == ["label@en Frogs", "order@en last"])
    #expect(
      texts(content, of: GuideOwner(.item, "9")) == [
        "label@en Newt", #"squareThumbnail@en {"note":"x"}"#, "subgroupID@en s",
        #"template@en {"a":"b"}"#,
      ])
    #expect(
      texts(content, of: .collection) == [
        "data.1@en lonely", "groupList.1@en more", "templateList.t.mobileTabs.tablIcon@en b",
      ])
    let told = content.findings.filter { $0.rule == .badValue }
    #expect(told.count == 6)
    for (name, remedy) in [
      ("value 2 of groupList", "write it as the format has it"),
      ("value 2 of data", "write it as the format has it"),
      ("order", "write a number, as 1 or 2.5"), ("template", "write one word or number"),
      ("subgroupID", "name its group, too"), ("squareThumbnail", "name its file"),
    ] {
      #expect(
        told.contains { $0.message.contains(name) && $0.message.hasSuffix("; \(remedy)") },
        "\(told.map(\.message))")
    }
  }
}
