import IndoorContent
import IndoorGeometry
import IndoorModel
import Testing

/// What feeds call otherwise than their format does, or mean by what programs write for nothing.
struct FeedNameTests {
  private func told(_ text: String, _ format: ContentFormat) throws -> [String] {
    try read(text, as: "feed.json", format: format).findings.filter { $0.rule == .almostName }
      .map(\.message)
  }

  private static let feeds: [(words: String, sentence: String?)] = [
    (
      #""Lat": 53.4, "longitud": -2.9"#,
      "the properties Lat and longitud are texts of these names and mean nothing here; call them lat and longitude if that is what they say"
    ),
    (
      #""photo": "clock.jpg""#,
      "the property photo is a text of that name and means nothing here; call it fileName if that is what it says"
    ),
    (
      #""hidden": "1""#,
      "the property hidden is a text of that name and means nothing here, but in items.csv (a group is closed)"
    ),
    (
      #""title_de": "Uhr", "title@fr": "Horloge""#,
      "the properties title_de, title@fr are texts of these names, in the language of all; where that isn't so, write the words into a table of works, as title@fr in items.csv"
    ),
    (
      #""published": "0""#,
      "the property published is a text of that name and hides nothing; write 0 in enabled for what isn't to be shown"
    ),
    (#""published": "1", "visible": "2019""#, nil),
    // A picture's own pixels beside its place, the year it was begun in, and a file that is named.
    (#""lat": 53.4, "long": -2.9, "y": "12", "x": "8", "begins": "1889""#, nil),
    (#""fileName": "clock.jpg", "image": "old.jpg", "level": "2", "language": "fr""#, nil),
  ]

  @Test(arguments: feeds)
  func `an artworks feed's names are told where they are nearly its own`(
    words: String, sentence: String?
  ) throws {
    let feed = #"{"artworks": [{"id": "1", "title": "Clock", \#(words)}]}"#
    #expect(try told(feed, .artworks) == [sentence].compactMap(\.self))
  }

  /// The Art Institute's feeds write a place so; rooms and names of buildings are none.
  @Test(arguments: [
    (#""53.4084,-2.9916""#, true, nil, false), (#""(53.4084; -2.9916)""#, true, nil, false),
    (#""East Wing""#, false, "East Wing", false), (#""1.05,1.06""#, false, "1.05,1.06", false),
    (#""2.101 2.102""#, false, "2.101 2.102", false), (#"["101", "102"]"#, false, nil, false),
    (#"["East Wing", "Room 2"]"#, false, nil, false), (#"[53.4084, -2.9916]"#, false, nil, true),
    (#"{"type": "Point", "coordinates": [-2.9916, 53.4084]}"#, false, nil, true),
  ])
  func `an artwork's location of two numbers is its place, and no building`(
    location: String, isPlace: Bool, building: String?, isTold: Bool
  ) throws {
    let content = try read(
      #"{"artworks": [{"id": "1", "title": "Clock", "location": \#(location)}]}"#,
      as: "feed.json", format: .artworks)
    let place = isPlace ? Coordinate(latitude: 53.4084, longitude: -2.9916) : nil
    #expect(content.items.map(\.place.coordinate) == [place])
    #expect(content.items.map(\.place.building) == [building])
    #expect(content.texts.contains { $0.name.hasPrefix("location") } == !isPlace)
    #expect(
      content.findings.map(\.message)
        == (isTold
          ? [
            "the location of item 1 can't be used as such and is kept as a text; write lat and long"
          ]
          : []))
  }

  /// Lists and objects under a name of the format's in other capitals.
  @Test(arguments: ["Tour_stops", "TOUR_STOPS"])
  func `a list that is called nearly as the format's is told`(name: String) throws {
    let feed = #"""
      {"objects": {"7": {"nid": 7, "title": "Vase"}},
       "tours": [{"nid": 9, "title": "Tour", "\#(name)": [{"object": "7", "sort": 1}]}]}
      """#
    #expect(
      try told(feed, .aic) == [
        "the property \(name) is a text of that name and means nothing here; call it tour_stops if that is what it says"
      ])
    #expect(try told(feed.replacing(name, with: "tour_stops"), .aic) == [])
  }

  @Test func `names that are nearly an app's are told, list by list and within`() throws {
    let feed = #"""
      {"galleries": {"1": {"nid": 1, "title": "Gallery 1", "Closed": "yes"}},
       "objects": {"7": {"nid": 7, "title": "Vase", "lat": "41.1", "lng": "-87.1", "level": "2",
         "title_de": "Vase", "audio_commentary": [{"Audio": "5", "object_selector_number": 101}]},
        "8": {"nid": 8, "title": "Urn", "location": "41.1,-87.1", "x": "12"}},
       "audio_files": {"5": {"nid": 5, "Audio_file_url": "https://example.org/a.mp3"}},
       "tours": [{"nid": 9, "title": "Tour", "tour_stops": [{"Object": "7", "sort": 1}]}]}
      """#
    let messages = try told(feed, .aic)
    #expect(messages.count == 6)
    for (names, meant) in [
      ("Closed", "closed"), ("lat, lng and level", "latitude, longitude and floor"),
      ("Audio", "audio"), ("Audio_file_url", "audio_file_url"), ("Object", "object"),
    ] {
      #expect(
        messages.contains {
          ($0.hasPrefix("the property \(names) is") || $0.hasPrefix("the properties \(names) are"))
            && ($0.contains("call it \(meant) if") || $0.contains("call them \(meant) if"))
        }, "\(names)")
    }
    #expect(
      messages.contains(
        "the property title_de is a text of that name, in the language of all; where that isn't "
          + "so, write the words under translations"))
  }

  @Test func `a field guide's groups and media are, too, and a picture without a file`() throws {
    let guide = #"""
      {"versionID": "1", "groupList": [{"groupID": "g", "label": "Frogs", "Order": "2"}],
       "data": [{"identifier": "9", "label": "Newt", "groupID": "g",
         "images": [{"fileName": "newt.jpg", "credit": "N. N."}]}]}
      """#
    let content = try read(guide, as: "guide.json", format: .generaJSON)
    #expect(content.uses.isEmpty)
    #expect(
      content.findings.map(\.message) == [
        "the property Order is a text of that name and means nothing here; call it order if that "
          + "is what it says",
        "the property fileName is a text of that name and means nothing here; call it filename if "
          + "that is what it says",
        "the image of item 9 has no filename and is kept as a text; name its file",
      ])
  }

  /// As a database's export has NULL: no group, number, kind, level or key is called so.
  @Test func `what programs write for nothing is nothing, and stays a text that is told`() throws {
    let feature =
      #"{"type": "Feature", "id": "1", "geometry": null, "properties": {"title": "A", "#
      + #""group": "NULL", "kind": "null", "level": "NULL", "code": "NULL", "sort": "null"}}"#
    let content = try read(
      #"{"type": "FeatureCollection", "features": [\#(feature)]}"#, as: "g.geojson",
      format: .geojson)
    #expect(content.groups.isEmpty && content.codes.isEmpty && content.findings.isEmpty)
    #expect(content.items.map(\.kind) == ["item"] && content.items[0].groups.isEmpty)
    #expect(content.texts.map(\.name) == ["title", "group", "kind", "level", "code", "sort"])
    let told = ContentCheck.findings(of: content).filter { $0.rule == .nullText }
    #expect(told.count == 5)

    let object =
      #"{"nid": 7, "title": "Vase", "gallery_location": "NULL", "object_selector_number": "null", "#
      + #""floor": "null"}"#
    let app = try read(#"{"objects": {"7": \#(object)}}"#, as: "app.json", format: .aic)
    #expect(app.items[0].groups.isEmpty && app.codes.isEmpty)
  }

  @Test(arguments: [
    ("tour,item,level\nt,1,2\n", "stops.csv", "items.csv, groups.csv and tours.csv"),
    ("key,title,language,medium\n1,Bible,fr,oil on canvas\n", "items.csv", nil),
    ("key,label,tour\n1,Hall,t\n", "groups.csv", nil),
    ("tour,item,seq\nt,1,2\n", "stops.csv", "sort"),
    ("key,title,Étage\n1,Clock,2\n", "items.csv", "level"),
    ("key,title,coordinates\n1,Clock,\"45.32, -29.86\"\n", "items.csv", "latitude and longitude"),
    ("key,title,coordinates\n1,Clock,unknown\n", "items.csv", nil),
    ("key,title,coords\n1,Clock,\"12,5\"\n", "items.csv", nil),
    (
      "key,title,coords,lat,long\n1,Clock,\"45.3,-29.8\",45.3,-29.8\n", "items.csv",
      "call them latitude and longitude if"
    ),
    ("key,title,stock\n1,Clock,12\n", "items.csv", nil),
    ("tour,item,number\nt,1,101\n", "stops.csv", nil),
    ("key,title,free_only\n1,Clock,yes\n", "items.csv", "media.csv"),
  ])
  func `a column that means something elsewhere, or is called otherwise, is told`(
    table: String, name: String, place: String?
  ) throws {
    let found = try read(table, as: name, format: .csv).findings.filter { $0.rule == .almostName }
    #expect(found.count == (place == nil ? 0 : 1))
    if let place { #expect(found.first?.message.contains(place) == true) }
  }

  @Test func `a work's tour is told to be in another table`() throws {
    let told = try read("key,title,tour\n1,Clock,t\n", as: "items.csv", format: .csv).findings
    #expect(
      told.map(\.message) == [
        "the column tour is a text of that name; a tour's works are in stops.csv, a line each"
      ])
  }
}
