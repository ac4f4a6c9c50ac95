import Foundation
import IndoorContent
import IndoorGeometry
import IndoorGuide
import IndoorModel
import Testing

/// Each format by a small sample of each of its dialects.
struct ReaderTests {
  static let aic2017 = """
    {"galleries": {"1": {"nid": 1, "title": "Gallery A", "closed": false, "location": "41.1,-87.1", "floor": "LL"}},
     "objects": {"12": {"nid": "12", "title": "Bowl", "gallery_location": "Gallery A", "audio": [7],
                        "location": "41.1,-87.1"}},
     "audio_files": {"7": {"nid": 7, "title": "Of the bowl", "audio_file_url": "http://x/7.mp3",
                           "audio_transcript": "It is round."}},
     "tours": [{"nid": 3, "title": "Round things", "stops": [{"sort": "2", "audio": 7, "object": 12}]}],
     "exhibitions": {"data": [{"id": 9, "title": "Bowls", "dates": "2017-01-02 to 2017-03-04", "gallery_id": 1}]}}
    """
  static let aic2024 = """
    {"galleries": {"gallery:1": {"nid": "gallery:1", "title": "Gallery A", "location": ",", "floor": "1"}},
     "objects": {"artwork:12": {"nid": "artwork:12", "title": "Bowl", "gallery_location": "Gallery A",
                 "location": ",", "audio_commentary": [{"object_selector_number": "5", "audio": "8"}],
                 "object_selector_number": 5}},
     "audio_files": {},
     "tours": [{"nid": "tour:3", "title": "Round", "tour_audio": null, "selector_number": "900",
                "tour_stops": [{"sort": 1, "object": "artwork:12", "audio_id": "8", "audio_bumper": null}]}],
     "map_annontations": {"4": {"nid": "4", "floor": "LL", "annotation_type": "Text", "text_type": "Space",
                          "latitude": "41.2", "longitude": "-87.2", "label": "Hall"}}}
    """

  @Test func `the Art Institute's app of 2017 has stops, sounds and dates of another shape`() throws
  {
    let content = try read(Self.aic2017, as: "app.json")
    #expect(content.collection.format == "aic" && content.collection.key == "app")
    #expect(content.items.map(\.key) == ["12", "9"])
    #expect(content.items[0].place.ordinal == -1 && content.items[0].groups == ["1"])
    #expect(content.tours[0].stops == [GuideStop(sort: 2, item: "12", medium: "7")])
    #expect(content.uses == [GuideMediumUse(GuideOwner(.item, "12"), medium: "7", role: "audio")])
    #expect(content.media[0].about.transcript == "It is round.")
    #expect(
      content.rules == [
        GuideRule(GuideOwner(.item, "9"), .interval(begin: "2017-01-02", end: "2017-03-04"))
      ])
  }

  @Test func `the Art Institute's app of 2024 may not know where a work is`() throws {
    let content = try read(Self.aic2024, as: "app.json")
    #expect(content.items.map(\.key) == ["artwork:12", "4"])
    #expect(content.items[0].place == GuidePlace(ordinal: 0))
    #expect(
      content.items[1].place
        == GuidePlace(Coordinate(latitude: 41.2, longitude: -87.2), ordinal: -1))
    #expect(content.items[1].kind == "space")
    // The gallery's and the work's.
    #expect(content.count(.badLocation) == 2)
    #expect(content.count(.danglingAudio) > 0 && content.count(.codeConflict) == 0)
    #expect(Guide([content]).number("900").map(\.row.kind) == ["tour"])
  }

  /// In the app's sources of 2024 the location is only a comma where latitude and longitude say it.
  @Test func `a work of 2024 whose place is beside its location isn't told`() throws {
    let place = #""location": ",", "latitude": "41.5", "longitude": "-87.5""#
    let content = try read(
      #"{"objects": {"1": {"nid": "1", "title": "X", \#(place)}}}"#, as: "app.json",
      format: .aic)
    #expect(
      content.items.map(\.place.coordinate) == [Coordinate(latitude: 41.5, longitude: -87.5)])
    #expect(content.findings.isEmpty, "\(content.findings)")
    #expect(Set(content.texts.map(\.name)) == ["title"])
    let half = try read(
      #"{"objects": {"1": {"nid": "1", "title": "X", "location": ",", "latitude": "41.5"}}}"#,
      as: "app.json", format: .aic)
    #expect(half.findings.map(\.rule).contains(.badLocation))
  }

  @Test func `a level that means nothing is asked for, all of them at once`() {
    let error = #expect(throws: ContentError.self) {
      try read(Self.aic2024, as: "app.json", floors: ["2": 1])
    }
    #expect(error?.code == .unknownLevel)
    #expect(error?.message.contains("the levels 1, LL are none") == true)
  }

  @Test func `a property list may have comments, quotes, escapes and what isn't in the format`()
    throws
  {
    let content = try read(
      #"""
      // A guide.
      { groupList = ( { label = Frogs; order = 2; }, { label = "Birds"; order = 10; } );
        templateList = ( { templateName = animal; tabletTemplate = "gone.html"; } );
        objectData = (
          { identifier = F1; label = "Gr\U00fcner \"Frosch\""; group = Frogs; subgroup = Tree;
            /* more */ images = ( { filename = "a.jpg"; credit = "A B"; }, );
            details = { family = Hylidae; group = odd; bite = ""; }; colour = green },
          { identifier = B1; label = Kauz; group = Owls; template = none; }
        ); versionID = "1.3"; }
      """#, as: "guide.plist")
    #expect(content.collection.version == "1.3")
    #expect(content.items.map(\.key) == ["F1", "B1"])
    #expect(content.said("label", of: "F1") == ["en": "Grüner \"Frosch\""])
    #expect(content.said("family", of: "F1") == ["en": "Hylidae"])
    #expect(content.said("details.group", of: "F1") == ["en": "odd"])
    #expect(content.said("colour", of: "F1") == ["en": "green"])
    #expect(content.items[0].groups == ["Frogs", "Frogs/Tree"])
    #expect(content.media.map(\.about.credit) == ["A B"])
    #expect(content.count(.reservedKey) == 1 && content.count(.unknownKey) == 1)
    #expect(content.count(.danglingGroup) == 1 && content.count(.unknownTemplate) == 2)
    #expect(content.items[0].source?.hasSuffix("guide.plist:5") == true)
  }

  static let collectiveAccessXML = """
    <?xml version="1.0"?><CaSearchResult>
    <ca_objects object_id="1"><displayLabel>Bowl &amp;amp; jar</displayLabel><idno>2003.238.1</idno>
      <ca_objects.georeference>Allendale [42.96,-85.89]</ca_objects.georeference>
      <ca_object_representations.media.icon>&lt;img src='http://x/1.jpg' width='72'/&gt;</ca_object_representations.media.icon>
    </ca_objects>
    <ca_entities entity_id="1"><displayLabel>Potter</displayLabel></ca_entities>
    </CaSearchResult>
    """

  @Test func `CollectiveAccess' XML has bundles of any name, at times escaped twice`() throws {
    let content = try read(Self.collectiveAccessXML, as: "find.xml")
    #expect(content.collection.format == "collectiveaccess-xml")
    #expect(content.items.map(\.key) == ["1", "entity:1"])
    #expect(content.said("displayLabel", of: "1") == ["en": "Bowl & jar"])
    #expect(content.items[0].place.coordinate == Coordinate(latitude: 42.96, longitude: -85.89))
    #expect(content.media.map(\.uri) == ["http://x/1.jpg"])
    #expect(Guide([content]).number("2003.238.1").map(\.row.id.key) == ["1"])
  }

  /// As `find` answers where a georeference is repeated.
  @Test func `of several places of CollectiveAccess' the last counts, and that is told`() throws {
    let content = try read(
      #"{"ok": true, "results": [{"object_id": 1, "ca_objects.georeference": "A [45.1,7.1];B [45.2,7.2]"}]}"#,
      as: "find.json")
    #expect(
      content.items.map(\.place.coordinate) == [Coordinate(latitude: 45.2, longitude: 7.2)])
    #expect(content.findings.map(\.rule).contains(.severalPoints))
  }

  /// Each storey has its corridor.
  @Test(arguments: [
    (#""gallery_location":"Corridor","gallery_id":"901""#, 1, false),
    (#""gallery_location":"Corridor","gallery_id":"2""#, 1, false),
    (#""gallery_location":"Corridor","floor":"1""#, 1, false),
    (#""gallery_location":"Corridor""#, 0, true), (#""gallery_id":"900""#, 0, false),
    (#""gallery_location":"Hall""#, 1, false),
  ])
  func `of galleries of one title an aic's work is in the one that its id or floor says`(
    words: String, ordinal: Int, isTold: Bool
  ) throws {
    let galleries = [
      ("1", "Corridor", "900", "0"), ("2", "Corridor", "901", "1"), ("3", "Hall", "902", "1"),
    ]
    .map {
      #""\#($0.0)":{"nid":\#($0.0),"title":"\#($0.1)","gallery_id":"\#($0.2)","floor":"\#($0.3)"}"#
    }
    let content = try read(
      #"{"general_info":{"nid":"1"},"galleries":{\#(galleries.joined(separator: ","))},"#
        + #""objects":{"10":{"nid":10,"title":"Bow",\#(words)}},"tours":[]}"#,
      as: "app.json", floors: ["0": 0, "1": 1])
    #expect(content.items.map(\.place.ordinal) == [ordinal])
    #expect(content.findings.contains { $0.rule == .badValue } == isTold)
    #expect(content.findings.allSatisfy { $0.rule != .wrongFloor })
  }

  @Test func `an aic's location may be an object, and two dialects say a stop once`() throws {
    let content = try read(
      #"{"general_info":{"nid":"1"},"galleries":{},"objects":{"10":{"nid":10,"title":"Bow","#
        + #""location":{"lat":"41.5","lng":"-87.5"}}},"tours":[{"nid":7,"title":"T","#
        + #""tour_stops":[{"object":"10","sort":1}],"stops":[{"object":"10"},{"object":"11"}]}]}"#,
      as: "app.json")
    #expect(
      content.items.map(\.place.coordinate) == [Coordinate(latitude: 41.5, longitude: -87.5)])
    #expect(content.tours.first?.stops.map(\.item) == ["10", "11"])
  }

  @Test func `a country of CollectiveAccess' is no place`() throws {
    let rows = [
      #"{"object_id": 1, "ca_objects.geographic_origin": "Norway", "ca_objects.georeference": "Oslo [59.9,10.7]"}"#,
      #"{"object_id": 2, "ca_objects.geology": "Devonian, 400 Ma"}"#,
      #"{"object_id": 3, "ca_objects.georeference": "Oslo"}"#,
    ]
    let content = try read(
      #"{"ok": true, "results": [\#(rows.joined(separator: ","))]}"#, as: "find.json")
    #expect(
      content.items.map(\.place.coordinate) == [
        Coordinate(latitude: 59.9, longitude: 10.7), nil, nil,
      ])
    #expect(content.findings.filter { $0.rule == .badLocation }.map(\.owner?.key) == ["3"])
  }

  @Test func `CollectiveAccess' JSON has lists for nothing, and languages`() throws {
    let content = try read(
      """
      {"ok": true, "total": 2, "results": [
        {"object_id": 1, "id": "1", "idno": "A.1", "display_label": "Bowl", "ca_objects.materials": {},
         "ca_objects.subjects": ["clay", "fire"]},
        {"object_id": 2, "display_label": "Jar"}]}
      """, as: "find.json")
    #expect(content.collection.format == "collectiveaccess-json")
    #expect(content.items.map(\.key) == ["1", "2"])
    #expect(
      content.texts.filter { $0.name == "ca_objects.subjects" }.map(\.value) == ["clay", "fire"])
    let item = try read(
      """
      {"ok": true, "object_id": {"value": "C5"}, "id": {"value": "C5", "display_text": {}},
       "idno": {"value": "A.5"}, "preferred_labels": {"en_US": ["Cup"], "es_ES": ["Taza"]},
       "ca_objects.description": [{"en_US": {"description": "Small."}}]}
      """, as: "item.json")
    #expect(item.items.map(\.key) == ["C5"] && item.codes.map(\.code) == ["A.5"])
    #expect(item.texts.contains { $0.value == "Taza" && $0.language == "es-ES" })
    #expect(
      item.texts.contains {
        $0.name == "ca_objects.description" && $0.value == "Small." && $0.language == "en-US"
      })
    let part = try read(
      #"{"ok": false, "total": 3, "results": [{"object_id": 1, "display_label": "Bowl"}]}"#,
      as: "part.json")
    #expect(
      part.findings.filter { $0.rule == .badValue }.map(\.message) == [
        "its ok is false, so that the service has not answered all; ask it again"
      ])
    #expect(content.findings.allSatisfy { $0.rule != .badValue })
    let nothing = try read(#"{"ok": true, "total": 0}"#, as: "none.json")
    #expect(nothing.items.isEmpty && nothing.collection.format == "collectiveaccess-json")
  }

  @Test func `a feed of artworks is the one list, and a later one updates it`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(
      """
      {"campus_artworks": [
        {"id": "1", "title": "Torso", "artist": "A", "lat": "53.4", "long": "-2.9", "enabled": "1"},
        {"id": "2", "title": "Wall", "lat": "-2.9", "long": "153.4", "enabled": "1"}]}
      """, as: "feed.json")
    let later = try folder.write(
      """
      {"artworks2": [{"id": "2", "title": "A wall", "lat": "53.4", "long": "-2.9", "enabled": "0"},
                     {"id": "3", "title": "Door", "lat": "53.4", "long": "-2.9", "enabled": "1"}]}
      """, as: "later.json")
    let content = try ReadContent.read([first, later], options: ContentOptions())
    #expect(content.collection.format == "artworks")
    #expect(content.items.map(\.key) == ["1", "2", "3"])
    #expect(content.items.map(\.isHidden) == [false, true, false])
    #expect(content.said("title", of: "2") == ["en": "A wall"])
    #expect(try Guide([content]).items().rows.map(\.id.key) == ["1", "3"])
  }

  @Test func `works without ids of two feeds are all there, and told`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(
      #"{"works": [{"title": "Alpha"}, {"title": "Beta"}]}"#, as: "a.json")
    let second = try folder.write(#"{"works": [{"title": "Gamma"}]}"#, as: "b.json")
    var options = ContentOptions()
    options.format = .artworks
    let both = try ReadContent.read([first, second], options: options)
    func titles(_ content: GuideContent) -> [String] {
      content.texts.filter { $0.name == "title" }.map(\.value).sorted()
    }
    #expect(both.items.count == 3 && titles(both) == ["Alpha", "Beta", "Gamma"])
    #expect(both.findings.map(\.rule) == [.missingKey, .missingKey, .missingKey])
    // The same feed again is no other.
    let again = try ReadContent.read([first], options: options, over: both)
      .merged(into: both, replaces: false)
    #expect(again.items.count == 3 && titles(again) == titles(both))
    #expect(again.findings.count == 3)
  }

  @Test func `features without ids of two files are all there, and told`() throws {
    let folder = try TemporaryFolder()
    func points(_ titles: [String], as name: String) throws -> String {
      let features = titles.map {
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-87,41]},"#
          + "\"properties\":{\"title\":\"\($0)\"}}"
      }
      return try folder.write(
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}",
        as: name)
    }
    let first = try points(["Alpha", "Beta"], as: "a.geojson")
    let second = try points(["Gamma"], as: "b.geojson")
    let one = try ReadContent.read([first], options: ContentOptions())
    let both = try ReadContent.read([second], options: ContentOptions(), over: one)
      .merged(into: one, replaces: false)
    #expect(both.items.map(\.key).sorted() == ["a 1", "a 2", "b 1"])
    #expect(
      both.texts.filter { $0.name == "title" }.map(\.value).sorted() == ["Alpha", "Beta", "Gamma"])
    #expect(both.findings.map(\.rule) == [.missingKey, .missingKey])
    // Earlier builds called them otherwise.
    var former = one
    former.items = one.items.enumerated().map { index, item in
      var item = item
      item.key = "feature \(index + 1)"
      return item
    }
    former.texts = former.items.flatMap { item in
      [
        GuideText(
          GuideOwner(.item, item.key), "title", language: "en",
          item.key == "feature 1" ? "Alpha" : "Beta")
      ]
    }
    let updated = try ReadContent.read([first], options: ContentOptions(), over: former)
    #expect(updated.items.map(\.key) == ["feature 1", "feature 2"])
    let others = try ReadContent.read([second], options: ContentOptions(), over: former)
    #expect(others.items.map(\.key) == ["b 1"])
  }

  @Test func `GeoJSON's points have any properties`() throws {
    let content = try read(
      """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": 7, "geometry": {"type": "Point", "coordinates": [-87.1, 41.1]},
         "properties": {"title": "Bench", "level": "LL", "code": "12", "wood": "oak"}},
        {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [2, 4], [0, 0]]]},
         "properties": {"id": "lawn", "ordinal": 3}},
        {"type": "Feature", "geometry": null, "properties": null}]}
      """, as: "points.geojson")
    #expect(content.items.map(\.key) == ["7", "lawn", "points 3"])
    #expect(content.findings.map(\.rule) == [.missingKey])
    #expect(content.items[0].place.ordinal == -1 && content.items[1].place.ordinal == 3)
    #expect(content.items[1].place.coordinate == Coordinate(latitude: 2, longitude: 1))
    #expect(content.said("wood", of: "7") == ["en": "oak"])
    #expect(content.count(.badLocation) == 0)
  }

  @Test func `tables may be quoted, and their columns be in languages`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "\u{FEFF}key,title,title@es,latitude,longitude,level,groups,codes,audio\r\n"
        + "1,\"Bowl, \"\"round\"\"\nand old\",Cuenco,41.1,-87.1,1,a|b,5|6,m\r\n", as: "items.csv")
    _ = try folder.write("key,label,parent\na,A,\nb,B,a\n", as: "groups.csv")
    _ = try folder.write("key,title\nt,Tour\n", as: "tours.csv")
    _ = try folder.write("tour,sort,item\nt,2,1\nt,1,1\nu,1,1\n", as: "stops.csv")
    _ = try folder.write(
      "key,uri,language,transcript\nm,m.mp3,en,words\nm,m-es.mp3,es,\n", as: "media.csv")
    let content = try ReadContent.read(
      [folder.path], options: ContentOptions(levels: ContentLevels(said: ["1": 0])))
    #expect(
      content.said("title", of: "1") == ["en": "Bowl, \"round\"\nand old", "es": "Cuenco"])
    #expect(content.items[0].groups == ["a", "b"] && content.items[0].place.ordinal == 0)
    #expect(content.codes.map(\.code) == ["5", "6"] && content.codes[0].medium == "m")
    #expect(content.tours[0].stops.map(\.sort) == [2, 1])
    #expect(content.media.map(\.uri) == ["m.mp3", "m-es.mp3"])
    #expect(content.count(.danglingStop) == 1 && content.count(.noTranscript) == 1)
  }

  @Test func `columns may be called in capitals, and are what they are in small letters`() throws {
    let folder = try TemporaryFolder()
    let small =
      "key,title,title@de,name,latitude,longitude,ordinal,Year\n1,Whale,Wal,W,45,-29,0,1900\n"
    let capitals = small.replacing(
      "key,title,title@de,name,latitude,longitude",
      with: "Key,TITLE,Title@de,Name,Latitude,LONGITUDE")
    let contents = try [small, capitals].map { text in
      try ReadContent.read(
        [try folder.write(Data(text.utf8), as: "items.csv")], options: ContentOptions())
    }
    #expect(contents[1].items == contents[0].items && contents[1].texts == contents[0].texts)
    #expect(contents[1].said("title", of: "1") == ["en": "Whale", "de": "Wal"])
    #expect(contents[1].said("Year", of: "1") == ["en": "1900"])
    // Of two that differ in capitals alone, the one in small letters is meant.
    let both = try ReadContent.read(
      [try folder.write(Data("key,Sort,sort\n1,first,2\n".utf8), as: "items.csv")],
      options: ContentOptions())
    #expect(both.items[0].sort == 2 && both.said("Sort", of: "1") == ["en": "first"])
  }

  /// BCP 47 has the shortest code of a language (RFC 5646, 2.2.1); ISO 639-2 has longer ones.
  @Test func `a language's code of three letters is that of two`() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write(
      "key,title,title@deu,title@fre-CA,title@gsw\n1,Bowl,Schale,Bol,Schale\n", as: "items.csv")
    let content = try ReadContent.read([table], options: ContentOptions())
    #expect(content.findings.isEmpty)
    #expect(
      content.said("title", of: "1")
        == ["en": "Bowl", "de": "Schale", "fr-CA": "Bol", "gsw": "Schale"])
    var asTable = ContentOptions()
    asTable.format = .csv
    // Phones write pt_BR (Unicode's LDML, part 1, section 3), where BCP 47 has pt-BR.
    for (one, other) in [
      ("title@de", "title@ger"), ("title@pt-BR", "title@pt_BR"), ("title@en-GB", "title@en_gb"),
      ("title@de", "title @de"),
    ] {
      let twice = try folder.write("key,\(one),\(other)\n1,Schale,Bowl\n", as: "twice.csv")
      #expect(throws: ContentError.self) { try ReadContent.read([twice], options: asTable) }
    }
    // The collection's own stays as it was said, and is the same.
    var options = ContentOptions()
    options.language = "ger"
    let own = try ReadContent.read([table], options: options)
    #expect(own.texts.allSatisfy { $0.language != "de" && $0.language != "deu" })
  }

  /// Spreadsheets copy U+00A0 and U+202F; a file that was put together has byte order marks inside.
  @Test func `a level's label has the spaces that a table's cell has, of whatever kind`() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write(
      "key,title,level\n1,Bowl,Floor\u{A0}2\n2,Vase,\u{FEFF}floor\u{202F}2\u{A0}\n", as: "items.csv"
    )
    let content = try ReadContent.read(
      [table], options: ContentOptions(levels: ContentLevels(said: ["Floor 2": 1])))
    #expect(content.items.map(\.place.ordinal) == [1, 1])
  }

  @Test func `a table in a folder that isn't read is told`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key\nt\n", as: "tours.csv")
    let works = try folder.write(Data("key,title\n1,Bowl\n".utf8), as: "works.csv")
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.items.isEmpty)
    #expect(content.findings.map(\.rule) == [.passedOver])
    #expect(content.findings.first?.source == works)
    // By itself it has items.
    #expect(try ReadContent.read([works], options: ContentOptions()).items.map(\.key) == ["1"])
  }

  // RFC 8259, 4: what software makes of names that aren't unique is unpredictable.
  @Test(arguments: [
    (
      "works.geojson",
      #"{"type":"FeatureCollection","features":[{"id":"a","properties":{"title":"A"},"#
        + #""geometry":null,"properties":{}}]}"#, #"has "properties" twice where "id" is "a""#
    ),
    ("app.json", #"{"objects":{"1":{"nid":1}},"objects":{}}"#, #"has "objects" twice"#),
    ("app.json", #"{"objects":{"1":{"nid":1},"1":{"nid":1,"title":"B"}}}"#, #"has "1" twice"#),
    (
      "find.json", #"{"ok":true,"results":[{"object_id":1}],"results":[]}"#, #"has "results" twice"#
    ),
    ("g.plist", "{ data = ({ a = 1; }); data = (); }", "g.plist:1: has the key data twice"),
  ]) func `lists of one key, of which one would be lost, are refused`(
    name: String, text: String, sentence: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, as: name)
    let error = #expect(throws: ContentError.self) {
      try ReadContent.read([path], options: ContentOptions())
    }
    #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("write it once") == true)
  }

  @Test(arguments: ["[]", "{}", #"[{"object_id":1}]"#, "null"])
  func `of lists of one key that say the same, or nothing, none is lost`(first: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"ok":true,"results":\#(first),"results":[{"object_id":1}]}"#, as: "find.json")
    let content = try ReadContent.read([path], options: ContentOptions())
    #expect(content.items.count == 1)
    #expect(content.findings.filter { $0.rule == .keyTwice }.count == 1)
  }

  @Test func `tables in a folder of a guide's folder are told`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key\nt\n", as: "tours.csv")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/stops", withIntermediateDirectories: true)
    _ = try folder.write("tour,item\nt,1\n", as: "stops/Stops.csv")
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.findings.map(\.rule) == [.passedOver])
    #expect(content.findings.first?.source == "\(folder.path)/stops/Stops.csv")
    #expect(content.findings.first?.message.contains("put it beside the others") == true)
    // Named as well it is read; a link isn't looked into.
    let both = try ReadContent.read(
      [folder.path, "\(folder.path)/stops"], options: ContentOptions())
    #expect(!both.findings.map(\.rule).contains(.passedOver), "\(both.findings)")
    try FileManager.default.removeItem(atPath: "\(folder.path)/stops")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/self", withDestinationPath: ".")
    #expect(try ReadContent.read([folder.path], options: ContentOptions()).findings.isEmpty)
  }

  @Test(arguments: [
    "stops.tsv", "Stops.xlsx", "stops.csv.gz", "stops.txt", "stops.csv.txt", "stops.2024.xlsx",
  ])
  func `a table that is no CSV is told, unless its CSV is beside it`(name: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key\nt\n", as: "tours.csv")
    let other = try folder.write("tour\titem\nt\t1\n", as: name)
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.findings.map(\.rule) == [.passedOver])
    #expect(content.findings.first?.source == other)
    #expect(content.findings.first?.message.contains("save it as CSV") == true)
    #expect(content.findings.first?.message.hasSuffix("stops.csv") == true)
    _ = try folder.write("tour,item\nt,1\n", as: "stops.csv")
    let both = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(!both.findings.map(\.rule).contains(.passedOver), "\(both.findings)")
  }

  @Test(arguments: [
    "group id,title\n1,\"Vases, old\"\n", "key,title\n", "key, title, text\na, b, c\n",
    "sep=;\nkey;title\n", "\"key\";\"Titel\"\r\n\"1\";\"Vasen\"\r\n",
  ])
  func `a text whose columns have blanks in their names is a table`(text: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key,title\n1,Bowl\n", as: "items.csv")
    let other = try folder.write(text, as: "groups.txt")
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.findings.map(\.source) == [other])
  }

  @Test func `notes, folders and copies aside are no tables of a guide's folder`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key,title\n1,Bowl\n", as: "items.csv")
    _ = try folder.write("Tours are on Mondays, ask at the desk.\n", as: "tours.txt")
    _ = try folder.write("tour,item\nt,1\n", as: "stops.old.txt")
    _ = try folder.write("Ask Ann, Bob\nand Cid, Dan\n", as: "groups.txt")
    _ = try folder.write("Preise: 3,50 Euro am Tag\n", as: "stops.txt")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/groups.xlsx", withIntermediateDirectories: true)
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.findings.isEmpty, "\(content.findings)")
    // One that is read under its own name isn't told either.
    let media = try folder.write("key,url\n1,a.jpg\n", as: "media.txt")
    var options = ContentOptions()
    options.format = .csv
    let both = try ReadContent.read([folder.path, media], options: options)
    #expect(!both.findings.map(\.rule).contains(.passedOver), "\(both.findings)")
  }

  @Test func `a folder's tables may be called in capitals`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("key,label\na,A\n", as: "GROUPS.CSV")
    _ = try folder.write("key,title,groups\n1,Bowl,a\n", as: "items.csv")
    _ = try folder.write("key\nt\n", as: "Tours.csv")
    _ = try folder.write("tour,item\nt,1\n", as: "STOPS.csv")
    let content = try ReadContent.read([folder.path], options: ContentOptions())
    #expect(content.groups.map(\.label) == ["A"] && content.items.map(\.key) == ["1"])
    #expect(content.tours.map(\.stops.count) == [1] && content.count(.danglingGroup) == 0)
    _ = try folder.write("key,title\n2,Vase\n", as: "ITEMS.CSV")
    // Where the file system has both, both are read.
    if try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 5 {
      let both = try ReadContent.read([folder.path], options: ContentOptions())
      #expect(both.items.map(\.key).sorted() == ["1", "2"])
    }
  }
}
