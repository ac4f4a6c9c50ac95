import Foundation
import IndoorContent
import IndoorGeometry
import IndoorModel
import Testing

/// Each rule by content that breaks it, beside content that breaks none.
struct CheckTests {
  private static let here = Coordinate(latitude: 41.88, longitude: -87.62)

  /// Content that nothing is wrong with.
  private static func sound() -> GuideContent {
    var content = GuideContent(
      GuideCollection(key: "c", format: "test", zone: "Europe/Berlin", licence: "CC0-1.0"))
    content.groups = [
      GuideGroup(key: "g", kind: "room", label: "Room", place: GuidePlace(here, ordinal: 0)),
      GuideGroup(key: "h", parent: "g", label: "Corner"),
    ]
    for key in ["a", "b", "d", "e"] {
      let owner = GuideOwner(.item, key)
      content.items.append(
        GuideItem(
          key: key, kind: "object", place: GuidePlace(here, ordinal: 0), groups: ["g"],
          template: "page", source: "x.csv:1"))
      content.texts.append(GuideText(owner, "title", language: "en", "Title \(key)"))
      content.texts.append(GuideText(owner, "title", language: "es", "Título \(key)"))
      content.codes.append(GuideCode("10\(key)", rank: 0, owner: owner, medium: "m"))
    }
    content.templates = [GuideTemplate(name: "page")]
    var sound = GuideMedium(key: "m", uri: "m.mp3", type: "audio/mpeg", language: "en")
    sound.about.transcript = "words"
    var picture = GuideMedium(key: "p", uri: "p.jpg", type: "image/jpeg")
    picture.about.alternative = "a picture"
    content.media = [sound, picture]
    content.uses = [GuideMediumUse(GuideOwner(.item, "a"), medium: "p", role: "image")]
    content.tours = [GuideTour(key: "t", stops: [GuideStop(item: "a", medium: "m")])]
    content.rules = [
      GuideRule(GuideOwner(.item, "a"), .interval(begin: "2026-01-01", end: "2026-02-01")),
      GuideRule(GuideOwner(.group, "g"), .hours("Mo-Fr 10:00-17:00")),
    ]
    return content
  }

  private static let venue = Venue(
    id: "v", name: "V", origin: here,
    levels: [
      Level(
        id: "l", key: LevelKey(ordinal: 0), label: "1",
        outline: [
          Polygon(exterior: [
            Coordinate(latitude: 41.879, longitude: -87.621),
            Coordinate(latitude: 41.879, longitude: -87.619),
            Coordinate(latitude: 41.881, longitude: -87.619),
            Coordinate(latitude: 41.881, longitude: -87.621),
          ])
        ])
    ])

  @Test func `a building is known by its id and its name, and has levels of its own`() {
    var venue = Self.venue
    venue.levels[0].key.building = "a"
    venue.levels.append(Level(id: "b1", key: LevelKey(building: "b", ordinal: 1), label: "1"))
    venue.buildings = [Building(id: "a", name: "Hall"), Building(id: "b", name: "Tower")]
    for (building, ordinal, count) in [
      ("a", 0, 0), ("Hall", 0, 0), ("", 0, 0), ("Tower", 1, 0), ("TOWER", 1, 0), ("Tower", 0, 1),
      ("Shed", 0, 1), ("a", 1, 1),
    ] {
      var content = Self.sound()
      content.items[0].place = GuidePlace(Self.here, building: building, ordinal: ordinal)
      let found = ContentCheck.findings(of: content, venue: venue).filter {
        $0.rule == (building == "Shed" ? .badValue : .wrongFloor)
      }
      #expect(found.count == count, "\(building) \(ordinal): \(found)")
    }
    // What a guide calls the only building, as "main building", says nothing.
    venue.levels.removeLast()
    var content = Self.sound()
    content.items[0].place = GuidePlace(Self.here, building: "Main building", ordinal: 0)
    #expect(ContentCheck.findings(of: content, venue: venue) == [])
  }

  @Test func `nothing is found where nothing is wrong`() {
    #expect(ContentCheck.findings(of: Self.sound(), venue: Self.venue, isPaid: true) == [])
  }

  private static let breaks: [(ContentRule, @Sendable (inout GuideContent) -> Void)] = [
    (.danglingGroup, { $0.items[0].groups = ["none"] }),
    (.danglingGroup, { $0.groups[1].parent = "none" }),
    (.circularGroup, { $0.groups[0].parent = "g" }),
    (.circularGroup, { $0.groups[0].parent = "h" }),
    (
      .danglingGallery,
      {
        $0.groups[0].kind = "gallery"
        $0.items[0].groups = ["none"]
      }
    ),
    (.danglingAudio, { $0.codes[0].medium = "none" }),
    (.danglingAudio, { $0.tours[0].stops[0].bumper = "none" }),
    (.danglingStop, { $0.tours[0].stops[0].item = "none" }),
    (.danglingStop, { $0.tours[0].stops.append(GuideStop()) }),
    (.nearKey, { $0.items.append(GuideItem(key: "A", kind: "object")) }),
    (.nearKey, { $0.groups.append(GuideGroup(key: "G", label: "Room")) }),
    (.nearKey, { $0.tours.append(GuideTour(key: "T", stops: [GuideStop(item: "a")])) }),
    (
      .twinWorks,
      {
        var twin = $0.items[0]
        twin.key = "f"
        $0.items.append(twin)
        $0.texts.append(GuideText(GuideOwner(.item, "f"), "title", language: "es", "Título a"))
      }
    ),
    (
      .unplaced,
      {
        for index in $0.items.indices {
          $0.items[index].place.coordinate = nil
          let owner = GuideOwner(.item, $0.items[index].key)
          $0.texts.append(GuideText(owner, "Breite", language: "en", "41.88001"))
          $0.texts.append(GuideText(owner, "Länge", language: "en", "-87.62001"))
        }
      }
    ),
    (.untitled, { $0.texts.removeAll { $0.name == "title" } }),
    (.untitled, { $0.tours[0].source = "tours.csv:2" }),
    (.duplicateCode, { $0.codes[0].code = "10B" }),
    (
      .codeConflict,
      { $0.codes.append(GuideCode("7", rank: 1, owner: GuideOwner(.item, "a"))) }
    ),
    (
      .swappedCoordinates,
      { $0.items[0].place.coordinate = Coordinate(latitude: -87.62, longitude: 41.88) }
    ),
    (
      .outsideVenue,
      { $0.items[0].place.coordinate = Coordinate(latitude: 41.89, longitude: -87.62) }
    ),
    (
      .swappedCoordinates,
      { $0.groups[0].place.coordinate = Coordinate(latitude: -87.62, longitude: 41.88) }
    ),
    (
      .swappedCoordinates,
      { $0.tours[0].place.coordinate = Coordinate(latitude: -87.62, longitude: 41.88) }
    ),
    (
      .outsideVenue,
      { $0.groups[1].place.coordinate = Coordinate(latitude: 41.89, longitude: -87.62) }
    ),
    (
      .outsideVenue,
      { $0.tours[0].place.coordinate = Coordinate(latitude: 41.89, longitude: -87.62) }
    ),
    (.wrongFloor, { $0.items[0].place.ordinal = 9 }),
    (.wrongFloor, { $0.groups[0].place.ordinal = 9 }),
    (.wrongFloor, { $0.tours[0].place.ordinal = 9 }),
    (
      .farFromGallery,
      { $0.items[0].place.coordinate = Coordinate(latitude: 41.88014, longitude: -87.62) }
    ),
    (
      .farFromGallery,
      { ($0.items[0].place.ordinal, $0.groups[0].place.ordinal) = (-1, 0) }
    ),
    (.closedGallery, { $0.groups[0].isClosed = true }),
    (.unusedMedia, { $0.uses = [] }),
    (.noLicence, { $0.collection.licence = nil }),
    (.freeOnlyInPaid, { $0.media[1].about.isFreeOnly = true }),
    (.noAlternative, { $0.media[1].about.alternative = nil }),
    (.noTranscript, { $0.media[0].about.transcript = nil }),
    (.untranslated, { $0.texts.remove(at: 1) }),
    (.untranslated, { $0.texts[1].value = " " }),
    (.nullText, { $0.texts[0].value = "(null)" }),
    (.nullText, { $0.texts[0].value = "undefined" }),
    (.machineText, { $0.texts[0].value = "[Ljava.lang.String;@1b2c3d4e" }),
    (.machineText, { $0.texts[0].value = "[object Object]" }),
    // What Python makes of "Mädchen", "l’été" and "Карта" by .encode().decode("cp1252").
    (.garbledText, { $0.texts[0].value = "M\u{C3}\u{A4}dchen" }),
    (.garbledText, { $0.texts[0].value = "l\u{E2}\u{20AC}\u{2122}\u{C3}\u{A9}t\u{C3}\u{A9}" }),
    (
      .garbledText,
      { $0.texts[0].value = "\u{D0}\u{161}\u{D0}\u{B0}\u{D1}\u{20AC}\u{D1}\u{201A}\u{D0}\u{B0}" }
    ),
    (.garbledText, { $0.texts[0].value = "Caf\u{FFFD}" }),
    (
      .htmlWhereText,
      {
        $0.texts[0].value = "<em>A</em>"
        $0.texts[0].isHTML = true
      }
    ),
    (.htmlWhereText, { $0.texts[0].value = "Caf&eacute; &amp; Bar" }),
    (.htmlWhereText, { $0.texts[0].value = "Caf&#233;" }),
    (.unknownTemplate, { $0.items[0].template = "none" }),
    (
      .endsBeforeBegins,
      {
        $0.rules[0].when = .interval(
          begin: "2026-02-01T10:00:00+01:00", end: "2026-02-01T09:30:00+01:00")
      }
    ),
    (.unsearchable, { $0.texts.removeFirst(2) }),
    (.unknownZone, { $0.collection.zone = "Europe/Nowhere" }),
    (.unknownDate, { $0.rules[0].when = .interval(begin: "2026-02-30", end: nil) }),
    (.unknownDate, { $0.rules[0].when = .interval(begin: nil, end: "soon") }),
    (.badValue, { $0.rules[0].when = .interval(begin: nil, end: "2026-05-31 00:00:00") }),
    (.unknownHours, { $0.rules[1].when = .hours("by appointment") }),
    (.unknownHours, { $0.rules[1].when = .hours(String(repeating: "Mo 8:00-9:00; ", count: 80)) }),
    (.neverOpen, { $0.rules[1].when = .hours("Sa off") }),
    (.neverOpen, { $0.rules[1].when = .hours("Mo-Fr 10:00-17:00; off") }),
    (.neverOpen, { $0.rules[1].when = .hours("Mo-Fr 10:00-17:00; closed; Dec 25 off") }),
    (.neverOpen, { $0.rules[1].when = .hours("Mo-Fr 10:00-17:00; Mo-Su off") }),
    (.neverOpen, { $0.rules[1].when = .hours("Apr-Oct 10:00-17:00; Jan-Dec off") }),
    (.neverOpen, { $0.rules[1].when = .hours("Mo-Fr off; Sa 10:00-11:00; Sa off") }),
  ]

  /// A feature that is a MultiPoint (RFC 7946, 3.1.3).
  private static func points(_ places: String) -> String {
    #"{"type": "FeatureCollection", "features": [{"geometry": {"type": "MultiPoint", "coordinates": "#
      + places + "}}]}"
  }

  /// Rules that readers hold: a text that breaks none, and one that breaks one.
  private static let sources: [(rule: ContentRule, name: String, sound: String, broken: String)] = [
    (.duplicateKey, "items.csv", "key,title\na,A\nb,B\n", "key,title\na,A\na,B\n"),
    (.duplicateKey, "groups.csv", "key,label\na,A\nb,B\n", "key,label\na,A\na,B\n"),
    (.duplicateKey, "tours.csv", "key,title\na,A\nb,B\n", "key,title\na,A\na,B\n"),
    (
      .keyTwice, "works.geojson",
      #"{"type": "FeatureCollection", "features": [{"properties": {"code": "1"}}]}"#,
      #"{"type": "FeatureCollection", "features": [{"properties": {"code": "1", "code": "2"}}]}"#
    ),
    (
      .badLocation, "items.csv", "key,latitude,longitude\na,41.1,-87.1\nb,,\n",
      "key,latitude,longitude\na,41.1,west\nb,,\n"
    ),
    (
      .badLocation, "app.json", #"{"objects": {"1": {"nid": 1, "location": "41.1, -87.1"}}}"#,
      #"{"objects": {"1": {"nid": 1, "location": ","}}}"#
    ),
    (
      .badLocation, "works.geojson",
      #"{"type": "FeatureCollection", "features": [{"geometry": {"coordinates": [1, 2]}}]}"#,
      #"{"type": "FeatureCollection", "features": [{"geometry": {"coordinates": ["a", "b"]}}]}"#
    ),
    (
      .severalPoints, "works.geojson", points("[[1, 2]]"), points("[[1, 2], [1, 3], [2, 2]]")
    ),
    (.severalPoints, "works.geojson", points("[[1, 2], [1, 2]]"), points("[[1, 2], [2, 2]]")),
    (
      .swappedCoordinates, "feed.json", #"{"works": [{"id": "1", "lat": "53.4", "long": "-2.9"}]}"#,
      #"{"works": [{"id": "1", "lat": "153.4", "long": "-2.9"}]}"#
    ),
    (
      .badLocation, "items.csv", "key,latitude,longitude\na,41.1,-87.1\n",
      "key,latitude,longitude\na,0x29,-87.1\n"
    ),
    (
      .badLocation, "items.csv", "key,latitude,longitude\na,4.11234E+01,-87.1\n",
      "key,latitude,longitude\na,4.11E+01,-87.1\n"
    ),
    (.missingKey, "items.csv", "key,title\na,A\n", "title\nA\n"),
    (.wrongFloor, "items.csv", "key,ordinal\na,-1\n", "key,ordinal\na,ground\n"),
    (.wrongFloor, "items.csv", "key,ordinal\na,-1.0\n", "key,ordinal\na,-1.5\n"),
    (.unknownKey, "a.plist", "{objectData=({identifier=a;});}", "{objectData=({identifer=a;});}"),
    (
      .reservedKey, "a.plist", "{objectData=({identifier=a;details={kind=b;};});}",
      "{objectData=({identifier=a;details={group=b;};});}"
    ),
    (
      .unknownTemplate, "a.plist", "{templateList=({templateName=a;tabletTemplate=default;});}",
      "{templateList=({templateName=a;tabletTemplate=\"b.html\";});}"
    ),
    (.danglingStop, "stops.csv", "tour,item\n", "tour,item\nt,1\n"),
    (.badValue, "items.csv", "key,sort\na,1\n", "key,sort\na,x\n"),
    (
      .badValue, "media.csv",
      "key,type\na.mp3,audio\nb.jpg,JPEG\nc.bin,Audio/MP3; x=1\nd.bin,\ne.m4a,audio/mp4\n",
      "key,type\na.mp3,photo\n"
    ),
    (.almostName, "items.csv", "key,level\na,LL\n", "key,floor\na,LL\n"),
    (.badValue, "tours.csv", "key,note\nt,a|b\n", "key,stops\nt,a|b\n"),
  ]

  @Test(arguments: sources.indices) func `each reader tells what breaks a rule of its`(
    index: Int
  ) throws {
    let (rule, name, sound, broken) = Self.sources[index]
    #expect(try read(sound, as: name).findings.filter { $0.rule == rule } == [])
    let found = try read(broken, as: name).findings.filter { $0.rule == rule }
    #expect(found.count == 1, "\(rule.rawValue) in \(name)")
    #expect(
      found.allSatisfy {
        $0.source?.contains([.unknownTemplate, .keyTwice].contains(rule) ? name : "\(name):")
          == true
      }
    )
  }

  @Test func `a medium's type is one, whatever the table calls it`() throws {
    let content = try read(
      "key,type\na.mp3,audio\nb.jpg,JPEG\nc.mp3,photo\nd.bin,audio/mpeg\n", as: "media.csv")
    #expect(
      content.media.map(\.type) == ["audio/mpeg", "image/jpeg", "audio/mpeg", "audio/mpeg"])
    #expect(content.count(.noTranscript) == 3 && content.count(.noAlternative) == 1)
    // Where the name tells none, the word counts for what it says.
    let nameless = try read(
      "key,uri,type\na,https://example.org/a,Audio\nb,b.flac,FLAC\nc,https://example.org/c,MP3\n",
      as: "media.csv")
    #expect(nameless.media.map(\.type) == ["audio/*", "audio/flac", "audio/mpeg"])
    #expect(nameless.count(.noTranscript) == 3 && nameless.findings.isEmpty)
    let ranged = try read(
      "key,uri,type\na,a.mp3,audio/*\nb,https://example.org/b,see notes/*\n", as: "media.csv")
    #expect(ranged.media.map(\.type) == ["audio/mpeg", "application/octet-stream"])
    #expect(
      ranged.findings.map(\.message).allSatisfy {
        $0.contains("example.org/b tells none; write one")
      }
        && ranged.findings.count == 1, "\(ranged.findings)")
  }

  @Test func `a header that comes again is no work, and another one is refused`() throws {
    let joined = try read(
      "key,title,codes\na,A,101\nKey,Title,codes\nb,B,102\nkey,Key,103\n", as: "items.csv")
    #expect(joined.items.map(\.key) == ["a", "b", "key"])
    let marked = try read("title,codes\nA,101\n\u{FEFF}title , codes\nB,102\n", as: "items.csv")
    #expect(marked.codes.map(\.code) == ["101", "102"])
    for (name, text) in [
      ("items.csv", "key,title@fr\na,A\nkey,title@it\na,A\n"),
      ("items.csv", "title@de,codes\nA,101\ntitle@fr,codes\nB,102\n"),
      ("items.csv", "title,codes\nA,101\ncodes,title\n101,A\n"),
      ("stops.csv", "tour,sort,item\nt,1,a\ntour,item,sort\nt,b,2\n"),
      ("media.csv", "key,alt\na.jpg,A\n\u{FEFF}key,transcript\na.mp3,A\n"),
    ] {
      let error = #expect(throws: ContentError.self) { try read(text, as: name) }
      #expect(
        error?.message.contains(
          "\(name):3: is another table's header; give each table in a file of its own") == true,
        "\(error?.message ?? "")")
    }
  }

  /// What MySQL, PostgreSQL's COPY and other databases write for nothing.
  @Test(arguments: ["NULL", "\\N", "None"]) func `a column's nothing is nothing`(null: String)
    throws
  {
    let items = try read(
      "key,title,codes,image,level\na,A,\(null),\(null),\(null)\n", as: "items.csv")
    #expect(items.codes.isEmpty && items.uses.isEmpty && items.media.isEmpty)
    #expect(items.count(.nullText) == 3)
    let media = try read(
      "key,alt,transcript,licence,language\na.mp3,\(null),\(null),\(null),\(null)\n",
      as: "media.csv")
    let medium = try #require(media.media.first)
    #expect(medium.about.transcript == nil && medium.language.isEmpty)
    #expect(media.count(.noTranscript) == 1 && media.count(.noLicence) == 1)
  }

  @Test func `what a GeoJSON guide nests where a text belongs is told`() throws {
    func guide(_ properties: String) -> String {
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"w","properties":{"#
        + properties + #"},"geometry":null}]}"#
    }
    for (name, value) in [
      ("title", #"{"en":"One"}"#), ("image", #"{"url":"https://x.org/p.jpg"}"#),
      ("audio", #"[{"url":"https://x.org/1.mp3"}]"#),
    ] {
      let told = try read(guide("\"\(name)\":\(value)"), as: "g.geojson").findings
      #expect(told.filter { $0.rule == .badValue }.count == 1, "\(name): \(told)")
    }
    let sound = try read(
      guide(#""title":"A","image":["a.jpg","b.jpg"],"audio":"https://x.org/tts/1""#),
      as: "g.geojson")
    #expect(sound.count(.badValue) == 0 && sound.count(.noTranscript) == 1)
    #expect(sound.media.map(\.type).prefix(2) == ["image/jpeg", "image/jpeg"])
    // By its column, in whatever order, and where a table of media has it, too.
    let table = try TemporaryFolder()
    let files = [
      try table.write("key,uri,title\ns,https://x.org/tts/1,S\n", as: "media.csv"),
      try table.write("key,image,audio\na,s,\nb,,s\nc,https://x.org/p/1,\n", as: "items.csv"),
    ]
    let used = try ReadContent.read(files, options: ContentOptions())
    #expect(used.count(.noTranscript) == 1 && used.count(.noAlternative) == 1)
    let titled = try read(guide(#""title":"D","name":{"official":"D"}"#), as: "g.geojson")
    #expect(titled.count(.badValue) == 0)
    let within = try read(guide(#""image":"data:image/png;base64,AAAA""#), as: "g.geojson")
    #expect(within.media.map(\.type) == ["image/png"])
  }

  @Test func `what is used as a sound or a picture is one where its address tells nothing`() throws
  {
    let content = try read(
      "key,image,audio\na,https://x.org/i?f=a.jpg,https://x.org/museum/anchor\nb,b.pdf,b.mp3\n",
      as: "items.csv")
    #expect(content.media.map(\.type) == ["image/*", "audio/*", "application/pdf", "audio/mpeg"])
    // Who says a type is believed.
    let folder = try TemporaryFolder()
    let files = [
      try folder.write("key,uri,type\ns,https://x.org/s,audio/ogg\n", as: "media.csv"),
      try folder.write("key,audio\na,s\n", as: "items.csv"),
    ]
    let said = try ReadContent.read(files, options: ContentOptions())
    #expect(said.media.map(\.type) == ["audio/ogg"])
  }

  @Test func `several media in one cell are told`() throws {
    let cells = [
      ("a.jpg, b.jpg", 1), ("a.jpg;b.jpg", 1), ("a.jpg (https://example.org/x)", 1),
      ("https://example.org/full/843,/0/a,b.jpg", 0), ("a.jpg, https://x.org/b.jpg", 1),
      ("https://x.org/1.mp3, 2.mp3", 1), ("a|b.jpg", 0), ("a (1).jpg", 0),
      ("a.jpg<br>b.jpg", 1), ("a.jpg<BR />b", 1), (#"a.jpg\nb.jpg"#, 1), ("a.jpg / b.jpg", 1),
      ("a.jpg + b.jpg", 1), ("a.jpg und b.png", 1), ("a.jpg and b.jpg", 1),
      ("![Bow](a.jpg)", 1), ("[Bow](https://x.org/a.jpg)", 1), ("<img src='a.jpg'>", 1),
      (#"{""url"":""https://x.org/a.jpg""}"#, 1), (#"[{""url"":""https://x.org/a.jpg""}]"#, 1),
      (#"pictures\nord.jpg"#, 0), ("Adam und Eva.jpg", 0), ("pictures/a.jpg", 0),
      ("1 + 1.jpg", 0), ("[1] bow.jpg", 0), ("{6F9619FF}.jpg", 0), ("a & b.jpg", 0),
      ("data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'/>", 0),
    ]
    for (cell, count) in cells {
      for (text, name) in [
        ("key,image\na,\"\(cell)\"\n", "items.csv"), ("key,uri\na,\"\(cell)\"\n", "media.csv"),
      ] where name == "items.csv" || !cell.contains("|") {
        let told = try read(text, as: name).findings
        #expect(told.filter { $0.rule == .badValue }.count == count, "\(cell): \(told)")
      }
    }
  }

  /// R writes NA, and people what means none to them; `\N` is MySQL's.
  @Test func `what stands for no picture and no sound is told as that`() throws {
    for cell in ["NA", "N/A", "n/a", "-", "\u{2013}", "?", "none", "NULL", "Null", "\\N"] {
      for column in ["image", "audio"] {
        let told = try read("key,\(column)\na,\(cell)\n", as: "items.csv").findings
        let rules = told.map(\.rule).filter { $0 == .badValue || $0 == .nullText }
        #expect(
          rules == [
            ["none", "NULL", "\\N"].contains(cell) && cell != "none" ? .nullText : .badValue
          ],
          "\(cell): \(told)")
      }
      let media = try read("key,uri\nm,\(cell)\n", as: "media.csv")
      #expect(media.findings.contains { $0.rule == .badValue || $0.rule == .nullText })
    }
    for name in ["na.jpg", "nil.png", "N", "https://x.org/na"] {
      #expect(try read("key,image\na,\(name)\n", as: "items.csv").count(.badValue) == 0)
    }
  }

  @Test func `a row that has a column's name is one`() throws {
    let works = try read(
      "key,title,kind\nname,Audio,\naudio,Title,level\nkey,Key,object\n", as: "items.csv")
    #expect(works.items.map(\.key) == ["name", "audio", "key"])
    let groups = try read("key,parent,title\nname,kind,\nkind,,Kind\n", as: "groups.csv")
    #expect(groups.groups.map(\.key) == ["name", "kind"])
  }

  @Test func `a stop at nothing is told`() throws {
    let folder = try TemporaryFolder()
    let files = [
      try folder.write("key,title\nt,Tour\n", as: "tours.csv"),
      try folder.write("tour,sort,item,medium\nt,1,a,\nt,2,,m\nt,3,,\n", as: "stops.csv"),
    ]
    let content = try ReadContent.read(files, options: ContentOptions())
    #expect(content.tours.map(\.stops.count) == [3])
    #expect(content.findings.map(\.rule) == [.danglingStop])
    #expect(content.findings.first?.source?.hasSuffix("stops.csv:4") == true)
    // Once, beside the first, whose work isn't there.
    #expect(content.count(.danglingStop) == 2)
    let app = try read(
      #"{"audio_files": [], "tours": [{"nid": "2", "title": "T","#
        + #""tour_stops": [{"obj": "1"}]}]}"#, as: "app.json")
    #expect(app.count(.danglingStop) == 1)
  }

  /// As where a spreadsheet's cells of one tour were merged.
  @Test func `a stop's line without a tour is told as that`() throws {
    let folder = try TemporaryFolder()
    let files = [
      try folder.write("key,title\nt,Tour\n", as: "tours.csv"),
      try folder.write("tour,sort,item\nt,1,a\n,2,b\nu,3,c\n", as: "stops.csv"),
    ]
    let content = try ReadContent.read(files, options: ContentOptions())
    #expect(content.tours.map(\.stops.count) == [1])
    #expect(content.findings.map(\.rule) == [.danglingStop, .danglingStop])
    #expect(content.findings.first?.source?.hasSuffix("stops.csv:3") == true)
    #expect(
      content.findings.map { $0.message.prefix(34) } == [
        "the line of a stop names no tour, ", "a stop is of the tour u, which isn",
      ])
  }

  @Test func `what is found of a tour or a group is placed there, whatever has its key`() {
    var content = Self.sound()
    content.tours[0].key = "a"
    content.tours[0].source = "tours.csv:2"
    content.tours[0].place.ordinal = 9
    content.groups[0].source = "groups.csv:2"
    content.groups[0].place.ordinal = 9
    let title = GuideText(GuideOwner(.tour, "a"), "title", language: "en", "(null)")
    content.texts.append(title)
    let found = ContentCheck.findings(of: content, venue: Self.venue)
    let floors = found.filter { $0.rule == .wrongFloor }
    #expect(floors.map(\.source) == ["groups.csv:2", "tours.csv:2"])
    #expect(found.filter { $0.rule == .nullText }.map(\.source) == ["tours.csv:2"])
  }

  @Test(arguments: [
    ("2026-05-01T10:00", "2026-05-01", 0), ("2026-05-02", "2026-05-01", 1),
    ("2026-05-02T00:00", "2026-05-01", 1), ("2026-05-01T10:00", "2026-05-01T09:59", 1),
    ("2026-05-01", "2026-05-01", 0),
  ])
  func `a day ends with its last second`(begin: String, end: String, count: Int) {
    var content = Self.sound()
    content.rules[0].when = .interval(begin: begin, end: end)
    #expect(content.count(.endsBeforeBegins, venue: Self.venue) == count)
  }

  /// As spreadsheets and phones change keys, and keys that are another.
  @Test(arguments: [
    ("0001", "1", true), ("1", "1.0", true), ("00", "0", true), ("OS-1", "os-1", true),
    ("OS-1", "OS_1", true), ("OS-1", "OS\u{2011}1", true), ("OS-1", "OS\u{2013}1", true),
    ("OS-1", "OS\u{A0}1", true), ("OS-1", "OS-01", false), ("1984.1", "1984.10", false),
    ("1-11", "11-1", false), ("OS-1", "OS1", false), ("10", "1", false), ("A", "B", false),
    ("-1", "1", false), ("1.1", "1.10", false),
  ])
  func `keys that differ in zeros, capitals, dashes or blanks alone are told`(
    first: String, second: String, isTold: Bool
  ) throws {
    for (name, noun) in [("items", "item"), ("groups", "group"), ("tours", "tour")] {
      let table = "key,title\n\(first),Anchor\nother,Boat\n\(second),Anchor\n"
      let found = ContentCheck.findings(of: try read(table, as: "\(name).csv")).filter {
        $0.rule == .nearKey
      }
      #expect(found.count == (isTold ? 1 : 0), "\(name): \(found)")
      #expect(
        found.allSatisfy {
          $0.message.hasPrefix("1 \(noun) has a key that differs")
            && $0.message.contains("(\(second) from \(first))")
        }, "\(found)")
    }
  }

  /// A translator's table whose keys a spreadsheet took the zeros off.
  @Test func `all works of an update whose keys lost their zeros are told in one`() throws {
    let folder = try TemporaryFolder()
    func table(_ key: (Int) -> String, _ column: String, _ name: String) throws -> String {
      try folder.write(
        "key,\(column)\n" + (1...12).map { "\(key($0)),Work\n" }.joined(), as: name)
    }
    let works = try table({ $0 < 10 ? "000\($0)" : "00\($0)" }, "title", "works.csv")
    let french = try table({ "\($0)" }, "title@fr", "fr.csv")
    let old = try ReadContent.read([works], options: ContentOptions())
    #expect(old.count(.nearKey) == 0)
    let new = try ReadContent.read([french], options: ContentOptions(), over: old)
      .merged(into: old, replaces: false)
    let found = ContentCheck.findings(of: new).filter { $0.rule == .nearKey }.map(\.message)
    #expect(
      found == [
        "12 items have keys that differ in zeros before or behind them alone, as spreadsheets take them off "
          + "or put them on (1 from 0001, 2 from 0002, 3 from 0003 and so on), so that they may be there "
          + "twice; save the column of keys as text, import it again and take the others out"
      ])
  }

  /// Where the titles are, in the words of the remedy.
  @Test(arguments: [
    ("items.csv", "key,Titel,level\nA,Anker,1\nB,Boot,1\n", "call the column Titel title"),
    ("items.csv", "key,Bezeichnung,Autor\nA,Anker,X\n", "call the column Bezeichnung title"),
    ("items.csv", "key,titre,level\nA,Ancre,1\n", "call the column titre title"),
    ("items.csv", "key,Titel (DE)\nA,Anker\n", "call the column Titel (DE) title"),
    ("items.csv", "key,level,note\nA,1,of oak\n", "give them some, as title"),
    ("tours.csv", "key,Titel,note\nt,Rundgang,x\n", "call the column Titel title"),
    ("tours.csv", "key,sort\nt,1\n", "give them some, as title"),
    ("groups.csv", "key,Bezeichnung\nr1,Saal\n", "call the column Bezeichnung title"),
    (
      "strapi.json", #"{"data": [{"id": 1, "attributes": {"title": "Anchor", "level": "G"}}]}"#,
      "in the object attributes"
    ),
    (
      "airtable.json", #"{"records": [{"id": "rec1", "fields": {"title": "Anchor"}}]}"#,
      "in the object fields"
    ),
    (
      "contentful.json",
      #"{"items": [{"sys": {"id": "x"}, "fields": {"title": {"en-US": "Anchor"}}}]}"#,
      "in the object fields"
    ),
    (
      "omeka.json", #"{"items": [{"o:id": 1, "o:title": "Anchor"}]}"#,
      "call the property o:title title"
    ),
    (
      "g.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":{"titel":"A"},"geometry":null}]}"#,
      "call the property titel title"
    ),
  ])
  func `a source of which nothing has a title is told`(
    name: String, text: String, remedy: String
  ) throws {
    let found = ContentCheck.findings(of: try read(text, as: name)).filter { $0.rule == .untitled }
    #expect(found.count == 1 && found.first?.source?.hasSuffix("/\(name)") == true, "\(found)")
    #expect(found.first?.message.contains(remedy) == true, "\(found)")
  }

  @Test(arguments: [
    ("items.csv", "key,title@de,level\nA,Anker,1\n"), ("items.csv", "key,name\nA,Anchor\n"),
    ("items.csv", "key,title,Titel\nA,Anchor,Anker\nB,,\n"),
    ("items.csv", "key,level,hidden\nA,1,yes\n"),
    ("groups.csv", "key,opening_hours\nCoins,Mo 10:00-11:00\n"),
    ("groups.csv", "key,label,Titel\nr,Room,\nr2,,Saal\n"),
    ("media.csv", "key,uri,Titel\na.mp3,a.mp3,Anker\n"), ("stops.csv", "tour,item,Titel\n"),
    ("feed.json", #"{"artworks": [{"id": "1", "title": "A", "fields": {"title": "B"}}]}"#),
  ])
  func `a source of which something has a title isn't told`(name: String, text: String) throws {
    #expect(try read(text, as: name).count(.untitled) == 0)
  }

  /// Titles as Sanity, WordPress and Drupal answer them.
  @Test(arguments: [
    (#"{"en": "Anchor", "de": "Anker"}"#, 1), (#"{"rendered": "Anchor"}"#, 1),
    (#"[{"value": "Anchor"}]"#, 1), (#""{Untitled}""#, 0), (#""[Fragment]""#, 0),
  ])
  func `titles that are objects are told`(title: String, count: Int) throws {
    let feed = #"{"artworks": [{"id": "1", "title": \#(title)}, {"id": "2", "title": \#(title)}]}"#
    let found = ContentCheck.findings(of: try read(feed, as: "feed.json"))
      .filter { $0.message.contains("titles are JSON") }
    #expect(found.count == count, "\(found)")
  }

  @Test func `an update without titles isn't told of works that have them`() throws {
    let folder = try TemporaryFolder()
    let works = try folder.write("key,title\nA,Anchor\nB,Boat\n", as: "items.csv")
    let levels = try folder.write("key,level\nA,1\nB,1\n", as: "levels.csv")
    let options = ContentOptions(levels: ContentLevels(said: ["1": 1]))
    for (first, second) in [(works, levels), (levels, works)] {
      let old = try ReadContent.read([first], options: options)
      #expect(old.count(.untitled) == (first == levels ? 1 : 0))
      let new = try ReadContent.read([second], options: options, over: old)
        .merged(into: old, replaces: false)
      #expect(new.count(.untitled) == 0)
    }
  }

  /// A cell that has a date, as Python's openpyxl reads it; docs/guide.md: a date window's end that
  /// is a day ends with it.
  @Test(arguments: [
    ("2026-05-31 00:00:00", 1), ("2026-05-31", 0), ("2026-05-31 18:00:00", 0),
    ("2026-06-01T00:00:00", 0), ("2026-06-01T00:00:00Z", 0),
  ])
  func `an end at a cell's midnight is told`(end: String, count: Int) {
    var content = Self.sound()
    content.rules[0].when = .interval(begin: "2026-05-01 00:00:00", end: end)
    #expect(content.count(.badValue, venue: Self.venue) == count)
  }

  @Test func `codes of signs alone are told as what can't be dialled`() {
    var content = Self.sound()
    content.codes[0].code = "★"
    content.codes[1].code = "♥"
    let found = ContentCheck.findings(of: content, venue: Self.venue)
    #expect(found.map(\.rule) == [.badValue, .badValue] && found.map(\.item) == ["a", "b"])
  }

  @Test func `every rule has content that breaks it`() {
    // What is told of files, and of a venue file's copies of titles, has tests of its own.
    let files: [ContentRule] = [.missingMedia, .wrongType, .tooLarge, .passedOver, .otherLabel]
    let broken = Self.breaks.map(\.0) + Self.sources.map(\.rule) + files
    #expect(Set(broken) == Set(ContentRule.allCases))
  }

  @Test(arguments: breaks.indices) func `each rule finds what breaks it`(index: Int) {
    let (rule, change) = Self.breaks[index]
    var content = Self.sound()
    change(&content)
    let found = ContentCheck.findings(of: content, venue: Self.venue, isPaid: true)
    #expect(found.contains { $0.rule == rule }, "\(rule.rawValue): \(found.map(\.rule.rawValue))")
    #expect(found.allSatisfy { !$0.message.contains("\n") && $0.severity == $0.rule.severity })
  }

  @Test(arguments: ["\n", "\r\n", "\u{2028}", "\0"])
  func `a sentence is on one line, whatever keys have in them`(separator: String) {
    var content = Self.sound()
    let named = "room-G.01\(separator)room-G.02"
    content.items[0].groups = [named]
    content.tours[0].key = named
    content.tours[0].stops = [GuideStop()]
    let found = ContentCheck.findings(of: content, venue: Self.venue)
    let told = found.filter { $0.rule == .danglingGroup || $0.rule == .danglingStop }
    #expect(told.count == 2 && found.allSatisfy { !$0.message.contains(separator) })
    #expect(told.allSatisfy { $0.message.contains("room-G.01 room-G.02") })
  }

  @Test func `a place within 15 m of its gallery's middle is near enough`() {
    var content = Self.sound()
    // 14.4 m north; 14e-5 degrees, 15.5 m, are too many.
    content.items[0].place.coordinate = Coordinate(latitude: 41.88013, longitude: -87.62)
    #expect(content.count(.farFromGallery, venue: Self.venue) == 0)
  }

  @Test func `a work isn't told to be far from a gallery whose place is exchanged`() {
    var content = Self.sound()
    content.groups[0].place.coordinate = Coordinate(latitude: -87.62, longitude: 41.88)
    let found = ContentCheck.findings(of: content, venue: Self.venue)
    #expect(found.map(\.rule) == [.swappedCoordinates])
    #expect(found.first?.message.contains("of group g has latitude") == true)
  }

  /// A degree of longitude on the equator is 111.32 km; 180 and -180 are one meridian (RFC 7946,
  /// section 3.1.9).
  @Test(arguments: [
    ([179.999, -179.999], [180], [0]),
    ([179.999, -179.999], [179.9995, -179.9995, 180, -180], [20, -20, 179.99, -179.99]),
    ([-180, -179.998], [-179.999, 179.99999], [179.99, 20, -179.98]),
    ([178, 180], [179, -179.9999], [-179, 177]),
  ])
  func `a place is within a venue on either side of the antimeridian`(
    ends: [Double], inside: [Double], outside: [Double]
  ) {
    let (west, east) = (ends[0], ends[1])
    let corners = [(-0.001, west), (-0.001, east), (0.001, east), (0.001, west)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let level = Level(
      id: "l", key: LevelKey(ordinal: 0), label: "1", outline: [Polygon(exterior: corners)])
    for origin in [west, east] {
      let venue = Venue(
        id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: origin), levels: [level])
      for (places, count) in [(inside, 0), (outside, 1)] {
        for place in places {
          var content = Self.sound()
          content.groups[0].place.coordinate = nil
          for index in content.items.indices { content.items[index].place.coordinate = nil }
          content.items[0].place.coordinate = Coordinate(latitude: 0, longitude: place)
          #expect(content.count(.outsideVenue, venue: venue) == count, "\(origin) \(place)")
        }
      }
    }
  }

  @Test func `media are looked at in their folder`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Data("ID3".utf8), as: "m.mp3")
    func rules() -> [ContentRule] {
      ContentCheck.findings(of: Self.sound(), media: folder.path).map(\.rule)
    }
    #expect(rules() == [.missingMedia])
    _ = try folder.write(Data([0x89, 0x50, 0x4E, 0x47]), as: "p.jpg")
    #expect(rules() == [.wrongType])
    _ = try folder.write(Data([0xFF, 0xD8, 0xFF, 0xE0]), as: "p.jpg")
    #expect(rules() == [])
    _ = try folder.write(Data([0xFF, 0xD8, 0xFF]) + Data(count: 21 << 20), as: "p.jpg")
    #expect(rules() == [.tooLarge])
  }

  @Test func `importing again updates, and replacing takes out what vanished`() {
    let old = Self.sound()
    var new = GuideContent(old.collection)
    new.items = [GuideItem(key: "b", kind: "print"), GuideItem(key: "z", kind: "object")]
    new.texts = [GuideText(GuideOwner(.item, "b"), "title", language: "en", "Other")]
    let merged = new.merged(into: old, replaces: false)
    #expect(merged.items.map(\.key) == ["a", "b", "d", "e", "z"])
    #expect(merged.items[1].kind == "print")
    #expect(merged.said("title", of: "b") == ["en": "Other"])
    #expect(merged.said("title", of: "a") == ["en": "Title a", "es": "Título a"])
    #expect(merged.codes.map(\.owner.key) == ["a", "d", "e"])
    #expect(merged.tours == old.tours && merged.media == old.media)
    #expect(new.merged(into: old, replaces: true) == new)
    #expect(old.merged(into: old, replaces: false) == old)
  }
}
