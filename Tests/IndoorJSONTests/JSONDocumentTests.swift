import Foundation
import IndoorJSON
import Testing

func parse(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONNode {
  try JSONDocument(bytes: Array(text.utf8), name: "text.json", limits: limits).root
}

func refusal(_ text: String, limits: JSONLimits = JSONLimits()) -> JSONError? {
  do throws(JSONError) {
    _ = try parse(text, limits: limits)
    return nil
  } catch { return error }
}

struct JSONDocumentTests {
  @Test func `values come out as they stand`() throws {
    let root = try parse(
      #"{"a": [1, -2.5, 18446744073709551615, 1.0], "b": true, "c": null, "d": "é😀\u00e9", "e": {}}"#
    )
    let numbers = try #require(root["a"]).elements.map(\.number)
    #expect(numbers == [1, -2.5, 0x1p64, 1])
    #expect(root["a"]?.elements.map(\.integer) == [1, nil, nil, 1])
    #expect(root["b"]?.bool == true)
    #expect(root["c"]?.isNull == true)
    #expect(root["d"]?.string == "é😀é")
    #expect(root["e"]?.kind == .object)
    #expect(root.members.map(\.key) == ["a", "b", "c", "d", "e"])
    #expect(root["f"] == nil)
  }

  @Test func `a value asked for what it isn't gives nothing`() throws {
    let root = try parse(#"[1, "x"]"#)
    #expect(root["a"] == nil && root.number == nil && root.string == nil && root.bool == nil)
    #expect(root.members.map(\.key).isEmpty)
    #expect(try parse("7").elements.map(\.number).isEmpty)
  }

  @Test(arguments: [
    (#"{"a": 1, "b": 2, "a": 3}"#, "a"), (#"{"a": {"b": 1}, "b": {"b": 2}}"#, nil),
    (#"{"x": [], "é": 1, "\u00e9": 2}"#, "é"), ("{}", nil), ("[1, 1]", nil),
    ("{\((0..<40).map { "\"k\($0)\": \($0)" }.joined(separator: ","))}", nil),
    ("{\((0..<40).map { "\"k\($0 % 39)\": [\($0)]" }.joined(separator: ","))}", "k0"),
  ]) func `a key that comes twice can be told`(text: String, name: String?) throws {
    #expect(try parse(text).repeatedName == name)
  }

  @Test func `the last of two equal keys wins`() throws {
    #expect(try parse(#"{"a": 1, "a": 2}"#)["a"]?.integer == 2)
  }

  /// As GDAL makes JSON of a spreadsheet's columns.
  @Test(arguments: [
    "a ", " a", "\\ta\\n", "\u{A0}a", "a\u{FEFF}", " \u{FEFF} a\u{A0} ", "a\u{200B}",
    "\u{AD}a\u{200E}", "\u{3000}a\u{202F}", "\u{2066}a\u{2069}",
    String(repeating: " ", count: 16) + "a",
  ])
  func `a name with blanks around it counts where none is without`(name: String) throws {
    #expect(try parse(#"{"b": 1, "\#(name)": 2}"#)["a"]?.integer == 2)
    for text in [#"{"a": 1, "\#(name)": 2}"#, #"{"\#(name)": 2, "a": 1}"#] {
      #expect(try parse(text)["a"]?.integer == 1)
    }
    #expect(try parse(#"{"a b": 1, "á": 2, "\#(name)a": 3, "": 4}"#)["a"] == nil)
  }

  /// A name is looked at no further than sixteen bytes, and what isn't blank is seen.
  @Test(arguments: [String(repeating: " ", count: 17) + "a", "a\\u0000", "\u{301}a", "a\u{2010}"])
  func `a name with anything else around it is another`(name: String) throws {
    #expect(try parse(#"{"\#(name)": 2}"#)["a"] == nil)
  }

  @Test func `a string keeps its U+0000`() throws {
    #expect(try parse(#"["a\u0000b"]"#).elements.map(\.string) == ["a\0b"])
  }

  @Test func `a node outlives its document`() throws {
    var document: JSONDocument? = try JSONDocument(bytes: Array("[[1,2],[3]]".utf8), name: "x")
    let inner = document?.root.elements.map { $0 }
    document = nil
    #expect(inner?.map { $0.elements.map(\.integer) } == [[1, 2], [3]])
  }

  @Test(arguments: ["features", "elements"])
  func `what would be read of one member alone is refused`(member: String) throws {
    let error = #expect(throws: JSONError.self) {
      try parse(#"{"\#(member)":[1],"type":"a","\#(member)":[2]}"#)
    }
    #expect(error?.message.contains("has \"\(member)\" twice") == true)
    #expect(try parse(#"[{"\#(member)":[1],"\#(member)":[2]}]"#).elements.map(\.kind) == [.object])
  }

  @Test func `a byte order mark is passed over`() throws {
    #expect(try parse("\u{FEFF}[1]").elements.map(\.integer) == [1])
  }

  @Test(arguments: [
    ("UTF-16", String.Encoding.utf16), ("UTF-16", .utf16LittleEndian),
    ("UTF-16", .utf16BigEndian), ("UTF-32", .utf32), ("UTF-32", .utf32LittleEndian),
    ("UTF-32", .utf32BigEndian),
  ])
  func `text in another Unicode encoding is called that`(
    name: String, encoding: String.Encoding
  ) throws {
    let bytes = try #require("{\"a\": 1}".data(using: encoding))
    let error = #expect(throws: JSONError.self) {
      try JSONDocument(bytes: Array(bytes), name: "text.json")
    }
    #expect(error?.message == "text.json: is \(name) text; save it as UTF-8")
  }

  @Test(arguments: [
    ("[1,\n2,\n", "text.json:3: ends in the middle of a value"),
    ("{\"a\": NaN}", "text.json:1: isn't strict JSON (JSON has no NaN and no Infinity)"),
    ("\n[1e999]", "text.json:2: has a number beyond a double's range; shorten it"),
    (
      "[123456789012345678901234567890]",
      "text.json:1: has an integer beyond 64 bits; shorten it, or write it in"
    ),
    (#"["\uD800"]"#, "(half a surrogate pair)"), (#"["\uDC00"]"#, "(half a surrogate pair)"),
    ("", "(it is empty)"), ("[1] x", "(something stands behind its value)"),
  ])
  func `what isn't strict JSON is refused with line and reason`(text: String, part: String) throws {
    let message = try #require(refusal(text)).message
    #expect(message.contains(part), "\(message)")
  }

  /// As GDAL's GeoJSONSeq writes them without and with RS=YES (RFC 8142).
  @Test(arguments: ["", "\u{1E}"])
  func `features a line are called that, and how to make a collection of them`(
    separator: String
  ) throws {
    let feature = #"{ "type": "Feature", "properties": {}, "geometry": null }"#
    let text = "\(separator)\(feature)\n\(separator)\(feature)\n"
    let message = try #require(refusal(text)).message
    #expect(message.hasPrefix("text.json: is GeoJSON with a feature a line"), "\(message)")
    #expect(message.contains("ogr2ogr -f GeoJSON"))
    #expect(refusal(feature + "\n") == nil)
  }

  @Test(arguments: [#"{"a":1}"#, #"{"type":"FeatureCollection","features":[{"type":"Feature"}]}"#])
  func `two documents in a file are told where the second begins`(one: String) throws {
    let other = try #require(refusal("\(one)\n\(one)\n")).message
    #expect(other.hasPrefix("text.json:2: isn't strict JSON (another document"), "\(other)")
  }

  @Test func `a lone surrogate or a stray byte in UTF-8 is refused`() {
    for bytes: [UInt8] in [[0xED, 0xA0, 0x80], [0xFF], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
      let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
      let error = #expect(throws: JSONError.self) {
        try JSONDocument(bytes: text, name: "text.json")
      }
      #expect(error?.message.contains("isn't UTF-8") == true)
    }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `64 levels are read and 65 are refused`(open: String, close: String) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    #expect(refusal(nested(64)) == nil)
    #expect(refusal(nested(65))?.code == .tooDeep)
    #expect(refusal(nested(100_000))?.code == .tooDeep)
  }

  @Test func `a text beyond its size is refused`() {
    let limits = JSONLimits(maximumBytes: 4)
    #expect(refusal("[12]", limits: limits) == nil)
    #expect(refusal("[123]", limits: limits)?.code == .tooLarge)
  }

  @Test func `a missing file and a folder are refused with their reason`() {
    let missing = #expect(throws: JSONError.self) { try JSONDocument(path: "/no/such.json") }
    #expect(missing?.code == .unreadable)
    let folder = #expect(throws: JSONError.self) { try JSONDocument(path: "/") }
    #expect(folder?.code == .unreadable)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines end as on Unix, Windows and old Macs`(end: String) throws {
    let text = "{\"features\": [1,\n2,\n\n3, x]}".replacingOccurrences(of: "\n", with: end)
    #expect(try #require(refusal(text)).message.hasPrefix("text.json:4: "))
    let sound = text.replacingOccurrences(of: ", x", with: "")
    let document = try JSONDocument(bytes: Array(sound.utf8), name: "x")
    #expect(document.lines(ofElementsIn: "features") == [1, 2, 4])
  }

  @Test func `text that gzip has compressed is called that`() {
    let error = #expect(throws: JSONError.self) {
      try JSONDocument(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], name: "venue.geojson.gz")
    }
    #expect(error?.message == "venue.geojson.gz: is compressed by gzip; unpack it first (gunzip)")
  }

  /// The first bytes that each format's specification gives.
  @Test(
    arguments: [
      ("%PDF-1.7\n".utf8 + [], "a PDF"), ([0x89] + "PNG\r\n\u{1A}\n".utf8, "a PNG"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG"), ("MM\0*\0\0".utf8 + [], "a TIFF"),
      ("AC1032\0".utf8 + [], "a DWG"), ("  0\r\nSECTION\r\n  2\r\nHEADER".utf8 + [], "a DXF"),
      ([0, 0, 0x27, 0x0A, 0, 0, 0, 0], "a shapefile"),
      ("SQLite format 3\0\u{10}\0".utf8 + [], "a SQLite database"),
      ("PK\u{3}\u{4}".utf8 + [], "a zip"),
    ] as [([UInt8], String)])
  func `a file of another kind is called that`(opening: [UInt8], name: String) {
    let error = #expect(throws: JSONError.self) {
      try JSONDocument(bytes: opening + [UInt8](repeating: 7, count: 99), name: "venue.geojson")
    }
    #expect(error?.message.hasPrefix("venue.geojson: is \(name), and no JSON; ") == true)
  }

  /// A database's head of 100 bytes with the application's id at 68 (SQLite's file format 1.3; OGC
  /// 12-128r19, clause 1.1.1.1.1, and versions 1.0 and 1.1).
  @Test(arguments: ["GPKG", "GP10", "GP11"])
  func `a GeoPackage is called that, and becomes GeoJSON`(mark: String) {
    let head =
      Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 52) + mark.utf8
      + [UInt8](repeating: 0, count: 99)
    let error = #expect(throws: JSONError.self) { try JSONDocument(bytes: head, name: "r.gpkg") }
    #expect(
      error?.message.hasPrefix(
        "r.gpkg: is a GeoPackage, and no JSON; make GeoJSON of it, as by ogr2ogr -f GeoJSON")
        == true)
  }

  @Test func `the lines of elements are found`() throws {
    let text = "{\"x\": [[1]],\n\"features\": [{\"a\":\n[1]},\n\n{}, 3]}"
    let document = try JSONDocument(bytes: Array(text.utf8), name: "x")
    #expect(document.lines(ofElementsIn: "features") == [2, 5, 5])
    #expect(document.lines(ofElementsIn: "x") == [1])
    #expect(document.lines(ofElementsIn: "y").isEmpty)
  }

  @Test func `every prefix of a text is refused or read, and the scanner agrees with the parser`() {
    let text = Array(
      #"{"a": [1, -2.5e+3, true, null, "é\u00e9\n"], "b": {"c": [[], {}]}, "d": 0.1e-7}"#.utf8)
    for length in 0..<text.count {
      let error = #expect(throws: JSONError.self) {
        try JSONDocument(bytes: Array(text.prefix(length)), name: "x")
      }
      // "the parser refuses it" would say that the two readings disagree.
      #expect(error?.message.contains("the parser refuses it") == false)
    }
  }
}
