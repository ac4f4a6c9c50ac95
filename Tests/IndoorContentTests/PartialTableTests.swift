import Foundation
import IndoorContent
import IndoorModel
import Testing

/// Tables that say something of what is there, and nothing of the rest.
struct PartialTableTests {
  private static var options: ContentOptions {
    var options = ContentOptions(levels: ContentLevels(said: MuseumGuide.floors))
    options.collection = "guide"
    return options
  }

  /// What the museum's guide becomes where tables are imported over it.
  private static func museum(over paths: [String]) throws -> (old: GuideContent, new: GuideContent)
  {
    let old = try ReadContent.read([MuseumGuide.folder], options: options)
    let read = try ReadContent.read(paths, options: options, over: old)
    return (old, read.merged(into: old, replaces: false))
  }

  /// The same where the table has these lines.
  private static func museum(
    over lines: String, as name: String
  ) throws -> (old: GuideContent, new: GuideContent) {
    let folder = try TemporaryFolder()
    return try museum(over: [try folder.write(lines, as: name)])
  }

  /// Everything that is said, in no order.
  private static func said(_ content: GuideContent) -> [Set<AnyHashable>] {
    [
      Set(content.items), Set(content.groups), Set(content.tours), Set(content.media),
      Set(content.texts), Set(content.codes), Set(content.uses), Set(content.rules),
    ]
  }

  @Test(arguments: ["items", "groups", "tours", "stops", "media"])
  func `each table by itself changes nothing that it doesn't say otherwise`(table: String) throws {
    let (old, new) = try Self.museum(over: ["\(MuseumGuide.folder)/\(table).csv"])
    #expect(old.tours.reduce(0) { $0 + $1.stops.count } == 23)
    #expect(Self.said(new) == Self.said(old))
  }

  @Test(arguments: ["items", "groups", "tours", "stops", "media"])
  func `rows of nothing, as spreadsheets write them, are none`(table: String) throws {
    let text = try String(contentsOfFile: "\(MuseumGuide.folder)/\(table).csv", encoding: .utf8)
    let blank = ",,\n , ,\t\n\n  \n\"\",\"\"\n" + String(repeating: ",", count: 40) + "\n"
    let folder = try TemporaryFolder()
    let (whole, new) = try (
      Self.museum(over: [folder.write(text, as: "\(table).csv")]).new,
      Self.museum(over: [folder.write(text + blank, as: "\(table).csv")]).new
    )
    #expect(Self.said(new) == Self.said(whole))
    #expect(new.tours.map(\.stops.count) == whole.tours.map(\.stops.count))
  }

  /// What a table only mentions keeps what is known of it, but for its address.
  @Test func `addresses change whenever that is said, whatever the order of imports`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("key,image\na,https://old.example/a.jpg\n", as: "items.csv")
    let old = try ReadContent.read([path], options: Self.options)
    var options = Self.options
    options.urls = [.init(from: "https://old.example/", to: "https://new.example/")]
    let new = try ReadContent.read([path], options: options, over: old).merged(
      into: old, replaces: false)
    #expect(old.media.map(\.uri) == ["https://old.example/a.jpg"])
    #expect(new.media.map(\.uri) == ["https://new.example/a.jpg"])
    options.urls = [.init(from: "https://old.example/", to: "https://right.example/")]
    let corrected = try ReadContent.read([path], options: options, over: new).merged(
      into: new, replaces: false)
    #expect(corrected.media.map(\.uri) == ["https://right.example/a.jpg"])
  }

  /// The key of its own that the second of two got isn't the corrected file's any more, nor is what
  /// was found of it.
  @Test func `a key that came twice and was corrected leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    let head = "key,kind,codes,title\na,object,12,First\n"
    let path = try folder.write("\(head)a,object,15,Second\nb,object,16,Third\n", as: "items.csv")
    let old = try ReadContent.read([path], options: Self.options)
    #expect(old.items.count == 3 && old.findings.map(\.rule) == [.duplicateKey])
    _ = try folder.write("\(head)e,object,15,Second\n", as: "items.csv")
    let new = try ReadContent.read([path], options: Self.options, over: old)
      .merged(into: old, replaces: false)
    #expect(Set(new.items.map(\.key)) == ["a", "e", "b"], "\(new.items)")
    #expect(new.findings.isEmpty, "\(new.findings)")
    #expect(new.codes.map(\.code).sorted() == ["12", "15", "16"])
    #expect(new.texts.count == 3)
  }

  @Test func `a translator's columns add a language, and an empty value takes its own out`() throws
  {
    let (old, new) = try Self.museum(
      over: "key,title@fr,title@de\nOS-1001,Proue du Gudrun,\n", as: "fr.csv")
    #expect(
      new.said("title", of: "OS-1001") == ["en": "Bow of the Gudrun", "fr": "Proue du Gudrun"])
    let works = { (content: GuideContent) in
      content.items.map { item in
        var item = item
        item.source = nil
        return item
      }
    }
    #expect(works(new) == works(old))
    #expect(new.codes.count == old.codes.count)
    #expect(Set(new.uses) == Set(old.uses))
    #expect(new.texts.count == old.texts.count)
  }

  @Test func `a group that is translated keeps its floor`() throws {
    let (old, new) = try Self.museum(
      over: "key,label@fr\nroom-G.01,Vestibule\n", as: "groups.csv")
    func bare(_ content: GuideContent) -> [GuideGroup] {
      content.groups.map { group in
        var group = group
        group.source = nil
        return group
      }
    }
    #expect(bare(new) == bare(old))
    let texts = new.texts.filter { $0.owner == GuideOwner(.group, "room-G.01") }
    #expect(
      Set(texts.map { "\($0.language) \($0.value)" })
        == ["en Entrance hall", "de Eingangshalle", "fr Vestibule"])
  }

  @Test func `stops are those of their tour, and leave the other tours alone`() throws {
    let (old, new) = try Self.museum(
      over: "tour,sort,item\nchildren,1,OS-1003\nchildren,2,OS-1001\n", as: "stops.csv")
    let children = try #require(new.tours.first { $0.key == "children" })
    #expect(children.stops.map(\.item) == ["OS-1003", "OS-1001"])
    #expect(new.tours.filter { $0.key != "children" } == old.tours.filter { $0.key != "children" })
    let title = { (content: GuideContent) in
      content.texts.filter { $0.owner == GuideOwner(.tour, "children") }
    }
    #expect(Set(title(new)) == Set(title(old)))
    #expect(new.codes.count == old.codes.count)
  }

  @Test func `a medium in one language leaves its others`() throws {
    let (old, new) = try Self.museum(
      over: "key,language,licence\n101.mp3,de,CC0\n", as: "media.csv")
    func media(_ content: GuideContent) -> [GuideMedium] {
      content.media.filter { $0.key == "101.mp3" }
    }
    #expect(media(old).count == 2)
    for var medium in media(old) {
      if medium.language == "de" { medium.about.licence = "CC0" }
      #expect(media(new).contains(medium))
    }
    #expect(media(new).count == 2)
  }

  /// The museum's media as `language uri transcript`, of a key, where a table is imported over them
  /// in a language that is said, or in none.
  private static func media(
    _ key: String, over lines: String, in language: String?
  ) throws -> (old: [GuideMedium], new: [GuideMedium], told: [String]) {
    let old = try ReadContent.read([MuseumGuide.folder], options: options)
    let folder = try TemporaryFolder()
    var said = options
    said.isLanguageSaid = language != nil
    said.language = language ?? said.language
    let read = try ReadContent.read(
      [folder.write(lines, as: "media.csv")], options: said, over: old)
    func of(_ content: GuideContent) -> [GuideMedium] { content.media.filter { $0.key == key } }
    return (
      of(old), of(read.merged(into: old, replaces: false)), read.findings.map(\.message)
    )
  }

  /// As a French translator's table, also with an empty cell for the language.
  @Test(arguments: [
    "key,uri,transcript\n101.mp3,101-fr.mp3,La proue\n",
    "key,uri,transcript,language\n101.mp3,101-fr.mp3,La proue,\n",
    "key,uri,transcript,language\n101.mp3,101-fr.mp3,La proue,fr\n",
  ])
  func `a medium of no language is in the one that is said of all, beside its others`(
    table: String
  ) throws {
    let (old, new, told) = try Self.media("101.mp3", over: table, in: "fr")
    #expect(old.map(\.language) == ["en", "de"])
    #expect(new.filter { $0.language != "fr" } == old)
    let french = new.filter { $0.language == "fr" }
    #expect(french.map(\.uri) == ["101-fr.mp3"] && french.map(\.type) == ["audio/mpeg"])
    #expect(french.map(\.about.transcript) == ["La proue"] && told == [])
  }

  @Test func `a medium of no language is that of the language that is said where it is there`()
    throws
  {
    let (old, new, told) = try Self.media(
      "101.mp3", over: "key,uri\n101.mp3,https://cdn.example/101.mp3\n", in: "en")
    #expect(Set(new.filter { $0.language == "de" }) == Set(old.filter { $0.language == "de" }))
    let english = new.filter { $0.language == "en" }
    #expect(english.map(\.uri) == ["https://cdn.example/101.mp3"] && told == [])
    #expect(english.map(\.about) == old.filter { $0.language == "en" }.map(\.about))
  }

  @Test(arguments: [
    ("uri", "https://cdn.example/101.mp3"), ("transcript", "The oak bow, revised."),
    ("transcript", ""), ("alt", "The bow"),
  ])
  func `what may be of one of a medium's languages is told, and changes none`(
    column: String, value: String
  ) throws {
    let (old, new, told) = try Self.media(
      "101.mp3", over: "key,licence,\(column)\n101.mp3,CC0,\"\(value)\"\n", in: nil)
    // The licence is that of both.
    #expect(new.map(\.about.licence) == ["CC0", "CC0"])
    #expect(
      new.map { [$0.uri, $0.about.transcript ?? ""] }
        == old.map { [$0.uri, $0.about.transcript ?? ""] })
    #expect(told.count == 1, "\(told)")
    #expect(
      told.allSatisfy {
        $0.hasPrefix("the column \(column) has ") && $0.contains("is in en and de")
          && $0.contains("its \(column) stayed as it was; add the column language")
      }, "\(told)")
  }

  @Test func `two rows of a medium without languages are told to say them`() throws {
    let (_, new, told) = try Self.media(
      "x", over: "key,uri\nx,x-en.mp3\nx,x-de.mp3\n", in: nil)
    #expect(new.map(\.uri) == ["x-en.mp3"])
    #expect(
      told == [
        "two media have the key x, and only the first is kept; write the language of each into the column "
          + "language, or give one another key"
      ])
  }

  /// Words for a picture are in a language, and its file in none.
  @Test func `a picture has a language where words in another are said of it`() throws {
    let moved = "key,uri\nos-1001.jpg,https://cdn.example/1.jpg\n"
    for language in [nil, "en", "fr"] {
      let (old, new, told) = try Self.media("os-1001.jpg", over: moved, in: language)
      #expect(old.map(\.language) == [""] && new.map(\.language) == [""])
      #expect(new.map(\.uri) == ["https://cdn.example/1.jpg"] && told == [])
      #expect(new.map(\.about) == old.map(\.about))
    }
    let words = "key,alt\nos-1001.jpg,Bug der Gudrun\n"
    for language in [nil, "en"] {
      let (_, new, told) = try Self.media("os-1001.jpg", over: words, in: language)
      #expect(new.map(\.language) == [""] && told == [])
      #expect(new.map(\.about.alternative) == ["Bug der Gudrun"])
    }
    let (old, new, told) = try Self.media("os-1001.jpg", over: words, in: "de")
    #expect(new.filter(\.language.isEmpty) == old && new.count == 2 && told == [])
    let german = new.filter { $0.language == "de" }
    #expect(german.map(\.about.alternative) == ["Bug der Gudrun"])
    #expect(german.map(\.uri) == old.map(\.uri) && german.map(\.type) == old.map(\.type))
    #expect(german.map(\.about.licence) == old.map(\.about.licence))
  }

  @Test(arguments: [("fr", 1), ("en", 0), (nil, 0)])
  func `a sound that a table in another language gives to all is told`(
    language: String?, count: Int
  ) throws {
    let old = try ReadContent.read([MuseumGuide.folder], options: Self.options)
    let folder = try TemporaryFolder()
    var said = Self.options
    said.isLanguageSaid = language != nil
    said.language = language ?? said.language
    let table = "key,title,audio\nOS-1001,Proue,101-fr.mp3\nOS-1002,Horloge,\nOS-1003,X,103.mp3\n"
    let read = try ReadContent.read(
      [folder.write(table, as: "items.csv")], options: said, over: old)
    let told = read.findings.map(\.message).filter { $0.hasPrefix("the column audio has ") }
    #expect(told.count == count, "\(told)")
    #expect(told.allSatisfy { $0.contains("in place of 101.mp3; leave the latter there") })
  }

  @Test func `what a medium is stays where neither its type nor its address is said`() throws {
    var old = try ReadContent.read([MuseumGuide.folder], options: Self.options)
    for index in old.media.indices where old.media[index].key == "101.mp3" {
      (old.media[index].uri, old.media[index].type) = ("https://example.org/stream", "audio/aac")
    }
    let folder = try TemporaryFolder()
    let path = try folder.write("key,licence\n101.mp3,CC0\n", as: "media.csv")
    let read = try ReadContent.read([path], options: Self.options, over: old)
    let media = read.media.filter { $0.key == "101.mp3" }
    #expect(media.count == 2)
    #expect(
      media.allSatisfy {
        $0.type == "audio/aac" && $0.uri == "https://example.org/stream"
          && $0.about.licence == "CC0"
      })
  }

  @Test func `several times at which something is shown all stay`() throws {
    var old = try ReadContent.read([MuseumGuide.folder], options: Self.options)
    let owner = GuideOwner(.item, "OS-1001")
    let rules = [
      GuideRule(owner, .interval(begin: "2026-01-01", end: "2026-02-01")),
      GuideRule(owner, .interval(begin: "2026-05-01", end: "2026-06-01")),
      GuideRule(owner, .hours("Mo 10:00-11:00")), GuideRule(owner, .hours("Fr 15:00-16:00")),
    ]
    old.rules += rules
    let folder = try TemporaryFolder()
    let path = try folder.write("key,title@fr\nOS-1001,Proue\n", as: "fr.csv")
    let read = try ReadContent.read([path], options: Self.options, over: old)
    #expect(read.rules.filter { $0.owner == owner } == rules)
  }

  @Test func `when something ends is changed without when it begins`() throws {
    let (_, new) = try Self.museum(
      over: "key,ends\nOS-1024,2027-01-01T00:00:00Z\n", as: "ends.csv")
    #expect(
      new.rules.filter { $0.owner == GuideOwner(.item, "OS-1024") }.map(\.when)
        == [.interval(begin: "2026-03-01T10:00:00+01:00", end: "2027-01-01T00:00:00Z")])
  }

  @Test func `replacing takes out what a table doesn't say`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("key,title\nOS-1001,Bow\n", as: "items.csv")
    let read = try ReadContent.read([path], options: Self.options)
    #expect(read.items.map(\.place) == [GuidePlace()])
    #expect(read.codes.isEmpty)
  }

  @Test func `a map's points leave a group's words and a picture's licence`() throws {
    let (old, new) = try Self.museum(
      over: #"""
        {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "new",
        "geometry": {"type": "Point", "coordinates": [-29.8696, 45.3202]},
        "properties": {"group": "room-G.01", "image": "os-1001.jpg", "ordinal": 0}}]}
        """#, as: "new.geojson")
    #expect(new.groups == old.groups)
    #expect(new.media == old.media)
    #expect(
      new.uses.contains(
        GuideMediumUse(GuideOwner(.item, "new"), medium: "os-1001.jpg", role: "image")))
  }
}
