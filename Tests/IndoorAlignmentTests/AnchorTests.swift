import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

struct AnchorTests {
  @Test func `an anchors file gives pages, places, names and sigmas`() throws {
    let text = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [2.3376, 48.8606, 31]},
         "properties": {"page": [10.5, -20], "name": "corner", "sigmaMetres": 0.05}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [2.34, 48.861]},
         "properties": {"page": [900, 20], "sigmaPage": 0.5}}]}
      """
    let anchors = try AnchorFile.read(bytes: Array(text.utf8), name: "anchors.geojson")
    #expect(
      anchors == [
        Anchor(
          page: PagePoint(x: 10.5, y: -20),
          coordinate: Coordinate(latitude: 48.8606, longitude: 2.3376), name: "corner",
          sigmaMetres: 0.05),
        Anchor(
          page: PagePoint(x: 900, y: 20),
          coordinate: Coordinate(latitude: 48.861, longitude: 2.34), sigmaPage: 0.5),
      ])
  }

  /// Two places in UTM zone 32 and as `gdaltransform -s_srs EPSG:25832 -t_srs EPSG:4326` gives
  /// them.
  private static let utm = [(500_000.0, 5_316_300.0), (500_075, 5_316_355)]
  private static let degrees = [(9.0, 47.9999979816659), (9.00100543210883, 48.0004928225471)]

  private func collection(
    _ places: [(Double, Double)], root: String = "", feature: String = "", geometry: String = ""
  ) -> [UInt8] {
    func member(_ crs: String) -> String { crs.isEmpty ? "" : ",\"crs\":\(crs)" }
    let features = places.map { x, y in
      """
      {"type":"Feature"\(member(feature)),"properties":{"page":[1,2]},
      "geometry":{"type":"Point","coordinates":[\(x),\(y)]\(member(geometry))}}
      """
    }
    return Array(
      "{\"type\":\"FeatureCollection\"\(member(root)),\"features\":[\(features.joined(separator: ","))]}"
        .utf8)
  }

  private static func named(_ name: String) -> String {
    #"{"type":"name","properties":{"name":"\#(name)"}}"#
  }

  @Test(arguments: [
    // As ogr2ogr and QGIS write it.
    Self.named("urn:ogc:def:crs:EPSG::25832"), Self.named("EPSG:25832"),
    Self.named("http://www.opengis.net/def/crs/EPSG/0/25832"),
    Self.named("http://www.opengis.net/gml/srs/epsg.xml#25832"),
    #"{"type":"EPSG","properties":{"code":25832}}"#, #""EPSG:25832""#,
  ])
  func `anchors in another reference system are converted, where their file names it`(crs: String)
    throws
  {
    // PostGIS names it in the geometry.
    for file in [
      collection(Self.utm, root: crs), collection(Self.utm, feature: crs),
      collection(Self.utm, root: "null", geometry: crs),
    ] {
      let anchors = try AnchorFile.read(bytes: file, name: "a.geojson")
      for (anchor, expected) in zip(anchors, Self.degrees) {
        #expect(abs(anchor.coordinate.longitude - expected.0) < 1e-9)
        #expect(abs(anchor.coordinate.latitude - expected.1) < 1e-9)
      }
    }
  }

  @Test(arguments: [
    "null", Self.named("urn:ogc:def:crs:OGC:1.3:CRS84"), Self.named("OGC:CRS84"),
    Self.named("http://www.opengis.net/def/crs/OGC/1.3/CRS84"),
    // Longitude stands first whatever the system's own order (GeoJSON 2008, 2.1.1).
    Self.named("urn:ogc:def:crs:EPSG::4326"), Self.named("EPSG:4326"),
    #"{"type":"OGC","properties":{"urn":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#,
    // The same with heights: OGC 09-048r5 has CRS84h, EPSG's register 4979.
    Self.named("urn:ogc:def:crs:OGC:1.3:CRS84h"), Self.named("EPSG:4979"),
    #"{"properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}"#,
  ])
  func `longitude and latitude stay as they are where a file names WGS 84`(crs: String) throws {
    let anchors = try AnchorFile.read(
      bytes: collection([(2.3, 48.8)], root: crs), name: "a.geojson")
    #expect(anchors.map(\.coordinate) == [Coordinate(latitude: 48.8, longitude: 2.3)])
  }

  @Test(arguments: [
    (Self.named("urn:ogc:def:crs:EPSG::999999"), "PROJ has no such"),
    // Heights over a sea.
    (Self.named("EPSG:5773"), "no exact way"), (Self.named("local"), "member crs is \"local\""),
    (Self.named("urn:ogc:def:crs,crs:EPSG::27700,crs:EPSG::5701"), "no name with an EPSG code"),
    (#"{"type":"link","properties":{"href":"x"}}"#, "member crs is \"link\""), ("7", "member crs"),
    (#"{"type":"name"}"#, "member crs"), (#"{"properties":{}}"#, "an object without a name"),
    (#"{"properties":{"name":"local"}}"#, "member crs is \"local\""),
  ])
  func `a reference system that can't be told is refused, with the line`(
    crs: String, words: String
  ) {
    let error = #expect(throws: AlignmentError.self) {
      try AnchorFile.read(bytes: collection([(2.3, 48.8)], root: crs), name: "a.geojson")
    }
    #expect(error?.code == .badReferenceSystem)
    #expect(error?.message.hasPrefix("a.geojson:1: ") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `map metres without a reference system are told from swapped degrees`() {
    let error = #expect(throws: AlignmentError.self) {
      try AnchorFile.read(bytes: collection(Self.utm), name: "a.geojson")
    }
    #expect(error?.message.contains("in a member crs") == true)
    #expect(error?.message.contains("swapped") == false)
  }

  @Test func `an anchor with a key twice is refused`() {
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"page":[1,2],"page":[3,4]},"#
      + #""geometry":{"type":"Point","coordinates":[2.3,48.8]}}]}"#
    let error = #expect(throws: AlignmentError.self) {
      try AnchorFile.read(bytes: Array(text.utf8), name: "a.geojson")
    }
    #expect(
      error?.message == "a.geojson:1: feature 1: has \"page\" twice, correct it",
      "\(error?.message ?? "")")
  }

  private func anchors(_ geometry: String, page: String) throws -> [Anchor] {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":\(geometry),
      "properties":{"page":\(page),"sigmaPage":"0.3"}}]}
      """
    return try AnchorFile.read(bytes: Array(text.utf8), name: "a.geojson")
  }

  private static let noPoint =
    "has a \"page\" that isn't [x, y], the two numbers of a page point"

  /// QGIS' layers of points are often MultiPoints, and GDAL's attributes of a text field strings.
  @Test(arguments: [
    #"[10.5,-20]"#, #"["10.5","-20"]"#, #""[ 10.5, -20 ]""#, #""10.5,-20""#,
  ])
  func `an anchor of a MultiPoint of one and a page point in text is an anchor`(page: String)
    throws
  {
    let found = try anchors(#"{"type":"MultiPoint","coordinates":[[2.3,48.8]]}"#, page: page)
    #expect(
      found == [
        Anchor(
          page: PagePoint(x: 10.5, y: -20), coordinate: Coordinate(latitude: 48.8, longitude: 2.3),
          sigmaPage: 0.3)
      ])
  }

  @Test(arguments: [
    (
      "MultiPoint", "[[2.3,48.8],[2.4,48.8]]", "[1,2]", "has several points where an anchor has one"
    ),
    ("MultiPoint", "[]", "[1,2]", "is no Feature with a Point"),
    ("MultiPoint", "[2.3,48.8]", "[1,2]", "has several points where an anchor has one"),
    ("Point", "[2.3,48.8]", "null", "has no \"page\": [x, y] in its properties"),
    ("Point", "[2.3,48.8]", "\"1\"", Self.noPoint),
    ("Point", "[2.3,48.8]", "\"10,5,20,5\"", Self.noPoint),
    ("Point", "[2.3,48.8]", "[\"1\",\"x\"]", Self.noPoint),
    ("Point", "[2.3,48.8]", "[1,2,1]", Self.noPoint), ("Point", "[2.3,48.8]", "[1]", Self.noPoint),
  ])
  func `what is no anchor is told with its line and feature`(
    type: String, coordinates: String, page: String, words: String
  ) {
    let error = #expect(throws: AlignmentError.self) {
      try anchors("{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}", page: page)
    }
    #expect(error?.message == "a.geojson:1: feature 1: \(words), correct it")
  }

  @Test func `a wrong anchor is named by its line`() {
    let text = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [2.3, 48.8]},
         "properties": {"page": [1, 2]}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [30.2, 120.1]},
         "properties": {"page": [1, 2]}}]}
      """
    let error = #expect(throws: AlignmentError.self) {
      try AnchorFile.read(bytes: Array(text.utf8), name: "a.geojson")
    }
    #expect(error?.code == .coordinateOutOfRange)
    #expect(error?.message.hasPrefix("a.geojson:4: ") == true)
    #expect(error?.message.contains("swapped?") == true)
  }

  @Test func `an altered anchors file never traps`() {
    let whole = Array(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2.3,48.8]},"properties":{"page":[1,2],"sigmaPage":1}}]}"#
        .utf8)
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          "0123456789.e-+[]{},:\"nulaft".utf8.randomElement(using: &random) ?? 0
      }
      bytes.removeLast(Int.random(in: 0...20, using: &random))
      _ = try? AnchorFile.read(bytes: bytes, name: "fuzz")
    }
  }

  @Test func `an anchor's text is a page point and a coordinate, which may begin with a minus`()
    throws
  {
    let anchor = try AnchorReference("-12.5,800=-33.8568,151.2153").anchor(in: nil)
    #expect(anchor.page == PagePoint(x: -12.5, y: 800))
    #expect(anchor.coordinate == Coordinate(latitude: -33.8568, longitude: 151.2153))
  }

  @Test(arguments: ["45.32N,29.87W", "29.87W,45.32N", "29.87W,45.32", "45.32,29.87W"])
  func `letters say which number is the latitude, also in a geographic system`(text: String) throws
  {
    let reference = try AnchorReference("1,2=\(text)")
    for code in ["EPSG:4326", "EPSG:4258"] {
      let place = try reference.anchor(in: nil, system: .named(code)).coordinate
      #expect(abs(place.latitude - 45.32) < 1e-6 && abs(place.longitude + 29.87) < 1e-6)
    }
    // EPSG:32626 is UTM zone 26N, in metres.
    let error = #expect(throws: AlignmentError.self) {
      try reference.anchor(in: nil, system: .named("EPSG:32626"))
    }
    #expect(error?.message.contains("Greenwich, which EPSG:32626 doesn't have") == true)
  }

  @Test(arguments: [
    "", "1,2", "1,2=", "1=2,3", "1,2=3", "1,2=3,4,5", "a,2=3,4", "1,2=nan,4", "1,2=unit:a",
    "1,2=unit:#1", "1,2=unit:a#-1", "1,2=opening:", "1,inf=3,4", "1,2=1e999,4",
  ])
  func `an anchor's text that is nothing of the kind is a sentence`(text: String) {
    #expect(throws: AlignmentError.self) { try AnchorReference(text) }
  }

  /// RFC 9562, section 4: a UUID is "case-insensitive on input".
  @Test func `anchors name a UUID in capitals and in small letters`() throws {
    let id = "9e2a1b3c-aaaa-4bbb-8ccc-0123456789af"
    let key = LevelKey(ordinal: 0)
    let ring = [(0.0, 0.0), (0, 0.001), (0.001, 0.001)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    for (own, written) in [(id, id.uppercased()), (id.uppercased(), id)] {
      let venue = Venue(
        id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: 0),
        units: [Unit(id: own, level: key, geometry: [Polygon(exterior: ring)])],
        openings: [Opening(id: own, level: key, line: ring)])
      let corner = try AnchorReference("1,2=unit:\(written)#2").anchor(in: venue)
      #expect(corner.coordinate == ring[2] && corner.name == "unit:\(own)#2")
      #expect(
        try AnchorReference("1,2=opening:\(written)").anchor(in: venue).name == "opening:\(own)")
    }
  }

  @Test func `anchors name a unit's corner and an opening's middle`() throws {
    let key = LevelKey(ordinal: 0)
    let ring = [(0.0, 0.0), (0, 0.001), (0.001, 0.001)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let venue = Venue(
      id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: 0),
      levels: [Level(id: "l", key: key, label: "0")],
      units: [Unit(id: "shop#1", level: key, geometry: [Polygon(exterior: ring)])],
      openings: [Opening(id: "door", level: key, line: ring)])
    let corner = try AnchorReference("1,2=unit:shop#1#2").anchor(in: venue)
    #expect(corner.coordinate == ring[2])
    let middle = try AnchorReference("1,2=opening:door").anchor(in: venue).coordinate
    // Half of 0.002° of line, of which the part along the meridian is 0.7% shorter.
    #expect(abs(middle.longitude - 0.001) < 4e-6 && abs(middle.latitude) < 1e-9)
    for text in ["1,2=unit:shop#1#3", "1,2=unit:nothing#0", "1,2=opening:shop#1"] {
      #expect(throws: AlignmentError.self) { try AnchorReference(text).anchor(in: venue) }
    }
    #expect(throws: AlignmentError.self) { try AnchorReference("1,2=opening:door").anchor(in: nil) }
  }
}
