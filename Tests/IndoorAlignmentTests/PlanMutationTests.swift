import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

/// Damaged plans and anchors: each is read or refused with a sentence; what this looks for is a
/// trap.
struct PlanMutationTests {
  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  /// Reads mutations of a plan by its page's name.
  ///
  /// - Parameter range: which of its bytes are mutated.
  /// - Returns: how many were refused.
  @discardableResult
  private func refused(
    _ plan: [UInt8], _ name: String, page: String = "1", in range: Range<Int>, rounds: Int,
    seed: UInt64
  ) throws -> Int {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    var random = SplitMix64(seed: seed)
    var refused = 0
    for _ in 0..<rounds {
      var bytes = plan
      bytes.replaceSubrange(range, with: random.mutated(Array(plan[range])))
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do {
        let read = try PlanFile(path: path, page: page)
        let box = read.page.box
        #expect(box.minimum.isFinite && box.maximum.isFinite && read.page.userUnit.isFinite)
        if let own = try? AnchorFile.corners(of: read, system: nil) {
          #expect(own.allSatisfy { $0.page.isFinite && $0.coordinate.isValid })
        }
      } catch {
        refused += 1
        #expect(error.message.hasPrefix(path), "\(error.message)")
      }
    }
    return refused
  }

  @Test func `a page's label may be a number with a sign`() throws {
    let pdf = SmallPDF(
      pages: ["/MediaBox [0 0 9 9]", "/MediaBox [0 0 10 9]", "/MediaBox [0 0 11 9]"],
      catalog: "/PageLabels <</Nums[0<</P(-1)>> 1<</P(0)>> 2<</P(+1)>>]>>")
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
    try Data(pdf.bytes).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    for (text, number) in [("+1", 3), ("-1", 1), ("1", 1), ("03", 3)] {
      #expect(try PlanFile(path: path.path, page: text).page.number == number)
    }
  }

  @Test func `labels of pages that are damaged name a page or are refused`() throws {
    var pdf = RawPDF()
    let labels = "/PageLabels <</Nums[0<</P(A-)/S/D/St 101>> 2<</S/r>> 4<</P<FEFF0042>/S/a>>]>>"
    pdf.add(1, "<< /Type /Catalog /Pages 2 0 R \(labels) >>")
    pdf.add(2, "<< /Type /Pages /Kids [10 0 R 11 0 R 12 0 R] /Count 3 >>")
    for page in 10...12 {
      pdf.add(page, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(page) 100] >>")
    }
    let bytes = pdf.bytes
    let at = try #require(bytes.firstRange(of: Array("/PageLabels".utf8))).lowerBound
    let whole = try refused(bytes, "p.pdf", page: "A-102", in: at..<at, rounds: 1, seed: 1)
    #expect(whole == 0)
    let some = try refused(
      bytes, "p.pdf", page: "A-102", in: at..<at + labels.utf8.count, rounds: 60, seed: 2)
    #expect((5..<60).contains(some))
  }

  private static func line(_ layer: String, _ x: Int, _ y: Int, _ u: Int, _ v: Int) -> String {
    "0\nLINE\n8\n\(layer)\n10\n\(x)\n20\n\(y)\n11\n\(u)\n21\n\(v)\n"
  }

  private static let dxf =
    "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n"
    + "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n0\nLAYER\n2\nOFF\n70\n0\n62\n-7\n6\nCONTINUOUS\n"
    + "0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" + line("WALLS", 0, 0, 9000, 0)
    + line("WALLS", 9000, 0, 9000, 4000) + line("OFF", 0, 0, -1, -1)
    + "0\nTEXT\n8\nWALLS\n10\n5\n20\n5\n40\n2.5\n1\nHall\n0\nENDSEC\n0\nEOF\n"

  @Test(.enabled(if: has("ogr2ogr"), "install gdal-bin"))
  func `drawings that are damaged are read or refused`() throws {
    let bytes = Array(Self.dxf.utf8)
    #expect(try refused(bytes, "p.dxf", in: 0..<0, rounds: 1, seed: 1) == 0)
    try refused(bytes, "p.dxf", in: bytes.indices, rounds: 60, seed: 3)
  }

  @Test(.enabled(if: has("gdal_translate"), "install gdal-bin"))
  func `GeoTIFFs whose heads are damaged are read or refused`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let grey = folder.appending(path: "grey.pgm")
    try Data(Array("P5\n12 8\n255\n".utf8) + [UInt8](repeating: 200, count: 96)).write(to: grey)
    let tiff = folder.appending(path: "plan.tif")
    let gdal = Process()
    gdal.executableURL = URL(fileURLWithPath: "/usr/bin/gdal_translate")
    gdal.arguments = [
      "-q", "-a_srs", "EPSG:25832", "-a_ullr", "500000", "5316320", "500012", "5316312",
      grey.path, tiff.path,
    ]
    try gdal.run()
    gdal.waitUntilExit()
    let bytes = [UInt8](try Data(contentsOf: tiff))
    #expect(try refused(bytes, "p.tif", in: 0..<0, rounds: 1, seed: 1) == 0)
    try refused(bytes, "p.tif", in: 0..<min(bytes.count, 600), rounds: 60, seed: 4)
  }

  @Test(.enabled(if: has("rsvg-convert"), "install librsvg2-bin"))
  func `SVGs that are damaged are read or refused`() throws {
    let bytes = Array(
      """
      <?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 600 400">
      <rect x="100" y="100" width="400" height="200" fill="none" stroke="black"/></svg>
      """.utf8)
    #expect(try refused(bytes, "p.svg", in: 0..<0, rounds: 1, seed: 1) == 0)
    try refused(bytes, "p.svg", in: bytes.indices, rounds: 60, seed: 5)
  }

  @Test(.enabled(if: has("rsvg-convert"), "install librsvg2-bin"))
  func `an SVG in UTF-16 is the SVG in UTF-8, one that takes a gigabyte to draw is refused`() throws
  {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
      <rect x="100" y="100" width="400" height="200" fill="none" stroke="black"/></svg>
      """
    let plan = try PlanFile(bytes: Array(text.utf8), name: "p.svg")
    let wide = try PlanFile(bytes: Array(try #require(text.data(using: .utf16))), name: "p.svg")
    #expect(wide.page == plan.page && wide.mediaType == "image/svg+xml")

    let blurred = """
      <svg xmlns="http://www.w3.org/2000/svg" width="10000" height="10000">
      <filter id="f" x="-5" y="-5" width="11" height="11"><feGaussianBlur stdDeviation="500"/></filter>
      <rect width="9000" height="9000" filter="url(#f)"/></svg>
      """
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Array(blurred.utf8), name: "blurred.svg")
    }
    #expect(error?.message.hasPrefix("blurred.svg: rsvg-convert can't read the plan") == true)
  }

  @Test(.enabled(if: has("rsvg-convert"), "install librsvg2-bin"))
  func `an SVG's width in em is no number that breaks off`() throws {
    func svg(_ width: String) -> [UInt8] {
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="10em" viewBox="0 0 60 40">
        <rect x="10" y="10" width="40" height="20" fill="none" stroke="black"/></svg>
        """.utf8)
    }
    // An em is 12 pt where nothing says otherwise (CSS 2.1, "medium" in librsvg).
    let box = try PlanFile(bytes: svg("10em"), name: "p.svg").page.box
    #expect(box.width == box.height && box.width > 0)
    #expect(throws: AlignmentError.self) { try PlanFile(bytes: svg("1e300"), name: "p.svg") }
  }

  @Test(arguments: [
    "<!DOCTYPE html>\n<html><body>Error <svg width='9' viewBox='0 0 9 9'></svg></body></html>",
    "<HTML lang=en><svg></svg>", "<html>\nnot found", "\u{FEFF}<!doctype HTML><p>no</p>",
  ])
  func `a web page is called that, whatever its name`(text: String) throws {
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Array(text.utf8), name: "p.pdf")
    }
    #expect(error?.message.hasPrefix("p.pdf: this is a web page") == true)
  }

  /// A web server's page behind a PDF, one that a PDF shows as text, and one in a PNG's text.
  @Test func `a PDF and a PNG that speak of a web page are none`() throws {
    let page = "<!DOCTYPE html>\n<html><body>Error</body></html>"
    var pdf = SmallPDF()
    let appended = try PlanFile(bytes: pdf.bytes + Array(page.utf8), name: "p.pdf")
    #expect(appended.format == .pdf && appended.page.box.width == 200)
    pdf.content = "BT (<html lang=en>) Tj ET 0 0 m 10 10 l S"
    #expect(try PlanFile(bytes: pdf.bytes, name: "p.pdf").format == .pdf)
    let png = SmallPNG(width: 40, height: 20).bytes
    // Behind the signature and IHDR, 33 bytes.
    let text = ImagePageTests.chunk("tEXt", Array("Description\0\(page)".utf8))
    let image = try PlanFile(bytes: Array(png[..<33]) + text + Array(png[33...]), name: "p.png")
    #expect(image.format == .png && image.page.box.width == 40)
  }

  @Test(arguments: ["0 0 nan 40", "0 0 -60 40", "0 0 60 0", "0 0 60", "0 0 inf 40", ""])
  func `a viewBox that no page has is told`(box: String) throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="\(box)">
      <rect width="40" height="20"/></svg>
      """
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Array(text.utf8), name: "p.svg")
    }
    #expect(error?.message.hasPrefix("p.svg: has the viewBox \"\(box)\", which no") == true)
  }

  @Test func `a plan that is compressed is called that`() throws {
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0], name: "plan.svgz")
    }
    #expect(error?.message == "plan.svgz: is compressed by gzip, unpack it first (gunzip)")
  }

  private static let appData = """
    {"map_floors": {"map_floor0": {"label": "0"}, "map_floor1": {"label": "1",
    "anchor_pixel_1": "855.955,1338.365", "anchor_pixel_2": "1011.94, 1338.365",
    "anchor_location_1": "41.88002009571711,-87.62398928403854",
    "anchor_location_2": "41.8800240897643,-87.62334823608397"}}}
    """

  @Test(arguments: [
    (appData, "appData.json", "#map_floor1"),
    (
      #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"page":[1,2],"name":"a",
      "sigmaMetres":0.1,"sigmaPage":1},"geometry":{"type":"Point","coordinates":[9,48]}},
      {"type":"Feature","properties":{"page":[100,2]},"geometry":{"type":"Point","coordinates":[9.001,48]}}]}
      """#, "anchors.geojson", ""
    ),
  ])
  func `anchors that are damaged are read or refused`(
    text: String, name: String, behind: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var pdf = SmallPDF()
    pdf.pages = ["/MediaBox [0 0 2000 1500]"]
    let plan = try PlanFile(bytes: pdf.bytes, name: "plan.pdf")
    let system = try ReferenceSystem.named("EPSG:4326")
    let path = folder.appending(path: name).path
    var random = SplitMix64(seed: 6)
    var counts = (read: 0, refused: 0)
    for round in 0..<500 {
      let bytes = Array(text.utf8)
      try Data(round == 0 ? bytes : random.mutated(bytes)).write(to: URL(fileURLWithPath: path))
      do {
        let anchors = try AnchorFile.read(path + behind, on: plan, system: system).anchors
        #expect(anchors.allSatisfy { $0.page.isFinite })
        _ = try? PlanAligner(page: plan.page).align(anchors)
        counts.read += 1
      } catch {
        #expect(round > 0 && error.message.hasPrefix(path), "\(error.message)")
        counts.refused += 1
      }
    }
    #expect(counts.read > 1 && counts.refused > 10, "\(counts)")
  }
}
