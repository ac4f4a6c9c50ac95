import IndoorContent
import IndoorGeometry
import IndoorModel
import Testing

/// Columns and properties that are called as other programs call what ours are called otherwise.
struct AlmostNameTests {
  private func told(_ text: String, as name: String, _ format: ContentFormat = .csv) throws
    -> [String]
  {
    try read(text, as: name, format: format).findings.filter { $0.rule == .almostName }
      .map(\.message)
  }

  @Test(arguments: [
    (
      "items.csv", "key,title,lat,lng,floor,group,code\n1,Clock,48,11,G,r,101\n",
      "the columns lat, lng, floor, group and code are texts of these names and mean nothing here; call "
        + "them latitude, longitude, level, groups and codes if that is what they say"
    ),
    (
      "items.csv", "key,title,Floor\n1,Clock,G\n",
      "the column Floor is a text of that name and means nothing here; call it level if that is what it "
        + "says"
    ),
    (
      "media.csv", "key,url,licence\nm1,https://museum.example/a.jpg,CC0\n",
      "the column url is a text of that name and means nothing here; call it uri if that is what it says"
    ),
    (
      "groups.csv", "key,label,group\nr,Room,f\n",
      "the column group is a text of that name and means nothing here; call it parent if that is what it "
        + "says"
    ),
    (
      "stops.csv", "tour,order,item\nt,1,1\n",
      "the column order is a text of that name and means nothing here; call it sort if that is what it "
        + "says"
    ),
    (
      "stops.csv", "tour,stop,item\nt,2,1\nt,1,2\n",
      "the column stop is a text of that name and means nothing here; call it sort if that is what it says"
    ),
  ])
  func `names that nearly mean something are told once a table`(
    name: String, text: String, sentence: String
  ) throws {
    #expect(try told(text, as: name) == [sentence])
  }

  /// A value that means something is the same in all languages, but for a medium's, of which each
  /// has a row.
  @Test(arguments: [
    (
      "items.csv", "key,title,audio,audio@de\n1,Bow,en.mp3,de.mp3\n", "audio@de",
      "media.csv in each"
    ),
    ("media.csv", "key,uri,alt,alt@de\na,a.jpg,The bow,Der Bug\n", "alt@de", "media.csv in each"),
    ("items.csv", "key,title,hidden @de\n1,Bow,yes\n", "hidden @de", "leave the language out"),
    ("groups.csv", "key,label,codes\n1,Bow,101\n", "codes", "but in items.csv and tours.csv"),
    ("items.csv", "key,title,published\n1,Bow,no\n2,Oar,yes\n", "published", "yes in hidden"),
    ("groups.csv", "key,label,Enabled\n1,Room,0\n", "Enabled", "yes in closed"),
    ("items.csv", "key,title,is_draft\n1,Bow,yes\n2,Oar,no\n", "is_draft", "yes in hidden"),
    (
      "items.csv", "key,title,Veröffentlicht\n1,Bow,nein\n2,Oar,ja\n", "Veröffentlicht",
      "yes in hidden"
    ),
    ("items.csv", "key,title,sichtbar\n1,Bow,0\n", "sichtbar", "yes in hidden"),
    ("items.csv", "key,title,Status\n1,Bow,Entwurf\n2,Oar,fertig\n", "Status", "yes in hidden"),
    ("items.csv", "key,title,status\n1,Bow,draft\n", "status", "yes in hidden"),
    (
      "items.csv", "key,title,hidden,published\n1,Bow,no,no\n2,Oar,,yes\n", "published",
      "yes in hidden"
    ),
    ("tours.csv", "key,title,published\n1,Staff,no\n", "published", "leave out what isn't"),
    (
      "tours.csv", "key,title,hidden\n1,Staff,yes\n", "hidden",
      "but in items.csv (a group is closed)"
    ),
    ("tours.csv", "key,title,closed\n1,Staff,yes\n", "closed", "but in groups.csv"),
    ("groups.csv", "key,label,hidden\n1,Store,yes\n", "hidden", "call it closed if"),
    ("items.csv", "key,title,closed\n1,Bow,yes\n", "closed", "call it hidden if"),
    ("stops.csv", "tour,item,audio\nt,1,a.mp3\n", "audio", "call it medium if"),
    (
      "items.csv", "key,title,\"opening\nhours\"\n1,Bow,Mo 10:00-12:00\n", "opening",
      "opening_hours"
    ),
  ])
  func `names that mean something in another table, or in no language, are told`(
    name: String, text: String, column: String, remedy: String
  ) throws {
    let told = try told(text, as: name)
    #expect(told.count == 1 && told.first?.contains("the column \(column)") == true, "\(told)")
    #expect(told.first?.contains(remedy) == true, "\(told)")
  }

  @Test func `a property that means something is the same in all languages`() throws {
    let told = try told(
      #"{"type":"FeatureCollection","features":[{"properties":{"id":"1","title":"Bow","audio":"en.mp3","audio@de":"de.mp3"}}]}"#,
      as: "works.geojson", .geojson)
    #expect(told.count == 1 && told.first?.contains("the property audio@de") == true, "\(told)")
  }

  /// Words beside the answers: a status, a date of publication, works on public view.
  @Test(arguments: [
    "published\n1,Bow,2019\n", "visible\n1,Bow,from the stairs\n", "public\n1,Bow,yes\n",
    "sichtbar\n1,Bow,ja\n", "Status\n1,Bow,on loan\n", "Zustand\n1,Bow,gut\n",
    "deleted\n1,Bow,0\n", "hidden,published\n1,Bow,yes,no\n2,Oar,no,yes\n",
  ])
  func `what answers nothing hides nothing, and isn't told`(rest: String) throws {
    #expect(try told("key,title,\(rest)", as: "items.csv") == [])
  }

  @Test func `of two names for one the first is told`() throws {
    #expect(
      try told("key,title,lat,lon,x,y,begin\n1,A,48,11,48,11,2026-05-01\n", as: "items.csv") == [
        "the columns lat, lon and begin are texts of these names and mean nothing here; call them "
          + "latitude, longitude and begins if that is what they say"
      ])
  }

  @Test(arguments: [
    // What is said already, what has no values, and what is a text indeed.
    ("items.csv", "key,title,level,floor\n1,Clock,LL,Lower level\n"),
    ("items.csv", "key,title,ordinal,floor\n1,Clock,0,Ground floor\n"),
    ("items.csv", "key,title,lat,lng\n1,Clock,,\n"),
    ("items.csv", "key,title,kind,kind@de,title@de\n1,Bow,picture,Bild,Bug\n"),
    ("groups.csv", "key,label,label@de,image,codes\n1,Hall,Saal,of a ship,A-1\n"),
    ("items.csv", "key,title,closed\n1,Bow,in winter\n"),
    ("items.csv", "key,title,artist,year,lat@de\n1,Clock,E. B.,1874,Breite\n"),
    ("media.csv", "key,uri,url\nm1,a.jpg,https://museum.example/a\n"),
    ("tours.csv", "key,title,url\nt,Tour,https://museum.example/t\n"),
    ("items.csv", "key,title,number,x,y,story\n1,Clock,1911.23.4,12 cm,9 cm,It struck once\n"),
    ("items.csv", "key,title,begin,end,sound,hours\n1,Clock,1640,1642,deep,Vespers\n"),
    ("items.csv", "key,title,position\n1,Clock,left of the door\n"),
  ])
  func `others aren't`(name: String, text: String) throws {
    #expect(try told(text, as: name).isEmpty)
  }

  /// As QGIS makes GeoJSON of a spreadsheet, whose header has blanks, and of KML, as of a
  /// Shapefile.
  @Test func `a feature's names may have blanks around them, and titles in capitals are told`()
    throws
  {
    func read(_ properties: String) throws -> GuideContent {
      try IndoorContentTests.read(
        #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"1","properties":{\#(properties)},"geometry":null}]}"#,
        as: "w.geojson", format: .geojson)
    }
    let content = try read(
      #""title ":"Ship"," code":"100","hidden\n":"yes","\uFEFFkind":"model","note":"a","note ":"b""#
    )
    #expect(content.items.map(\.isHidden) == [true] && content.items.map(\.kind) == ["model"])
    #expect(content.codes.map(\.code) == ["100"])
    #expect(content.texts.map(\.name) == ["title", "note", "note "])
    #expect(content.findings.filter { $0.rule == .almostName }.isEmpty)
    func told(_ properties: String) throws -> [String] {
      try read(properties).findings.filter { $0.rule == .almostName }.map(\.message)
    }
    for name in ["Name", "TITLE", "Label"] {
      #expect(
        try told(#""\#(name)":"Ship""#) == [
          "the property \(name) is a text of that name and means nothing here; call it \(name.lowercased()) if that is what it says"
        ])
    }
    #expect(try told(#""title":"Ship","Name":"ship_7","title@de":"Schiff""#) == [])
    #expect(
      try told(#""title":"Ship","opening_ho":"Mo-Fr 10:00-17:00""#).map {
        $0.contains("call it opening_hours")
      } == [true])
  }

  /// What web pages, Japanese keyboards and Turkish databases' capitals make of names.
  @Test func `names that look like ours are read or told`() throws {
    let content = try read(
      "key\u{200B},title\u{AD},hidden\u{200E}\n1,Bow,yes\n", as: "items.csv", format: .csv)
    #expect(content.items.map(\.key) == ["1"] && content.items.map(\.isHidden) == [true])
    #expect(content.texts.map(\.name) == ["title"])
    #expect(
      try told("key,TİTLE,HİDDEN,ｌｅｖｅｌ\n1,Bow,yes,G\n", as: "items.csv") == [
        "the columns TİTLE, HİDDEN and ｌｅｖｅｌ are texts of these names and mean nothing here; call them title, hidden and level if that is what they say"
      ])
    #expect(
      try told("key,title,title＠ja\n1,Bow,弓\n", as: "items.csv").map {
        $0.contains("call it title@ja")
      } == [true])
    #expect(try told("key,title,Kılıç,ａ\n1,Bow,x,y\n", as: "items.csv") == [])
    // The one in small letters is meant.
    for other in ["Title", "TİTLE", "ＮＡＭＥ", "Label"] {
      #expect(try told("key,title,\(other)\n1,Bow,b_1\n", as: "items.csv") == [])
    }
    #expect(
      try told(
        "key,title,location,latitude,longitude\n1,Bow,,,\n2,Clock,\"48.137, 11.5755\",,\n",
        as: "items.csv") == [
          "the column location is a text of that name and means nothing here; part it into latitude and longitude if that is what it says"
        ])
    #expect(try told("key,title,place\n1,Bow,\"1.02, 1.03\"\n", as: "items.csv") == [])
    // Where some have it under the one and some under the other, two columns can't have one name.
    #expect(
      try told("key,title,Title\n1,Bow,b_1\n2,,Arrow\n", as: "items.csv") == [
        "the column Title is a text of that name and means nothing here; put it into title where that is empty, if that is what it says"
      ])
  }

  @Test func `features' properties are told once a file`() throws {
    func feature(_ properties: String) -> String {
      #"{"type":"Feature","properties":{\#(properties)},"geometry":null}"#
    }
    func collection(_ features: String...) -> String {
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }
    let text = collection(
      feature(#""id":"1","title":"A""#), feature(#""id":"2","floor":"G","codes":"101""#),
      feature(#""id":"3","floor":"1","groups":["r"]"#))
    #expect(
      try told(text, as: "works.geojson", .geojson) == [
        "the properties floor, codes and groups are texts of these names and mean nothing here; call them "
          + "level, code and group if that is what they say"
      ])
    #expect(
      try told(
        collection(feature(#""id":"1","Level":"LL","Code":12"#)), as: "works.geojson", .geojson)
        == [
          "the properties Level and Code are texts of these names and mean nothing here; call them "
            + "level and code if that is what they say"
        ])
    let said = collection(
      feature(#""id":"1","floor":"Lower level","level":"LL""#), feature(#""id":"2","level":"LL""#))
    #expect(try told(said, as: "works.geojson", .geojson).isEmpty)
  }

  /// As where two people's tables were joined.
  @Test func `what some rows say by another name is told`() throws {
    let rows = "a,A,0,,1,\nb,B,,LL,,2\n"
    #expect(
      try told("key,title,ordinal,floor,codes,Codes\n" + rows, as: "items.csv") == [
        "the columns floor and Codes are texts of these names and mean nothing here; call them level and "
          + "codes, or put them into these where they are there, if that is what they say"
      ])
    let features = [#""ordinal":0"#, #""floor":"LL""#].map {
      #"{"type":"Feature","properties":{"title":"A",\#($0)},"geometry":null}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    #expect(try told(text, as: "works.geojson", .geojson).count == 1)
  }

  /// As ogr2ogr makes GeoJSON of a table.
  @Test func `features without a geometry are where their degrees say`() throws {
    func collection(_ properties: String, _ geometry: String = "null") -> String {
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a",\#(properties)},"#
        + #""geometry":\#(geometry)}]}"#
    }
    let point = #"{"type":"Point","coordinates":[11,48]}"#
    let place = Coordinate(latitude: 48.5, longitude: -11.5)
    for degrees in [
      #""latitude":48.5,"longitude":-11.5"#, #""latitude":"48.5","longitude":"-11.5""#,
    ] {
      let content = try read(collection(degrees), as: "w.geojson", format: .geojson)
      #expect(content.items.map(\.place.coordinate) == [place])
      #expect(content.texts.isEmpty && content.findings.isEmpty)
      let drawn = try read(collection(degrees, point), as: "w.geojson", format: .geojson)
      #expect(
        drawn.items.map(\.place.coordinate) == [Coordinate(latitude: 48, longitude: 11)])
      #expect(drawn.texts.count == 2 && drawn.findings.isEmpty)
    }
    let photo =
      #"{"type":"FeatureCollection","features":["#
      + #"{"type":"Feature","properties":{"id":"a","lat":48.1,"lon":11.2},"geometry":\#(point)},"#
      + #"{"type":"Feature","properties":{"id":"b","title":"Intro"},"geometry":null}]}"#
    #expect(try told(photo, as: "w.geojson", .geojson).isEmpty)
    let almost = #""lat":48.5,"lon":-11.5"#
    #expect(try told(collection(almost), as: "w.geojson", .geojson).count == 1)
    #expect(try told(collection(almost, point), as: "w.geojson", .geojson).isEmpty)
    let odd = try read(
      collection(#""latitude":"north","longitude":-11.5"#), as: "w.geojson", format: .geojson)
    #expect(odd.findings.map(\.rule) == [.badLocation] && odd.texts.count == 2)
  }

  @Test(arguments: [
    (#""location":{"lat":53.4,"lng":-2.9,"floor":"1"}"#, ["title", "location"]),
    (
      #""lat":53.4,"long":-2.9,"latitude":53.5,"longitude":-2.8"#,
      ["title", "latitude", "longitude"]
    ),
  ])
  func `what a feed says beside the place that is read is kept`(words: String, names: [String])
    throws
  {
    let content = try read(#"{"works":[{"id":"1","title":"A",\#(words)}]}"#, as: "feed.json")
    #expect(
      content.items.map(\.place.coordinate) == [Coordinate(latitude: 53.4, longitude: -2.9)])
    #expect(content.texts.map(\.name) == names)
  }

  @Test(arguments: ["isHidden", "is_hidden", "IS_HIDDEN"])
  func `hidden is told by its other names`(name: String) throws {
    #expect(try told("key,title,\(name)\na,A,true\n", as: "items.csv").count == 1)
  }

  /// As overpass turbo writes what a feature was.
  @Test func `a feature's property may be a text in a language, and others have such a sign`()
    throws
  {
    let properties =
      #""id":"a","title":"Clock","title@de":"Uhr","@id":"node/1","mail@work":"x","#
      + #""text":"z","text@pt-BR":"y","w@kg":"12""#
    let content = try read(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(properties)},"geometry":null}]}"#,
      as: "w.geojson", format: .geojson)
    #expect(
      content.texts.map { "\($0.name) \($0.language)" } == [
        "title en", "title de", "@id en", "mail@work en", "text en", "text pt-BR", "w@kg en",
      ])
  }

  @Test func `a NUL in a feed's text is told and left out`() throws {
    let content = try read(##"{"works":[{"id":"1","title":"A\u0000B"}]}"##, as: "feed.json")
    #expect(content.texts.map(\.value) == ["AB"])
    #expect(content.findings.map(\.rule) == [.badValue])
  }

  @Test(arguments: [
    #""lat":"53.4","long":"-2.9""#, #""lat":53.4,"lon":-2.9"#,
    #""latitude":"53.4","longitude":"-2.9""#, #""location":{"lat":53.4,"lng":-2.9}"#,
    #""location":{"latitude":"53.4","longitude":"-2.9"}"#,
  ])
  func `a feed's place may be called otherwise`(words: String) throws {
    let content = try read(#"{"works":[{"id":"1","title":"A",\#(words)}]}"#, as: "feed.json")
    #expect(content.collection.format == "artworks")
    #expect(
      content.items.map(\.place.coordinate) == [Coordinate(latitude: 53.4, longitude: -2.9)])
    #expect(content.texts.map(\.name) == ["title"] && content.findings.isEmpty)
  }

  /// As other programs write a text's language, and what only ends like one.
  @Test(arguments: [
    (
      "key,title,title_fr,title-it,title (es),name:pt\n1,Clock,Horloge,Orologio,Reloj,Relógio\n",
      "the columns title_fr, title-it, title (es), name:pt are texts of these names, in the language of all; "
        + "call them title@fr, title@it, title@es, name@pt if they are in others"
    ),
    (
      "key,title,notes,notes_de\n1,Clock,Old,Alt\n",
      "the column notes_de is a text of that name, in the language of all; call it notes@de if it is in another"
    ),
    (
      "key,title,text_en,text_fr\n1,A,Old,Vieux\n",
      "the columns text_en, text_fr are texts of these names, in the language of all; call them text@en, "
        + "text@fr if they are in others"
    ),
    ("key,title,title_id,title_no,made_by,colour_de,titled,title_xx\n1,A,b,c,d,e,f,g\n", nil),
    ("key,title,title_fr\n1,Clock,17\n", nil), ("key,title@en,title@fr\n1,Clock,Horloge\n", nil),
  ])
  func `a column's language is told where it is written as elsewhere`(
    table: String, sentence: String?
  ) throws {
    #expect(try told(table, as: "items.csv") == [sentence].compactMap(\.self))
  }
}
