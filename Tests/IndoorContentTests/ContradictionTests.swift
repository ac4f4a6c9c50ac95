import Foundation
import IndoorContent
import IndoorModel
import Testing

/// Our own tables and GeoJSON where two things that they say don't go together, or one is missing.
struct ContradictionTests {
  @Test(arguments: [
    ("key,title,level,ordinal\na,A,1,2\nb,B,1,0\nc,C,LL,-1\n", "items.csv", 2),
    (
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"a","properties":{"level":"1","ordinal":2},"geometry":null},
      {"type":"Feature","id":"b","properties":{"level":"1","ordinal":0},"geometry":null}]}
      """, "items.geojson", 2
    ),
  ]) func `a level and an ordinal that contradict each other are told, and the ordinal counts`(
    text: String, name: String, line: Int
  ) throws {
    let content = try read(text, as: name)
    let found = content.findings.filter { $0.rule == .wrongFloor }
    #expect(found.map(\.item) == ["a"])
    #expect(found.first?.source?.hasSuffix("\(name):\(line)") == true)
    #expect(found.first?.message.contains("has the ordinal 0, and the ordinal given is 2") == true)
    #expect(content.items.map(\.place.ordinal).prefix(2) == [2, 0])
  }

  @Test func `an ordinal that is none is told of GeoJSON, too`() throws {
    let content = try read(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"a","properties":{"ordinal":"1.5"},"geometry":null}]}
      """, as: "items.geojson")
    #expect(content.count(.wrongFloor) == 1 && content.items.map(\.place.ordinal) == [nil])
  }

  @Test(arguments: [
    "key,title,title\na,A,B\n", "\n key ,key\na,b\n", "key,Title,TITLE\na,A,B\n",
    "key,Level,LEVEL\na,1,LL\n", "key,title@fr,Title@FR\na,A,B\n",
  ])
  func `two columns of one name are refused with the header's line`(text: String) throws {
    let error = #expect(throws: ContentError.self) { try read(text, as: "items.csv") }
    let line = text.hasPrefix("\n") ? 2 : 1
    #expect(error?.message.contains("items.csv:\(line): two columns are called ") == true)
    // Those that have no name, as spreadsheets leave them at the end, say nothing.
    #expect(try read("key,title,,\na,A,,\n", as: "items.csv").items.count == 1)
  }

  /// RFC 4180, 2.5 to 2.7: behind a closing mark come a comma, the line's end or nothing. With a
  /// mark too few a title else takes the rows in that lie between it and the next one.
  @Test(arguments: [
    ("a,\"A,1\nb,B,2\nc,\"C\",3\n", 2, " in line 4;"),
    (
      "a,\"The \"\"Gudrun\"\", stern\",1\nb,\"Untitled (\"\"Clock\"\"),2\nc,\"\"\"Havfruen\"\"\",3\n",
      3,
      " in line 4;"
    ),
    ("a,\"Gold\" ring,1\n", 2, "closing mark;"),
  ])
  func `a table with a mark too few is refused where the value begins`(
    rows: String, line: Int, words: String
  ) throws {
    let error = #expect(throws: ContentError.self) {
      try read("key,title,codes\n\(rows)", as: "items.csv")
    }
    let place = "items.csv:\(line): has a quoted value that goes on behind its closing mark"
    #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    let closed = try read(
      "key,title,codes\na,\"A, \"\"x\"\"\" \u{A0},1\nb,\"\",2\n", as: "items.csv")
    #expect(closed.said("title", of: "a") == ["en": "A, \"x\""] && closed.items.count == 2)
  }

  /// As browsers call a second download, and translators a copy.
  @Test(arguments: [
    ("groups (1).csv", "groups"), ("Groups-fr.csv", "groups"), ("tours-fr.csv", "tours"),
    ("tour.csv", "tours"), ("stop_2.csv", "stops"), ("media 2.csv", "media"),
    ("items (1).csv", nil),
    ("paintings.csv", nil), ("tourism.csv", nil), ("mediaeval.csv", nil),
  ])
  func `a table that is called nearly as one of another kind isn't read as works`(
    name: String, kind: String?
  ) throws {
    let text = "key,title\na,A\n"
    guard let kind else { return #expect(try read(text, as: name).items.count == 1) }
    let error = #expect(throws: ContentError.self) { try read(text, as: name) }
    #expect(
      error?.message.contains("\(name): is called nearly as a table of \(kind); call it") == true)
  }

  @Test func `what a column without a name has is told`() throws {
    let content = try read("key,title,,\na,A,,\nb,B,a note,\nc,C,another,\n", as: "items.csv")
    let found = content.findings.filter { $0.rule == .passedOver }
    #expect(found.map(\.source).map { $0?.hasSuffix("items.csv:3") } == [true])
    #expect(found.first?.message.contains("column 3 has no name") == true)
    #expect(found.first?.message.contains("in 2 rows") == true)
  }

  @Test(arguments: ["\"key\";\"title\"\n\"a\";\"A\"\n", "\"key\"\t\"title\"\n\"a\"\t\"A\"\n"])
  func `a table whose columns aren't parted by commas is called that`(text: String) throws {
    let error = #expect(throws: ContentError.self) { try read(text, as: "items.csv") }
    #expect(error?.message.contains("its columns aren't parted by commas") == true)
  }

  @Test(arguments: [
    "sep=,\nkey,title\na,A\n", "SEP=;\nkey;title\na;A\n", "sep=;\n\"key\";\"title\"\n\"a\";\"A\"\n",
  ])
  func `a line that names the separator for Excel is called that`(text: String) throws {
    let error = #expect(throws: ContentError.self) { try read(text, as: "items.csv") }
    #expect(error?.message.contains("items.csv:1: names the separator for Excel") == true)
  }

  @Test(arguments: ["\r", "\n", "\r\n"])
  func `lines may end as on any system`(end: String) throws {
    // A return within quotes is the value's own (RFC 4180, 2.6).
    let lines = ["key,title,subtitle", "a,Vase,\"two\rlines\"", "b,Bowl,", ",Cup,"]
    let content = try read(lines.joined(separator: end) + end, as: "items.csv")
    #expect(content.items.map(\.key) == ["a", "b", "items line 4"])
    #expect(content.said("title", of: "b") == ["en": "Bowl"])
    #expect(content.said("subtitle", of: "a") == ["en": "two\rlines"])
    let unnamed = content.findings.first { $0.rule == .missingKey }
    #expect(unnamed?.source?.hasSuffix("items.csv:4") == true)
  }

  @Test(arguments: ["items", "groups", "tours"])
  func `a line without a key in a table of keys is told`(kind: String) throws {
    let content = try read("key,title\na,A\n ,B\n", as: "\(kind).csv")
    let found = content.findings.filter { $0.rule == .missingKey }
    #expect(found.map(\.owner?.key) == ["\(kind) line 3"])
    #expect(found.first?.source?.hasSuffix("\(kind).csv:3") == true)
  }

  @Test func `yes and no are read in any case, and what is neither is kept and told`() throws {
    let words = ["yes", "TRUE", "1", "Y", "no", "False", "0", "n", "", "ja", "x"]
    let rows = words.enumerated().map { "k\($0),\($1)\n" }.joined()
    let content = try read("key,hidden\n" + rows, as: "items.csv")
    #expect(
      content.items.map(\.isHidden) == [true, true, true, true] + Array(repeating: false, count: 7))
    let found = content.findings.filter { $0.rule == .badValue }
    #expect(found.map(\.item) == ["k9", "k10"])
    #expect(found.first?.message.hasPrefix("the column hidden has ja, which is neither") == true)
    #expect(found.first?.source?.hasSuffix("items.csv:11") == true)
    #expect(content.said("hidden", of: "k9") == ["en": "ja"])
  }

  @Test func `numbers and lists that are none are kept and told`() throws {
    let items = try read("key,codes,sort\na,|,first\nb,,\nc,|7|,2.5\n", as: "items.csv")
    #expect(items.count(.badValue) == 2 && items.codes.map(\.code) == ["7"])
    #expect(items.items.map(\.sort) == [nil, nil, 2.5])
    #expect(items.said("codes", of: "a") == ["en": "|"])
    #expect(try read("key,sort\nt,x\n", as: "tours.csv").count(.badValue) == 1)
    let folder = try TemporaryFolder()
    let tours = try folder.write("key\nt\n", as: "tours.csv")
    let stops = try folder.write("tour,sort,item\nt,x,a\n", as: "stops.csv")
    let walk = try ReadContent.read([tours, stops], options: ContentOptions())
    #expect(walk.findings.filter { $0.rule == .badValue }.map(\.item) == ["t"])
  }

  @Test func `a row that is too short is told, and a cut one refused`() throws {
    let items = try read("key,title,codes\na,A\nb,B,7\n\nc,C,8", as: "items.csv")
    let found = items.findings.filter { $0.rule == .badValue }
    #expect(found.count == 1 && found.first?.source?.hasSuffix("items.csv:2") == true)
    #expect(items.items.map(\.key) == ["a", "b", "c"])
    for cut in ["key,title,codes\na,A,7\nb,B", "key,title,codes\na,A,7\nb"] {
      let error = #expect(throws: ContentError.self) { try read(cut, as: "items.csv") }
      #expect(error?.message.contains("items.csv:3: ends in the middle of a row") == true)
    }
    #expect(try read("key\na\nb", as: "items.csv").items.count == 2)
  }

  @Test func `a medium without key and address is left out and told`() throws {
    let content = try read("key,uri,alt\nm,m.jpg,A\n,,B\n", as: "media.csv")
    #expect(content.media.map(\.key) == ["m"])
    let found = content.findings.filter { $0.rule == .missingKey }
    #expect(found.first?.source?.hasSuffix("media.csv:3") == true)
  }

  @Test func `a language is one in capitals and small letters`() throws {
    let content = try read(
      "key,title@pt-BR,text@pt-br,title@EN\na,Vaso,Azul,Vase\n", as: "items.csv")
    #expect(content.said("title", of: "a") == ["pt-BR": "Vaso", "en": "Vase"])
    #expect(content.said("text", of: "a") == ["pt-BR": "Azul"])
  }

  /// BCP 47 parts a tag by hyphens; names of locales have underscores.
  @Test func `a language may be called as its locale, and what is no tag is told`() throws {
    let content = try read(
      "key,title@pt_BR,text@pt-br,title@in English\na,Vaso,Azul,Vase\n", as: "items.csv")
    #expect(content.said("title", of: "a") == ["pt-BR": "Vaso", "in English": "Vase"])
    #expect(content.said("text", of: "a") == ["pt-BR": "Azul"])
    let found = content.findings.filter { $0.rule == .badValue }
    #expect(found.count == 1 && found.first?.message.contains("in English is no tag") == true)
  }

  /// As spreadsheets write cells with lines of their own (RFC 4180, 2.6).
  @Test(arguments: ["\n", "\r\n", "|"]) func `lines within a cell part its values`(
    separator: String
  ) throws {
    let text = "key,title,codes,groups\na,A,\"412\(separator)413\",\"g\(separator)h\"\n"
    let content = try read(text, as: "items.csv")
    #expect(content.codes.map(\.code) == ["412", "413"])
    #expect(content.items.map(\.groups) == [["g", "h"]])
    #expect(content.findings.isEmpty)
  }

  /// FileMaker exports returns within a field as vertical tabs, and values of repeating fields with
  /// the group separator between them (Claris, "Comma-separated values format").
  @Test(arguments: ["\u{B}", "\u{1D}", "\u{2028}", "\u{2029}"])
  func `what other programs write for a line break parts values, and breaks lines in texts`(
    sign: String
  ) throws {
    let table = try read(
      "key,title,codes,groups,image,text\na,A,412\(sign)413,g\(sign)h,a.jpg\(sign)b.jpg,1\(sign)2\n",
      as: "items.csv")
    let feature =
      #"{"type":"Feature","id":"a","geometry":null,"properties":{"title":"A","code":"412\#(sign)413","#
      + #""group":"g\#(sign)h","image":"a.jpg\#(sign)b.jpg","text":"1\#(sign)2","more":["\#(sign)"]}}"#
    let escaped = feature.replacing("\u{B}", with: "\\u000B").replacing("\u{1D}", with: "\\u001D")
    let guide = try read(escaped, as: "works.geojson", format: .geojson)
    // Only lists have values of repeating fields.
    let text = sign == "\u{1D}" ? "1\u{1D}2" : "1\n2"
    for content in [table, guide] {
      #expect(content.codes.map(\.code) == ["412", "413"])
      #expect(content.items.map(\.groups) == [["g", "h"]])
      #expect(content.media.map(\.key) == ["a.jpg", "b.jpg"])
      #expect(content.said("text", of: "a") == ["en": text])
      #expect(content.count(.badValue) == 0, "\(content.findings)")
    }
    let halls = try read("key,label\ng,1\(sign)2\n", as: "groups.csv")
    #expect(halls.groups.map(\.label) == [text])
    let media = try read(
      "key,alt,transcript,credit\nm,1\(sign)2,1\(sign)2,C\n", as: "media.csv")
    #expect(
      media.media.first?.about.transcript == text && media.media.first?.about.alternative == text)
  }

  @Test(arguments: [
    ("101", nil), ("3.1", nil), ("12a", nil), ("340.0", "340"), ("7|1.02E+02", "102"),
    ("\"1,13E+02\"", "113"), ("\"340,0\"", "340"),
  ])
  func `a number as data frames write it is told, for nobody dials it`(
    code: String, whole: String?
  ) throws {
    let content = try read("key,title,codes,hidden\na,A,\(code),1.0\n", as: "items.csv")
    let found = content.findings.filter { $0.rule == .badValue }
    #expect(found.count == (whole == nil ? 0 : 1))
    #expect(found.allSatisfy { $0.message.hasSuffix("; write \(whole ?? "")") })
    #expect(content.codes.first.map { code.filter { $0 != "\"" }.hasPrefix($0.code) } == true)
    #expect(content.items.first?.isHidden == true)
  }

  /// Rooms and numbers in them, which as numbers come 2.1, 2.10, 2.11, 2.2.
  private static let orders: [(sorts: [String], short: String?, written: String?)] = [
    (["2.1", "2.2", "2.9", "2.10", "2.11"], "2.9", "2.09"), (["3.10", "3.1"], "3.1", "3.01"),
    (["2.9", "2.10"], "2.9", "2.09"), (["1", "2", "10"], nil, nil), (["1.5", "1.25"], nil, nil),
    (["2.01", "2.10"], nil, nil), (["1.000", "1.100"], nil, nil),
    (["1.0", "1.5", "2.0"], nil, nil), (["2.9", "3.10"], nil, nil), (["2.10"], nil, nil),
  ]

  @Test(arguments: orders)
  func `orders that are one number in two notations are told`(
    sorts: [String], short: String?, written: String?
  ) throws {
    let stops = sorts.map { "t,\($0),a\n" }.joined()
    let works = sorts.map { "k\($0),A,\($0)\n" }.joined()
    for (name, text) in [
      ("stops.csv", "tour,sort,item\n" + stops), ("items.csv", "key,title,sort\n" + works),
    ] {
      let found = try read(text, as: name).findings.filter {
        $0.message.hasPrefix("the column sort has ")
      }
      #expect(found.count == (short == nil ? 0 : 1), "\(found)")
      #expect(
        found.allSatisfy {
          $0.rule == .badValue && $0.source?.contains("\(name):") == true
            && $0.message.contains("sort has \(short ?? "") and ")
            && $0.message.contains("write \(written ?? "") for the former")
        }, "\(found)")
    }
    // Each tour has an order of its own.
    let tours = try read("tour,sort,item\nt,2.1,a\nu,2.10,a\n", as: "stops.csv")
    #expect(!tours.findings.contains { $0.rule == .badValue })
  }

  @Test(arguments: [
    ("N/A", true), ("tbd", true), ("\u{2013}", true), ("02-Jan", true), ("Mar-10", true),
    ("101", false), ("A-1", false), ("12-34", false), ("1911-Jan", false), ("N", false),
    ("MAR-12", false), ("101/102", true), ("105 & 106", true), ("7+8+9", true), ("101/900", true),
    ("101 900", true), ("19/20th", false), ("1911/23", false), ("12/1", false),
    ("1887/0402", false), ("+8", false), ("12/13", false), ("1914/1915", false), ("102/101", true),
    // As keyboards of China, Japan and Arab countries have them, and other ways in words and signs.
    ("101\u{3001}601", true), ("101\u{FF0C}601", true), ("101\u{FF1B}601", true),
    ("\u{FF11}\u{FF10}\u{FF11}\u{FF0C}601", true), ("101\u{60C} 601", true), ("101\u{A0}601", true),
    ("101 und 601", true), ("101<br>601", true), ("12\u{B7}1", false), ("A\u{3001}B", false),
    // As pandas, PostgreSQL, numpy and R write lists.
    ("\"['101', '601']\"", true), ("\"{101,601}\"", true), ("[101 601]", true),
    ("\"c(\"\"101\"\", \"\"601\"\")\"", true), ("{101}", false), ("[A1]", false), ("(12", false),
    ("\"[101, 601]\"", false),
    // As German, French, Italian, Norwegian and Japanese spreadsheets write 1-2, and Python's.
    ("01. Feb", true), ("1. Feb.", true), ("01.Feb", true), ("1-Mrz", true), ("Mrz 01", true),
    ("f\u{E9}vr-01", true), ("01-f\u{E9}vr", true), ("2-gen", true), ("01/feb", true),
    ("1. feb.", true), ("2\u{6708}1\u{65E5}", true), ("2026-02-01 00:00:00", true),
    ("2003-02-01", false), ("Hall 01", false), ("Mai 12", false), ("1-May-1911", false),
    ("Sal-01", false), ("01.02", false),
  ])
  func `a code that nobody can dial is told`(code: String, isTold: Bool) throws {
    let content = try read("key,title,codes\na,A,\(code)\n", as: "items.csv")
    #expect(content.findings.contains { $0.rule == .badValue } == isTold)
  }

  /// Portuguese and French in capitals, also with the soft hyphens of a hyphenator, Icelandic,
  /// Turkish, Finnish, Vietnamese, and a place in degrees.
  @Test(arguments: [
    "AMANH\u{C3}", "\u{201C}MANH\u{C3}\u{201D}", "CH\u{C2}\u{AD}TEAU", "NOR\u{D0}\u{AD}URLAND",
    "S\u{E3}o Paulo",
    "\u{C5}bo", "\u{130}STANBUL", "\u{C2}u C\u{1A1}", "60\u{B0} N", "\u{C4}\u{DF}",
  ])
  func `letters of other languages are no wrong encoding`(text: String) {
    #expect(GarbledText.first(in: text) == nil)
  }

  @Test func `a feature's hours and whether it is hidden mean what a table's columns do`() throws {
    let properties =
      #""id":"a","title":"A","opening_hours":"Mo-Fr 10:00-18:00","begins":"2026-01-01""#
    let features = [
      properties + #","hidden":true"#, #""id":"b","hidden":"no","ends":"2026-12-31""#,
      #""id":"c","hidden":"later""#, #""id":"d","hidden":false"#,
      // As OpenStreetMap has them, of a shop and a monument.
      #""id":"e","opening_hours":"Mo-Fr 06:45-20:30; PH by appointment","begins":"of old""#,
    ].map { #"{"type":"Feature","properties":{\#($0)},"geometry":null}"# }
    let content = try read(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
      as: "works.geojson", format: .geojson)
    let table = try read(
      "key,title,opening_hours,begins,ends,hidden\n"
        + "a,A,Mo-Fr 10:00-18:00,2026-01-01,,yes\nb,,,,2026-12-31,no\nc,,,,,no\nd,,,,,no\ne,,,,,no\n",
      as: "items.csv")
    #expect(content.items.map(\.isHidden) == [true, false, false, false, false])
    #expect(content.items.map(\.isHidden) == table.items.map(\.isHidden))
    #expect(content.rules == table.rules && content.rules.count == 3)
    #expect(content.said("opening_hours", of: "a").isEmpty)
    let odd = content.findings.filter { $0.rule == .badValue }.map(\.message)
    #expect(
      odd == [
        "the hidden of item c can't be used as such and is kept as a text; write true or false",
        "the opening_hours of item e can't be used as such and is kept as a text; write them as Mo-We,Fr "
          + "10:30-17:00",
        "the begins of item e can't be used as such and is kept as a text; write it as 2026-05-01",
      ])
    #expect(content.said("begins", of: "e") == ["en": "of old"])
  }

  @Test(arguments: [
    ("104;204", true), ("\"105, 205\"", true), ("\"102,103\"", true), ("\"102,103,1104\"", true),
    ("\"1,001\"", true), ("\"12,345,067\"", true), ("104|204", false),
    // The British Museum's numbers are written so.
    ("\"1887,0402.1\"", false), ("\"1887,0402\"", false), ("https://example.org/a;b", false),
  ])
  func `numbers parted by anything but bars are told`(codes: String, isOdd: Bool) throws {
    let content = try read("key,title,codes\na,A,\(codes)\n", as: "items.csv")
    #expect(content.count(.badValue) == (isOdd ? 1 : 0))
  }

  /// Excel's errors in English, German and French, and what it writes of a narrow column.
  @Test(arguments: [
    ("#N/A", true), ("#NV", true), ("#REF!", true), ("#DIV/0!", true), ("#NOM?", true),
    ("#BEZUG!", true), ("########", true), ("#1", false), ("#MeToo", false), ("#", false),
    ("#WOMEN WHO PAINT!", false),
  ])
  func `what a spreadsheet couldn't work out is told`(value: String, isError: Bool) throws {
    let content = try read("key,title,codes\na,\(value),101\n", as: "items.csv")
    let found = content.findings.filter { $0.rule == .badValue }
    #expect(found.count == (isError ? 1 : 0))
    #expect(found.allSatisfy { $0.message.hasPrefix("the column title has \(value), ") })
    #expect(content.said("title", of: "a") == ["en": value])
  }

  @Test func `a number of many works names five and counts the others`() throws {
    let rows = (0..<8).map { "k\($0),Work,12\n" }.joined()
    let findings = ContentCheck.findings(of: try read("key,title,codes\n" + rows, as: "items.csv"))
    let found = findings.filter { $0.rule == .duplicateCode }
    #expect(
      found.map(\.message) == [
        "the number 12 leads to k0 and k1 and k2 and k3 and k4 and 3 more; give each its own"
      ])
  }

  @Test func `what a stop names that isn't there is told at the stop's line`() throws {
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write("key,title\na,A\n", as: "items.csv"),
      try folder.write("key,title\nt,Tour\n", as: "tours.csv"),
      try folder.write("tour,item,medium\nt,a,\nt,gone,\nt,a,lost\n", as: "stops.csv"),
    ]
    let findings = ContentCheck.findings(
      of: try ReadContent.read(paths, options: ContentOptions()))
    #expect(findings.filter { $0.rule == .danglingStop }.map(\.source) == ["\(paths[2]):3"])
    #expect(findings.filter { $0.rule == .danglingAudio }.map(\.source) == ["\(paths[2]):4"])
  }

  @Test func `a level that means nothing is told at the first line that has it`() {
    let error = #expect(throws: ContentError.self) {
      try read("key,level\na,1\nb,Roof\nc,Attic\nd,Roof\n", as: "items.csv")
    }
    #expect(
      error?.message.contains("items.csv:3: the levels Roof, Attic are none of the venue's")
        == true,
      "\(error?.message ?? "")")
  }
}
