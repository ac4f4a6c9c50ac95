import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

struct PDFPageTests {
  private func page(_ pdf: SmallPDF, _ number: Int = 1) throws -> PlanPage {
    try PlanFile(bytes: pdf.bytes, name: "plan.pdf", page: number).page
  }

  private func box(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> BoundingBox<PagePoint>
  {
    BoundingBox(minimum: PagePoint(x: x0, y: y0), maximum: PagePoint(x: x1, y: y1))
  }

  @Test func `a page is its MediaBox where there is nothing else`() throws {
    let plan = try PlanFile(bytes: SmallPDF().bytes, name: "plan.pdf")
    #expect(plan.format == .pdf && plan.pageCount == 1)
    #expect(plan.page.box == box(0, 0, 200, 100))
    #expect(plan.page.rotate == 0 && plan.page.userUnit == 1 && !plan.page.isImage)
  }

  @Test func `boxes have any origin and any two corners`() throws {
    let pdf = SmallPDF(pages: ["/MediaBox [150 -20.5 -50 379.5]"])
    #expect(try page(pdf).box == box(-50, -20.5, 150, 379.5))
  }

  @Test func `a CropBox is cut by its MediaBox`() throws {
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 200 100] /CropBox [20 -30 500 60]"])
    #expect(try page(pdf).box == box(20, 0, 200, 60))
  }

  @Test func `a CropBox beside its MediaBox counts for nothing`() throws {
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 200 100] /CropBox [300 0 500 60]"])
    #expect(try page(pdf).box == box(0, 0, 200, 100))
  }

  @Test func `boxes and rotation are inherited, and the page's own win`() throws {
    let pdf = SmallPDF(
      pages: ["", "/Rotate 180 /CropBox [0 0 10 10]"],
      inherited: "/MediaBox [0 0 300 400] /CropBox [10 10 290 390] /Rotate 90")
    #expect(try page(pdf).box == box(10, 10, 290, 390))
    #expect(try page(pdf).rotate == 90)
    #expect(try page(pdf, 2).box == box(0, 0, 10, 10))
    #expect(try page(pdf, 2).rotate == 180)
  }

  @Test func `the box asked for is the page's`() throws {
    let pdf = SmallPDF(
      pages: [
        "/MediaBox [0 0 200 100] /CropBox [20 10 150 90] /TrimBox [10 5 190 95]",
        "/MediaBox [0 0 200 100] /CropBox [20 10 150 90]",
        "/MediaBox [0 0 200 100] /TrimBox [10 5 500 95]",
        "/MediaBox [0 0 200 100] /TrimBox [300 5 500 95]",
      ], inherited: "/TrimBox [1 1 2 2]")
    func page(_ number: Int, _ kind: PageBox) throws -> BoundingBox<PagePoint> {
      try PlanFile(bytes: pdf.bytes, name: "plan.pdf", page: number, box: kind).page.box
    }
    #expect(try page(1, .media) == box(0, 0, 200, 100))
    #expect(try page(1, .crop) == box(20, 10, 150, 90))
    #expect(try page(1, .trim) == box(10, 5, 190, 95))
    // A TrimBox isn't inherited: without its own the page has the CropBox.
    #expect(try page(2, .trim) == box(20, 10, 150, 90))
    #expect(try page(3, .trim) == box(10, 5, 200, 95))
    #expect(try page(4, .trim) == box(0, 0, 200, 100))
  }

  private func declared(_ viewports: String) throws -> Double? {
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 200 100] /VP [\(viewports)]"])
    return try PlanFile(bytes: pdf.bytes, name: "plan.pdf").declaredMetresPerUnit
  }

  @Test func `a measure in the PDF declares its scale`() throws {
    // 1 : 200 on paper of 72 units an inch: 200 · 0.0254 m / 72 a unit.
    let metre = 200 * 0.0254 / 72
    func viewport(_ x: String, _ more: String = "", box: String = "[0 0 100 100]") -> String {
      "<< /Type /Viewport /BBox \(box) /Measure << /Type /Measure /R (1:200) /X [\(x)] \(more) >> >>"
    }
    #expect(try abs((declared(viewport("<< /U (m) /C \(metre) >>")) ?? 0) - metre) < 1e-12)
    // Feet, and what is left of them in inches.
    let feet = try declared(viewport("<< /U (ft) /C \(metre / 0.3048) >> << /U (in) /C 12 >>"))
    #expect(abs((feet ?? 0) - metre) < 1e-9)
    // The sheet's largest viewport counts, not its details.
    let detail = viewport("<< /U (m) /C 0.01 >>", box: "[0 0 20 20]")
    #expect(
      try declared(detail + viewport("<< /U (MM) /C 70 >>")).map { abs($0 - 0.07) < 1e-12 } == true)
    #expect(try declared(detail) == nil)
    #expect(try declared(viewport("<< /U (m) /C 1 >>", "/Y [<< /U (m) /C 2 >>]")) == nil)
    #expect(try declared(viewport("<< /U (smoot) /C 1 >>")) == nil)
    #expect(try declared(viewport("<< /U (m) /C -1 >>") + "7 [] << >>") == nil)
    for measure in ["", "/GPTS [1 2 3 4]", "/GPTS [1 2 300 4] /LPTS [0 0 1 1]", "/GPTS 7 /LPTS []"]
    {
      #expect(
        try declared("<< /BBox [0 0 1 1] /Measure << /Subtype /GEO \(measure) >> >>") == nil)
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gdal_translate"),
      "install gdal-bin to make a geospatial PDF"))
  func `a geospatial PDF, as GDAL writes it, declares its scale`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Half a metre a cell in UTM, whose scale on its central meridian is 0.9996; a cell is a unit
    // at 72 an inch.
    let row = (0..<200).map { "\($0)" }.joined(separator: " ")
    try Data(
      ("ncols 200\nnrows 100\nxllcorner 499950\nyllcorner 5500000\ncellsize 0.5\n"
        + String(repeating: row + "\n", count: 100)).utf8
    ).write(to: folder.appending(path: "grid.asc"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gdal_translate")
    process.currentDirectoryURL = folder
    process.arguments =
      "-q -a_srs EPSG:32633 -ot Byte -of PDF -co DPI=72 grid.asc geo.pdf".split(separator: " ")
      .map(String.init)
    try process.run()
    process.waitUntilExit()
    let plan = try PlanFile(path: folder.appending(path: "geo.pdf").path)
    #expect(plan.page.box.width == 200 && plan.page.box.height == 100)
    #expect(try abs(#require(plan.declaredMetresPerUnit) / (0.5 / 0.9996) - 1) < 1e-5)
  }

  @Test(arguments: [(-90, 270), (450, 90), (720, 0), (-180, 180), (45, 0)])
  func `rotation is brought to a quarter turn`(written: Int, read: Int) throws {
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 200 100] /Rotate \(written)"])
    #expect(try page(pdf).rotate == read)
  }

  /// Of a page the box, and the codes of what is warned.
  private func read(
    _ entries: String, inherited: String = "", box kind: PageBox = .crop
  ) throws -> (box: BoundingBox<PagePoint>, warnings: [AlignmentWarning.Code]) {
    let pdf = SmallPDF(pages: [entries], inherited: inherited)
    let plan = try PlanFile(bytes: pdf.bytes, name: "plan.pdf", box: kind)
    return (plan.page.box, plan.warnings.map(\.code))
  }

  @Test(arguments: [
    "", "/MediaBox [0 0 x 100]", "/MediaBox [0 0 200]", "/MediaBox [0 0 200 100 5]",
    "/MediaBox (0 0 200 100)", "/MediaBox [0 0 2147483648 100]", "/MediaBox [0 0 1e3 100]",
    "/MediaBox null", "/MediaBox 77 0 R", "/MediaBox [0 0 [200] 100]",
    "/MediaBox [0 0 99999999999999999999999999.5 100]",
  ])
  func `a MediaBox that is missing or broken is US Letter, and said to be`(entry: String) throws {
    let found = try read(entry)
    #expect(found.box == box(0, 0, 612, 792))
    #expect(found.warnings == [.pageBoxReplaced])
  }

  @Test func `a MediaBox that its tree has in a loop is found missing`() throws {
    var pdf = RawPDF()
    pdf.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
    pdf.add(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] /Parent 4 0 R >>")
    pdf.add(3, "<< /Type /Page /Parent 4 0 R /Contents 5 0 R >>")
    pdf.add(4, "<< /Type /Pages /Parent 2 0 R >>")
    pdf.add(5, stream: Array("0 0 m 10 10 l S".utf8))
    let plan = try PlanFile(bytes: pdf.bytes, name: "plan.pdf")
    #expect(plan.page.box == box(0, 0, 612, 792))
    #expect(plan.warnings.map(\.code) == [.pageBoxReplaced])
  }

  /// poppler's pdfinfo says that these pages are US Letter, or not turned.
  @Test(arguments: [
    ("/MediaBox [0 0 100 0 R 400]", AlignmentWarning.Code.pageBoxReplaced),
    ("/MediaBox 100 0 R", .pageBoxReplaced),
    ("/MediaBox [0 0 600 400] /CropBox [0 0 100 0 R 200]", .pageBoxReplaced),
    ("/MediaBox [0 0 600 400] /Rotate 100 0 R", .rotateIgnored),
    ("/MediaBox [0 0 600 400] /UserUnit 100 0 R", .userUnitIgnored),
  ])
  func `a number behind two references isn't taken for the number of the second`(
    entry: String, code: AlignmentWarning.Code
  ) throws {
    let pdf = SmallPDF(pages: [entry], extra: ["180 0 R"])
    for bytes in [pdf.bytes, Array("junk\n".utf8) + pdf.bytes] {
      let plan = try PlanFile(bytes: bytes, name: "plan.pdf")
      #expect(plan.warnings.map(\.code) == [code])
      #expect(plan.page.rotate == 0 && plan.page.userUnit == 1)
      #expect(plan.page.box.width == (entry.contains("600") ? 600 : 612))
    }
    // The same number behind one reference is one, also where another object is a reference.
    let sound = SmallPDF(
      pages: ["/MediaBox [0 0 101 0 R 400] /Rotate 102 0 R"],
      extra: ["180 0 R", "300", "180"])
    let plan = try PlanFile(bytes: sound.bytes, name: "plan.pdf")
    #expect(plan.page.box == box(0, 0, 300, 400) && plan.page.rotate == 180)
    #expect(plan.warnings.isEmpty)
  }

  @Test func `a CropBox or TrimBox that can't be taken is replaced, and said to be`() throws {
    let media = "/MediaBox [0 0 200 100]"
    let whole = box(0, 0, 200, 100)
    for crop in [
      "/CropBox [0 0 x 9]", "/CropBox 7", "/CropBox [300 0 400 9]", "/CropBox [5 5 5 5]",
    ] {
      #expect(try read("\(media) \(crop)") == (whole, [.pageBoxReplaced]), "\(crop)")
      // What isn't asked for isn't missed.
      #expect(try read("\(media) \(crop)", box: .media) == (whole, []))
    }
    #expect(
      try read("\(media) /CropBox [1 1 9 9] /TrimBox (x)", box: .trim)
        == (box(1, 1, 9, 9), [.pageBoxReplaced]))
    #expect(try read("\(media) /CropBox [1 1 9 9] /TrimBox (x)") == (box(1, 1, 9, 9), []))
  }

  @Test func `boxes that are inherited, or that a page does without, are no warning`() throws {
    #expect(try read("", inherited: "/MediaBox [0 0 300 400]") == (box(0, 0, 300, 400), []))
    #expect(
      try read("", inherited: "/MediaBox [0 0 300 400] /CropBox [9 9 50 60]").warnings.isEmpty)
    #expect(try read("/MediaBox [0 0 200 100]", box: .trim) == (box(0, 0, 200, 100), []))
    #expect(try read("/MediaBox 100 0 R", inherited: "").warnings == [.pageBoxReplaced])
    let indirect = SmallPDF(
      pages: ["/MediaBox 100 0 R /Rotate 101 0 R"], extra: ["[0 0 101 0 R 50]", "90"])
    let plan = try PlanFile(bytes: indirect.bytes, name: "plan.pdf")
    #expect(plan.page.box == box(0, 0, 90, 50) && plan.page.rotate == 90 && plan.warnings.isEmpty)
  }

  @Test(arguments: [
    ("/Rotate 45", AlignmentWarning.Code.rotateIgnored), ("/Rotate (x)", .rotateIgnored),
    ("/Rotate 90.5", .rotateIgnored), ("/UserUnit 0", .userUnitIgnored),
    ("/UserUnit -3", .userUnitIgnored), ("/UserUnit 1e308", .userUnitIgnored),
    ("/UserUnit 1\(String(repeating: "0", count: 308)).0", .userUnitIgnored),
    ("/UserUnit (2)", .userUnitIgnored),
  ])
  func `a rotation or unit that makes no sense is ignored, and said to be`(
    entry: String, code: AlignmentWarning.Code
  ) throws {
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 200 100] \(entry)"])
    let plan = try PlanFile(bytes: pdf.bytes, name: "plan.pdf")
    #expect(plan.page.rotate == 0 && plan.page.userUnit == 1)
    #expect(plan.warnings.map(\.code) == [code])
  }

  @Test func `UserUnit is told and not applied`() throws {
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 200 100] /UserUnit 2.5"])
    #expect(try page(pdf).userUnit == 2.5)
    #expect(try page(pdf).box.width == 200)
  }

  @Test func `a box may be an indirect object`() throws {
    let pdf = SmallPDF(pages: ["/MediaBox 100 0 R"], extra: ["[0 0 70 80]"])
    #expect(try page(pdf).box == box(0, 0, 70, 80))
  }

  @Test func `a page tree that is a loop ends`() throws {
    let pdf = SmallPDF(pages: [""], inherited: "/Parent 10 0 R")
    #expect(try page(pdf).box == box(0, 0, 612, 792))
  }

  @Test func `a damaged cross-reference table is mended`() throws {
    var text = String(decoding: SmallPDF().bytes, as: UTF8.self)
    text = text.replacing("startxref\n", with: "startxref\n99")
    let plan = try PlanFile(bytes: Array(text.utf8), name: "plan.pdf")
    #expect(plan.page.box == box(0, 0, 200, 100))
  }

  @Test(arguments: [2, 0, -1])
  func `a page that is not there is a sentence`(number: Int) {
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: SmallPDF().bytes, name: "plan.pdf", page: number)
    }
    #expect(error?.code == .noSuchPage)
    #expect(error?.message.hasPrefix("plan.pdf: there is no page \(number)") == true)
  }

  @Test func `what qpdf cannot mend is a sentence`() {
    let error = #expect(throws: AlignmentError.self) {
      try PlanFile(bytes: Array("%PDF-1.7\nnothing of a PDF follows".utf8), name: "plan.pdf")
    }
    #expect(error?.code == .damagedPlan)
  }

  @Test func `a cut or altered PDF never traps`() {
    let whole = SmallPDF(pages: ["/MediaBox [0 0 200 100] /Rotate 90", "/CropBox [1 2 3 4]"]).bytes
    var random = SplitMix64(seed: 11)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...400, using: &random)) }
      if let plan = try? PlanFile(bytes: bytes, name: "fuzz.pdf") {
        #expect(plan.page.box.width > 0 && plan.page.box.height.isFinite)
      }
    }
  }
}
