import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorJSON
import IndoorModel
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct PlanExportTests {
  private static let hasGDAL = FileManager.default.isExecutableFile(
    atPath: "/usr/bin/gdaltransform")
  private static let frame = LocalFrame(origin: Coordinate(latitude: 48.86, longitude: 2.33))
  private static let key = LevelKey(ordinal: 0)

  /// The 3 x 2 pixel picture, 40 m a pixel, turned by 30°.
  private static func plan() throws -> Plan {
    let file = try PlanFile(bytes: ImagePageTests.png(), name: "plan.png")
    let (c, s) = (40 * Foundation.cos(Double.pi / 6), 40 * Foundation.sin(Double.pi / 6))
    let map = IndoorGeometry.AffineTransform(a: c, b: s, c: s, d: -c, tx: 10, ty: 20)
    return Plan(
      placement: PlanPlacement(level: key, page: file.page, pageToLocal: map),
      fileName: "plan.png", mediaType: "image/png", original: file.bytes, preview: file.bytes)
  }

  private func inFolder(_ body: (URL, PlanExport, Plan) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = try Self.plan()
    try body(folder, PlanExport(plan, frame: Self.frame, title: "Level <0>"), plan)
  }

  @Test(arguments: [
    (PlanExport.Format.worldfile, "z.pgw", "z.png"), (.worldfile, "z.PRJ", "z.png"),
    (.kml, "z.png", "z.kml"), (.gcp, "z.png", "z.vrt"), (.mapkit, "z.swift", "z.json"),
  ])
  func `no file takes the name of what belongs beside it`(
    format: PlanExport.Format, name: String, instead: String
  ) throws {
    try inFolder { folder, export, _ in
      let path = folder.appending(path: name).path
      let error = #expect(throws: AlignmentError.self) { try export.write(as: format, to: path) }
      #expect(error?.code == .noPlace && error?.isMachineFault == false)
      #expect(error?.message.hasPrefix("\(path): ") == true)
      #expect(error?.message.hasSuffix("as \(instead)") == true)
      let written = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(written.isEmpty)
    }
  }

  @Test(arguments: [
    (PlanExport.Format.worldfile, "z.jpg", "z.png"), (.worldfile, "z", "z.png"),
    (.mbtiles, "z.db", "z.mbtiles"), (.kml, "z.kmz", "z.kml"), (.geotiff, "z.png", "z.tif"),
    (.geotiff, "z.JPG", "z.tif"), (.gpkgTiles, "z.mbtiles", "z.gpkg"),
    (.points, "z.pdf", "z.points"),
    (.kml, "z.json", "z.kml"), (.gcp, "z.tif", "z.vrt"), (.maplibre, "z.kml", "z.json"),
  ])
  func `no file takes a name under which its readers would pass it over`(
    format: PlanExport.Format, name: String, instead: String
  ) throws {
    try inFolder { folder, export, _ in
      let path = folder.appending(path: name).path
      let error = #expect(throws: AlignmentError.self) { try export.write(as: format, to: path) }
      #expect(error?.code == .noPlace && error?.isMachineFault == false)
      #expect(error?.message.hasPrefix("\(path): ") == true)
      #expect(error?.message.hasSuffix("; name it \(instead)") == true)
      let written = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(written.isEmpty)
    }
  }

  @Test(arguments: [
    (PlanExport.Format.geotiff, "z.tif"), (.geotiff, "z.TIFF"), (.geotiff, "z"),
    (.geotiff, "z.cog"),
    (.mapkit, "z.json"), (.points, "z.txt"), (.kml, "z.xml"), (.gpkgTiles, "z"),
  ])
  func `a name that no other kind of file has is taken`(
    format: PlanExport.Format, name: String
  ) throws {
    #expect(try PlanExport.paths(of: format, at: name).first == name)
  }

  @Test(arguments: ["L#1", "L?x", "L%41", "a:b", "a b", "ä", "it's \"1\" & <2>", "g\u{1}c"])
  func `KML and MapLibre lead to the picture, whatever it is called`(name: String) throws {
    try inFolder { folder, export, _ in
      for format in [PlanExport.Format.kml, .maplibre] {
        let path = folder.appending(path: "\(name).x").path
        _ = try export.write(as: format, to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let link =
          format == .kml
          ? text.firstMatch(of: #/<href>(.*)</href>/#)?.output.1
          : text.firstMatch(of: #/"url": "(.*)"/#)?.output.1
        let base = try #require(URL(string: "https://example.org/maps/one"))
        let url = try #require(URL(string: String(link ?? ""), relativeTo: base))
        #expect(url.host() == "example.org" && url.query() == nil && url.fragment() == nil)
        #expect(url.absoluteURL.path(percentEncoded: false) == "/maps/\(name).png")
      }
    }
  }

  @Test(.enabled(if: hasGDAL, "install gdal-bin to check exports with GDAL"))
  func `a VRT names its picture, and one that XML can't name is refused`() throws {
    try inFolder { folder, export, _ in
      let path = folder.appending(path: "it's \"1\" & <2> ä.vrt").path
      _ = try export.write(as: .gcp, to: path)
      #expect(try printed(by: "gdallocationinfo", ["-valonly", "-b", "1", path, "0", "0"]) == "10")
      let bad = folder.appending(path: "g\u{1}c.vrt").path
      let error = #expect(throws: AlignmentError.self) { try export.write(as: .gcp, to: bad) }
      #expect(error?.code == .noPlace)
    }
  }

  @Test(.enabled(if: hasGDAL, "install gdal-bin to check exports with GDAL"))
  func `GDAL puts pixels by control points across the antimeridian where the placement does`()
    throws
  {
    try inFolder { folder, _, plan in
      let frame = LocalFrame(origin: Coordinate(latitude: -17, longitude: 179.9999))
      let path = folder.appending(path: "plan.vrt").path
      _ = try PlanExport(plan, frame: frame, title: "0").write(as: .gcp, to: path)
      for (x, y) in [(0.0, 0.0), (3, 0), (3, 2), (0, 2), (1.5, 1)] {
        let place = try gdal(path, x: x, y: y, options: ["-order", "1"])
        let local: LocalPoint = plan.placement.local(from: PagePoint(x: x, y: y))
        #expect(frame.local(from: place).distance(to: local) < 0.02)
      }
    }
  }

  @Test func `KML with a title of any scalars is XML`() throws {
    try inFolder { folder, _, plan in
      let title = "A\u{FFFF}B\u{1}\u{FFFE}\u{85} <&>"
      let path = folder.appending(path: "plan.kml").path
      _ = try PlanExport(plan, frame: Self.frame, title: title).write(as: .kml, to: path)
      #expect(XMLParser(data: try Data(contentsOf: URL(filePath: path))).parse())
    }
  }

  /// Where GDAL puts a pixel, as longitude and latitude.
  private func gdal(_ path: String, x: Double, y: Double, options: [String] = []) throws
    -> Coordinate
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gdaltransform")
    process.arguments = ["-t_srs", "EPSG:4326", "-output_xy"] + options + [path]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("\(x) \(y)\n".utf8))
    try input.fileHandleForWriting.close()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 2, "gdaltransform: \(text)")
    return Coordinate(latitude: numbers[1], longitude: numbers[0])
  }

  @Test(
    .enabled(if: hasGDAL, "install gdal-bin to check exports with GDAL"),
    arguments: [
      (PlanExport.Format.worldfile, "plan.png", 0.001), (.geotiff, "plan.tif", 0.001),
      (.gcp, "plan.vrt", 0.02),
    ])
  func `GDAL puts an exported plan's pixels where the placement does`(
    format: PlanExport.Format, name: String, metres: Double
  ) throws {
    try inFolder { folder, export, plan in
      let path = folder.appending(path: name).path
      _ = try export.write(as: format, to: path)
      for (x, y) in [(0.0, 0.0), (3, 0), (3, 2), (0, 2), (1.5, 1)] {
        let place = try gdal(path, x: x, y: y, options: format == .gcp ? ["-order", "1"] : [])
        let local: LocalPoint = plan.placement.local(from: PagePoint(x: x, y: y))
        #expect(Self.frame.local(from: place).distance(to: local) < metres)
      }
    }
  }

  @Test(.enabled(if: hasGDAL, "install gdal-bin to check exports with GDAL"))
  func `GDAL reads a grey picture with ground control points in three bands`() throws {
    try inFolder { folder, export, plan in
      let path = folder.appending(path: "plan.vrt").path
      _ = try export.write(as: .gcp, to: path)
      for (band, x, y, grey) in [(1, 0, 0, "10"), (2, 2, 0, "30"), (3, 1, 1, "50")] {
        #expect(
          try printed(
            by: "gdallocationinfo", ["-valonly", "-b", "\(band)", path, "\(x)", "\(y)"])
            == grey)
      }
    }
  }

  @Test(
    .enabled(if: hasGDAL, "install gdal-bin to check exports with GDAL"),
    arguments: [(PlanExport.Format.mbtiles, "plan.mbtiles"), (.gpkgTiles, "plan.gpkg")])
  func `GDAL sees exported tiles where the plan lies, and nothing beside it`(
    format: PlanExport.Format, name: String
  ) throws {
    try inFolder { folder, export, plan in
      let path = folder.appending(path: name).path
      _ = try export.write(as: format, to: path)
      // The picture's own corners lie at whole pixels, some 40 m wide; a pixel off them it ends.
      for (x, y, isInside) in [
        (1.5, 1.0, true), (0.8, 0.8, true), (2.2, 1.2, true), (-1.5, 1, false), (4.5, 1, false),
        (1.5, -1.5, false), (1.5, 3.5, false),
      ] {
        let place = Self.frame.coordinate(from: plan.placement.local(from: PagePoint(x: x, y: y)))
        #expect(try alpha(path, at: place) == (isInside ? 255 : 0), "\(x), \(y)")
      }
    }
  }

  /// The fourth band of a raster at a place, 0 beyond the raster.
  private func alpha(_ path: String, at place: Coordinate) throws -> Int {
    let arguments = ["-valonly", "-b", "4", "-wgs84", path]
    let text = try printed(
      by: "gdallocationinfo", arguments + ["\(place.longitude)", "\(place.latitude)"])
    return Int(text) ?? 0
  }

  /// What one of GDAL's programs prints, without blanks around it.
  private func printed(by program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func `KML and MapLibre get the corners in the orders that they want`() throws {
    try inFolder { folder, export, plan in
      let kml = folder.appending(path: "plan.kml").path
      #expect(try export.write(as: .kml, to: kml).count == 2)
      let text = try String(contentsOfFile: kml, encoding: .utf8)
      #expect(
        text.contains("<name>Level &lt;0&gt;</name>") && text.contains("<href>plan.png</href>"))
      // Bottom left first, counter-clockwise.
      let lowerLeft = Self.frame.coordinate(from: plan.placement.local(from: PagePoint(x: 0, y: 2)))
      #expect(text.contains("<coordinates>\(lowerLeft.longitude),\(lowerLeft.latitude) "))

      let style = folder.appending(path: "style.json").path
      _ = try export.write(as: .maplibre, to: style)
      let source = try JSONDocument(path: style).root["sources"]?["plan"]
      #expect(source?["type"]?.string == "image" && source?["url"]?.string == "style.png")
      let corners = source?["coordinates"].map { Array($0.elements) } ?? []
      let first = corners.first.map { $0.elements.compactMap(\.number) } ?? []
      let topLeft = Self.frame.coordinate(from: plan.placement.local(from: PagePoint(x: 0, y: 0)))
      #expect(first == [topLeft.longitude, topLeft.latitude] && corners.count == 4)
    }
  }

  @Test func `MapKit gets a transform whose rectangle holds the page`() throws {
    try inFolder { folder, export, _ in
      let path = folder.appending(path: "plan.json").path
      #expect(try export.write(as: .mapkit, to: path).count == 3)
      let root = try JSONDocument(path: path).root
      let rectangle = root["boundingMapRect"].map { $0.elements.compactMap(\.number) } ?? []
      let m = root["pageToMapPoint"].map { $0.elements.compactMap(\.number) } ?? []
      try #require(rectangle.count == 4 && m.count == 6)
      // The page's middle lies in the middle of the box of its turned corners.
      let (x, y) = (m[0] * 1.5 + m[2] * 1 + m[4], m[1] * 1.5 + m[3] * 1 + m[5])
      #expect(abs(x - rectangle[0] - rectangle[2] / 2) < 1e-6)
      #expect(abs(y - rectangle[1] - rectangle[3] / 2) < 1e-6)
      // Metres per map point at 48.86°: cos φ · 2πa / 2²⁸.
      let width = rectangle[2] * Foundation.cos(48.86 * Double.pi / 180) * 0.149_291_070
      #expect(abs(width / (120 * Foundation.cos(Double.pi / 6) + 80 * 0.5) - 1) < 0.005)
    }
  }

  @Test func `tiles across the antimeridian are refused with a sentence`() throws {
    let frame = LocalFrame(origin: Coordinate(latitude: -17, longitude: 179.9995))
    let export = try PlanExport(try Self.plan(), frame: frame, title: "Fiji")
    let error = #expect(throws: AlignmentError.self) {
      try export.write(as: .mbtiles, to: "/nowhere/plan.mbtiles")
    }
    #expect(error?.code == .noPlacement && error?.isMachineFault == false)
  }

  @Test func `a plan without a picture is a sentence`() throws {
    var plan = try Self.plan()
    plan.preview = []
    #expect(throws: AlignmentError.self) {
      try PlanExport(plan, frame: Self.frame, title: "0")
    }
  }
}
