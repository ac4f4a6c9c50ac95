import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Anchors from where people have them: QGIS, world files, degrees, minutes and seconds.
struct ControlPointTests {
  /// A file in a folder of its own, for the time of a body.
  private func with<Value>(
    _ text: String, _ ending: String = "points", _ body: (String) throws -> Value
  ) throws -> Value {
    let path = NSTemporaryDirectory() + "points-\(UUID().uuidString).\(ending)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private func pdf(_ page: String) throws -> PlanFile {
    var pdf = SmallPDF()
    pdf.pages = [page]
    return try PlanFile(bytes: pdf.bytes, name: "plan.pdf")
  }

  /// A file as QGIS 3.28 writes it, its reference system shortened.
  private let utm = """
    #CRS: PROJCRS["ETRS89 / UTM zone 32N",BASEGEOGCRS["ETRS89",DATUM["European Terrestrial Reference System 1989",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],ID["EPSG",4258]],CONVERSION["UTM zone 32N",METHOD["Transverse Mercator",ID["EPSG",9807]]],CS[Cartesian,2],AXIS["(E)",east],AXIS["(N)",north],LENGTHUNIT["metre",1],USAGE[SCOPE["a [bracket"],BBOX[1,2,3,4]],ID["EPSG",25832]]
    mapX,mapY,sourceX,sourceY,enable,dX,dY,residual
    500000,5316300,62.5,-104.16666666666667,1,0,0,0
    500100,5316300,312.5,-104.16666666666667,1,0.1,-0.2,0.22
    500050,5316350,200,-20,0,0,0,0
    """

  @Test func `QGIS's points lie on the page that GDAL draws, in the outermost reference system`()
    throws
  {
    // 9° east on the central meridian of zone 32 is an easting of 500,000 m; GDAL's picture has
    // 150 / 72 pixels a unit: 62.5 is 30 units, 104.17 is 50 from the top.
    for (page, expected) in [
      ("/MediaBox [0 0 200 100]", [(30.0, 50.0), (150, 50)]),
      ("/MediaBox [0 0 200 100] /CropBox [20 20 180 80]", [(30, 50), (150, 50)]),
      ("/MediaBox [10 20 210 120]", [(40, 70), (160, 70)]),
      // Turned clockwise, the left edge is up.
      ("/MediaBox [0 0 100 200] /Rotate 90", [(50, 30), (50, 150)]),
      ("/MediaBox [0 0 200 100] /Rotate 180", [(170, 50), (50, 50)]),
      ("/MediaBox [0 0 100 200] /Rotate 270", [(50, 170), (50, 50)]),
    ] {
      let read = try with(utm) { try AnchorFile.read($0, on: pdf(page)) }
      #expect(read.warnings.isEmpty && read.anchors.count == 2)
      for (anchor, place) in zip(read.anchors, expected) {
        #expect(anchor.page.distance(to: PagePoint(x: place.0, y: place.1)) < 1e-9, "\(page)")
      }
      #expect(abs(read.anchors[0].coordinate.longitude - 9) < 1e-9)
      #expect(abs(read.anchors[0].coordinate.latitude - 48) < 0.01)
    }
  }

  @Test(arguments: [
    (
      "0,05\n0\n0\n-0,05\n691000\n5330000\n", ":1: has a comma in its number, write it with a point"
    ),
    ("0.05\n0\n0\n-0.05\nEast\n5330000\n", ":5: is no number, and a world file has six"),
    ("0.05\n0\n0\n-0.05\n691000\n", ": a world file has six numbers, a line each, and this has 5"),
    // A byte order mark, as of Windows' editor, is none of a number.
    (
      "\u{FEFF}0.05\r\n0\r\n0\r\n-0.05\r\n691000\r\n",
      ": a world file has six numbers, a line each, and this has 5"
    ),
  ])
  func `a world file that can't be read says where`(text: String, words: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pgw")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let plan = try PlanFile(bytes: SmallPDF().bytes, name: "plan.pdf")
    let error = #expect(throws: AlignmentError.self) {
      try AnchorFile.read(path, on: plan, system: .named("EPSG:25832"))
    }
    #expect(error?.message.contains(path + words) == true, "\(error?.message ?? "")")
  }

  /// A world file's fourth number is negative where rows run southwards, as in most images.
  @Test(arguments: [
    (["0.05", "0", "0", "-0.05"], 0), (["0.05", "0", "0", "0.05"], 1),
    (["-0.05", "0", "0", "0.05"], 0), (["-0.05", "0", "0", "-0.05"], 1),
    // Turned by 90°.
    (["0", "-0.05", "-0.05", "0"], 0), (["0", "0.05", "-0.05", "0"], 1),
  ])
  func `a world file that mirrors its image is told`(turn: [String], count: Int) throws {
    let plan = try PlanFile(bytes: SmallPNG(width: 40, height: 20).bytes, name: "plan.png")
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pgw")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = turn + ["691000", "5330000"]
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    let read = try AnchorFile.read(path, on: plan, system: .named("EPSG:25832"))
    #expect(read.anchors.count == 4)
    #expect(
      read.warnings.map(\.code) == [AlignmentWarning.Code](repeating: .positiveRows, count: count))
    #expect(read.warnings.allSatisfy { $0.message.hasPrefix("\(path): it mirrors the plan") })
  }

  /// GDAL's numbers of one picture, 3000 pixels wide, as C's %f and %.10f print them, and sizes in
  /// metres that people choose.
  @Test(arguments: [
    ("0.000001\n0.000000\n0.000000\n-0.000001\n11.500000\n48.100000", "EPSG:4326", true),
    ("0.0000013441\n0\n0\n-0.0000008987\n11.5\n48.1", "EPSG:4326", false),
    ("0.1\n0\n0\n-0.1\n691000\n5330000", "EPSG:25832", false),
    ("0.09\n-0.05\n-0.05\n-0.09\n691000\n5330000", "EPSG:25832", true),
    ("0\n-0.1\n-0.1\n0\n691000\n5330000", "EPSG:25832", false),
  ])
  func `a world file whose pixels' size has one or two digits is told`(
    text: String, system: String, isTold: Bool
  ) throws {
    let plan = try PlanFile(bytes: SmallPNG(width: 3000, height: 20).bytes, name: "plan.png")
    let read = try with(text, "pgw") {
      try AnchorFile.read($0, on: plan, system: .named(system))
    }
    let told = read.warnings.filter { $0.code.rawValue == "coarse-places" }
    #expect(told.count == (isTold ? 1 : 0), "\(read.warnings)")
    #expect(read.anchors.allSatisfy { ($0.sigmaMetres ?? 0 > 1) == isTold })
  }

  /// EPSG:21037 is Arc 1960 in Kenya, whose way to WGS 84 is known to metres.
  @Test func `an inexact conversion of a file's points and corners is told`() throws {
    let lines = "mapX,mapY,sourceX,sourceY,enable\n257000,9857000,0,-10,1\n257100,9857000,50,-10,1"
    let points = try with("#CRS: EPSG:21037\n\(lines)") {
      try AnchorFile.read($0, on: pdf("/MediaBox [0 0 200 100]"))
    }
    let image = try PlanFile(bytes: SmallPNG(width: 40, height: 20).bytes, name: "plan.png")
    let corners = try with("0.05\n0\n0\n-0.05\n257000\n9857000", "pgw") {
      try AnchorFile.read($0, on: image, system: .named("EPSG:21037"))
    }
    let json = #"""
      {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:21037"}},
      "features":[{"type":"Feature","properties":{"page":[1,2]},
      "geometry":{"type":"Point","coordinates":[257000,9857000]}}]}
      """#
    let features = try with(json, "geojson") { try AnchorFile.read($0, on: image) }
    for read in [points, corners, features] {
      #expect(read.warnings.map(\.code) == [.inexactConversion])
      #expect(read.warnings.allSatisfy { $0.message.hasPrefix("places of EPSG:21037 are conv") })
    }
  }

  /// QGIS's own system of a site on an ellipsoid alone, and Esri's; PROJ (cs2cs) and GDAL
  /// (gdaltransform) give 47.50629587, 8.25663706 for 1500, 2700 in it, as with WGS 84 for datum.
  @Test(arguments: ["Unknown based on GRS 1980 ellipsoid", "D_Unknown_based_on_GRS_1980_ellipsoid"])
  func `a system that names no datum is taken for one on WGS 84, and told`(datum: String) throws {
    func text(_ ellipsoid: String) -> String {
      """
      #CRS: PROJCS["unknown",GEOGCS["unknown",DATUM["\(datum)",SPHEROID[\(ellipsoid)]],\
      PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],\
      PARAMETER["latitude_of_origin",47.5],PARAMETER["central_meridian",8.25],\
      PARAMETER["scale_factor",1],PARAMETER["false_easting",1000],PARAMETER["false_northing",2000],\
      UNIT["metre",1]]
      mapX,mapY,sourceX,sourceY,enable
      1500.00,2700.00,10,-10,1
      1600.00,2700.00,90,-10,1
      """
    }
    let plan = try pdf("/MediaBox [0 0 200 100]")
    let read = try with(text("\"GRS 1980\",6378137,298.257222101")) {
      try AnchorFile.read($0, on: plan)
    }
    #expect(abs(read.anchors[0].coordinate.latitude - 47.50629587) < 1e-8)
    #expect(abs(read.anchors[0].coordinate.longitude - 8.25663706) < 1e-8)
    #expect(read.warnings.map(\.code) == [.inexactConversion])
    #expect(read.warnings.allSatisfy { $0.message.contains("no datum") })
    // An older ellipsoid's datums lie a hundred metres apart.
    let error = try with(text("\"Bessel 1841\",6377397.155,299.1528128")) { path in
      #expect(throws: AlignmentError.self) { try AnchorFile.read(path, on: plan) }
    }
    #expect(error?.message.contains("by a system that PROJ can convert to WGS 84") == true)
  }

  @Test func `empty lines between control points are none`() throws {
    let doubled = utm.replacingOccurrences(of: "\n", with: "\r\r\n")
    let plan = try pdf("/MediaBox [0 0 200 100]")
    let plain = try with(utm) { try AnchorFile.read($0, on: plan) }
    #expect(plain.anchors.count == 2)
    // Spreadsheets write the second kind for cells that were only formatted.
    for text in [doubled, utm + "\n,,,,,,,\n , ,\n"] {
      let read = try with(text) { try AnchorFile.read($0, on: plan) }
      #expect(read.anchors.map(\.page) == plain.anchors.map(\.page))
    }
  }

  @Test func `points in UTF-16 are called that`() throws {
    let path = NSTemporaryDirectory() + "points-\(UUID().uuidString).points"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in utm.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: AlignmentError.self) {
      try AnchorFile.read(path, on: pdf("/MediaBox [0 0 200 100]"))
    }
    #expect(error?.message == "\(path): is UTF-16 text; save it as UTF-8")
  }

  @Test(arguments: [
    ("1,2,3,-4,1", "reference system"),
    ("#CRS: GEOGCRS[\"x\",ID[\"OTHER\",4326]]\nh\n1,2,3,-4,1", "reference system"),
    ("#CRS: EPSG:4326\nh\n9,48,10,-10,1\n9.001,48,60,40,1", ":4: sourceY is positive"),
    ("#CRS: EPSG:4326\nh\n9,48,x,-10,1", ":3: this is no control point"),
    ("#CRS: EPSG:4326\nh\n9,95,1,-10,1", ":3: "),
    ("#CRS: EPSG:4326\nh\n9,48,9.01,-48.1,1\n9.001,48,9.02,-48.2,1", "georeferenced already"),
    (
      "#CRS: EPSG:25832\nh\n5e5,5316300,5e5,-5316300,1\n500100,5316300,500100,-5316300,1",
      "georeferenced already"
    ),
  ])
  func `what are no control points is said, with the line`(text: String, word: String) throws {
    try with(text) { path in
      let plan = try pdf("/MediaBox [0 0 200 100]")
      let error = #expect(throws: AlignmentError.self) { try AnchorFile.read(path, on: plan) }
      #expect(error?.message.hasPrefix(path) == true)
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
  }

  private static let head = "#CRS: EPSG:4326\nmapX,mapY,sourceX,sourceY,enable,dX,dY,residual\n"

  @Test(arguments: [
    "#CRS: EPSG:4326\n9,48,10,-10,1\n9.001,48,60,-40,1",
    "#CRS:EPSG:4326\nmapX,mapY,pixelX,pixelY,enable\n9,48,10,-10,1\n9.001,48,60,-40,1\n",
    "\u{FEFF}\(Self.head)9,48,10,-10,1,0,0,0\r\n9.001,48,60,-40,true,0,0,0\r\n\r\n",
    "\(Self.head)9, 48, 10, -10, 1, 0, 0, 0,\n9.001, 48, 60, -40, , , , \n9.2,48,50,-50,false,0,0,0",
  ])
  func `each point counts, whether or not a line of names stands above`(text: String) throws {
    let read = try with(text) {
      try AnchorFile.read($0, on: pdf("/MediaBox [0 0 200 100]"), dotsPerInch: 72)
    }
    #expect(read.anchors.map(\.page) == [PagePoint(x: 10, y: 90), PagePoint(x: 60, y: 60)])
  }

  @Test(arguments: [
    (
      "\(Self.head)9,48,10,-10,0,0,0,0\n9.001,48,60,-40,0,0,0,0",
      "2 of its 2 control points are switched"
    ),
    (
      "\(Self.head)9,48,10,-10,0,0,0,0\n9.001,48,60,-40,1,0,0,0",
      "1 of its 2 control points are switched"
    ),
    (Self.head, "holds no control points"),
    (
      "#CRS: EPSG:4326\nsourceX,sourceY,mapX,mapY,enable\n10,-10,9,48,1",
      ":2: names the columns sourceX,sourceY,mapX,mapY,enable, where"
    ),
    (
      "#CRS: EPSG:4326\nmapX,mapY,mapX,sourceY\n9,48,9,-10",
      ":2: names the columns mapX,mapY,mapX,sourceY, where"
    ),
    ("\(Self.head)9,48,10,-10,x,0,0,0", ":3: this is no control point"),
    ("\(Self.head)9,0,48,1,10,5,-10,5,1,0,0,0", ":3: has 12 columns where control points have 8"),
    ("\(Self.head)9,0;48,1;10,5;-10,5;1", ":3: this is no control point"),
    ("#CRS: EPSG:999999\n9,48,10,-10,1", ":1: EPSG:999999: PROJ has no such"),
  ])
  func `what is wrong with points is said so that it can be mended`(text: String, words: String)
    throws
  {
    try with(text) { path in
      let plan = try pdf("/MediaBox [0 0 200 100]")
      let error = #expect(throws: AlignmentError.self) { try AnchorFile.read(path, on: plan) }
      #expect(error?.message.hasPrefix(path) == true)
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
  }

  @Test func `a point that stands there twice is no sign of a georeferenced picture`() throws {
    let read = try with("\(Self.head)9,48,10,-10,1\n9,48,10,-10,1") {
      try AnchorFile.read($0, on: pdf("/MediaBox [0 0 200 100]"), dotsPerInch: 72)
    }
    #expect(read.anchors.count == 2)
  }

  @Test func `rows that are all positive count downwards, with a warning`() throws {
    let text = "#CRS: EPSG:4326\nh\n9\t48\t10\t10\t1\n9.0010001\t48\t60\t40\t1"
    let read = try with(text) {
      try AnchorFile.read($0, on: pdf("/MediaBox [0 0 200 100]"), dotsPerInch: 72)
    }
    #expect(read.anchors.map(\.page) == [PagePoint(x: 10, y: 90), PagePoint(x: 60, y: 60)])
    #expect(read.warnings.map(\.code) == [.positiveRows])
  }

  @Test func `altered control points never trap`() throws {
    let whole = Array(utm.utf8)
    let plan = try pdf("/MediaBox [0 0 200 100]")
    var random = SplitMix64(seed: 8)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      try with(String(decoding: bytes, as: UTF8.self)) { path in
        _ = try? AnchorFile.read(path, on: plan)
      }
    }
  }

  /// Values as signs, maps and receivers have them, with the degrees that they come to.
  @Test(arguments: [
    (#"1,2=48°51'38.34"N,2°20'07.08"E"#, 48.86065, 2.3353),
    ("1,2=48°\u{A0}51'\u{202F}38.34\"\u{A0}N,2°20'07.08\"E", 48.86065, 2.3353),
    (#"1,2=2°20'07.08"E,48°51'38.34"N"#, 48.86065, 2.3353),
    ("1,2=N 48 51.639, E 2 20.118", 48.86065, 2.3353),
    ("1,2=48°51′38.34″ S, 2°20′7.08″ W", -48.86065, -2.3353),
    ("1,2=48.86065,2.3353", 48.86065, 2.3353),
  ])
  func `degrees, minutes and seconds are read`(text: String, latitude: Double, longitude: Double)
    throws
  {
    let anchor = try AnchorReference(text).anchor(in: nil)
    #expect(abs(anchor.coordinate.latitude - latitude) < 1e-9)
    #expect(abs(anchor.coordinate.longitude - longitude) < 1e-9)
  }

  @Test(arguments: [
    "1,2=48°61'N,2°E", "1,2=48'51°N,2°E", "1,2=48°51.5'38\"N,2°E", "1,2=48N,51N", "1,2=-48°N,2°E",
    "1,2=48 51 38 2,2", "1,2=,",
  ])
  func `angles that are none are refused`(text: String) {
    #expect(throws: AlignmentError.self) { try AnchorReference(text) }
  }

  /// Sheets as they are drawn: any turn or a square one, any usual scale or another, two to six
  /// anchors with a picking error of a unit and a surveying error of 0.3 m, anywhere people live.
  private func sheet(_ random: inout SplitMix64) -> (page: PlanPage, anchors: [Anchor]) {
    let scale = [50.0, 100, 200, 250, 500, random.uniform(40, 600)][Int(random.next() % 6)]
    let metres = scale * 0.0254 / 72
    let turn =
      random.next() % 2 == 0
      ? Double(random.next() % 4) * .pi / 2 : random.uniform(0, 2 * .pi)
    let frame = LocalFrame(
      origin: Coordinate(
        latitude: random.uniform(-55, 65), longitude: random.uniform(-85, 85)))
    let page = PlanPage(
      number: 1,
      box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 2384, y: 1684)),
      rotate: 0, userUnit: 1, isImage: false)
    let anchors = (0..<2 + Int(random.next() % 5)).map { _ in
      let point = PagePoint(x: random.uniform(100, 2284), y: random.uniform(100, 1584))
      let place = LocalPoint(
        x: metres * (cos(turn) * point.x - sin(turn) * point.y) + 0.3 * random.normal(),
        y: metres * (sin(turn) * point.x + cos(turn) * point.y) + 0.3 * random.normal())
      return Anchor(
        page: PagePoint(x: point.x + random.normal(), y: point.y + random.normal()),
        coordinate: frame.coordinate(from: place))
    }
    return (page, anchors)
  }

  @Test func `of a thousand right sheets one in a hundred at most is called exchanged`() {
    var random = SplitMix64(seed: 20)
    var (warned, placed) = (0, 0)
    while placed < 1000 {
      let (page, anchors) = sheet(&random)
      guard let alignment = try? PlanAligner(page: page).align(anchors) else { continue }
      placed += 1
      if alignment.warnings.contains(where: { $0.code == .swappedCoordinates }) { warned += 1 }
    }
    #expect(warned <= 10, "\(warned) of 1000")
  }

  @Test func `three anchors whose latitude and longitude are exchanged are said to be`() {
    var random = SplitMix64(seed: 21)
    var (warned, placed) = (0, 0)
    while placed < 300 {
      let (page, anchors) = sheet(&random)
      guard anchors.count > 2 else { continue }
      let exchanged = anchors.map { anchor in
        var other = anchor
        other.coordinate = Coordinate(
          latitude: anchor.coordinate.longitude, longitude: anchor.coordinate.latitude)
        return other
      }
      guard let alignment = try? PlanAligner(page: page).align(exchanged) else { continue }
      placed += 1
      if alignment.warnings.contains(where: { $0.code == .swappedCoordinates }) { warned += 1 }
    }
    #expect(warned >= 240, "\(warned) of 300")
  }

  /// As `gdal_translate -a_srs EPSG:4326` and QGIS's export write them: columns go east, rows go
  /// south, a pixel as many degrees wide as high.
  @Test(arguments: [(52.5, 13.4), (60.2, 25), (-33.9, 18.4), (40.7, -74)])
  func `a picture of equal degrees isn't called exchanged`(
    latitude: Double, longitude: Double
  ) throws {
    let box = BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 500, y: 700))
    let page = PlanPage(number: 1, box: box, rotate: 0, userUnit: 1, isImage: true)
    let anchors = page.corners.map {
      Anchor(
        page: $0,
        coordinate: Coordinate(
          latitude: latitude - $0.y * 1e-6, longitude: longitude + $0.x * 1e-6))
    }
    let alignment = try PlanAligner(page: page).align(anchors)
    #expect(!alignment.warnings.contains { $0.code == .swappedCoordinates })
  }
}
